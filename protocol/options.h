/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The options: one table, which each protocol announces in its own format, their allowed values,
 * and the settings file.
 */
#ifndef ALULA_OPTIONS_H
#define ALULA_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "autolevel.h"
#include "base/text.h"

/* The options, in the order of option_table, which describes them. */
typedef enum {
    /*
     * first, as XBoard sends options in this order: loading the file must not override the others
     */
    OPTION_SETTINGS_FILE,
    OPTION_MOVE_OVERHEAD,
    OPTION_RESIGN,
    OPTION_RESIGN_SCORE,
    OPTION_ACCEPT_DRAWS,
    OPTION_OFFER_DRAWS,
    OPTION_MULTIPV,
    OPTION_CLEAR_HASH,
    OPTION_LEVEL, /* unless Full, overrides the next two */
    OPTION_LIMIT_STRENGTH,
    OPTION_ELO,
    OPTION_HUMAN_TIME, /* see human_time() */
    OPTION_WARN,       /* console only */
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

/* The option types of CECP, except -reset, which XBoard rejects. */
typedef enum {
    OPTION_SPIN,
    OPTION_SLIDER, /* a spin shown as a slider */
    OPTION_CHECK,
    OPTION_COMBO, /* one of several named choices; the value is an index */
    OPTION_STRING,
    OPTION_FILE,
    OPTION_PATH, /* one or more folders */
    OPTION_BUTTON,
    OPTION_SAVE, /* a button for which XBoard sends the other changed options first */
} OptionKind;

typedef struct {
    const char *name;     /* one word, as some GUIs accept no blanks */
    const char *uci_name; /* NULL: not announced in UCI, where GUIs do this themselves */
    OptionKind kind;
    int64_t preset, min, max; /* default and range; for texts `max` is the length in bytes */
    const char *help;
    const char *const *choices; /* choices of a combo, NULL-terminated */
} OptionRow;

extern const OptionRow option_table[OPTION_COUNT];

/*
 * Return true if an option has a text value (string, file or path), is a button without a value, or
 * has a number as its value (spin or slider).
 */
bool option_is_text(const OptionRow *row);
bool option_is_button(const OptionRow *row);
bool option_is_number(const OptionRow *row);

/* Room for the longest text, with its NUL. */
enum { OPTION_TEXT_SIZE = 1024 };

typedef struct {
    int64_t value[OPTION_COUNT];               /* values of numeric options */
    char text[OPTION_COUNT][OPTION_TEXT_SIZE]; /* values of text options; "" if not set */
    int skill;            /* UCI's Skill Level: 0 to SKILL_MAX, which is full strength */
    AutoLevel auto_level; /* current rating of level Auto */
    bool dated;           /* read from a file whose rating is on the scale of version 1.0 */
} Options;

/* Sets all options to their defaults. */
void options_init(Options *o);

/* Finds an option by name, ignoring case; OPTION_COUNT if there is none. */
OptionId options_find(Word name);

/* Finds an option by its UCI name or its own name, ignoring case. */
OptionId options_find_uci(Word name);

/*
 * Reads the value of a numeric option; *number is unchanged for others. The name of a level may be
 * followed by its rating. Returns NULL, or an error message.
 */
const char *option_read(const OptionRow *row, Word value, int64_t *number);

/* Room for a number as text. */
enum { OPTION_NUMBER_SIZE = 24 };

/*
 * Clamps the number of a spin or slider to its range. Returns true if the number was out of range;
 * *value is then the nearest valid number, in `buffer`.
 */
bool option_clamp(const OptionRow *row, Word *value, char buffer[OPTION_NUMBER_SIZE]);

/*
 * Returns the current choice of a combo. The choice of Level is derived from the rating; NULL if no
 * name fits.
 */
const char *options_choice(const Options *o, OptionId id);

/* Writes a choice of a combo for display; a level with its rating: "Novice (400)". */
void option_write_choice(Text *out, const OptionRow *row, int choice);

/* Writes an option as in CECP's `feature option=`: NAME -spin 30 0 5000. */
void options_write_cecp(Text *out, const OptionRow *row);

/* Writes the UCI line of an option that has a uci_name: option name NAME type spin default 30 … */
void options_write_uci(Text *out, const OptionRow *row);

/*
 * Sets an option by name, ignoring case. Buttons have no value; "<empty>" is UCI's empty text. No
 * files are opened. Returns NULL with *id set, or an error message with nothing changed.
 */
const char *options_set(Options *o, Word name, Word value, OptionId *id);

/*
 * Returns the rating to play at, 0 for full strength: the rating of Level or, if Level is Full, of
 * Elo with LimitStrength, or else of the skill. GUIs may therefore set all of these, in any order.
 */
int options_rating(const Options *o);

/* Returns true if the level is Auto, which follows the player's results. */
bool options_adapts(const Options *o);

/* Limits the strength to this rating, 0 for none, by LimitStrength and Elo alone. */
void options_limit_strength(Options *o, int elo);

/* Reads a settings file, if it exists. Returns NULL, or an error message with nothing changed. */
const char *settings_read(Options *o, const char *path);

/*
 * Writes all settings as lines NAME=VALUE, the rating as LimitStrength and Elo. An existing file is
 * replaced only if it is a settings file. Returns NULL, or an error message.
 */
const char *settings_write(const Options *o, const char *path);

#endif
