/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "root_tables.h"

#include <stdlib.h>

#include "chess/movegen.h"
#include "eval/bare_king.h"

/*
 * Ranks: a sure win, a cursed win (or one that may come too late), a draw, and so on down to a
 * loss.
 */
enum {
    RANK_WIN = 100000,
    RANK_LATE = 50000,
    RANK_SURE = (RANK_WIN + RANK_LATE) / 2,
    RULE_PLIES = 100
};

/* A sure win may take up to this many plies; afterwards each move must make progress. */
enum { PATIENCE = 20 };

/* Maximum score of a win that the fifty-move rule turns into a draw. */
enum { CURSED_SCORE = 49 };

/* DTZ before a capture or pawn move, by its result for the mover, from loss to win. */
static const int after_zeroing[] = {-1, -101, 0, 101, 1};

static bool has_repeated(const GameLine *line) {
    for (size_t i = line->length + 1; i-- > 0;) {
        if (gameline_occurrences(line, line->position[i].key) > 1)
            return true;
        if (!line->position[i].halfmove_clock)
            break;
    }
    return false;
}

/*
 * Computes the distance of a move: syzygy_dtz() of the position before it if the move were the
 * best.
 */
static bool distance_of(const Tablebases *t, const GameLine *line, const Position *child,
                        int *dtz) {
    Wdl wdl;

    if (position_in_check(child) && !movegen_count(&child->board)) {
        *dtz = 1;
        return true;
    }
    if (!child->halfmove_clock) {
        if (!syzygy_wdl(t->syzygy, child, &wdl))
            return false;
        *dtz = after_zeroing[-(int)wdl - WDL_LOSS];
        return true;
    }
    if (gameline_occurrences(line, child->key) >= 2) {
        *dtz = 0;
        return true;
    }
    if (!syzygy_dtz(t->syzygy, child, dtz))
        return false;
    *dtz = -*dtz + (*dtz < 0) - (*dtz > 0);
    return true;
}

/* Returns the rank of a distance. Without the fifty-move rule, no result comes too late. */
static int rank_of(int dtz, int clock, bool rule, bool hurry) {
    const int plies = dtz > 0 ? dtz : -dtz;

    if (dtz > 0)
        return rule && plies + clock >= RULE_PLIES ? RANK_LATE - plies - clock
                                                   : RANK_WIN - (hurry ? plies : 0);
    if (dtz < 0)
        return rule && plies + clock > RULE_PLIES ? -RANK_LATE + plies : -RANK_WIN + plies;
    return 0;
}

static int score_of(int rank, int dtz) {
    const int plies = min(dtz > 0 ? dtz : -dtz, MAX_PLY);

    if (rank > RANK_SURE)
        return SCORE_TABLEBASE - plies;
    if (rank < -RANK_SURE)
        return -SCORE_TABLEBASE + plies;
    /* the nearer a late win is, the higher its score */
    if (rank > 0)
        return clamp(CURSED_SCORE - (RANK_LATE - rank - RULE_PLIES) / 4, 1, CURSED_SCORE);
    return rank < 0 ? -clamp(CURSED_SCORE - (rank + RANK_LATE - RULE_PLIES) / 4, 1, CURSED_SCORE)
                    : SCORE_DRAW;
}

/* Ranks by distances. Returns false if a DTZ table is missing. */
static bool rank_by_distance(RootTables *r, const Tablebases *t, const GameLine *line) {
    const Position *root = gameline_now(line);
    const bool hurry = root->halfmove_clock >= PATIENCE || has_repeated(line);

    for (size_t i = 0; i < r->count; i++) {
        Position child;
        int dtz, clock;

        position_play(&child, root, r->move[i]);
        if (!distance_of(t, line, &child, &dtz))
            return false;
        r->hits++;
        r->dtz[i] = dtz;
        /* a mate, capture or pawn move comes in time */
        clock = dtz == 1 || !child.halfmove_clock ? 0 : root->halfmove_clock;
        r->rank[i] = rank_of(dtz, clock, t->fifty_moves, hurry);
        r->score[i] = score_of(r->rank[i], dtz);
    }
    return true;
}

static bool rank_by_result(RootTables *r, const Tablebases *t, const GameLine *line) {
    for (size_t i = 0; i < r->count; i++) {
        Position child;
        Wdl wdl;
        int dtz;

        position_play(&child, gameline_now(line), r->move[i]);
        if (!syzygy_wdl(t->syzygy, &child, &wdl))
            return false;
        dtz = after_zeroing[-(int)wdl - WDL_LOSS];
        r->hits++;
        r->dtz[i] = dtz;
        r->rank[i] = rank_of(dtz, 0, t->fifty_moves, false);
        /* the distance of the win is unknown */
        r->score[i] = score_of(r->rank[i], abs(dtz) == 1 ? dtz * MAX_PLY : dtz);
    }
    return true;
}

bool root_tables_rank(RootTables *r, const Tablebases *t, const GameLine *line) {
    const Board *b = &gameline_now(line)->board;

    r->count = movegen_all(b, r->move);
    r->hits = 0;
    r->by_distance = false;
    r->has_scores = true;
    if (!t->syzygy || !r->count || b->castling || bb_count(board_occupied(b)) > t->men ||
        bb_count(board_occupied(b)) > syzygy_men(t->syzygy))
        return false;
    if (rank_by_distance(r, t, line))
        return r->by_distance = true;
    r->hits = 0;
    return rank_by_result(r, t, line);
}

bool root_tables_rank_bare_king(RootTables *r, const GameLine *line) {
    const Position *root = gameline_now(line);
    const Board *b = &root->board;
    const bool strong = more_than_one(b->color[b->turn]);
    const int distance = bare_king_is_filled(b) ? bare_king_distance(b) : BARE_KING_DRAW;

    r->count = movegen_all(b, r->move);
    r->hits = 0;
    r->by_distance = r->has_scores = false;
    if (!r->count || distance == BARE_KING_DRAW || 2 * distance + root->halfmove_clock > RULE_PLIES)
        return false;
    for (size_t i = 0; i < r->count; i++) {
        Position child;
        int moves;

        position_play(&child, root, r->move[i]);
        moves = bare_king_is_it(&child.board) && gameline_occurrences(line, child.key) < 2
                    ? bare_king_distance(&child.board)
                    : BARE_KING_DRAW;
        r->rank[i] = moves == BARE_KING_DRAW ? 0 : strong ? RANK_WIN - moves : moves - RANK_WIN;
        r->score[i] = r->dtz[i] = 0;
    }
    return true;
}

Lateness root_tables_lateness(const RootTables *r, const GameLine *line, size_t i) {
    const int plies = abs(r->dtz[i]) + gameline_now(line)->halfmove_clock;

    if (!r->rank[i] || abs(r->rank[i]) > RANK_SURE)
        return IN_TIME;
    /* DTZ may be one ply too small because of rounding */
    return r->by_distance && abs(r->dtz[i]) > 1 && plies == RULE_PLIES ? PERHAPS_LATE : LATE;
}

size_t root_tables_find(const RootTables *r, Move m) {
    size_t i = 0;

    while (i < r->count && r->move[i] != m)
        i++;
    return i;
}
