/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "perft_count.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "tools/common/interrupt.h"
#include "tools/common/tool.h"

/* --- messages -------------------------------------------------------------------------------- */

static bool progress_stands; /* on the terminal, without line end */

void perft_wipe_progress(void) {
    if (progress_stands)
        fprintf(stderr, "\r%78s\r", "");
    progress_stands = false;
}

void perft_show_words(const char *words) {
    static int64_t shown;

    shown = shown ? shown : clock_us();
    if (!isatty(STDERR_FILENO)) {
        if (clock_us() - shown > 60000000) {
            shown = clock_us();
            tool_message("%s", words);
        }
        return;
    }
    perft_wipe_progress();
    fprintf(stderr, "\r%s", words);
    progress_stands = true;
}

int perft_fail(const char *what, const char *text) {
    perft_wipe_progress();
    return tool_fail("%s%s%s", what, text ? ": " : "", text ? text : "");
}

void perft_complain(LineFile *l, const char *error) {
    perft_wipe_progress();
    linefile_complain(l, error);
}

const char *perft_hint(const PerftOptions *o, const char *error) {
    return !o->chess960 && !strcmp(error, "a castling right has no king and rook in place")
               ? "a castling right has no king and rook in place; for Chess960 add --chess960"
               : error;
}

bool perft_read_position(const PerftOptions *o, LineFile *l, Word *rest, Position *p) {
    Text text = TEXT_OF(100);
    const char *error;

    *rest = l->raw;
    if (!epd_trim(rest, &text)) {
        perft_wipe_progress();
        linefile_complain_as(l, "no line of text", text.at);
        return false;
    }
    if ((error = o->unchecked ? fen_parse_any_material(p, rest, o->chess960)
                              : fen_parse_prefix(p, rest, o->chess960)))
        perft_complain(l, perft_hint(o, error));
    return !error;
}

void perft_add_fen(Text *out, Word fen) {
    size_t words = 0;

    for (Word w = text_word(&fen); w.length; w = text_word(&fen)) {
        text_add(out, words++ ? " " : "");
        text_add_word(out, w);
    }
    text_add(out, words < 5 ? " 0 1" : words < 6 ? " 1" : "");
}

/* --- counting -------------------------------------------------------------------------------- */

uint64_t perft_speed(uint64_t nodes, int64_t us) {
    return us > 0 ? (uint64_t)((double)nodes * 1000 / (double)us) : 0;
}

void perft_show_progress(const PerftOptions *o, PerftRun *run, size_t count, int64_t start) {
    static int64_t shown;
    const int64_t now = clock_us(), since = o->batch->start ? o->batch->start : start;
    const size_t over = o->batch->counted + o->batch->skipped + o->batch->refused;
    uint64_t nodes = 0;
    size_t parts = 0;

    if (!isatty(STDERR_FILENO) || now - since < 1000000 || now - shown < 250000)
        return;
    shown = now;
    if (run)
        perft_progress(run, &parts, &nodes);
    nodes += o->batch->nodes;
    progress_stands = true;
    if (o->batch->start) {
        fprintf(stderr, "\r%zu", over);
        if (o->batch->of)
            fprintf(stderr, " of %zu", o->batch->of);
        fprintf(stderr, " units");
        parts = o->batch->counted;
        count = o->batch->of > over ? o->batch->counted + o->batch->of - over : 0;
    } else {
        fprintf(stderr, "\r%5.1f %%", count ? 100.0 * (double)parts / (double)count : 100);
    }
    fprintf(stderr, "  %" PRIu64 " nodes  %" PRIu64 " knps", nodes,
            perft_speed(nodes, now - since));
    if (parts && count)
        fprintf(stderr, "  %" PRId64 " s left   ",
                (now - since) / 1000000 * (int64_t)(count - parts) / (int64_t)parts);
}

static void add_result(PerftKinds *sum, const PerftKinds *part, uint64_t times) {
    const uint64_t *from = (const uint64_t *)part;
    uint64_t *to = (uint64_t *)sum;

    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] = perft_add(to[i], perft_multiply(from[i], times));
}
_Static_assert(sizeof(PerftKinds) % sizeof(uint64_t) == 0, "kinds must be made of counts only");

