/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Syzygy tablebases (R. de Man 2013): the result of every position with few pieces (WDL tables),
 * and the distance to the next capture, pawn move or mate (DTZ tables), by the fifty-move rule.
 *
 * Tables are mapped at first use. Any number of threads may probe at once.
 */
#ifndef ALULA_SYZYGY_H
#define ALULA_SYZYGY_H

#include "chess/position.h"

typedef struct Syzygy Syzygy;

/* Maximum number of pieces of a table, kings included. */
enum { SYZYGY_MAX_MEN = 7 };

/* Result for the side to move with a halfmove clock of 0. */
typedef enum {
    WDL_LOSS = -2,
    WDL_BLESSED_LOSS = -1, /* a draw only by the fifty-move rule */
    WDL_DRAW = 0,
    WDL_CURSED_WIN = 1, /* likewise */
    WDL_WIN = 2
} Wdl;

/*
 * Finds the tables in folders, separated by ':' or ';'. A name that is a folder as a whole, or a
 * drive's letter, is not split. Folders without tables, or that do not exist, are not an error.
 * Returns NULL if memory is refused.
 */
Syzygy *syzygy_open(const char *folders);

/* Closes all tables; no thread may be probing. NULL is allowed. */
void syzygy_close(Syzygy *s);

/*
 * Return the maximum number of pieces of the tables found, 0 if there are no tables; and the number
 * of WDL and DTZ tables.
 */
int syzygy_men(const Syzygy *s);
int syzygy_wdl_tables(const Syzygy *s);
int syzygy_dtz_tables(const Syzygy *s);

/*
 * Looks up the result of a position. Returns false if no table applies: the position has castling
 * rights or more pieces than syzygy_men(), or the table is missing or damaged.
 */
bool syzygy_wdl(Syzygy *s, const Position *p, Wdl *out);

/*
 * Looks up the plies to the next capture or pawn move that keeps the result, or to mate: above 0
 * for a win, below 0 for a loss, 0 for a draw; more than 100 plies for a cursed win or blessed
 * loss. A mated side has -1. A table that counts in moves stores n moves for both 2n + 1 and 2n + 2
 * plies: then, and in cursed wins and blessed losses, the smaller value is returned, so the true
 * distance may be one ply longer.
 */
bool syzygy_dtz(Syzygy *s, const Position *p, int *out);

/*
 * Returns a message about a file that could not be used, each message once, or NULL. The same file
 * in the next folder is used instead. Any thread may call this function; the text is valid until
 * syzygy_close().
 */
const char *syzygy_complaint(Syzygy *s);

#endif
