/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tablebases at the root: find the moves that keep the result. They use the distances of tablebases
 * (DTZ), so that a win is not lost to the fifty-move rule, or our own tables against a bare king
 * (bare_king.h).
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
    int dtz[MAX_MOVES];   /* as syzygy_dtz() before the move; +-1 and +-101 if ranked by results */
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

/*
 * Whether the fifty-move rule, with the current clock, turns the win or loss of a move into a draw.
 */
typedef enum { IN_TIME, PERHAPS_LATE, LATE } Lateness;
Lateness root_tables_lateness(const RootTables *r, const GameLine *line, size_t i);

/* Returns the index of a move, or r->count if it is not in the list. */
size_t root_tables_find(const RootTables *r, Move m);

#endif
