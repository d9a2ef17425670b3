/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "alula-match.h"

#include <string.h>

#include "tools/common/tool.h"
#include "tools/player/player.h"
#include "tools/player/process.h"

/* Parsers of single options; `context` is MatchArguments. */

static bool read_engine(void *context, const char *text, Text *error) {
    MatchPlan *plan = &((MatchArguments *)context)->plan;

    plan->engine = memory_grow(plan->engine, (size_t)plan->engines + 1, sizeof *plan->engine);
    return spec_read(&plan->engine[plan->engines++], text, error);
}

/* A key in lists such as "movecount=4,score=600"; missing keys keep their values. */
typedef struct {
    const char *key;
    int *number; /* one of these three is set; the value is stored there */
    double *real;
    bool *flag; /* one of two words */
    const char *yes, *no;
} ListKey;

static bool store(const ListKey *k, Word value) {
    Text copy = TEXT_OF(40);
    int64_t n;

    text_add_word(&copy, value);
    if (k->real)
        return !copy.full && commandline_real(copy.at, k->real);
    if (k->flag)
        return (*k->flag = word_is(value, k->yes)) || word_is(value, k->no);
    if (!word_number(value, 0, 1000000, &n))
        return false;
    *k->number = (int)n;
    return true;
}

static bool read_list(const char *option, const char *text, const ListKey *row, size_t rows,
                      Text *error) {
    Word list = word_of(text), key, value;

    while (spec_next_item(&list, &key, &value)) {
        size_t i = 0;

        while (i < rows && !word_is(key, row[i].key))
            i++;
        if (i == rows || !store(&row[i], value))
            return text_fail(error, "bad value for %s: %.*s", option,
                             (int)(value.at + value.length - key.at), key.at);
    }
    return true;
}

static bool read_draw(void *context, const char *text, Text *error) {
    MatchRules *r = &((MatchArguments *)context)->plan.rules;
    const ListKey rows[] = {{"movenumber", .number = &r->draw_from},
                            {"movecount", .number = &r->draw_count},
                            {"score", .number = &r->draw_score}};

    r->draw_from = 40;
    r->draw_count = 8;
    r->draw_score = 10;
    return read_list("--draw", text, rows, 3, error);
}

static bool read_resign(void *context, const char *text, Text *error) {
    MatchRules *r = &((MatchArguments *)context)->plan.rules;
    const ListKey rows[] = {
        {"movecount", .number = &r->resign_count},
        {"score", .number = &r->resign_score},
        {"twosided", .flag = &r->resign_twosided, .yes = "true", .no = "false"}};

    r->resign_count = 4;
    r->resign_score = 600;
    return read_list("--resign", text, rows, 3, error);
}

static bool read_tables(void *context, const char *text, Text *error) {
    MatchRules *r = &((MatchArguments *)context)->plan.rules;

    syzygy_close(r->tables);
    r->tables = syzygy_open(text);
    if (r->tables && !syzygy_men(r->tables))
        text_addf(error, "--tb: there are no Syzygy tablebases in %s", text);
    return r->tables && syzygy_men(r->tables);
}

