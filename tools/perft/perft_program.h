/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting programs of others: their command lines, templates with {fen}, {depth} and {moves}. */
#ifndef ALULA_PERFT_PERFT_PROGRAM_H
#define ALULA_PERFT_PERFT_PROGRAM_H

#include "perft_engine.h"

/*
 * A program that is started for each count: by a template with {fen} and {depth}, or as a UCI
 * engine.
 */
typedef struct {
    char *name;
    PerftEngine engine; /* closed between counts, but keeps what is known about the engine */
} PerftProgram;

enum { PERFT_NAME_MAX = 20 };

/* Returns true if a command is meant as a template, as it contains {fen} or {depth}. */
bool perft_template_looks(const char *command);

/*
 * Fills in the words of a template, split by process_words(); values never split a word. `moves`
 * are those after the FEN, "e2e4 e7e5". The new words, NULL-terminated, are in one block to be
 * freed.
 */
char **perft_template_fill(char *const *word, const char *fen, int depth, const char *moves);

/*
 * Returns true if a text is meant as a program: it begins with "NAME=" or contains {fen} or
 * {depth}.
 */
bool perft_program_looks(const char *text);

/*
 * Reads a command for an engine of the protocol that is set, or "uci:COMMAND"; the text must stay
 * valid. Returns false with an error message about the command of `name`. Free the words in any
 * case.
 */
bool perft_command_read(PerftEngine *e, const char *command, const char *name, Text *error);

/*
 * Reads "NAME=COMMAND with {fen} and {depth}" or "NAME=uci:COMMAND"; `text` must stay valid.
 * Returns false with an error message. Call perft_program_free() in any case.
 */
bool perft_program_read(PerftProgram *p, const char *text, Text *error);
void perft_program_free(PerftProgram *p);

#endif
