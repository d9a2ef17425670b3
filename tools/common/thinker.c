/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "thinker.h"

#include <stdlib.h>

#include "checksum.h"
#include "fen.h"

struct Thinker {
    atomic_bool stopping;
    SearchControl control;
    Pool *pool; /* one worker: the thread that calls */
    TT *tt;
};

Thinker *thinker_new(int hash_megabytes) {
    Thinker *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->pool = pool_new(1, NULL);
    t->tt = tt_new((size_t)hash_megabytes << 20);
    if (!t->pool || !t->tt) {
        thinker_free(t);
        return NULL;
    }
    return t;
}

void thinker_free(Thinker *t) {
    if (!t)
        return;
    pool_free(t->pool);
    tt_free(t->tt);
    free(t);
}

bool thinker_set_net(Thinker *t, const NnueNet *net) {
    return pool_set_net(t->pool, net);
}

void thinker_set_params(Thinker *t, const SearchParams *rules) {
    pool_set_params(t->pool, rules);
}

void thinker_forget(Thinker *t) {
    pool_clear(t->pool);
    tt_clear(t->tt);
}

static void hear(void *context, const Thought *thought) {
    (void)context;
    (void)thought;
}

/* A thousand nodes pass for a second, so a limit on time is one on nodes. */
Thought thinker_think(Thinker *t, const GameLine *line, uint64_t soft, uint64_t hard) {
    const Job job = {
        .line = line, .tt = t->tt, .control = &t->control, .listener = hear, .context = NULL};

    atomic_store(&t->control.signal, SIGNAL_GO);
    if (atomic_load(&t->stopping)) /* asked before or after, it is not missed */
        atomic_store(&t->control.signal, SIGNAL_STOP);
    atomic_store(&t->control.clocked, false);
    atomic_store(&t->control.start_ms, 0);
    atomic_store(&t->control.nodes_per_second, 1000);
    atomic_store(&t->control.soft_ms, soft < TIME_UNLIMITED ? (int64_t)soft : TIME_UNLIMITED);
    atomic_store(&t->control.hard_ms, TIME_UNLIMITED);
    atomic_store(&t->control.nodes, hard);
    return pool_search(t->pool, &job);
}

void thinker_stop(Thinker *t) {
    atomic_store(&t->stopping, true);
    atomic_store(&t->control.signal, SIGNAL_STOP);
}

bool thinker_stopped(const Thinker *t) {
    return atomic_load(&t->stopping);
}

void play_follow(PlayTrend *t, int score) {
    t->white_ahead = score >= t->win_score ? t->white_ahead + 1 : 0;
    t->black_ahead = score <= -t->win_score ? t->black_ahead + 1 : 0;
    t->level = score >= -PLAY_DRAW_SCORE && score <= PLAY_DRAW_SCORE ? t->level + 1 : 0;
}

bool play_has_ended(const GameLine *line, const PlayTrend *t, ShardResult *result, ShardEnd *end) {
    *result = RESULT_DRAW;
    switch (gameline_outcome(line)) {
    case OUTCOME_MATE:
        *result =
            position_turn(gameline_now(line)) == WHITE ? RESULT_BLACK_WINS : RESULT_WHITE_WINS;
        *end = END_MATE;
        return true;
    case OUTCOME_STALEMATE:
        *end = END_STALEMATE;
        return true;
    case OUTCOME_INSUFFICIENT:
        *end = END_DEAD;
        return true;
    case OUTCOME_THREEFOLD:
        *end = END_THREEFOLD;
        return true;
    case OUTCOME_FIFTY:
        *end = END_FIFTY;
        return true;
    case OUTCOME_NONE:
        break;
    }
    if (t->white_ahead >= PLAY_WIN_PLIES || t->black_ahead >= PLAY_WIN_PLIES) {
        *result = t->white_ahead ? RESULT_WHITE_WINS : RESULT_BLACK_WINS;
        *end = END_WON;
        return true;
    }
    *end = t->level >= PLAY_DRAW_PLIES && line->length > PLAY_DRAW_AFTER ? END_DRAWN : END_LENGTH;
    return *end == END_DRAWN || line->length >= PLAY_MAX_PLIES;
}

uint32_t play_fingerprint(const NnueNet *net) {
    static const char *const fens[] = {
        FEN_START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
        "8/5pk1/4p1p1/7p/1R5P/5PP1/r5K1/8 w - - 0 45",
    };
    enum { NODES = 20000, HARD_FACTOR = 8 };
    Thinker *thinker = thinker_new(1);
    GameLine line;
    Position start;
    uint32_t crc = 0;

    if (!thinker || !thinker_set_net(thinker, net) ||
        fen_parse(&start, word_of(FEN_START), false) || gameline_init(&line, &start)) {
        thinker_free(thinker);
        return 0;
    }
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        Thought t;
        uint8_t said[8];

        fen_parse(&start, word_of(fens[i]), false);
        gameline_restart(&line, &start);
        t = thinker_think(thinker, &line, NODES, NODES * HARD_FACTOR);
        for (unsigned b = 0; b < 4; b++) {
            said[b] = (uint8_t)((((unsigned)t.score & 0xffffu) | (unsigned)t.pv[0] << 16) >> 8 * b);
            said[b + 4] = (uint8_t)(t.nodes >> 8 * b);
        }
        crc = checksum_crc32(crc, said, sizeof said);
    }
    gameline_destroy(&line);
    thinker_free(thinker);
    return crc;
}
