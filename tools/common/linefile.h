/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text files read line by line, and complaints about their lines. */
#ifndef ALULA_COMMON_LINEFILE_H
#define ALULA_COMMON_LINEFILE_H

#include <stdio.h>

#include "base/text.h"

enum {
    LINEFILE_ERRORS = 40,      /* kinds of error that are counted separately */
    LINEFILE_LONGEST = 1 << 17 /* no line has more bytes */
};

/* A text file read line by line. */
typedef struct {
    FILE *file; /* its descriptor is read */
    const char *name;
    char *buffer;
    size_t from, to;    /* what of the buffer was read and not yet used */
    Word raw;           /* the current line with the blanks around it */
    long number;        /* of the current line, from 1 */
    int64_t start, end; /* offsets of the current line, with its end, in what was read */
    bool whole;         /* the current line has a line end */
    bool failed;
    struct {
        const char *text;
        long lines;
    } error[LINEFILE_ERRORS];
} LineFile;

/* Open a file, or standard input for "-". False after a sentence on stderr. */
bool linefile_open(LineFile *l, const char *name);

/* Close it and report how many complaints were left out. The name stays valid. */
void linefile_close(LineFile *l);

/*
 * The next line that is not empty or a comment, trimmed, until the next call; false at the end, and
 * with `failed` set and a sentence for a line of more than 64 KB and for a read error.
 */
bool linefile_next(LineFile *l, Word *line);

/* Go to the line that starts at this offset from where reading began, such as 0, the first one,
   and count lines from there. False if that cannot be done, as in a pipe. */
bool linefile_seek(LineFile *l, int64_t start);

/* A file's text without the UTF-8 byte order mark that it may start with. */
Word linefile_without_mark(Word text);

/* Report an error of the current line, whose text must stay; at most ten lines for each error. */
void linefile_complain(LineFile *l, const char *error);

/* The same for the line of this number. */
void linefile_complain_at(LineFile *l, long number, const char *error);

/* The same for an error that need not stay, and is one of a kind. */
void linefile_complain_as(LineFile *l, const char *kind, const char *error);

#endif
