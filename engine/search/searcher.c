/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "searcher.h"

#include <stdlib.h>

#include "base/available.h"
#include "base/checksum.h"
#include "base/thread.h"
#include "base/util.h"
#include "chess/fen.h"
#include "threads.h"

struct Searcher {
    atomic_bool stopping;
    SearchControl control;
    Pool *pool;
    TT *tt;
    size_t reserved; /* bytes */
    Tablebases tables;
};

Searcher *searcher_new(size_t hash_bytes, int threads, const NnueNet *net) {
    Searcher *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->pool = pool_new(threads, net);
    s->reserved = available_reserve(hash_bytes) ? hash_bytes : 0;
    s->tt = s->reserved == hash_bytes ? tt_new(hash_bytes) : NULL;
    if (!s->pool || !s->tt) {
        searcher_free(s);
        return NULL;
    }
    return s;
}

void searcher_free(Searcher *s) {
    if (!s)
        return;
    pool_free(s->pool);
    tt_free(s->tt);
    available_release(s->reserved);
    free(s);
}

void searcher_set_params(Searcher *s, const SearchParams *params) {
    pool_set_params(s->pool, params);
}

void searcher_for_scores(Searcher *s) {
    SearchParams params = params_default;

    params.pv_pruning_depth = TT_MAX_DEPTH;
    searcher_set_params(s, &params);
}

void searcher_use_tables(Searcher *s, Syzygy *syzygy) {
    s->tables = (Tablebases){syzygy, 1, syzygy ? syzygy_men(syzygy) : 0, true};
}

void searcher_clear(Searcher *s) {
    pool_clear(s->pool);
    tt_clear(s->tt);
}

/* Prefaults the table, so that the search has no page faults. */
static void touch_table(Searcher *s) {
    const uint64_t nodes = control_expected_nodes(&s->control, pool_threads(s->pool));
    const size_t bytes = tt_bytes_used(s->tt, nodes);

    if (tt_touched(s->tt) < bytes)
        tt_touch(s->tt, bytes, thread_processors());
}

static SearchInfo search(Searcher *s, Job job) {
    job.tt = s->tt;
    job.control = &s->control;
    job.tables = s->tables;
    atomic_store(&s->control.signal, SIGNAL_GO);
    if (atomic_load(&s->stopping)) /* a stop before the line above must not be lost */
        atomic_store(&s->control.signal, SIGNAL_STOP);
    return pool_search(s->pool, &job);
}

/* The soft limit becomes a time limit: at 1000 nodes per second, one node takes one millisecond. */
SearchInfo searcher_search_nodes(Searcher *s, const GameLine *line, uint64_t soft, uint64_t hard) {
    atomic_store(&s->control.clocked, false);
    atomic_store(&s->control.start_ms, 0);
    atomic_store(&s->control.nodes_per_second, 1000);
    atomic_store(&s->control.soft_ms, (int64_t)min_u64(soft, TIME_UNLIMITED));
    atomic_store(&s->control.hard_ms, TIME_UNLIMITED);
    atomic_store(&s->control.nodes, hard);
    touch_table(s);
    return search(s, (Job){.line = line});
}

SearchInfo searcher_search(Searcher *s, const GameLine *line, const Limits *limits,
                           SearchInfoListener *listener, void *context) {
    control_set(&s->control, limits, gameline_now(line), pool_threads(s->pool));
    touch_table(s);
    control_set(&s->control, limits, gameline_now(line), pool_threads(s->pool));
    return search(s, (Job){.line = line,
                           .depth = min(limits->depth, MAX_DEPTH),
                           .listener = listener,
                           .context = context});
}

void searcher_end(Searcher *s) {
    atomic_store(&s->control.signal, SIGNAL_STOP);
}

void searcher_stop(Searcher *s) {
    atomic_store(&s->stopping, true);
    searcher_end(s);
}

bool searcher_stopped(const Searcher *s) {
    return atomic_load(&s->stopping);
}

uint32_t searcher_fingerprint(const NnueNet *net, bool for_scores) {
    static const char *const fens[] = {
        FEN_START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
        "8/5pk1/4p1p1/7p/1R5P/5PP1/r5K1/8 w - - 0 45",
    };
    enum { NODES = 20000, HARD_FACTOR = 8 };
    Searcher *s = searcher_new(1 << 20, 1, net);
    GameLine line;
    Position start;
    uint32_t crc = 0;

    if (!s || fen_parse(&start, word_of(FEN_START), false) || gameline_init(&line, &start)) {
        searcher_free(s);
        return 0;
    }
    if (for_scores)
        searcher_for_scores(s);
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        SearchInfo t;
        uint64_t all;
        uint8_t bytes[8];

        fen_parse(&start, word_of(fens[i]), false);
        gameline_restart(&line, &start);
        t = searcher_search_nodes(s, &line, NODES, NODES * HARD_FACTOR);
        all = ((unsigned)t.score & 0xffffu) | (unsigned)t.pv[0] << 16 | t.nodes << 32;
        for (unsigned b = 0; b < 8; b++)
            bytes[b] = (uint8_t)(all >> 8 * b);
        crc = checksum_crc32(crc, bytes, sizeof bytes);
    }
    gameline_destroy(&line);
    searcher_free(s);
    return crc;
}
