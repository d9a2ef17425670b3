/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as other programs print them, among other text. */
#ifndef ALULA_PERFT_PERFT_NUMBER_H
#define ALULA_PERFT_PERFT_NUMBER_H

#include "base/text.h"

static inline bool digit_at(Word w, size_t i) {
    return i < w.length && text_is_digit(w.at[i]);
}

static inline bool letter_at(Word w, size_t i) {
    return i < w.length && text_lower(w.at[i]) >= 'a' && text_lower(w.at[i]) <= 'z';
}

/*
 * Split off the number that a text begins with: digits, which may be grouped by threes with one of
 * , ' _ as 119'060'324. False, and nothing is split off, if there is no digit. *large: it is beyond
 * 64 bits, and *n is not known.
 */
bool perft_number_read(Word *w, uint64_t *n, bool *large);

#endif
