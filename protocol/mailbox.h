/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One place for lines of input and events of the engine, taken out in the order in which they came.
 * Who sends events never waits; who sends lines waits where too many are unread, so that a flood of
 * input neither keeps the search from speaking nor fills the memory.
 */
#ifndef ALULA_MAILBOX_H
#define ALULA_MAILBOX_H

#include "engine.h"

typedef enum {
    MAIL_NONE,      /* nothing came in time */
    MAIL_LINE,      /* a line of input, without its end */
    MAIL_INTERRUPT, /* a line that ends what goes on */
    MAIL_TOO_LONG,  /* a line over MAILBOX_LINE_MAX; text holds its beginning */
    MAIL_EVENT,
    MAIL_END, /* no more input will come */
} MailKind;

/* What was taken out. The receiver frees it with mail_free(). */
typedef struct Mail {
    struct Mail *next; /* these two are the mailbox's own */
    uint64_t number;   /* grows from mail to mail */
    MailKind kind;
    size_t length; /* of text */
    char *text;    /* may hold any bytes; a NUL stands behind the last */
    EngineEvent *event;
} Mail;

/* Bytes. Longer lines are cut; a game of 17,697 plies in one line needs 90,000. */
enum { MAILBOX_LINE_MAX = 1 << 20 };

/* Bytes of unread lines at which their sender has to wait; 30,000 lines and more. */
enum { MAILBOX_UNREAD_MOST = 4 << 20 };

typedef struct Mailbox Mailbox;

/* NULL when memory is refused. Nobody may be sending any more when it is freed. */
Mailbox *mailbox_new(void);
void mailbox_free(Mailbox *box);

/*
 * Put a line in, or wait until there is room for it: so only somebody else than the taker may send
 * many. One that the memory has no room for is lost.
 */
void mailbox_send_line(Mailbox *box, const char *text, size_t length, bool too_long);

/*
 * Put a line in that ends what goes on, without waiting. It comes in its turn, or is seen before by
 * who is at work so long that this is too late.
 */
void mailbox_send_interrupt(Mailbox *box, const char *text);

/* Is one there? Then it is taken out, as heard. Costs next to nothing. */
bool mailbox_take_interrupt(Mailbox *box);

/*
 * Put an event in. One that the memory has no room for is lost, but not the ENGINE_DONE of a search
 * for which room was reserved.
 */
void mailbox_send_event(Mailbox *box, const EngineEvent *event);

/* Make room for the next ENGINE_DONE beforehand; false when memory is refused. */
bool mailbox_reserve(Mailbox *box);

/* The end is never lost; it can be sent once. */
void mailbox_send_end(Mailbox *box);

/* Take the oldest mail, waiting for it so many milliseconds; < 0 waits for ever, 0 not at all. */
Mail *mailbox_take(Mailbox *box, int timeout_ms);

/* The same for the oldest event; lines and the end stay where they are, but an interrupt comes out
   of its turn, before all events. */
Mail *mailbox_take_event(Mailbox *box, int timeout_ms);

/* A mail with a copy of this text; NULL when memory is refused. */
Mail *mail_new(MailKind kind, const char *text, size_t length);
void mail_free(Mail *mail);

#endif
