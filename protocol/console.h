/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person types, and the board in the terminal. */
#ifndef ALULA_CONSOLE_H
#define ALULA_CONSOLE_H

#include "frontend.h"

extern const Protocol console_protocol;

/* Greet the person and show the board. */
void console_welcome(Frontend *f);

#endif
