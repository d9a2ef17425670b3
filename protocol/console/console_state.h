/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the console remembers from one command to the next, and how it answers; only for files of
 * this folder.
 */
#ifndef ALULA_CONSOLE_STATE_H
#define ALULA_CONSOLE_STATE_H

#include <stdatomic.h>

#include "chess/pgn.h"
#include "protocol/frontend.h"
#include "protocol/show_board.h"
#include "savedgames.h"

typedef struct Work Work; /* see work.h */

/* Tags of a loaded game that are kept: Event, Site, Date, Round, White, Black. */
enum { CONSOLE_TAGS = 6 };

/* Plies whose clocks are kept. */
enum { CONSOLE_PLIES = 8192 };

/* How a game has ended that did not end by the rules. */
typedef struct {
    PgnResult result;
    const char *ending;
    bool over;
} GameEnd;

typedef struct {
    BoardLook look;
    bool failed;                /* a line was refused, or a test failed */
    bool misused;               /* a command had wrong arguments; for the command line */
    char ini[OPTION_TEXT_SIZE]; /* the file that `ini` reads again */

    /* the game */
    int both;           /* moves that we make for both sides from here; -1: all */
    bool thinking;      /* in console_think(); a move from the book may come at once, */
    bool again;         /* and our next move is due as well */
    size_t taken_back;  /* moves after the end of the line that `redo` can play again */
    size_t ahead;       /* the first of them that still belong to the game: one only stepped back */
    GameEnd later;      /* of the whole game, while there are any */
    bool time_offered;  /* HumanTime was named when a level was set */
    bool play_on;       /* draws that have to be claimed do not end the game */
    PgnResult result;   /* of a game that ended by agreement or was loaded; else PGN_OPEN_END */
    const char *ending; /* and why; NULL: by the rules */
    bool tagged;        /* the game was loaded, and Alula has made no move in it since: */
    char tag[CONSOLE_TAGS][256]; /* its tags, as console_take_tags() orders them */
    char others[4096];           /* names and values of the others, each up to its NUL */
    size_t others_length;

    /* the clocks */
    int64_t clock_ms[COLOR_COUNT];  /* what each side has left, if there are clocks */
    int64_t since_ms;               /* the person's clock runs since then; 0: it is stopped */
    bool paused;                    /* stopped by `pause` on the person's turn */
    bool flag_told[COLOR_COUNT];    /* it was reported that their time is up */
    size_t lefts;                   /* plies of left_ms that are known: */
    int64_t left_ms[CONSOLE_PLIES]; /* what the mover had left after each; -1: unknown */

    /* the copy on disk */
    bool autosave; /* the game is saved after each move, and at its end */
    bool played;   /* it was played here: a move was made, or it has ended by agreement */
    bool saved;    /* `game` is the file of the current game */
    SavedGame game;
    uint32_t kept;      /* a checksum of the current game as games.pgn has it; 0: it has not */
    bool changed;       /* in analysis, where it is not saved: maybe only lines are tried */
    bool save_failed;   /* it is in neither file, and that was said */
    bool saved_by_hand; /* it is in another one, by the command save */

    bool analyzing; /* analyze mode, from position to position */
    struct {
        const Work *kind;  /* NULL: none */
        void *data;        /* its own */
        atomic_bool saves; /* it has something to save before we leave; any thread may ask */
    } work;
    struct {
        Position position;
        bool black;             /* all pieces that are put are black */
        const Protocol *before; /* the protocol to go back to */
        bool thinking;          /* a search for a move ended when the set-up began */
    } setup;
} ConsoleState;

/* Its identity for the frontend. */
extern const PrivateState console_private;

/* Any thread may ask. */
ConsoleState *console_state(const Frontend *f);

/* --- answers ---------------------------------------------------------------------------------- */

/* Refuse a command with a sentence. Nothing was changed, and a script has failed. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void console_refuse(Frontend *f, const char *format, ...);

/* The same for a whole sentence. */
void console_refuse_text(Frontend *f, const char *sentence);

/* The same with the user's words first: "words: sentence". */
void console_refuse_words(Frontend *f, Word words, const char *sentence);

void console_refuse_memory(Frontend *f);

/* The same for wrong arguments: on the command line the exit status is 2. */
void console_refuse_arguments(Frontend *f, const char *sentence);

/* False, and refused with this sentence, if a command has no arguments. */
bool console_needs(Frontend *f, Word arguments, const char *sentence);

/* Read on or off; false, and refused, for anything else. */
bool console_switch_word(Frontend *f, const char *command, Word w, bool *on);

/*
 * Read a number from low to high; without arguments *n stays. False, and refused with the range
 * after `needs`, for anything else.
 */
bool console_number(Frontend *f, Word arguments, const char *needs, int64_t low, int64_t high,
                    int64_t *n);

/* The line without the number of its move, "12." or "3...", and blanks before it. */
Word console_without_number(Word line);

/* "+0.35", "mate in 3" or "-mate in 3", for the side to move. */
void console_add_score(Text *text, int score);

/* Say how strong Alula plays. */
void console_say_level(Frontend *f);

#endif
