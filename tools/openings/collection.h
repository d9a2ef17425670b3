/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of openings without duplicates, which can be continued; only complete lines are kept. */
#ifndef ALULA_OPENINGS_COLLECTION_H
#define ALULA_OPENINGS_COLLECTION_H

#include "base/text.h"
#include "chess/position.h"
#include "tools/common/units.h"

/* Candidates are made by random moves; a search accepts or rejects them. */
typedef struct {
    int low, high;        /* accepted advantage of either side, in centipawns */
    int plies, max_plies; /* random plies; candidates use each number in turn */
    uint64_t nodes;       /* of the search */
    int64_t hash_megabytes;
    uint64_t seed;
    bool chess960; /* from a start position of Chess960 */
} MakerOptions;

/* A position and its score in centipawns for the side to move. */
typedef struct {
    Position position;
    int score;
} Opening;

typedef struct {
    const char *path; /* NULL: standard output */
    const char *name; /* first word of each id: "balanced 1.17" is number 17 of seed 1 */
    uint64_t seed;
    int file;
    UnitTable known; /* by Zobrist key */
    uint64_t next;   /* first number not yet used with this seed */
} Collection;

/*
 * Opens or creates a file and locks it. An incomplete last line is removed. Without a path the
 * collection is empty. Returns false with an error message if the file cannot be written, or a line
 * is not an opening in this range. Call collection_close() in any case.
 */
bool collection_open(Collection *c, const char *path, const char *name, const MakerOptions *options,
                     Text *error);
void collection_close(Collection *c);

/*
 * Adds an opening and writes its line, unless the collection has the position. Returns false with
 * errno if the line cannot be written.
 */
bool collection_add(Collection *c, const Opening *o, uint64_t number);

#endif
