/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "add_runs.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "chess/pgn.h"
#include "tools/common/memory.h"
#include "tools/common/tool.h"
#include "tools/common/units.h"

bool rate_games_needed(const char *path) {
    const PgnOptions brief = {.plies = 1};
    FILE *file = file_open_plain(path);
    PgnReader *r = file ? pgn_open(pgn_from_file, file, &brief) : NULL;
    const PgnGame *game = r ? pgn_next(r) : NULL;
    const bool needed =
        game && (game->tags || game->line.length) && !pgn_tag(game, "AlulaMatch").at;

    pgn_close(r);
    if (file)
        fclose(file);
    return needed;
}

/* Returns the place of a key, which is `next` if it is new. */
static int find(UnitTable *t, uint64_t key, int next) {
    unit_table_add(t, key, 0, (uint64_t)next);
    return (int)unit_table_find(t, key)->place;
}

/* Returns the index of a player, who is added if new. */
static int find_player(MatchPlan *plan, UnitTable *known, Word name) {
    const int player = find(known, unit_hash(1, name.at, name.length), plan->engines);

    if (player == plan->engines) {
        Text t = TEXT_OF(100);

        text_add_quoted(&t, name, t.capacity - 8);
        plan->engine = memory_grow(plan->engine, (size_t)player + 1, sizeof *plan->engine);
        plan->engine[plan->engines++] = (EngineSpec){.name = memory_text(t.at, t.length)};
    }
    return player;
}

static Pairing *find_pairing(Match *m, UnitTable *known, int first, int second) {
    const int both[] = {first, second};
    const int pairing = find(known, unit_hash(2, both, sizeof both), m->pairings);

    if (pairing == m->pairings) {
        m->pairing = memory_grow(m->pairing, (size_t)pairing + 1, sizeof *m->pairing);
        m->pairing[m->pairings++] = (Pairing){.first = first, .second = second};
    }
    return &m->pairing[pairing];
}

/* Counts the pair that a game completes. `half`: points of the pairing's first player. */
static void count_pair(UnitTable *known, const PgnGame *game, Pairing *p, bool swapped, int half) {
    const Word round = pgn_tag(game, "Round"), fen = pgn_tag(game, "FEN");
    const int both[] = {p->first, p->second};
    uint64_t key = unit_hash(unit_hash(3, both, sizeof both), round.at, round.length);
    const UnitResult *other;
    int64_t n;

    if (!word_number(round, 1, INT64_MAX, &n))
        return;
    key = unit_hash(key, fen.at, fen.length) & ~UINT64_C(1);
    other = unit_table_find(known, key | !swapped);
    if (unit_table_add(known, key | swapped, 0, (uint64_t)half) == UNIT_NEW && other)
        score_add_pair(&p->score, half + (int)other->place);
}

/* Counts a game. Returns false if it is broken or has no countable result. */
static bool count_game(Match *m, MatchPlan *plan, UnitTable *known, const PgnGame *game) {
    const Word name[] = {pgn_tag(game, "White"), pgn_tag(game, "Black")};
    const int white = game->result == PGN_DRAW ? 1 : 2 * (game->result == PGN_WHITE_WINS);
    int player[COLOR_COUNT], half;
    Pairing *p;

    if (game->result == PGN_OPEN_END || game->broken || !name[WHITE].length ||
        !name[BLACK].length || word_is(name[WHITE], "?") || word_is(name[BLACK], "?"))
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
    UnitTable known = {.slot = NULL};

    *m = (Match){.plan = plan, .pgn = -1};
    *left_out = 0;
    plan->rated = true;
    for (int i = 0; i < files && !error->length; i++) {
        FILE *in = file_open_plain(file[i]);
        const PgnOptions options = {.null_moves = true};
        PgnReader *r = in ? pgn_open(pgn_from_file, in, &options) : NULL;
        const PgnGame *game;

        for (size_t number = 1; r && (game = pgn_next(r)); number++) {
            if (game->error)
                tool_message("%s:%zu: game %zu: %s", file[i], game->error_line, number,
                             game->error);
            *left_out += !count_game(m, plan, &known, game);
        }
        if (!r || ferror(in))
            text_addf(error, "%s: %s", file[i], strerror(errno));
        pgn_close(r);
        if (in)
            fclose(in);
    }
    m->total = m->finished;
    if (!error->length && !m->finished)
        text_addf(error, "there is no game with a result in %s%s", file[0],
                  files > 1 ? " and others" : "");
    if (m->pairings && plan->sprt.used)
        m->llr = sprt_llr(&plan->sprt, &m->pairing[0].score);
    m->verdict = plan->sprt.used ? sprt_verdict(&plan->sprt, m->llr) : 0;
    unit_table_free(&known);
    return !error->length;
}
