/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of mailbox.h: order, bytes, waiting, many senders. */
#include "mailbox.h"

#include <pthread.h>

#include "clock.h"
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
    /* it can be filled again after it was empty */
    mailbox_send_line(box, "again", 5, false);
    mail_free(mailbox_take(box, 0));
    ck_assert_ptr_null(mailbox_take(box, 0));
    mailbox_free(box);
}
END_TEST

START_TEST(what_is_left_is_freed) {
    Mailbox *box = mailbox_new();
    EngineEvent event = {.kind = ENGINE_THOUGHT};

    for (int i = 0; i < 10; i++) {
        mailbox_send_line(box, "left", 4, false);
        mailbox_send_event(box, &event);
    }
    mailbox_free(box);
    mailbox_free(NULL);
    mail_free(NULL);
}
END_TEST

START_TEST(waiting) {
    Mailbox *box = mailbox_new();
    const int64_t start = clock_ms();

    ck_assert_ptr_null(mailbox_take(box, 30));
    ck_assert_int_ge(clock_ms() - start, 20);
    mailbox_free(box);
}
END_TEST

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

/* Everything arrives, and what one sender sent arrives in order. */
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
END_TEST

int main(void) {
    Suite *suite = suite_create("mailbox");
    TCase *tests = tests_case(suite);

    tcase_add_test(tests, order_and_kinds);
    tcase_add_test(tests, what_is_left_is_freed);
    tcase_add_test(tests, waiting);
    tcase_add_test(tests, many_senders);
    return tests_run(suite);
}
