/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in a book, for people. */
#ifndef ALULA_BOOK_SHOW_H
#define ALULA_BOOK_SHOW_H

#include "book.h"

/* The moves of a position, the one of most weight first. False if there is none. */
bool show_position(const Book *b, const Position *p, uint64_t key);

/*
 * All lines from a position, so many plies deep, a move a line, indented; every position's moves
 * are shown where it comes about first. Returns how many moves were shown.
 */
size_t show_tree(const Book *b, const Position *p, uint64_t key, int plies);

/* The most plies of show_tree(). */
enum { SHOW_MOST_PLIES = 300 };

#endif
