/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only evaluation the search sees. */
#ifndef ALULA_EVAL_H
#define ALULA_EVAL_H

#include <stddef.h>

#include "position.h"

/* No evaluation leaves [-EVAL_MAX, EVAL_MAX]; scores beyond are mates. */
enum { EVAL_MAX = 20000 };

/*
 * What has been found out about pawns and kings; one thread's own. All zero bytes: nothing yet.
 * It changes how long an evaluation takes, never what it says.
 */
typedef struct EvalCache EvalCache;

/* Fill the tables; calling it again changes nothing. */
void eval_init(void);

/* NULL when memory is refused. */
EvalCache *eval_cache_new(void);
void eval_cache_free(EvalCache *cache);
size_t eval_cache_bytes(void);

/*
 * What a quiet position is worth to the side to move, in centipawns. Mirroring the board and
 * changing colors does not change it. The cache may be NULL.
 */
int eval_position(const Position *p, EvalCache *cache);

#endif
