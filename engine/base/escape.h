/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text from any source, written as XML or HTML. */
#ifndef ALULA_ESCAPE_H
#define ALULA_ESCAPE_H

#include <stdio.h>

#include "text.h"

/* Returns what is written for a character with a special meaning, or NULL. */
typedef const char *Escape(char c);

/* Writes text; bytes that are not part of a printable character, see text_character(), become '?'.
 */
void escape_write(FILE *out, Word words, Escape *escape);

/*
 * Writes the text of an element: escapes <, > and &. Not for attributes, as quotes stay.
 */
void xml_text(FILE *out, const char *words);

/* Writes text with quotes escaped as well, for elements and quoted attributes. */
void xml_word(FILE *out, Word words);

#endif
