/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all tools have in common: --help, --version, messages on stderr, and the exit status. */
#ifndef ALULA_COMMON_TOOL_H
#define ALULA_COMMON_TOOL_H

#include "text.h"

/* Exit status. An interrupted tool has saved its results so far, but is not done. */
enum { TOOL_OK = 0, TOOL_FAILED = 1, TOOL_USAGE = 2, TOOL_INTERRUPTED = 130 };

/* argv[0] is the command. Returns the exit status; a sentence in *fault is printed then. */
typedef int ToolRun(int argc, char **argv, Text *fault);

typedef struct {
    const char *name; /* first argument; NULL for a tool with one command */
    ToolRun *run;
} ToolCommand;

typedef struct {
    const char *name;
    const char *usage;      /* of --help, without --help, --version and the exit status */
    const char *failures;   /* meanings of status 1 beyond files, each with a comma, or "" */
    const char *version;    /* printed after the version; may be NULL */
    ToolCommand command[8]; /* up to the first without `run` */
} Tool;

/*
 * Run a tool. --help and --version are answered wherever they stand. Status 0 becomes 1 if stdout
 * could not be written.
 */
int tool_main(const Tool *tool, int argc, char **argv);

#ifdef __GNUC__
#define TOOL_FORMAT __attribute__((format(printf, 1, 2)))
#else
#define TOOL_FORMAT
#endif

/* Print "alula-epd: ..." on stderr. */
void tool_message(const char *format, ...) TOOL_FORMAT;

/* The same; returns TOOL_FAILED. */
int tool_fail(const char *format, ...) TOOL_FORMAT;

/* The same for wrong arguments, with a pointer to --help; returns TOOL_USAGE. */
int tool_usage_error(const char *format, ...) TOOL_FORMAT;

#endif
