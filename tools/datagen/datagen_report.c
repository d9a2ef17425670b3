/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "alula-datagen.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "shardset.h"
#include "tools/common/coherence.h"
#include "tools/common/openings.h"
#include "tools/common/tool.h"

static const char *const result_text[RESULT_COUNT] = {"0-1", "1/2-1/2", "1-0"};
static const char *const end_text[END_COUNT] = {
    "mate",        "stalemate",   "too little material", "repetition",
    "fifty moves", "adjudicated", "adjudicated draw",    "too long"};

/* --- iterating over games -------------------------------------------------------------------- */

/* Called for each game. Returns an error message or NULL. */
typedef const char *GameVisitor(void *context, const ShardGame *game);

typedef struct {
    uint64_t shards, parts, games, positions;
    uint64_t bytes, unfinished; /* unfinished: bytes of partial games */
    uint64_t errors;
} DumpWalk;

/* Opens a shard. It may have been renamed from .part in the meantime; an empty .part is skipped. */
static ShardReader *open_shard(const char *path, DumpWalk *walk) {
    Text error = TEXT_OF(1400), name = TEXT_OF(1024);
    const bool part = shard_is_part(path);
    ShardReader *reader = NULL;
    struct stat info;

    if (part && stat(path, &info)) {
        text_add_word(&name, (Word){path, strlen(path) - strlen(SHARD_PART_SUFFIX)});
        text_add(&name, SHARD_SUFFIX);
        path = name.at;
    } else if (part && !info.st_size) {
        return NULL;
    }
    if (!shard_open(&reader, path, &error)) {
        tool_message("%s", error.at);
        walk->errors++;
        return NULL;
    }
    walk->shards++;
    walk->parts += shard_is_part(path);
    walk->bytes += reader->size;
    return reader;
}

static void report_error(DumpWalk *walk, const char *path, size_t offset, const char *what) {
    fflush(stdout);
    tool_message("%s: at byte %zu: %s", path, offset, what);
    walk->errors++;
}

/* Visits the games of one shard, up to max_games in all shards. */
static void walk_shard(DumpWalk *walk, const char *path, ShardReader *reader, uint64_t max_games,
                       GameVisitor *visit, void *context) {
    ShardStatus status = SHARD_GAME;
    ShardGame game;

    while (walk->games < max_games && (status = shard_next(reader, &game)) != SHARD_END) {
        const char *error = NULL;

        if (status == SHARD_BAD) {
            const size_t offset = reader->error_offset;

            error = reader->error;
            status = shard_is_part(path) ? shard_next(reader, &game) : SHARD_BAD;
            if (status == SHARD_END) { /* a game in progress */
                walk->unfinished += reader->size - offset;
                return;
            }
            report_error(walk, path, offset, error);
        }
        if (status != SHARD_GAME)
            continue;
        walk->games++;
        walk->positions += game.plies;
        error = visit(context, &game);
        if (error)
            report_error(walk, path, game.offset, error);
    }
}

/* --- verify ---------------------------------------------------------------------------------- */

/* Checks end and result; `now` is the final outcome. Returns an error message or NULL. */
static const char *check_end(const ShardGame *game, Outcome now) {
    static const Outcome outcome[END_COUNT] = {
        OUTCOME_MATE, OUTCOME_STALEMATE, OUTCOME_INSUFFICIENT, OUTCOME_THREEFOLD, OUTCOME_FIFTY};
    const Color loser = position_turn(&game->position[game->plies]);
    ShardResult wanted = RESULT_DRAW;

    if (now != (game->end <= END_FIFTY ? outcome[game->end] : OUTCOME_NONE))
        return "the last position does not match the end of the game";
    if (game->end == END_MATE)
        wanted = loser == WHITE ? RESULT_BLACK_WINS : RESULT_WHITE_WINS;
    if (game->end == END_ADJUDICATED_WIN) /* scores are not verified, as they may be relabeled */
        return game->result == RESULT_DRAW ? "a game adjudicated as won has the result of a draw"
                                           : NULL;
    return game->result == wanted ? NULL : "the result does not match the end of the game";
}

typedef struct {
    const ShardList *list;
    DumpWalk walk;
    GameLine line;
    ShardSet shards;
    UnitTable games;               /* places by shard_game_hash() */
    uint32_t shard, number;        /* index of the shard in the list, of the game in the shard */
    bool again;                    /* the shard is a copy, whose games are known already */
    uint64_t copies, copied_games; /* games: in the copies */
    uint64_t twice;                /* games with the moves of an earlier game */
    uint64_t place[SHARDSET_NAMED][2]; /* places of such games and of their originals */
} Verification;

