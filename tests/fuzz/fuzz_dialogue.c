/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "fuzz_dialogue.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "chess/movegen.h"
#include "protocol/input.h"

enum { NODES = 20, TIMEOUT_MS = 60000, MEMORY_MEGABYTES = 1 };

/* --- what a fuzzer must not do --------------------------------------------------------------- */

static bool contains(Word line, const char *part) {
    const size_t length = strlen(part);

    for (size_t i = 0; i + length <= line.length; i++)
        if (word_is_any_case((Word){line.at + i, length}, part))
            return true;
    return false;
}

static bool is_name_character(char c) {
    return text_is_digit(c) || (text_lower(c) >= 'a' && text_lower(c) <= 'z');
}

/* Is there a path that may leave the folder? A FEN has slashes only between its ranks. */
static bool has_foreign_path(Word line) {
    for (size_t i = 0; i < line.length; i++)
        if ((line.at[i] == '/' && (!i || !is_name_character(line.at[i - 1]))) ||
            line.at[i] == '~' || line.at[i] == '\\')
            return true;
    return contains(line, "..");
}

/* Is there a number above this one? */
static bool has_number_above(Word line, int most) {
    int64_t n = 0;

    for (size_t i = 0; i < line.length; i++) {
        n = !text_is_digit(line.at[i]) ? 0 : n > most ? n : 10 * n + line.at[i] - '0';
        if (n > most)
            return true;
    }
    return false;
}

static bool takes_long(Word line) {
    static const struct {
        const char *part;
        int most; /* the largest number that is harmless */
    } rows[] = {{"perft", 2},     {"divide", 2},   {"bench", -1},    {"perf", -1},   {"test", -1},
                {"annotate", -1}, {"check", -1},   {"mate", 1},      {"thr", 2},     {"core", 2},
                {"hash", 4},      {"mem", 4},      {"evalfile", -1}, {"source", -1}, {"ini", -1},
                {"analy", -1},    {"search ", -1}, {"drill", -1}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (contains(line, rows[i].part) &&
            (rows[i].most < 0 || has_number_above(line, rows[i].most)))
            return true;
    return false;
}

/* --- talking --------------------------------------------------------------------------------- */

static bool receive(void *context, const char *text, size_t length) {
    FuzzDialogue *d = context;

    for (size_t i = 0; i < length; i++) {
        if (text[i] != '\n') {
            if (d->length < sizeof d->said - 1)
                d->said[d->length++] = text[i];
            continue;
        }
        d->said[d->length] = '\0';
        d->answered |= d->awaited && !strcmp(d->said, d->awaited);
        d->check(d, d->said);
        d->length = 0;
    }
    return true;
}

static void step(FuzzDialogue *d) {
    while (!d->f.leaving && input_step(&d->f, 0))
        ;
}

/* Wait for the end of a search that has a limit; moves of a game that plays itself are enough. */
static void wait_for_search(FuzzDialogue *d) {
    const int64_t start = clock_ms();
    const uint32_t first = d->f.search.number;

    while (!d->f.leaving && !d->f.search.paused && !d->f.search.done && d->f.search.limits.nodes &&
           busy_reports(d->f.search.busy) && d->f.search.number - first < 4) {
        input_step(&d->f, 20);
        PROMISE(clock_ms() - start < TIMEOUT_MS);
    }
}

/* Is one of these commands in the line? */
static bool has_command(Word line, const char *commands) {
    for (Word w = text_word(&line); w.length; w = text_word(&line)) {
        Word rest = word_of(commands);

        for (Word c = text_word(&rest); c.length; c = text_word(&rest))
            if (c.length == w.length && !memcmp(c.at, w.at, w.length))
                return true;
    }
    return false;
}

static void send(FuzzDialogue *d, Word line) {
    Text out = text_in(d->sent, sizeof d->sent);

    d->for_people |= d->people && has_command(line, d->people);

    text_add_word(&out, line);
    if (d->suffix && contains(line, "go")) {
        text_add(&out, d->suffix);
        d->asked++;
    }
    if (!d->f.game.time.nodes || d->f.game.time.nodes > NODES)
        d->f.game.time.nodes = NODES;
    mailbox_send_line(d->f.box, d->sent, out.length, out.full);
    step(d);
    wait_for_search(d);
}

/* The game on the board is legal from its start. */
static void check_game(const GameLine *line) {
    Position now = line->position[0];

    PROMISE(!position_error(&now));
    for (size_t i = 0; i < line->length; i++) {
        Move list[MAX_MOVES];
        const size_t count = movegen_all(&now.board, list);
        Position next;
        size_t at = 0;

        if (line->move[i] == NO_MOVE) {
            now = line->position[i + 1];
            continue;
        }
        while (at < count && list[at] != line->move[i])
            at++;
        PROMISE(at < count);
        position_play(&next, &now, line->move[i]);
        PROMISE(next.key == line->position[i + 1].key);
        now = next;
    }
}

static void finish(FuzzDialogue *d, const char *last) {
    const int64_t start = clock_ms();

    if (!d->f.leaving) {
        Text out = text_in(d->sent, sizeof d->sent);

        check_game(&d->f.game.line);
        text_add(&out, last);
        d->answered = false;
        mailbox_send_line(d->f.box, last, strlen(last), false);
        step(d);
        while (d->awaited && !d->answered && !d->f.leaving) {
            input_step(&d->f, 20);
            PROMISE(clock_ms() - start < TIMEOUT_MS);
        }
    }
    frontend_halt(&d->f);
    frontend_destroy(&d->f);
}

void fuzz_dialogue(FuzzDialogue *d, const Protocol *const *protocols, const uint8_t *data,
                   size_t size, const char *last) {
    Word text = {(const char *)data, size};
    const int before = open(".", O_RDONLY);

    fuzz_init();
    setenv("XDG_STATE_HOME", fuzz_path("state"), 1);
    PROMISE(before >= 0 && !chdir(fuzz_folder()));
    PROMISE(!frontend_init(&d->f, protocols, MEMORY_MEGABYTES, receive, d));
    while (text.length && !d->f.leaving) {
        const Word line = text_until(&text, '\n');

        if (line.length < 1024 && !has_foreign_path(line) && !takes_long(line))
            send(d, line);
    }
    finish(d, last);
    fuzz_clean();
    PROMISE(!fchdir(before));
    close(before);
}
