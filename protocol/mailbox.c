/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "mailbox.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"

struct Mailbox {
    atomic_int interrupts; /* number of unread interrupts; changed under the lock only */
    pthread_mutex_t lock;  /* guards the members below */
    pthread_cond_t filled, emptied;
    MailQueue lines, events; /* MAIL_END is among the lines */
    uint64_t count;          /* number of mails so far */
    size_t unread;           /* bytes of unread lines, with their overhead */
    /* allocated in advance, so that these messages cannot be lost; NULL once sent */
    Mail *last;                    /* MAIL_END */
    Mail *event[ENGINE_READY + 1]; /* by kind, if reserved */
    Mail *lost;                    /* MAIL_LOST; allocated again with the next line */
};

static Mail *empty_mail(MailKind kind) {
    Mail *mail = calloc(1, sizeof *mail);

    if (mail)
        mail->kind = kind;
    return mail;
}

Mailbox *mailbox_new(void) {
    Mailbox *box = calloc(1, sizeof *box);

    if (!box || !(box->last = empty_mail(MAIL_END)) || !(box->lost = empty_mail(MAIL_LOST))) {
        free(box ? box->last : NULL);
        free(box);
        return NULL;
    }
    pthread_mutex_init(&box->lock, NULL);
    thread_cond_init(&box->filled);
    pthread_cond_init(&box->emptied, NULL);
    return box;
}

void mailbox_free(Mailbox *box) {
    if (!box)
        return;
    mail_free_all(&box->lines);
    mail_free_all(&box->events);
    mail_free(box->last);
    for (EngineEventKind kind = 0; kind <= ENGINE_READY; kind++)
        mail_free(box->event[kind]);
    mail_free(box->lost);
    pthread_cond_destroy(&box->emptied);
    pthread_cond_destroy(&box->filled);
    pthread_mutex_destroy(&box->lock);
    free(box);
}

void mail_free(Mail *mail) {
    if (!mail)
        return;
    free(mail->text);
    free(mail->event);
    free(mail);
}

void mail_append(MailQueue *q, Mail *mail) {
    if (!q->first)
        q->end = &q->first;
    *q->end = mail;
    q->end = &mail->next;
}

Mail *mail_take_out(MailQueue *q, Mail **place) {
    Mail *mail = *place;

    *place = mail->next;
    if (!*place)
        q->end = place;
    mail->next = NULL;
    return mail;
}

void mail_free_all(MailQueue *q) {
    while (q->first)
        mail_free(mail_take_out(q, &q->first));
}

static size_t bytes_of(const Mail *mail) {
    return mail->text ? mail->length + sizeof *mail : 0;
}

/* Appends a message. The mailbox must be locked. */
static void append(Mailbox *box, MailQueue *q, Mail *mail) {
    mail->number = ++box->count;
    mail_append(q, mail);
    box->unread += bytes_of(mail);
    pthread_cond_signal(&box->filled);
}

Mail *mail_new(MailKind kind, const char *text, size_t length) {
    Mail *mail = empty_mail(kind);

    if (!mail || !(mail->text = malloc(length + 1))) {
        free(mail);
        return NULL;
    }
    if (length)
        memcpy(mail->text, text, length);
    mail->text[length] = '\0';
    mail->length = length;
    return mail;
}

void mailbox_send_line(Mailbox *box, const char *text, size_t length, bool too_long) {
    Mail *mail = text ? mail_new(too_long ? MAIL_TOO_LONG : MAIL_LINE, text, length) : NULL;

    pthread_mutex_lock(&box->lock);
    while (box->unread >= MAILBOX_UNREAD_MAX)
        pthread_cond_wait(&box->emptied, &box->lock);
    if (!mail) {
        mail = box->lost;
        box->lost = NULL;
    } else if (!box->lost) {
        box->lost = empty_mail(MAIL_LOST);
    }
    if (mail)
        append(box, &box->lines, mail);
    pthread_mutex_unlock(&box->lock);
}

void mailbox_send_interrupt(Mailbox *box, const char *text) {
    Mail *mail = mail_new(MAIL_INTERRUPT, text, strlen(text));

    if (!mail)
        return;
    pthread_mutex_lock(&box->lock);
    atomic_fetch_add(&box->interrupts, 1);
    append(box, &box->lines, mail);
    pthread_mutex_unlock(&box->lock);
}

