/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Worker threads: each deepens its own search of the same root, and all share one table ("lazy
 * SMP"). The calling thread is the first worker and the one that reports and watches the time.
 */
#ifndef ALULA_THREADS_H
#define ALULA_THREADS_H

#include "gameline.h"
#include "search.h"

/* What a search is to look for besides the best move. All zero: nothing else. */
typedef struct {
    Move only[MAX_MOVES]; /* legal moves of the root that are searched, each once; */
    size_t only_count;    /* 0: all */
    int lines;            /* so many of the best moves, each with its line; 0 or 1: one */
    int mate;             /* it is enough to prove a mate in so many moves; 0: it is not */
} Task;

/* What a search has found out so far. */
typedef struct {
    int line;           /* 1: the best move; 2: the second best, and so on */
    int depth, deepest; /* plies, nominal and reached */
    int score;          /* for the side to move at the root; see SCORE_MATE */
    Bound bound;        /* what the score says: usually BOUND_EXACT */
    int64_t time_ms;
    uint64_t nodes;   /* of all workers */
    int hash_full;    /* entries of a thousand of the table that this search has written */
    size_t pv_length; /* 0 only if there is no legal move */
    Move pv[MAX_PLY + 1];
} Thought;

typedef void ThoughtListener(void *context, const Thought *thought);

typedef struct Pool Pool;

/* A pool of so many workers, 1 or more, judging as by pool_set_net(); NULL when memory is refused.
 */
Pool *pool_new(int threads, const NnueNet *net);
void pool_free(Pool *pool);
int pool_threads(const Pool *pool);

/* The bytes that one worker takes. */
size_t pool_bytes_per_thread(const NnueNet *net);

/*
 * Who judges positions from now on: a network, which must outlive the pool, or NULL for the
 * embedded one. False, with nothing changed, when memory is refused.
 */
bool pool_set_net(Pool *pool, const NnueNet *net);

/* How far a search has come; may be asked for while it runs. */
typedef struct {
    uint64_t nodes; /* of all workers */
    int depth;      /* of the iteration at work */
    Move move;      /* the root move searched now; NO_MOVE before the first */
    int number;     /* of that move, from 1; 0 before the first */
} Progress;
void pool_progress(const Pool *pool, Progress *out);

/* The numbers that all its workers search by; rules_default at first. */
void pool_set_rules(Pool *pool, const Rules *rules);

/* Forget what was learned of moves. */
void pool_clear(Pool *pool);

/* Set what stops a search that is to begin, and start its clock. */
void control_set(Control *control, const Limits *limits, Color us, int threads);

/* The same while it runs: other limits, and a clock that starts now. */
void control_change(Control *control, const Limits *limits, Color us, int threads);

/* What a search needs to know. */
typedef struct {
    const GameLine *line; /* the root and what came before */
    TT *tt;
    Control *control;
    const Task *task; /* NULL: only the best move */
    int depth;        /* 0: as deep as it goes */
    uint64_t noise;   /* see Worker */
    int noise_size;
    const Pin *pin; /* scores that are given */
    size_t pin_count;
    ThoughtListener *listener;
    void *context;
} Job;

/*
 * Search until the control or the depth stops it. Returns the final thought on the best move; the
 * listener has heard it, and every one before; with several lines each of them at every depth.
 * Threads that the system refuses are done without.
 */
Thought pool_search(Pool *pool, const Job *job);

#endif
