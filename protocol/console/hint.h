/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands hint, which suggests a move bit by bit, and why, which explains the last move. */
#ifndef ALULA_HINT_H
#define ALULA_HINT_H

#include "protocol/frontend.h"

/* Shows as much of a suggestion as was asked for: "I would play 12. Nf3." */
void console_say_hint(Frontend *f, const SearchInfo *t);

#endif
