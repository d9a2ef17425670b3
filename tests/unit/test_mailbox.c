/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of mailbox.h: order, contents, waiting, several senders, floods, exhausted memory. */
#define _DEFAULT_SOURCE /* syscall() */
#include "protocol/mailbox.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "exhaust.h"
#include "tests.h"

START_TEST(order_and_kinds) {
    Mailbox *box = mailbox_new();
    EngineEvent event = {.kind = ENGINE_DONE, .search = 7};
    static const MailKind kinds[] = {MAIL_LINE, MAIL_EVENT, MAIL_TOO_LONG, MAIL_LINE, MAIL_END};

    mailbox_send_line(box, "first", 5, false);
    mailbox_send_event(box, &event);
    mailbox_send_line(box, "a\0b", 3, true);
    mailbox_send_line(box, "", 0, false);
    mailbox_send_end(box);
    for (int i = 0; i < ROWS(kinds); i++) {
        Mail *mail = mailbox_take(box, 0);
        ck_assert_ptr_nonnull(mail);
        ck_assert_int_eq(mail->kind, kinds[i]);
        ck_assert_ptr_null(mail->next);
        if (i == 0)
            ck_assert_str_eq(mail->text, "first");
        if (i == 1)
            ck_assert_uint_eq(mail->event->search, 7);
        if (i == 2)
            ck_assert(mail->length == 3 && !memcmp(mail->text, "a\0b", 4));
        if (i == 3)
            ck_assert(mail->length == 0 && !*mail->text);
        mail_free(mail);
    }
    ck_assert_ptr_null(mailbox_take(box, 0));
    /* an empty mailbox can be filled again */
    mailbox_send_line(box, "again", 5, false);
    mail_free(mailbox_take(box, 0));
    ck_assert_ptr_null(mailbox_take(box, 0));
    mailbox_free(box);
}

START_TEST(unread_mail_is_freed) {
    Mailbox *box = mailbox_new();
    EngineEvent event = {.kind = ENGINE_INFO};

    for (int i = 0; i < 10; i++) {
        mailbox_send_line(box, "left", 4, false);
        mailbox_send_event(box, &event);
    }
    mailbox_free(box);
    mailbox_free(NULL);
    mail_free(NULL);
}

START_TEST(waiting) {
    Mailbox *box = mailbox_new();
    const int64_t start = clock_ms();

    ck_assert_ptr_null(mailbox_take(box, 30));
    ck_assert_int_ge(clock_ms() - start, 20);
    mailbox_free(box);
}

static atomic_int asked_wall_clock;

/* Replaces the library function. */
int clock_gettime(clockid_t clock, struct timespec *now) {
    struct timespec read = {0}; /* the memory sanitizer does not see what a system call writes */
    int result;

    if (clock == CLOCK_REALTIME)
        atomic_fetch_add(&asked_wall_clock, 1);
    result = (int)syscall(SYS_clock_gettime, clock, &read);
    *now = read;
    return result;
}

/* Setting the time of day must not change how long a wait lasts. */
START_TEST(wall_clock_is_not_used) {
    Mailbox *box = mailbox_new();
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    ck_assert_int_eq(atomic_exchange(&asked_wall_clock, 0), 1);
    ck_assert_ptr_null(mailbox_take(box, 30));
    ck_assert_int_eq(atomic_load(&asked_wall_clock), 0);
    mailbox_free(box);
}

