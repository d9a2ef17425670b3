/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Transposition table (TT): scores, bounds and moves of positions searched before. Clusters of four
 * entries fill a cache line; the entry with the lowest replacement value is overwritten.
 */
#ifndef ALULA_TT_H
#define ALULA_TT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "result.h"

/*
 * Transposition table entry, 8 bytes in the table. An entry without a bound has no score, but may
 * have an evaluation.
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
 * Returns a new table of at most `bytes` (at least 64), or NULL if there is not enough memory. The
 * system provides the memory as the table fills, by page faults during the search, unless
 * tt_touch() was called before.
 */
TT *tt_new(size_t bytes);
/* Frees a table; NULL is allowed. */
void tt_free(TT *tt);

/*
 * Prefaults (touches) those of the first `bytes` of the memory that are still untouched, with
 * `threads` threads including the caller. Meanwhile, other threads may search the table;
 * tt_stop_touching() ends touching early and for good.
 */
void tt_touch(TT *tt, size_t bytes, int threads);
void tt_stop_touching(TT *tt);

/* Suspends or resumes tt_touch(), so that a search on a clock can use all processors. */
void tt_pause_touch(TT *tt, bool paused);

/* Returns the number of bytes touched so far. */
size_t tt_touched(const TT *tt);

/*
 * With `touching`, while tt_touch() runs, limits searches that start now to the touched part of the
 * table; otherwise allows the whole table. No search may be running.
 */
void tt_limit_to_touched(TT *tt, bool touching, int threads);

/*
 * Clears all entries without writing to them: the number of the game that they carry becomes
 * outdated. (One call in 65,535 writes zeros, as the numbers start again.)
 */
void tt_clear(TT *tt);

/* Disables or enables storing; while disabled, every search finds an empty table. */
void tt_set_off(TT *tt, bool off);

/*
 * Starts a search of about `nodes` nodes (UINT64_MAX: unknown), and a new generation of entries.
 * Entries of earlier generations are replaced first (aging, see replacement_value()).
 *
 * A large table slows a short search down, as each access misses the caches. So the first search
 * after tt_clear() uses only the part of the table that four such searches may fill, at least 16
 * MB. A later search that needs more uses a larger part, and finds no earlier entries.
 */
void tt_new_search(TT *tt, uint64_t nodes);

/* Returns the bytes at the start of a newly cleared table that a search of `nodes` nodes uses. */
size_t tt_bytes_used(const TT *tt, uint64_t nodes);

/*
 * Returns the entry of a position, or one without data if there is none. Any thread may probe and
 * store at any time without waiting (lockless hashing): an entry torn by two writers fails its key
 * check.
 */
TTEntry tt_probe(const TT *tt, uint64_t key);

/*
 * Stores an entry; it replaces the entry of the same key, or else the least valuable one of the
 * cluster. An entry with less information (a shallower bound or only an evaluation) does not
 * replace a deeper one of the same key and search. If the new entry has no move, the old move is
 * kept.
 */
void tt_store(TT *tt, uint64_t key, TTEntry entry);

/*
 * Returns hashfull (UCI): entries of the current generation in per mille, sampled from the first
 * 1000.
 */
int tt_hashfull(const TT *tt);

/* Prefetches the cluster of a key into the cache, before tt_probe(), as in Stockfish. */
void tt_prefetch(const TT *tt, uint64_t key);

#endif
