/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all tools share: --help, --version, messages on stderr, and the exit status. */
#ifndef ALULA_COMMON_TOOL_H
#define ALULA_COMMON_TOOL_H

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

/* An output file and its option. The path is NULL if not given. */
typedef struct {
    const char *option, *path;
} ToolFile;

/*
 * Refuses outputs that are not PGN if they would replace another file of this run, another output,
 * or a file of games. Returns TOOL_OK, or TOOL_USAGE after a message; writes nothing.
 */
int tool_check_outputs(const ToolFile *output, size_t outputs, const char *const *input,
                       size_t inputs);

#endif
