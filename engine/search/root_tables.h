/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables at the root: which moves keep the result. By the distances of tablebases (DTZ), so that a
 * win is also won within the fifty-move rule, or by our own tables against a bare king
 * (bare_king.h).
 */
#ifndef ALULA_ROOT_TABLES_H
#define ALULA_ROOT_TABLES_H

#include "chess/gameline.h"
#include "result.h"

typedef struct {
    size_t count;
    bool by_distance; /* by DTZ tables; else by results alone */
    bool has_scores;
    Move move[MAX_MOVES];
    int dtz[MAX_MOVES];   /* as by syzygy_dtz() before the move; +-1 and +-101 by results alone */
    int rank[MAX_MOVES];  /* moves of the highest rank are those to play */
    int score[MAX_MOVES]; /* for the side to move: see SCORE_TABLEBASE; cursed wins are near 0 */
    uint64_t hits;        /* positions probed */
} RootTables;

/*
 * Rank all legal moves of the last position of a game. False if tables do not know it, or one of
 * the positions after them.
 */
bool root_tables_rank(RootTables *r, const Tablebases *t, const GameLine *line);

/*
 * The same by the table against a bare king, without scores: the search finds the mate. False in
 * other positions, where the fifty-move rule comes first, or without the table.
 */
bool root_tables_rank_bare_king(RootTables *r, const GameLine *line);

/* Is the move's win or loss a draw by the fifty-move rule, with the clock as it is? */
typedef enum { IN_TIME, PERHAPS_LATE, LATE } Lateness;
Lateness root_tables_lateness(const RootTables *r, const GameLine *line, size_t i);

/* The index of a move; r->count if it is not there. */
size_t root_tables_find(const RootTables *r, Move m);

#endif
