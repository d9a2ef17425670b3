/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers within other programs' output. */
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
 * Splits off the number at the start of a text: digits, optionally grouped by threes with one of ,
 * ' _ as 119'060'324. Returns false, with nothing split off, if there is no digit. *large: the
 * number exceeds 64 bits, and *n is invalid.
 */
bool perft_number_read(Word *w, uint64_t *n, bool *large);

#endif
