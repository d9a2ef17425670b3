/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A queue of input lines and engine events in order of arrival. Senders of events never wait.
 * Senders of lines wait while too many are unread, so that a flood of input neither slows the
 * search nor fills the memory.
 */
#ifndef ALULA_MAILBOX_H
#define ALULA_MAILBOX_H

#include "engine.h"
#include "protocol.h"

typedef enum {
    MAIL_NONE,      /* nothing arrived in time */
    MAIL_LINE,      /* a line of input, without its line feed */
    MAIL_INTERRUPT, /* a line that interrupts the current work */
    MAIL_TOO_LONG,  /* a line longer than MAILBOX_LINE_MAX; text holds its beginning */
    MAIL_LOST,      /* lines were lost at this point for lack of memory; text is NULL */
    MAIL_EVENT,
    MAIL_END, /* no more input will come */
} MailKind;

/* A message. The receiver frees it with mail_free(). */
typedef struct Mail {
    struct Mail *next; /* used by the mailbox, then free for use by the receiver */
    uint64_t number;   /* arrival number */
    MailKind kind;
    size_t length;      /* of text */
    char *text;         /* may contain any bytes; a NUL follows the last one */
    Call call;          /* the command of a line; filled in by the receiver */
    EngineEvent *event; /* of MAIL_EVENT, owned by the message; otherwise NULL */
} Mail;

/*
 * Maximum length of a line in bytes; longer lines are truncated. A game of 17,697 plies needs
 * 90,000.
 */
enum { MAILBOX_LINE_MAX = 1 << 20 };

/* Bytes of unread lines at which the sender has to wait, about 30,000 lines. */
enum { MAILBOX_UNREAD_MAX = 4 << 20 };

typedef struct Mailbox Mailbox;

/* Creates a mailbox; NULL when out of memory. */
Mailbox *mailbox_new(void);

/* Frees a mailbox and its messages. No thread may be sending. NULL is allowed. */
void mailbox_free(Mailbox *box);

/*
 * Sends a line; waits while the mailbox is full, so the receiving thread must not send many lines
 * itself. When out of memory, or for a NULL text (the sender had no memory for it), sends MAIL_LOST
 * instead, once for several such lines in a row.
 */
void mailbox_send_line(Mailbox *box, const char *text, size_t length, bool too_long);

/*
 * Sends a line that interrupts the current work, without waiting. It is received in order, unless
 * mailbox_take_interrupt() takes it earlier.
 */
void mailbox_send_interrupt(Mailbox *box, const char *text);

/* Returns the arrival number of the latest message. */
uint64_t mailbox_count(Mailbox *box);

/* Removes an interrupt; returns false if there is none. Cheap enough for inner loops. */
bool mailbox_take_interrupt(Mailbox *box);

/* Sends an event. The event is lost when out of memory, unless room was reserved for its kind. */
void mailbox_send_event(Mailbox *box, const EngineEvent *event);

/* Reserves room for the next ENGINE_DONE or ENGINE_READY; returns false when out of memory. */
bool mailbox_reserve(Mailbox *box, EngineEventKind kind);

/* Sends MAIL_END; to be called once. This message is never lost. */
void mailbox_send_end(Mailbox *box);

/*
 * Takes the oldest message; NULL if none arrives in time. timeout_ms < 0 waits forever, 0 not at
 * all.
 */
Mail *mailbox_take(Mailbox *box, int timeout_ms);

/*
 * Takes the oldest event in the same way; an interrupt is returned before all events. Lines and
 * MAIL_END stay in the mailbox.
 */
Mail *mailbox_take_event(Mailbox *box, int timeout_ms);

/* Creates a message with a copy of this text; NULL when out of memory. */
Mail *mail_new(MailKind kind, const char *text, size_t length);

/* Frees a message. NULL is allowed. */
void mail_free(Mail *mail);

/* A queue of messages, oldest first; empty if all members are zero. */
typedef struct {
    Mail *first, **end; /* end: the link for the next mail, unless the queue is empty */
} MailQueue;

/* Appends a message, which then belongs to the queue. */
void mail_append(MailQueue *q, Mail *mail);

/* Removes and returns the message that this link of the queue points to. */
Mail *mail_take_out(MailQueue *q, Mail **place);

/* Removes and frees all messages of the queue. */
void mail_free_all(MailQueue *q);

#endif
