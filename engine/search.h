/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search of one worker: principal variation search over a tree of Nodes. */
#ifndef ALULA_SEARCH_H
#define ALULA_SEARCH_H

#include <stdatomic.h>
#include <stddef.h>

#include "eval.h"
#include "history.h"
#include "rules.h"
#include "timeman.h"
#include "tt.h"

enum {
    MAX_PLY = 240,   /* deepest ply of the tree */
    MAX_DEPTH = 120, /* deepest iteration, in plies */
    SCORE_DRAW = 0,
    SCORE_MATE = 32000, /* a mate in n plies scores SCORE_MATE - n */
    SCORE_MATE_LEAST = SCORE_MATE - MAX_PLY - 1,
    SCORE_INFINITE = 32001,
    SCORE_NONE = 32002,
    KEYS_BEFORE = 128, /* positions before the root that can still be repeated */
};

/* What a search is told while it runs. */
typedef enum { ORDER_GO, ORDER_STOP, ORDER_PAUSE } Order;

/* The score of a position, set from outside (CECP's `setscore`). */
typedef struct {
    uint64_t key;
    int score; /* for the side to move; mates counted from the position */
    int depth; /* searches up to this depth take the score for true */
} Pin;

/*
 * What starts and stops all workers of a search, and the only thing that other threads may touch
 * while it runs.
 */
typedef struct {
    _Atomic int order;   /* an Order */
    atomic_bool clocked; /* played on a clock: no time for where there is nothing to decide */
    _Atomic int64_t start_ms, soft_ms, hard_ms; /* the clock's start; the rest counts from there */
    _Atomic int64_t began_ms;                   /* the search's start: it may have pondered first */
    _Atomic uint64_t nodes;                     /* of one worker; UINT64_MAX for no limit */
    _Atomic uint64_t nodes_per_second;          /* not 0: nodes are the clock */
    atomic_bool cpu_time;                       /* the clock is the first worker's processor time */
} Control;

/* One ply of the tree. n[-1] is the parent, n[1] the child. */
typedef struct {
    Position position;
    Continuation *continuation; /* history after `move`; the worker's own */
    Move move;                  /* the move searched here now */
    Bitboard attacked;          /* by the other side; known while moves are tried */
    Move killer[2];
    Move excluded; /* not to be tried: the question is how good the others are */
    int doubles;   /* times that a move on the way here was searched two plies deeper */
    int ply;
    CorrectionEntries corrections; /* of the evaluation; not in check */
    int raw_eval;                  /* static, SCORE_NONE in check */
    int eval;       /* the same, corrected by what searches of like positions found */
    int reversible; /* plies back to the last capture, pawn move or null move */
    size_t pv_length;
    Move pv[MAX_PLY + 1]; /* the best line from here */
} Node;

/* Depths and move numbers that reductions distinguish. */
enum { LMR_SIZE = 64 };

/* Plies in front of the root, so that nobody has to ask whether there are grandparents. */
enum { GUARDS = 4 };

typedef struct {
    /* set by the owner before a search */
    Control *control;
    TT *tt;
    EvalCache *evals;
    uint64_t noise;               /* 0: none; otherwise a seed for errors of judgement */
    int noise_size;               /* of up to so many centipawns */
    uint64_t before[KEYS_BEFORE]; /* keys of the game before the root, the last one last */
    size_t before_count;
    bool is_main; /* looks after the time */
    int64_t cpu_start_ms,
        cpu_since_ms; /* the thread's time when the clock started, and that start */
    const Pin *pin;   /* scores that are given; the root's own is not looked at */
    size_t pin_count;

    /* moves of the root: these only (0: all), but not those; the first to be tried, or NO_MOVE */
    Move root_only[MAX_MOVES], root_done[MAX_MOVES], root_first;
    size_t root_only_count, root_done_count;

    Rules rules;
    int16_t reduction[2][LMR_SIZE][LMR_SIZE]; /* [quiet][depth][number of the move] */

    History history; /* forgotten at a new game */

    /* reset at every search */
    _Atomic uint64_t nodes;
    _Atomic int root_depth, root_move, root_number; /* see Progress in threads.h */
    bool stopped;
    bool has_move; /* there is a move to play: the search may be stopped */
    int deepest;   /* selective depth, in plies */
    int null_from; /* no null move before this ply, while one is being verified */
    Move best;     /* best move so far, and its score */
    int best_score;
    uint64_t move_nodes[SQUARE_COUNT][SQUARE_COUNT]; /* below each move of the root: [from][to] */

    Node node[MAX_PLY + GUARDS + 2]; /* rewritten as we go; the root is node[GUARDS] */
} Worker;

/* Give a worker the numbers it searches by. Needed once before its first search. */
void search_set_rules(Worker *w, const Rules *rules);

/* Set up a worker for a search from a position. The fields of its owner are set already. */
void search_prepare(Worker *w, const Position *root);

/*
 * Search the root to a depth and return its score; the line is in the root's pv. When
 * w->stopped is set afterwards, the score means nothing and w->best is the best move known.
 */
int search_root(Worker *w, int alpha, int beta, int depth);

/*
 * Milliseconds that have gone by for the search: of the clock, as nodes count for time, or of the
 * processor. Called by the thread that searches.
 */
int64_t search_elapsed_ms(Worker *w);

/* What to tell people: what was pondered before the clock ran counts as well, as in the nodes. */
int64_t search_shown_ms(Worker *w);

static inline Node *search_root_node(Worker *w) {
    return &w->node[GUARDS];
}
static inline bool score_is_mate(int score) {
    return score >= SCORE_MATE_LEAST || score <= -SCORE_MATE_LEAST;
}

#endif
