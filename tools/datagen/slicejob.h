/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run in slices: its description in the settings of the shards, and the share of each thread. */
#ifndef ALULA_DATAGEN_SLICEJOB_H
#define ALULA_DATAGEN_SLICEJOB_H

#include "tools/common/units.h"

/* Changing any of these numbers changes the games or the shards. */
typedef struct {
    int64_t slices, threads; /* threads of each slice */
    int64_t games;           /* games of all slices; 0: until interrupted */
    int64_t kilobytes;       /* size of a finished shard */
} SliceJob;

/* Adds " slices=4 threads=2 games=400 shard-kb=8192". */
void slicejob_write(Text *settings, const SliceJob *job);

/*
 * Reads the job from settings with other words. Returns false, with *job undefined, if it is
 * incomplete.
 */
bool slicejob_read(SliceJob *job, Word settings);

/* Returns the games of a thread, from 0, in a slice, from 1: shares differ by one game at most. */
int64_t slicejob_share(const SliceJob *job, int64_t slice, int64_t thread);

#endif
