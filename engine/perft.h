/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Count the leaves of the tree of legal moves, to check a move generator and to time it. */
#ifndef ALULA_PERFT_H
#define ALULA_PERFT_H

#include "movegen.h"

/*
 * Leaves `depth` plies below a position; 1 for depth 0. Moves of the last ply are only counted, and
 * those of the ply before are looked at together where they leave the same answers.
 */
uint64_t perft_count(const Board *b, int depth);

/* Asked many times a second: is it to go on? */
typedef bool PerftGoOn(void *context);

/*
 * As perft_count(), added to *leaves, as long as it is to go on. False if it was ended before: what
 * was counted so far has been added then.
 */
bool perft_count_while(const Position *p, int depth, PerftGoOn *go_on, void *context,
                       uint64_t *leaves);

/* perft_count() with every leaf visited: slower, and a check on the counting generator. */
uint64_t perft_visit(const Position *p, int depth);

/* A count that does not fit 64 bits; no true count of a search that ends is as large. */
#define PERFT_OVERFLOW UINT64_MAX

/*
 * The moves of the last ply by kind; all but nodes are 0 for depth 0. A check is double if two
 * pieces give it, else discovered if a piece gives it that did not move.
 */
typedef struct {
    uint64_t nodes, captures, en_passants, castlings, promotions;
    uint64_t checks, discovered_checks, double_checks, mates;
} PerftKinds;

void perft_kinds(const Position *p, int depth, PerftKinds *out);

/* What is known of positions already counted. Any number of threads may use it at once. */
typedef struct PerftTable PerftTable;

/* A table of so many bytes at most (at least 64); NULL when memory is refused. */
PerftTable *perft_table_new(size_t bytes);
void perft_table_free(PerftTable *table);

/*
 * As perft_count(), looking up positions that were counted before: the same number, or
 * PERFT_OVERFLOW. Entries are recognised by all 64 bits of their keys.
 */
uint64_t perft_count_hashed(const Position *p, int depth, PerftTable *table);

/*
 * Is the count so deep certainly larger than `limit`, which is 64 bits or more? Judged by the true
 * counts of shallow depths, in a few milliseconds, and by their growth over two plies from there
 * on, where the smaller of the last two figures is taken: a game that closes up or ends all at once
 * later on deceives it.
 */
bool perft_is_beyond(const Board *b, int depth, double limit);

/* A part of a count: what is found below this position counts so many times. */
typedef struct {
    Position position;
    uint64_t times;
    Move first; /* the move of the root that leads there; the first such if there are several */
} PerftUnit;

/* Distinct units are refused beyond so many; they take some 200 bytes each. */
enum { PERFT_MOST_UNITS = 2000000 };

/*
 * The positions `plies` below a root, in the order of moves; with `distinct`, each only once, in
 * the order of their keys. NULL, or a defect when memory is refused or there are too many. The
 * caller frees *units.
 */
const char *perft_split(const Position *root, int plies, bool distinct, PerftUnit **units,
                        size_t *count);

/* How to count. */
typedef struct {
    int depth;   /* below each unit */
    int threads; /* 1 or more */
    enum { PERFT_COUNT, PERFT_VISIT, PERFT_KINDS } mode;
    PerftTable *table; /* NULL for none; for PERFT_COUNT only */
} PerftPlan;

/* Threads that work through units. */
typedef struct PerftRun PerftRun;

/* Start them; NULL when memory or threads are refused. The units must stay until the end. */
PerftRun *perft_start(const PerftUnit *units, size_t count, const PerftPlan *plan);

/* Wait for the end, at most so many milliseconds; has it come? */
bool perft_wait(PerftRun *run, int timeout_ms);

/* Units finished and nodes counted so far. */
void perft_progress(PerftRun *run, size_t *units, uint64_t *nodes);

/* Has the count of all units gone beyond 64 bits? Then its threads end, units unfinished. */
bool perft_overflows(PerftRun *run);

/* What was found below one unit, once; false if it is not finished. */
bool perft_result(PerftRun *run, size_t unit, PerftKinds *out);

/* Only after perft_wait() has said that the end has come. */
void perft_free(PerftRun *run);

/* a * b and a + b, or PERFT_OVERFLOW. */
uint64_t perft_multiply(uint64_t a, uint64_t b);
uint64_t perft_add(uint64_t a, uint64_t b);

#endif
