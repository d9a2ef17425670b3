/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gamesearch.h"

#include <stdlib.h>

#include "base/available.h"
#include "base/checksum.h"
#include "base/thread.h"
#include "base/util.h"
#include "chess/fen.h"

struct GameSearch {
    atomic_bool stopping;
    SearchControl control;
    Pool *pool; /* with one worker: the calling thread */
    TT *tt;
    size_t reserved; /* bytes */
    Tablebases tables;
};

GameSearch *gamesearch_new_for_positions(size_t hash_bytes, int threads) {
    GameSearch *g = calloc(1, sizeof *g);

    if (!g)
        return NULL;
    g->pool = pool_new(threads, NULL);
    g->reserved = available_reserve(hash_bytes) ? hash_bytes : 0;
    g->tt = g->reserved == hash_bytes ? tt_new(hash_bytes) : NULL;
    if (!g->pool || !g->tt) {
        gamesearch_free(g);
        return NULL;
    }
    return g;
}

GameSearch *gamesearch_new(int hash_megabytes) {
    GameSearch *g = gamesearch_new_for_positions((size_t)hash_megabytes << 20, 1);

    if (g)
        tt_touch(g->tt, SIZE_MAX, 1);
    return g;
}

void gamesearch_free(GameSearch *g) {
    if (!g)
        return;
    pool_free(g->pool);
    tt_free(g->tt);
    available_release(g->reserved);
    free(g);
}

bool gamesearch_set_net(GameSearch *g, const NnueNet *net) {
    return pool_set_net(g->pool, net);
}

void gamesearch_set_params(GameSearch *g, const SearchParams *params) {
    pool_set_params(g->pool, params);
}

void gamesearch_for_scores(GameSearch *g) {
    SearchParams params = params_default;

    params.pv_pruning_depth = TT_MAX_DEPTH;
    gamesearch_set_params(g, &params);
}

void gamesearch_clear(GameSearch *g) {
    pool_clear(g->pool);
    tt_clear(g->tt);
}

static void set_signal(GameSearch *g) {
    atomic_store(&g->control.signal, SIGNAL_GO);
    if (atomic_load(&g->stopping)) /* a stop before the line above is not lost */
        atomic_store(&g->control.signal, SIGNAL_STOP);
}

/* The soft limit is one of time: at 1000 nodes per second, one node takes one millisecond. */
SearchInfo gamesearch_run(GameSearch *g, const GameLine *line, uint64_t soft, uint64_t hard) {
    const Job job = {.line = line, .tt = g->tt, .control = &g->control};

    set_signal(g);
    atomic_store(&g->control.clocked, false);
    atomic_store(&g->control.start_ms, 0);
    atomic_store(&g->control.nodes_per_second, 1000);
    atomic_store(&g->control.soft_ms, (int64_t)min_u64(soft, TIME_UNLIMITED));
    atomic_store(&g->control.hard_ms, TIME_UNLIMITED);
    atomic_store(&g->control.nodes, hard);
    return pool_search(g->pool, &job);
}

void gamesearch_use_tables(GameSearch *g, Syzygy *syzygy) {
    g->tables = (Tablebases){syzygy, 1, syzygy ? syzygy_men(syzygy) : 0, true};
}

SearchInfo gamesearch_limited(GameSearch *g, const GameLine *line, const Limits *limits,
                              SearchInfoListener *listener, void *context) {
    const Job job = {.line = line,
                     .tt = g->tt,
                     .control = &g->control,
                     .depth = min(limits->depth, MAX_DEPTH),
                     .tables = g->tables,
                     .listener = listener,
                     .context = context};
    const int threads = pool_threads(g->pool);

    set_signal(g);
    /* page faults would take time of the search, so its clock starts after them */
    control_set(&g->control, limits, gameline_now(line), threads);
    tt_touch(g->tt, tt_bytes_used(g->tt, control_expected_nodes(&g->control, threads)),
             thread_processors());
    control_set(&g->control, limits, gameline_now(line), threads);
    return pool_search(g->pool, &job);
}

void gamesearch_end(GameSearch *g) {
    atomic_store(&g->control.signal, SIGNAL_STOP);
}

void gamesearch_stop(GameSearch *g) {
    atomic_store(&g->stopping, true);
    gamesearch_end(g);
}

bool gamesearch_stopped(const GameSearch *g) {
    return atomic_load(&g->stopping);
}

uint32_t gamesearch_fingerprint(const NnueNet *net, bool for_scores) {
    static const char *const fens[] = {
        FEN_START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
        "8/5pk1/4p1p1/7p/1R5P/5PP1/r5K1/8 w - - 0 45",
    };
    enum { NODES = 20000, HARD_FACTOR = 8 };
    GameSearch *search = gamesearch_new(1);
    GameLine line;
    Position start;
    uint32_t crc = 0;

    if (!search || !gamesearch_set_net(search, net) ||
        fen_parse(&start, word_of(FEN_START), false) || gameline_init(&line, &start)) {
        gamesearch_free(search);
        return 0;
    }
    if (for_scores)
        gamesearch_for_scores(search);
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        SearchInfo t;
        uint8_t bytes[8];

        fen_parse(&start, word_of(fens[i]), false);
        gameline_restart(&line, &start);
        t = gamesearch_run(search, &line, NODES, NODES * HARD_FACTOR);
        for (unsigned b = 0; b < 4; b++) {
            bytes[b] =
                (uint8_t)((((unsigned)t.score & 0xffffu) | (unsigned)t.pv[0] << 16) >> 8 * b);
            bytes[b + 4] = (uint8_t)(t.nodes >> 8 * b);
        }
        crc = checksum_crc32(crc, bytes, sizeof bytes);
    }
    gameline_destroy(&line);
    gamesearch_free(search);
    return crc;
}
