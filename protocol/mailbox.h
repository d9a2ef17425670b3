/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One queue for lines of input and events of the engine. Senders never wait, so a flood of input
 * cannot keep the search from speaking, nor the search the reader from reading.
 */
#ifndef ALULA_MAILBOX_H
#define ALULA_MAILBOX_H

#include "engine.h"

typedef enum {
    MAIL_NONE,     /* nothing came in time */
    MAIL_LINE,     /* a line of input, without its end */
    MAIL_TOO_LONG, /* a line over MAILBOX_LINE_MAX; text holds its beginning */
    MAIL_EVENT,
    MAIL_END, /* no more input will come */
} MailKind;

/* What was taken out. The receiver frees it with mail_free(). */
typedef struct Mail {
    struct Mail *next; /* the mailbox's own */
    MailKind kind;
    size_t length; /* of text */
    char *text;    /* may hold any bytes; a NUL stands behind the last */
    EngineEvent *event;
} Mail;

/* Bytes. Longer lines are cut; a game of 17,697 plies in one line needs 90,000. */
enum { MAILBOX_LINE_MAX = 1 << 20 };

typedef struct Mailbox Mailbox;

/* NULL when memory is refused. */
Mailbox *mailbox_new(void);
void mailbox_free(Mailbox *box);

/*
 * Put something in; a line or an event that the memory has no room for is lost. The end is never
 * lost; it can be sent once.
 */
void mailbox_send_line(Mailbox *box, const char *text, size_t length, bool too_long);
void mailbox_send_event(Mailbox *box, const EngineEvent *event);
void mailbox_send_end(Mailbox *box);

/* Take the oldest mail, waiting for it so many milliseconds; < 0 waits for ever, 0 not at all. */
Mail *mailbox_take(Mailbox *box, int timeout_ms);

void mail_free(Mail *mail);

#endif
