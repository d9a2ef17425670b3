/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user may set: one table, shown by every protocol in its own way. */
#ifndef ALULA_OPTIONS_H
#define ALULA_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

typedef enum {
    OPTION_MOVE_OVERHEAD,  /* milliseconds lost between the clock and us at each move */
    OPTION_RESIGN,         /* may we resign? */
    OPTION_RESIGN_SCORE,   /* centipawns behind, three moves running */
    OPTION_ACCEPT_DRAWS,   /* may we accept a draw? */
    OPTION_MULTIPV,        /* lines shown in analysis */
    OPTION_SYZYGY_PATH,    /* folders of endgame tables; stored */
    OPTION_CLEAR_HASH,     /* a button */
    OPTION_LIMIT_STRENGTH, /* play like OPTION_ELO says? */
    OPTION_ELO,
    OPTION_OWN_BOOK,     /* may we play from a book? */
    OPTION_BOOK_FILE,    /* which one; "" for none */
    OPTION_BOOK_VARIETY, /* as for book_choose() */
    OPTION_COUNT,
} OptionId;

typedef enum { OPTION_SPIN, OPTION_CHECK, OPTION_BUTTON, OPTION_FILE, OPTION_PATH } OptionKind;

typedef struct {
    const char *name; /* one word: some user interfaces cannot cope with more */
    OptionKind kind;
    int64_t usual, least, most; /* of a file: none, and the most bytes its name may have */
    const char *help;
} OptionRow;

extern const OptionRow option_table[OPTION_COUNT];

/* Room for the longest name of a file, or a list of folders, with its NUL. */
enum { OPTION_TEXT_SIZE = 1024 };

typedef struct {
    int64_t value[OPTION_COUNT];               /* of options that are numbers */
    char text[OPTION_COUNT][OPTION_TEXT_SIZE]; /* of files and paths; "" where none is set */
} Options;

void options_init(Options *o);

/* Write an option the way a CECP `feature option=` wants it: NAME -spin 30 0 5000. */
void options_write_cecp(Text *out, OptionId id);

/* Write a line about an option as UCI wants it: option name NAME type spin default 30 … */
void options_write_uci(Text *out, OptionId id);

/*
 * Set an option by name, in any case; buttons have no value, and UCI's "<empty>" is an empty one
 * for a file. Whether there is such a file is not asked. NULL with *id set, or what is wrong;
 * nothing is changed then.
 */
const char *options_set(Options *o, Word name, Word value, OptionId *id);

#endif
