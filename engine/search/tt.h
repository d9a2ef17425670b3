/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Transposition table (TT): scores, bounds and moves of positions searched before. Clusters of four
 * entries fill a cache line; the entry with the least replacement value gives way.
 */
#ifndef ALULA_TT_H
#define ALULA_TT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "result.h"

/*
 * Transposition table entry, 8 bytes in the table. An entry without a bound gives no score, but may
 * give an evaluation.
 */
typedef struct {
    int16_t score; /* for the side to move; mates counted from this position, not the root */
    int16_t eval;  /* static evaluation before corrections; TT_NO_EVAL if none is known */
    Move move;     /* best move or cutoff move; NO_MOVE if none is known */
    int8_t depth;  /* plies searched */
    uint8_t bound; /* a Bound */
    bool pv;       /* the position was in a PV node, or near one */
} TTEntry;

enum { TT_NO_EVAL = SCORE_NONE, TT_ENTRY_SIZE = 8, TT_MAX_DEPTH = INT8_MAX };

typedef struct TT TT;

/*
 * A new table of at most `bytes` (at least 64), or NULL without memory. The system provides the
 * memory as the table fills, in page faults that a search pays for, unless tt_touch() was called.
 */
TT *tt_new(size_t bytes);
void tt_free(TT *tt);

/*
 * Have the system provide the memory of the first `bytes` (at most all), as far as it was not done
 * before, by `threads` threads, of which the caller is one. Any thread may cut it short for good,
 * and search the table meanwhile.
 */
void tt_touch(TT *tt, size_t bytes, int threads);
void tt_stop_touching(TT *tt);

/* Suspend it, so that a search on a clock has the processors for itself. */
void tt_pause_touch(TT *tt, bool paused);

/* Bytes that were touched so far. */
size_t tt_touched(const TT *tt);

/*
 * While tt_touch() runs: searches that start now use no more of the table than is there. After it:
 * all of it. No search may run.
 */
void tt_limit_to_touched(TT *tt, bool touching, int threads);

/*
 * Clear all entries, which takes no time: they bear the number of a game that is over. (But for one
 * call in 65,535, which has to write zeros, as the numbers begin again.)
 */
void tt_clear(TT *tt);

/* Store nothing from now on, so that every search has an empty table; or store again. */
void tt_set_off(TT *tt, bool off);

/*
 * A search of about `nodes` nodes starts; UINT64_MAX: not known. It starts a generation of
 * entries; earlier ones go first (aging, see replacement_value()).
 *
 * A short search is slower in a large table, as each access misses the caches. So the first search
 * after tt_clear() uses as much of the table as it may fill in four searches, 16 MB at least; a
 * later one that needs more uses more, and finds no earlier entries.
 */
void tt_new_search(TT *tt, uint64_t nodes);

/* Bytes at the beginning of a table just cleared that such a search uses. */
size_t tt_bytes_used(const TT *tt, uint64_t nodes);

/*
 * Lockless hashing: any thread may probe and store at any time without waiting. An entry torn by
 * two writers fails its key check and reads as unknown.
 */
TTEntry tt_probe(const TT *tt, uint64_t key);

/*
 * Store an entry of this key, in place of an older one of the key, or of the least valuable one of
 * its cluster. One that knows less, as a shallow bound or a mere evaluation, does not replace a
 * deeper one of the same key and search. A known move is kept where the entry has none.
 */
void tt_store(TT *tt, uint64_t key, TTEntry entry);

/* Hashfull (UCI): entries of the current generation, in permille, sampled from the first 1000. */
int tt_hashfull(const TT *tt);

/* Prefetch (Stockfish) the cluster of a key into the cache, before it is probed. */
void tt_prefetch(const TT *tt, uint64_t key);

#endif
