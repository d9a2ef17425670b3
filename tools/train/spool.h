/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples in a temporary file, so that memory does not grow with their number. They are split into
 * buckets by a hash of the position: equal positions are in the same bucket, where all of them are
 * found, and a bucket is a random part of the whole. An epoch visits the buckets in random order
 * and the samples of a bucket in random order, so only the buckets of the current batch are in
 * memory.
 */
#ifndef ALULA_TRAIN_SPOOL_H
#define ALULA_TRAIN_SPOOL_H

#include "sample.h"

enum { SPOOL_BUCKETS = 256 };

typedef struct Spool Spool;

/*
 * A new spool in a file of this name, which is removed at once: the space is free again when the
 * program ends in any way. NULL with an error message.
 */
Spool *spool_new(const char *path, Text *error);
void spool_free(Spool *spool);

/* Memory in bytes now, and that of the two largest buckets after spool_finish(). */
size_t spool_bytes(const Spool *spool);

/* Add a sample; held: for validation. False with an error message. */
bool spool_add(Spool *spool, const Sample *s, bool held, Text *error);

/* Called for each sample in a fixed order. False if there is not enough memory. */
typedef bool SpoolVisit(void *context, const Sample *s, bool held);

/*
 * Remove duplicates (of equal positions the first one added stays) and visit all others. Those that
 * are held out are removed, too. Adds to *duplicates. False with an error message.
 */
bool spool_finish(Spool *spool, SpoolVisit *visit, void *context, uint64_t *duplicates,
                  Text *error);

/*
 * Load samples `first` to first + count - 1 of an epoch, in the order of this seed, for spool_at().
 * False if the file cannot be read or there is not enough memory.
 */
bool spool_load(Spool *spool, uint64_t seed, uint64_t epoch, uint64_t first, uint64_t count);

/* A sample that was loaded. */
const Sample *spool_at(const Spool *spool, uint64_t i);

#endif
