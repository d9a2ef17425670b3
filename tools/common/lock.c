/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE /* flock */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Does the name still lead to the file that is open? */
static bool is_named(int fd, const char *path) {
    struct stat ours, named;

    return !fstat(fd, &ours) && !stat(path, &named) && ours.st_dev == named.st_dev &&
           ours.st_ino == named.st_ino;
}

LockStatus lock_take(int *fd, const char *path, Text *fault) {
    for (;;) {
        int failed;

        *fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (*fd < 0) {
            text_addf(fault, "%s: cannot be made: %s", path, strerror(errno));
            return LOCK_FAILED;
        }
        do
            failed = flock(*fd, LOCK_EX | LOCK_NB);
        while (failed && errno == EINTR);
        if (failed) {
            const bool busy = errno == EWOULDBLOCK;

            if (!busy)
                text_addf(fault, "%s: cannot be locked: %s", path, strerror(errno));
            close(*fd);
            return busy ? LOCK_BUSY : LOCK_FAILED;
        }
        if (is_named(*fd, path))
            return LOCK_HELD;
        close(*fd); /* its owner removed it between opening and locking */
    }
}

void lock_drop(int fd, const char *path) {
    struct stat info;

    if (!fstat(fd, &info) && !info.st_size)
        unlink(path);
    close(fd);
}
