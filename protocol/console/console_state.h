/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console's state between commands, and what all its commands share; for this folder only. */
#ifndef ALULA_CONSOLE_STATE_H
#define ALULA_CONSOLE_STATE_H

#include <stdatomic.h>

#include "protocol/frontend.h"
#include "protocol/show_board.h"
#include "report/notes.h"
#include "savedgames.h"

typedef struct Work Work; /* see below */
struct Training;          /* see training.c */
struct EndingSet;         /* see eval/ending.h */

/* Tags that are kept from a loaded game: Event, Site, Date, Round, White, Black. */
enum { CONSOLE_TAGS = 6 };

/* The most errors that a level confesses after a game. */
enum { CONSOLE_CONFESSIONS = 3 };

/* The most plies whose clock times are kept. */
enum { CONSOLE_PLIES = 8192 };

/* The end of a game that was not ended by the rules. */
typedef struct {
    PgnResult result;
    const char *ending; /* a static string such as "White resigns"; or NULL */
    bool over;
} GameEnd;

typedef struct {
    BoardLook look;
    bool failed;  /* a line was refused, or a test failed */
    bool misused; /* a command had wrong arguments: exit status 2 on the command line */
    char ini[OPTION_TEXT_SIZE]; /* the file that `ini` without arguments reads */

    /* the game */
    int both;           /* remaining moves that we make for both sides; -1: all */
    bool thinking;      /* console_think() is running */
    bool again;         /* our next move is due too, after a book move */
    size_t taken_back;  /* moves after the end of the line that `redo` can replay */
    size_t ahead;       /* the first `ahead` of these are still in the game: only stepped over */
    GameEnd later;      /* how the whole game ended, while `ahead` is not 0 */
    bool time_offered;  /* HumanTime was suggested when a level was set */
    bool play_on;       /* draws that have to be claimed do not end the game (`activate`) */
    PgnResult result;   /* result by agreement or of a loaded game; else PGN_OPEN_END */
    const char *ending; /* the reason; NULL: by the rules */
    bool tagged;        /* the game was loaded, and Alula has made no move in it */
    char tag[CONSOLE_TAGS][256]; /* the loaded tags, in the order of console_take_tags() */
    char others[4096];           /* names and values of the other tags, each with a NUL */
    size_t others_length;
    struct {
        size_t ply;
        char words[200];
    } confession[CONSOLE_CONFESSIONS]; /* [confessions], the last move first; see confess.c */
    size_t confessions;

    /* the clocks */
    int64_t clock_ms[COLOR_COUNT];  /* remaining time of each side, if there are clocks */
    int64_t since_ms;               /* when the user's clock was started; 0: it is stopped */
    bool paused;                    /* stopped by `pause` on the user's turn */
    bool flag_told[COLOR_COUNT];    /* the flag of this side was reported as fallen */
    size_t lefts;                   /* number of plies in left_ms */
    int64_t left_ms[CONSOLE_PLIES]; /* remaining time of the mover after each; -1: unknown */

    /* the copy on disk */
    bool autosave; /* save the game after each move, and at its end */
    bool played;   /* a move was made here, or the game has ended by agreement */
    bool saved;    /* `game` is the file of the current game */
    SavedGame game;
    char level[16];     /* of our moves in this game, as in the tag AlulaLevel; "": no move yet */
    uint32_t kept;      /* checksum of the current game as saved in games.pgn; 0: not saved there */
    bool changed;       /* the game changed during analysis, when nothing is saved */
    bool save_failed;   /* the game is in neither file, and that was reported */
    bool saved_by_hand; /* the command save has written the game to another file */

    struct Training *training; /* of the command train; NULL: none */
    bool trained;              /* the training has ended by itself, and no line has run since */
    struct EndingSet *endings; /* endings solved for drill; NULL: none */

    bool analyzing; /* analyze mode, in which each new position is analyzed */
    struct {
        int asked;        /* how much to say when the search has ended; see hint.c */
        int told;         /* how much the last hint said */
        uint64_t key;     /* Zobrist key of the position of that hint */
        SearchInfo found; /* result of the search for that hint */
    } hint;
    struct {
        Note note[3]; /* positions before and after the last two moves */
        size_t next;  /* notes below this index are still to be searched */
        bool known;   /* the searches are done, and no command but why was typed since */
    } why;
    struct {
        const Work *kind;  /* NULL: none */
        void *data;        /* data of that kind of work */
        atomic_bool saves; /* results must be saved before quitting; any thread may read this */
    } work;
    struct {
        bool by_script; /* the option Warn was switched on in a script, which expects questions */
        bool asking;    /* the question whether to play `move` waits for its answer */
        bool made;      /* the position after `move` is being searched */
        Note best;      /* result of the search before `move` */
        Move move;      /* the person's move that is checked or asked about; NO_MOVE: none */
    } warning;
    struct {
        bool passed; /* the position after a null move is being searched */
        int score;   /* score without the null move, for the side to move */
    } threat;
    struct {
        Position position;
        bool black;             /* all placed pieces are black */
        const Protocol *before; /* the protocol to return to */
        bool thinking;          /* the set-up mode ended our search for a move */
    } setup;
} ConsoleState;

