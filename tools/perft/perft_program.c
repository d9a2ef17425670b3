/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "perft_program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "perft_number.h"
#include "perft_template.h"
#include "tools/common/interrupt.h"
#include "tools/common/memory.h"

enum {
    SLICE_US = 100000, /* how often interrupts are looked for */
    END_MS = 5000,     /* to end after an answer */
    FLOOD_BYTES = 1 << 24,
    LINE_SHOWN = PERFT_LAST_SIZE - 4
};

/* --- commands -------------------------------------------------------------------------------- */

/* The length of a name before '=', 0 if there is none. */
static size_t name_length(const char *text) {
    size_t n = 0;

    while (text_is_digit(text[n]) || (text_lower(text[n]) >= 'a' && text_lower(text[n]) <= 'z') ||
           text_is_among(text[n], "._+-"))
        n++;
    return text[n] == '=' ? n : 0;
}

bool perft_program_looks(const char *text) {
    return name_length(text) || perft_template_looks(text);
}

bool perft_program_read(PerftProgram *p, const char *text, Text *error) {
    const size_t length = name_length(text);
    const char *lacks;

    *p = (PerftProgram){.command = text + length + 1};
    if (!length || length > PERFT_NAME_MAX) {
        text_addf(
            error,
            "a program needs a name of 1 to %d letters, digits or . _ + - before its command, "
            "NAME=COMMAND: ",
            PERFT_NAME_MAX);
        text_add_quoted(error, word_of(text), 80);
        return false;
    }
    p->name = memory_text(text, length);
    if (!strncmp(p->command, "uci:", 4)) {
        p->uci = true;
        p->command += 4;
    }
    p->word = process_words(p->command);
    if (!p->word)
        text_addf(error, "a quote is not closed in the command of %s", p->name);
    else if (!*p->word || !**p->word)
        text_addf(error, "the command of %s is empty", p->name);
    else if (!p->uci && (lacks = perft_template_lacks(p->command)))
        text_addf(error, "the command of %s has no %s; a UCI engine is written %s=uci:COMMAND",
                  p->name, lacks, p->name);
    return !error->length;
}

void perft_program_free(PerftProgram *p) {
    free(p->name);
    free(p->word);
}

/* --- answers --------------------------------------------------------------------------------- */

static bool digit_at(Word line, size_t i) {
    return i < line.length && text_is_digit(line.at[i]);
}

static bool letter_at(Word line, size_t i) {
    return i < line.length && text_lower(line.at[i]) >= 'a' && text_lower(line.at[i]) <= 'z';
}

/* Is it a part of something else, of "d4" or "3.5"? i - 1 may wrap around, which is no index. */
static bool is_part(Word line, size_t start, size_t end) {
    return letter_at(line, start - 1) || letter_at(line, end) ||
           (start >= 2 && line.at[start - 1] == '.' && digit_at(line, start - 2)) ||
           (end < line.length && line.at[end] == '.' && digit_at(line, end + 1));
}

/* Is there a number that is this one, or beyond 64 bits? */
static bool has_number(Word line, uint64_t number, bool beyond) {
    for (size_t start = 0; start < line.length; start++) {
        Word rest = {line.at + start, line.length - start};
        const size_t begin = start;
        uint64_t n;
        bool large;

        if (!perft_number_read(&rest, &n, &large))
            continue;
        start = (size_t)(rest.at - line.at);
        if (large == beyond && (large || n == number) && !is_part(line, begin, start))
            return true;
    }
    return false;
}

bool perft_answer_has(Word line, uint64_t number) {
    return has_number(line, number, false);
}

bool perft_answer_is_beyond(Word line) {
    return has_number(line, 0, true);
}

/* --- asking ---------------------------------------------------------------------------------- */

/* What is seen of an answer. */
typedef struct {
    bool found;
    bool beyond;  /* a number beyond 64 bits was */
    bool lingers; /* it had to be ended after its answer */
    char last[PERFT_LAST_SIZE];
} Seen;

static void look_at(Seen *s, Word line, uint64_t nodes) {
    Text last;

    line = text_rest(line);
    if (!line.length)
        return;
    last = text_in(s->last, sizeof s->last);
    text_add_quoted(&last, line, LINE_SHOWN);
    s->beyond |= perft_answer_is_beyond(line);
    s->found |= perft_answer_has(line, nodes);
}

/* Read all of an answer. PERFT_RIGHT: to its end, whatever it is. */
static PerftOutcomeKind read_all(Process *process, Seen *seen, const PerftQuestion *q) {
    const int64_t deadline = clock_us() + q->timeout_s * 1000000;
    Word line;

    for (;;) {
        const int64_t slice = min64(deadline, clock_us() + SLICE_US);
        const ReadResult got = process_read(process, &line, slice);

        if (got == READ_LINE)
            look_at(seen, line, q->nodes);
        if (got == READ_END) {
            look_at(seen, process_remainder(process), q->nodes);
            return PERFT_RIGHT;
        }
        if (interrupt_pending())
            return PERFT_STOPPED;
        if (process->received > FLOOD_BYTES)
            return PERFT_FLOOD;
        if (clock_us() >= deadline)
            return PERFT_LATE;
    }
}

