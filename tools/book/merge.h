/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several books as one. */
#ifndef ALULA_BOOK_MERGE_H
#define ALULA_BOOK_MERGE_H

#include "text.h"

/*
 * Write the entries of all books into another one, aside, and rename it. Weights of the same move
 * are added, and scaled alike within a position where that is beyond 16 bits; the learn field is
 * that of the first book that has the move. Entries without a move are left out. Books may be of
 * any size: they are read side by side. 0; or with a sentence, 1 if the book cannot be written, 2
 * if one cannot be read or is not sorted.
 */
int merge(char *const *name, int count, const char *out, Text *fault);

#endif
