/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "escape.h"

/* Returns the entity of a character with a special meaning, or NULL. */
static const char *entity(char c, bool quotes) {
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return quotes ? "&quot;" : NULL;
    case '\'':
        return quotes ? "&#39;" : NULL;
    default:
        return NULL;
    }
}

static void write_xml(FILE *out, Word words, bool quotes) {
    for (size_t i = 0; i < words.length;) {
        const size_t bytes = text_character((Word){words.at + i, words.length - i});
        const char *escaped = entity(words.at[i], quotes);

        if (escaped)
            fputs(escaped, out);
        else if (bytes)
            fwrite(words.at + i, 1, bytes, out);
        else
            fputc('?', out);
        i += bytes ? bytes : 1;
    }
}

void xml_text(FILE *out, const char *words) {
    write_xml(out, word_of(words), false);
}

void xml_word(FILE *out, Word words) {
    write_xml(out, words, true);
}
