/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text from any source, written as XML or HTML. */
#ifndef ALULA_ESCAPE_H
#define ALULA_ESCAPE_H

#include <stdio.h>

#include "text.h"

/* Returns the escape sequence of a character that must be escaped, otherwise NULL. */
typedef const char *Escape(char c);

/*
 * Writes text, escaped. Bytes that are not part of a printable character become '?', see
 * text_character().
 */
void escape_write(FILE *out, Word words, Escape *escape);

/*
 * Writes the text of an element: escapes <, > and &. Keeps quotes, so it must not be used for
 * attributes.
 */
void xml_text(FILE *out, const char *words);

/* Writes text with quotes escaped as well, for elements and quoted attributes. */
void xml_word(FILE *out, Word words);

#endif