uint64_t mailbox_count(Mailbox *box) {
    uint64_t count;

    pthread_mutex_lock(&box->lock);
    count = box->count;
    pthread_mutex_unlock(&box->lock);
    return count;
}

static Mail *new_event(void) {
    Mail *mail = empty_mail(MAIL_EVENT);

    if (mail && !(mail->event = malloc(sizeof *mail->event))) {
        free(mail);
        mail = NULL;
    }
    return mail;
}

bool mailbox_reserve(Mailbox *box, EngineEventKind kind) {
    bool reserved;

    pthread_mutex_lock(&box->lock);
    if (!box->event[kind])
        box->event[kind] = new_event();
    reserved = box->event[kind] != NULL;
    pthread_mutex_unlock(&box->lock);
    return reserved;
}

void mailbox_send_event(Mailbox *box, const EngineEvent *event) {
    Mail *mail;

    pthread_mutex_lock(&box->lock);
    mail = box->event[event->kind];
    box->event[event->kind] = NULL;
    if (mail || (mail = new_event())) {
        *mail->event = *event;
        append(box, &box->events, mail);
    }
    pthread_mutex_unlock(&box->lock);
}

void mailbox_send_end(Mailbox *box) {
    pthread_mutex_lock(&box->lock);
    if (box->last)
        append(box, &box->lines, box->last);
    box->last = NULL;
    pthread_mutex_unlock(&box->lock);
}

/* Removes the message that this link of a queue points to. The mailbox must be locked. */
static Mail *take_out(Mailbox *box, MailQueue *q, Mail **place) {
    Mail *mail = mail_take_out(q, place);

    if (mail->kind == MAIL_INTERRUPT)
        atomic_fetch_sub(&box->interrupts, 1);
    box->unread -= bytes_of(mail);
    if (bytes_of(mail) && box->unread < MAILBOX_UNREAD_MAX)
        pthread_cond_broadcast(&box->emptied);
    return mail;
}

/* Removes and returns the oldest interrupt, or NULL. The mailbox must be locked. */
static Mail *take_out_interrupt(Mailbox *box) {
    Mail **place = &box->lines.first;

    while (*place && (*place)->kind != MAIL_INTERRUPT)
        place = &(*place)->next;
    return *place ? take_out(box, &box->lines, place) : NULL;
}

bool mailbox_take_interrupt(Mailbox *box) {
    Mail *mail;
    bool there;

    if (!atomic_load_explicit(&box->interrupts, memory_order_relaxed))
        return false;
    pthread_mutex_lock(&box->lock);
    mail = take_out_interrupt(box);
    pthread_mutex_unlock(&box->lock);
    there = mail != NULL;
    mail_free(mail);
    return there;
}

static Mail *take_oldest(Mailbox *box, bool lines) {
    const Mail *line = lines ? box->lines.first : NULL, *event = box->events.first;
    MailQueue *q;

    if (!lines && atomic_load_explicit(&box->interrupts, memory_order_relaxed))
        return take_out_interrupt(box);
    if (!line && !event)
        return NULL;
    q = line && (!event || line->number < event->number) ? &box->lines : &box->events;
    return take_out(box, q, &q->first);
}

static Mail *take(Mailbox *box, int timeout_ms, bool lines) {
    const struct timespec until = thread_deadline(timeout_ms > 0 ? timeout_ms : 0);
    Mail *mail;

    pthread_mutex_lock(&box->lock);
    while (!(mail = take_oldest(box, lines)) && timeout_ms) {
        if (timeout_ms < 0)
            pthread_cond_wait(&box->filled, &box->lock);
        else if (!thread_cond_wait(&box->filled, &box->lock, &until))
            break;
    }
    pthread_mutex_unlock(&box->lock);
    return mail;
}

Mail *mailbox_take(Mailbox *box, int timeout_ms) {
    return take(box, timeout_ms, true);
}

Mail *mailbox_take_event(Mailbox *box, int timeout_ms) {
    return take(box, timeout_ms, false);
}
