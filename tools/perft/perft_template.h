/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands of other programs in which {fen}, {depth} and {moves} stand for what is to be counted.
 */
#ifndef ALULA_PERFT_PERFT_TEMPLATE_H
#define ALULA_PERFT_PERFT_TEMPLATE_H

#include <stdbool.h>

/* What a template is filled with. */
typedef struct {
    const char *fen;
    int depth;
    const char *moves; /* made since the FEN, "e2e4 e7e5"; NULL: none */
} PerftFilling;

/* Has a command {fen} or {depth} in it, so that it is meant as a template? */
bool perft_template_looks(const char *command);

/* Which of "{fen}" and "{depth}" a template lacks; NULL if it has both. */
const char *perft_template_lacks(const char *command);

/*
 * Fill the words of a template, as process_words() splits it: what is filled in stays one word, or
 * part of one. The new words and a final NULL are in one block to be freed.
 */
char **perft_template_fill(char *const *word, const PerftFilling *filling);

#endif
