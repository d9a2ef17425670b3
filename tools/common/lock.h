/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File locks (flock), held until the file is closed or the process ends. */
#ifndef ALULA_COMMON_LOCK_H
#define ALULA_COMMON_LOCK_H

#include "text.h"

typedef enum { LOCK_HELD, LOCK_BUSY, LOCK_FAILED } LockStatus;

/* Lock an open file for writing. Does not wait unless told to. LOCK_FAILED with errno. */
LockStatus lock_file(int fd, bool wait);
void lock_release(int fd);

/*
 * Create a lock file and lock it, so that a second run of the same name is noticed. LOCK_BUSY: it
 * is running. LOCK_FAILED with a sentence. The file of a process that died can be locked again.
 */
LockStatus lock_create(int *fd, const char *path, Text *fault);

/* Remove the file if it is empty, and release the lock. */
void lock_remove(int fd, const char *path);

#endif
