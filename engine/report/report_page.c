/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report_page.h"

const char *const page_result[] = {"*", "1\u20130", "0\u20131", "\u00bd\u2013\u00bd"};

void page_foreign(FILE *out, Word words) {
    fputs("<bdi>", out);
    xml_word(out, word_of(QUOTED_OF(words, NAME_LIMIT)));
    fputs("</bdi>", out);
}

void page_mark(FILE *out, Mark mark) {
    if (mark != NO_MARK)
        fprintf(out, "<b class=\"m%d\" aria-hidden=\"true\">%s</b><span class=\"vh\"> (%s)</span>",
                (int)mark, mark_text[mark], report_mark_name[mark]);
}

void page_variation(FILE *out, const Text *line, size_t number, size_t n, int moves) {
    fprintf(out, "<a class=\"line\" href=\"#g%zum%zu\" data-s=\"%d\">%s</a>", number, n, moves,
            line->at);
}

void page_cell(FILE *out, double value, int decimals, const char *unit) {
    fprintf(out, "<td>%s%s</td>", value < 0 ? "\u2013" : NUMBER_OF(value, decimals),
            value < 0 ? "" : unit);
}
