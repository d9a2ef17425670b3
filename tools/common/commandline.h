/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines of switches, options with a value, and other words, read by a table. */
#ifndef ALULA_COMMON_COMMANDLINE_H
#define ALULA_COMMON_COMMANDLINE_H

#include "text.h"

/* One option; exactly one of the three pointers says what it sets. */
typedef struct {
    const char *name;
    bool *on;          /* a switch */
    const char **text; /* any words */
    int64_t *number, least, most;
} CommandOption;

/*
 * Read a command line. Words that are no options are moved to the front of argv, behind argv[0],
 * and counted in *others; "-" is one of them. False, with a sentence, if something is wrong.
 */
bool commandline_read(const CommandOption *row, size_t rows, int argc, char **argv, int *others,
                      Text *fault);

#endif
