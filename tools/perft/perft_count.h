/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting leaf nodes, with a progress line on the terminal. */
#ifndef ALULA_PERFT_PERFT_COUNT_H
#define ALULA_PERFT_PERFT_COUNT_H

#include "perft/perft_run.h"
#include "perft_arguments.h"
#include "tools/common/linefile.h"

/* A count, finished or interrupted. */
typedef struct {
    PerftUnit *unit;  /* [units] */
    PerftKinds *part; /* [units]: their counts */
    bool *known;      /* [units]: finished */
    size_t units, finished;
    PerftKinds total; /* sum of the finished units */
    int64_t us;
} PerftResult;

extern const char perft_too_large[]; /* the error message for counts of 2^64 or more */

/*
 * Returns true for the start position of the game at a depth that is known to exceed 64 bits. Depth
 * 13 is 1,981,066,775,000,396,239, depth 14 is 61,885,021,521,585,529,237.
 */
bool perft_is_known_to_overflow(const Position *p, int depth);

/* Returns true if the count would certainly exceed 64 bits. */
bool perft_is_too_deep(const Position *p, int depth);

/*
 * Counts `depth` plies below a position of any material, on one thread. Returns NULL, or an error
 * message with *nodes invalid. Sums beyond 64 bits become PERFT_OVERFLOW. Ends when interrupted.
 */
const char *perft_unchecked_count(const Board *b, int depth, uint64_t *nodes);

/*
 * Counts `depth` plies below a position, which may be of any material with o->unchecked. Returns
 * false after a message on stderr.
 */
bool perft_count_leaves(const PerftOptions *o, const Position *p, int depth, PerftResult *c);

/* Frees a count, except after an interrupt, when threads may still use it. */
void perft_result_free(PerftResult *c);

/*
 * Counts like perft_count_leaves() for a suite or a unit; *nodes is PERFT_OVERFLOW above 64 bits.
 */
bool perft_count_nodes(const PerftOptions *o, const Position *p, int depth, uint64_t *nodes);

/*
 * Counts like perft_count(), until interrupted or above `limit`. Returns false if interrupted;
 * *nodes is the count, or some number above the limit.
 */
bool perft_count_within(const Position *p, int depth, uint64_t limit, uint64_t *nodes);

/* Returns thousands of nodes per second. */
uint64_t perft_speed(uint64_t nodes, int64_t us);

/* Updates the progress line; `run` is NULL between two counts. */
void perft_show_progress(const PerftOptions *o, PerftRun *run, size_t count, int64_t start);

/* Shows these words as progress; without a terminal, prints a line per minute. */
void perft_show_words(const char *words);

/* Erases the progress line. */
void perft_wipe_progress(void);

/* Prints "alula-perft: WHAT: TEXT" (`text` may be NULL). Returns TOOL_FAILED. */
int perft_fail(const char *what, const char *text);

/* Reports an error in a line like linefile_complain(), after erasing the progress line. */
void perft_complain(LineFile *l, const char *error);

/*
 * Reads the position at the start of the current line; *rest is the text after it. Returns false
 * after a message.
 */
bool perft_read_position(const PerftOptions *o, LineFile *l, Word *rest, Position *p);

/*
 * Adds the words of a FEN verbatim, so that all programs get the same text; counters may be
 * missing.
 */
void perft_add_fen(Text *out, Word fen);

/*
 * Reads a field "D5 4865609" of a suite: its depth and count. Returns NULL; depth -1 means that the
 * field is another operation such as DTM. Returns an error message for likely typos: D alone, Dx
 * and D5x.
 */
const char *perft_suite_field(Word opcode, Word operands, int64_t *depth, int64_t *wanted);

/* Returns the error of a FEN, with a hint if it needs --chess960. */
const char *perft_hint(const PerftOptions *o, const char *error);

#endif
