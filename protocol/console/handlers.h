/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of commands.inc, in the files of their commands; only commands.c needs them all. */
#ifndef ALULA_HANDLERS_H
#define ALULA_HANDLERS_H

#include "protocol/frontend.h"

/* Runs a command with the rest of its line. */
typedef void ConsoleHandler(Frontend *f, Word arguments);

#define COMMAND(name, run, ...) ConsoleHandler run;
#define ALIAS(name, of)
#define HIDDEN(name, run, ...) ConsoleHandler run;
#include "commands.inc"
#undef COMMAND
#undef ALIAS
#undef HIDDEN

#endif
