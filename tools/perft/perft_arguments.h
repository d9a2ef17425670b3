/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of alula-perft, and its commands. */
#ifndef ALULA_PERFT_PERFT_ARGUMENTS_H
#define ALULA_PERFT_PERFT_ARGUMENTS_H

#include "base/text.h"
#include "perft/hashed.h"
#include "tools/common/units.h"

/* Progress over the counts of a file of units. */
typedef struct {
    int64_t start;                    /* clock_us(); 0: a single count */
    size_t counted, skipped, refused; /* units so far */
    size_t of;                        /* number of units in the file; 0: unknown, as in a pipe */
    uint64_t nodes;
} PerftBatch;

typedef struct {
    int64_t depth;                /* -1: not given */
    const char *fen, *unit, *log; /* borrowed from argv; NULL: not given */
    Slice slice;                  /* slice of the units of `unit` */
    const char *check;            /* --check: a command; NULL: not given */
    int protocol;                 /* --check: a PerftProtocol; -1: not given */
    char **files;                 /* --suite or --sum: NULL-terminated */
    size_t file_count;
    char **programs; /* operands of --compare */
    size_t program_count;
    char *self; /* the name by which this program was called */
    bool divide, kinds, json, chess960, bulk, checking, summing, comparing;
    bool unchecked; /* allow positions with impossible material */
    int64_t max_depth, max_nodes, threads, hash_megabytes, units; /* units: plies; 0: none */
    int64_t rounds, total_s; /* --compare; total_s: for all counts together, 0: no limit */
    int64_t timeout_s;       /* --compare and --check: for one count by another program */
    PerftTable *table;       /* hash table of --hash, or NULL */
    PerftBatch *batch;
} PerftOptions;

/* The default limits of --check and of --compare; the timeouts are in seconds. */
enum { PERFT_CHECK_DEPTH = 8, PERFT_CHECK_NODES = 1000000, PERFT_CHECK_TIMEOUT = 60 };
enum { PERFT_COMPARE_ROUNDS = 5, PERFT_COMPARE_TIMEOUT = 600 };

/*
 * Reads the command line. Returns the exit status, with an error message. `table` and `batch` are
 * unchanged.
 */
int perft_arguments_read(PerftOptions *o, int argc, char **argv, Text *error);

/* These functions return the exit status. The caller prints *error. */
int perft_suite(const PerftOptions *o);       /* --suite: compares all counts within the limits */
int perft_units_write(const PerftOptions *o); /* --units: work units, shared among machines */
int perft_units_count(const PerftOptions *o); /* --unit */
int perft_units_sum(const PerftOptions *o);   /* --sum */

/* --check: compares another program's counts until one differs, and explains the difference. */
int perft_check(const PerftOptions *o, Text *error);

/* --compare: measures the speed of this program and others. */
int perft_compare(const PerftOptions *o, Text *error);

#endif
