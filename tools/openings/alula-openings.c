/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-openings: make opening positions by random moves and a search. */
#include <string.h>

#include "openings_run.h"
#include "startup.h"
#include "tools/common/commandline.h"
#include "tools/common/tool.h"

static const char *const usage[] = {
#include "usage/alula-openings.inc"
    NULL};

typedef struct {
    MakerOptions options;
    int64_t count, low, high, nodes, seed, threads;
    const char *out, *plies, *name;
    bool balanced, unbalanced, json;
} OpeningsOptions;

/* Reads "8" or "8-9". */
static bool read_plies(MakerOptions *options, const char *text) {
    const char *dash = strchr(text, '-');
    const Word first = {text, dash ? (size_t)(dash - text) : strlen(text)};
    int64_t n, m;

    if (!word_number(first, 1, 100, &n) || (dash && !word_number(word_of(dash + 1), n, 100, &m)))
        return false;
    options->plies = (int)n;
    options->max_plies = (int)(dash ? m : n);
    return true;
}

/* Returns true for a valid name, which is written in quoted ids. */
static bool is_name(const char *name) {
    return strlen(name) <= 40 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") ==
               strlen(name);
}

static bool read_options(OpeningsOptions *w, int argc, char **argv, Text *error) {
    const CommandOption rows[] = {
        {"--count", .number = &w->count, 1, 10000000},
        {"--from", .number = &w->low, 0, 10000},
        {"--to", .number = &w->high, 0, 10000},
        {"--nodes", .number = &w->nodes, 1, 1000000000},
        {"--seed", .number = &w->seed, 0, INT64_MAX},
        {"--threads", .number = &w->threads, 1, OPENINGS_MAX_THREADS},
        {"--hash", .number = &w->options.hash_megabytes, 1, 65536},
        {"--plies", .text = &w->plies},
        {"--out", .text = &w->out},
        {"--name", .text = &w->name},
        {"--balanced", .on = &w->balanced},
        {"--unbalanced", .on = &w->unbalanced},
        {"--json", .on = &w->json},
        {"--chess960", .on = &w->options.chess960},
    };
    int others;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, error))
        return false;
    if (others)
        text_addf(error, "only options are expected; a file is named by --out");
    else if (w->json && !w->out)
        text_add(error, "--json needs --out FILE, as the openings are printed otherwise");
    else if (!w->count)
        text_add(error, "how many? --count is needed");
    else if (w->balanced + w->unbalanced + (w->low >= 0 || w->high >= 0) > 1)
        text_add(error, "--balanced, --unbalanced, and --from with --to exclude each other");
    else if ((w->low >= 0) != (w->high >= 0) || w->low > w->high)
        text_add(error, "--from and --to need each other, the smaller one first");
    else if (!read_plies(&w->options, w->plies))
        text_add(error, "--plies needs a number from 1 to 100, or two such as 8-9");
    else if (w->name && !is_name(w->name))
        text_add(error, "--name needs at most 40 letters, digits or -_.");
    if (!w->name)
        w->name = w->unbalanced ? "unbalanced" : w->low >= 0 ? "opening" : "balanced";
    w->options.low = (int)(w->low >= 0 ? w->low : w->unbalanced ? 70 : 0);
    w->options.high = (int)(w->high >= 0 ? w->high : w->unbalanced ? 130 : 60);
    w->options.nodes = (uint64_t)w->nodes;
    w->options.seed = (uint64_t)w->seed;
    return !error->length;
}

static int run(int argc, char **argv, Text *error) {
    OpeningsOptions w = {.options = {.hash_megabytes = 4},
                         .low = -1,
                         .high = -1,
                         .nodes = 50000,
                         .seed = 1,
                         .threads = 1,
                         .plies = "8"};
    Collection collection;
    int status = TOOL_FAILED;

    if (!read_options(&w, argc, argv, error))
        return TOOL_USAGE;
    startup_init_tables();
    if (collection_open(&collection, w.out, w.name, &w.options, error))
        status = openings_run(&collection, &w.options, (size_t)w.count, (int)w.threads, w.json);
    collection_close(&collection);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-openings", .usage = usage, .command = {{NULL, run}}};

    return tool_main(&tool, argc, argv);
}
