/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a protocol is: CECP, UCI, the console, and their modes with commands of their own. */
#ifndef ALULA_PROTOCOL_H
#define ALULA_PROTOCOL_H

#include "base/text.h"
#include "engine.h"

typedef struct Frontend Frontend;

/* What happens to a command that arrives while a move is due. */
typedef enum {
    WHILE_THINKING,    /* it runs at once; but in a script, where answers have an order, it waits */
    IN_TURN,           /* it runs at once, unless other lines wait already */
    INSTEAD_OF_MOVING, /* it ends the search, and its move is discarded; but in a protocol with
                          `scripts` it waits in a script, and while other lines wait already */
    AFTER_THE_MOVE,    /* it waits until the move is made */
    TO_THE_SEARCH, /* it runs at once, and once more in its turn if other lines wait: one of them
                      may start the search that is meant */
    AT_ONCE,       /* it never waits: it is about the search itself, or the end */
} When;

typedef struct {
    const char *name;
    void (*run)(Frontend *f, Word arguments);
    When when;
    const char *help; /* for people who type the command; NULL hides it */
} Command;

/* Its address identifies a private state, so that no file needs the Protocol for that. */
typedef struct {
    size_t size; /* bytes */
} PrivateState;

/* A protocol: its commands, its private state, and what it does when something happens. */
typedef struct {
    const char *name;
    const Command *commands; /* the last row's name is NULL */
    /* a row for a line that no command claims, perhaps a move; it runs with the whole line.
       If its `run` is NULL, the line is ignored */
    Command (*otherwise)(Frontend *f, Word line);
    const PrivateState *state; /* NULL: none; see frontend_state() */
    /* commands that run when the hash table has its memory, and with them all lines that follow;
       up to NULL. NULL: none */
    const char *const *awaiting_memory;

    void (*on_thought)(Frontend *f, const Thought *thought);
    void (*on_move)(Frontend *f, const Thought *thought); /* the search for a move is over */
    void (*refuse)(Frontend *f, const char *sentence);    /* say why a line was not understood */
    /* these may be NULL */
    void (*on_set_up)(Frontend *f); /* a game begins, from whatever position */
    void (*on_leave)(Frontend *f);  /* the program ends; called whichever protocol is spoken */
    void (*prompt)(Frontend *f);    /* all input is read, and we are about to wait for more */
    void (*on_idle)(Frontend *f);   /* a line has run, all input is read, or f->wake_ms has come */

    const char *message_prefix; /* of a line that is meant for the person */
    bool finishes;              /* a move that is due when the input ends is still made */
    bool answers_all;           /* every search is answered by a move, even one without an end */
    bool scripts;               /* its lines may be a script, unless they come from a terminal */
    bool sets_hash;             /* the hash table has the size it is given, not a share of memory */
} Protocol;

#endif
