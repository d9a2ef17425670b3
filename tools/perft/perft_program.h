/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs of others that count: their command lines, and numbers in their lines. */
#ifndef ALULA_PERFT_PERFT_PROGRAM_H
#define ALULA_PERFT_PERFT_PROGRAM_H

#include "perft_engine.h"

/* Started for each count: by a template with {fen} and {depth}, or a UCI engine. */
typedef struct {
    char *name;
    PerftEngine engine; /* closed between two counts, with what was found out about it */
} PerftProgram;

enum { PERFT_NAME_MAX = 20 };

/* Does a text begin as "NAME=" or contain {fen} or {depth}, so that it is meant as a program? */
bool perft_program_looks(const char *text);

/*
 * Read a command for an engine of the protocol that is set, or "uci:COMMAND"; it must stay. False
 * with a sentence about the command of `name`. The words are to be freed in any case.
 */
bool perft_command_read(PerftEngine *e, const char *command, const char *name, Text *error);

/*
 * Read "NAME=COMMAND with {fen} and {depth}" or "NAME=uci:COMMAND"; `text` must stay. False with an
 * error message. perft_program_free() is needed in any case.
 */
bool perft_program_read(PerftProgram *p, const char *text, Text *error);
void perft_program_free(PerftProgram *p);

/*
 * Does a line have this number, whole, in digits that may be grouped by threes with one of , ' _?
 * With `beyond`, does it have any number beyond 64 bits, written so?
 */
bool perft_answer_has(Word line, uint64_t number, bool beyond);

#endif
