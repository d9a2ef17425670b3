/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The unfinished games in the folder of statefile_path(). Each has its own file with a number,
 * higher for later games, which is locked while a console plays it. Several consoles may use the
 * folder at the same time.
 */
#ifndef ALULA_SAVEDGAMES_H
#define ALULA_SAVEDGAMES_H

#include "base/file.h"
#include "protocol/options.h"

/* The file of an unfinished game, locked by this console. */
typedef struct {
    int number;
    int lock; /* file descriptor; -1: none, or locks are not available */
} SavedGame;

/*
 * Gets the path of the game's file. Returns false if the folder cannot be created; the path is ""
 * if no folder is known.
 */
bool savedgames_path(char path[OPTION_TEXT_SIZE], const SavedGame *game);

/*
 * Locks the file of a new game, which may stay unwritten. Returns false if there is no folder for
 * it.
 */
bool savedgames_new(SavedGame *game);

/* Locks the nth latest game, from 0, that no console plays. Returns false if there are fewer. */
bool savedgames_take(SavedGame *game, int nth);

/* Returns the number of games that could be taken. */
int savedgames_count(void);

/* Unlocks the file, once, and removes it if `removed`. */
void savedgames_release(SavedGame *game, bool removed);

#endif
