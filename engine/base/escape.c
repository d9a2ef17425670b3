/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "escape.h"

void escape_write(FILE *out, Word words, Escape *escape) {
    for (size_t i = 0; i < words.length;) {
        const size_t bytes = text_character((Word){words.at + i, words.length - i});
        const char *escaped = escape(words.at[i]);

        if (escaped)
            fputs(escaped, out);
        else if (bytes)
            fwrite(words.at + i, 1, bytes, out);
        else
            fputc('?', out);
        i += bytes ? bytes : 1;
    }
}

static const char *element(char c) {
    return c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : NULL;
}

static const char *attribute(char c) {
    return c == '"' ? "&quot;" : c == '\'' ? "&#39;" : element(c);
}

void xml_text(FILE *out, const char *words) {
    escape_write(out, word_of(words), element);
}

void xml_word(FILE *out, Word words) {
    escape_write(out, words, attribute);
}
