/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a protocol is: CECP, UCI, the console, and their modes with commands of their own. */
#ifndef ALULA_PROTOCOL_H
#define ALULA_PROTOCOL_H

#include "base/text.h"
#include "engine.h"

typedef struct Frontend Frontend;

/* When a command runs that arrives while a move is due. In a script all but URGENT ones are
 * IN_TURN. */
typedef enum {
    NOW,     /* at once */
    IN_TURN, /* after the move, and after lines before it that wait */
    CANCELS, /* at once; by frontend_halt() the search ends without a move, and lines that wait run;
                a command that is refused does not call it */
} Policy;

/* What some commands have besides. */
enum {
    URGENT = 1,       /* about the search itself, or the end: it waits for nothing */
    AFTER_LINES = 2,  /* NOW, but after lines that wait: it shows what they change */
    NEEDS_MEMORY = 4, /* it waits until the hash table has its memory; later lines wait with it */
    PAGED = 8,        /* on a terminal its output is shown in pages */
    ALONE = 16,       /* words after it are refused */
};

/* A row of a table of commands. */
typedef struct {
    const char *name;
    void (*run)(Frontend *f, Word arguments);
    Policy policy;
    unsigned flags;
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
    /* the command of a line that begins with the name of none; *line becomes its arguments. NULL:
       the line is ignored. It depends on the line alone, not on the game */
    const Command *(*otherwise)(Frontend *f, Word *line);
    const PrivateState *state; /* NULL: none; see frontend_state() */

    void (*on_info)(Frontend *f, const SearchInfo *info);
    void (*on_move)(Frontend *f, const SearchInfo *info); /* the search for a move is over */
    void (*refuse)(Frontend *f, const char *sentence);    /* say why a line was not understood */
    /* these may be NULL */
    void (*on_set_up)(Frontend *f); /* a game begins, from whatever position */
    void (*on_leave)(Frontend *f);  /* the program ends; called whichever protocol is spoken */
    void (*prompt)(Frontend *f);    /* all input is read, and we are about to wait for more */
    void (*on_idle)(Frontend *f);   /* a line has run, all input is read, or wake_ms has come */

    const char *message_prefix; /* of a line that is meant for the person */
    bool finishes;              /* a move that is due when the input ends is still made */
    bool answers_all;           /* every search is answered by a move, even one without an end */
    bool scripts;               /* its lines may be a script, unless they come from a terminal */
    bool sets_hash;             /* the hash table has the size it is given, not a share of memory */
} Protocol;

/* A line that has arrived, and what it calls: the row and the arguments, found once. */
typedef struct {
    const Protocol *protocol; /* the one in which they were found; NULL: not yet */
    const Command *command;   /* NULL: the line is ignored */
    Word arguments;
} Call;

#endif
