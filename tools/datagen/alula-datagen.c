/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-datagen: generate training data by self-play; inspect and relabel it. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alula-datagen.h"
#include "base/filemap.h"
#include "eval/eval.h"
#include "store.h"
#include "tools/common/tool.h"

static const char *const usage[] = {
#include "usage/alula-datagen.inc"
    NULL};

enum { MAX_HASH_MB = 65536 };

/*
 * Lists the shards of the arguments. `merge` skips folders without shards, such as those of slices
 * without games. Returns the exit status, with an error message.
 */
static int list_shards(ShardList *list, const char *command, int words, char **word, Text *error) {
    if (!words)
        return tool_usage_error("%s needs a shard, or a folder of shards", command);
    for (int i = 0; i < words; i++) {
        if (shard_list_add(list, word[i], error))
            continue;
        if (strcmp(command, "merge") != 0 || !filemap_is_folder(word[i]) ||
            access(word[i], R_OK | X_OK))
            return TOOL_FAILED;
        tool_message("%s", error->at);
        text_clear(error);
    }
    return TOOL_OK;
}

/*
 * Keeps the shards of a slice, and all unfinished shards, which do not count as shards of the slice
 * but are reported by each slice.
 */
static void keep_slice(ShardList *list, const Slice *slice) {
    size_t kept = 0;
    int64_t unit = 0;

    for (size_t i = 0; i < list->count; i++) {
        if (shard_is_part(list->path[i]) || slice_has(slice, unit++))
            list->path[kept++] = list->path[i];
        else
            free(list->path[i]);
    }
    list->count = kept;
}

static int do_relabel(int argc, char **argv, Text *error) {
    RelabelPlan plan = {.nodes = 25, .threads = 1, .hash_megabytes = 1};
    const char *path = NULL;
    Slice slice = {0, 0};
    const CommandOption rows[] = {
        {"--nodes", .whole = &plan.nodes, 1, NODES_MAX},
        {"--threads", .whole = &plan.threads, 1, STORE_MAX_THREADS},
        {"--hash-mb", .whole = &plan.hash_megabytes, 1, MAX_HASH_MB},
        {"--out", .text = &plan.folder},
        {"--net", .text = &path},
        {"--slice", .read = slice_option, .context = &slice},
    };
    ShardList list = {NULL, 0};
    NnueNet *net = NULL;
    int words, status;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &words, error))
        return TOOL_USAGE;
    if (!plan.folder)
        return tool_usage_error("relabel needs --out DIR, the folder for the new shards");
    status = list_shards(&list, argv[0], words, argv + 1, error);
    if (slice.of)
        keep_slice(&list, &slice);
    if (!status && !tool_read_net(&net, path))
        status = TOOL_FAILED;
    if (!status) {
        startup_init_tables();
        plan.net = net;
        status = relabel_run(&plan, &list);
    }
    nnue_free(net);
    shard_list_free(&list);
    return status;
}

/* A score and a number of consecutive plies: "1500" or "1500x6". */
typedef struct {
    const char *option;
    int *score, *plies;
    int64_t score_min, score_max;
} Threshold;

static bool read_threshold(void *context, const char *value, Text *error) {
    const Threshold *t = context;
    const char *x = strchr(value, 'x');
    int64_t score, plies = *t->plies;

    if (!word_number((Word){value, x ? (size_t)(x - value) : strlen(value)}, t->score_min,
                     t->score_max, &score) ||
        (x && !word_number(word_of(x + 1), 1, ADJ_MAX_PLIES, &plies))) {
        text_addf(error,
                  "%s needs centipawns, %d to %d, optionally with x and plies, 1 to %d, not ",
                  t->option, (int)t->score_min, (int)t->score_max, ADJ_MAX_PLIES);
        return commandline_refuse(error, "", value);
    }
    *t->score = (int)score;
    *t->plies = (int)plies;
    return true;
}

/*
 * Chooses one of 9,000,000,000,001 seeds at random, so that runs on different machines almost never
 * share a seed.
 */
static bool make_seed(int64_t *seed, Text *error) {
    FILE *file = fopen("/dev/urandom", "rb");
    uint64_t bits;
    const bool good = file && fread(&bits, sizeof bits, 1, file) == 1;

    if (file)
        fclose(file);
    if (good)
        *seed = (int64_t)(bits % (STORE_MAX_SEED + 1));
    else
        text_add(error, "the system has no random numbers for a seed: give --seed S");
    return good;
}

