/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the memory limit is shared between the program, its threads and the hash table. */
#ifndef ALULA_MEMORY_SHARE_H
#define ALULA_MEMORY_SHARE_H

#include <stddef.h>

#include "eval/nnue.h"

/* Default limit: a hash table of 64 megabytes, and the program itself. */
enum { MEMORY_SHARE_DEFAULT = 70 };

/* The least limit a user may set; the program itself takes 6. */
enum { MEMORY_SHARE_LEAST = 8 };

/*
 * Bytes for the hash table, at least a megabyte, with a limit of `megabytes` for everything. `net`
 * is a network from a file; NULL: the embedded one.
 */
size_t memory_share_hash(const NnueNet *net, size_t megabytes, int threads);

/* The number of threads for which there is memory, at least 1 and at most `threads`. */
int memory_share_threads(const NnueNet *net, size_t megabytes, int threads);

#endif
