/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Openings in a file: no position twice, whole lines only, taken up again where it ended. */
#ifndef ALULA_OPENINGS_COLLECTION_H
#define ALULA_OPENINGS_COLLECTION_H

#include "maker.h"
#include "text.h"

typedef struct {
    const char *path; /* NULL: standard output */
    const char *name; /* the first word of every id: "balanced 1.17" is number 17 of seed 1 */
    uint64_t seed;
    int file;
    uint64_t *slot; /* keys of positions; 0: free */
    size_t slots, count;
    uint64_t next; /* the first number that was not used in the file with this seed */
} Collection;

/*
 * Open a file, made if it is not there, that no other process may write meanwhile. A last line that
 * was cut off goes. 0; or with a sentence in *fault, 1 if the file cannot be written, 2 if a line
 * of it cannot be read, or was not made by rules of this range. collection_close() is needed in any
 * case. Without a path, nothing is there.
 */
int collection_open(Collection *c, const char *path, const char *name, const MakerRules *rules,
                    Text *fault);
void collection_close(Collection *c);

/*
 * Add an opening and write its line at once, unless its position is there already. False, with
 * errno, if it cannot be written.
 */
bool collection_add(Collection *c, const Opening *o, uint64_t number);

#endif
