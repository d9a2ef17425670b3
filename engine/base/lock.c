/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE /* flock */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef _WIN32
#include <sys/file.h>
#endif

bool lock_is_named(int fd, const char *path) {
    struct stat ours, named;

    return !fstat(fd, &ours) && !stat(path, &named) && ours.st_dev == named.st_dev &&
           ours.st_ino == named.st_ino;
}

LockStatus lock_file(int fd, bool wait) {
    int failed;

    do
        failed = flock(fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB);
    while (failed && errno == EINTR);
    return !failed ? LOCK_HELD : errno == EWOULDBLOCK ? LOCK_BUSY : LOCK_FAILED;
}

void lock_release(int fd) {
    flock(fd, LOCK_UN);
}

LockStatus lock_create(int *fd, const char *path, Text *error) {
    for (;;) {
        LockStatus status;

        *fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (*fd < 0) {
            text_addf(error, "%s: cannot be made: %s", path, strerror(errno));
            return LOCK_FAILED;
        }
        status = lock_file(*fd, false);
        if (status == LOCK_HELD && lock_is_named(*fd, path))
            return LOCK_HELD;
        if (status == LOCK_FAILED)
            text_addf(error, "%s: cannot be locked: %s", path, strerror(errno));
        close(*fd);
        *fd = -1;
        if (status != LOCK_HELD) /* else the owner removed the file after open() */
            return status;
    }
}

void lock_remove(int fd, const char *path) {
    struct stat info;

    if (!fstat(fd, &info) && !info.st_size)
        unlink(path);
    close(fd);
}
