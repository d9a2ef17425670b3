/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command `moves at`: what levels would play, side by side, by their own model. */
#ifndef ALULA_LEVELMOVES_H
#define ALULA_LEVELMOVES_H

#include "protocol/frontend.h"

/* Shows what levels would play, as `moves at`; the words are their ratings. */
void console_moves_at(Frontend *f, Word levels);

#endif
