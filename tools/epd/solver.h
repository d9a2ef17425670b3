/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Something that thinks about positions: the engine that is linked in, or another program. */
#ifndef ALULA_EPD_SOLVER_H
#define ALULA_EPD_SOLVER_H

#include "chess.h"
#include "position.h"
#include "tt.h"

enum { FINDING_MOVES = 256 };

/* What it has found out so far. */
typedef struct {
    int depth;   /* plies */
    Bound bound; /* what score and mate say */
    int score;   /* centipawns for the side to move; nothing if there is a mate */
    int mate;    /* moves to mate, below zero when it is mated; 0: none is seen */
    uint64_t nodes;
    int64_t us; /* since it was asked */
    size_t pv_length;
    bool pv_broken; /* the next move of the line was not a legal one */
    Move pv[FINDING_MOVES];
} Finding;

/* True: that is enough, give your move. */
typedef bool FindingListener(void *context, const Finding *finding);

/* How long to think about each position; zero means no such limit, but there has to be one. */
typedef struct {
    int64_t move_ms, nodes;
    int depth;
} Effort;

typedef struct Solver Solver;
struct Solver {
    /*
     * Think about a position that has a legal move, with nothing remembered from others. *move is
     * the final word, NO_MOVE if there is none. NULL, or a sentence that says why there is no
     * answer. The calling thread needs a stack of SOLVER_STACK bytes.
     */
    const char *(*solve)(Solver *s, const Position *p, FindingListener *listener, void *context,
                         Move *move);
    /* From any thread: give up, now and for good. */
    void (*stop)(Solver *s);
    void (*free)(Solver *s);
};

enum { SOLVER_STACK = 16 << 20 };

/* The engine that is linked in; NULL when memory is refused. */
Solver *solver_inside(const Effort *effort, size_t hash_bytes, int threads);

#endif
