/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface of position solvers: the built-in engine or another program. */
#ifndef ALULA_PLAYER_SOLVER_H
#define ALULA_PLAYER_SOLVER_H

#include "chess/gameline.h"
#include "eval/syzygy.h"
#include "search/result.h"

enum { SEARCH_INFO_PV = 256 };

/* An intermediate search result, like UCI's "info". */
typedef struct {
    int depth;   /* plies */
    Bound bound; /* of score and mate */
    int score;   /* centipawns for the side to move; unused if there is a mate */
    int mate;    /* moves to mate, negative if the side to move is mated; 0: none */
    uint64_t nodes;
    int64_t us; /* since the start of the search */
    size_t pv_length;
    bool pv_broken; /* the PV continues with an illegal move */
    Move pv[SEARCH_INFO_PV];
} SolverInfo;

/* Receives search results. Returns true to stop the search. */
typedef bool SolverListener(void *context, const SolverInfo *info);

typedef struct Solver Solver;
struct Solver {
    /*
     * Searches the last position of a line, which has a legal move. Sets *move to the best move, or
     * NO_MOVE. Returns NULL or an error message. Call this in a thread started by thread_start().
     */
    const char *(*solve)(Solver *s, const GameLine *line, SolverListener *listener, void *context,
                         Move *move);
    /* Clears hash table and histories. External engines do so before every search. */
    void (*forget)(Solver *s);
    /* Ends this search and every later one; may be called from any thread. */
    void (*stop)(Solver *s);
    void (*free)(Solver *s);
};

#endif
