/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-match report: one report on the games of several runs of a match, such as its slices. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "alula-match.h"
#include "base/file.h"
#include "base/util.h"
#include "chess/pgn.h"
#include "chess/zobrist.h"
#include "match_report.h"
#include "match_state.h"
#include "match_tags.h"
#include "tools/common/tool.h"
#include "tools/common/units.h"
#include "tools/player/player.h"

enum { NAMED = 10 }; /* maximum number of missing games that are listed */

/* A game and its players. */
typedef struct {
    FinishedGame game;
    int64_t number;              /* from 0 */
    int file, seat[COLOR_COUNT]; /* indices of the file and the engines */
} RunGame;

/* The runs read so far. `plan` is filled only as far as the report needs it. */
typedef struct {
    MatchPlan plan;
    char **file;                /* paths */
    int files, reading;         /* reading: index of the current file */
    char match[MATCH_TAG_SIZE]; /* tag of the first game, with which all others are compared */
    char schedule[SCHEDULE_TAG_SIZE];
    int *known; /* for each engine: the file with its first game, from 1; 0: none yet */
    char (*settings)[ENGINE_TAG_SIZE];
    RunGame *game; /* from all files; each number once */
    size_t games;
    UnitTable numbers;
    int64_t length; /* games of each pairing, or rounds: the maximum of the tags */
    bool open;      /* an SPRT may have ended the match earlier */
    int64_t last;   /* highest game number, from 1 */
    bool results;   /* --ratings */
} Runs;

/* --- tags ------------------------------------------------------------------------------------ */

/* Adopts a schedule without its length, which the user may override. */
static void set_plan(Runs *r, const MatchPlan *told) {
    MatchPlan *plan = &r->plan;

    plan->gauntlet = told->gauntlet;
    plan->swiss = told->swiss;
    plan->engines = told->engines;
    plan->rules.margin_us = told->rules.margin_us;
    plan->openings.count = told->openings.count;
    plan->random = told->random;
    plan->seed = told->seed;
    plan->engine = memory_new((size_t)plan->engines, sizeof *plan->engine);
    plan->files = memory_new((size_t)plan->engines, sizeof *plan->files);
    r->known = memory_new((size_t)plan->engines, sizeof *r->known);
    r->settings = memory_new((size_t)plan->engines, sizeof *r->settings);
}

/* Raises the length to that of a run that was resumed with more games. */
static void set_length(Runs *r, const MatchPlan *told) {
    const int64_t length = told->swiss ? told->swiss : told->games;

    if (length >= r->length)
        r->open = told->sprt.used && (length > r->length || r->open);
    r->length = max64(r->length, length);
}

/* Compares a game's description of the match with that of the first game. */
static bool check_match(Runs *r, const StoredGame *k, Text *error) {
    Text other = TEXT_OF(200);
    MatchPlan told = {.slice = SLICE_ALL};

    if (!*k->match || !*k->schedule)
        return text_fail(error,
                         "its games have no %s tag: alula-match did not write them, or an older "
                         "version did",
                         *k->match ? "AlulaSchedule" : "AlulaMatch");
    if (!match_tags_read_schedule(&told, k->schedule))
        return text_fail(error, "its tag AlulaSchedule cannot be read");
    if (!r->known) {
        memcpy(r->match, k->match, sizeof r->match);
        memcpy(r->schedule, k->schedule, sizeof r->schedule);
        set_plan(r, &told);
    }
    if (strcmp(k->match, r->match) != 0) {
        text_add(error, "it has games of a match with different ");
        fingerprint_differs(error, r->match, k->match);
    } else if (unit_job_differs(&other, match_tags_fixed_schedule(r->schedule),
                                match_tags_fixed_schedule(k->schedule))) {
        text_addf(error, "it has games of a different schedule: %s", other.at);
    } else {
        set_length(r, &told);
        return true;
    }
    return text_fail(error, " (compared with %s)", r->file[0]);
}

