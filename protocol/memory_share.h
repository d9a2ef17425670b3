/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the memory limit is shared between the program, its threads and the hash table. */
#ifndef ALULA_MEMORY_SHARE_H
#define ALULA_MEMORY_SHARE_H

#include <stddef.h>

#include "nnue.h"

/* Default limit: a hash table of 64 megabytes, and what the program takes. */
enum { MEMORY_SHARE_DEFAULT = 70 };

/* The least limit a user may set; the program itself takes 6. */
enum { MEMORY_SHARE_LEAST = 8 };

/*
 * Bytes for the hash table, at least a megabyte, where the program may take `megabytes` in all.
 * `net` is a network of a file; NULL: the embedded one.
 */
size_t memory_share_hash(const NnueNet *net, size_t megabytes, int threads);

/* As many of the threads wished for as there is memory for, at least 1. */
int memory_share_threads(const NnueNet *net, size_t megabytes, int threads);

#endif
