/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-datagen: generate training data by self-play; inspect and relabel it. */
#include <stdio.h>

#include "common/commandline.h"
#include "common/tool.h"
#include "datagen/datagen_report.h"
#include "datagen/datagen_run.h"
#include "datagen/relabel.h"
#include "datagen/store.h"
#include "startup.h"

static const char usage[] =
    "usage: alula-datagen run --out DIR [OPTION...]       play games and store them\n"
    "       alula-datagen stats DIR|SHARD...              statistics of stored games\n"
    "       alula-datagen dump SHARD... [--games N] [--epd]\n"
    "       alula-datagen verify DIR|SHARD...             replay and check every game\n"
    "       alula-datagen relabel --out DIR [--net FILE] [--nodes N] [--threads N]\n"
    "                     [--hash-mb N] DIR|SHARD...      write games again with new scores\n"
    "\n"
    "run plays until it is interrupted, which is success (exit status 0). Started again with the\n"
    "same DIR it adds new games.\n"
    "Several runs may share a DIR. A killed run loses at most the last three seconds or 64 KB of\n"
    "each thread, and the games in progress; the next run recovers the rest.\n"
    "\n"
    "  --games N         stop after N new games\n"
    "  --nodes N         soft node limit: no new iteration after N nodes (25)\n"
    "  --threads N       games at once (1)\n"
    "  --seed S          first random seed; seeds that DIR has used are skipped (1)\n"
    "  --hash-mb N       hash table of each thread (1)\n"
    "  --random-plies N  random plies at the start: N or N + 1, at random (8)\n"
    "  --shuffled P      percent of games with shuffled back ranks and no castling (25)\n"
    "  --win N           adjudicate a win at N centipawns for four plies (1000)\n"
    "  --net FILE        network to use instead of the built-in one\n"
    "  --shard-kb N      size of a finished shard (8192)\n"
    "\n"
    "relabel writes each shard into another DIR, with the same moves and new scores. Shards that\n"
    "are there already are skipped, so it can be killed and started again.\n"
    "\n"
    "A SHARD is a file, or - for standard input.\n"
    "dump writes a line for each position: FEN | centipawns for White | result | move; with --epd\n"
    "EPD with bm, ce, hmvc, fmvn and the result in c9.\n";

enum { MAX_NODES_OPTION = 1000000000, MAX_HASH_MB = 65536 };

/* Read a network; *net is not changed without a path. False with an error message. */
static bool read_net(NnueNet **net, const char *path, Text *fault) {
    const char *defect = path ? nnue_read(net, path) : NULL;

    if (defect)
        text_addf(fault, "%s: %s", path, defect);
    return !defect;
}

/* List the shards of the arguments. Returns the exit status, with an error message. */
static int list_shards(ShardList *list, const char *command, int words, char **word, Text *fault) {
    if (!words)
        return tool_usage_error("%s wants a shard, or a folder of shards", command);
    for (int i = 0; i < words; i++)
        if (!shard_list_add(list, word[i], fault))
            return TOOL_FAILED;
    return TOOL_OK;
}

static int do_relabel(int argc, char **argv, Text *fault) {
    int64_t nodes = 25, threads = 1, hash = 1;
    const char *out = NULL, *path = NULL;
    const CommandOption rows[] = {
        {"--nodes", .number = &nodes, 1, MAX_NODES_OPTION},
        {"--threads", .number = &threads, 1, DATAGEN_MAX_THREADS},
        {"--hash-mb", .number = &hash, 1, MAX_HASH_MB},
        {"--out", .text = &out},
        {"--net", .text = &path},
    };
    ShardList list = {NULL, 0};
    NnueNet *net = NULL;
    int words, status;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &words, fault))
        return TOOL_USAGE;
    if (!out)
        return tool_usage_error("relabel needs --out DIR, the folder for the new shards");
    status = list_shards(&list, argv[0], words, argv + 1, fault);
    if (!status && !read_net(&net, path, fault))
        status = TOOL_FAILED;
    if (!status) {
        startup_init_tables();
        status = relabel_run(&(RelabelPlan){.folder = out,
                                            .net = net,
                                            .nodes = (uint64_t)nodes,
                                            .hash_megabytes = (int)hash,
                                            .threads = (int)threads},
                             &list);
    }
    nnue_free(net);
    shard_list_free(&list);
    return status;
}