/* Adopts an engine from its first game, and compares it with the engine in later games. */
static bool check_engine(Runs *r, const StoredGame *k, Color c, int *seat, Text *error) {
    EngineSpec spec, *engine;
    const char *first;

    if (!match_tags_read_engine(&spec, seat, r->plan.engines, k->engine[c]) || !*k->name[c]) {
        spec_free(&spec);
        return text_fail(error, "its tag %sEngine cannot be read", c == WHITE ? "White" : "Black");
    }
    engine = &r->plan.engine[*seat];
    if (!r->known[*seat]) {
        *engine = spec;
        free(engine->name);
        engine->name = memory_text(k->name[c], strlen(k->name[c]));
        memcpy(r->plan.files[*seat], k->files[c], sizeof k->files[c]);
        memcpy(r->settings[*seat], k->engine[c], sizeof k->engine[c]);
        r->known[*seat] = r->reading + 1;
        return true;
    }
    spec_free(&spec);
    first = r->file[r->known[*seat] - 1];
    if (strcmp(engine->name, k->name[c]) != 0)
        text_addf(error, "engine %d is %s, but %s in %s", *seat + 1, k->name[c], engine->name,
                  first);
    else if (strcmp(r->settings[*seat], k->engine[c]) != 0)
        text_addf(error, "%s has different settings than in %s: \"%s\" and \"%s\"", engine->name,
                  first, k->engine[c], r->settings[*seat]);
    else if (engine_files_differ(error, NULL, r->plan.files[*seat], k->files[c]))
        text_addf(error, " of %s is a different file than in %s", engine->name, first);
    return !error->length;
}

/* --- games ----------------------------------------------------------------------------------- */

/* Returns a hash of a result, without values measured by a clock. */
static uint64_t result_of(const FinishedGame *f) {
    const uint64_t numbers[] = {(uint64_t)f->white, (uint64_t)f->end, (uint64_t)f->loser,
                                f->digest};

    return unit_hash(unit_hash(0, numbers, sizeof numbers), f->detail, strlen(f->detail));
}

/* Merges two records of the same game; the outcome must not depend on the order of files. */
static void merge(FinishedGame *f, const FinishedGame *other) {
    for (Color c = WHITE; c < COLOR_COUNT; c++) {
        const int text = strcmp(other->loose[c].first, f->loose[c].first);

        f->overdraft[c].moves = max64(f->overdraft[c].moves, other->overdraft[c].moves);
        f->overdraft[c].max_us = max64(f->overdraft[c].max_us, other->overdraft[c].max_us);
        if (other->loose[c].moves > f->loose[c].moves ||
            (other->loose[c].moves == f->loose[c].moves && text > 0))
            f->loose[c] = other->loose[c];
    }
}

/* Adds the next game of a file. */
static bool add_game(void *runs, const StoredGame *stored, Text *error) {
    Runs *r = runs;
    RunGame g = {.game = stored->game, .number = stored->round - 1, .file = r->reading};
    const uint64_t key = (uint64_t)stored->round;

    if (!check_match(r, stored, error) || !check_engine(r, stored, WHITE, &g.seat[WHITE], error) ||
        !check_engine(r, stored, BLACK, &g.seat[BLACK], error))
        return false;
    if (g.seat[WHITE] == g.seat[BLACK])
        text_add(error, "it has a game of an engine against itself");
    else if (g.game.end == END_NONE)
        text_addf(error, "game %d does not end as alula-match ends games", stored->round);
    if (error->length)
        return false;
    switch (unit_table_add(&r->numbers, key, result_of(&g.game), r->games)) {
    case UNIT_NEW:
        if (!(r->games & (r->games - 1))) /* allocated up to a power of two */
            r->game = memory_grow(r->game, 2 * r->games + 1, sizeof *r->game);
        r->game[r->games++] = g;
        break;
    case UNIT_SAME:
        merge(&r->game[unit_table_find(&r->numbers, key)->place].game, &g.game);
        break;
    case UNIT_OTHER:
        text_addf(error, "game %d differs from the one in %s", stored->round,
                  r->file[r->game[unit_table_find(&r->numbers, key)->place].file]);
    }
    return !error->length;
}

/* Reads all files. Returns false with an error message. */
static bool read_files(Runs *r, Text *error) {
    for (r->reading = 0; r->reading < r->files; r->reading++) {
        const char *path = r->file[r->reading];
        Text why = TEXT_OF(600);
        bool half;

        if (!record_read_file(path, add_game, r, &half, &why))
            return text_fail(error, "%s: %s", path, why.at);
        if (half)
            tool_message("%s: its last game is incomplete; --resume plays it again", path);
    }
    if (!r->games)
        text_addf(error, "there is no game in %s%s", r->file[0], r->files > 1 ? " and others" : "");
    return !error->length;
}

/* --- the match ------------------------------------------------------------------------------- */

