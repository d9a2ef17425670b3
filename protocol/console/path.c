/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "console_state.h"

Word console_unquoted(Word name) {
    if (name.length >= 2 && name.at[0] == '"' && name.at[name.length - 1] == '"')
        return (Word){name.at + 1, name.length - 2};
    return name;
}

bool console_path(char path[OPTION_TEXT_SIZE], Word name) {
    name = console_unquoted(name);
    if (!name.length || name.length >= OPTION_TEXT_SIZE || memchr(name.at, '\0', name.length))
        return false;
    memcpy(path, name.at, name.length);
    path[name.length] = '\0';
    return true;
}

const char *console_why_not(void) {
    return errno == EINVAL         ? "this is not a regular file"
           : errno == ENAMETOOLONG ? "the name is too long"
                                   : strerror(errno);
}

void console_refuse_file(Frontend *f, Word name, const char *what) {
    console_refuse(f, "I cannot %s \"%s\": %s.", what, NAME_OF(name), console_why_not());
}

FILE *console_open(Frontend *f, Word name, char *path) {
    char own[OPTION_TEXT_SIZE];
    FILE *file = NULL;

    path = path ? path : own;
    errno = ENAMETOOLONG;
    if (console_path(path, name))
        file = file_open_plain(path);
    if (!file)
        console_refuse_file(f, name, "read");
    return file;
}

bool console_may_be(const char *path, FileKind *kind) {
    char text[1 << 15];
    FILE *file = file_open_plain(path);
    const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;

    text[length] = '\0';
    if (file)
        fclose(file);
    return !text_rest((Word){text, length}).length || kind((Word){text, length});
}

bool console_is_kind(Frontend *f, Word name, FileKind *kind, const char *what) {
    char path[OPTION_TEXT_SIZE];
    const bool good = !console_path(path, name) || console_may_be(path, kind);

    if (!good)
        console_refuse(f, "%s is not a %s, and was not changed.", NAME_OF(name), what);
    return good;
}

bool console_write(Frontend *f, Word name, FileKind *kind, const char *what, bool add,
                   FileWriter *write) {
    char path[OPTION_TEXT_SIZE];
    bool good;

    if (!console_is_kind(f, name, kind, what))
        return false;
    errno = ENAMETOOLONG;
    good = console_path(path, name) && file_write(path, add, write, f);
    if (!good)
        console_refuse_file(f, name, "write");
    return good;
}
