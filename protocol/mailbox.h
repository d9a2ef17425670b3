/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A queue of input lines and engine events in order of arrival. Senders of events never wait.
 * Senders of lines wait while too many are unread, so that a flood of input neither delays the
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
    MAIL_TOO_LONG,  /* a line over MAILBOX_LINE_MAX; text holds its beginning */
    MAIL_LOST,      /* one or more lines are lost here, as memory was refused; without text */
    MAIL_EVENT,
    MAIL_END, /* no more input will come */
} MailKind;

/* A message. The receiver frees it with mail_free(). */
typedef struct Mail {
    struct Mail *next; /* for the mailbox, and then for the receiver */
    uint64_t number;   /* of arrival */
    MailKind kind;
    size_t length; /* of text */
    char *text;    /* may contain any bytes; a NUL follows the last one */
    Call call;     /* what a line calls; for the receiver */
    EngineEvent *event;
} Mail;

/* Bytes; longer lines are cut. A game of 17,697 plies in one line needs 90,000. */
enum { MAILBOX_LINE_MAX = 1 << 20 };

/* Bytes of unread lines at which their sender has to wait, about 30,000 lines. */
enum { MAILBOX_UNREAD_MAX = 4 << 20 };

typedef struct Mailbox Mailbox;

/* NULL when memory is refused. No thread may be sending when it is freed. */
Mailbox *mailbox_new(void);
void mailbox_free(Mailbox *box);

/*
 * Send a line; wait while there is no room, so the receiving thread must not send many itself. If
 * memory is refused, or was refused for the text, which is NULL then, MAIL_LOST is sent instead,
 * once for several such lines in a row.
 */
void mailbox_send_line(Mailbox *box, const char *text, size_t length, bool too_long);

/*
 * Send a line that interrupts the current work, without waiting. It arrives in order, unless
 * mailbox_take_interrupt() takes it earlier.
 */
void mailbox_send_interrupt(Mailbox *box, const char *text);

/* True if there was an interrupt, which is removed. Cheap enough for inner loops. */
bool mailbox_take_interrupt(Mailbox *box);

/*
 * Send an event. It is lost if memory is refused, except one of a kind for which room was reserved.
 */
void mailbox_send_event(Mailbox *box, const EngineEvent *event);

/* Reserve room for the next ENGINE_DONE or ENGINE_READY; false when memory is refused. */
bool mailbox_reserve(Mailbox *box, EngineEventKind kind);

/* Send MAIL_END. It is never lost; it can be sent once. */
void mailbox_send_end(Mailbox *box);

/*
 * Take the oldest mail; NULL if none arrives in time. timeout_ms < 0 waits for ever, 0 not at all.
 */
Mail *mailbox_take(Mailbox *box, int timeout_ms);

/*
 * The same for the oldest event. Lines and MAIL_END stay; an interrupt is returned before all
 * events.
 */
Mail *mailbox_take_event(Mailbox *box, int timeout_ms);

/* A mail with a copy of this text; NULL when memory is refused. */
Mail *mail_new(MailKind kind, const char *text, size_t length);
void mail_free(Mail *mail);

/* Mail in order, the oldest first; all zero: none. */
typedef struct {
    Mail *first, **end; /* end: the link for the next one, unless there is none */
} MailQueue;

void mail_append(MailQueue *q, Mail *mail);

/* Take out the mail that this link of the queue points to. */
Mail *mail_take_out(MailQueue *q, Mail **place);

void mail_free_all(MailQueue *q);

#endif
