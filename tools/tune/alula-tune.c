/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-tune: tune the search parameters, or the options of another engine, with SPSA. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alula-tune.h"
#include "base/checksum.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/lock.h"
#include "base/util.h"
#include "base/version.h"
#include "search/searcher.h"
#include "tools/common/tool.h"
#include "tune_games.h"

static const char *const usage[] = {
#include "usage/alula-tune.inc"
    NULL};

enum { LIVE_MS = 500, SETTINGS_SIZE = 320, NAME_SIZE = 4096 };

/* The command line. */
typedef struct {
    int64_t games, nodes, batch, threads, hash, seed, patience_s;
    const char *openings, *params, *state, *out, *a, *c;
    const char *engine, *values;
    const char *emit, *play, *log;
    Slice slice; /* slice of the units to play */
    bool absorb, json;
    char **files;                         /* files to absorb, NULL-terminated */
    int64_t a_thousandths, c_thousandths; /* in thousandths of a percent, and of a step */
} TuneOptions;

typedef struct {
    TuneOptions options;
    Openings openings;
    char job[SETTINGS_SIZE]; /* the settings after the version */
    const char *settings;    /* part of `job` */
    Spsa spsa;
    TuneTally tally;
    ExternalEngine *engine; /* NULL: Alula itself */
    TuneGames *tune_games;
    int *points; /* [2 * batch], for each game */
    char lock_path[NAME_SIZE];
    int lock; /* lock of the state file; -1: none */
    int64_t start_ms, shown_ms;
    uint64_t percent;      /* last percentage shown without a terminal */
    uint64_t games_before; /* games of earlier runs */
    bool terminal;
} TuneRun;

/* --- arguments ------------------------------------------------------------------------------- */

/* Chooses parameters in table order; NULL means all with a step. */
static bool choose_params(Spsa *s, const char *names, Text *error) {
    Word list = word_of(names ? names : "");
    const ParamRow *row;

    while (names && list.length) {
        const Word name = text_until(&list, ',');

        if (!(row = params_find(name)) || !row->step) {
            text_add(error, row ? "this parameter has no step, so it cannot be tuned: "
                                : "the parameters (engine/search/params.inc) do not include ");
            text_add_quoted(error, name, 60);
            return false;
        }
    }
    for (size_t i = 0; (row = params_row(i)) != NULL; i++)
        if (names ? word_is_among(word_of(row->name), names) : row->step > 0)
            spsa_add_param(s, row);
    return true;
}

/* Checks that the options fit the kind of run. */
static void check_kind(const TuneOptions *o, int others, Text *error) {
    const bool any = o->games || o->nodes || o->batch || o->hash || o->seed >= 0 || o->openings ||
                     o->params || o->state || o->out || o->a || o->c || o->patience_s;

    if (!!o->emit + !!o->play + o->absorb > 1)
        text_add(error, "use --emit, --play and --absorb in separate runs");
    else if (!o->engine != !o->values)
        text_add(error, "--engine and --values belong together");
    else if (o->json && (o->emit || o->play))
        text_add(error, "--json prints values, and excludes --emit and --play");
    else if (o->engine && (o->params || o->emit || o->play || o->absorb))
        text_add(error, "--params, --emit, --play and --absorb cannot be used with --engine");
    else if (others && !o->absorb)
        text_add(error, "only options are expected");
    else if (o->absorb && !others)
        text_add(error, "--absorb needs the files with the results");
    else if (o->play && any)
        text_add(
            error,
            "--play takes only --threads, --log and --slice; the units contain all other settings");
    else if (!o->play && (o->log || o->slice.of > 1))
        text_add(error, "--log and --slice need --play");
    else if (!o->play && !o->games)
        text_add(error, "--games N is missing: the number of games");
    else if (!o->play && !o->emit && !o->out)
        text_add(error, "--out FILE is missing: the parameters to write");
    else if ((o->emit || o->absorb) && !o->state)
        text_add(error, "--state FILE is missing: the state of the run");
}

