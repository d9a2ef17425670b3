/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games read from several PGN files of alula-match, on all processors. */
#ifndef ALULA_MATCH_GATHER_H
#define ALULA_MATCH_GATHER_H

#include "record.h"

/* What a game tells of its match, as in StoredGame; after the ends of the texts only zeros. */
typedef struct {
    char name[COLOR_COUNT][80], match[MATCH_TAG_SIZE];
    char files[COLOR_COUNT][ENGINE_FILES_TAG_SIZE];
    char schedule[SCHEDULE_TAG_SIZE], engine[COLOR_COUNT][ENGINE_TAG_SIZE];
} GameKind;

typedef struct {
    FinishedGame game;
    int64_t number; /* from 0 */
    int file;       /* as given to gather_file() */
    size_t kind;    /* of the file */
} GatheredGame;

/* The games of a file, in its order. */
typedef struct {
    GatheredGame *game;
    size_t games;
    GameKind *kind; /* all different */
    size_t kinds;
    bool half; /* the file ends with half a game, which is not among these */
} Gathered;

/*
 * Read a file. False, with a sentence, if it cannot be read or has something else than games of
 * alula-match before its end. gather_free() is needed in any case.
 */
bool gather_file(Gathered *g, int file, const char *path, Text *error);
void gather_free(Gathered *g);

#endif
