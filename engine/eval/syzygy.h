/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Syzygy tablebases (R. de Man 2013): the result of every position of few pieces (WDL tables), and
 * the distance to the next capture, pawn move or mate (DTZ tables), by the fifty-move rule.
 *
 * Tables are mapped when they are first asked for. Any number of threads may probe at once.
 */
#ifndef ALULA_SYZYGY_H
#define ALULA_SYZYGY_H

#include "chess/position.h"

typedef struct Syzygy Syzygy;

/* The most pieces, kings included, of any table. */
enum { SYZYGY_MAX_MEN = 7 };

/* A result for the side to move, if the halfmove clock is 0. */
typedef enum {
    WDL_LOSS = -2,
    WDL_BLESSED_LOSS = -1, /* a draw by the fifty-move rule alone */
    WDL_DRAW = 0,
    WDL_CURSED_WIN = 1, /* likewise */
    WDL_WIN = 2
} Wdl;

/*
 * Look for tables in folders, separated by ':' or ';'; a name that is a folder as a whole, or a
 * drive's letter, is not split. Folders without tables, or that do not exist, are no error. NULL
 * when memory is refused.
 */
Syzygy *syzygy_open(const char *folders);

/* Nobody may be probing. NULL is allowed. */
void syzygy_close(Syzygy *s);

/* The most pieces of a table that was found; 0: none was. And how many tables there are. */
int syzygy_men(const Syzygy *s);
int syzygy_wdl_tables(const Syzygy *s);
int syzygy_dtz_tables(const Syzygy *s);

/*
 * The result of a position. False if no table knows it: with castling rights, or more pieces than
 * syzygy_men(), or a table that is missing or damaged.
 */
bool syzygy_wdl(Syzygy *s, const Position *p, Wdl *out);

/*
 * The plies to the next capture or pawn move that keeps the result, or to mate: above 0 for a win,
 * below for a loss, 0 for a draw. Beyond 100 in size a cursed win or blessed loss. Mated is -1. A
 * table that counts in moves has n moves for both 2n + 1 and 2n + 2 plies: then, and in cursed wins
 * and blessed losses, this is the smaller of them, so the true distance may be one ply longer.
 */
bool syzygy_dtz(Syzygy *s, const Position *p, int *out);

/*
 * A sentence on a file that could not be used, or NULL: each is told of once. The same file of the
 * next folder is used in its place. Any thread may ask; the text stays until syzygy_close().
 */
const char *syzygy_complaint(Syzygy *s);

#endif
