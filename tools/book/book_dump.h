/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printing positions and lines of a book. */
#ifndef ALULA_BOOK_BOOK_DUMP_H
#define ALULA_BOOK_BOOK_DUMP_H

#include "base/json.h"
#include "chess/book.h"

/* Adds a key as 16 hexadecimal digits. */
void book_dump_key(Json *j, const char *name, uint64_t key);

/* The functions below add objects to an array instead of printing lines, unless `json` is NULL. */

/* Prints the moves of a position, highest weight first. Returns their number. */
size_t book_dump_position(const Book *b, const Position *p, uint64_t key, Json *json);

/*
 * Prints all lines from a position as an indented tree, to a depth of `plies`. Transpositions are
 * shown once. Returns the number of moves printed.
 */
size_t book_dump_tree(const Book *b, const Position *p, uint64_t key, int plies, Json *json);

/* Maximum depth of book_dump_tree(). */
enum { BOOK_DUMP_MAX_PLIES = 300 };

#endif
