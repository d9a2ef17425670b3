/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "mailbox.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct Mailbox {
    pthread_mutex_t lock; /* guards the queue */
    pthread_cond_t filled;
    Mail *first, **end;
    Mail *last; /* MAIL_END, made beforehand so that it cannot be lost; NULL once sent */
};

Mailbox *mailbox_new(void) {
    Mailbox *box = calloc(1, sizeof *box);

    if (!box || !(box->last = calloc(1, sizeof *box->last))) {
        free(box);
        return NULL;
    }
    box->last->kind = MAIL_END;
    pthread_mutex_init(&box->lock, NULL);
    pthread_cond_init(&box->filled, NULL);
    box->end = &box->first;
    return box;
}

void mailbox_free(Mailbox *box) {
    if (!box)
        return;
    while (box->first) {
        Mail *mail = box->first;
        box->first = mail->next;
        mail_free(mail);
    }
    mail_free(box->last);
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

static void append(Mailbox *box, Mail *mail) {
    pthread_mutex_lock(&box->lock);
    *box->end = mail;
    box->end = &mail->next;
    pthread_cond_signal(&box->filled);
    pthread_mutex_unlock(&box->lock);
}

void mailbox_send_line(Mailbox *box, const char *text, size_t length, bool too_long) {
    Mail *mail = calloc(1, sizeof *mail);

    if (mail && !(mail->text = malloc(length + 1))) {
        free(mail);
        mail = NULL;
    }
    if (!mail)
        return;
    if (length)
        memcpy(mail->text, text, length);
    mail->text[length] = '\0';
    mail->length = length;
    mail->kind = too_long ? MAIL_TOO_LONG : MAIL_LINE;
    append(box, mail);
}

void mailbox_send_event(Mailbox *box, const EngineEvent *event) {
    Mail *mail = calloc(1, sizeof *mail);

    if (mail && !(mail->event = malloc(sizeof *mail->event))) {
        free(mail);
        mail = NULL;
    }
    if (!mail)
        return;
    *mail->event = *event;
    mail->kind = MAIL_EVENT;
    append(box, mail);
}

void mailbox_send_end(Mailbox *box) {
    Mail *mail = box->last;

    box->last = NULL;
    if (mail)
        append(box, mail);
}

Mail *mailbox_take(Mailbox *box, int timeout_ms) {
    struct timespec until;
    Mail *mail;

    clock_gettime(CLOCK_REALTIME, &until);
    if (timeout_ms > 0) {
        until.tv_sec += timeout_ms / 1000;
        until.tv_nsec += timeout_ms % 1000 * 1000000L;
        if (until.tv_nsec >= 1000000000L) {
            until.tv_sec++;
            until.tv_nsec -= 1000000000L;
        }
    }
    pthread_mutex_lock(&box->lock);
    while (!box->first && timeout_ms) {
        if (timeout_ms < 0)
            pthread_cond_wait(&box->filled, &box->lock);
        else if (pthread_cond_timedwait(&box->filled, &box->lock, &until))
            break;
    }
    if ((mail = box->first)) {
        box->first = mail->next;
        if (!box->first)
            box->end = &box->first;
        mail->next = NULL;
    }
    pthread_mutex_unlock(&box->lock);
    return mail;
}