/* Counts a game that has the moves of an earlier game. */
static void note_game(Verification *v, uint64_t hash) {
    const uint64_t place = (uint64_t)v->shard << 32 | v->number;

    if (unit_table_add(&v->games, hash, 0, place) == UNIT_NEW)
        return;
    if (v->twice < SHARDSET_NAMED) {
        v->place[v->twice][0] = place;
        v->place[v->twice][1] = unit_table_find(&v->games, hash)->place;
    }
    v->twice++;
}

static const char *verify_game(void *context, const ShardGame *game) {
    Verification *v = context;
    Outcome now = OUTCOME_NONE;

    v->number++;
    if (!v->again)
        note_game(v, shard_game_hash(game));
    gameline_restart(&v->line, &game->position[0]);
    if (!game->plies)
        return "a game has no moves";
    for (size_t i = 0; i < game->plies; i++) {
        if (now != OUTCOME_NONE)
            return "moves follow the end of a game";
        if (gameline_play(&v->line, game->move[i]))
            return "there is not enough memory to replay a game";
        now = gameline_outcome(&v->line);
    }
    return check_end(game, now);
}

static void verify_shard(Verification *v, ShardReader *reader, const char *path) {
    Text error = TEXT_OF(2 * 1024 + 256);
    SetShard *earlier;
    const ShardSetStatus status = shardset_add(&v->shards, reader, path, &earlier, &error);
    const uint64_t before = v->walk.games;

    v->number = 0;
    v->again = status == SHARDSET_COPY || status == SHARDSET_BEGUN;
    walk_shard(&v->walk, path, reader, UINT64_MAX, verify_game, v);
    if (status == SHARDSET_OTHER) {
        fflush(stdout);
        tool_message("%s", error.at);
        v->walk.errors++;
    } else if (v->again) {
        v->copies++;
        v->copied_games += v->walk.games - before;
        if (v->copies <= SHARDSET_NAMED)
            tool_message("%s: a copy of %s%s", path, earlier->path,
                         status == SHARDSET_BEGUN ? ", and one is unfinished" : "");
    }
}

/* Lists and counts duplicate games outside of copies. */
static void print_twice(const Verification *v) {
    if (v->copies)
        printf("%" PRIu64 " shard%s of another: %" PRIu64 " of their games are repeated\n",
               v->copies, v->copies == 1 ? " is a copy" : "s are copies", v->copied_games);
    fflush(stdout);
    for (uint64_t i = 0; i < v->twice && i < SHARDSET_NAMED; i++)
        tool_message("%s: game %" PRIu32 " has the moves of game %" PRIu32 " in %s",
                     v->list->path[v->place[i][0] >> 32], (uint32_t)v->place[i][0],
                     (uint32_t)v->place[i][1], v->list->path[v->place[i][1] >> 32]);
    if (v->twice)
        printf("%" PRIu64 " game%s of an earlier one\n", v->twice,
               v->twice == 1 ? " has the moves" : "s have the moves");
}

int datagen_report_verify(const ShardList *list) {
    Verification v = {.list = list};
    const DumpWalk *walk = &v.walk;

    openings_line(&v.line);
    for (size_t i = 0; i < list->count; i++) {
        ShardReader *reader = open_shard(list->path[i], &v.walk);

        v.shard = (uint32_t)i;
        if (reader)
            verify_shard(&v, reader, list->path[i]);
        shard_close(reader);
    }
    printf("%" PRIu64 " shard%s, %" PRIu64 " game%s, %" PRIu64 " positions: ", walk->shards,
           walk->shards == 1 ? "" : "s", walk->games, walk->games == 1 ? "" : "s", walk->positions);
    if (walk->errors)
        printf("%" PRIu64 " fault%s\n", walk->errors, walk->errors == 1 ? "" : "s");
    else
        printf("all good\n");
    if (walk->unfinished)
        printf("%" PRIu64 " bytes of unfinished games in shards that are being written\n",
               walk->unfinished);
    print_twice(&v);
    gameline_destroy(&v.line);
    unit_table_free(&v.games);
    shardset_free(&v.shards);
    return walk->errors ? 1 : 0;
}

/* --- dump ------------------------------------------------------------------------------------ */

static void write_epd(Text *line, const Position *p, Move m, int score, ShardResult result) {
    fen_write_fields(line, p);
    text_add(line, " bm ");
    notation_write_san(line, p, m);
    text_addf(line, "; ce %d; hmvc %d; fmvn %d; c9 \"%s\";",
              position_turn(p) == WHITE ? score : -score, p->halfmove_clock, p->fullmove_number,
              result_text[result]);
}

static void write_plain(Text *line, const Position *p, Move m, int score, ShardResult result) {
    fen_write(line, p);
    text_addf(line, " | %d | %s | ", score, result_text[result]);
    notation_write(line, p, m);
}

