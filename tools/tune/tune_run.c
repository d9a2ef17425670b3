/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "tune_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/util.h"
#include "paramfile.h"
#include "tools/common/commandline.h"
#include "tools/common/gamesearch.h"
#include "tools/common/interrupt.h"
#include "tools/common/lock.h"
#include "tools/common/memory.h"
#include "tools/common/tool.h"
#include "tune_state.h"

enum { LIVE_MS = 500, SETTINGS_SIZE = 320, NAME_SIZE = 4096 };

/* The command line. */
typedef struct {
    int64_t games, nodes, batch, threads, hash, seed;
    const char *openings, *params, *state, *out, *a, *c;
    int64_t a_thousandths, c_thousandths; /* of a percent, of a step */
} TuneOptions;

typedef struct {
    TuneOptions options;
    Openings openings;
    char settings[SETTINGS_SIZE];
    Spsa spsa;
    TuneTally tally;
    TuneGames *tune_games;
    int *points; /* [batch] */
    char lock_path[NAME_SIZE];
    int lock; /* of the state file; -1: none */
    int64_t start_ms, shown_ms;
    uint64_t games_before; /* played by earlier runs */
    bool terminal;
} TuneRun;

/* --- arguments ------------------------------------------------------------------------------- */

/* In table order; NULL means all parameters with a step. */
static bool choose_params(Spsa *s, const char *names, Text *error) {
    bool chosen[PARAM_COUNT] = {false};
    Word list = word_of(names ? names : "");
    const ParamRow *row;

    while (names && list.length) {
        const Word name = text_until(&list, ',');

        if (!(row = params_find(name)) || !row->step) {
            text_add(error, row ? "this parameter has no step, so it cannot be tuned: "
                                : "unknown parameter: ");
            text_add_quoted(error, name, 60);
            return false;
        }
        for (size_t i = 0; i < PARAM_COUNT; i++)
            chosen[i] = chosen[i] || params_row(i) == row;
    }
    for (size_t i = 0; (row = params_row(i)) != NULL; i++)
        if (names ? chosen[i] : row->step > 0)
            s->row[s->count++] = row;
    return true;
}

static bool read_options(TuneOptions *o, int argc, char **argv, Text *error) {
    const CommandOption rows[] = {
        {"--games", .number = &o->games, 1, 1000000000},
        {"--nodes", .number = &o->nodes, 1, 1000000000},
        {"--batch", .number = &o->batch, 1, 10000},
        {"--threads", .number = &o->threads, 1, 256},
        {"--hash", .number = &o->hash, 1, 65536},
        {"--seed", .number = &o->seed, 0, INT64_MAX},
        {"--openings", .text = &o->openings},
        {"--params", .text = &o->params},
        {"--state", .text = &o->state},
        {"--out", .text = &o->out},
        {"--a", .text = &o->a},
        {"--c", .text = &o->c},
    };
    int others;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, error))
        return false;
    if (others)
        text_add(error, "only options are expected");
    else if (!o->games)
        text_add(error, "--games N is missing, the number of games");
    else if (o->a &&
             (!word_thousandths(word_of(o->a), 100000, &o->a_thousandths) || !o->a_thousandths))
        text_add(error, "--a needs a percentage from 0.001 to 100");
    else if (!word_thousandths(word_of(o->c), 100000, &o->c_thousandths) || !o->c_thousandths)
        text_add(error, "--c needs a number from 0.001 to 100");
    else if (!o->out)
        text_add(error, "--out FILE is missing, the parameters to write");
    if (!o->a)
        o->a_thousandths = lround(35000 / sqrt((double)((o->games + 1) / 2)));
    return !error->length;
}

/* --- preparation ----------------------------------------------------------------------------- */

