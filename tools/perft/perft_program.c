/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "perft_engine.h"

#include <stdlib.h>
#include <string.h>

#include "tools/common/tool.h"

/* --- templates ------------------------------------------------------------------------------- */

static const char *const placeholder[] = {"{fen}", "{depth}", "{moves}"};

enum { PLACEHOLDERS = sizeof placeholder / sizeof *placeholder, NEEDED = 2 };

/* Returns the first placeholder that a template needs and lacks; NULL if there is none. */
static const char *lacking(const char *command) {
    for (int i = 0; i < NEEDED; i++)
        if (!strstr(command, placeholder[i]))
            return placeholder[i];
    return NULL;
}

bool perft_template_looks(const char *command) {
    return strstr(command, placeholder[0]) || strstr(command, placeholder[1]);
}

/* Adds a word with its placeholders filled. */
static void fill(Text *out, const char *word, const char *const *value) {
    while (*word) {
        size_t i = 0;

        while (i < PLACEHOLDERS && strncmp(word, placeholder[i], strlen(placeholder[i])) != 0)
            i++;
        if (i == PLACEHOLDERS) {
            text_add_char(out, *word++);
        } else {
            text_add(out, value[i]);
            word += strlen(placeholder[i]);
        }
    }
}

char **perft_template_fill(char *const *word, const char *fen, int depth, const char *moves) {
    size_t count = 0, bytes = 0, longest = 1;
    char number[12], **filled, *to;
    Text text = text_in(number, sizeof number);
    const char *const value[PLACEHOLDERS] = {fen, number, moves};

    text_addf(&text, "%d", depth);
    for (size_t i = 0; i < PLACEHOLDERS; i++)
        longest = strlen(value[i]) > longest ? strlen(value[i]) : longest;
    for (; word[count]; count++)
        bytes += strlen(word[count]) * longest + 1;
    filled = memory_new((count + 1) * sizeof *filled + bytes, 1);
    to = (char *)(filled + count + 1);
    for (size_t i = 0; i < count; i++) {
        text = text_in(to, strlen(word[i]) * longest + 1);
        fill(&text, word[i], value);
        filled[i] = to;
        to += text.length + 1;
    }
    return filled;
}

/* --- commands -------------------------------------------------------------------------------- */

/* Returns the length of a name before '=', or 0 if there is none. */
static size_t name_length(const char *text) {
    size_t n = 0;

    while (text_is_digit(text[n]) || (text_lower(text[n]) >= 'a' && text_lower(text[n]) <= 'z') ||
           text_is_among(text[n], "._+-"))
        n++;
    return text[n] == '=' ? n : 0;
}

bool perft_program_looks(const char *text) {
    return name_length(text) || perft_template_looks(text);
}

bool perft_command_read(PerftEngine *e, const char *command, const char *name, Text *error) {
    const bool uci = !strncmp(command, "uci:", 4);
    const char *lacks;

    e->command = command + (uci ? 4 : 0);
    e->protocol = uci ? PERFT_UCI : e->protocol;
    e->word = process_words(e->command);
    if (!e->word)
        text_addf(error, "a quote is not closed in the command of %s", name);
    else if (!*e->word || !**e->word)
        text_addf(error, "the command of %s is empty", name);
    else if ((e->protocol == PERFT_TEMPLATE || perft_template_looks(e->command)) &&
             (lacks = lacking(e->command)))
        text_addf(error,
                  "the command of %s has no %s; for a UCI engine it must begin with uci:", name,
                  lacks);
    return !error->length;
}

bool perft_program_read(PerftProgram *p, const char *text, Text *error) {
    const size_t length = name_length(text);

    *p = (PerftProgram){.engine = {.protocol = PERFT_TEMPLATE}};
    if (!length || length > PERFT_NAME_MAX) {
        text_addf(
            error,
            "a program needs a name of 1 to %d letters, digits or . _ + - before its command, "
            "NAME=COMMAND: ",
            PERFT_NAME_MAX);
        return commandline_refuse(error, "", text);
    }
    p->name = memory_text(text, length);
    return perft_command_read(&p->engine, text + length + 1, p->name, error);
}

void perft_program_free(PerftProgram *p) {
    free(p->name);
    free(p->engine.word);
}