bool sprt_option(void *context, const char *text, Text *error) {
    Sprt *s = context;
    bool normalized = false;
    const ListKey rows[] = {{"elo0", .real = &s->elo0},
                            {"elo1", .real = &s->elo1},
                            {"alpha", .real = &s->alpha},
                            {"beta", .real = &s->beta},
                            {"model", .flag = &normalized, .yes = "normalized", .no = "logistic"}};

    *s = (Sprt){.used = true, .elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    if (!read_list("--sprt", text, rows, sizeof rows / sizeof *rows, error))
        return false;
    s->model = normalized ? SPRT_NORMALIZED : SPRT_LOGISTIC;
    if (!(s->elo0 < s->elo1))
        text_add(error, "--sprt needs elo0 below elo1");
    else if (s->elo0 < -1000 || s->elo1 > 1000)
        text_add(error, "--sprt needs elo0 and elo1 from -1000 to 1000");
    else if (!(s->alpha > 0 && s->beta > 0 && s->alpha + s->beta < 1))
        text_add(error, "--sprt needs alpha and beta above 0, with a sum below 1");
    return !error->length;
}

static bool read_order(void *context, const char *text, Text *error) {
    MatchPlan *plan = &((MatchArguments *)context)->plan;

    plan->random = !strcmp(text, "random");
    if (!plan->random && strcmp(text, "sequential") != 0)
        text_add(error, "--order must be random or sequential");
    return !error->length;
}

/* Reads --tc, --st, --nodes and --depth. */
static bool read_limits(MatchArguments *a, const char *const limit[4], Text *error) {
    static const char *const names[4] = {"tc", "st", "nodes", "depth"};

    for (int i = 0; i < 4; i++) {
        const char *why = NULL;

        if (limit[i])
            spec_read_limit(&a->limits, word_of(names[i]), word_of(limit[i]), &why);
        if (why)
            return text_fail(error, "%s: --%s %s", why, names[i], limit[i]);
    }
    return true;
}

static bool read_options(MatchArguments *a, int argc, char **argv, Text *error) {
    MatchPlan *plan = &a->plan;
    const char *limit[4] = {NULL};
    int64_t margin_ms = 50, patience_s = 15;
    const CommandOption rows[] = {
        {"--engine", .read = read_engine, a},
        {"--draw", .read = read_draw, a},
        {"--resign", .read = read_resign, a},
        {"--tb", .read = read_tables, a},
        {"--sprt", .read = sprt_option, &plan->sprt},
        {"--order", .read = read_order, a},
        {"--slice", .read = slice_option, &plan->slice},
        {"--openings", .text = &a->openings},
        {"--pgn", .text = &plan->pgn},
        {"--svg", .text = &plan->svg},
        {"--log", .text = &plan->log},
        {"--summary", .text = &plan->summary},
        {"--games", .number = &plan->games, 1, 10000000},
        {"--swiss", .number = &plan->swiss, 1, 1000},
        {"--concurrency", .number = &plan->concurrency, 1, 1024},
        {"--seed", .number = &plan->seed, 0, INT64_MAX},
        {"--plies", .number = &a->plies, 1, 1000},
        {"--hash", .number = &a->hash_megabytes, 1, 1 << 30},
        {"--threads", .number = &a->threads, 1, 1024},
        {"--margin", .number = &margin_ms, 0, 1000000},
        {"--patience", .number = &patience_s, 1, 100000},
        {"--tc", .text = &limit[0]},
        {"--st", .text = &limit[1]},
        {"--nodes", .text = &limit[2]},
        {"--depth", .text = &limit[3]},
        {"--ponder", .on = &a->ponder},
        {"--restart", .on = &a->restart},
        {"--gauntlet", .on = &plan->gauntlet},
        {"--resume", .on = &plan->resume},
        {"--quiet", .on = &plan->quiet},
        {"--json", .on = &plan->json},
        {"--affinity", .on = &plan->affinity},
        {"--chess960", .on = &plan->chess960},
    };
    int others;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, error) ||
        !read_limits(a, limit, error))
        return false;
    if (others)
        text_addf(error, "only options are expected, not %s", argv[1]);
    if (!plan->games && !plan->swiss)
        plan->games = 1000;
    plan->rules.margin_us = margin_ms * 1000;
    plan->patience_ms = patience_s * 1000;
    return !others;
}

/* Applies the common settings to an engine, and checks its limits. */
static bool complete_engine(EngineSpec *spec, const MatchArguments *a, Text *error) {
    if (limits_have_clock(&spec->limits) && spec->limits.move_ms)
        text_addf(error, "tc and st exclude each other: %s", spec->command);
    limits_set_defaults(&spec->limits, &a->limits);
    if (!error->length && !limits_are_set(&spec->limits))
        text_add(error, "a limit is needed: --tc, --st, --nodes or --depth");
    if (!spec->hash_megabytes)
        spec->hash_megabytes = a->hash_megabytes;
    if (!spec->threads)
        spec->threads = a->threads;
    if (!spec->ponder)
        spec->ponder = a->ponder;
    if (!spec->restart)
        spec->restart = a->restart;
    if (!error->length && spec->ponder > 0 && (spec->limits.nodes || spec->limits.depth))
        text_addf(error,
                  "an engine that ponders needs limits of time only, as nodes and depth would "
                  "count the opponent's time, too: %s",
                  spec->command);
    return !error->length;
}