/* All settings that influence the result. False without memory. */
static bool note_settings(TuneRun *r) {
    const uint32_t engine = gamesearch_fingerprint(NULL, false);
    const TuneOptions *o = &r->options;
    const char *text = r->openings.text;
    Text settings = text_in(r->settings, sizeof r->settings);

    text_addf(&settings, "games=%" PRIu64 " nodes=%" PRId64, 2 * r->spsa.plan.pairs, o->nodes);
    text_addf(&settings, " batch=%" PRId64 " hash=%" PRId64 " seed=%" PRId64, o->batch, o->hash,
              o->seed);
    text_addf(&settings, " a=%" PRId64 ".%03" PRId64 "%% c=%" PRId64 ".%03" PRId64,
              o->a_thousandths / 1000, o->a_thousandths % 1000, o->c_thousandths / 1000,
              o->c_thousandths % 1000);
    text_addf(&settings, " openings=%08" PRIx32 " engine=%08" PRIx32,
              checksum_crc32(0, (const uint8_t *)text, strlen(text)), engine);
    return engine != 0;
}

/* Two runs must not share a state. */
static bool take_lock(TuneRun *r, Text *error) {
    const char *state = r->options.state;
    const int length = snprintf(r->lock_path, sizeof r->lock_path, "%s.lock", state);
    LockStatus status;

    if (length < 0 || (size_t)length >= sizeof r->lock_path) {
        text_add(error, "the path of the state is too long");
        return false;
    }
    status = lock_create(&r->lock, r->lock_path, error);
    if (status == LOCK_HELD)
        return true;
    r->lock = -1;
    if (status == LOCK_BUSY)
        text_addf(error, "another run is using the state %s", state);
    return false;
}

/* Check everything that can fail before any file is changed. */
static bool prepare(TuneRun *r, Text *error) {
    const TuneOptions *o = &r->options;
    const TuneGamesSettings settings = {.openings = &r->openings,
                                        .nodes = (uint64_t)o->nodes,
                                        .hash_megabytes = (int)o->hash,
                                        .threads = (int)o->threads};
    const SpsaPlan plan = {.pairs = (uint64_t)(o->games + 1) / 2,
                           .seed = (uint64_t)o->seed,
                           .c = (double)o->c_thousandths / 1000,
                           .a = (double)o->a_thousandths / 100000};
    const char *why;

    if ((why = openings_load(&r->openings, o->openings, false, 0))) {
        text_add(error, why);
        return false;
    }
    spsa_init(&r->spsa, &plan, &params_default);
    if (!note_settings(r)) {
        text_add(error, "there is not enough memory");
        return false;
    }
    openings_shuffle(&r->openings, plan.seed);
    if (o->state && !take_lock(r, error))
        return false;
    if (o->state &&
        tune_state_read(o->state, r->settings, &r->spsa, &r->tally, error) == TUNE_STATE_BAD)
        return false;
    if (o->state)
        file_output_sweep(o->state);
    r->points = calloc((size_t)o->batch, sizeof *r->points);
    if (!r->points || !(r->tune_games = tune_games_new(&settings))) {
        text_add(error, "there is not enough memory for the threads and their hash tables");
        return false;
    }
    return file_output_possible(o->out, error) &&
           (!o->state || tune_state_write(o->state, r->settings, &r->spsa, &r->tally, error));
}

/* --- games ----------------------------------------------------------------------------------- */

static double score_percent(const TuneTally *t) {
    const uint64_t games = t->won + t->drawn + t->lost;

    return games ? 100 * ((double)t->won + (double)t->drawn / 2) / (double)games : 50;
}

/* "120 of 2000 games  3.1 a second  49.8 %  0:10:12 left"; false after an interruption. */
static bool progress(void *context, uint64_t games) {
    TuneRun *r = context;
    const uint64_t played = 2 * r->spsa.done + games, wanted = 2 * r->spsa.plan.pairs;
    const int64_t now = clock_ms();
    const double seconds = (double)(now - r->start_ms + 1) / 1000;
    const double rate = (double)(played - r->games_before) / seconds;
    uint64_t left;

    if (r->terminal && now - r->shown_ms >= LIVE_MS) {
        r->shown_ms = now;
        left = rate > 0 ? (uint64_t)((double)(wanted - played) / rate) : 0;
        fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " games  %.2f a second  %.1f %%", played,
                wanted, rate, score_percent(&r->tally));
        if (rate > 0)
            fprintf(stderr, "  %" PRIu64 ":%02d:%02d left   ", left / 3600, (int)(left / 60 % 60),
                    (int)(left % 60));
    }
    return !interrupt_pending();
}

