/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of all games of an annotated text that have our notes. */
#ifndef ALULA_PAGES_H
#define ALULA_PAGES_H

#include "base/text.h"

/* The files to write; NULL: not this one. */
typedef struct {
    const char *html, *json;
    const char *svg; /* the graph of the first game */
} Pages;

/* Can all of them be written? To be asked before long work. False with a sentence. */
bool pages_possible(const Pages *pages, Text *error);

/*
 * Write them about an annotated text, which has so many games with notes. False with a sentence
 * about the first one that failed, which is not there then; the others are written.
 */
bool pages_write(const Pages *pages, Word annotated, size_t games, Text *error);

#endif
