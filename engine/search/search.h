/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search of one worker: principal variation search (PVS) over a stack of Nodes. One function
 * serves PV nodes (open window), cut nodes and all nodes (null window). Scores are fail-soft.
 */
#ifndef ALULA_SEARCH_H
#define ALULA_SEARCH_H

#include <stdatomic.h>
#include <stddef.h>

#include "eval/eval.h"
#include "eval/syzygy.h"
#include "history.h"
#include "params.h"
#include "timeman.h"
#include "tt.h"
#include "weakness.h"

enum {
    MAX_PLY = 240,   /* deepest ply of the tree */
    MAX_DEPTH = 120, /* deepest iteration, in plies */
    SCORE_DRAW = 0,
    SCORE_MATE = 32000, /* a mate in n plies scores SCORE_MATE - n */
    SCORE_MATE_IN_MAX_PLY = SCORE_MATE - MAX_PLY - 1,
    SCORE_TABLEBASE = 30000, /* a win that tablebases find in n plies scores n less */
    SCORE_DECIDED = SCORE_TABLEBASE - MAX_PLY - 1, /* no evaluation is so high */
    SCORE_INFINITE = 32001,
    SCORE_NONE = TT_NO_EVAL,
    MAX_GAME_KEYS = 128, /* positions before the root that can still be repeated */
};

/* Values of SearchControl.signal. */
typedef enum { SIGNAL_GO, SIGNAL_STOP, SIGNAL_PAUSE } StopSignal;

/* The score of a position, set by the user (CECP's `setscore`). */
typedef struct {
    uint64_t key;
    int score; /* for the side to move; mates counted from the position */
    int depth; /* searches up to this depth return the score */
} ScoreOverride;

/* Which tablebases a search uses, and how. All zero: none. */
typedef struct {
    Syzygy *syzygy;   /* NULL: none */
    int depth;        /* positions of `men` pieces are probed from this depth on, in plies */
    int men;          /* none are probed with more pieces */
    bool fifty_moves; /* the fifty-move rule makes cursed wins draws */
} Tablebases;

/*
 * Starts, limits and stops all workers of a search. It is the only thing that other threads may
 * touch while a search runs. Times are milliseconds.
 */
typedef struct {
    _Atomic int signal;          /* a StopSignal */
    atomic_bool clocked;         /* played on a clock: a forced move needs no time */
    _Atomic int64_t start_ms;    /* when the clock started */
    _Atomic int64_t soft_ms;     /* soft limit: no new iteration later than this after start_ms */
    _Atomic int64_t hard_ms;     /* hard limit: stop inside an iteration */
    _Atomic int64_t began_ms;    /* when the search started: it may have pondered first */
    _Atomic uint64_t nodes;      /* node limit of each worker; UINT64_MAX for none */
    _Atomic uint64_t most_nodes; /* the same without that of a level */
    _Atomic uint64_t nodes_per_second; /* not 0: nodes replace the clock at this rate */
    atomic_bool cpu_time;              /* the clock is the first worker's processor time */
    void (*poll)(void *context);       /* see engine_set_poll() */
    void *poll_context;
} SearchControl;

static inline void control_poll(const SearchControl *control) {
    if (control->poll)
        control->poll(control->poll_context);
}

/* One ply of the search stack. n[-1] is the parent, n[1] the child. */
typedef struct {
    Position position;
    PieceToHistory *continuation;            /* continuation history of `move`; the worker's own */
    PieceToHistory *continuation_correction; /* of `move`; NULL for a null move */
    Move move;                               /* the move being searched; NO_MOVE for a null move */
    Bitboard threats; /* squares the opponent attacks; set before moves are ordered */
    Move killer[2];
    Move excluded;                 /* singular extension: the move left out; or NO_MOVE */
    int ply;                       /* distance from the root */
    int move_number;               /* of `move` in the move loop, from 1; 0 outside of the loop */
    int reduction;                 /* plies by which `move` is reduced (LMR), below 0: extended */
    int cutoff_count;              /* beta cutoffs here since the node two plies before began */
    CorrectionEntries corrections; /* correction history of this position */
    int raw_eval;                  /* static evaluation; SCORE_NONE in check */
    int static_eval;               /* raw_eval with the correction history applied */
    bool tt_pv;                    /* in the PV now, or when the TT entry was written */
    int reversible;                /* plies since the last capture, pawn move or null move */
    size_t pv_length;
    Move pv[MAX_PLY + 1]; /* best line from here: pv[0] to pv[pv_length - 1] */
} Node;

