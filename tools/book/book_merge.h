/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging books. */
#ifndef ALULA_BOOK_BOOK_MERGE_H
#define ALULA_BOOK_BOOK_MERGE_H

#include "base/text.h"

/*
 * Write the entries of all books into one book, which appears when it is complete. Weights of the
 * same move are added, and scaled down together for a position where they exceed 16 bits. The learn
 * field is that of the first book with the move. Entries without a move are dropped. The books are
 * read in parallel and may be of any size. False with an error message.
 */
bool book_merge(char *const *name, int count, const char *out, Text *error);

#endif
