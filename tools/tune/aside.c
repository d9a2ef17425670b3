/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "aside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The name beside, to be freed; NULL with a sentence. */
static char *name_beside(const char *path, Text *fault) {
    const size_t room = strlen(path) + 8;
    char *aside = malloc(room);

    if (aside)
        snprintf(aside, room, "%s.new", path);
    else
        text_add(fault, "there is not enough memory for a file name");
    return aside;
}

bool aside_write(const char *path, AsideWriter *write, const void *context, Text *fault) {
    char *aside = name_beside(path, fault);
    const char *failed = "cannot be written";
    FILE *file = NULL;
    bool good = aside != NULL;

    if (!good)
        return false;
    errno = 0;
    if (!(file = fopen(aside, "w"))) {
        failed = "cannot be made";
        good = false;
    } else {
        write(file, context);
        good = !fflush(file) && !ferror(file) && !fsync(fileno(file));
        good = !fclose(file) && good;
        good = good && !rename(aside, path);
        if (!good) {
            const int error = errno;
            remove(aside);
            errno = error;
        }
    }
    if (!good)
        text_addf(fault, "%s: %s: %s", path, failed, strerror(errno));
    free(aside);
    return good;
}

bool aside_try(const char *path, Text *fault) {
    char *aside = name_beside(path, fault);
    FILE *file = NULL;
    struct stat info;
    bool good = aside != NULL;

    if (!good)
        return false;
    if (!stat(path, &info) && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        good = false;
    } else {
        good = (file = fopen(aside, "w")) != NULL;
    }
    if (!good)
        text_addf(fault, "%s: cannot be made: %s", path, strerror(errno));
    if (file) {
        fclose(file);
        remove(aside);
    }
    free(aside);
    return good;
}
