/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "selfplay.h"

#include <assert.h>
#include <stdlib.h>

#include "chance.h"
#include "fen.h"
#include "gameline.h"
#include "threads.h"

struct Player {
    PlayRules rules;
    atomic_bool stopping;
    Control control;
    Pool *pool; /* one worker: the thread that calls */
    TT *tt;
    GameLine line;
    int16_t score[PLAY_MAX_PLIES];
};

/* --- searching ------------------------------------------------------------------------------- */

static void hear(void *context, const Thought *thought) {
    (void)context;
    (void)thought;
}

/*
 * Search the present position; the score is for the side to move. A thousand nodes pass for a
 * second, so the soft limit on time is one on nodes, and the clock of the machine has no say.
 */
static Thought think(Player *p, uint64_t nodes) {
    const Job job = {
        .line = &p->line, .tt = p->tt, .control = &p->control, .listener = hear, .context = NULL};

    atomic_store(&p->control.stop, false);
    if (atomic_load(&p->stopping)) /* asked before or after, it is not missed */
        atomic_store(&p->control.stop, true);
    atomic_store(&p->control.clocked, false);
    atomic_store(&p->control.start_ms, 0);
    atomic_store(&p->control.nodes_per_second, 1000);
    atomic_store(&p->control.soft_ms, (int64_t)nodes);
    atomic_store(&p->control.hard_ms, TIME_UNLIMITED);
    atomic_store(&p->control.nodes, nodes * PLAY_HARD_FACTOR);
    return pool_search(p->pool, &job);
}

static void forget(Player *p) {
    pool_clear(p->pool);
    tt_clear(p->tt);
}

/* --- openings -------------------------------------------------------------------------------- */

/* The start of the game, or one whose back ranks are shuffled, each side's for itself. */
static void set_start(Position *p, bool shuffled, uint64_t *random) {
    const char *defect = fen_parse(p, word_of(FEN_START), false);

    assert(!defect);
    (void)defect;
    if (!shuffled)
        return;
    position_clear(p);
    for (Color c = WHITE; c < COLOR_COUNT; c++) {
        Piece rank[8];

        random_back_rank(rank, random);
        for (int file = 0; file < 8; file++) {
            position_put(p, c, rank[file], square_make(file, rank_for(c, 0)));
            position_put(p, c, PAWN, square_make(file, rank_for(c, 1)));
        }
    }
    position_derive(p);
    assert(!position_defect(p));
}

/* Play an opening; the line then starts behind it. Is it one to go on from? */
static PlayStatus try_opening(Player *p, uint64_t *random, bool *good) {
    const bool shuffled = random_below(random, 100) < (unsigned)p->rules.shuffled;
    const int plies = p->rules.random_plies + (int)random_below(random, 2);
    Position start;
    Thought thought;

    *good = false;
    set_start(&start, shuffled, random);
    gameline_restart(&p->line, &start);
    for (int i = 0; i < plies; i++) {
        if (gameline_outcome(&p->line) != OUTCOME_NONE)
            return PLAY_DONE;
        if (gameline_play(&p->line, random_move(gameline_now(&p->line), PLAY_OPENING_LOSS, random)))
            return PLAY_NO_MEMORY;
    }
    start = *gameline_now(&p->line);
    gameline_restart(&p->line, &start);
    if (gameline_outcome(&p->line) != OUTCOME_NONE)
        return PLAY_DONE;
    forget(p);
    thought = think(p, 2 * p->rules.nodes);
    *good = thought.score >= -PLAY_OPENING_MOST && thought.score <= PLAY_OPENING_MOST;
    return atomic_load(&p->stopping) ? PLAY_STOPPED : PLAY_DONE;
}

/* --- playing --------------------------------------------------------------------------------- */

/* What speaks for ending the game early. */
typedef struct {
    int white_ahead, black_ahead, level; /* plies running */
} Trend;

static void follow(Trend *t, int score) {
    t->white_ahead = score >= PLAY_WIN_SCORE ? t->white_ahead + 1 : 0;
    t->black_ahead = score <= -PLAY_WIN_SCORE ? t->black_ahead + 1 : 0;
    t->level = score >= -PLAY_DRAW_SCORE && score <= PLAY_DRAW_SCORE ? t->level + 1 : 0;
}

