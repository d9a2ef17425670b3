/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File names as typed by users, and the folder for the console's own files. */
#ifndef ALULA_PATH_H
#define ALULA_PATH_H

#include "base/file.h"
#include "protocol/frontend.h"

/* Strips the quotes around a name, if there are any. */
Word console_unquoted(Word name);

/* Copies a name without its quotes as a C string. Returns false if it is empty or too long. */
bool console_path(char path[OPTION_TEXT_SIZE], Word name);

/* The name for a message: unquoted, printable, shortened. Lives until the enclosing block ends. */
#define NAME_OF(name) QUOTED_OF(console_unquoted(name), 60)

/* Returns the meaning of errno, to complete a sentence. */
const char *console_why_not(void);

/* Refuses a command because of errno: "I cannot read ...". `what` is "read" or "write". */
void console_refuse_file(Frontend *f, Word name, const char *what);

/*
 * Opens a regular file for reading; on failure refuses the command and returns NULL. Unless `path`
 * is NULL, the path is copied there, with room for OPTION_TEXT_SIZE bytes.
 */
FILE *console_open(Frontend *f, Word name, char *path);

/* Returns true if the beginning of a file, followed by a NUL, looks like the expected kind. */
typedef bool FileKind(Word text);

/* Returns true if a file is of this kind, blank, or cannot be read. */
bool console_may_be(const char *path, FileKind *kind);

/*
 * Returns true if the file may be overwritten: it is of this kind, blank, or missing; else refuses
 * the command, with `what` as the name of the kind.
 */
bool console_is_kind(Frontend *f, Word name, FileKind *kind, const char *what);

/*
 * Replaces or extends a file of this kind, like file_write(); `write` gets the frontend. On failure
 * refuses the command and returns false.
 */
bool console_write(Frontend *f, Word name, FileKind *kind, const char *what, bool add,
                   FileWriter *write);

#endif
