/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing SVG pictures. */
#ifndef ALULA_SVG_H
#define ALULA_SVG_H

#include <stdio.h>

/* Begin a picture of this size in pixels, on white; it ends with "</svg>". */
void svg_begin(FILE *out, int width, int height);

/* Escape text for XML. Bytes that are no UTF-8, or no characters of XML, become '?'. */
void svg_words(FILE *out, const char *words);

/* Text at a point; `manner` is empty, or more attributes with a blank before each. */
void svg_text(FILE *out, double x, double y, const char *manner, const char *words);

#endif
