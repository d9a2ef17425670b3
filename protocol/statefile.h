/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder for files that Alula keeps for the user: games, history, the rating of level Auto. */
#ifndef ALULA_STATEFILE_H
#define ALULA_STATEFILE_H

#include <stdbool.h>

/* Room for a path, with its NUL. */
enum { STATEFILE_SIZE = 1024 };

/*
 * Write the path of a file in $XDG_STATE_HOME/alula or its default, and create the folder if need
 * be. Returns false if that fails or the path is too long; *path is "" if the system names no
 * folder.
 */
bool statefile_path(char path[STATEFILE_SIZE], const char *name);

#endif
