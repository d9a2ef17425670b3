/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command `moves at`: what levels would play, by the model of each level. */
#ifndef ALULA_LEVELMOVES_H
#define ALULA_LEVELMOVES_H

#include "protocol/frontend.h"

/* Shows what levels would play; `levels` are ratings, "" the usual ones. */
void console_moves_at(Frontend *f, Word levels);

#endif
