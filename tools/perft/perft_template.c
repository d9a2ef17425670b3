/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_template.h"

#include <string.h>

#include "base/text.h"
#include "tools/common/memory.h"

/* The placeholders of a template. */
enum { FEN, DEPTH, MOVES, PLACEHOLDERS };

static const char *const placeholder[] = {
    [FEN] = "{fen}",
    [DEPTH] = "{depth}",
    [MOVES] = "{moves}",
};

bool perft_template_looks(const char *command) {
    return strstr(command, placeholder[FEN]) || strstr(command, placeholder[DEPTH]);
}

const char *perft_template_lacks(const char *command) {
    for (int i = FEN; i <= DEPTH; i++)
        if (!strstr(command, placeholder[i]))
            return placeholder[i];
    return NULL;
}

/* Copies a word with its placeholders filled; returns its length with the NUL. `to` may be NULL. */
static size_t fill(char *to, const char *word, const char *const *value) {
    size_t length = 0;

    while (*word) {
        Word piece = {word, 1};
        size_t i = 0, used = 1;

        while (i < PLACEHOLDERS && strncmp(word, placeholder[i], strlen(placeholder[i])) != 0)
            i++;
        if (i < PLACEHOLDERS) {
            piece = word_of(value[i]);
            used = strlen(placeholder[i]);
        }
        if (to)
            memcpy(to + length, piece.at, piece.length);
        length += piece.length;
        word += used;
    }
    if (to)
        to[length] = '\0';
    return length + 1;
}

char **perft_template_fill(char *const *word, const PerftFilling *filling) {
    size_t count = 0, bytes = 0;
    char number[12], **filled, *to;
    Text text = text_in(number, sizeof number);
    const char *const value[] = {
        [FEN] = filling->fen,
        [DEPTH] = number,
        [MOVES] = filling->moves ? filling->moves : "",
    };

    text_addf(&text, "%d", filling->depth);
    for (; word[count]; count++)
        bytes += fill(NULL, word[count], value);
    filled = memory_new((count + 1) * sizeof *filled + bytes, 1);
    to = (char *)(filled + count + 1);
    for (size_t i = 0; i < count; i++) {
        filled[i] = to;
        to += fill(to, word[i], value);
    }
    return filled;
}
