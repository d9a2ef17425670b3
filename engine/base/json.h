/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in JSON, from any source. */
#ifndef ALULA_JSON_H
#define ALULA_JSON_H

#include <stdio.h>

#include "text.h"

/* Write a string in its quotes. Bytes that are no printable character become '?'. */
void json_word(FILE *out, Word words);

#endif
