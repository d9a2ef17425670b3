/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Suites of positions in EPD: what each asks for, and the line to write it out again.
 *
 * Source: "Portable Game Notation Specification and Implementation Guide", S. Edwards 1994, 16.2.
 */
#ifndef ALULA_COMMON_EPDSUITE_H
#define ALULA_COMMON_EPDSUITE_H

#include "position.h"
#include "text.h"

/* The moves of bm or am. */
typedef struct {
    Move move[MAX_MOVES];
    int count;
    Word text; /* as they were written */
} MoveSet;

typedef struct {
    Word fields;       /* board, side, castling and en passant, as they were written */
    Word operations;   /* all of them, as they were written */
    bool has_counters; /* the two counters stood behind the fields, not in operations */
    const char *file;
    int line; /* of the file, from 1 */
    Position position;
    MoveSet best, avoid; /* bm and am */
    int mate;            /* dm: in so many moves, below 0 for the side to move; 0: not asked for */
    Word id;             /* without quotes; may be empty */
} EpdProblem;

static inline bool move_set_has(const MoveSet *s, Move m) {
    for (int i = 0; i < s->count; i++)
        if (s->move[i] == m)
            return true;
    return false;
}

/* Does it ask for anything? */
static inline bool problem_has_goal(const EpdProblem *p) {
    return p->best.count || p->avoid.count || p->mate;
}

/*
 * Read a line that is neither empty nor a comment; file and line are left alone. False, with a
 * sentence, if anything is wrong with it. The words are pieces of the line.
 */
bool problem_read(EpdProblem *out, Word line, bool chess960, Text *fault);

typedef struct {
    EpdProblem *problem;
    size_t count;
    int bad; /* lines that were refused */
    char **text;
    size_t texts;
} EpdSuite;

/* Called with the file, the number of the line, and what is wrong with it. */
typedef void SuiteComplaint(const char *file, int line, const char *sentence);

/*
 * Add the lines of a file ("-": standard input); bad ones are told of and left out. NULL, or why
 * the file cannot be read, or not to its end because it does not look like EPD. The name must
 * stay. Start with a zeroed EpdSuite.
 */
const char *suite_add(EpdSuite *s, const char *file, bool chess960, SuiteComplaint *complain);
void suite_free(EpdSuite *s);

#endif
