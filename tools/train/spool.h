/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples in a temporary file, to limit the use of memory. They are distributed to buckets by a
 * hash of the position, so that equal positions are in the same bucket, and each bucket is a random
 * part of the whole. An epoch visits the buckets in random order, and the samples of a bucket in
 * random order, so only the buckets of the current batch are in memory.
 */
#ifndef ALULA_TRAIN_SPOOL_H
#define ALULA_TRAIN_SPOOL_H

#include "sample.h"

enum { SPOOL_BUCKETS = 256 };

typedef struct Spool Spool;

/*
 * Creates a spool in a file of this name, which is unlinked at once, so that the space is freed
 * whenever the program ends. Returns NULL with an error message.
 */
Spool *spool_new(const char *path, Text *error);

/* Closes the temporary file and frees the spool; NULL is allowed. */
void spool_free(Spool *spool);

/* Returns the current memory in bytes, and after spool_finish() that of the two largest buckets. */
size_t spool_bytes(const Spool *spool);

/* Adds a sample; held: for validation. Returns false with an error message. */
bool spool_add(Spool *spool, const Sample *s, bool held, Text *error);

/* Called for each sample in a fixed order. Returns false if there is not enough memory. */
typedef bool SpoolVisit(void *context, const Sample *s, bool held);

/*
 * Removes duplicates (the first of equal positions stays) and visits all others. Validation samples
 * are then removed, too. Adds to *duplicates. Returns false with an error message.
 */
bool spool_finish(Spool *spool, SpoolVisit *visit, void *context, uint64_t *duplicates,
                  Text *error);

/*
 * Loads samples `first` to first + count - 1 of an epoch, in the order of this seed, for
 * spool_at(). Returns false if the file cannot be read or there is not enough memory.
 */
bool spool_load(Spool *spool, uint64_t seed, uint64_t epoch, uint64_t first, uint64_t count);

/* Returns a sample that was loaded. */
const Sample *spool_at(const Spool *spool, uint64_t i);

#endif
