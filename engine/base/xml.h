/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in XML. */
#ifndef ALULA_XML_H
#define ALULA_XML_H

#include <stdio.h>

/*
 * Write the text of an element: <, > and & are escaped. Bytes that are no UTF-8, or no characters
 * of XML, become '?'. Not for attributes, as quotes stay.
 */
void xml_text(FILE *out, const char *words);

#endif
