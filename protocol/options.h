/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The options: one table, which every protocol announces in its own way; what they may be, and the
 * file in which they are kept.
 */
#ifndef ALULA_OPTIONS_H
#define ALULA_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "autolevel.h"
#include "base/text.h"

/* The options, in the order of option_table, which describes them. */
typedef enum {
    /* first, as XBoard sends options in this order: the file must not undo what others set */
    OPTION_SETTINGS_FILE,
    OPTION_MOVE_OVERHEAD,
    OPTION_RESIGN,
    OPTION_RESIGN_SCORE,
    OPTION_ACCEPT_DRAWS,
    OPTION_OFFER_DRAWS,
    OPTION_MULTIPV,
    OPTION_CLEAR_HASH,
    OPTION_LEVEL, /* unless Full, in place of the next two */
    OPTION_LIMIT_STRENGTH,
    OPTION_ELO,
    OPTION_HUMAN_TIME, /* see human_time() */
    OPTION_OWN_BOOK,
    OPTION_BOOK_FILE,
    OPTION_BOOK_VARIETY, /* see book_choose() */
    OPTION_EVAL_FILE,
    OPTION_SYZYGY_PATH,
    OPTION_SYZYGY_PROBE_DEPTH, /* see Tablebases in search/result.h */
    OPTION_SYZYGY_PROBE_LIMIT,
    OPTION_SYZYGY_FIFTY_MOVES,
    OPTION_OPENING_MOVES, /* see frontend_play_book() */
    OPTION_SAVE_SETTINGS,
    OPTION_COUNT,
} OptionId;

enum { MULTIPV_MAX = 256 }; /* lines */

/* The kinds of CECP, except -reset, which XBoard rejects. */
typedef enum {
    OPTION_SPIN,
    OPTION_SLIDER, /* like a spin, but shown as a slider */
    OPTION_CHECK,
    OPTION_COMBO, /* one of several names; its number is the value */
    OPTION_STRING,
    OPTION_FILE,
    OPTION_PATH, /* one or more folders */
    OPTION_BUTTON,
    OPTION_SAVE, /* a button for which XBoard first sends the other options that were changed */
} OptionKind;

typedef struct {
    const char *name;     /* one word, as some user interfaces accept no blanks */
    const char *uci_name; /* NULL: not announced in UCI, whose interfaces decide this themselves */
    OptionKind kind;
    int64_t preset, min, max; /* default and range; for texts `max` is the length in bytes */
    const char *help;
    const char *const *choices; /* of a combo, ended by NULL */
} OptionRow;

extern const OptionRow option_table[OPTION_COUNT];

/* Is it a string, a file or a path; a button, which has no value; a spin or a slider? */
bool option_is_text(const OptionRow *row);
bool option_is_button(const OptionRow *row);
bool option_is_number(const OptionRow *row);

/* Room for the longest text, with its NUL. */
enum { OPTION_TEXT_SIZE = 1024 };

typedef struct {
    int64_t value[OPTION_COUNT];               /* of options with a number */
    char text[OPTION_COUNT][OPTION_TEXT_SIZE]; /* of texts; "" if not set */
    int skill;            /* of UCI alone: 0 to SKILL_MAX, which sets no limit */
    AutoLevel auto_level; /* what level Auto is now */
    bool dated;           /* read from a file whose rating is of version 1.0 */
} Options;

void options_init(Options *o);

/* The option of a name, in any case; OPTION_COUNT if there is none. */
OptionId options_find(Word name);

/* The same, by UCI's name or ours. */
OptionId options_find_uci(Word name);

/*
 * Read the value of a numeric option; *number stays for others. A level may have its rating behind
 * its name. NULL, or an error message.
 */
const char *option_read(const OptionRow *row, Word value, int64_t *number);

/* Room for a number as text. */
enum { OPTION_NUMBER_SIZE = 24 };

/*
 * Bring the number of a spin or slider into its range: true if it was not; *value is then the
 * nearest that is, in `buffer`.
 */
bool option_clamp(const OptionRow *row, Word *value, char buffer[OPTION_NUMBER_SIZE]);

/* The current choice of a combo. That of Level follows from the rating; NULL if no name fits. */
const char *options_choice(const Options *o, OptionId id);

/* Write a choice of a combo for a person: a level with its rating, as "Novice (400)". */
void option_write_choice(Text *out, const OptionRow *row, int choice);

/* Write an option for `feature option=` of CECP: NAME -spin 30 0 5000. */
void options_write_cecp(Text *out, const OptionRow *row);

/* Write the UCI line of an option that has a uci_name: option name NAME type spin default 30 … */
void options_write_uci(Text *out, const OptionRow *row);

/*
 * Set an option by name, in any case. Buttons have no value; "<empty>" is UCI's empty text. Files
 * are not opened. NULL with *id set, or an error message with nothing changed.
 */
const char *options_set(Options *o, Word name, Word value, OptionId *id);

/*
 * The rating to play at, 0 for full strength: that of Level; if it is Full, Elo with LimitStrength;
 * without, that of the skill. So interfaces may set all of them, in any order.
 */
int options_rating(const Options *o);

/* Is the level Auto, which follows the results of the person? */
bool options_adapts(const Options *o);

/* Play like a player of this rating, 0: at full strength, by LimitStrength and Elo alone. */
void options_limit_strength(Options *o, int elo);

/* Read a settings file, if it exists. NULL, or an error message with nothing changed. */
const char *settings_read(Options *o, const char *path);

/*
 * Write all settings as lines NAME=VALUE, the rating as LimitStrength and Elo. An existing file is
 * replaced only if it is a settings file. NULL, or an error message.
 */
const char *settings_write(const Options *o, const char *path);

#endif
