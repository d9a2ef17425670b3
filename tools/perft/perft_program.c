/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "perft_program.h"

#include <stdlib.h>
#include <string.h>

#include "perft_number.h"
#include "perft_template.h"
#include "tools/common/commandline.h"
#include "tools/common/memory.h"

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
             (lacks = perft_template_lacks(e->command)))
        text_addf(error, "the command of %s has no %s; that of a UCI engine begins with uci:", name,
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

/* --- answers --------------------------------------------------------------------------------- */

/*
 * Returns true for a part of another word, such as "d4" or "3.5". i - 1 may wrap around, which is
 * no index.
 */
static bool is_part(Word line, size_t start, size_t end) {
    return letter_at(line, start - 1) || letter_at(line, end) ||
           (start >= 2 && line.at[start - 1] == '.' && digit_at(line, start - 2)) ||
           (end < line.length && line.at[end] == '.' && digit_at(line, end + 1));
}

bool perft_answer_has(Word line, uint64_t number, bool beyond) {
    for (size_t start = 0; start < line.length; start++) {
        Word rest = {line.at + start, line.length - start};
        const size_t begin = start;
        uint64_t n;
        bool large;

        if (!perft_number_read(&rest, &n, &large))
            continue;
        start = (size_t)(rest.at - line.at);
        if (large == beyond && (large || n == number) && !is_part(line, begin, start))
            return true;
    }
    return false;
}