/* Play all games, or until an interruption. Returns the exit status. */
static int play_all(TuneRun *r, Text *error) {
    const TuneOptions *o = &r->options;
    Spsa *s = &r->spsa;

    while (s->done < s->plan.pairs && !interrupt_pending()) {
        const uint64_t left = s->plan.pairs - s->done;
        const size_t pairs = (size_t)min_u64(left, (uint64_t)o->batch);
        TuneTally tally = r->tally;

        switch (tune_games_play(r->tune_games, s, pairs, r->points, &tally, progress, r)) {
        case TUNE_GAMES_STOPPED:
            return TOOL_INTERRUPTED;
        case TUNE_GAMES_NO_MEMORY:
            text_add(error, "there is not enough memory for a game");
            return TOOL_FAILED;
        case TUNE_GAMES_NO_THREAD:
            text_add(error, "the system cannot start a thread");
            return TOOL_FAILED;
        case TUNE_GAMES_DONE:
            break;
        }
        spsa_update(s, r->points, pairs);
        r->tally = tally;
        if (o->state && !tune_state_write(o->state, r->settings, s, &tally, error))
            return TOOL_FAILED;
    }
    return s->done < s->plan.pairs ? TOOL_INTERRUPTED : 0;
}

/* --- results --------------------------------------------------------------------------------- */

static void print_table(const TuneRun *r) {
    const Spsa *s = &r->spsa;
    SearchParams from = params_default;

    printf("games        %" PRIu64 " of %" PRIu64 ": one side won %" PRIu64 ", drew %" PRIu64
           ", lost %" PRIu64 "\n",
           2 * s->done, 2 * s->plan.pairs, r->tally.won, r->tally.drawn, r->tally.lost);
    printf("%-22s %6s %6s   (in steps)\n", "parameter", "from", "to");
    for (size_t i = 0; i < s->count; i++) {
        const int old = *params_value(&from, s->row[i]);

        printf("%-22s %6d %6d   %+.2f\n", s->row[i]->name, old, spsa_rounded(s, i),
               (s->value[i] - old) / s->row[i]->step);
    }
}

static bool write_params(const TuneRun *r, Text *error) {
    const SearchParams params = spsa_params(&r->spsa);
    char note[120];
    Text text = text_in(note, sizeof note);

    text_addf(&text, "Tuned by %" PRIu64 " games of %" PRId64 " nodes a move, seed %" PRId64 ".",
              2 * r->spsa.done, r->options.nodes, r->options.seed);
    return paramfile_write(r->options.out, &params, note, error);
}

static int run(TuneRun *r, Text *error) {
    int status;

    r->games_before = 2 * r->spsa.done;
    r->terminal = isatty(STDERR_FILENO);
    r->start_ms = r->shown_ms = clock_ms();
    status = play_all(r, error);
    if (r->terminal && r->shown_ms != r->start_ms)
        fprintf(stderr, "\r%78s\r", "");
    if (status == TOOL_FAILED)
        return TOOL_FAILED;
    print_table(r);
    if (!r->spsa.done)
        return status; /* no new values to write */
    if (!write_params(r, error))
        return TOOL_FAILED;
    printf("written      %s\n", r->options.out);
    return status;
}

int tune_run(int argc, char **argv, Text *error) {
    TuneRun *r = memory_new(1, sizeof *r);
    int status = TOOL_FAILED;

    r->lock = -1;
    r->options = (TuneOptions){.nodes = 8000,
                               .batch = 8,
                               .threads = 1,
                               .hash = 2,
                               .seed = 1,
                               .openings = "openings/unbalanced.epd",
                               .c = "1"};
    if (!read_options(&r->options, argc, argv, error) ||
        !choose_params(&r->spsa, r->options.params, error)) {
        status = TOOL_USAGE;
    } else if (prepare(r, error)) {
        interrupt_catch();
        status = run(r, error);
    }
    if (r->lock >= 0)
        lock_remove(r->lock, r->lock_path);
    tune_games_free(r->tune_games);
    openings_free(&r->openings);
    free(r->points);
    free(r);
    return status;
}
