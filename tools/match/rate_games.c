/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rate_games.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "chess/pgn.h"
#include "tools/common/memory.h"
#include "tools/common/units.h"
#include "tools/player/spec.h"

/* Only results count, so that moves are skipped. */
static const PgnOptions brief = {.plies = 1};

/* What is known of names, pairings and games of a round, by hashes. */
typedef struct {
    UnitTable names, pairings, rounds;
} Known;

static PgnReader *open_games(FILE *file) {
    PgnReader *r = pgn_open(pgn_from_file, file, &brief);

    if (!r)
        memory_fail();
    return r;
}

bool rate_games_needed(const char *path) {
    FILE *file = file_open_plain(path);
    PgnReader *r = file ? open_games(file) : NULL;
    const PgnGame *game = r ? pgn_next(r) : NULL;
    const bool needed =
        game && (game->tags || game->line.length) && !pgn_tag(game, "AlulaMatch").at;

    if (r) {
        pgn_close(r);
        fclose(file);
    }
    return needed;
}

/* The index of a player, who may be new. */
static int find_player(MatchPlan *plan, Known *known, Word name) {
    const uint64_t key = unit_hash(0, name.at, name.length);
    const UnitResult *found = unit_table_find(&known->names, key);

    if (found)
        return (int)found->place;
    unit_table_add(&known->names, key, 0, (uint64_t)plan->engines);
    plan->engine = memory_grow(plan->engine, (size_t)plan->engines + 1, sizeof *plan->engine);
    plan->engine[plan->engines] = (EngineSpec){.name = memory_text(name.at, name.length)};
    return plan->engines++;
}

static Pairing *find_pairing(Match *m, Known *known, int first, int second) {
    const uint64_t key = (uint64_t)first << 32 | (uint64_t)second;
    const UnitResult *found = unit_table_find(&known->pairings, key);

    if (found)
        return &m->pairing[found->place];
    unit_table_add(&known->pairings, key, 0, (uint64_t)m->pairings);
    m->pairing = memory_grow(m->pairing, (size_t)m->pairings + 1, sizeof *m->pairing);
    m->pairing[m->pairings] = (Pairing){.first = first, .second = second};
    return &m->pairing[m->pairings++];
}

/* Count the pair that a game completes. `half`: points of the pairing's first player. */
static void count_pair(Known *known, const PgnGame *game, Pairing *p, bool swapped, int half) {
    const Word round = pgn_tag(game, "Round"), fen = pgn_tag(game, "FEN");
    const uint64_t players[] = {(uint64_t)p->first, (uint64_t)p->second};
    uint64_t key = unit_hash(unit_hash(0, players, sizeof players), round.at, round.length);
    const UnitResult *other;
    int64_t n;

    if (!word_number(round, 1, INT64_MAX, &n))
        return;
    key = unit_hash(key, fen.at, fen.length) & ~UINT64_C(1);
    other = unit_table_find(&known->rounds, key | !swapped);
    if (unit_table_add(&known->rounds, key | swapped, 0, (uint64_t)half) == UNIT_NEW && other)
        score_add_pair(&p->score, half + (int)other->place);
}

/* False if it has no result that counts. */
static bool count_game(Match *m, MatchPlan *plan, Known *known, const PgnGame *game) {
    const Word name[] = {pgn_tag(game, "White"), pgn_tag(game, "Black")};
    const int white = game->result == PGN_DRAW ? 1 : 2 * (game->result == PGN_WHITE_WINS);
    int player[COLOR_COUNT], half;
    Pairing *p;

    if (game->result == PGN_OPEN_END || (game->broken && !game->line.length) ||
        !name[WHITE].length || !name[BLACK].length || word_is(name[WHITE], "?") ||
        word_is(name[BLACK], "?"))
        return false;
    for (Color c = WHITE; c < COLOR_COUNT; c++)
        player[c] = find_player(plan, known, name[c]);
    if (player[WHITE] == player[BLACK])
        return false;
    p = player[WHITE] < player[BLACK] ? find_pairing(m, known, player[WHITE], player[BLACK])
                                      : find_pairing(m, known, player[BLACK], player[WHITE]);
    half = p->first == player[WHITE] ? white : 2 - white;
    score_add_game(&p->score, half);
    count_pair(known, game, p, p->first != player[WHITE], half);
    m->finished++;
    return true;
}

bool rate_games(Match *m, MatchPlan *plan, char *const *file, int files, int64_t *left_out,
                Text *error) {
    Known known = {.names = {.slot = NULL}};

    *m = (Match){.plan = plan, .pgn = -1};
    *left_out = 0;
    plan->rated = true;
    for (int i = 0; i < files && !error->length; i++) {
        FILE *in = file_open_plain(file[i]);
        const PgnGame *game;
        PgnReader *r;

        if (!in) {
            text_addf(error, "%s: %s", file[i], strerror(errno));
            break;
        }
        r = open_games(in);
        while ((game = pgn_next(r)))
            *left_out += !count_game(m, plan, &known, game);
        if (ferror(in))
            text_addf(error, "%s: it cannot be read", file[i]);
        pgn_close(r);
        fclose(in);
    }
    m->total = m->finished;
    if (!error->length && !m->finished)
        text_addf(error, "there is no game with a result in %s%s", file[0],
                  files > 1 ? " and others" : "");
    if (m->pairings && plan->sprt.used)
        m->llr = sprt_llr(&plan->sprt, &m->pairing[0].score);
    m->verdict = plan->sprt.used ? sprt_verdict(&plan->sprt, m->llr) : 0;
    unit_table_free(&known.names);
    unit_table_free(&known.pairings);
    unit_table_free(&known.rounds);
    return !error->length;
}

void rate_games_free(Match *m, MatchPlan *plan) {
    for (int e = 0; e < plan->engines; e++)
        spec_free(&plan->engine[e]);
    free(plan->engine);
    free(m->pairing);
}
