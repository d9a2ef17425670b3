/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Data of the search: the stack of Nodes and the tables of each Worker, and the SearchControl
 * shared by all workers.
 */
#ifndef ALULA_WORKER_H
#define ALULA_WORKER_H

#include <stdatomic.h>

#include "eval/eval.h"
#include "history.h"
#include "params.h"
#include "result.h"
#include "tt.h"
#include "weakness.h"

/* Number of positions before the root that are checked for repetition. */
enum { MAX_GAME_KEYS = 128 };

/* Values of SearchControl.signal. */
typedef enum { SIGNAL_GO, SIGNAL_STOP, SIGNAL_PAUSE } StopSignal;

/* A score of a position set by the user (CECP's `setscore`). */
typedef struct {
    uint64_t key;
    int score; /* for the side to move; mates counted from the position */
    int depth; /* returned by searches up to this depth */
} ScoreOverride;

/*
 * Starts, limits and stops all workers of a search; the only data that other threads may access
 * while a search runs. Times are milliseconds.
 */
typedef struct {
    _Atomic int signal;          /* a StopSignal */
    atomic_bool clocked;         /* playing on a clock: a forced move needs no time */
    _Atomic int64_t start_ms;    /* when the clock started */
    _Atomic int64_t soft_ms;     /* soft limit: no new iteration later than this after start_ms */
    _Atomic int64_t hard_ms;     /* hard limit: stop within an iteration */
    _Atomic int64_t began_ms;    /* start of the search, including pondering */
    _Atomic uint64_t nodes;      /* node limit of each worker; UINT64_MAX for none */
    _Atomic uint64_t most_nodes; /* node limit without that of a level */
    _Atomic uint64_t nodes_per_second; /* not 0: nodes replace the clock at this rate */
    atomic_bool fills_table;           /* set once entries of the TT are counted (hashfull) */
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
    PieceToHistory *continuation;            /* continuation history of `move` */
    PieceToHistory *continuation_correction; /* of `move`; NULL for a null move */
    Move move;                               /* the move being searched; NO_MOVE for a null move */
    Bitboard threats; /* squares the opponent attacks; set before moves are ordered */
    Move killer[2];
    Move excluded;    /* move excluded by singular extension, or NO_MOVE */
    int ply;          /* distance from the root */
    int move_number;  /* of `move` in the move loop, from 1; 0 outside of the loop */
    int reduction;    /* plies by which `move` is reduced (LMR), below 0: extended */
    int cutoff_count; /* beta cutoffs here since the start of the node two plies before */
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
    NnueCache *evals;
    Weakness weakness; /* strength limit */
    bool looks_at_all; /* complete the first iteration whatever the level's node limit */
    size_t game_key_count;
    /* Zobrist keys: before the root set by the owner, from the root on by the search */
    uint64_t keys[MAX_GAME_KEYS + MAX_PLY + 2];
    bool is_main;         /* the worker that checks the clock and reports */
    int64_t cpu_start_ms; /* this thread's processor time when the clock started ... */
    int64_t cpu_since_ms; /* ... at this start_ms */
    const ScoreOverride *overrides;
    size_t override_count;
    Tablebases tables; /* probed in the tree */

    /* root move filter (`searchmoves`, MultiPV): only these (count 0: all), except those done */
    Move root_only[MAX_MOVES], root_done[MAX_MOVES];
    size_t root_only_count, root_done_count;
    Move root_first; /* root move to search first, or NO_MOVE */

    SearchParams params;
    int16_t lmr[2][LMR_SIZE][LMR_SIZE]; /* LMR in 1024ths: [is quiet][depth][move number] */

    History history;       /* cleared at a new game */
    SharedHistory *shared; /* of the pool */

    /* reset at every search */
    _Atomic uint64_t nodes, table_hits;
    _Atomic int root_depth, root_move, root_number; /* see Progress */
    bool stopped;
    int seldepth;    /* selective depth: the deepest ply reached */
    int nmp_min_ply; /* null move verification: no null move before this ply */
    Move best;       /* best root move so far */
    int best_score;
    uint64_t cutoffs, first_cutoffs; /* beta cutoffs by any move, and by the first one */
    uint64_t move_nodes[SQUARE_COUNT][SQUARE_COUNT]; /* nodes below a root move: [from][to] */

    Node node[MAX_PLY + STACK_GUARD + 3]; /* the search stack; the root is node[STACK_GUARD] */
} Worker;

static inline uint64_t search_node_count(const Worker *w) {
    return atomic_load_explicit(&w->nodes, memory_order_relaxed);
}
static inline Node *search_root_node(Worker *w) {
    return &w->node[STACK_GUARD];
}

#endif