static void set_defaults(TuneOptions *o) {
    o->nodes = o->nodes ? o->nodes : 8000;
    o->batch = o->batch ? o->batch : 8;
    o->hash = o->hash ? o->hash : 2;
    o->seed = o->seed >= 0 ? o->seed : 1;
    o->openings = o->openings ? o->openings : "openings/unbalanced.epd";
    if (!o->a)
        o->a_thousandths = lround(35000 / sqrt((double)((o->games + 1) / 2)));
    if (!o->c)
        o->c_thousandths = 1000;
}

/* Returns false after an error message. */
static bool check_files(const TuneOptions *o) {
    const ToolFile outputs[] = {
        {"--out", o->out}, {"--state", o->state}, {"--emit", o->emit}, {"--log", o->log}};
    const char *inputs[] = {o->play ? NULL : o->openings, o->play, o->values};
    size_t files = 0;

    while (o->files[files])
        files++;
    return !tool_check_outputs(outputs, 4, (const char *const *)o->files, files) &&
           !tool_check_outputs(outputs, 4, inputs, 3);
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
        {"--engine", .text = &o->engine},
        {"--values", .text = &o->values},
        {"--patience", .number = &o->patience_s, 1, 100000},
        {"--state", .text = &o->state},
        {"--out", .text = &o->out},
        {"--a", .text = &o->a},
        {"--c", .text = &o->c},
        {"--emit", .text = &o->emit},
        {"--play", .text = &o->play},
        {"--log", .text = &o->log},
        {"--slice", .read = slice_option, .context = &o->slice},
        {"--absorb", .on = &o->absorb},
        {"--json", .on = &o->json},
    };
    int others;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, error))
        return false;
    argv[others + 1] = NULL;
    o->files = argv + 1;
    check_kind(o, others, error);
    if (error->length)
        return false;
    if (o->a && (!word_thousandths(word_of(o->a), 100000, &o->a_thousandths) || !o->a_thousandths))
        text_add(error, "--a needs a percentage from 0.001 to 100");
    else if (o->c &&
             (!word_thousandths(word_of(o->c), 100000, &o->c_thousandths) || !o->c_thousandths))
        text_add(error, "--c needs a number from 0.001 to 100");
    set_defaults(o);
    return !error->length && check_files(o);
}

/* --- preparation ----------------------------------------------------------------------------- */

static uint32_t sum_of(const char *text) {
    return checksum_crc32(0, (const uint8_t *)text, strlen(text));
}

/* Records all settings that influence the result. */
static void note_settings(TuneRun *r) {
    const TuneOptions *o = &r->options;
    const uint32_t engine = o->engine ? sum_of(o->engine) : tool_fingerprint(NULL, false);
    Text settings = text_in(r->job, sizeof r->job);

    text_add(&settings, "version=" ALULA_VERSION " ");
    r->settings = r->job + settings.length;
    text_addf(&settings, "games=%" PRIu64 " nodes=%" PRId64, 2 * r->spsa.plan.pairs, o->nodes);
    text_addf(&settings, " batch=%" PRId64 " hash=%" PRId64 " seed=%" PRId64, o->batch, o->hash,
              o->seed);
    text_addf(&settings, " a=%" PRId64 ".%03" PRId64 "%% c=%" PRId64 ".%03" PRId64,
              o->a_thousandths / 1000, o->a_thousandths % 1000, o->c_thousandths / 1000,
              o->c_thousandths % 1000);
    text_addf(&settings, " openings=%08" PRIx32 " engine=%08" PRIx32, sum_of(r->openings.text),
              engine);
}

/* Takes a lock, since two runs must not share a state. */
static bool take_lock(TuneRun *r, Text *error) {
    const char *state = r->options.state;
    const int length = snprintf(r->lock_path, sizeof r->lock_path, "%s.lock", state);
    LockStatus status;

    if (length < 0 || (size_t)length >= sizeof r->lock_path)
        return text_fail(error, "the path of the state is too long");
    status = lock_create(&r->lock, r->lock_path, error);
    if (status == LOCK_BUSY)
        text_addf(error, "another run is using the state %s", state);
    return status == LOCK_HELD;
}