static int do_run(int argc, char **argv, Text *fault) {
    int64_t games = 0, nodes = 25, threads = 1, seed = 1, hash = 1, plies = 8, shuffled = 25,
            win = 1000, shard_kb = 8192;
    const char *out = NULL, *path = NULL;
    const CommandOption rows[] = {
        {"--games", .number = &games, 1, INT64_MAX},
        {"--nodes", .number = &nodes, 1, MAX_NODES_OPTION},
        {"--threads", .number = &threads, 1, DATAGEN_MAX_THREADS},
        {"--seed", .number = &seed, 1, (int64_t)STORE_MAX_SEED - DATAGEN_MAX_THREADS},
        {"--hash-mb", .number = &hash, 1, MAX_HASH_MB},
        {"--random-plies", .number = &plies, 2, 60},
        {"--win", .number = &win, 100, 20000},
        {"--shuffled", .number = &shuffled, 0, 100},
        {"--shard-kb", .number = &shard_kb, 1, 262144},
        {"--out", .text = &out},
        {"--net", .text = &path},
    };
    NnueNet *net = NULL;
    int words, status;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &words, fault))
        return TOOL_USAGE;
    if (words)
        return tool_usage_error("run wants only options, not %s", argv[1]);
    if (!out)
        return tool_usage_error("run needs --out DIR, the folder for its games");
    if (!read_net(&net, path, fault))
        return TOOL_FAILED;
    startup_init_tables();
    status = datagen_run(&(DatagenPlan){.folder = out,
                                        .rules = {.nodes = (uint64_t)nodes,
                                                  .hash_megabytes = (int)hash,
                                                  .random_plies = (int)plies,
                                                  .shuffled = (int)shuffled,
                                                  .win_score = (int)win,
                                                  .net = net},
                                        .games = (uint64_t)games,
                                        .threads = (int)threads,
                                        .seed = (uint64_t)seed,
                                        .limit = (size_t)shard_kb << 10});
    nnue_free(net);
    return status;
}

static int do_dump(int argc, char **argv, Text *fault) {
    int64_t games = 0;
    bool epd = false;
    const CommandOption rows[] = {{"--games", .number = &games, 1, INT64_MAX},
                                  {"--epd", .on = &epd}};
    ShardList list = {NULL, 0};
    int words, status;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &words, fault))
        return TOOL_USAGE;
    startup_init_tables();
    if (!(status = list_shards(&list, argv[0], words, argv + 1, fault)))
        status = datagen_report_dump(&list, (uint64_t)games, epd);
    shard_list_free(&list);
    return status;
}

static int report(int argc, char **argv, Text *fault, int (*write)(const ShardList *)) {
    ShardList list = {NULL, 0};
    int words, status;

    if (!commandline_read(NULL, 0, argc, argv, &words, fault))
        return TOOL_USAGE;
    startup_init_tables();
    if (!(status = list_shards(&list, argv[0], words, argv + 1, fault)))
        status = write(&list);
    shard_list_free(&list);
    return status;
}

static int do_stats(int argc, char **argv, Text *fault) {
    return report(argc, argv, fault, datagen_report_stats);
}

static int do_verify(int argc, char **argv, Text *fault) {
    return report(argc, argv, fault, datagen_report_verify);
}

int main(int argc, char **argv) {
    char shards[40];
    const Tool tool = {"alula-datagen",
                       usage,
                       "",
                       shards,
                       {{"run", do_run},
                        {"stats", do_stats},
                        {"dump", do_dump},
                        {"verify", do_verify},
                        {"relabel", do_relabel}}};

    snprintf(shards, sizeof shards, ", shards of version %d", SHARD_VERSION);
    return tool_main(&tool, argc, argv);
}
