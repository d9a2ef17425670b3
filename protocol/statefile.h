/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder for the user's data: games, history, the rating for level Auto. */
#ifndef ALULA_STATEFILE_H
#define ALULA_STATEFILE_H

#include <stdbool.h>

/* Room for a path, with its NUL. */
enum { STATEFILE_SIZE = 1024 };

/*
 * Writes the path of a file in $XDG_STATE_HOME/alula or its default, and creates the folder if
 * needed. Returns false on failure or if the path is too long; *path is "" if no folder is known.
 */
bool statefile_path(char path[STATEFILE_SIZE], const char *name);

#endif