void perft_result_free(PerftResult *c) {
    if (interrupt_pending()) /* threads that run until the program ends still read it */
        return;
    free(c->unit);
    free(c->part);
    free(c->known);
}

const char perft_too_large[] = "the count is larger than 64 bits can hold";

bool perft_is_known_to_overflow(const Position *p, int depth) {
    Position start;

    return depth >= 14 && !fen_parse(&start, word_of(FEN_START), false) && p->key == start.key &&
           !memcmp(&p->board, &start.board, sizeof start.board);
}

bool perft_is_too_deep(const Position *p, int depth) {
    return perft_is_known_to_overflow(p, depth) || perft_is_beyond(&p->board, depth, 1.8447e19);
}

/* Returns how many runs share the table: work units do; their number is unknown in a pipe. */
static size_t runs_sharing(const PerftOptions *o) {
    enum { MANY = 100000 };

    return !o->unit ? 1 : o->batch->of ? o->batch->of : MANY;
}

bool perft_count_leaves(const PerftOptions *o, const Position *p, int depth, PerftResult *c) {
    const int split = depth >= 7 && !o->table   ? 3
                      : depth >= 5              ? 2
                      : depth >= 1 && o->divide ? 1
                                                : 0;
    const PerftPlan plan = {.depth = depth - split,
                            .threads = (int)o->threads,
                            .mode = o->kinds  ? PERFT_KINDS
                                    : o->bulk ? PERFT_COUNT
                                              : PERFT_VISIT,
                            .table = o->table,
                            .runs = runs_sharing(o)};
    const int64_t start = clock_us();
    PerftRun *run = NULL;
    const char *error;

    memset(c, 0, sizeof *c);
    /* equal positions would wait for each other in the table */
    if (!(error = perft_split(p, split, o->table && !o->divide, &c->unit, &c->units))) {
        c->part = calloc(c->units + 1, sizeof *c->part);
        c->known = calloc(c->units + 1, sizeof *c->known);
        run = c->part && c->known ? perft_start(c->unit, c->units, &plan) : NULL;
    }
    if (!run) {
        perft_fail(error ? error : "there is not enough memory, or no thread to be had", NULL);
        perft_result_free(c);
        return false;
    }
    while (!perft_wait(run, 100) && !interrupt_pending())
        perft_show_progress(o, run, c->units, start);
    if (!o->batch->start)
        perft_wipe_progress();
    for (size_t i = 0; i < c->units; i++) {
        c->known[i] = perft_result(run, i, &c->part[i]);
        if (o->kinds && split && split == depth) /* --divide at depth 1 */
            perft_kinds_of(p, c->unit[i].first, &c->part[i]);
        c->finished += c->known[i];
        if (c->known[i])
            add_result(&c->total, &c->part[i], c->unit[i].times);
    }
    if (perft_overflows(run))
        c->total.nodes = PERFT_OVERFLOW;
    c->us = clock_us() - start;
    if (!interrupt_pending()) /* otherwise its threads end with the program */
        perft_free(run);
    return true;
}

bool perft_count_nodes(const PerftOptions *o, const Position *p, int depth, uint64_t *nodes) {
    PerftResult c;

    *nodes = PERFT_OVERFLOW;
    if (perft_is_too_deep(p, depth))
        return true;
    /* small counts are not worth a thread */
    if (o->threads == 1 && o->bulk && !o->table && depth <= 4) {
        *nodes = perft_count(&p->board, depth);
        return true;
    }
    if (!perft_count_leaves(o, p, depth, &c))
        return false;
    *nodes = c.total.nodes;
    perft_result_free(&c);
    return true;
}

typedef struct {
    const uint64_t *nodes;
    uint64_t limit;
} Within;

static bool is_within(void *context) {
    const Within *w = context;

    return !interrupt_pending() && *w->nodes <= w->limit;
}

bool perft_count_within(const Position *p, int depth, uint64_t limit, uint64_t *nodes) {
    Within w = {.nodes = nodes, .limit = limit};

    *nodes = 0;
    perft_count_while(p, depth, is_within, &w, nodes);
    return !interrupt_pending();
}
