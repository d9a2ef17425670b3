/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "json.h"

void json_word(FILE *out, Word words) {
    fputc('"', out);
    for (size_t i = 0; i < words.length;) {
        const size_t bytes = text_character((Word){words.at + i, words.length - i});

        if (words.at[i] == '"' || words.at[i] == '\\')
            fputc('\\', out);
        if (bytes)
            fwrite(words.at + i, 1, bytes, out);
        else
            fputc('?', out);
        i += bytes ? bytes : 1;
    }
    fputc('"', out);
}
