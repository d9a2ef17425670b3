/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user may set: one table, shown by every protocol in its own way. */
#ifndef ALULA_OPTIONS_H
#define ALULA_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

typedef enum {
    /* the first, as XBoard tells them in this order: what is set besides is not undone by the file
     */
    OPTION_SETTINGS_FILE,  /* read when it is set; "" for none */
    OPTION_MOVE_OVERHEAD,  /* milliseconds lost between the clock and us at each move */
    OPTION_RESIGN,         /* may we resign? */
    OPTION_RESIGN_SCORE,   /* centipawns behind, three moves running */
    OPTION_ACCEPT_DRAWS,   /* may we accept a draw? */
    OPTION_MULTIPV,        /* lines shown in analysis */
    OPTION_CLEAR_HASH,     /* a button */
    OPTION_LEVEL,          /* sets the next two by the name of a level */
    OPTION_LIMIT_STRENGTH, /* play like OPTION_ELO says? */
    OPTION_ELO,
    OPTION_OWN_BOOK,      /* may we play from a book? */
    OPTION_BOOK_FILE,     /* which one; "" for none */
    OPTION_BOOK_VARIETY,  /* as for book_choose() */
    OPTION_EVAL_FILE,     /* the network that judges positions; "" for the embedded one */
    OPTION_OPENING_MOVES, /* what to play as long as the game goes that way: opening_next() */
    OPTION_SAVE_SETTINGS, /* writes that file */
    OPTION_COUNT,
} OptionId;

/* As CECP has them, but for -reset, which XBoard rejects. */
typedef enum {
    OPTION_SPIN,
    OPTION_SLIDER, /* a spin that is better dragged than typed */
    OPTION_CHECK,
    OPTION_COMBO, /* one of several names; its number is the value */
    OPTION_STRING,
    OPTION_FILE,
    OPTION_BUTTON,
    OPTION_SAVE, /* a button: whatever else was changed is told before it is pressed */
} OptionKind;

typedef struct {
    const char *name;     /* one word: some user interfaces cannot cope with more */
    const char *uci_name; /* NULL: not announced in UCI, which decides this itself */
    OptionKind kind;
    int64_t usual, least, most; /* the default and the range; of a text, most bytes it may have */
    const char *help;
    const char *const *choices; /* of a combo, up to NULL */
} OptionRow;

extern const OptionRow option_table[OPTION_COUNT];

/* Is it a text: a string or a file? Is it something to press, without a value? */
bool option_is_text(OptionId id);
bool option_is_button(OptionId id);

/* Room for the longest text, with its NUL. */
enum { OPTION_TEXT_SIZE = 1024 };

typedef struct {
    int64_t value[OPTION_COUNT];               /* of options that are numbers */
    char text[OPTION_COUNT][OPTION_TEXT_SIZE]; /* of texts; "" where none is set */
} Options;

void options_init(Options *o);

/* The option of a name, in any case; OPTION_COUNT if there is none. */
OptionId options_find(Word name);

/* The same, by UCI's name for it or ours. */
OptionId options_find_uci(Word name);

/* Read the value of an option that is a number; *number stays for others. NULL, or what is wrong.
 */
const char *option_read(const OptionRow *row, Word value, int64_t *number);

/*
 * Why an option of earlier versions no longer exists; NULL for all other names. A file of settings
 * may still have it.
 */
const char *options_retired(Word name);

/*
 * The name that a combo stands at. The level is told by the strength that is set; NULL if no name
 * fits it.
 */
const char *options_choice(const Options *o, OptionId id);

/* Write an option the way a CECP `feature option=` wants it: NAME -spin 30 0 5000. */
void options_write_cecp(Text *out, OptionId id);

/* Write a line about an option that has a uci_name: option name NAME type spin default 30 … */
void options_write_uci(Text *out, const OptionRow *row);

/*
 * Set an option by name, in any case; buttons have no value, and UCI's "<empty>" is an empty one
 * for a text. Whether there is such a file is not asked. NULL with *id set, or what is wrong;
 * nothing is changed then.
 */
const char *options_set(Options *o, Word name, Word value, OptionId *id);

#endif
