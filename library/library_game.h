/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the library. */
#ifndef ALULA_LIBRARY_GAME_H
#define ALULA_LIBRARY_GAME_H

#include "alula.h"
#include "chess/gameline.h"

struct AlulaGame {
    GameLine line;
    bool chess960;
};

/*
 * Counts a game or engine that begins to exist, or ceases to. While there is none, unloading the
 * library gives back the memory of its tables.
 */
void library_begins(void);
void library_ends(void);

/* Keeps an error for alula_error() and returns its sentence. A NULL sentence is no error. */
const char *library_fails(AlulaError error, const char *sentence);

/* Fails for lack of memory, and returns the error message. */
const char *library_no_memory(void);

/* Fails because an argument is NULL that must not be, and returns the error message. */
const char *library_missing(void);

/* Returns true if an argument is not NULL; otherwise fails. */
static inline bool library_has(const void *argument) {
    if (!argument)
        library_missing();
    return argument != NULL;
}

#endif
