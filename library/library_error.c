/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdatomic.h>

#include "engine.h"
#include "library_game.h"

/* --- unloading -------------------------------------------------------------------------------- */

static atomic_size_t living; /* games and engines */

void library_begins(void) {
    living++;
}

void library_ends(void) {
    living--;
}

/* Runs at dlclose() and at the end of the program, when threads may still be searching. */
__attribute__((destructor)) static void release(void) {
    if (!living)
        engine_release_tables();
}

/* --- errors ----------------------------------------------------------------------------------- */

/* The last error of each thread. */
static _Thread_local AlulaError last_error;
static _Thread_local const char *last_sentence;

AlulaError alula_error(void) {
    return last_error;
}

const char *alula_error_text(void) {
    return last_error ? last_sentence : "";
}

const char *library_fails(AlulaError error, const char *sentence) {
    if (sentence) {
        last_error = error;
        last_sentence = sentence;
    }
    return sentence;
}

const char *library_no_memory(void) {
    return library_fails(ALULA_ERROR_MEMORY, "there is not enough memory for that");
}

const char *library_missing(void) {
    return library_fails(ALULA_ERROR_ARGUMENT, "an argument is NULL");
}
