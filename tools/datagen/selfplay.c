/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "selfplay.h"

#include <assert.h>
#include <stdlib.h>

#include "base/random.h"
#include "chess/randomopening.h"
#include "eval/eval.h"
#include "search/searcher.h"

struct SelfPlayer {
    SelfPlayRules rules;
    Searcher *search;
    GameLine line;
    uint64_t nodes; /* node limit of this game */
    int16_t score[ADJ_MAX_PLIES];
};

static SearchInfo think(SelfPlayer *p, uint64_t nodes) {
    return searcher_search_nodes(p->search, &p->line, nodes, nodes * PLAY_HARD_FACTOR);
}

/* --- openings -------------------------------------------------------------------------------- */

/*
 * Plays a random opening, or random moves from a position of an earlier game, where the line then
 * starts. Sets *good if the position is balanced and the game is not over.
 */
static PlayStatus try_opening(SelfPlayer *p, uint64_t *random, bool *good) {
    const SelfPlayRules *rules = &p->rules;
    const bool shuffled = random_below(random, 100) < (unsigned)rules->shuffled;
    int plies = rules->random_plies + (int)random_below(random, 2);
    OpeningEnd end;
    Position start;
    SearchInfo info;

    *good = false;
    if (rules->starts && random_below(random, 100) < (unsigned)rules->start_percent) {
        start = rules->starts->position[random_below(random, (unsigned)rules->starts->count)];
        plies += PLAY_START_PLIES - rules->random_plies;
    } else {
        randomopening_start(&start, shuffled, random);
    }
    if ((end = randomopening_play(&p->line, &start, plies, random)) != OPENING_PLAYED)
        return end == OPENING_OVER ? PLAY_DONE : PLAY_NO_MEMORY;
    searcher_clear(p->search);
    info = think(p, 2 * p->nodes);
    *good = info.score >= -rules->start_score && info.score <= rules->start_score;
    return searcher_stopped(p->search) ? PLAY_STOPPED : PLAY_DONE;
}

/* --- playing --------------------------------------------------------------------------------- */

PlayStatus selfplayer_game(SelfPlayer *p, uint64_t seed, ShardGame *game) {
    uint64_t random = seed;
    Adjudication adjudication = {.rules = p->rules.adjudication};
    bool good = false;

    p->nodes = nodemixture_choose(&p->rules.nodes, &random);
    while (!good) {
        const PlayStatus status = try_opening(p, &random, &good);
        if (status != PLAY_DONE)
            return status;
    }
    do {
        const Position *now = gameline_now(&p->line);
        const int sign = position_turn(now) == WHITE ? 1 : -1;
        const SearchInfo info = think(p, p->nodes);

        if (searcher_stopped(p->search))
            return PLAY_STOPPED;
        assert(info.pv_length);
        p->score[p->line.length] = (int16_t)(sign * eval_unscaled(now, info.score));
        adjudication_add_score(&adjudication, sign * info.score);
        if (gameline_play(&p->line, info.pv[0]))
            return PLAY_NO_MEMORY;
    } while (!adjudication_game_over(&p->line, &adjudication, &game->result, &game->end));
    game->position = p->line.position;
    game->move = p->line.move;
    game->score = p->score;
    game->plies = p->line.length;
    return PLAY_DONE;
}

void selfplayer_stop(SelfPlayer *p) {
    searcher_stop(p->search);
}

SelfPlayer *selfplayer_new(const SelfPlayRules *rules) {
    SelfPlayer *p = calloc(1, sizeof *p);
    Position start;
    uint64_t random = 0;

    if (!p)
        return NULL;
    randomopening_start(&start, false, &random);
    p->rules = *rules;
    if (!(p->search = searcher_new((size_t)rules->hash_megabytes << 20, 1, rules->net)) ||
        gameline_init(&p->line, &start)) {
        selfplayer_free(p);
        return NULL;
    }
    searcher_for_scores(p->search);
    return p;
}

void selfplayer_free(SelfPlayer *p) {
    if (!p)
        return;
    gameline_destroy(&p->line);
    searcher_free(p->search);
    free(p);
}