/* Reads the openings, the values and the state of the run. */
static bool prepare(TuneRun *r, Text *error) {
    const TuneOptions *o = &r->options;
    const SpsaPlan plan = {.pairs = (uint64_t)(o->games + 1) / 2,
                           .seed = (uint64_t)o->seed,
                           .c = (double)o->c_thousandths / 1000,
                           .a = (double)o->a_thousandths / 100000};
    const char *why;

    if ((why = openings_load(&r->openings, o->openings, false, 0)))
        return text_fail(error, "%s", why);
    if (o->engine && !tune_values_read(&r->spsa, o->values))
        return false;
    spsa_init(&r->spsa, &plan);
    note_settings(r);
    openings_shuffle(&r->openings, plan.seed);
    if (o->state && !take_lock(r, error))
        return false;
    if (o->state && !tune_state_read(o->state, r->settings, &r->spsa, &r->tally, error))
        return false;
    if (o->state)
        file_output_sweep(o->state);
    r->points = memory_new(2 * (size_t)o->batch, sizeof *r->points);
    return o->emit || file_output_possible(o->out, error);
}

/* Checks everything else that can fail before any file is changed. */
static bool prepare_games(TuneRun *r, Text *error) {
    const TuneOptions *o = &r->options;
    const ExternalOptions plan = {.engine = o->engine,
                                  .limits.nodes = o->nodes,
                                  .hash_megabytes = o->hash,
                                  .patience_ms = (o->patience_s ? o->patience_s : 15) * 1000,
                                  .opponent = "alula-tune"};
    TuneGamesSettings settings = {.nodes = (uint64_t)o->nodes,
                                  .hash_megabytes = (int)o->hash,
                                  .threads = (int)o->threads,
                                  .spsa = &r->spsa};

    if (o->engine && !(settings.engine = r->engine = external_engine_open(&plan, error)))
        return false;
    if (!(r->tune_games = tune_games_new(&settings, error)))
        return false;
    return !o->state || tune_state_write(o->state, r->settings, &r->spsa, &r->tally, error);
}

/* --- games ----------------------------------------------------------------------------------- */

/*
 * Shows "120 of 2000 games  3.1 a second  0:10:12 left"; without a terminal, a line per percent of
 * the games. Returns false if interrupted.
 */
static bool progress(void *context, uint64_t games) {
    TuneRun *r = context;
    const uint64_t played = 2 * r->spsa.done + games, wanted = 2 * r->spsa.plan.pairs;
    const int64_t now = clock_ms();
    const double seconds = (double)(now - r->start_ms + 1) / 1000;
    const double rate = (double)(played - r->games_before) / seconds;
    const uint64_t percent = 100 * played / wanted;
    uint64_t left;

    if (r->terminal ? now - r->shown_ms >= LIVE_MS : percent != r->percent) {
        r->shown_ms = now;
        r->percent = percent;
        left = rate > 0 ? (uint64_t)((double)(wanted - played) / rate) : 0;
        fprintf(stderr, "%s%" PRIu64 " of %" PRIu64 " games  %.2f a second",
                r->terminal ? "\r" : "", played, wanted, rate);
        if (rate > 0)
            fprintf(stderr, "  %" PRIu64 ":%02d:%02d left   ", left / 3600, (int)(left / 60 % 60),
                    (int)(left % 60));
        if (!r->terminal)
            fputc('\n', stderr);
    }
    return !interrupt_pending();
}

/* Gets a pair of the current batch; see TunePairs. */
static bool get_pair(void *context, size_t pair, TuneSide side[2], GameLine *opening) {
    const TuneRun *r = context;
    const uint64_t number = r->spsa.done + pair;

    spsa_perturb(&r->spsa, number, &side[0], &side[1]);
    openings_get(&r->openings, (size_t)number, opening);
    return true;
}

/* Returns the number of pairs in the next batch. */
static size_t next_batch(const TuneRun *r) {
    return (size_t)min_u64(r->spsa.plan.pairs - r->spsa.done, (uint64_t)r->options.batch);
}

