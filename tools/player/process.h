/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Child processes with line-based input and output over pipes, with deadlines. They never outlive
 * this program.
 *
 * Each child leads its own process group, so that its own children are killed with it. A guard, a
 * small process of ours, knows all groups and kills them when this program ends, even if killed. On
 * Windows each child has a job object, which the system closes, and so ends, with this program.
 */
#ifndef ALULA_PLAYER_PROCESS_H
#define ALULA_PLAYER_PROCESS_H

#include <stdatomic.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/text.h"

/*
 * Write a line of an engine with the time of day before it, in UTC: '>' marks what was sent, '<'
 * what came, '!' a part of standard error, '#' the rest. Does nothing without a log.
 */
void process_log(FILE *log, const char *name, char mark, Word line);

/* The process that kills all children after this program has ended. */
typedef struct {
    bool errors; /* children's standard error is read, not dropped; false after guard_start() */
#ifndef _WIN32
    int pipe; /* sends it process ids; closed when this program ends */
    pid_t pid;
    pid_t *earlier; /* children of this process before it */
    size_t earlier_count;
#endif
} Guard;

/*
 * Start the guard, before any thread, and let engines be found in /usr/games, too. Returns an error
 * message, or NULL.
 */
const char *guard_start(Guard *g);

/*
 * To be called when all engines have ended. On Linux it also kills processes that they left behind
 * outside their groups.
 */
void guard_end(Guard *g);

/* How much is kept of the end of standard error. */
enum { PROCESS_SAID = 256 };

typedef struct {
#ifdef _WIN32
    intptr_t pid; /* a handle of the process; 0: not running */
    void *job;    /* a handle */
    struct ProcessPipe *in, *out, *err;
#else
    pid_t pid;        /* 0: not running */
    int in, out, err; /* err is -1 if it is not read */
#endif
    char said[PROCESS_SAID];
    size_t said_length;
    FILE *log;            /* of what it prints; NULL: none. To be set after the start */
    const char *log_name; /* of this process there */
    const Guard *guard;
    const atomic_bool *stop; /* becomes true: all waiting ends; may be NULL */
    char *buffer;            /* output that was not returned yet: start to end */
    size_t start, end, searched;
    uint64_t received; /* bytes of output so far */
    bool skipping;     /* in the rest of a line that was too long */
    bool ended;        /* it closed its output */
} Process;

typedef enum { READ_LINE, READ_END, READ_TIMEOUT, READ_STOPPED } ReadResult;

/*
 * Start a program. The command is split at blanks; single and double quotes keep words together. No
 * shell is used. `cpu` is the only CPU it may use, NULL for any. Returns an error message, or NULL.
 */
const char *process_start(Process *p, const char *command, const Guard *guard,
                          const atomic_bool *stop, const int *cpu);

/* The same for a command that is split already; NULL and an empty first word are errors. */
const char *process_start_words(Process *p, char **word, const Guard *guard,
                                const atomic_bool *stop, const int *cpu);

/* The words of a command and a final NULL, in one block to be freed; NULL if a quote is open. */
char **process_words(const char *command);

/* The first word of a command, or NULL. The caller frees it. */
char *process_program(const char *command);

/* The path of a command's program, or NULL. The caller frees it. */
char *process_find(const char *command);

static inline bool process_runs(const Process *p) {
    return p->pid != 0;
}

/* Send a line without its line end. False if it was not accepted within two seconds. */
bool process_send(Process *p, const char *line);

/*
 * Read the next line, without its line end; valid until the next call. READ_TIMEOUT when clock_us()
 * reaches the deadline. Lines longer than 64 KB are truncated.
 */
ReadResult process_read(Process *p, Word *line, int64_t deadline_us);

/* After READ_END: what came after the last line end, as a line; empty if nothing did. */
Word process_remainder(const Process *p);

/* Let it read the end of its input. Nothing can be sent after that. */
void process_close_input(Process *p);

/* The signal of a process that was killed: SIGKILL. */
enum { PROCESS_KILLED = 9 };

/* How a process ended. */
typedef struct {
    int status;                  /* that it exited with; 0 if a signal ended it */
    int signal;                  /* that ended it, or 0; on Windows the one that is like it */
    bool killed;                 /* by process_end(): it had not ended by itself */
    int64_t processor_us;        /* of it and its children */
    char said[PROCESS_SAID + 1]; /* its last line on standard error, if that was read */
} ProcessEnd;

/*
 * Write how it ended: "signal 11 (Segmentation fault)", "exit status 1, last words: no memory", or
 * that it closed its output and went on.
 */
void process_describe_end(Text *out, const ProcessEnd *end);

/* Close its input, wait for its end up to grace_ms, then kill it with its children. */
ProcessEnd process_end(Process *p, int64_t grace_ms);

#endif
