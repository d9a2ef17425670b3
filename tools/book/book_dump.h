/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in a book, for people. */
#ifndef ALULA_BOOK_BOOK_DUMP_H
#define ALULA_BOOK_BOOK_DUMP_H

#include "book.h"

/* The moves of a position, the one of most weight first. False if there is none. */
bool book_dump_position(const Book *b, const Position *p, uint64_t key);

/*
 * All lines from a position, so many plies deep, a move a line, indented; every position's moves
 * are shown where it comes about first. Returns how many moves were shown.
 */
size_t book_dump_tree(const Book *b, const Position *p, uint64_t key, int plies);

/* The most plies of book_dump_tree(). */
enum { BOOK_DUMP_MAX_PLIES = 300 };

#endif
