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

/* Write what is to be there; false with errno. */
static bool fill(FILE *file, AsideWriter *write, const void *context, bool sync) {
    int error = 0;

    write(file, context);
    if (fflush(file) || ferror(file) || (sync && fsync(fileno(file))))
        error = errno ? errno : EIO;
    if (fclose(file) && !error)
        error = errno;
    errno = error;
    return !error;
}

bool aside_write(const char *path, AsideWriter *write, const void *context, Text *fault) {
    FILE *file = NULL;
    Place place;
    bool good = find_place(&place, path);

    errno = good ? 0 : errno;
    if (good)
        file = fopen(place.aside ? place.aside : path, "w");
    good = file && fill(file, write, context, place.aside != NULL) &&
           (!place.aside || !rename(place.aside, place.file));
    if (!good)
        text_addf(fault, "%s: cannot be %s: %s", path, file ? "written" : "made", strerror(errno));
    if (!good && file && place.aside)
        remove(place.aside);
    leave(&place, good);
    return good;
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
