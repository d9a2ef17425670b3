/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tablebases at the root: these functions find the moves that keep the result. They use the
 * distances of Syzygy tables (DTZ), so that a win is not lost to the fifty-move rule, or Alula's
 * tables of endings against a bare king (bare_king.h).
 */
#ifndef ALULA_ROOT_TABLES_H
#define ALULA_ROOT_TABLES_H

#include "chess/gameline.h"
#include "result.h"

typedef struct {
    size_t count;
    bool by_distance; /* ranked by DTZ tables; otherwise by results (WDL) alone */
    bool has_scores;
    Move move[MAX_MOVES];
    int dtz[MAX_MOVES];   /* see syzygy_dtz(), before the move; +-1 and +-101 if ranked by WDL */
    int rank[MAX_MOVES];  /* the moves of the highest rank are the best ones */
    int score[MAX_MOVES]; /* for the side to move: see SCORE_TABLEBASE; cursed wins are near 0 */
    uint64_t hits;        /* positions probed */
} RootTables;

/*
 * Ranks all legal moves of the last position of a game. Returns false if that position, or one
 * after a legal move, is not in the tables.
 */
bool root_tables_rank(RootTables *r, const Tablebases *t, const GameLine *line);

/*
 * Ranks the moves by the table against a bare king, without scores: the search finds the mate.
 * Returns false in other positions, if the fifty-move rule prevents the mate, or without the table.
 */
bool root_tables_rank_bare_king(RootTables *r, const GameLine *line);

/* The effect of the fifty-move rule on the win or loss after a move. */
typedef enum {
    IN_TIME,      /* none: the result stands (for draws, too) */
    PERHAPS_LATE, /* perhaps a draw: DTZ may be one ply too small because of rounding */
    LATE,         /* a draw */
} Lateness;

/* Returns this effect for move[i], i < r->count, with the current halfmove clock of `line`. */
Lateness root_tables_lateness(const RootTables *r, const GameLine *line, size_t i);

/* Returns the index of a move, or r->count if it is not in the list. */
size_t root_tables_find(const RootTables *r, Move m);

#endif
