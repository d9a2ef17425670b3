/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another program that counts: a UCI or CECP engine, or a command with {fen} and {depth}. */
#ifndef ALULA_PERFT_PERFT_ENGINE_H
#define ALULA_PERFT_PERFT_ENGINE_H

#include "perft_answer.h"
#include "tools/player/process.h"

/* How a count ends. */
typedef enum {
    PERFT_RIGHT,
    PERFT_WRONG,   /* its count is wrong */
    PERFT_DIED,    /* it ended without one */
    PERFT_LATE,    /* it did not answer in time */
    PERFT_FLOOD,   /* it printed megabytes */
    PERFT_ABSENT,  /* it cannot be started */
    PERFT_UNABLE,  /* it cannot be asked for counts */
    PERFT_STOPPED, /* interrupted: nothing is known */
    PERFT_OUTCOMES
} PerftOutcomeKind;

typedef enum { PERFT_AUTO, PERFT_UCI, PERFT_CECP, PERFT_TEMPLATE } PerftProtocol;

typedef struct {
    const char *command;
    char **word;            /* of the command, by process_words() */
    uint64_t expected;      /* a line with this number has the count; 0: none is expected */
    PerftProtocol protocol; /* PERFT_AUTO until perft_engine_open() has found out */
    bool chess960;
    int64_t timeout_ms; /* for each answer */
    uint64_t most;      /* bytes of the process when an answer is too long */
    int64_t give_up_us; /* on clock_us(): the latest start of another try before it is proven */
    Guard guard;
    Process process;
    int form;                         /* which of the commands that count it understands */
    bool setboard, usermove, can_960; /* features */
    bool proven;                      /* it has given a count; from that one are: */
    bool totals;                      /* its counts have a total */
    bool lists;                       /* before that a list of moves */
    bool threaded;                    /* it answers isready while it counts */
    bool patient;                     /* the first count may take seconds */
    int64_t pings;                    /* sent; 0 if it does not answer them */
    int64_t waited_us;                /* for nothing: to know that an answer was whole */
    bool searches;                    /* instead of counting */
    bool deaf;                        /* it does not play the moves of a place */
    bool spoke;                       /* it has printed something that is not empty */
    bool replied;                     /* since it was asked for a count */
    bool beyond;                      /* a number of its answer is beyond 64 bits */
    char last[104];                   /* line that is not empty; printable */
    bool lingers;                     /* it had to be ended after its answer */
    char error[480];                  /* why it failed */
    PerftOutcomeKind fault;           /* and of which kind that is */
    int64_t us;                       /* processor time of its processes since it was opened */
} PerftEngine;

/* Where to count: a position as FEN, and the moves that were made since. */
typedef struct {
    const char *fen; /* as the suite has it */
    Position root;
    const Move *move;
    size_t moves;
    Position here; /* after the moves */
} PerftPlace;

/* Start the engine and find out how to talk to it. Returns an error as a sentence, or NULL. */
const char *perft_engine_open(PerftEngine *e);
void perft_engine_close(PerftEngine *e);

/*
 * Ask for a count. Returns NULL with the answer, which has a total; the moves may be missing. Else
 * an error as a sentence; then the engine is ended.
 */
const char *perft_engine_count(PerftEngine *e, const PerftPlace *place, int depth,
                               PerftAnswer *answer);

/* Does the engine play the moves of a place, so that its own state is tested? */
bool perft_engine_plays(const PerftEngine *e);

#endif
