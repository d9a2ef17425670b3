/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all tools share: --help, --version, messages on stderr, and the exit status. */
#ifndef ALULA_COMMON_TOOL_H
#define ALULA_COMMON_TOOL_H

#include "base/text.h"
#include "eval/syzygy.h"

/* Exit status. An interrupted tool has saved its results so far, but is not done. */
enum { TOOL_OK = 0, TOOL_FAILED = 1, TOOL_USAGE = 2, TOOL_INTERRUPTED = 130 };

/* argv[0] is the command. Returns the exit status; the error message in *error is printed. */
typedef int ToolRun(int argc, char **argv, Text *error);

typedef struct {
    const char *name; /* first argument; NULL: whatever that is, as the last or only command */
    ToolRun *run;
} ToolCommand;

typedef struct {
    const char *name;
    const char *const *usage; /* the lines of --help, ended by NULL */
    const char *version;      /* text after the version; may be NULL */
    ToolCommand command[8];   /* ends with one without `run` */
} Tool;

/* Close tablebases (NULL: none), after telling on stderr of those that could not be used. */
void tool_close_tables(Syzygy *tables);

/*
 * Run a tool. --help and --version may be anywhere on the command line. Status 0 becomes 1 if
 * stdout could not be written.
 */
int tool_main(const Tool *tool, int argc, char **argv);

/* "s" unless n is 1. */
static inline const char *tool_plural(uint64_t n) {
    return n == 1 ? "" : "s";
}

/* The compiler that built this program, with its version. */
extern const char tool_compiler[];

#ifdef __GNUC__
#define TOOL_FORMAT __attribute__((format(printf, 1, 2)))
#else
#define TOOL_FORMAT
#endif

/* Print "alula-epd: ..." on stderr. */
void tool_message(const char *format, ...) TOOL_FORMAT;

/* The same; returns TOOL_FAILED. */
int tool_fail(const char *format, ...) TOOL_FORMAT;

/* The same with "(see --help)"; returns TOOL_USAGE. */
int tool_usage_error(const char *format, ...) TOOL_FORMAT;

/*
 * Would an output that is no PGN replace another file of this run, another output, or a file that
 * looks like games? A path is NULL where it was not given. TOOL_OK, or TOOL_USAGE after a sentence:
 * nothing was written.
 */
typedef struct {
    const char *option, *path;
} ToolFile;
int tool_check_outputs(const ToolFile *output, size_t outputs, const char *const *input,
                       size_t inputs);

#endif
