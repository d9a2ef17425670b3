/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parse command lines with a table of options. */
#ifndef ALULA_COMMON_COMMANDLINE_H
#define ALULA_COMMON_COMMANDLINE_H

#include "base/text.h"

/* One option. Exactly one of the pointers is set: where the value is stored. */
typedef struct {
    const char *name;
    bool *on;                         /* a switch */
    const char **text;                /* any nonempty text */
    int64_t *number, min, max;        /* an integer in this range */
    double *real, real_min, real_max; /* a number in this range */
    /* Any other value; false with an error message. The option may be repeated. */
    bool (*read)(void *context, const char *value, Text *error);
    void *context;
} CommandOption;

/*
 * Parse a command line. Operands, which include "-", are moved to argv[1] and up, and counted in
 * *others. Returns false with an error message for a wrong option or value.
 */
bool commandline_read(const CommandOption *row, size_t rows, int argc, char **argv, int *others,
                      Text *error);

/* Add a sentence to an error, such as "--x needs a number, not ", and the value. Returns false. */
bool commandline_refuse(Text *error, const char *sentence, const char *value);

/* Parse a decimal number such as "-0.5" or "1e-3"; false if it is not one. */
bool commandline_real(const char *word, double *out);

#endif
