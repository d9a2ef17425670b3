/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as other programs print them. */
#ifndef ALULA_PERFT_PERFT_NUMBER_H
#define ALULA_PERFT_PERFT_NUMBER_H

#include "base/text.h"

/*
 * Split off the number that a text begins with: digits, which may be grouped by threes with one of
 * , ' _ as 119'060'324. False, and nothing is split off, if there is no digit. *large: it is beyond
 * 64 bits, and *n is not known.
 */
bool perft_number_read(Word *w, uint64_t *n, bool *large);

#endif
