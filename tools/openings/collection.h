/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of openings: no duplicates, complete lines only, can be continued. */
#ifndef ALULA_OPENINGS_COLLECTION_H
#define ALULA_OPENINGS_COLLECTION_H

#include "base/text.h"
#include "maker.h"
#include "tools/common/units.h"

typedef struct {
    const char *path; /* NULL: standard output */
    const char *name; /* first word of each id: "balanced 1.17" is number 17 of seed 1 */
    uint64_t seed;
    int file;
    UnitTable known; /* by Zobrist key */
    uint64_t next;   /* first number not yet used with this seed */
} Collection;

/*
 * Open or create a file and lock it. An incomplete last line is removed. Without a path the
 * collection is empty. False with an error message if the file cannot be written, or a line is not
 * an opening in this range. Call collection_close() in any case.
 */
bool collection_open(Collection *c, const char *path, const char *name, const MakerOptions *options,
                     Text *error);
void collection_close(Collection *c);

/*
 * Add an opening and write its line, unless the position is in the collection. False with errno if
 * it cannot be written.
 */
bool collection_add(Collection *c, const Opening *o, uint64_t number);

#endif
