/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commandline.h"

#include <string.h>

bool commandline_read(const CommandOption *row, size_t rows, int argc, char **argv, int *others,
                      Text *fault) {
    *others = 0;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        size_t n = 0;

        if (*word != '-' || !word[1]) {
            argv[++*others] = argv[i];
            continue;
        }
        while (n < rows && strcmp(word, row[n].name) != 0)
            n++;
        if (n == rows) {
            text_add(fault, "unknown option: ");
            text_add_quoted(fault, word_of(word), 80);
            return false;
        }
        if (row[n].on) {
            *row[n].on = true;
            continue;
        }
        if (++i == argc || !*argv[i]) {
            text_addf(fault, "a value is missing behind %s", word);
            return false;
        }
        if (row[n].text) {
            *row[n].text = argv[i];
        } else if (!word_number(word_of(argv[i]), row[n].least, row[n].most, row[n].number)) {
            text_addf(fault, "%s wants a number from %lld to %lld, not ", word,
                      (long long)row[n].least, (long long)row[n].most);
            text_add_quoted(fault, word_of(argv[i]), 40);
            return false;
        }
    }
    return true;
}
