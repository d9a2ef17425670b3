/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Child processes with line-based input and output over pipes, with deadlines. They never outlive
 * this program.
 *
 * Each child leads its own process group, so that its children are killed with it. The reaper, a
 * small helper process, tracks all groups and kills them when this program ends, even if it is
 * killed. On Windows, each child runs in a job object; when this program ends, the system closes
 * the job, which kills the processes in it.
 */
#ifndef ALULA_PLAYER_PROCESS_H
#define ALULA_PLAYER_PROCESS_H

#include <stdatomic.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/text.h"

/*
 * Logs a line of an engine with the UTC time of day: '>' marks input of the engine, '<' output, '!'
 * a part of standard error, '#' anything else. Does nothing if `log` is NULL.
 */
void process_log(FILE *log, const char *name, char mark, Word line);

/* The process that kills all children after this program has ended. */
typedef struct {
    bool errors; /* read the standard error of children; false after reaper_start() */
#ifndef _WIN32
    int pipe; /* receives process ids; closed when this program ends */
    pid_t pid;
    pid_t *earlier; /* children of this process before reaper_start() */
    size_t earlier_count;
#endif
} Reaper;

/*
 * Starts the reaper, before any thread, and adds /usr/games to PATH. Returns an error message, or
 * NULL.
 */
const char *reaper_start(Reaper *r);

/*
 * Ends the reaper after all engines have ended. On Linux, also kills processes that engines left
 * behind outside their groups.
 */
void reaper_end(Reaper *r);

/* Bytes kept from the end of standard error. */
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
    FILE *log;            /* NULL: no log; set it after the start */
    const char *log_name; /* name of this process in the log */
    const Reaper *reaper;
    const atomic_bool *stop; /* ends all waiting when it becomes true; may be NULL */
    char *buffer;            /* pending output: start to end */
    size_t start, end, searched;
    uint64_t received; /* bytes of output so far */
    bool skipping;     /* in the rest of an overlong line */
    bool ended;        /* has closed its output */
} Process;

typedef enum { READ_LINE, READ_END, READ_TIMEOUT, READ_STOPPED } ReadResult;

/*
 * Starts a program without a shell. An error if `word` or its first word is NULL or empty. Binds
 * the program to *cpu unless NULL. Returns an error message, or NULL.
 */
const char *process_start(Process *p, char **word, const Reaper *reaper, const atomic_bool *stop,
                          const int *cpu);

/*
 * Splits a command at blanks; single and double quotes keep words together. Returns the words,
 * NULL-terminated, in one block that the caller frees; NULL if a quote is not closed.
 */
char **process_words(const char *command);

/* Returns the path of a command's program, or NULL. The caller frees it. */
char *process_find(const char *command);

/* Returns true if the process was started and has not been ended. */
static inline bool process_runs(const Process *p) {
    return p->pid != 0;
}

/*
 * Sends a line, adding its line end. Returns false if the process did not read it within two
 * seconds.
 */
bool process_send(Process *p, const char *line);

/*
 * Reads the next line, without its line end; valid until the next call. Returns READ_TIMEOUT when
 * clock_us() reaches the deadline. Lines longer than 64 KB are truncated.
 */
ReadResult process_read(Process *p, Word *line, int64_t deadline_us);

/* Returns, after READ_END, the output after the last line end; empty if there is none. */
Word process_remainder(const Process *p);

/* Closes the input of the process. Nothing can be sent after that. */
void process_close_input(Process *p);

/* The signal of a killed process: SIGKILL. */
enum { PROCESS_KILLED = 9 };

/* How a process ended. */
typedef struct {
    int status;                  /* exit status; 0 if ended by a signal */
    int signal;                  /* the signal, or 0; on Windows the corresponding one */
    bool killed;                 /* killed by process_end(), as it did not exit by itself */
    int64_t processor_us;        /* processor time with its children */
    char said[PROCESS_SAID + 1]; /* its last line on standard error, if read */
} ProcessEnd;

/*
 * Describes the end: "signal 11 (Segmentation fault)", "exit status 1, stderr: no memory", or
 * that the process closed its output but kept running.
 */
void process_describe_end(Text *out, const ProcessEnd *end);

/*
 * Closes the input, waits up to grace_ms for the process to exit, then kills it and its children.
 */
ProcessEnd process_end(Process *p, int64_t grace_ms);

/* --- CPU affinity, where supported: on Linux ------------------------------------------------- */

/*
 * Lists the CPUs that this process may use: one of each core first, then the other hardware
 * threads. Returns their number; 0 if unknown. The caller frees *cpu.
 */
size_t affinity_cpus(int **cpu);

#endif
