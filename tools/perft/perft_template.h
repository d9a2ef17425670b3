/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands of other programs, with {fen}, {depth} and {moves} as placeholders for the count. */
#ifndef ALULA_PERFT_PERFT_TEMPLATE_H
#define ALULA_PERFT_PERFT_TEMPLATE_H

#include <stdbool.h>

/* Values of the placeholders. */
typedef struct {
    const char *fen;
    int depth;
    const char *moves; /* moves after the FEN, "e2e4 e7e5"; NULL: none */
} PerftFilling;

/* Returns true if a command is meant as a template, as it contains {fen} or {depth}. */
bool perft_template_looks(const char *command);

/* Returns which of "{fen}" and "{depth}" a template lacks; NULL if neither. */
const char *perft_template_lacks(const char *command);

/*
 * Fills in the words of a template, split by process_words(); values never split a word. The new
 * words, NULL-terminated, are in one block to be freed.
 */
char **perft_template_fill(char *const *word, const PerftFilling *filling);

#endif
