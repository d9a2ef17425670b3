/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File locks (flock), held until the file is closed or the process ends. */
#ifndef ALULA_LOCK_H
#define ALULA_LOCK_H

#include "text.h"

typedef enum { LOCK_HELD, LOCK_BUSY, LOCK_FAILED } LockStatus;

/* Locks an open file, and waits for the lock if `wait`. LOCK_FAILED sets errno. */
LockStatus lock_file(int fd, bool wait);
void lock_release(int fd);

/* Returns true if the path is still that of the open file: neither replaced nor removed. */
bool lock_is_named(int fd, const char *path);

/*
 * Creates and locks a lock file. LOCK_BUSY: another process has the lock. LOCK_FAILED: see the
 * message in *error. The lock file of a process that died can be locked again.
 */
LockStatus lock_create(int *fd, const char *path, Text *error);

/* Removes the lock file if it is empty, and releases the lock. */
void lock_remove(int fd, const char *path);

#endif
