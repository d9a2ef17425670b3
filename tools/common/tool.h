/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all tools share: the command line, messages on stderr, signals, memory, the exit status. */
#ifndef ALULA_COMMON_TOOL_H
#define ALULA_COMMON_TOOL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "eval/nnue.h"
#include "eval/syzygy.h"
#include "startup.h"

/* Exit statuses. An interrupted tool has saved its results so far, but did not finish. */
enum { TOOL_OK = 0, TOOL_FAILED = 1, TOOL_USAGE = 2, TOOL_INTERRUPTED = 130 };

/* Runs a command, argv[0]. Returns the exit status; the caller prints the message in *error. */
typedef int ToolRun(int argc, char **argv, Text *error);

typedef struct {
    const char *name; /* the first argument; NULL: any, as the last or only command */
    ToolRun *run;
} ToolCommand;

typedef struct {
    const char *name;
    const char *const *usage; /* the lines of --help, NULL-terminated */
    const char *version;      /* text after the version; may be NULL */
    ToolCommand command[8];   /* terminated by a command without `run` */
} Tool;

/*
 * Catches SIGINT, SIGTERM and SIGHUP; on Windows Ctrl-C, Ctrl-Break and closing the console. The
 * first one requests a stop, a second one exits at once. Ignored signals stay ignored (nohup,
 * background jobs of scripts).
 */
void interrupt_catch(void);

/* Returns true after the first signal. */
bool interrupt_pending(void);

/* Closes tablebases (NULL: none), after reporting unusable files on stderr. */
void tool_close_tables(Syzygy *tables);

/*
 * Runs a tool. --help and --version may be anywhere on the command line. Returns 1 instead of 0 if
 * stdout could not be written.
 */
int tool_main(const Tool *tool, int argc, char **argv);

/* Returns "s" unless n is 1. */
static inline const char *tool_plural(uint64_t n) {
    return n == 1 ? "" : "s";
}

/*
 * Reads a network, for nnue_free(); without a path, leaves *net unchanged. Returns false after an
 * error message.
 */
bool tool_read_net(NnueNet **net, const char *path);

/* Returns searcher_fingerprint(); ends the program with a message if there is not enough memory. */
uint32_t tool_fingerprint(const NnueNet *net, bool for_scores);

/*
 * Begins the JSON object of --json on stdout (see startup_json()); end it with startup_json_end().
 */
Json tool_json(void);

/* The compiler of this program, with its version. */
extern const char tool_compiler[];

#ifdef __GNUC__
#define TOOL_FORMAT __attribute__((format(printf, 1, 2)))
#else
#define TOOL_FORMAT
#endif

/* Prints "alula-epd: ..." on stderr. */
void tool_message(const char *format, ...) TOOL_FORMAT;

/* Prints a message on stderr; returns TOOL_FAILED. */
int tool_fail(const char *format, ...) TOOL_FORMAT;

/* Prints a message with "(see --help)"; returns TOOL_USAGE. */
int tool_usage_error(const char *format, ...) TOOL_FORMAT;

/* An output file and its option, borrowed strings. The path is NULL if not given. */
typedef struct {
    const char *option, *path;
} ToolFile;

/*
 * Refuses outputs that are not PGN if they would replace another file of this run, another output,
 * or a file of games. Returns TOOL_OK, or TOOL_USAGE after a message; writes nothing.
 */
int tool_check_outputs(const ToolFile *output, size_t outputs, const char *const *input,
                       size_t inputs);

/* --- command lines, parsed with a table of options ------------------------------------------- */

/* An option. Exactly one of the pointers is set; the value is stored there. */
typedef struct {
    const char *name;
    bool *on;                         /* a flag */
    const char **text;                /* any nonempty text */
    int *whole, whole_min, whole_max; /* an integer in this range */
    int64_t *number, min, max;        /* an integer that may be larger */
    double *real, real_min, real_max; /* a number in this range */
    /* Reads any other value; returns false with an error message. The option may be repeated. */
    bool (*read)(void *context, const char *value, Text *error);
    void *context; /* passed to read() */
} CommandOption;

/*
 * Parses a command line. Operands, including "-", are moved to argv[1] and up, and counted in
 * *others. Returns false with an error message for an invalid option or value.
 */
bool commandline_read(const CommandOption *row, size_t rows, int argc, char **argv, int *others,
                      Text *error);

/* Adds a sentence such as "--x needs a number, not " and the value to an error. Returns false. */
bool commandline_refuse(Text *error, const char *sentence, const char *value);

/* Parses a decimal number such as "-0.5" or "1e-3"; returns false for other text. */
bool commandline_real(const char *word, double *out);

/* --- allocation ------------------------------------------------------------------------------ */

/*
 * The functions below end the program with an error message if there is not enough memory. Tools
 * need little memory, and keep their results in a file or on the screen.
 */

/* Ends the program after an allocation failed elsewhere. */
static inline void memory_fail(void) {
    fputs("there is not enough memory\n", stderr);
    exit(EXIT_FAILURE);
}

/* Acts like realloc() for `count` elements of `size` bytes; never returns NULL. */
static inline void *memory_grow(void *old, size_t count, size_t size) {
    void *new = count < SIZE_MAX / size ? realloc(old, (count ? count : 1) * size) : NULL;

    if (!new)
        memory_fail();
    return new;
}

/* Acts like calloc(); never returns NULL. */
static inline void *memory_new(size_t count, size_t size) {
    void *new = memory_grow(NULL, count, size);

    memset(new, 0, (count ? count : 1) * size);
    return new;
}

/* Returns a NUL-terminated copy of `length` bytes. */
static inline char *memory_text(const char *at, size_t length) {
    char *copy = memory_grow(NULL, length + 1, 1);

    memcpy(copy, at, length);
    copy[length] = '\0';
    return copy;
}

#endif