/* Sets the number of games of each pairing, or of rounds. */
static bool set_games(Runs *r, Text *error) {
    MatchPlan *plan = &r->plan;
    const int64_t pairings =
        plan->gauntlet ? plan->engines - 1 : (int64_t)plan->engines * (plan->engines - 1) / 2;
    int64_t games = 0;

    for (size_t i = 0; i < r->games; i++) {
        const int64_t number = r->game[i].number;

        games = max64(games, number / 2 / pairings * 2 + number % 2 + 1);
        r->last = max64(r->last, number + 1);
    }
    if (plan->swiss) {
        plan->swiss = max64(r->length, (r->last - 1) / (plan->engines / 2 * 2) + 1);
        if (plan->games)
            text_add(error, "--games does not apply to a Swiss tournament");
        else if (plan->engines < 3 || plan->swiss > 1000)
            text_add(error, "its games are not of a Swiss tournament by alula-match");
        return !error->length;
    }
    if (plan->games && games > plan->games)
        text_addf(error, "there are %" PRId64 " games per pairing, but --games expects %" PRId64,
                  games, plan->games);
    if (plan->games)
        r->open = false;
    else
        plan->games = max64(r->length, games);
    if (plan->games * plan->engines * plan->engines > 100000000)
        text_add(error, "too many games");
    return !error->length;
}

static const RunGame *find_game(const Runs *r, int64_t number) {
    const UnitResult *found = unit_table_find(&r->numbers, (uint64_t)number + 1);

    return found ? &r->game[found->place] : NULL;
}

/* Adopts the pairings of a Swiss tournament from its games, some of which may be missing. */
static void set_boards(const Runs *r, Match *m) {
    const int engines = r->plan.engines;

    m->paired = r->plan.swiss;
    for (size_t i = 0; i < r->games; i++)
        m->board[r->game[i].number / 2] =
            schedule_pairing(m, r->game[i].seat[WHITE], r->game[i].seat[BLACK]);
    for (int64_t round = 0; engines % 2 && round < m->paired; round++) {
        int resting = engines * (engines - 1) / 2; /* sum of all indices, minus those that play */

        for (int i = 0; i < m->boards && resting >= 0; i++) {
            const int board = m->board[round * m->boards + i];

            resting = board < 0 ? -1 : resting - m->pairing[board].first - m->pairing[board].second;
        }
        m->bye[round] = resting < engines ? resting : -1;
    }
}

/* Returns true if the SPRT is decided, or may be decided because its settings were not given. */
static bool is_decided(const Runs *r, const Match *m) {
    return r->open && (!r->plan.sprt.used || sprt_verdict(&r->plan.sprt, m->llr));
}

/* Counts all games in order, and lists missing ones. Returns false with an error message. */
static bool count_games(const Runs *r, Match *m, Text *missing, Text *error) {
    int64_t lost = 0;

    for (int64_t n = 0; n < m->rounds && (n < r->last || !is_decided(r, m)); n++) {
        const RunGame *g = find_game(r, n);
        GameAssignment a;

        if (!g) {
            if (m->done[n] == NOT_PLAYED && lost++ < NAMED)
                text_addf(missing, "%s%" PRId64, lost > 1 ? ", " : "", n + 1);
            continue;
        }
        a = match_assignment(m, n);
        if (g->seat[WHITE] != a.white || g->seat[BLACK] != a.black)
            return text_fail(error,
                             "%s: game %" PRId64 " has other players than its number requires",
                             r->file[g->file], n + 1);
        results_count(m, n, &g->game);
    }
    if (lost > NAMED)
        text_addf(missing, " and %" PRId64 " more", lost - NAMED);
    m->total = m->finished + lost;
    m->verdict = r->plan.sprt.used ? sprt_verdict(&r->plan.sprt, m->llr) : 0;
    return true;
}

static int report(Runs *r, Text *error) {
    MatchPlan *plan = &r->plan;
    atomic_bool stop = false;
    Text missing = TEXT_OF(300);
    Match m;

    if (!read_files(r, error) || !set_games(r, error))
        return TOOL_FAILED;
    if (plan->engines > 2 && (plan->sprt.used || plan->summary))
        return tool_usage_error("%s needs exactly two engines",
                                plan->sprt.used ? "--sprt" : "--summary");
    for (int e = 0; e < plan->engines; e++)
        if (!r->known[e]) { /* no game, and so no name */
            Text t = TEXT_OF(32);

            text_addf(&t, "engine %d", e + 1);
            plan->engine[e].name = memory_text(t.at, t.length);
        }
    match_init(&m, plan, NULL, &stop);
    if (plan->swiss)
        set_boards(r, &m);
    if (count_games(r, &m, &missing, error)) {
        match_report_all(stdout, &m);
        if ((!plan->summary || summary_write(plan->summary, &m, error)) && plan->svg)
            picture_write(plan->svg, &m, error);
        if (m.total > m.finished)
            text_addf(error, "%s%" PRId64 " of %" PRId64 " games %s missing: %s",
                      error->length ? "; " : "", m.total - m.finished, m.total,
                      m.total - m.finished == 1 ? "is" : "are", missing.at);
    }
    match_destroy(&m);
    return error->length ? TOOL_FAILED : TOOL_OK;
}