/* Events can be taken before older lines. */
START_TEST(events_before_lines) {
    Mailbox *box = mailbox_new();
    EngineEvent event = {.kind = ENGINE_INFO, .search = 1};
    Mail *mail;

    mailbox_send_line(box, "first", 5, false);
    ck_assert_ptr_null(mailbox_take_event(box, 0));
    mailbox_send_event(box, &event);
    mailbox_send_line(box, "second", 6, false);
    mail = mailbox_take_event(box, -1);
    ck_assert_int_eq(mail->kind, MAIL_EVENT);
    mail_free(mail);
    ck_assert_ptr_null(mailbox_take_event(box, 0));
    mailbox_send_event(box, &event);
    mailbox_send_interrupt(box, "now"); /* a receiver of events gets an interrupt at once */
    for (int i = 0; i < 2; i++) {
        mail = mailbox_take_event(box, 0);
        ck_assert_int_eq(mail->kind, i ? MAIL_EVENT : MAIL_INTERRUPT);
        mail_free(mail);
    }
    for (int i = 0; i < 2; i++) {
        mail = mailbox_take(box, 0);
        ck_assert_str_eq(mail->text, i ? "second" : "first");
        mail_free(mail);
    }
    mailbox_free(box);
}

/* An interrupt is taken early, or in its turn, but only once. */
START_TEST(interrupts) {
    Mailbox *box = mailbox_new();
    Mail *mail;

    ck_assert(!mailbox_take_interrupt(box));
    for (int i = 0; i < 3; i++) {
        mailbox_send_line(box, "line", 4, false);
        mailbox_send_interrupt(box, "stop");
    }
    ck_assert(mailbox_take_interrupt(box));
    for (int i = 0; i < 3; i++) {
        mail = mailbox_take(box, 0);
        ck_assert_str_eq(mail->text, i < 2 ? "line" : "stop");
        ck_assert_int_eq(mail->kind, i < 2 ? MAIL_LINE : MAIL_INTERRUPT);
        mail_free(mail);
    }
    ck_assert(mailbox_take_interrupt(box)); /* the last in the queue */
    ck_assert(!mailbox_take_interrupt(box));
    mailbox_send_line(box, "more", 4, false);
    for (int i = 0; i < 2; i++) {
        mail = mailbox_take(box, 0);
        ck_assert_str_eq(mail->text, i ? "more" : "line");
        mail_free(mail);
    }
    ck_assert_ptr_null(mailbox_take(box, 0));
    mailbox_free(box);
}

/* Ten times as many bytes of lines as may be unread, and the number of lines sent. */
enum { FLOOD = 400, FLOOD_LINE = MAILBOX_UNREAD_MAX / 40 };

typedef struct {
    Mailbox *box;
    atomic_int sent;
} Flood;

static void *send_flood(void *context) {
    Flood *flood = context;
    char *text = calloc(1, FLOOD_LINE);

    for (int i = 0; i < FLOOD; i++) {
        memcpy(text, &i, sizeof i);
        mailbox_send_line(flood->box, text, FLOOD_LINE, false);
        atomic_fetch_add(&flood->sent, 1);
    }
    free(text);
    mailbox_send_end(flood->box);
    return NULL;
}

/* Senders of lines wait while too many are unread; the engine never waits. Nothing is lost. */
START_TEST(too_many_lines) {
    Flood flood = {.box = mailbox_new()};
    EngineEvent event = {.kind = ENGINE_INFO};
    pthread_t thread;
    Mail *mail;

    ck_assert_int_eq(pthread_create(&thread, NULL, send_flood, &flood), 0);
    for (int taken = 0; taken < FLOOD; taken++) {
        int i;

        if (taken % 50 == 0) {
            while (atomic_load(&flood.sent) < taken + 39 && atomic_load(&flood.sent) < FLOOD)
                clock_sleep_ms(1);
            clock_sleep_ms(20); /* enough time to go on, if the sender did not wait */
            mailbox_send_interrupt(flood.box, "stop"); /* an interrupt never waits */
            ck_assert(mailbox_take_interrupt(flood.box));
        }
        CLAIM(atomic_load(&flood.sent) <= taken + 41, "%d lines are unread",
              atomic_load(&flood.sent) - taken);
        mailbox_send_event(flood.box, &event);
        while ((mail = mailbox_take(flood.box, -1))->kind == MAIL_EVENT)
            mail_free(mail);
        memcpy(&i, mail->text, sizeof i);
        CLAIM(mail->kind == MAIL_LINE && i == taken, "line %d came instead of %d", i, taken);
        mail_free(mail);
    }
    while ((mail = mailbox_take(flood.box, -1))->kind == MAIL_EVENT)
        mail_free(mail);
    ck_assert_int_eq(mail->kind, MAIL_END);
    mail_free(mail);
    pthread_join(thread, NULL);
    mailbox_free(flood.box);
}