/* The key of the console's state in the frontend. */
extern const PrivateState console_private;

/* Returns the console's state. May be called from any thread. */
ConsoleState *console_state(const Frontend *f);

/* --- the result and the clocks ---------------------------------------------------------------- */

/* Returns the outcome by the rules; after `activate`, ignores draws that have to be claimed. */
Outcome console_outcome(const Frontend *f);

/* Returns true if the game is over, by the rules or by agreement, even while analysis goes on. */
bool console_is_over(const Frontend *f);

/* Returns the PGN result; *ending is the reason if the game ended by agreement, else NULL. */
PgnResult console_result(const Frontend *f, const char **ending);

/* Clears a result by agreement, or of a loaded game, as the game goes on. */
void console_reopen(Frontend *f);

/* Returns true if there are clocks, rather than a fixed time per move. */
bool console_has_clocks(const Frontend *f);

/* Records the mover's remaining time after this ply, from 0; -1: unknown. */
void console_note_clock(Frontend *f, size_t ply, int64_t left_ms);

/* Adds seconds without trailing zeros: 2, 0.5, 12.345. */
void console_add_seconds(Text *text, int64_t ms);

/* --- moves taken back ------------------------------------------------------------------------- */

/* Takes back a move. Returns false at the start of the game. */
bool console_take_back(Frontend *f);

/*
 * Replays the last undone move. Undone moves stay in memory after the end of the line until a new
 * move is made. Returns false if no undone move is left.
 */
bool console_play_again(Frontend *f);

/* Steps back by a move, which remains in the game. Returns false at the start of the game. */
bool console_step_back(Frontend *f);

/*
 * Steps to the end of the game if an earlier position is viewed. Returns the viewed ply, for
 * console_back_to(). The engine is not involved.
 */
size_t console_whole_game(Frontend *f);

/* Steps back to the ply that console_whole_game() has returned. */
void console_back_to(Frontend *f, size_t ply);

/* --- answers ---------------------------------------------------------------------------------- */

/* Refuses a command, which must change nothing afterwards. A script then counts as failed. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void console_refuse(Frontend *f, const char *format, ...);

/* Refuses a command with a complete sentence. */
void console_refuse_text(Frontend *f, const char *sentence);

/* Refuses a command with the user's words first: "words: sentence". */
void console_refuse_words(Frontend *f, Word words, const char *sentence);

/* Refuses a command for lack of memory. */
void console_refuse_memory(Frontend *f);

/* Refuses wrong arguments; on the command line the exit status is then 2. */
void console_refuse_arguments(Frontend *f, const char *sentence);

/* Returns true if a command has arguments, else refuses it with this message. */
bool console_needs(Frontend *f, Word arguments, const char *sentence);

/* Reads "on" or "off"; refuses anything else and returns false. */
bool console_switch_word(Frontend *f, const char *command, Word w, bool *on);

/*
 * Reads a number from low to high into *n, which stays unchanged without arguments. Returns false
 * for anything else, and refuses the command with `needs` and the range.
 */
bool console_number(Frontend *f, Word arguments, const char *needs, int64_t low, int64_t high,
                    int64_t *n);

/* Strips the move number of a line, "12." or "3...", and blanks before it. */
Word console_without_number(Word line);

/*
 * Writes a score for the side to move: "+0.35", "mate in 3" or "-mate in 3". Returns the buffer,
 * which must be empty; the buffer of CONSOLE_SCORE_OF() lives until the enclosing block ends.
 */
enum { CONSOLE_SCORE = 32 };
const char *console_score_text(char buffer[CONSOLE_SCORE], int score);
#define CONSOLE_SCORE_OF(score) console_score_text((char[CONSOLE_SCORE]){""}, score)

/* Says how strong Alula plays. */
void console_say_level(Frontend *f);

/* --- work of several searches ----------------------------------------------------------------- */

/*
 * Work that consists of several searches, each a JOB: a suite of positions, annotating games, a
 * search for a mate. Only one kind runs at a time. Callers need not know which one.
 */
struct Work {
    /* a search has ended: take the result, then search again or call work_end() */
    void (*on_result)(Frontend *f, const SearchInfo *t);
    /* ended early, without the search's result: report, free the data, call work_end() */
    void (*stop)(Frontend *f);
    /* report progress; NULL: nothing to report */
    void (*tick)(Frontend *f);
    bool saves;   /* `stop` saves results, so it is called before quitting */
    bool answers; /* the command `stop` only ends the search, whose result is reported */
};

/* Starts work of this kind with its data, after stopping other work. */
void work_start(Frontend *f, const Work *kind, void *data);

/* Returns the data of the work, if it is of this kind; else NULL. */
void *work_data(const Frontend *f, const Work *kind);

/* Ends the work, after its data was freed. */
void work_end(Frontend *f);

/* Passes the result of a JOB on to the work that started it. */
void work_on_result(Frontend *f, const SearchInfo *t);

/* Ends the work early, if there is any. */
void work_stop(Frontend *f);

/* Makes the work report its result now; returns false if it cannot. */
bool work_answer(Frontend *f);

/* Reports progress; returns false if there is none to report. */
bool work_tick(Frontend *f);

/* Saves results before the program ends. */
void work_leave(Frontend *f);

#endif
