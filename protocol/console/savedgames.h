/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The unfinished games in the folder of statefile_path(). Each has a file of its own with a
 * number, higher for a later game, which is locked while a console plays it. Any number of consoles
 * may use the folder at the same time.
 */
#ifndef ALULA_SAVEDGAMES_H
#define ALULA_SAVEDGAMES_H

#include "base/file.h"
#include "protocol/options.h"

/* The file of an unfinished game, locked by this console. */
typedef struct {
    int number;
    int lock; /* a descriptor; -1: none, or the system has no such locks */
} SavedGame;

/* The path of its file. False if the folder cannot be made; then it is "" if no folder is known. */
bool savedgames_path(char path[OPTION_TEXT_SIZE], const SavedGame *game);

/* Lock the file of a new game, which need not be written. False if nothing can be written. */
bool savedgames_new(SavedGame *game);

/* Lock the nth latest game that no console plays, from 0. False if there are fewer. */
bool savedgames_take(SavedGame *game, int nth);

/* How many could be taken. */
int savedgames_count(void);

/* Unlock it, once; its file stays, or is removed. */
void savedgames_release(SavedGame *game, bool removed);

#endif
