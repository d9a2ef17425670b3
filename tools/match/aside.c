/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700 /* realpath */
#include "aside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where a path leads. */
typedef struct {
    char *file;  /* what is replaced, behind all links; NULL: nothing can be, write to the path */
    char *aside; /* the name beside it */
    bool made;   /* an empty file, because a link led to nothing */
} Place;

bool aside_replaces(const char *path) {
    struct stat info;

    return stat(path, &info) || S_ISREG(info.st_mode);
}

/* Give a link that leads to nothing a file to lead to. */
static bool make_target(const char *path) {
    const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

    return fd >= 0 && !close(fd);
}

static void leave(Place *place, bool good) {
    if (place->made && !good)
        remove(place->file);
    free(place->file);
    free(place->aside);
}

/* False with errno. leave() it in any case. */
static bool find_place(Place *place, const char *path) {
    struct stat info;
    size_t room;

    *place = (Place){NULL, NULL, false};
    if (!aside_replaces(path))
        return true;
    place->file = realpath(path, NULL);
    if (!place->file && errno == ENOENT) {
        if (lstat(path, &info))
            place->file = strdup(path);
        else if (make_target(path))
            place->made = (place->file = realpath(path, NULL)) != NULL;
    }
    if (!place->file)
        return false;
    room = strlen(place->file) + 8;
    if (!(place->aside = malloc(room)))
        return false;
    snprintf(place->aside, room, "%s.new", place->file);
    return true;
}

/* Close what was written; false with errno. */
static bool finish(FILE *file, bool sync) {
    int error = 0;

    if (fflush(file) || ferror(file) || (sync && fsync(fileno(file))))
        error = errno ? errno : EIO;
    if (fclose(file) && !error)
        error = errno;
    errno = error;
    return !error;
}

struct Aside {
    FILE *file;
    const char *path;
    Place place;
    bool old; /* a file was in the place */
};

Aside *aside_open(const char *path, Text *fault) {
    Aside *a = calloc(1, sizeof *a);
    bool good = a && find_place(&a->place, path);

    if (good) {
        a->path = path;
        a->old = a->place.file && !a->place.made && !access(a->place.file, F_OK);
        a->file = fopen(a->place.aside ? a->place.aside : path, "w");
        good = a->file != NULL;
    }
    if (good)
        return a;
    text_addf(fault, "%s: cannot be made: %s", path, strerror(errno));
    if (a)
        leave(&a->place, false);
    free(a);
    return NULL;
}

FILE *aside_file(Aside *a) {
    return a->file;
}

bool aside_close(Aside *a, bool whole, Text *fault) {
    const bool beside = a->place.aside != NULL, stays = !whole && beside && a->old;
    bool good = finish(a->file, beside) || !whole; /* what is cut short is kept as it is */

    if (good && beside && !stays)
        good = !rename(a->place.aside, a->place.file);
    if (!good)
        text_addf(fault, "%s: cannot be written: %s", a->path, strerror(errno));
    else if (stays)
        text_addf(fault, "%s is as it was; what there is of the new one is in %s", a->path,
                  a->place.aside);
    if (!good && beside)
        remove(a->place.aside);
    leave(&a->place, good);
    free(a);
    return good && !stays;
}

static bool is_same(const char *path, const struct stat *other) {
    struct stat info;

    return !stat(path, &info) && S_ISREG(info.st_mode) && info.st_dev == other->st_dev &&
           info.st_ino == other->st_ino;
}

bool aside_hits(const char *path, const char *file) {
    Place place = {NULL, NULL, false};
    struct stat info;
    bool hit;

    if (strcmp(file, "-") ? stat(file, &info) : fstat(STDIN_FILENO, &info))
        return false;
    hit = is_same(path, &info);
    if (!hit && find_place(&place, path) && place.aside)
        hit = is_same(place.aside, &info);
    leave(&place, false);
    return hit;
}

bool aside_write(const char *path, AsideWriter *write, const void *context, Text *fault) {
    Aside *a = aside_open(path, fault);

    if (!a)
        return false;
    write(a->file, context);
    return aside_close(a, true, fault);
}

bool aside_try(const char *path, Text *fault) {
    FILE *file = NULL;
    struct stat info;
    Place place;
    bool good = find_place(&place, path);

    if (good && place.aside) {
        good = (file = fopen(place.aside, "w")) != NULL;
    } else if (good && !stat(path, &info) && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        good = false;
    } else if (good) {
        good = !access(path, W_OK); /* to open a pipe would wait for its reader */
    }
    if (!good)
        text_addf(fault, "%s: cannot be made: %s", path, strerror(errno));
    if (file) {
        fclose(file);
        remove(place.aside);
    }
    leave(&place, false);
    return good;
}
