/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interface of what solves positions: the built-in engine or another program. */
#ifndef ALULA_PLAYER_SOLVER_H
#define ALULA_PLAYER_SOLVER_H

#include "chess/gameline.h"
#include "eval/syzygy.h"
#include "search/result.h"

enum { SEARCH_INFO_PV = 256 };

/* A search result so far, as in UCI's "info". */
typedef struct {
    int depth;   /* plies */
    Bound bound; /* of score and mate */
    int score;   /* centipawns for the side to move; unused if there is a mate */
    int mate;    /* moves to mate, negative if the side to move is mated; 0: none */
    uint64_t nodes;
    int64_t us; /* since the start of the search */
    size_t pv_length;
    bool pv_broken; /* the PV goes on with an illegal move */
    Move pv[SEARCH_INFO_PV];
} SolverInfo;

/* Receives search results. True stops the search. */
typedef bool SolverListener(void *context, const SolverInfo *info);

/* Limits of each search; 0 means none, but at least one is needed. */
typedef struct {
    int64_t move_ms, nodes;
    int depth;
} SolverLimits;

typedef struct Solver Solver;
struct Solver {
    /*
     * Search the last position of a line, which has a legal move. Sets *move to the final move, or
     * NO_MOVE. Returns NULL or an error message. The calling thread was started by thread_start().
     */
    const char *(*solve)(Solver *s, const GameLine *line, SolverListener *listener, void *context,
                         Move *move);
    /* Forget all earlier searches: clear hash table and histories. Engines as processes do so
       before every search. */
    void (*forget)(Solver *s);
    /* From any thread: end this search and every later one. */
    void (*stop)(Solver *s);
    void (*free)(Solver *s);
};

/*
 * A solver with the built-in engine; NULL if out of memory. With `final`, its listeners hear the
 * result of the whole search, too, which may be better than that of the last iteration.
 */
Solver *builtin_solver_new(const SolverLimits *limits, size_t hash_bytes, int threads,
                           Syzygy *syzygy, bool final);

#endif
