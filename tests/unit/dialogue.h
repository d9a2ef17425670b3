/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conversations with a frontend in memory: input lines go to its mailbox, and its output is
 * recorded and checked line by line. No process is started.
 */
#ifndef ALULA_DIALOGUE_H
#define ALULA_DIALOGUE_H

#include "base/clock.h"
#include "nets.h"
#include "protocol/frontend.h"
#include "protocol/input.h"
#include "protocol/limits.h"
#include "tests.h"

typedef struct Talk Talk;

/* Checks a line of output, without its line feed, at the time when the frontend writes the line. */
typedef void TalkCheck(Talk *t, const char *line);

struct Talk {
    Frontend f;
    char *said; /* all output, with line feeds */
    size_t length, capacity;
    size_t line; /* start of the current line of output */
    TalkCheck *check;
    const char *sent; /* the last line of input, for messages */
    bool hold;        /* handle the next line together with the one after it */
    int moves;        /* lines that made a move */
    char net[40];     /* path of a network file, removed at the end; "": no file */

    /* for the checks of CECP */
    bool may_move;            /* the input allows the engine to move */
    char pings[256][24];      /* pings to answer, the oldest first */
    size_t asked, answered;   /* ring buffer indices */
    uint32_t search;          /* the search of the last line of thinking output */
    long depth, centiseconds; /* UCI: milliseconds */
    bool failed_low;          /* the last line was an upper bound */
    unsigned long long nodes;
    char pv_move[NOTATION_SIZE]; /* in coordinates; empty after a move was made */
};

enum { TALK_TIMEOUT_MS = 240000 };

static inline bool talk_receive(void *context, const char *text, size_t length) {
    Talk *t = context;

    for (size_t i = 0; i < length; i++) {
        if (t->length + 2 > t->capacity) {
            t->capacity = t->capacity ? 2 * t->capacity : 4096;
            t->said = realloc(t->said, t->capacity);
            ck_assert_ptr_nonnull(t->said);
        }
        t->said[t->length] = text[i];
        t->said[t->length + 1] = '\0';
        if (text[i] == '\n') {
            t->said[t->length] = '\0';
            if (t->check)
                t->check(t, t->said + t->line);
            t->said[t->length] = '\n';
            t->line = t->length + 1;
        }
        t->length++;
    }
    return true;
}

/* Starts a conversation. *t must not be moved afterwards, as the frontend knows its address. */
static inline void talk_start(Talk *t, const Protocol *const *protocols, TalkCheck *check) {
    const char *error;

    memset(t, 0, sizeof *t);
    t->check = check;
    t->said = calloc(1, 2);
    t->capacity = 2;
    t->sent = "";
    error = frontend_init(&t->f, protocols, 8, talk_receive, t);
    ck_assert_msg(!error, "%s", error);
}

static inline void talk_end(Talk *t) {
    frontend_halt(&t->f);
    frontend_destroy(&t->f);
    free(t->said);
    t->said = NULL;
    if (*t->net)
        remove(t->net);
}

/* Handles all messages that have arrived. */
static inline void talk_step(Talk *t) {
    while (!t->f.leaving &&
           (input_step(&t->f, 0) || (t->f.queue.awaiting_memory && input_step(&t->f, -1))))
        ;
}

/* Sends a line, and handles it and all other messages. */
static inline void talk_send(Talk *t, const char *line) {
    tests_row_is(line);
    t->sent = line;
    mailbox_send_line(t->f.box, line, strlen(line), false);
    if (!t->hold)
        talk_step(t);
    t->hold = false;
}

static inline void talk_check_timeout(const Talk *t, int64_t start) {
    CLAIM(clock_ms() - start < TALK_TIMEOUT_MS, "nothing comes after \"%s\"; said:\n%s", t->sent,
          t->said);
}

/* Waits until no move and no hint is due, and no line waits for an analysis. */
static inline void talk_wait(Talk *t) {
    const int64_t start = clock_ms();

    while (!t->f.leaving &&
           (busy_reports(t->f.search.busy) ||
            (t->f.search.busy == ANALYZING && t->f.queue.waiting.first && !t->f.search.done))) {
        input_step(&t->f, 100);
        talk_check_timeout(t, start);
    }
    talk_step(t);
}

/* Waits for the first line of the search, or its end. */
static inline void talk_wait_info(Talk *t) {
    const int64_t start = clock_ms();

    while (!t->f.leaving && t->f.search.busy != IDLE && !t->f.search.done &&
           !t->f.search.info.pv_length) {
        input_step(&t->f, 100);
        talk_check_timeout(t, start);
    }
}

