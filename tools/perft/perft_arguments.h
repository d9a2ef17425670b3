/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of alula-perft. */
#ifndef ALULA_PERFT_PERFT_ARGUMENTS_H
#define ALULA_PERFT_PERFT_ARGUMENTS_H

#include "base/text.h"
#include "perft/perft.h"
#include "tools/common/units.h"

/* Progress over the many counts of a file of units. */
typedef struct {
    int64_t start;                    /* clock_us(); 0: there is only one count */
    size_t counted, skipped, refused; /* units so far */
    size_t of;                        /* units of the file; 0: unknown, as in a pipe */
    uint64_t nodes;
} PerftBatch;

typedef struct {
    int64_t depth; /* -1: not given */
    const char *fen, *unit, *log;
    Slice slice;       /* of the units of `unit` */
    const char *check; /* a command; NULL: not given */
    int protocol;      /* of --check, a PerftProtocol; -1: not given */
    char **files;      /* of --suite or --sum, ended by NULL */
    size_t file_count;
    char **programs; /* of --compare */
    size_t program_count;
    char *self; /* how this program was called */
    bool divide, kinds, json, chess960, bulk, checking, summing, comparing;
    bool unchecked; /* positions of impossible material, too */
    int64_t max_depth, max_nodes, threads, hash_megabytes, units; /* units: plies; 0: no units */
    int64_t rounds, total_s; /* of --compare; total_s: for all counts together, 0: no limit */
    int64_t timeout_s;       /* of --compare and --check: for a count by another program */
    PerftTable *table;       /* of --hash, or NULL */
    PerftBatch *batch;
} PerftOptions;

/* Read the command line. Returns the exit status, with a sentence. `table` and `batch` stay. */
int perft_arguments_read(PerftOptions *o, int argc, char **argv, Text *error);

#endif
