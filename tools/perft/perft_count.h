/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting leaf nodes, with a progress line on the terminal. */
#ifndef ALULA_PERFT_PERFT_COUNT_H
#define ALULA_PERFT_PERFT_COUNT_H

#include "perft/perft.h"
#include "perft_arguments.h"
#include "tools/common/linefile.h"

/* A count that ended or was interrupted. */
typedef struct {
    PerftUnit *unit;
    PerftKinds *part; /* of each unit */
    bool *known;
    size_t units, finished;
    PerftKinds total; /* of the finished units */
    int64_t us;
} PerftResult;

extern const char perft_too_large[]; /* the sentence for counts of 2^64 or more */

/*
 * Is this the start of the game, at a depth known to exceed 64 bits? Depth 13 is
 * 1,981,066,775,000,396,239, depth 14 is 61,885,021,521,585,529,237.
 */
bool perft_is_known_to_overflow(const Position *p, int depth);

/* True if the count would certainly exceed 64 bits. */
bool perft_is_too_deep(const Position *p, int depth);

/* Count `depth` plies below a position. False after a sentence on stderr. */
bool perft_count_leaves(const PerftOptions *o, const Position *p, int depth, PerftResult *c);
void perft_result_free(PerftResult *c);

/* The same for a count of a suite or a unit; *nodes is PERFT_OVERFLOW above 64 bits. */
bool perft_count_nodes(const PerftOptions *o, const Position *p, int depth, uint64_t *nodes);

/*
 * perft_count() that an interrupt ends, and a count above `limit`. False if interrupted; *nodes is
 * the count, or some number above the limit.
 */
bool perft_count_within(const Position *p, int depth, uint64_t limit, uint64_t *nodes);

/* Thousands of nodes per second. */
uint64_t perft_speed(uint64_t nodes, int64_t us);

/* Update the progress line; `run` is NULL between two counts. */
void perft_show_progress(const PerftOptions *o, PerftRun *run, size_t count, int64_t start);
/* The same with these words. Where there is no terminal they are a line a minute. */
void perft_show_words(const char *words);
void perft_wipe_progress(void);

/* Print "alula-perft: WHAT: TEXT" (`text` may be NULL). Returns TOOL_FAILED. */
int perft_fail(const char *what, const char *text);

/* linefile_complain() in place of the progress line. */
void perft_complain(LineFile *l, const char *error);

/*
 * Read the position at the start of the current line; *rest is what follows it. False after a
 * sentence.
 */
bool perft_read_position(const PerftOptions *o, LineFile *l, Word *rest, Position *p);

/* Add the words of a FEN as they are, so that no program has it easier; counters may be missing. */
void perft_add_fen(Text *out, Word fen);

/* The error of a FEN, with a hint if it needs --chess960. */
const char *perft_hint(const PerftOptions *o, const char *error);

#endif
