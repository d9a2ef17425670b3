/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games, positions and commands from files. */
#ifndef ALULA_CONSOLE_FILE_H
#define ALULA_CONSOLE_FILE_H

#include "protocol/frontend.h"

/*
 * Continues the nth game of an open file, like `load`, and announces it as game `shown` of `name`.
 * Returns false, and prints nothing, if the file has fewer games.
 */
bool console_load_game(Frontend *f, FILE *file, int64_t n, int64_t shown, const char *name);

#endif
