/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "perft_count.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "chess/epd.h"
#include "chess/fen.h"
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

static const char no_memory[] = "there is not enough memory, or no thread can be started";
const char perft_too_large[] = "the count is larger than 64 bits can hold";

bool perft_is_known_to_overflow(const Position *p, int depth) {
    Position start;

    return depth >= 14 && !fen_parse(&start, word_of(FEN_START), false) && p->key == start.key &&
           !memcmp(&p->board, &start.board, sizeof start.board);
}

bool perft_is_too_deep(const Position *p, int depth) {
    return perft_is_known_to_overflow(p, depth) || perft_is_beyond(&p->board, depth, 1.8447e19);
}

/* --- positions of any material --------------------------------------------------------------- */

/*
 * The fast counters write moves into arrays with room for any position of a game. A position of
 * impossible material can have more moves (63 queens do), or lead to such a position by promotions;
 * no bound by material is both safe and useful. So the moves of each position are counted first,
 * which needs no array.
 */
static const char too_many_moves[] = "a position in the tree has more than 256 moves";
static const char interrupted[] = "interrupted";

static void play(Board *child, const Board *b, Move m) {
    Piece piece = PAWN;

    while (!bb_has(b->piece[piece], move_from(m)))
        piece++;
    *child = *b;
    board_play(child, (Color)b->turn, move_from(m), move_to(m), piece, move_promotion(m));
}

static const char *count(const Board *b, int depth, uint64_t *sum) {
    const size_t moves = depth > 0 ? movegen_count(b) : 1;
    const char *error = NULL;
    Move list[MAX_MOVES];
    Board child;

    if (depth <= 1) {
        *sum = perft_add(*sum, moves);
        return NULL;
    }
    if (moves > MAX_MOVES)
        return too_many_moves;
    if (depth > 2 && interrupt_pending())
        return interrupted;
    movegen_all(b, list);
    for (size_t i = 0; i < moves && !error && *sum != PERFT_OVERFLOW; i++) {
        play(&child, b, list[i]);
        error = count(&child, depth - 1, sum);
    }
    return error;
}

/* Estimates the count by the smaller of the last two growth factors, like perft_is_beyond(). */
static bool is_beyond(const Board *b, int depth) {
    uint64_t n[4] = {1, 0, 0, 0};
    double growth;

    for (int i = 1; i < 4; i++)
        if (depth < 9 || count(b, i, &n[i]) || !n[i])
            return false;
    growth = fmin((double)n[2], (double)n[3] / (double)n[1]); /* over two plies */
    return log((double)n[3]) + log(growth) * (depth - 3) / 2 > log(1.8e19);
}

const char *perft_unchecked_count(const Board *b, int depth, uint64_t *nodes) {
    *nodes = PERFT_OVERFLOW;
    if (is_beyond(b, depth))
        return NULL;
    *nodes = 0;
    return count(b, depth, nodes);
}

/* Counts the units on this thread, `below` plies each. Returns an error message, or NULL. */
static const char *count_unchecked(const Position *p, int depth, int below, PerftResult *c) {
    const char *error = NULL;

    c->total.nodes = is_beyond(&p->board, depth) ? PERFT_OVERFLOW : 0;
    for (size_t i = 0; i < c->units && !error && c->total.nodes != PERFT_OVERFLOW; i++) {
        uint64_t *nodes = &c->part[i].nodes;

        error = perft_unchecked_count(&c->unit[i].position.board, below, nodes);
        c->total.nodes = perft_add(c->total.nodes, *nodes);
        c->known[i] = !error;
        c->finished += !error;
    }
    return interrupt_pending() ? NULL : error;
}

/* --- threads --------------------------------------------------------------------------------- */

/*
 * Returns the number of counts that share the table: that of work units, which is unknown in a
 * pipe.
 */
static size_t runs_sharing(const PerftOptions *o) {
    enum { MANY = 100000 };

    return !o->unit ? 1 : o->batch->of ? o->batch->of : MANY;
}

/* Counts the units, `below` plies each. Returns an error message, or NULL. */
static const char *count_in_threads(const PerftOptions *o, const Position *p, int below,
                                    PerftResult *c, int64_t start) {
    const PerftPlan plan = {.depth = below,
                            .threads = (int)o->threads,
                            .mode = o->kinds  ? PERFT_KINDS
                                    : o->bulk ? PERFT_COUNT
                                              : PERFT_VISIT,
                            .table = o->table,
                            .runs = runs_sharing(o)};
    PerftRun *run = perft_start(c->unit, c->units, &plan);

    if (!run)
        return no_memory;
    while (!perft_wait(run, 100) && !interrupt_pending())
        perft_show_progress(o, run, c->units, start);
    if (!o->batch->start)
        perft_wipe_progress();
    for (size_t i = 0; i < c->units; i++) {
        c->known[i] = perft_result(run, i, &c->part[i]);
        c->finished += c->known[i];
        if (c->known[i])
            add_result(&c->total, &c->part[i], c->unit[i].times);
    }
    if (o->kinds && o->divide && o->depth == 1) /* the units are leaves */
        perft_kinds(p, 1, &c->total);
    if (perft_overflows(run))
        c->total.nodes = PERFT_OVERFLOW;
    if (!interrupt_pending()) /* otherwise the threads end with the program */
        perft_free(run);
    return NULL;
}

bool perft_count_leaves(const PerftOptions *o, const Position *p, int depth, PerftResult *c) {
    const int split = depth >= 7 && !o->table && !o->unchecked ? 3
                      : depth >= 5 && !o->unchecked            ? 2
                      : depth >= 2 && o->unchecked             ? 1
                      : depth >= 1 && o->divide                ? 1
                                                               : 0;
    const int64_t start = clock_us();
    const char *error;

    memset(c, 0, sizeof *c);
    if (split && o->unchecked && movegen_count(&p->board) > MAX_MOVES)
        error = too_many_moves;
    else /* equal positions would wait for each other in the table */
        error = perft_split(p, split, o->table && !o->divide, &c->unit, &c->units);
    if (!error) {
        c->part = memory_new(c->units + 1, sizeof *c->part);
        c->known = memory_new(c->units + 1, sizeof *c->known);
        error = o->unchecked ? count_unchecked(p, depth, depth - split, c)
                             : count_in_threads(o, p, depth - split, c, start);
    }
    c->us = clock_us() - start;
    if (error) {
        perft_fail(error, NULL);
        perft_result_free(c);
    }
    return !error;
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