/* Moves the values by the points of a batch, and saves them. */
static bool take_batch(TuneRun *r, size_t pairs, Text *error) {
    const char *state = r->options.state;

    for (size_t i = 0; i < 2 * pairs; i++) {
        r->tally.won += r->points[i] > 0;
        r->tally.drawn += !r->points[i];
        r->tally.lost += r->points[i] < 0;
    }
    for (size_t i = 0; i < pairs; i++)
        r->points[i] = r->points[2 * i] + r->points[2 * i + 1];
    spsa_update(&r->spsa, r->points, pairs);
    return !state || tune_state_write(state, r->settings, &r->spsa, &r->tally, error);
}

/* Plays all games, or until interrupted. Returns the exit status. */
static int play_all(TuneRun *r, Text *error) {
    const TunePairs source = {.get = get_pair, .context = r};
    const Spsa *s = &r->spsa;

    while (s->done < s->plan.pairs && !interrupt_pending()) {
        const size_t pairs = next_batch(r);
        int status;

        status = tune_games_play(r->tune_games, &source, pairs, r->points, progress, r, error);
        if (status)
            return status;
        if (!take_batch(r, pairs, error))
            return TOOL_FAILED;
    }
    return s->done < s->plan.pairs ? TOOL_INTERRUPTED : 0;
}

/* --- results --------------------------------------------------------------------------------- */

static void print_table(const TuneRun *r) {
    const Spsa *s = &r->spsa;

    printf("games        %" PRIu64 " of %" PRIu64 ": one side won %" PRIu64 ", drew %" PRIu64
           ", lost %" PRIu64 "\n",
           2 * s->done, 2 * s->plan.pairs, r->tally.won, r->tally.drawn, r->tally.lost);
    printf("%-22s %6s %6s   (in steps)\n", "parameter", "from", "to");
    for (size_t i = 0; i < s->count; i++) {
        const int old = s->start.value[s->row[i].place];

        printf("%-22s %6d %6d   %+.2f\n", s->row[i].name, old, spsa_rounded(s, i),
               (s->value[i] - old) / s->row[i].step);
    }
}

/* Prints all search parameters, in the form of engine/search/params.inc. */
static void print_params(FILE *file, const void *run) {
    const TuneRun *r = run;
    TuneSide side = spsa_side(&r->spsa);
    const ParamRow *row;

    fprintf(file,
            "/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
            "/* The search parameters: name, value, minimum, maximum, step of alula-tune (0: not "
            "tuned),\n"
            "   meaning. alula-tune writes files in this format.\n"
            "   Tuned by %" PRIu64 " games of %" PRId64 " nodes a move, seed %" PRId64 ". */\n",
            2 * r->spsa.done, r->options.nodes, r->options.seed);
    for (size_t i = 0; (row = params_row(i)) != NULL; i++) {
        fprintf(file, "PARAM(%s,%*s", row->name, (int)(22 - strlen(row->name)), "");
        fprintf(file, "%5d, %4d, %5d, %4d, \"%s\")\n", *params_value(&side.params, row), row->low,
                row->high, row->step, row->text);
    }
}

