/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging books. */
#ifndef ALULA_BOOK_BOOK_MERGE_H
#define ALULA_BOOK_BOOK_MERGE_H

#include "base/text.h"

/*
 * Writes the entries of all books to one book, which appears only when complete. Weights of the
 * same move are added; if they exceed 16 bits, those of the position are scaled down together. The
 * learn field is that of the first book with the move. Entries without a move are dropped. The
 * books are read in parallel and may have any size. Prints the counts, with `json` as JSON. Returns
 * false with an error message.
 */
bool book_merge(char *const *name, int count, const char *out, bool json, Text *error);

#endif