static const char *dump_game(void *context, const ShardGame *game) {
    const bool epd = *(const bool *)context;

    if (!epd)
        printf("# at byte %zu: %zu plies, %s, %s\n", game->offset, game->plies,
               result_text[game->result], end_text[game->end]);
    for (size_t i = 0; i < game->plies; i++) {
        Text line = TEXT_OF(2 * FEN_SIZE);

        (epd ? write_epd : write_plain)(&line, &game->position[i], game->move[i], game->score[i],
                                        game->result);
        puts(line.at);
    }
    return NULL;
}

int datagen_report_dump(const ShardList *list, uint64_t games, bool epd) {
    DumpWalk walk = {0};

    for (size_t i = 0; i < list->count; i++) {
        ShardReader *reader = open_shard(list->path[i], &walk);

        if (reader && !epd)
            printf("# %s: stream %" PRIu64 ", shard %" PRIu32 ": %s\n", list->path[i],
                   reader->header.stream, reader->header.number, reader->header.settings);
        if (reader)
            walk_shard(&walk, list->path[i], reader, games ? games : UINT64_MAX, dump_game, &epd);
        shard_close(reader);
    }
    return walk.errors ? 1 : 0;
}

/* --- stats ----------------------------------------------------------------------------------- */

/* Upper bounds of the histogram bins, in centipawns for either side; the last bin is for mates. */
static const int bar_end[] = {10, 25, 50, 100, 200, 400, 800, 1600, 3000, SHARD_MATE_SCORE - 1};
enum { BARS = (int)(sizeof bar_end / sizeof *bar_end) + 1, MAX_SETTINGS = 16 };

typedef struct {
    uint64_t usable, result[RESULT_COUNT], end[END_COUNT];
    uint64_t bar[BARS], half_points[BARS]; /* positions, and half points of the side ahead */
    size_t shortest, longest;              /* plies */
    uint64_t shuffled;                     /* games without castling rights at the start */
    Coherence coherence;                   /* of usable positions */
} Stats;

static const char *add_game(void *context, const ShardGame *game) {
    Stats *s = context;

    s->result[game->result]++;
    s->end[game->end]++;
    s->shortest = !s->shortest || game->plies < s->shortest ? game->plies : s->shortest;
    s->longest = game->plies > s->longest ? game->plies : s->longest;
    s->shuffled += !game->position[0].board.castling;
    coherence_begin_game(&s->coherence);
    for (size_t i = 0; i < game->plies; i++) {
        const int score = game->score[i], size = score < 0 ? -score : score;
        int bar = 0;

        while (bar < BARS - 1 && size > bar_end[bar])
            bar++;
        s->bar[bar]++;
        s->half_points[bar] +=
            score < 0 ? RESULT_WHITE_WINS - (unsigned)game->result : (unsigned)game->result;
        if (shard_is_usable(game, i)) {
            s->usable++;
            coherence_add(&s->coherence, game, i);
        }
    }
    return NULL;
}

static double percent(uint64_t part, uint64_t whole) {
    return whole ? 100 * (double)part / (double)whole : 0;
}

static void print_stats(const Stats *s, const DumpWalk *walk) {
    const uint64_t games = walk->games ? walk->games : 1;
    const uint64_t positions = walk->positions ? walk->positions : 1;
    Text agreement = TEXT_OF(80);
    int from = 0;

    coherence_describe(&agreement, &s->coherence);
    printf("shards      %" PRIu64 " (%" PRIu64 " being written)\n", walk->shards, walk->parts);
    printf("games       %" PRIu64 " (%.1f %% without castling rights)\n", walk->games,
           percent(s->shuffled, games));
    printf("positions   %" PRIu64 " (%.2f bytes each)\n", walk->positions,
           (double)walk->bytes / (double)positions);
    printf("usable      %" PRIu64 " (%.1f %%)\n", s->usable, percent(s->usable, positions));
    printf("length      %.1f plies on average, from %zu to %zu\n",
           (double)walk->positions / (double)games, s->shortest, s->longest);
    printf("results     1-0 %.1f %%, 1/2-1/2 %.1f %%, 0-1 %.1f %%\n",
           percent(s->result[RESULT_WHITE_WINS], games), percent(s->result[RESULT_DRAW], games),
           percent(s->result[RESULT_BLACK_WINS], games));
    printf("agreement   %s\n", agreement.at);
    printf("ends       ");
    for (int i = 0, shown = 0; i < END_COUNT; i++)
        if (s->end[i])
            printf("%s %s %.1f %%", shown++ ? "," : "", end_text[i], percent(s->end[i], games));
    printf("\nscores      (centipawns for either side; share of positions; points of the side "
           "ahead)\n");
    for (int i = 0; i < BARS; i++) {
        const double share = percent(s->bar[i], positions);

        if (i == BARS - 1)
            printf("        mate  ");
        else if (i == BARS - 2)
            printf("  from %5d  ", from);
        else
            printf("%5d-%5d   ", from, bar_end[i]);
        printf("%5.1f %%  %.3f  %.*s\n", share,
               s->bar[i] ? (double)s->half_points[i] / 2 / (double)s->bar[i] : 0,
               (int)(share + 0.5), "##################################################");
        from = bar_end[i < BARS - 1 ? i : 0] + 1;
    }
}