/* Prints the table, and the file that was written, if any, as JSON. */
static void print_json(const TuneRun *r, const char *file) {
    const Spsa *s = &r->spsa;
    Json j = tool_json();

    json_count(&j, "games", 2 * s->done);
    json_count(&j, "total", 2 * s->plan.pairs);
    json_count(&j, "won", r->tally.won);
    json_count(&j, "drawn", r->tally.drawn);
    json_count(&j, "lost", r->tally.lost);
    json_open(&j, "parameters", '[');
    for (size_t i = 0; i < s->count; i++) {
        const int old = s->start.value[s->row[i].place];

        json_open(&j, NULL, '{');
        json_text(&j, "name", s->row[i].name);
        json_whole(&j, "from", old);
        json_whole(&j, "to", spsa_rounded(s, i));
        json_real(&j, "steps", (s->value[i] - old) / s->row[i].step, 4);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_text(&j, "file", file);
    startup_json_end(&j);
}

/* Reports the values, and writes them if they are new. */
static bool finish(const TuneRun *r, Text *error) {
    const char *file = r->spsa.done ? r->options.out : NULL;
    bool good = true;

    if (!r->options.json)
        print_table(r);
    if (file)
        good = r->engine ? file_output(file, tune_values_print, &r->spsa, error)
                         : file_output(file, print_params, r, error);
    if (r->options.json)
        print_json(r, good ? file : NULL);
    else if (file && good)
        printf("written      %s\n", file);
    return good;
}

static int tune(TuneRun *r, Text *error) {
    int status;

    r->games_before = 2 * r->spsa.done;
    r->terminal = isatty(STDERR_FILENO);
    r->start_ms = r->shown_ms = clock_ms();
    if (r->games_before)
        tool_message("continuing after %" PRIu64 " games", r->games_before);
    status = play_all(r, error);
    if (r->terminal && r->shown_ms != r->start_ms)
        fprintf(stderr, "\r%78s\r", "");
    if (status == TOOL_INTERRUPTED && r->options.state)
        tool_message("interrupted: repeat the command to continue");
    return status == TOOL_FAILED || !finish(r, error) ? TOOL_FAILED : status;
}

/* --- several machines ------------------------------------------------------------------------ */

static TuneBatch batch_of(const TuneRun *r) {
    return (TuneBatch){
        .job = r->job, .spsa = &r->spsa, .openings = &r->openings, .pairs = next_batch(r)};
}

static void print_units(FILE *file, const void *context) {
    const TuneBatch b = batch_of(context);

    for (size_t i = 0; i < b.pairs; i++) {
        Text line = tune_unit_make(&b, i);

        unit_line_close(&line);
        fwrite(line.at, 1, line.length, file);
        free(line.at);
    }
}

static int emit(const TuneRun *r, Text *error) {
    const char *path = r->options.emit;

    if (!next_batch(r))
        tool_message("all %" PRIu64 " pairs are played", r->spsa.done);
    if (strcmp(path, "-") != 0)
        return file_output(path, print_units, r, error) ? TOOL_OK : TOOL_FAILED;
    print_units(stdout, r);
    return TOOL_OK;
}

static int absorb(TuneRun *r, Text *error) {
    const TuneBatch b = batch_of(r);

    switch (tune_absorb(&b, r->options.files, r->points)) {
    case TUNE_ABSORB_WHOLE:
        if (!take_batch(r, b.pairs, error))
            return TOOL_FAILED;
        break;
    case TUNE_ABSORB_EARLIER:
        tool_message("these results are in the state already");
        break;
    case TUNE_ABSORB_REFUSED:
        return tool_fail("the values are unchanged");
    }
    if (next_batch(r) && r->options.json) {
        print_json(r, NULL);
        return TOOL_OK;
    }
    if (next_batch(r)) {
        printf("pairs        %" PRIu64 " of %" PRIu64 "\n", r->spsa.done, r->spsa.plan.pairs);
        return TOOL_OK;
    }
    return finish(r, error) ? TOOL_OK : TOOL_FAILED;
}

static int run_kind(TuneRun *r, Text *error) {
    const TuneOptions *o = &r->options;
    const TunePlayOptions units = {
        .from = o->play, .log = o->log, .slice = o->slice, .threads = (int)o->threads};

    if (o->play) {
        interrupt_catch();
        return tune_play(&units, error);
    }
    if (!prepare(r, error))
        return TOOL_FAILED;
    if (o->emit)
        return emit(r, error);
    if (o->absorb)
        return absorb(r, error);
    if (!prepare_games(r, error))
        return TOOL_FAILED;
    interrupt_catch();
    return tune(r, error);
}

static int run(int argc, char **argv, Text *error) {
    TuneRun *r = memory_new(1, sizeof *r);
    int status = TOOL_USAGE;

    r->lock = -1;
    r->options = (TuneOptions){.threads = 1, .seed = -1, .slice = SLICE_ALL};
    if (read_options(&r->options, argc, argv, error) &&
        (r->options.engine || choose_params(&r->spsa, r->options.params, error)))
        status = run_kind(r, error);
    if (r->lock >= 0)
        lock_remove(r->lock, r->lock_path);
    tune_games_free(r->tune_games);
    external_engine_close(r->engine);
    openings_free(&r->openings);
    free(r->points);
    free(r);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-tune", .usage = usage, .command = {{NULL, run}}};

    startup_init_tables();
    return tool_main(&tool, argc, argv);
}