static bool has_threads(const EngineSpec *spec) {
    int64_t n;

    for (int i = 0; i < spec->options; i++)
        if (word_is_any_case(word_of(spec->option[i].name), "Threads") && spec->option[i].value &&
            word_number(word_of(spec->option[i].value), 2, INT64_MAX, &n))
            return true;
    return spec->threads > 1;
}

/* Assigns a CPU to each concurrent game. */
static bool assign_cpus(MatchPlan *plan, Text *error) {
    size_t count;

    for (int e = 0; e < plan->engines; e++)
        if (has_threads(&plan->engine[e]))
            return text_fail(
                error, "--affinity gives a game one CPU, and this engine has more threads: %s",
                plan->engine[e].command);
    count = affinity_cpus(&plan->cpu);
    if (!count)
        text_add(error, "--affinity: this system does not bind processes to CPUs");
    else if (plan->concurrency > (int64_t)count)
        text_addf(error, "--affinity needs a CPU for each of the %lld games at once; there %s %zu",
                  (long long)plan->concurrency, count == 1 ? "is" : "are", count);
    return !error->length;
}

/* Checks options that depend on each other. */
static bool check_arguments(MatchArguments *a, Text *error) {
    MatchPlan *plan = &a->plan;

    if (plan->engines < 2)
        text_add(error, "two engines are needed: --engine COMMAND --engine COMMAND");
    else if (plan->sprt.used && plan->engines > 2)
        text_add(error, "--sprt compares exactly two engines");
    else if (plan->sprt.used && plan->slice.of > 1)
        text_add(error, "--sprt needs all games, not a slice; alula-match report PGN... --sprt "
                        "tests the games of all slices");
    else if (plan->swiss && (plan->games || plan->gauntlet))
        text_add(error, "--swiss excludes --games and --gauntlet: each pairing has two games");
    else if (plan->swiss && plan->slice.of > 1)
        text_add(error, "--swiss has no slices: who plays whom depends on the results so far");
    else if (plan->swiss && plan->engines < 3)
        text_add(error, "--swiss needs at least three engines");
    else if (plan->summary && plan->engines > 2)
        text_add(error, "--summary needs exactly two engines");
    else if (plan->resume && !plan->pgn)
        text_add(error, "--resume needs --pgn FILE");
    else if (max64(plan->games, plan->swiss) * plan->engines * plan->engines > 100000000)
        text_add(error, "too many games");
    else if (limits_have_clock(&a->limits) && a->limits.move_ms)
        text_add(error, "--tc and --st exclude each other");
    for (int e = 0; e < plan->engines && !error->length; e++)
        complete_engine(&plan->engine[e], a, error);
    if (plan->affinity && !error->length)
        assign_cpus(plan, error);
    return !error->length;
}

int match_arguments_read(MatchArguments *a, int argc, char **argv, Text *error) {
    MatchPlan *plan = &a->plan;
    const char *why;

    *a = (MatchArguments){.plan = {.concurrency = 1, .seed = 1, .words = argc, .slice = SLICE_ALL}};
    /* reading the options reorders argv */
    a->plan.word = memory_new((size_t)argc + 1, sizeof *a->plan.word);
    memcpy(a->plan.word, argv, (size_t)argc * sizeof *argv);
    if (!read_options(a, argc, argv, error) || !check_arguments(a, error) ||
        tool_check_outputs((ToolFile[]){{"--svg", plan->svg}, {"--summary", plan->summary}}, 2,
                           (const char *[]){a->openings, plan->pgn}, 2))
        return TOOL_USAGE;
    if ((why = openings_load(&plan->openings, a->openings, plan->chess960, (int)a->plies))) {
        text_add(error, why);
        return TOOL_FAILED;
    }
    if (a->plies && !plan->openings.pgn) {
        text_add(error, "--plies is for openings in PGN (a file whose name ends in .pgn)");
        return TOOL_USAGE;
    }
    plan->opening_file = a->openings;
    if (plan->random)
        openings_shuffle(&plan->openings, (uint64_t)plan->seed);
    return TOOL_OK;
}

void match_arguments_free(MatchArguments *a) {
    syzygy_close(a->plan.rules.tables);
    spec_free_all(a->plan.engine, a->plan.engines);
    free(a->plan.files);
    free(a->plan.cpu);
    free(a->plan.word);
    openings_free(&a->plan.openings);
}
