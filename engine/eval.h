/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only evaluation the search sees. */
#ifndef ALULA_EVAL_H
#define ALULA_EVAL_H

#include <stddef.h>

#include "nnue.h"

/* No evaluation leaves [-EVAL_MAX, EVAL_MAX]; scores beyond are mates. */
enum { EVAL_MAX = 20000 };

/*
 * Who judges, and what has been found out about positions seen lately; one thread's own. What it
 * remembers changes how long an evaluation takes, never what it says.
 */
typedef struct EvalCache EvalCache;

/* Fill the tables; calling it again changes nothing. */
void eval_init(void);

/*
 * For lines of so many plies. Positions are judged by the network, which must outlive the cache, or
 * by hand-made terms if it is NULL. NULL when memory is refused.
 */
EvalCache *eval_cache_new(const NnueNet *net, int plies);
void eval_cache_free(EvalCache *cache);
size_t eval_cache_bytes(const NnueNet *net, int plies);

/*
 * What a quiet position is worth to the side to move, in centipawns. Mirroring the board and
 * changing colors does not change it. `ply` is its distance from the root of a search, from 0 to
 * below the plies of the cache: neighbors in a line are judged faster. The cache may be NULL; the
 * hand-made terms judge then.
 */
int eval_position(const Position *p, EvalCache *cache, int ply);

#endif
