/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of alula-book. */
#ifndef ALULA_BOOK_TOOL_H
#define ALULA_BOOK_TOOL_H

#include "base/json.h"
#include "chess/book.h"
#include "tools/common/units.h"

/* --- building books from games --------------------------------------------------------------- */

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

/* --- merging books --------------------------------------------------------------------------- */

/*
 * Writes the entries of all books to one book, which appears only when complete. Weights of the
 * same move are added; if they exceed 16 bits, those of the position are scaled down together. The
 * learn field is that of the first book with the move. Entries without a move are dropped. The
 * books are read in parallel and may have any size. Prints the counts, with `json` as JSON. Returns
 * false with an error message.
 */
bool book_merge(char *const *name, int count, const char *out, bool json, Text *error);

/* --- printing positions and lines of a book -------------------------------------------------- */

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
