/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * EPD test suites: positions with their solutions (bm, am, dm) and operations.
 *
 * Source: "Portable Game Notation Specification and Implementation Guide", S. Edwards 1994, 16.2.
 */
#ifndef ALULA_COMMON_EPDSUITE_H
#define ALULA_COMMON_EPDSUITE_H

#include "base/text.h"
#include "chess/position.h"

/* The moves of bm or am. */
typedef struct {
    Move move[MAX_MOVES];
    int count;
    Word text; /* as written in the file */
} EpdMoves;

typedef struct {
    Word fields;       /* the four fields of the position, as written */
    Word operations;   /* all operations, as written */
    bool has_counters; /* a FEN: the two counters follow the fields */
    const char *file;
    int line; /* from 1 */
    Position position;
    EpdMoves best, avoid; /* bm and am */
    int mate;             /* dm: moves to mate, negative if the side to move is mated; 0: none */
    Word id;              /* without quotes; may be empty */
} EpdProblem;

static inline bool epd_moves_has(const EpdMoves *s, Move m) {
    for (int i = 0; i < s->count; i++)
        if (s->move[i] == m)
            return true;
    return false;
}

/* True if the position has a solution. */
static inline bool epd_problem_has_goal(const EpdProblem *p) {
    return p->best.count || p->avoid.count || p->mate;
}

/*
 * Parse a line that is neither empty nor a comment; file and line of *out are unchanged. Returns
 * false with an error message for a bad line. All Words point into the line.
 */
bool epdsuite_read_line(EpdProblem *out, Word line, bool chess960, Text *fault);

typedef struct {
    EpdProblem *problem;
    size_t count;
    int bad; /* bad lines */
    char **text;
    size_t texts;
} EpdSuite;

/* Called for every bad line with an error message. */
typedef void EpdErrorHandler(const char *file, int line, const char *message);

/*
 * Add the lines of a file ("-": standard input) to a suite, which starts as zeros. Bad lines are
 * reported and skipped. Returns an error message, or NULL: the file cannot be read, or is not EPD.
 * The file name must outlive the suite.
 */
const char *epdsuite_add(EpdSuite *s, const char *file, bool chess960, EpdErrorHandler *on_error);
void epdsuite_free(EpdSuite *s);

#endif
