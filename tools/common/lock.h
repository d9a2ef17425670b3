/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that says that a run of a name is going on; two of them would spoil each other's files. */
#ifndef ALULA_COMMON_LOCK_H
#define ALULA_COMMON_LOCK_H

#include "text.h"

typedef enum { LOCK_HELD, LOCK_BUSY, LOCK_FAILED } LockStatus;

/*
 * Make the file and hold it until lock_drop() or death. LOCK_BUSY: another one holds it;
 * LOCK_FAILED with a sentence: it cannot be made. What a dead process left is held anew.
 */
LockStatus lock_take(int *fd, const char *path, Text *fault);

/* Remove the file if nobody has written into it, and let go. */
void lock_drop(int fd, const char *path);

#endif
