/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_number.h"

static size_t digits_from(Word w, size_t i) {
    size_t n = 0;

    while (digit_at(w, i + n))
        n++;
    return n;
}

/* Returns the length of a number at the start, without its groups if not all have three digits. */
static size_t number_length(Word w) {
    const size_t first = digits_from(w, 0);
    size_t end = first;

    while (first && end < w.length && text_is_among(w.at[end], ",'_") && digit_at(w, end + 1)) {
        if (first > 3 || w.at[end] != w.at[first] || digits_from(w, end + 1) != 3)
            return first;
        end += 4;
    }
    return end;
}

bool perft_number_read(Word *w, uint64_t *n, bool *large) {
    const size_t length = number_length(*w);

    *n = 0;
    *large = false;
    for (size_t i = 0; i < length; i++) {
        const unsigned digit = (unsigned)(w->at[i] - '0');

        if (!digit_at(*w, i))
            continue;
        *large |= *n > (UINT64_MAX - digit) / 10;
        *n = *n * 10 + digit;
    }
    w->at += length;
    w->length -= length;
    return length > 0;
}
