/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "memory_share.h"

#include <stdint.h>

#include "base/util.h"
#include "eval/eval.h"
#include "search/threads.h"

/* The program without table and further threads: code, libraries, buffers. */
enum { OVERHEAD_BYTES = 6 << 20, LEAST_HASH_BYTES = 1 << 20 };

static size_t all_bytes(size_t megabytes) {
    return megabytes < SIZE_MAX >> 20 ? megabytes << 20 : SIZE_MAX;
}

/* A worker, and the part of its stack that a deep search touches. */
static size_t thread_bytes(const NnueNet *net) {
    return pool_bytes_per_thread(net) + (1 << 20);
}

/* The program with one worker. A network from a file adds its weights and that worker's caches. */
static size_t program_bytes(const NnueNet *net) {
    return OVERHEAD_BYTES + (net ? nnue_file_size(net->hidden, net->outputs, net->kings.count) +
                                       eval_cache_bytes(net, MAX_PLY + 1)
                                 : 0);
}

size_t memory_share_hash(const NnueNet *net, size_t megabytes, int threads) {
    const size_t all = all_bytes(megabytes);
    const size_t rest = program_bytes(net) + (size_t)(threads - 1) * thread_bytes(net);

    return all > rest + LEAST_HASH_BYTES ? all - rest : LEAST_HASH_BYTES;
}

int memory_share_threads(const NnueNet *net, size_t megabytes, int threads) {
    const size_t all = all_bytes(megabytes), rest = program_bytes(net) + LEAST_HASH_BYTES;
    const size_t most = all > rest ? (all - rest) / thread_bytes(net) + 1 : 1;

    return (int)min_size(most, (size_t)threads);
}
