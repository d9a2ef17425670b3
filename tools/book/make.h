/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Books made from games. */
#ifndef ALULA_BOOK_MAKE_H
#define ALULA_BOOK_MAKE_H

#include "tally.h"
#include "text.h"

/* Which moves of the games come into the book, and with what weight. */
typedef struct {
    int plies;      /* as many of each game */
    int min_games;  /* moves of fewer games are left out */
    bool white_out; /* White's moves are left out */
    bool black_out;
    bool uniform;  /* all weights are 1 */
    bool chess960; /* read castling rights of every FEN as those of Chess960 */
} MakeRules;

typedef struct {
    BookTally tally;
    size_t games, bad; /* read, and left out because something is wrong with them */
} Harvest;

/*
 * Take the moves of all games of a file ("-": standard input). Broken games are left out, with a
 * sentence on stderr for each. False, with a sentence, if the file cannot be read.
 */
bool harvest_add(Harvest *h, const MakeRules *rules, const char *name, Text *fault);
void harvest_free(Harvest *h);

/*
 * Write the book aside and rename it. A move's weight is 2 for each win and 1 for each draw of the
 * side that played it, as Polyglot's own books are made; where that is beyond 16 bits, all moves of
 * the position are scaled alike. Moves that only lost are left out. 0; or with a sentence, 1 if the
 * book cannot be written or nothing is left for it.
 */
int harvest_write(const Harvest *h, const MakeRules *rules, const char *path, Text *fault);

#endif