static void add_last(Text *out, const char *said, const char *last) {
    if (*said) {
        text_add(out, ", on standard error \"");
        text_add_quoted(out, word_of(said), LINE_SHOWN);
        text_add_char(out, '"');
    } else if (last && *last) {
        text_addf(out, ", last line \"%s\"", last);
    } else if (last) {
        text_add(out, ", it printed nothing");
    }
}

void perft_add_end(Text *out, const ProcessEnd *end, const char *last) {
    if (end->killed)
        text_add(out, "it closed its output");
    else if (end->signal)
        text_addf(out, "signal %d", end->signal);
    else
        text_addf(out, "exit status %d", end->status);
    add_last(out, end->said, last);
}

/* Describe an answer that is not right. */
static void explain(PerftOutcome *o, const Seen *seen, const ProcessEnd *end,
                    const PerftQuestion *q) {
    Text why = text_in(o->why, sizeof o->why);

    if (o->kind == PERFT_DIED) {
        perft_add_end(&why, end, seen->last);
        return;
    }
    if (o->kind == PERFT_WRONG)
        text_addf(&why, "%" PRIu64 " is not in its answer%s", q->nodes,
                  seen->beyond ? ", but a number beyond 64 bits" : "");
    else if (o->kind == PERFT_FLOOD)
        text_addf(&why, "more than %d MB", FLOOD_BYTES >> 20);
    else if (seen->lingers)
        text_add(&why, "it still ran seconds after its answer");
    else
        text_addf(&why, "it was ended after %" PRId64 " s", q->timeout_s);
    add_last(&why, *seen->last ? "" : end->said, seen->last);
}

/* By the client of --check, which finds out how an engine counts and keeps that in *p. */
static void ask_engine(PerftProgram *p, const PerftQuestion *q, PerftOutcome *outcome) {
    const PerftPlace place = {.fen = q->fen, .root = *q->position, .here = *q->position};
    PerftAnswer *answer = memory_new(1, sizeof *answer);
    PerftEngine *e = &p->engine;
    Text why = text_in(outcome->why, sizeof outcome->why);
    const char *error;

    e->command = p->command;
    e->protocol = PERFT_UCI;
    e->chess960 = q->chess960;
    e->timeout_ms = q->timeout_s * 1000;
    if (!(error = perft_engine_open(e))) {
        error = perft_engine_count(e, &place, q->depth, answer);
        perft_engine_close(e);
    }
    outcome->us = e->us;
    outcome->kind = interrupt_pending()         ? PERFT_STOPPED
                    : error                     ? e->fault
                    : answer->total != q->nodes ? PERFT_WRONG
                                                : PERFT_RIGHT;
    if (error)
        text_add(&why, error);
    else
        text_addf(&why, "%" PRIu64 " instead of %" PRIu64, answer->total, q->nodes);
    free(answer);
}

void perft_program_ask(PerftProgram *p, const PerftQuestion *q, const Guard *guard,
                       PerftOutcome *outcome) {
    const PerftFilling filling = {.fen = q->fen, .depth = q->depth};
    char **filled;
    Seen seen = {.found = false};
    const char *error;
    Process process;
    ProcessEnd end;
    const int64_t grace_ms = min64(END_MS, q->timeout_s * 1000);
    int64_t ending;

    *outcome = (PerftOutcome){.kind = PERFT_ABSENT};
    if (p->uci) {
        ask_engine(p, q, outcome);
        return;
    }
    filled = perft_template_fill(p->word, &filling);
    error = process_start_words(&process, filled, guard, NULL, NULL);
    free(filled);
    if (error) {
        Text why = text_in(outcome->why, sizeof outcome->why);

        if (p->word && *p->word) {
            text_add_quoted(&why, word_of(*p->word), LINE_SHOWN);
            text_add(&why, ": ");
        }
        text_add(&why, error);
        return;
    }
    process_close_input(&process);
    outcome->kind = read_all(&process, &seen, q);
    ending = clock_ms();
    end = process_end(&process, outcome->kind == PERFT_RIGHT ? grace_ms : 0);
    outcome->us = end.processor_us;
    memcpy(outcome->last, seen.last, sizeof outcome->last);
    if (outcome->kind == PERFT_RIGHT) {
        seen.lingers = end.signal == PROCESS_KILLED && clock_ms() - ending >= grace_ms;
        if (seen.lingers)
            outcome->kind = PERFT_LATE;
        else if (!seen.found)
            outcome->kind = end.status || end.signal ? PERFT_DIED : PERFT_WRONG;
    }
    if (outcome->kind != PERFT_RIGHT && outcome->kind != PERFT_STOPPED)
        explain(outcome, &seen, &end, q);
}
