/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text from any source, written as XML, HTML or JSON. */
#ifndef ALULA_ESCAPE_H
#define ALULA_ESCAPE_H

#include <stdio.h>

#include "text.h"

/*
 * Write the text of an element: <, > and & are escaped. Bytes that are no printable character, see
 * text_character(), become '?'. Not for attributes, as quotes stay.
 */
void xml_text(FILE *out, const char *words);

/* The same with quotes escaped, for elements and attributes in double or single quotes. */
void xml_word(FILE *out, Word words);

/* Write a string of JSON in its quotes. Bytes that are no printable character become '?'. */
void json_word(FILE *out, Word words);

#endif