/* --- games of other programs ----------------------------------------------------------------- */

/* Returns true if a file begins with a game that alula-match did not write. */
static bool rate_games_needed(const char *path) {
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

/* Returns the value of a key; adds a new key with the value `next`. */
static int find(UnitTable *t, uint64_t key, int next) {
    unit_table_add(t, key, 0, (uint64_t)next);
    return (int)unit_table_find(t, key)->place;
}

/* Returns the index of a player; adds a new player. */
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

/* Counts a pair at its second game; `half`: half points of the pairing's first player. */
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
        p->score.pair[half + (int)other->place]++;
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

/*
 * Counts the results of all games in an empty match with an empty plan, with an engine for each
 * player name. Two games of a numbered round with colors swapped form a pair. Games without a
 * result, names or standard rules are counted in *left_out. Returns false with an error message.
 * Free the engines and pairings of the plan in any case.
 */
static bool rate_games(Match *m, MatchPlan *plan, char *const *file, int files, int64_t *left_out,
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

/* Reports results only, for games of other programs or with --ratings. */
static int report_results(Runs *r, Text *error) {
    MatchPlan plan = {
        .sprt = r->plan.sprt, .summary = r->plan.summary, .svg = r->plan.svg, .json = r->plan.json};
    int64_t left_out;
    Match m;

    if (plan.svg || r->plan.games)
        return tool_usage_error("%s needs the games of one match by alula-match",
                                plan.svg ? "--svg" : "--games");
    if (rate_games(&m, &plan, r->file, r->files, &left_out, error) && m.pairings != 1 &&
        (plan.sprt.used || plan.summary))
        text_addf(error, "%s needs exactly two players", plan.sprt.used ? "--sprt" : "--summary");
    else if (!error->length && plan.sprt.used && !score_pairs(&m.pairing[0].score))
        text_add(error, "no two games form a pair, which --sprt needs: the same tag Round and "
                        "start position, and colors swapped");
    if (!error->length) {
        match_report_all(stdout, &m);
        if (left_out)
            tool_message("%" PRId64 " game%s without a result, two names or legal moves of chess "
                         "%s left out",
                         left_out, left_out == 1 ? "" : "s", left_out == 1 ? "is" : "are");
        if (plan.summary)
            summary_write(plan.summary, &m, error);
    }
    spec_free_all(plan.engine, plan.engines);
    free(m.pairing);
    return error->length ? TOOL_FAILED : TOOL_OK;
}

/* --- the command ----------------------------------------------------------------------------- */

static void free_runs(Runs *r) {
    spec_free_all(r->plan.engine, r->plan.engines);
    free(r->plan.files);
    free(r->known);
    free(r->settings);
    free(r->game);
    unit_table_free(&r->numbers);
}

/* Returns true if alula-match wrote none of the files. */
static bool are_foreign(const Runs *r) {
    int foreign = 0;

    while (!r->results && foreign < r->files && rate_games_needed(r->file[foreign]))
        foreign++;
    return r->results || foreign == r->files;
}

int add_runs(int argc, char **argv, Text *error) {
    Runs r = {.plan = {.slice = SLICE_ALL}};
    MatchPlan *plan = &r.plan;
    const CommandOption rows[] = {
        {"--sprt", .read = sprt_option, &plan->sprt},
        {"--games", .number = &plan->games, 1, 10000000},
        {"--svg", .text = &plan->svg},
        {"--summary", .text = &plan->summary},
        {"--ratings", .on = &r.results},
        {"--json", .on = &plan->json},
    };
    int status = TOOL_USAGE;

    attacks_init();
    zobrist_init();
    if (commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &r.files, error)) {
        r.file = argv + 1;
        if (!r.files)
            text_add(error, "report needs files written by --pgn");
        else if (tool_check_outputs(
                     (ToolFile[]){{"--svg", plan->svg}, {"--summary", plan->summary}}, 2,
                     (const char *const *)r.file, (size_t)r.files))
            status = TOOL_USAGE;
        else if ((plan->svg && !file_output_possible(plan->svg, error)) ||
                 (plan->summary && !file_output_possible(plan->summary, error)))
            status = TOOL_FAILED;
        else
            status = are_foreign(&r) ? report_results(&r, error) : report(&r, error);
    }
    free_runs(&r);
    return status;
}
