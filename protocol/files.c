/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef _WIN32
#include <io.h>
#endif

FILE *files_open(const char *path) {
    struct stat info;

    if (stat(path, &info))
        return NULL;
    if (!S_ISREG(info.st_mode)) {
        errno = EINVAL;
        return NULL;
    }
    return fopen(path, "rb");
}

/* True if all of it is there, and ends with an empty line if there is anything. */
static bool copy(FILE *to, FILE *from) {
    char buffer[4096], last = '\n';
    size_t n;

    while ((n = fread(buffer, 1, sizeof buffer, from))) {
        if (fwrite(buffer, 1, n, to) != n)
            return false;
        last = buffer[n - 1];
    }
    return !ferror(from) && (last == '\n' || fputs("\n\n", to) >= 0);
}

static bool finish(FILE *file) {
    bool good = !fflush(file) && !ferror(file);

#ifndef _WIN32
    good = good && !fsync(fileno(file));
#endif
    return !fclose(file) && good;
}

/* Where it is really; the old file must be one that may be written. False, with errno. */
static bool look(const char *path, struct stat *old, bool *there, char **real) {
    *there = !stat(path, old);
    *real = NULL;
    if (!*there)
        return errno == ENOENT;
    if (!S_ISREG(old->st_mode)) {
        errno = EINVAL;
        return false;
    }
    if (access(path, W_OK))
        return false;
#ifndef _WIN32
    return (*real = realpath(path, NULL)) != NULL;
#else
    return true;
#endif
}

/* The same, for a path that is no link. */
static bool write_here(const char *path, const struct stat *old, bool add, FilesWriter *write_it,
                       void *context) {
    const size_t room = strlen(path) + 32;
    char *aside = malloc(room);
    FILE *before = NULL, *file;
    bool good;

    if (!aside)
        return false;
    snprintf(aside, room, "%s.%ld.new", path, (long)getpid());
    if ((old && add && !(before = files_open(path))) || !(file = fopen(aside, "wb"))) {
        if (before)
            fclose(before);
        free(aside);
        return false;
    }
    good = !before || copy(file, before);
    if (before)
        fclose(before);
    good = good && write_it(context, file);
#ifndef _WIN32
    good = good && (!old || !fchmod(fileno(file), old->st_mode & 0777));
#endif
    good = finish(file) && good;
#ifdef _WIN32
    if (good)
        remove(path); /* there, nothing is renamed onto a file */
#endif
    good = good && !rename(aside, path);
    if (!good) {
        const int why = errno;
        remove(aside);
        errno = why;
    }
    free(aside);
    return good;
}

bool files_write(const char *path, bool add, FilesWriter *write_it, void *context) {
    struct stat old;
    char *real;
    bool there, good;

    if (!look(path, &old, &there, &real))
        return false;
    good = write_here(real ? real : path, there ? &old : NULL, add, write_it, context);
    free(real);
    return good;
}