/* Waits until the output contains this text. */
static inline void talk_wait_said(Talk *t, const char *text) {
    const int64_t start = clock_ms();

    while (!t->f.leaving && !strstr(t->said, text)) {
        input_step(&t->f, 100);
        talk_check_timeout(t, start);
    }
}

/* Waits for the end of a search whose result is not needed. */
static inline void talk_wait_done(Talk *t) {
    const int64_t start = clock_ms();

    while (!t->f.leaving && t->f.search.busy != IDLE && !t->f.search.done) {
        input_step(&t->f, 100);
        talk_check_timeout(t, start);
    }
}

/*
 * Posts a legal move: the expected one when pondering, else the first that does not end the game.
 */
static inline void talk_send_move(Talk *t, bool expected) {
    const Position *p = gameline_now(&t->f.game.line);
    Move list[MAX_MOVES], m = t->f.search.expected;
    const size_t count = movegen_all(&p->board, list);
    const uint32_t search = t->f.search.number;
    char buffer[32];
    Text text = text_in(buffer, sizeof buffer);

    if (expected) {
        ck_assert_msg(t->f.search.busy == PONDERING, "nothing is pondered on; said:\n%s", t->said);
    } else {
        const bool pondering = t->f.search.busy == PONDERING;
        for (size_t i = 0; i < count; i++) {
            Position next;
            position_play(&next, p, m = list[i]);
            if ((!pondering || m != t->f.search.expected) && movegen_count(&next.board) &&
                !position_insufficient_material(&next))
                break;
        }
    }
    text_add(&text, "usermove ");
    notation_write(&text, p, m);
    t->may_move = true;
    mailbox_send_line(t->f.box, buffer, text.length, false);
    talk_step(t);
    /* knowledge about other positions is useless */
    if (!expected && search)
        CLAIM(t->f.search.number != search,
              "the search goes on after a move that was not expected");
}

/*
 * Sends a line followed by the name of a book, which has 1. e4 (weight 3) or d4 (1), 1. e4 e5 (1),
 * and knights that move back and forth. The file is removed at once, as the engine keeps it open.
 */
static inline void talk_send_book(Talk *t, const char *line) {
    static const struct {
        const char *fen;
        Square from, to;
        uint16_t weight;
    } rows[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", E2, E4, 3},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", D2, D4, 1},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", E7, E5, 1},
        {"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", G8, F6, 1},
        {"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1", F6, G8, 1},
    };
    BookEntry entry[ROWS(rows)];
    char path[] = "/tmp/alula-book-XXXXXX", whole[200];
    const int number = mkstemp(path);
    FILE *file = number < 0 ? NULL : fdopen(number, "wb");

    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < ROWS(rows); i++) {
        const Position p = tests_position(rows[i].fen, false);
        entry[i] = (BookEntry){.key = book_key(&p, NO_SQUARE),
                               .move = book_encode(move_make(rows[i].from, rows[i].to, NO_PIECE)),
                               .weight = rows[i].weight};
    }
    qsort(entry, ROWS(rows), sizeof *entry, book_compare);
    for (int i = 0; i < ROWS(rows); i++) {
        uint8_t bytes[BOOK_ENTRY_BYTES];
        book_pack(bytes, &entry[i]);
        ck_assert_uint_eq(fwrite(bytes, sizeof bytes, 1, file), 1);
    }
    ck_assert_int_eq(fclose(file), 0);
    snprintf(whole, sizeof whole, "%s%s", line, path);
    mailbox_send_line(t->f.box, whole, strlen(whole), false);
    talk_step(t);
    remove(path);
}

/*
 * Sends a line followed by the name of a file with a random network; the line may be handled later.
 */
static inline void talk_send_net(Talk *t, const char *line) {
    char whole[200];

    if (!*t->net) {
        size_t size;
        uint8_t *bytes = nets_file(64, 2, 9, false, &size);
        FILE *file;
        int number;

        strcpy(t->net, "/tmp/alula-net-XXXXXX");
        number = mkstemp(t->net);
        file = number < 0 ? NULL : fdopen(number, "wb");
        ck_assert_ptr_nonnull(file);
        ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
        ck_assert_int_eq(fclose(file), 0);
        free(bytes);
    }
    snprintf(whole, sizeof whole, "%s%s", line, t->net);
    mailbox_send_line(t->f.box, whole, strlen(whole), false);
    talk_step(t);
}

