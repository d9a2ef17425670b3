/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another program that counts: a UCI or CECP engine, or a command with {fen} and {depth}. */
#ifndef ALULA_PERFT_PERFT_ENGINE_H
#define ALULA_PERFT_PERFT_ENGINE_H

#include "perft_answer.h"
#include "tools/player/process.h"

/* The result of a count. */
typedef enum {
    PERFT_RIGHT,
    PERFT_WRONG,   /* the count is wrong */
    PERFT_DIED,    /* ended without a count */
    PERFT_LATE,    /* no answer in time */
    PERFT_FLOOD,   /* megabytes of output */
    PERFT_ABSENT,  /* cannot be started */
    PERFT_UNABLE,  /* has no command for counts */
    PERFT_STOPPED, /* interrupted: nothing is known */
    PERFT_OUTCOMES
} PerftOutcomeKind;

typedef enum { PERFT_AUTO, PERFT_UCI, PERFT_CECP, PERFT_TEMPLATE } PerftProtocol;

typedef struct {
    const char *command;    /* borrowed */
    char **word;            /* words of the command, from process_words(); free() frees them */
    uint64_t expected;      /* the right count, which the answer should have; 0: unknown */
    PerftProtocol protocol; /* PERFT_AUTO until perft_engine_open() has detected it */
    bool chess960;
    int64_t timeout_ms; /* timeout of each answer */
    uint64_t most;      /* bytes of output from which on an answer is too long */
    int64_t give_up_us; /* latest clock_us() for another attempt before `proven` */
    Reaper reaper;
    Process process;
    int form;                         /* index of the command for counts that it understands */
    bool setboard, usermove, can_960; /* features */
    bool proven;                      /* has given a count, from which we know: */
    bool totals;                      /* counts have a total */
    bool lists;                       /* preceded by a list of moves */
    bool threaded;                    /* answers isready while counting */
    bool patient;                     /* the first count may take seconds */
    int64_t pings;                    /* pings sent; 0 if it does not answer them */
    int64_t waited_us;                /* time spent waiting to see if answers were complete */
    bool searches;                    /* starts a search instead of a count */
    bool deaf;                        /* ignores the moves of a place */
    bool spoke;                       /* has printed a non-empty line */
    bool replied;                     /* ... since it was asked for a count */
    bool beyond;                      /* a number of the answer exceeds 64 bits */
    char last[104];                   /* last non-empty line, printable */
    bool lingers;                     /* had to be killed after its answer */
    char error[480];                  /* error message */
    PerftOutcomeKind fault;           /* kind of the error */
    int64_t us;                       /* processor time of its processes since it was opened */
} PerftEngine;

/* The position to count: a FEN, and the moves played from there. Pointers are borrowed. */
typedef struct {
    const char *fen;  /* as in the suite */
    Position root;    /* the position of `fen` */
    const Move *move; /* [moves] */
    size_t moves;
    Position here; /* after the moves */
} PerftPlace;

/* Starts the engine and detects how to talk to it. Returns an error message, or NULL. */
const char *perft_engine_open(PerftEngine *e);

/* Ends the engine. */
void perft_engine_close(PerftEngine *e);

/*
 * Asks for a count. Returns NULL with an answer that has a total, perhaps without moves; otherwise
 * ends the engine and returns an error message.
 */
const char *perft_engine_count(PerftEngine *e, const PerftPlace *place, int depth,
                               PerftAnswer *answer);

/*
 * Returns true if the engine plays the moves of a place, so that its making of moves is tested,
 * too.
 */
bool perft_engine_plays(const PerftEngine *e);

/* --- programs, by templates or as UCI engines ------------------------------------------------ */

/*
 * A program that is started for each count: by a template with {fen} and {depth}, or as a UCI
 * engine.
 */
typedef struct {
    char *name;         /* freed by perft_program_free() */
    PerftEngine engine; /* closed between counts, but keeps what is known about the engine */
} PerftProgram;

enum { PERFT_NAME_MAX = 20 };

/* Returns true if a command looks like a template: it contains {fen} or {depth}. */
bool perft_template_looks(const char *command);

/*
 * Fills in the words of a template, split by process_words(); values never split a word. `moves`
 * are those after the FEN, "e2e4 e7e5". Returns the new words, NULL-terminated, in one block that
 * the caller frees.
 */
char **perft_template_fill(char *const *word, const char *fen, int depth, const char *moves);

/*
 * Returns true if a text looks like a program: it begins with "NAME=" or contains {fen} or {depth}.
 */
bool perft_program_looks(const char *text);

/*
 * Reads a command for an engine of the protocol that is set, or "uci:COMMAND"; the text must
 * outlive *e. Returns false with an error message about the command of `name`. The caller frees
 * e->word in any case.
 */
bool perft_command_read(PerftEngine *e, const char *command, const char *name, Text *error);

/*
 * Reads "NAME=COMMAND with {fen} and {depth}" or "NAME=uci:COMMAND"; `text` must outlive *p.
 * Returns false with an error message. Call perft_program_free() in any case.
 */
bool perft_program_read(PerftProgram *p, const char *text, Text *error);

/* Frees the name and the words of a program. */
void perft_program_free(PerftProgram *p);

#endif
