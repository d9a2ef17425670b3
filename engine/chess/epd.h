/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A line of an EPD test suite: a position with its solutions (bm, am, dm) and other operations.
 *
 * Source: "Portable Game Notation Specification and Implementation Guide", S. Edwards 1994, 16.2;
 * points as in the published EPD files of the Strategic Test Suite: c0 "f5=10, Bf2=3", or the moves
 * in c9 (coordinates) or c7 (SAN) and their points in c8.
 */
#ifndef ALULA_EPD_H
#define ALULA_EPD_H

#include "base/text.h"
#include "position.h"

/* The moves of bm or am. */
typedef struct {
    Move move[MAX_MOVES];
    int count;
    Word text; /* as written in the file */
} EpdMoves;

/* Moves with points, as in the Strategic Test Suite. */
enum { EPD_SCORED = 64 };

typedef struct {
    Move move[EPD_SCORED];
    int16_t points[EPD_SCORED];
    int count, most; /* most: the points of the best move */
} EpdPoints;

typedef struct {
    Word text;         /* the line without surrounding blanks */
    Word fields;       /* the four fields of the position, as written */
    Word operations;   /* all operations, as written */
    bool has_counters; /* a FEN: the two counters follow the fields */
    const char *file;  /* name of the file, borrowed */
    int line;          /* from 1 */
    Position position;
    EpdMoves best, avoid; /* bm and am */
    EpdPoints points;
    int mate; /* dm: moves to mate, negative if the side to move is mated; 0: none */
    Word id;  /* without quotes; may be empty */
} EpdProblem;

static inline bool epd_moves_has(const EpdMoves *s, Move m) {
    return move_is_among(m, s->move, (size_t)s->count);
}

/* Returns true if the position has a solution. */
static inline bool epd_problem_has_goal(const EpdProblem *p) {
    return p->best.count || p->avoid.count || p->mate;
}

/*
 * Trims a line of a file of positions: removes surrounding blanks, and a NUL at its end, which some
 * programs write. Returns false with an error message that names the column (from 1, in characters
 * of the untrimmed line) if the line has a byte that does not belong in text or looks like another,
 * such as NUL, a carriage return, a byte order mark or a no-break space. In strings only the first
 * two are refused.
 */
bool epd_trim(Word *line, Text *error);

/*
 * EPD_LENIENT ignores errors that do not change the task: duplicate or malformed operations, and
 * moves that are listed twice.
 */
typedef enum { EPD_STRICT, EPD_LENIENT } EpdRules;

/*
 * Parses an untrimmed line that is neither empty nor a comment; does not change file and line of
 * *out. Returns false with an error message for a bad line. All Words point into the line.
 */
bool epd_read_line(EpdProblem *out, Word line, bool chess960, EpdRules rules, Text *error);

/* Returns the points of a move, 0 if it has none. */
int epd_points(const EpdProblem *p, Move m);

/*
 * Returns true if this move (or NO_MOVE) solves the problem. `mates` is true if the mate of dm was
 * found in time.
 */
bool epd_is_solved(const EpdProblem *p, Move m, bool mates);

#endif
