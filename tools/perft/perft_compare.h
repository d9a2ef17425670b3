/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --compare: the speed of this program and others, with one process per count, in turn. */
#ifndef ALULA_PERFT_PERFT_COMPARE_H
#define ALULA_PERFT_PERFT_COMPARE_H

#include "chess/fen.h"
#include "perft_arguments.h"
#include "perft_engine.h"

/* The maximum number of programs, including alula. */
enum { PERFT_PROGRAMS_MAX = 16 };

/* Processor times below this measure the clock and the start rather than counting. */
enum { PERFT_SHORT_US = 20000 };

typedef struct {
    char name[64]; /* "start", "classic.epd:3" */
    char fen[FEN_SIZE];
    Position position;
    int depth;
    uint64_t nodes;
} ComparePosition;

/* A program in a position. */
typedef struct {
    int64_t *us; /* processor time in each round so far */
    size_t rounds;
    PerftOutcomeKind fault; /* PERFT_RIGHT: no fault */
} CompareCell;

typedef struct {
    const PerftOptions *options;              /* borrowed */
    PerftProgram program[PERFT_PROGRAMS_MAX]; /* program[0] is alula */
    size_t programs;
    int64_t start_us[PERFT_PROGRAMS_MAX]; /* the shortest run to depth 3; INT64_MAX: unknown */
    bool out[PERFT_PROGRAMS_MAX];         /* programs that cannot be measured at all */
    ComparePosition *position;            /* [positions] */
    size_t positions;
    CompareCell *cell; /* [position * programs + program] */
    int64_t start;     /* clock_us() at the start of measuring */
    bool failed;       /* a problem was reported on stderr */
    bool cut;          /* interrupted, or out of time */
} Comparison;

/* Returns the cell of a program in a position. */
static inline const CompareCell *compare_cell(const Comparison *c, size_t position,
                                              size_t program) {
    return &c->cell[position * c->programs + program];
}

/* Returns the smallest of `count` > 0 times, in microseconds. */
int64_t compare_best(const int64_t *us, size_t count);

/* Returns the median of `count` > 0 times, in microseconds. */
int64_t compare_median(const int64_t *us, size_t count);

/*
 * Returns true if this position can be compared: all rounds of all programs are right, and no round
 * is too short.
 */
bool compare_is_complete(const Comparison *c, size_t position);

#endif
