/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The unfinished games in the folder of statefile_path(). Each game has a numbered file, with
 * higher numbers for later games, locked while a console plays the game. Several consoles may use
 * the folder at the same time.
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

/* Locks a file for a new game, which need not be written. Returns false if none can be locked. */
bool savedgames_new(SavedGame *game);

/* Locks the nth latest game, from 0, that no console plays. Returns false if fewer exist. */
bool savedgames_take(SavedGame *game, int nth);

/* Returns the number of games that could be taken. */
int savedgames_count(void);

/* Unlocks the file, and removes it if `removed`. A second call does not unlock again. */
void savedgames_release(SavedGame *game, bool removed);

#endif
