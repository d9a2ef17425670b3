/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File names that a person types, and the folder for the console's own files. */
#ifndef ALULA_PATH_H
#define ALULA_PATH_H

#include "base/file.h"
#include "protocol/frontend.h"

/* The name without the quotes around it, if there are any. */
Word console_unquoted(Word name);

/* Copy a name, without quotes, as a C string. False if it is empty or too long. */
bool console_path(char path[OPTION_TEXT_SIZE], Word name);

/* The name for an answer: without quotes, printable, and not too long. */
const char *console_name(char buffer[80], Word name);

/* What errno says of a file, for a sentence. */
const char *console_why_not(void);

/* Refuse because of errno: "I cannot read ...: no such file". `what` is "read" or "write". */
void console_refuse_file(Frontend *f, Word name, const char *what);

/* Open a plain file for reading; NULL, and refused, if that fails. Its path goes to `path`, which
   has room for OPTION_TEXT_SIZE bytes, or is NULL. */
FILE *console_open(Frontend *f, Word name, char *path);

/* Does the beginning of a file, with a NUL after it, look like one of some kind? */
typedef bool FileKind(Word text);

/* May the file be changed: it is of this kind, or blank, or not there? False, and refused, if not;
   `what` names the kind. */
bool console_is_kind(Frontend *f, Word name, FileKind *kind, const char *what);

/* Replace a file of this kind or add to it, as file_write() does; `write` gets the frontend. False,
   and refused, if that fails. */
bool console_write(Frontend *f, Word name, FileKind *kind, const char *what, bool add,
                   FileWriter *write);

#endif