enum {
    LMR_SIZE = 64,   /* depths and move numbers in the LMR table */
    STACK_GUARD = 6, /* nodes before the root, so that n[-6] always exists */
};

/* One search thread. */
typedef struct {
    /* set by the owner before a search */
    SearchControl *control;
    TT *tt;
    EvalCache *evals;
    Weakness weakness; /* strength limit */
    Move last_move;    /* of the game, which led to the root; or NO_MOVE */
    size_t game_key_count;
    /* Zobrist keys: of the game before the root, by the owner; from the root on, by the search */
    uint64_t keys[MAX_GAME_KEYS + MAX_PLY + 2];
    bool is_main;         /* the worker that checks the clock and reports */
    int64_t cpu_start_ms; /* this thread's processor time when the clock started ... */
    int64_t cpu_since_ms; /* ... at this start_ms */
    const ScoreOverride *overrides;
    size_t override_count;
    Tablebases tables; /* probed in the tree */

    /* root move filter (`searchmoves`, MultiPV): only these (count 0: all), but not those done */
    Move root_only[MAX_MOVES], root_done[MAX_MOVES];
    size_t root_only_count, root_done_count;
    Move root_first; /* root move to search first, or NO_MOVE */

    SearchParams params;
    int16_t lmr[2][LMR_SIZE][LMR_SIZE]; /* LMR in 1024ths: [is quiet][depth][move number] */

    History history; /* cleared at a new game */

    /* reset at every search */
    _Atomic uint64_t nodes, table_hits;
    _Atomic int root_depth, root_move, root_number; /* see Progress in threads.h */
    bool stopped;
    int seldepth;    /* selective depth: the deepest ply reached */
    int nmp_min_ply; /* null move verification: no null move before this ply */
    Move best;       /* best root move so far */
    int best_score;
    uint64_t cutoffs, first_cutoffs; /* beta cutoffs by a move, and by the first one */
    uint64_t move_nodes[SQUARE_COUNT][SQUARE_COUNT]; /* nodes below a root move: [from][to] */

    Node node[MAX_PLY + STACK_GUARD + 3]; /* the search stack; the root is node[STACK_GUARD] */
} Worker;

/* Set the search parameters of a worker. Needed once before its first search. */
void search_set_params(Worker *w, const SearchParams *params);

/* Prepare a worker to search `root`. The fields set by the owner must be set already. */
void search_prepare(Worker *w, const Position *root);

/*
 * Search the root to `depth` plies in the window (alpha, beta) and return its score; the PV is that
 * of the root node. If w->stopped is set afterwards the score is meaningless and w->best is the
 * best move known.
 */
int search_root(Worker *w, int alpha, int beta, int depth);

/*
 * Milliseconds used, by the clock that limits the search: wall time, nodes at a fixed rate, or
 * processor time. To be called by the searching thread.
 */
int64_t search_elapsed_ms(Worker *w);

/* Milliseconds to report to the user: includes the time pondered before the clock started. */
int64_t search_shown_ms(Worker *w);

/* Stop conditions of the search: true if it has to end, otherwise a node is counted. */
bool search_must_stop(Worker *w);

static inline uint64_t search_node_count(const Worker *w) {
    return atomic_load_explicit(&w->nodes, memory_order_relaxed);
}
static inline Node *search_root_node(Worker *w) {
    return &w->node[STACK_GUARD];
}
static inline bool score_is_mate(int score) {
    return score >= SCORE_MATE_IN_MAX_PLY || score <= -SCORE_MATE_IN_MAX_PLY;
}
/* A mate, or won or lost by tablebases? */
static inline bool score_is_decided(int score) {
    return score >= SCORE_DECIDED || score <= -SCORE_DECIDED;
}
/* Won or lost by tablebases, without a mate? */
static inline bool score_is_of_tables(int score) {
    return score_is_decided(score) && !score_is_mate(score);
}
/* Plies to mate by a mate score of either side. */
static inline int score_mate_plies(int score) {
    return SCORE_MATE - (score > 0 ? score : -score);
}
/* Moves to mate by a mate score: negative if the side to move gets mated, 0 if it is mated. */
static inline int score_mate_moves(int score) {
    const int moves = (score_mate_plies(score) + 1) / 2;

    return score > 0 ? moves : -moves;
}

#endif
