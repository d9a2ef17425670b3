/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fast counters write moves into arrays with room for any position of a game. A position of
 * impossible material can have more moves than that (63 queens do), or can come to it by
 * promotions; no bound by material is both safe and of use. So each position is looked at: its
 * moves are first counted, which needs no array.
 */
#include "perft_unchecked.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "perft_count.h"
#include "tools/common/interrupt.h"
#include "tools/common/tool.h"

const char perft_too_many_moves[] = "a position on the way has more than 256 moves";
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
        return perft_too_many_moves;
    if (depth > 2 && interrupt_pending())
        return interrupted;
    movegen_all(b, list);
    for (size_t i = 0; i < moves && !error && *sum != PERFT_OVERFLOW; i++) {
        play(&child, b, list[i]);
        error = count(&child, depth - 1, sum);
    }
    return error;
}

/* By the smaller of the last two growth factors, as perft_is_beyond(). */
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

static int compare_lines(const void *a, const void *b) {
    return strcmp(a, b);
}

enum { LINE_SIZE = NOTATION_SIZE + 24 };

/* The counts behind each first move. */
static const char *divide(const PerftOptions *o, const Position *p, uint64_t *total) {
    const size_t moves = movegen_count(&p->board);
    char line[MAX_MOVES][LINE_SIZE];
    Move list[MAX_MOVES];
    size_t known = 0;

    if (moves > MAX_MOVES)
        return perft_too_many_moves;
    movegen_all(&p->board, list);
    for (; known < moves && !interrupt_pending(); known++) {
        Text text = text_in(line[known], LINE_SIZE);
        uint64_t nodes;
        Board child;
        const char *error;

        play(&child, &p->board, list[known]);
        error = perft_unchecked_count(&child, (int)o->depth - 1, &nodes);
        *total = perft_add(*total, nodes);
        if (interrupt_pending())
            break;
        if (error)
            return error;
        (o->chess960 ? notation_write_chess960 : notation_write)(&text, p, list[known]);
        text_addf(&text, ": %" PRIu64, nodes);
    }
    if (*total == PERFT_OVERFLOW)
        return NULL;
    qsort(line, known, LINE_SIZE, compare_lines);
    for (size_t i = 0; i < known; i++)
        puts(line[i]);
    if (known < moves)
        printf("\nonly %zu of %zu move%s\n", known, moves, perft_plural(moves));
    else
        printf("\n%zu move%s\n", moves, perft_plural(moves));
    return NULL;
}

int perft_unchecked_print(const PerftOptions *o) {
    Word text = word_of(o->fen ? o->fen : FEN_START);
    const int64_t start = clock_us();
    Position p;
    const char *error = fen_parse_any_material(&p, &text, o->chess960);
    uint64_t nodes = 0;

    if (!error && text_rest(text).length)
        error = "there is more text after the position";
    if (error)
        return tool_usage_error("bad position: %s", perft_hint(o, error));
    if (perft_is_known_to_overflow(&p, (int)o->depth))
        return perft_fail(perft_too_large, NULL);
    error = o->divide && o->depth ? divide(o, &p, &nodes)
                                  : perft_unchecked_count(&p.board, (int)o->depth, &nodes);
    if (interrupt_pending())
        puts("interrupted: this count is not complete");
    else if (error || nodes == PERFT_OVERFLOW)
        return perft_fail(error ? error : perft_too_large, NULL);
    printf("%" PRIu64 " node%s%s, %" PRId64 " ms, %" PRIu64 " knps\n", nodes, perft_plural(nodes),
           interrupt_pending() ? " so far" : "", (clock_us() - start) / 1000,
           perft_speed(nodes, clock_us() - start));
    return TOOL_OK;
}