/* The different settings, with the number of their shards. */
typedef struct {
    char text[MAX_SETTINGS][SHARD_SETTINGS_SIZE];
    uint64_t shards[MAX_SETTINGS], others;
    int count;
} Settings;

static void add_settings(Settings *all, const char *text) {
    int i = 0;

    while (i < all->count && strcmp(all->text[i], text))
        i++;
    if (i == MAX_SETTINGS) {
        all->others++;
        return;
    }
    if (i == all->count)
        snprintf(all->text[all->count++], sizeof *all->text, "%s", text);
    all->shards[i]++;
}

static void print_settings(const Settings *settings) {
    for (int i = 0; i < settings->count; i++)
        printf("settings    %s (%" PRIu64 " shard%s)\n", settings->text[i], settings->shards[i],
               settings->shards[i] == 1 ? "" : "s");
    if (settings->others)
        printf("settings    and others (%" PRIu64 " shard%s)\n", settings->others,
               settings->others == 1 ? "" : "s");
}

/* Adds the bars of the histogram. */
static void add_scores(Json *j, const Stats *s) {
    json_open(j, "scores", '[');
    for (int i = 0; i < BARS; i++) {
        json_open(j, NULL, '{');
        json_whole(j, "from", i ? bar_end[i - 1] + 1 : 0);
        if (i < BARS - 1)
            json_whole(j, "to", bar_end[i]);
        else
            json_null(j, "to");
        json_count(j, "positions", s->bar[i]);
        json_real(j, "points", s->bar[i] ? (double)s->half_points[i] / 2 / (double)s->bar[i] : NAN,
                  4);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void add_setting(Json *j, const char *text, uint64_t shards) {
    json_open(j, NULL, '{');
    json_text(j, "text", text);
    json_count(j, "shards", shards);
    json_close(j, '}');
}

static void print_json(const Stats *s, const DumpWalk *walk, const Settings *settings) {
    const Coherence *c = &s->coherence;
    Json j = tool_json();

    json_count(&j, "shards", walk->shards);
    json_count(&j, "unfinished_shards", walk->parts);
    json_count(&j, "errors", walk->errors);
    json_count(&j, "bytes", walk->bytes);
    json_count(&j, "games", walk->games);
    json_count(&j, "shuffled", s->shuffled);
    json_count(&j, "positions", walk->positions);
    json_count(&j, "usable", s->usable);
    json_count(&j, "shortest", s->shortest);
    json_count(&j, "longest", s->longest);
    json_count(&j, "white_wins", s->result[RESULT_WHITE_WINS]);
    json_count(&j, "draws", s->result[RESULT_DRAW]);
    json_count(&j, "black_wins", s->result[RESULT_BLACK_WINS]);
    json_real(&j, "agreement", c->positions ? (double)c->agreeing / (double)c->positions : NAN, 4);
    json_open(&j, "ends", '{');
    for (int i = 0; i < END_COUNT; i++)
        json_count(&j, end_text[i], s->end[i]);
    json_close(&j, '}');
    add_scores(&j, s);
    json_open(&j, "settings", '[');
    for (int i = 0; i < settings->count; i++)
        add_setting(&j, settings->text[i], settings->shards[i]);
    if (settings->others)
        add_setting(&j, NULL, settings->others);
    json_close(&j, ']');
    startup_json_end(&j);
}

int datagen_report_stats(const ShardList *list, bool json) {
    Settings *settings = memory_new(1, sizeof *settings);
    DumpWalk walk = {0};
    Stats stats = {0};

    for (size_t i = 0; i < list->count; i++) {
        ShardReader *reader = open_shard(list->path[i], &walk);

        if (reader) {
            add_settings(settings, reader->header.settings);
            walk_shard(&walk, list->path[i], reader, UINT64_MAX, add_game, &stats);
        }
        shard_close(reader);
    }
    if (json && (walk.shards || !walk.errors)) { /* otherwise the errors suffice */
        print_json(&stats, &walk, settings);
    } else if (walk.shards || !walk.errors) {
        print_stats(&stats, &walk);
        print_settings(settings);
    }
    free(settings);
    return walk.errors ? 1 : 0;
}
