/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File locks (flock), held until the file is closed or the process ends. */
#ifndef ALULA_LOCK_H
#define ALULA_LOCK_H

#include "text.h"

typedef enum { LOCK_HELD, LOCK_BUSY, LOCK_FAILED } LockStatus;

/* Locks an open file; with `wait`, blocks until the lock is free. Sets errno on LOCK_FAILED. */
LockStatus lock_file(int fd, bool wait);
void lock_release(int fd);

/*
 * Returns true if the path still names the open file, so that it was neither replaced nor removed.
 */
bool lock_is_named(int fd, const char *path);

/*
 * Creates and locks a lock file; *fd is -1 unless it returns LOCK_HELD. LOCK_BUSY: another process
 * holds the lock. LOCK_FAILED: *error has a message. The lock file of a process that died can be
 * locked again.
 */
LockStatus lock_create(int *fd, const char *path, Text *error);

/* Removes the lock file if it is empty, and releases the lock. */
void lock_remove(int fd, const char *path);

#endif