/* Runs a line of a table that is a command for the test itself: a word in parentheses. */
static inline bool talk_directive(Talk *t, const char *line) {
    if (!strcmp(line, "(wait)"))
        talk_wait(t);
    else if (!strcmp(line, "(info)"))
        talk_wait_info(t);
    else if (!strncmp(line, "(said) ", 7))
        talk_wait_said(t, line + 7);
    else if (!strcmp(line, "(delay)"))
        clock_sleep_ms(50), talk_step(t);
    else if (!strcmp(line, "(done)"))
        talk_wait_done(t);
    else if (!strcmp(line, "(hit)"))
        talk_send_move(t, true);
    else if (!strcmp(line, "(miss)") || !strcmp(line, "(reply)"))
        talk_send_move(t, false);
    else if (!strncmp(line, "(book) ", 7))
        talk_send_book(t, line + 7);
    else if (!strncmp(line, "(net) ", 6))
        talk_send_net(t, line + 6);
    else if (!strcmp(line, "(ctrl-c)")) /* handled by the next command, or later */
        mailbox_send_interrupt(t->f.box, "\x03");
    else if (!strcmp(line, "(speaks)")) /* waits until no output is held back */
        while (t->f.queue.wake_ms)
            input_step(&t->f, 100);
    else if (!strcmp(line, "(hold)"))
        t->hold = true;
    else if (!strcmp(line, "(end)"))
        mailbox_send_end(t->f.box), talk_step(t);
    else if (!strcmp(line, "(long)"))
        mailbox_send_line(t->f.box, "ping 1 and much more", 20, true), talk_step(t);
    else
        return false;
    return true;
}

/*
 * Runs the same search with the embedded network, another one, and the embedded one again: the
 * other network must be used, and must leave no trace. `set` is the text before the file name,
 * `unset` the line that restores the default.
 */
static inline void talk_switch_networks(Talk *t, const char *const *search, const char *set,
                                        const char *unset) {
    uint64_t nodes[3];
    int score[3];

    for (int i = 0; i < 3; i++) {
        if (i == 1)
            talk_send_net(t, set);
        else if (i == 2)
            talk_send(t, unset);
        ck_assert_int_eq(t->f.net != NULL, i == 1);
        for (const char *const *line = search; *line; line++)
            talk_send(t, *line);
        talk_wait(t);
        nodes[i] = t->f.search.info.nodes;
        score[i] = t->f.search.info.score;
    }
    CLAIM(nodes[0] != nodes[1], "the network says nothing:\n%s",
          t->said); /* equal scores are possible */
    CLAIM(nodes[0] == nodes[2] && score[0] == score[2], "the network stays:\n%s", t->said);
}

/*
 * Checks that a search at limited strength searches nodes, but no more than the level of this
 * rating allows. `lines`, terminated by NULL, set the level and start the search.
 */
static inline void talk_expect_level(Talk *t, const char *const *lines, int elo) {
    t->may_move = true;
    for (; *lines; lines++)
        talk_send(t, *lines);
    talk_wait(t);
    ck_assert_int_eq(t->moves, 1);
    ck_assert_uint_gt(t->f.search.info.nodes, 0);
    /* the weakest levels still complete depth 1 */
    ck_assert_uint_le(t->f.search.info.nodes,
                      level_of(elo).nodes > 1000 ? level_of(elo).nodes : 1000);
}

/* Checks that the running analysis or hint is not limited to the level of this rating. */
static inline void talk_expect_no_level(Talk *t, int elo) {
    const int64_t start = clock_ms();

    while (t->f.search.busy != IDLE && !t->f.search.done &&
           t->f.search.info.nodes <= level_of(elo).nodes + 1000) {
        input_step(&t->f, 100);
        talk_check_timeout(t, start);
    }
    ck_assert_uint_gt(t->f.search.info.nodes, level_of(elo).nodes);
}

/*
 * Checks that the output contains all texts of `say` in this order, and none of `never`. A text
 * that begins with '=' is the whole output. Both lists end with NULL.
 */
static inline void talk_expect(const Talk *t, const char *const *say, const char *const *never) {
    const char *at = t->said;

    for (; *say; say++) {
        const char *found;
        if (**say == '=') {
            CLAIM(!strcmp(t->said, *say + 1), "expected all of\n%s\nsaid:\n%s", *say + 1, t->said);
            continue;
        }
        found = strstr(at, *say);
        CLAIM(found, "expected \"%s\" in\n%s\nof\n%s", *say, at, t->said);
        at = found + strlen(*say);
    }
    for (; *never; never++)
        CLAIM(!strstr(t->said, *never), "never expected \"%s\", said:\n%s", *never, t->said);
}

#endif
