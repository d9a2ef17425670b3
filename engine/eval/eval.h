/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Static evaluation: known endings, otherwise the NNUE value, scaled in drawish endings and by the
 * fifty-move rule.
 */
#ifndef ALULA_EVAL_H
#define ALULA_EVAL_H

#include <stddef.h>

#include "nnue.h"

/* Evaluations lie in [-EVAL_MAX, EVAL_MAX] centipawns; scores beyond are mates. */
enum { EVAL_MAX = 20000 };

/*
 * Fills the tables and sets up the embedded network; see nnue_init() for `simd`, the returned error
 * and further calls.
 */
const char *eval_init(const char *simd);

/* Returns the network; NULL means the embedded one wherever a network is expected. */
static inline const NnueNet *eval_net(const NnueNet *net) {
    return net ? net : nnue_embedded();
}

/*
 * Returns the static evaluation of a quiet position, in centipawns for the side to move. It is
 * symmetric: mirroring the board and swapping the colors does not change it. `ply` is the distance
 * from the root of the search, 0 to the cache's plies - 1; positions of the same line are evaluated
 * faster. With a NULL cache, uses the embedded network slowly, without accumulators.
 */
int eval_position(const Position *p, NnueCache *cache, int ply);

/*
 * Fifty-move scaling: a value is multiplied by (DIVISOR - n) / DIVISOR, where n is the halfmove
 * clock, limited to MAX.
 */
enum { EVAL_RULE50_DIVISOR = 220, EVAL_RULE50_MAX = 100 };

/* The steps of an evaluation, each in centipawns for the side to move. */
typedef struct {
    bool known;  /* a known ending: the network was not used, and the next three are 0 */
    int network; /* the output of the network */
    int scale;   /* the scale factor of the ending, 0 to SCALE_NORMAL */
    int clamped; /* the scaled output, within EVAL_MAX */
    int value;   /* after fifty-move scaling, as returned by eval_position() */
} EvalSteps;

/* Returns the steps of the evaluation of a position. */
EvalSteps eval_steps(const Position *p, const NnueNet *net);

/*
 * Undoes the scaling of a search score of a position, in centipawns for the side to move: returns
 * the network output that the scale factor and fifty-move scaling would turn into the score, within
 * EVAL_MAX. A network should learn this value from the score. Mate scores, scores of known endings
 * and values scaled to 0 are returned unchanged.
 */
int eval_unscaled(const Position *p, int score);

#endif
