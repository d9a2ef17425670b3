/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random openings as the framework OpenBench (A. Grant) asks for them: "genfens N seed S book B".
 * They are made as alula-datagen makes them, with its defaults.
 */
#ifndef ALULA_GENFENS_H
#define ALULA_GENFENS_H

#include "base/text.h"
#include "eval/nnue.h"

enum { GENFENS_PATH_SIZE = 1024 };

/* What is asked for. */
typedef struct {
    int64_t count;
    uint64_t seed;
    char book[GENFENS_PATH_SIZE]; /* EPD or FEN lines to start from; "": the start position */
    int plies;                    /* random plies; one more in half of the openings */
    int shuffled;                 /* percent with shuffled back ranks; 0 with a book */
    int score;                    /* centipawns; openings that are worse for a side are rejected */
} Genfens;

/*
 * Read "N [seed S] [book None|FILE] [plies N] [shuffled P] [score N]". NULL, or an error message
 * with *out unchanged.
 */
const char *genfens_read(Genfens *out, Word arguments);

/* Takes a line "info string genfens FEN", without its line feed. */
typedef void GenfensListener(void *context, const char *line);

/* Called before each try; true ends it. */
typedef bool GenfensEnd(void *context);

/*
 * Make them: the same on every machine, and each depends on the seed, its number, and the book
 * alone. `net` evaluates, NULL: the embedded one; `end` may be NULL. False, with a sentence, if the
 * book cannot be used, if the limits allow no opening, or without memory.
 */
bool genfens_run(const Genfens *g, const NnueNet *net, GenfensListener *listener, GenfensEnd *end,
                 void *context, Text *error);

#endif
