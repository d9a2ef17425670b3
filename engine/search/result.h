/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Requests to a search and its results: all that a program needs to know about the search besides
 * its Limits (timeman.h). Scores are centipawns for the side to move.
 */
#ifndef ALULA_RESULT_H
#define ALULA_RESULT_H

#include <stddef.h>

#include "chess/chess.h"
#include "eval/syzygy.h"

enum {
    MAX_PLY = 240,     /* maximum ply of the tree */
    MAX_DEPTH = 120,   /* maximum depth of an iteration, in plies */
    MAX_THREADS = 256, /* threads of a search */
    SCORE_DRAW = 0,
    SCORE_MATE = 32000, /* a mate in n plies scores SCORE_MATE - n */
    SCORE_MATE_IN_MAX_PLY = SCORE_MATE - MAX_PLY - 1,
    SCORE_TABLEBASE = 30000, /* a tablebase win in n plies scores SCORE_TABLEBASE - n */
    SCORE_DECIDED = SCORE_TABLEBASE - MAX_PLY - 1, /* evaluations stay below this score */
    SCORE_INFINITE = 32001,
    SCORE_NONE = 32002, /* unknown score */
};

/*
 * Relation of a score to the true score: unknown, an upper bound (fail low), a lower bound (fail
 * high), exact.
 */
typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/* Tablebases for a search, and their use. All zero: none. */
typedef struct {
    Syzygy *syzygy;   /* NULL: none */
    int depth;        /* positions of `men` pieces are probed from this depth on, in plies */
    int men;          /* maximum number of pieces of a probed position */
    bool fifty_moves; /* the fifty-move rule makes cursed wins draws */
} Tablebases;

/* The parameters that tuning changes: see params.h. */
typedef struct SearchParams SearchParams;

/* Special requests to a search. All zero: find the best move. */
typedef struct {
    Move only[MAX_MOVES]; /* search only these legal root moves, without repeats ... */
    size_t only_count;    /* ... 0: all */
    int lines;            /* MultiPV: number of best moves with their lines; 0 or 1: one */
    int mate;             /* stop at a mate in this many moves; 0: no such limit */
} Task;

/* Result of a search so far: one line of MultiPV. */
typedef struct {
    int line;     /* 1: best move, 2: second best, ... */
    int depth;    /* depth of the iteration, in plies */
    int seldepth; /* selective depth: deepest ply reached */
    int score;    /* for the side to move at the root, centipawns; see SCORE_MATE */
    Bound bound;  /* lower or upper after a fail high or low; usually BOUND_EXACT */
    int64_t time_ms;
    uint64_t nodes;    /* of all workers */
    uint64_t tb_hits;  /* positions found in tablebases, by all workers */
    int hashfull;      /* per mille of the TT written by this search */
    int first_cutoffs; /* per mille of the main worker's beta cutoffs that the first move caused */
    size_t pv_length;  /* 0 only if there is no legal move */
    Move pv[MAX_PLY + 1];
} SearchInfo;

typedef void SearchInfoListener(void *context, const SearchInfo *info);

/* Progress of a running search. */
typedef struct {
    uint64_t nodes, tb_hits; /* of all workers */
    int depth;               /* of the current iteration */
    Move move;               /* current root move; NO_MOVE before the first */
    int number;              /* its number, from 1; 0 before the first */
    int hashfull; /* per mille of the TT written by this search; engine_progress() only */
} Progress;

/* Returns true for a mate of either side. */
static inline bool score_is_mate(int score) {
    return score >= SCORE_MATE_IN_MAX_PLY || score <= -SCORE_MATE_IN_MAX_PLY;
}
/* Returns true for a mate and for a tablebase win or loss. */
static inline bool score_is_decided(int score) {
    return score >= SCORE_DECIDED || score <= -SCORE_DECIDED;
}
/* Returns true for a tablebase win or loss that is not a mate score. */
static inline bool score_is_of_tables(int score) {
    return score_is_decided(score) && !score_is_mate(score);
}
/* Returns the plies to mate for a mate score of either side. */
static inline int score_mate_plies(int score) {
    return SCORE_MATE - (score > 0 ? score : -score);
}
/*
 * Returns the moves to mate for a mate score: below 0 if the side to move gets mated, 0 if it is
 * mated.
 */
static inline int score_mate_moves(int score) {
    const int moves = (score_mate_plies(score) + 1) / 2;

    return score > 0 ? moves : -moves;
}

#endif
