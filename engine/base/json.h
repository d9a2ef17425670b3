/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A writer for JSON on one line, member by member. Numbers do not depend on the locale; NaN and
 * infinities become null. Bytes of strings that are not part of a printable character become '?'.
 */
#ifndef ALULA_JSON_H
#define ALULA_JSON_H

#include <stdio.h>

#include "text.h"

/* An object or array that is being written to `out`, which belongs to the caller. */
typedef struct {
    FILE *out;
    bool follows; /* the next value needs a comma before it */
} Json;

/*
 * Write a member of an object. The name is NULL for elements of an array and for the outermost
 * value. Brackets are {} or [], and enclose the values written in between.
 */
void json_open(Json *j, const char *name, char bracket);
void json_close(Json *j, char bracket);
void json_text(Json *j, const char *name, const char *text); /* NULL becomes null */
void json_slice(Json *j, const char *name, Word text);       /* a NULL text.at becomes null */
void json_whole(Json *j, const char *name, int64_t value);
void json_count(Json *j, const char *name, uint64_t value);
void json_flag(Json *j, const char *name, bool value);
void json_null(Json *j, const char *name);

/* Writes a number with at most 9 decimals; NAN and infinities become null. */
void json_real(Json *j, const char *name, double value, int decimals);

#endif
