/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface of a protocol: CECP, UCI, the console, and their modes with separate commands. */
#ifndef ALULA_PROTOCOL_H
#define ALULA_PROTOCOL_H

#include "base/text.h"
#include "engine.h"

typedef struct Frontend Frontend;
typedef struct Call Call;

/*
 * When to run a command that arrives while a move is due. In a script, all but URGENT commands are
 * IN_TURN.
 */
typedef enum {
    NOW,     /* at once */
    IN_TURN, /* after the move, and after earlier lines that wait */
    CANCELS, /* at once; the command's frontend_halt() ends the search without a move and runs
                waiting lines; a refused command does not halt */
} Policy;

/* Further properties of commands. */
enum {
    URGENT = 1,       /* about the search itself, or quits: never waits */
    AFTER_LINES = 2,  /* NOW, but after waiting lines, whose effects the command shows */
    NEEDS_MEMORY = 4, /* waits until the hash table has its memory; later lines wait too */
    PAGED = 8,        /* output is paged on a terminal */
    ALONE = 16,       /* takes no arguments */
};

/* A row of a table of commands. */
typedef struct {
    const char *name;
    void (*run)(Frontend *f, Word arguments);
    Policy policy;
    unsigned flags;
    const char *help; /* help text for users; NULL hides the command */
} Command;

/* The kind of a private state, identified by its address; see frontend_state(). */
typedef struct {
    size_t size; /* bytes */
} PrivateState;

/* A protocol: its commands, its private state, and its event handlers. */
typedef struct {
    const char *name;
    const Command *commands; /* terminated by a row without a name */
    /*
     * returns the command for a line that does not begin with a command name, and sets *line to its
     * arguments; NULL: the line is ignored. Depends on the line alone, not on the game
     */
    const Command *(*otherwise)(Frontend *f, Word *line);
    const PrivateState *state; /* NULL: none; see frontend_state() */

    void (*on_info)(Frontend *f, const SearchInfo *info);
    void (*on_move)(Frontend *f, const SearchInfo *info); /* the search for a move has ended */
    void (*refuse)(Frontend *f, const char *sentence);    /* report why a line was not understood */
    /* these may be NULL */
    void (*on_set_up)(Frontend *f);                 /* a game begins, from any position */
    void (*on_line)(Frontend *f, const Call *call); /* a line is about to run */
    void (*on_leave)(Frontend *f);                  /* the program ends; called for all protocols */
    void (*prompt)(Frontend *f);  /* all input is handled, and we will wait for more */
    void (*on_idle)(Frontend *f); /* a line has run, all input is handled, or wake_ms has passed */

    const char *message_prefix; /* marks a line that is meant for the user */
    bool finishes;              /* a move that is due at the end of the input is still made */
    bool answers_all;           /* every search is answered by a move, even an infinite one */
    bool scripts;               /* input that is not from a terminal may be a script */
    bool sets_hash; /* the hash table has exactly the configured size, not a share of the memory */
} Protocol;

/* A line of input, resolved once to a row and its arguments. */
struct Call {
    const Protocol *protocol; /* the protocol that resolved it; NULL: not resolved yet */
    const Command *command;   /* NULL: the line is ignored */
    Word arguments;
};

#endif
