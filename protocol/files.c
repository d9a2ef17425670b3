/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700 /* realpath(), strdup() */
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

/* A file is written beside its place, so the folder must let one be made there. */
static bool may_make_beside(char *path) {
#ifdef _WIN32
    return *path != '\0';
#else
    char *end = strrchr(path, '/');

    if (!end)
        return !access(".", W_OK | X_OK);
    end[end == path] = '\0';
    return !access(path, W_OK | X_OK);
#endif
}

bool files_can_write(const char *path) {
    struct stat old;
    char *real;
    bool there, good;

    if (!look(path, &old, &there, &real) || (!real && !(real = strdup(path))))
        return false;
    good = may_make_beside(real);
    free(real);
    return good;
}

FilesMark files_mark(const char *path) {
    FilesMark mark = {.there = false};
    struct stat info;

    if (stat(path, &info))
        return mark;
    mark.there = true;
    mark.device = (uint64_t)info.st_dev;
    mark.number = (uint64_t)info.st_ino;
    mark.size = (uint64_t)info.st_size;
    mark.seconds = info.st_mtime;
#ifndef _WIN32
    mark.nanoseconds = info.st_mtim.tv_nsec;
#endif
    return mark;
}

bool files_is_as_then(const char *path, const FilesMark *then) {
    const FilesMark now = files_mark(path);

    return now.there == then->there && now.device == then->device && now.number == then->number &&
           now.size == then->size && now.seconds == then->seconds &&
           now.nanoseconds == then->nanoseconds;
}

bool files_free_name(char *path, size_t room) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    char ending[64] = "";
    size_t stem = strlen(path);

    if (dot && dot > path && (!slash || dot > slash + 1) && strlen(dot) < sizeof ending) {
        strcpy(ending, dot);
        stem = (size_t)(dot - path);
    }
    for (int n = 2; n < 1000; n++) {
        struct stat info;
        const int length = snprintf(path + stem, room - stem, "-%d%s", n, ending);

        if (length < 0 || (size_t)length >= room - stem)
            return false;
        if (stat(path, &info))
            return errno == ENOENT;
    }
    return false;
}
