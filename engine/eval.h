/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The only evaluation the search sees: a network, put right where more is known of a position, or
 * of the way that the game takes, than a network can see.
 */
#ifndef ALULA_EVAL_H
#define ALULA_EVAL_H

#include <stddef.h>

#include "nnue.h"

/* No evaluation leaves [-EVAL_MAX, EVAL_MAX]; scores beyond are mates. */
enum { EVAL_MAX = 20000 };

/*
 * What has been found out about positions seen lately, and the network that judges; one thread's
 * own. What it remembers changes how long an evaluation takes, never what it says.
 */
typedef struct NnueCache EvalCache;

/*
 * Fill the tables; calling it again changes nothing. NULL, or what is wrong with the network that
 * is part of the program.
 */
const char *eval_init(void);

/* Wherever a network is asked for, NULL is the embedded one. */
static inline const NnueNet *eval_net(const NnueNet *net) {
    return net ? net : nnue_embedded();
}

/*
 * For lines of so many plies, judged by a network that must outlive the cache. NULL when memory is
 * refused.
 */
EvalCache *eval_cache_new(const NnueNet *net, int plies);
void eval_cache_free(EvalCache *cache);
size_t eval_cache_bytes(const NnueNet *net, int plies);

/*
 * What a quiet position is worth to the side to move, in centipawns. Mirroring the board and
 * changing colors does not change it. `ply` is its distance from the root of a search, from 0 to
 * below the plies of the cache: neighbors in a line are judged faster. Without a cache, NULL, the
 * embedded network judges, and slowly.
 */
int eval_position(const Position *p, EvalCache *cache, int ply);

/* As the fifty-move rule draws near, a value loses a WHOLEth with each ply, up to MOST of them. */
enum { EVAL_RULE50_DIVISOR = 220, EVAL_RULE50_MAX = 100 };

/* How the value of a position comes about, step by step, for its side to move. */
typedef struct {
    bool known;  /* a known ending: no network was asked, and the next three are 0 */
    int network; /* what the network says */
    int chances; /* so many SCALE_NORMAL of that can be hoped for */
    int limited; /* what is left of it, within EVAL_MAX */
    int value;   /* the same, faded: what eval_position() says */
} EvalSteps;

EvalSteps eval_steps(const Position *p, const NnueNet *net);

#endif
