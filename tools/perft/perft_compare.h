/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --compare: the speed of this program and others, one process for each count, in turn. */
#ifndef ALULA_PERFT_PERFT_COMPARE_H
#define ALULA_PERFT_PERFT_COMPARE_H

#include "chess/fen.h"
#include "perft_arguments.h"
#include "perft_program.h"

/* The options if they are not given; the timeout is in seconds. */
enum { PERFT_COMPARE_ROUNDS = 5, PERFT_COMPARE_TIMEOUT = 600 };

/* The most programs, alula included. */
enum { PERFT_PROGRAMS_MAX = 16 };

/* Less processor time than this says more about the clock and the start than about counting. */
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
    int64_t *us; /* processor time of each round so far */
    size_t rounds;
    PerftOutcomeKind fault; /* PERFT_RIGHT: none */
} CompareCell;

typedef struct {
    const PerftOptions *options;
    PerftProgram program[PERFT_PROGRAMS_MAX]; /* the first is this one */
    size_t programs;
    int64_t start_us[PERFT_PROGRAMS_MAX]; /* the shortest run to depth 3; INT64_MAX: unknown */
    bool out[PERFT_PROGRAMS_MAX];         /* it cannot be measured at all */
    ComparePosition *position;
    size_t positions;
    CompareCell *cell; /* [position * programs + program] */
    int64_t start;     /* of measuring, on clock_us() */
    bool failed;       /* something was told on stderr */
    bool cut;          /* interrupted, or the time is over */
} Comparison;

static inline const CompareCell *compare_cell(const Comparison *c, size_t position,
                                              size_t program) {
    return &c->cell[position * c->programs + program];
}

/* The smallest and the median of `count` > 0 times, in microseconds. */
int64_t compare_best(const int64_t *us, size_t count);
int64_t compare_median(const int64_t *us, size_t count);

/* Can this position be compared: all rounds of all programs are right and none is too short? */
bool compare_is_complete(const Comparison *c, size_t position);

/* Compare the programs of the command line. Returns the exit status; *error is to be printed. */
int perft_compare(const PerftOptions *o, Text *error);

#endif