static int do_run(int argc, char **argv, Text *error) {
    DatagenPlan plan = {.rules = {.nodes = nodemixture_of(100),
                                  .hash_megabytes = 8,
                                  .random_plies = 6,
                                  .shuffled = 15,
                                  .start_score = 300,
                                  .adjudication = {.win_score = 1500,
                                                   .win_plies = 6,
                                                   .draw_score = 8,
                                                   .draw_plies = 12,
                                                   .draw_after = 120}},
                        .threads = 1,
                        .seed = -1,
                        .shard_kb = 8192};
    SelfPlayRules *rules = &plan.rules;
    AdjudicationRules *ends = &rules->adjudication;
    Threshold win = {"--win", &ends->win_score, &ends->win_plies, 100, EVAL_MAX};
    Threshold draw = {"--draw", &ends->draw_score, &ends->draw_plies, 0, 1000};
    const char *path = NULL;
    bool start_from = false;
    const CommandOption rows[] = {
        {"--games", .number = &plan.games, 1, INT64_MAX},
        {"--nodes", .read = nodemixture_read, .context = &rules->nodes},
        {"--threads", .whole = &plan.threads, 1, STORE_MAX_THREADS},
        {"--seed", .number = &plan.seed, 0, (int64_t)STORE_MAX_SEED},
        {"--hash-mb", .whole = &rules->hash_megabytes, 1, MAX_HASH_MB},
        {"--random-plies", .whole = &rules->random_plies, 2, 60},
        {"--start-score", .whole = &rules->start_score, 0, EVAL_MAX},
        {"--start-from", .on = &start_from},
        {"--start-percent", .whole = &rules->start_percent, 1, 100},
        {"--win", .read = read_threshold, .context = &win},
        {"--draw", .read = read_threshold, .context = &draw},
        {"--draw-after", .whole = &ends->draw_after, 0, ADJ_MAX_PLIES},
        {"--shuffled", .whole = &rules->shuffled, 0, 100},
        {"--shard-kb", .whole = &plan.shard_kb, 1, STORE_MAX_SHARD_KB},
        {"--slice", .read = slice_option, .context = &plan.slice},
        {"--out", .text = &plan.folder},
        {"--net", .text = &path},
    };
    StartPositions starts = {NULL, 0, 0};
    ShardList list = {NULL, 0};
    NnueNet *net = NULL;
    int words, status;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &words, error))
        return TOOL_USAGE;
    if (words && !start_from)
        return tool_usage_error("run takes only options, not %s", argv[1]);
    if (rules->start_percent && !start_from)
        return tool_usage_error("--start-percent needs --start-from");
    if (!plan.folder)
        return tool_usage_error("run needs --out DIR, the folder for its games");
    if (plan.slice.of && plan.seed < 0)
        return tool_usage_error("--slice needs --seed S, the same for all slices of a job");
    if (plan.slice.of > STORE_MAX_SLICES)
        return tool_usage_error("--slice: a seed has at most %d slices", STORE_MAX_SLICES);
    status = start_from ? list_shards(&list, "--start-from", words, argv + 1, error) : TOOL_OK;
    startup_init_tables();
    rules->start_percent = rules->start_percent ? rules->start_percent : 10;
    if (!status &&
        ((plan.seed < 0 && !make_seed(&plan.seed, error)) || !tool_read_net(&net, path) ||
         (list.count && !startpositions_read(&starts, &list, rules->start_score, error))))
        status = TOOL_FAILED;
    rules->starts = starts.count ? &starts : NULL;
    rules->net = net;
    if (!status)
        status = datagen_run(&plan);
    startpositions_free(&starts);
    shard_list_free(&list);
    nnue_free(net);
    return status;
}

/* Runs stats, dump or verify, which has no option. */
static int do_report(int argc, char **argv, Text *error) {
    int64_t games = 0;
    bool epd = false, json = false;
    const CommandOption of_dump[] = {{"--games", .number = &games, 1, INT64_MAX},
                                     {"--epd", .on = &epd}};
    const CommandOption of_stats[] = {{"--json", .on = &json}};
    const bool dumps = !strcmp(argv[0], "dump"), verifies = !strcmp(argv[0], "verify");
    ShardList list = {NULL, 0};
    int words, status;

    if (!commandline_read(dumps ? of_dump : of_stats, dumps ? 2 : !verifies, argc, argv, &words,
                          error))
        return TOOL_USAGE;
    startup_init_tables();
    if (!(status = list_shards(&list, argv[0], words, argv + 1, error)))
        status = dumps      ? datagen_report_dump(&list, (uint64_t)games, epd)
                 : verifies ? datagen_report_verify(&list)
                            : datagen_report_stats(&list, json);
    shard_list_free(&list);
    return status;
}

static int do_merge(int argc, char **argv, Text *error) {
    const char *out = NULL;
    bool mixed = false;
    const CommandOption rows[] = {{"--out", .text = &out}, {"--mixed", .on = &mixed}};
    ShardList list = {NULL, 0};
    int words, status;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &words, error))
        return TOOL_USAGE;
    if (!out)
        return tool_usage_error("merge needs --out DIR, the folder for all shards");
    status = list_shards(&list, argv[0], words, argv + 1, error);
    if (!status && !list.count)
        status = tool_fail("there is nothing to merge");
    if (!status)
        status = merge_run(&(MergePlan){.folder = out,
                                        .source = (const char *const *)argv + 1,
                                        .sources = words,
                                        .mixed = mixed},
                           &list);
    shard_list_free(&list);
    return status;
}

int main(int argc, char **argv) {
    char shards[40];
    const Tool tool = {.name = "alula-datagen",
                       .usage = usage,
                       .version = shards,
                       .command = {{"run", do_run},
                                   {"stats", do_report},
                                   {"dump", do_report},
                                   {"verify", do_report},
                                   {"relabel", do_relabel},
                                   {"merge", do_merge}}};

    snprintf(shards, sizeof shards, ", shards of version %d", SHARD_VERSION);
    return tool_main(&tool, argc, argv);
}
