/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Other programs, talked to over pipes line by line, with deadlines; none of them outlives us.
 *
 * Each program leads a process group of its own, so that what it starts ends with it. A guard, a
 * small process of ours, knows all groups and kills them when we end, however we end.
 */
#ifndef ALULA_PLAYER_PROCESS_H
#define ALULA_PLAYER_PROCESS_H

#include <stdatomic.h>
#include <sys/types.h>

#include "text.h"

/* What kills the programs we started when we are gone. */
typedef struct {
    int pipe; /* where it hears of programs; our end closes with us */
    pid_t pid;
} Guard;

/* Start the guard, before any thread. NULL, or why not. */
const char *guard_start(Guard *g);
void guard_end(Guard *g);

typedef struct {
    pid_t pid; /* 0: nothing runs */
    int in, out;
    const Guard *guard;
    const atomic_bool *stop; /* ends every waiting when it turns true */
    char *buffer;            /* what came and was not taken yet */
    size_t start, end, searched;
    bool skipping; /* the rest of a line that was too long is to come */
    bool ended;    /* its output is at its end, or it takes no input any more */
} Process;

typedef enum { READ_LINE, READ_END, READ_LATE, READ_STOPPED } ReadResult;

/*
 * Start a program. The command is split at blanks; quotes of both kinds keep words together, and no
 * shell is used. NULL, or a sentence; nothing runs then.
 */
const char *process_start(Process *p, const char *command, const Guard *guard,
                          const atomic_bool *stop);

/* The program that a command begins with, as written there; NULL if there is none. Free it. */
char *process_program(const char *command);

static inline bool process_runs(const Process *p) {
    return p->pid != 0;
}

/* Send a line; its end is added. False if it could not be sent within two seconds. */
bool process_send(Process *p, const char *line);

/*
 * The next line, without its end, good until the next call; waits until clock_us() is at `deadline`
 * at most. Of lines longer than 64 KB only the beginning is seen.
 */
ReadResult process_read(Process *p, Word *line, int64_t deadline_us);

/* Close its input, give it so long to end by itself, then kill it and all it started. */
void process_end(Process *p, int64_t grace_ms);

#endif
