/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random openings in the form that the OpenBench framework (A. Grant) requests: "genfens N seed S
 * book B". They are generated as in alula-datagen with its default settings.
 */
#ifndef ALULA_GENFENS_H
#define ALULA_GENFENS_H

#include "base/text.h"
#include "eval/nnue.h"

enum { GENFENS_PATH_SIZE = 1024 };

/* A request for openings. */
typedef struct {
    int64_t count;
    uint64_t seed;
    char book[GENFENS_PATH_SIZE]; /* EPD or FEN lines to start from; "": the start position */
    int plies;                    /* random plies; one more in half of the openings */
    int shuffled;                 /* percent with shuffled back ranks; 0 with a book */
    int score;                    /* centipawns; more unbalanced openings are rejected */
} Genfens;

/*
 * Reads "N [seed S] [book None|FILE] [plies N] [shuffled P] [score N]". Returns NULL, or an error
 * message with *out unchanged.
 */
const char *genfens_read(Genfens *out, Word arguments);

/* Receives a line "info string genfens FEN", without its line feed. */
typedef void GenfensListener(void *context, const char *line);

/* Polled before each try; returns true to stop. */
typedef bool GenfensEnd(void *context);

/*
 * Generates the openings, which are the same on every machine: each depends only on the seed, its
 * number, and the book. Positions are evaluated by `net`, or by the embedded network if `net` is
 * NULL; `end` may be NULL. Returns false, with an error message, if the book is unusable, if the
 * limits allow no opening, or if there is not enough memory.
 */
bool genfens_run(const Genfens *g, const NnueNet *net, GenfensListener *listener, GenfensEnd *end,
                 void *context, Text *error);

#endif