/* Has the game ended? Then result and end are set: by the rules first. */
static bool has_ended(const GameLine *line, const Trend *t, ShardGame *game) {
    game->result = RESULT_DRAW;
    switch (gameline_outcome(line)) {
    case OUTCOME_MATE:
        game->result =
            position_turn(gameline_now(line)) == WHITE ? RESULT_BLACK_WINS : RESULT_WHITE_WINS;
        game->end = END_MATE;
        return true;
    case OUTCOME_STALEMATE:
        game->end = END_STALEMATE;
        return true;
    case OUTCOME_DEAD:
        game->end = END_DEAD;
        return true;
    case OUTCOME_THREEFOLD:
        game->end = END_THREEFOLD;
        return true;
    case OUTCOME_FIFTY:
        game->end = END_FIFTY;
        return true;
    case OUTCOME_NONE:
        break;
    }
    if (t->white_ahead >= PLAY_WIN_PLIES || t->black_ahead >= PLAY_WIN_PLIES) {
        game->result = t->white_ahead ? RESULT_WHITE_WINS : RESULT_BLACK_WINS;
        game->end = END_WON;
        return true;
    }
    game->end =
        t->level >= PLAY_DRAW_PLIES && line->length > PLAY_DRAW_AFTER ? END_DRAWN : END_LENGTH;
    return game->end == END_DRAWN || line->length >= PLAY_MAX_PLIES;
}

PlayStatus player_game(Player *p, uint64_t seed, ShardGame *game) {
    uint64_t random = seed;
    Trend trend = {0, 0, 0};
    bool good = false;

    while (!good) {
        const PlayStatus status = try_opening(p, &random, &good);
        if (status != PLAY_DONE)
            return status;
    }
    do {
        const Color us = position_turn(gameline_now(&p->line));
        const Thought thought = think(p, p->rules.nodes);
        const int score = us == WHITE ? thought.score : -thought.score;

        if (atomic_load(&p->stopping))
            return PLAY_STOPPED;
        assert(thought.pv_length);
        p->score[p->line.length] = (int16_t)score;
        follow(&trend, score);
        if (gameline_play(&p->line, thought.pv[0]))
            return PLAY_NO_MEMORY;
    } while (!has_ended(&p->line, &trend, game));
    game->position = p->line.position;
    game->move = p->line.move;
    game->score = p->score;
    game->plies = p->line.length;
    return PLAY_DONE;
}

void player_stop(Player *p) {
    atomic_store(&p->stopping, true);
    atomic_store(&p->control.stop, true);
}

Player *player_new(const PlayRules *rules) {
    Player *p = calloc(1, sizeof *p);
    Position start;
    uint64_t random = 0;

    if (!p)
        return NULL;
    set_start(&start, false, &random);
    p->rules = *rules;
    p->pool = pool_new(1);
    p->tt = tt_new((size_t)rules->hash_megabytes << 20);
    if (!p->pool || !p->tt || gameline_init(&p->line, &start)) {
        player_free(p);
        return NULL;
    }
    return p;
}

void player_free(Player *p) {
    if (!p)
        return;
    gameline_destroy(&p->line);
    pool_free(p->pool);
    tt_free(p->tt);
    free(p);
}

uint32_t player_fingerprint(void) {
    static const char *const fens[] = {
        FEN_START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
        "8/5pk1/4p1p1/7p/1R5P/5PP1/r5K1/8 w - - 0 45",
    };
    const PlayRules rules = {.nodes = 20000, .hash_megabytes = 1};
    Player *p = player_new(&rules);
    uint32_t crc = 0;

    for (size_t i = 0; p && i < sizeof fens / sizeof *fens; i++) {
        Position start;
        Thought t;
        uint8_t said[8];

        fen_parse(&start, word_of(fens[i]), false);
        gameline_restart(&p->line, &start);
        t = think(p, rules.nodes);
        for (unsigned b = 0; b < 4; b++) {
            said[b] = (uint8_t)((((unsigned)t.score & 0xffffu) | (unsigned)t.pv[0] << 16) >> 8 * b);
            said[b + 4] = (uint8_t)(t.nodes >> 8 * b);
        }
        crc = shard_crc(crc, said, sizeof said);
    }
    player_free(p);
    return crc;
}
