/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building books from games. */
#ifndef ALULA_BOOK_BOOK_BUILDER_H
#define ALULA_BOOK_BOOK_BUILDER_H

#include "base/text.h"
#include "tools/common/units.h"

/*
 * Scales a sum so that `largest`, the largest of its position, fits. Only 0 becomes 0, since a move
 * of weight 0 is never played.
 */
static inline uint16_t weight_scale(uint64_t sum, uint64_t largest) {
    uint64_t weight = sum;

    if (largest > UINT16_MAX) /* sums are counts of games: their product with 65535 fits */
        weight = sum * UINT16_MAX / largest;
    return (uint16_t)(sum && !weight ? 1 : weight);
}

/* The selection of book moves and their weights. */
typedef struct {
    int plies;       /* plies of each game */
    int min_games;   /* omit moves played in fewer games */
    bool skip_white; /* omit White's moves */
    bool skip_black;
    bool uniform;  /* all weights are 1 */
    bool json;     /* print the counts as JSON */
    bool chess960; /* read all FENs as Chess960 */
} BookOptions;

/* A move of a position in the games. */
typedef struct {
    uint64_t key;
    uint64_t score; /* sum over its games for the side to move: 2 for a win, 1 for a draw */
    uint32_t games; /* number of games with this move, at least 1 */
    uint16_t move;  /* encoded by book_encode() */
} TallyMove;

typedef struct {
    UnitTable known; /* places of the moves, by position and move */
    TallyMove *move; /* [moves] */
    size_t moves, room;
    size_t games, bad; /* games read, and broken games skipped */
} BookBuilder;

/*
 * Adds the moves of all games of a file ("-": standard input). Broken games are skipped with a
 * message on stderr. Returns false with an error message if the file cannot be read.
 */
bool book_builder_add(BookBuilder *b, const BookOptions *options, const char *name, Text *error);

/* Frees the moves. */
void book_builder_free(BookBuilder *b);

/*
 * Writes the book, which appears only when complete. As in Polyglot, the weight of a move is 2 for
 * each win and 1 for each draw of the side that played it; if a weight exceeds 16 bits, all moves
 * of the position are scaled down. Moves that only lost are omitted. Returns false with an error
 * message if no move is left or the book cannot be written. Call it once, after all games.
 */
bool book_builder_write(BookBuilder *b, const BookOptions *options, const char *path, Text *error);

#endif
