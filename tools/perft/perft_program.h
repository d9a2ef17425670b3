/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs of others that count: how to ask them, and whether their answer has the right number. */
#ifndef ALULA_PERFT_PERFT_PROGRAM_H
#define ALULA_PERFT_PERFT_PROGRAM_H

#include "perft_engine.h"

/* Started for one count each: by a template with {fen} and {depth}, or spoken to in UCI. */
typedef struct {
    char *name;
    const char *command; /* behind "NAME=" and "uci:"; part of the text that was read */
    char **word;         /* of the command, with {fen} and {depth} still in them */
    bool uci;
    PerftEngine engine; /* of UCI: what was found out about it */
} PerftProgram;

/* The longest name, the longest description of a fault, and what is kept of a last line. */
enum { PERFT_NAME_MAX = 20, PERFT_WHY_SIZE = 240, PERFT_LAST_SIZE = 104 };

/* Does a text begin as "NAME=" or contain {fen} or {depth}, so that it is meant as a program? */
bool perft_program_looks(const char *text);

/*
 * Read "NAME=COMMAND with {fen} and {depth}" or "NAME=uci:COMMAND"; `text` must stay. False with an
 * error message. perft_program_free() is needed in any case.
 */
bool perft_program_read(PerftProgram *p, const char *text, Text *error);
void perft_program_free(PerftProgram *p);

/*
 * Does a line have this number, whole, in digits that may be grouped by threes with one of , ' _?
 * Numbers beyond 64 bits are like others.
 */
bool perft_answer_has(Word line, uint64_t number);

/* Does a line have a number beyond 64 bits, written so? */
bool perft_answer_is_beyond(Word line);

typedef struct {
    PerftOutcomeKind kind;
    int64_t us;                 /* processor time, with the start of the program */
    char why[PERFT_WHY_SIZE];   /* of all kinds but right and stopped; printable */
    char last[PERFT_LAST_SIZE]; /* the last line of its answer; printable */
} PerftOutcome;

/*
 * Add how a program ended, and what it said last: on stderr, or else `last`, its line on stdout;
 * NULL: that does not matter.
 */
void perft_add_end(Text *out, const ProcessEnd *end, const char *last);

/* What is asked. */
typedef struct {
    const char *fen;
    const Position *position; /* the same */
    int depth;
    uint64_t nodes; /* the right answer */
    int64_t timeout_s;
    bool chess960;
} PerftQuestion;

/* Run a program for one count. It has ended when this returns. */
void perft_program_ask(PerftProgram *p, const PerftQuestion *q, const Guard *guard,
                       PerftOutcome *outcome);

#endif
