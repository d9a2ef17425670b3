/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run in slices: what the settings of its shards tell, and the share of each thread. */
#ifndef ALULA_DATAGEN_SLICEJOB_H
#define ALULA_DATAGEN_SLICEJOB_H

#include "tools/common/units.h"

/* Another number of any of these gives other games, or other shards. */
typedef struct {
    int64_t slices, threads; /* threads of each slice */
    int64_t games;           /* of all slices together; 0: until interrupted */
    int64_t kilobytes;       /* of a finished shard */
} SliceJob;

/* Add " slices=4 threads=2 games=400 shard-kb=8192". */
void slicejob_write(Text *settings, const SliceJob *job);

/* Read it from settings, among other words. False, with *job undefined, if it is not all there. */
bool slicejob_read(SliceJob *job, Word settings);

/* The games of a thread, from 0, of a slice, from 1: shares differ by one game at most. */
int64_t slicejob_share(const SliceJob *job, int64_t slice, int64_t thread);

#endif
