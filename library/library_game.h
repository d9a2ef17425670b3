/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the files of the library. */
#ifndef ALULA_LIBRARY_GAME_H
#define ALULA_LIBRARY_GAME_H

#include "alula.h"
#include "chess/gameline.h"

struct AlulaGame {
    GameLine line;
    bool chess960;
};

/*
 * Count the games and engines that exist. While there are none, unloading the library releases the
 * memory of its tables.
 */
void library_begins(void);
void library_ends(void);

/* Records an error for alula_error() and returns its sentence. A NULL sentence means no error. */
const char *library_fails(AlulaError error, const char *sentence);

/* Fails for lack of memory, and returns the error message. */
const char *library_no_memory(void);

/* Fails because a required argument is NULL, and returns the error message. */
const char *library_missing(void);

/* Returns true if an argument is not NULL; otherwise fails. */
static inline bool library_has(const void *argument) {
    if (!argument)
        library_missing();
    return argument != NULL;
}

#endif