/* Without memory the end of a search still arrives, once for each reservation. */
START_TEST(done_is_never_lost) {
    const EngineEvent info = {.kind = ENGINE_INFO, .search = 1},
                      done = {.kind = ENGINE_DONE, .search = 1};
    Mailbox *box = mailbox_new();
    void *all;
    Mail *mail;

    ck_assert(mailbox_reserve(box, ENGINE_DONE) && mailbox_reserve(box, ENGINE_DONE));
    all = exhaust_begin();
    if (MEMORY_CAN_RUN_OUT)
        mailbox_send_event(box, &info);
    mailbox_send_event(box, &done);
    exhaust_end(all);
    mail = mailbox_take(box, 0);
    ck_assert_ptr_nonnull(mail);
    ck_assert_int_eq(mail->event->kind, ENGINE_DONE);
    mail_free(mail);
    ck_assert_ptr_null(mailbox_take(box, 0));
    mailbox_free(box);
}

/* Without memory a line is lost, which is reported in its place; later lines arrive. */
START_TEST(lost_lines_are_reported) {
    static const MailKind kinds[] = {MAIL_LINE, MAIL_LOST, MAIL_LINE, MAIL_LOST, MAIL_LINE};
    Mailbox *box = mailbox_new();

    mailbox_send_line(box, "before", 6, false);
    for (int i = 0; i < 2; i++) {
        void *all = exhaust_begin();

        mailbox_send_line(box, "lost", 4, false);
        mailbox_send_line(box, "lost, too", 9, false);
        exhaust_end(all);
        mailbox_send_line(box, "after", 5, false);
    }
    for (int i = 0; i < ROWS(kinds) && MEMORY_CAN_RUN_OUT; i++) {
        Mail *mail = mailbox_take(box, 0);

        CLAIM(mail && mail->kind == kinds[i], "mail %d: %d", i, mail ? (int)mail->kind : -1);
        mail_free(mail);
    }
    mailbox_free(box);
}

enum { SENDERS = 4, EACH = 5000 };

typedef struct {
    Mailbox *box;
    int id;
} Sender;

static void *send_many(void *context) {
    const Sender *s = context;

    for (int i = 0; i < EACH; i++) {
        char line[32];
        const int n = snprintf(line, sizeof line, "%d %d", s->id, i);
        mailbox_send_line(s->box, line, (size_t)n, false);
    }
    return NULL;
}

/* All messages arrive, those of each sender in order. */
START_TEST(many_senders) {
    Mailbox *box = mailbox_new();
    pthread_t thread[SENDERS];
    Sender sender[SENDERS];
    int next[SENDERS] = {0};

    for (int i = 0; i < SENDERS; i++) {
        sender[i] = (Sender){box, i};
        ck_assert_int_eq(pthread_create(&thread[i], NULL, send_many, &sender[i]), 0);
    }
    for (int n = 0; n < SENDERS * EACH; n++) {
        Mail *mail = mailbox_take(box, -1);
        int id, i;
        CLAIM(sscanf(mail->text, "%d %d", &id, &i) == 2 && id < SENDERS, "%s", mail->text);
        CLAIM(next[id] == i, "sender %d: %d came instead of %d", id, i, next[id]);
        next[id]++;
        mail_free(mail);
    }
    for (int i = 0; i < SENDERS; i++)
        pthread_join(thread[i], NULL);
    ck_assert_ptr_null(mailbox_take(box, 0));
    mailbox_free(box);
}

int main(void) {
    return tests_run("mailbox");
}
