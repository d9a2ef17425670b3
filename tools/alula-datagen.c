/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-datagen: play games against itself and keep them as training data; look at such data. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datagen/datagen_report.h"
#include "datagen/datagen_run.h"
#include "datagen/relabel.h"
#include "datagen/store.h"
#include "engine.h"
#include "startup.h"

static const char usage[] =
    "usage: alula-datagen run --out DIR [OPTION...]       play and keep games\n"
    "       alula-datagen stats DIR|SHARD...              what is in them\n"
    "       alula-datagen dump SHARD... [--games N] [--epd]\n"
    "       alula-datagen verify DIR|SHARD...             replay every game\n"
    "       alula-datagen relabel --out DIR [--net FILE] [--nodes N] [--threads N]\n"
    "                     [--hash-mb N] DIR|SHARD...      judge old games anew\n"
    "\n"
    "run goes on until it is interrupted, and goes on again in the same DIR with games that were\n"
    "not there before. Several runs may share a DIR. It can be killed at any moment: the next run\n"
    "saves what the dead one had written. Games are written when a batch is three seconds old, or\n"
    "has 64 KB: killed by kill -9, a run loses that of each thread, and the game at hand.\n"
    "\n"
    "  --games N         so many games and no more, beside those that are in DIR already\n"
    "  --nodes N         start no iteration of a search after so many nodes (25)\n"
    "  --threads N       play so many games at once (1)\n"
    "  --seed S          the first stream of games, from 1; higher if DIR has seen it (1)\n"
    "  --hash-mb N       size of each thread's hash table (1)\n"
    "  --random-plies N  random moves at the start, by turns N and N + 1 (8)\n"
    "  --shuffled P      percent of games from shuffled back ranks without castling rights (25)\n"
    "  --win N           centipawns ahead for four plies that end a game (1000)\n"
    "  --net FILE        a network that judges positions, instead of the one of this program\n"
    "  --shard-kb N      size at which a shard is finished (8192)\n"
    "\n"
    "relabel writes each shard again, with the same moves and new scores, into another DIR; nodes\n"
    "and hash are as above. Shards that are there already are not made again, so it can be killed\n"
    "at any moment, too.\n"
    "\n"
    "A SHARD is a file, or - for standard input.\n"
    "dump writes a line for each position: FEN | centipawns for White | result | move; with --epd\n"
    "EPD with bm, ce, hmvc, fmvn and the result in c9.\n"
    "\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 all right, or interrupted; 1 a shard is damaged, a file or folder is missing,\n"
    "or cannot be read or written; 2 wrong arguments.\n";

static int refuse(const char *what, const char *text) {
    char shown[128];
    Text t = text_in(shown, sizeof shown);

    text_add_quoted(&t, word_of(text ? text : ""), 80);
    fprintf(stderr, "alula-datagen: %s%s%s (--help tells more)\n", what, text ? ": " : "", shown);
    return 2;
}

/* What the arguments name cannot be used: --help would not help. */
static int give_up(const char *sentence) {
    fprintf(stderr, "alula-datagen: %s\n", sentence);
    return 1;
}

/* An option with a number behind it. */
typedef struct {
    const char *name;
    int64_t low, high;
    const char *fault; /* what to say of another value */
    int64_t *value;
} Number;

/* Is the argument at *i one of these, with a good number behind it? 0 yes, 2 said why not, -1 no.
 */
static int take_number(const Number *numbers, size_t count, int argc, char **argv, int *i) {
    for (size_t n = 0; n < count; n++) {
        if (strcmp(argv[*i], numbers[n].name))
            continue;
        if (++*i >= argc)
            return refuse("a number is missing behind", argv[*i - 1]);
        if (!word_number(word_of(argv[*i]), numbers[n].low, numbers[n].high, numbers[n].value))
            return refuse(numbers[n].fault, argv[*i]);
        return 0;
    }
    return -1;
}

/* The network of a file; NULL for no path. False with a sentence if it cannot be had. */
static bool read_net(NnueNet **net, const char *path) {
    const char *defect = path ? nnue_read(net, path) : NULL;

    if (defect)
        fprintf(stderr, "alula-datagen: %s: %s\n", path, defect);
    return !defect;
}

static int do_relabel(int argc, char **argv) {
    int64_t nodes = 25, threads = 1, hash = 1;
    const Number numbers[] = {
        {"--nodes", 1, 1000000000, "--nodes wants a number from 1 to 1000000000", &nodes},
        {"--threads", 1, DATAGEN_MAX_THREADS, "--threads wants a number from 1 to 256", &threads},
        {"--hash-mb", 1, 65536, "--hash-mb wants a number from 1 to 65536", &hash},
    };
    const char *out = NULL, *path = NULL;
    char words[1400];
    Text fault = text_in(words, sizeof words);
    ShardList list = {NULL, 0};
    NnueNet *net = NULL;
    int status = 0;

    for (int i = 2; i < argc && !status; i++) {
        const int taken = take_number(numbers, sizeof numbers / sizeof *numbers, argc, argv, &i);
        const char **named = taken >= 0                  ? NULL
                             : !strcmp(argv[i], "--out") ? &out
                             : !strcmp(argv[i], "--net") ? &path
                                                         : NULL;

        if (taken >= 0) {
            status = taken;
        } else if (named) {
            if (++i >= argc || !*argv[i])
                status = refuse("a name is missing behind", argv[i - 1]);
            else
                *named = argv[i];
        } else if (!strncmp(argv[i], "--", 2)) {
            status = refuse("relabel does not know the option", argv[i]);
        } else if (!shard_list_add(&list, argv[i], &fault)) {
            status = give_up(words);
        }
    }
    if (!status && !out)
        status = refuse("relabel needs --out DIR, the folder for the new shards", NULL);
    if (!status && !list.count)
        status = refuse("a shard, or a folder of shards, is missing behind", argv[1]);
    if (!status && !read_net(&net, path))
        status = 1;
    if (!status) {
        startup_init_tables();
        status = relabel(&(RelabelPlan){.folder = out,
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

static int do_run(int argc, char **argv) {
    int64_t games = 0, nodes = 25, threads = 1, seed = 1, hash = 1, plies = 8, shuffled = 25,
            win = 1000;
    int64_t shard_kb = 8192;
    const Number numbers[] = {
        {"--games", 1, INT64_MAX, "--games wants a number from 1", &games},
        {"--nodes", 1, 1000000000, "--nodes wants a number from 1 to 1000000000", &nodes},
        {"--threads", 1, DATAGEN_MAX_THREADS, "--threads wants a number from 1 to 256", &threads},
        {"--seed", 1, (int64_t)STORE_MAX_SEED - DATAGEN_MAX_THREADS,
         "--seed wants a number from 1 to 999999999999744", &seed},
        {"--hash-mb", 1, 65536, "--hash-mb wants a number from 1 to 65536", &hash},
        {"--random-plies", 2, 60, "--random-plies wants a number from 2 to 60", &plies},
        {"--win", 100, 20000, "--win wants a number of centipawns from 100 to 20000", &win},
        {"--shuffled", 0, 100, "--shuffled wants a percentage from 0 to 100", &shuffled},
        {"--shard-kb", 1, 262144, "--shard-kb wants a number from 1 to 262144", &shard_kb},
    };
    const char *out = NULL, *path = NULL, **named;
    NnueNet *net = NULL;
    int status;

    for (int i = 2; i < argc; i++) {
        const int taken = take_number(numbers, sizeof numbers / sizeof *numbers, argc, argv, &i);

        if (taken > 0)
            return taken;
        if (taken == 0)
            continue;
        if (!strcmp(argv[i], "--out"))
            named = &out;
        else if (!strcmp(argv[i], "--net"))
            named = &path;
        else
            return refuse("run does not know this argument", argv[i]);
        if (++i >= argc || !*argv[i])
            return refuse("a name is missing behind", argv[i - 1]);
        *named = argv[i];
    }
    if (!out)
        return refuse("run needs --out DIR, the folder for its games", NULL);
    if (!read_net(&net, path))
        return 1;
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

/* stats, dump and verify: a list of shards, and options that only dump has. */
static int do_report(int argc, char **argv) {
    const bool dumping = !strcmp(argv[1], "dump");
    char words[1400];
    Text fault = text_in(words, sizeof words);
    int64_t games = 0;
    const Number number = {"--games", 1, INT64_MAX, "--games wants a number from 1", &games};
    bool epd = false;
    ShardList list = {NULL, 0};
    int status = 0;

    for (int i = 2; i < argc && !status; i++) {
        const int taken = dumping ? take_number(&number, 1, argc, argv, &i) : -1;

        if (taken >= 0)
            status = taken;
        else if (dumping && !strcmp(argv[i], "--epd"))
            epd = true;
        else if (!strncmp(argv[i], "--", 2))
            status = refuse("this command does not know the option", argv[i]);
        else if (!shard_list_add(&list, argv[i], &fault))
            status = give_up(words);
    }
    if (!status && !list.count)
        status = refuse("a shard, or a folder of shards, is missing behind", argv[1]);
    if (!status) {
        startup_init_tables();
        status = dumping                     ? datagen_report_dump(&list, (uint64_t)games, epd)
                 : !strcmp(argv[1], "stats") ? datagen_report_stats(&list)
                                             : datagen_report_verify(&list);
    }
    shard_list_free(&list);
    return status;
}

/* The status, or 1 if what was printed has not arrived. */
static int finish_output(int status) {
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    fprintf(stderr, "alula-datagen: the output could not be written\n");
    return status ? status : 1;
}

int main(int argc, char **argv) {
    int status;

    if (argc < 2)
        return refuse("a command is missing: run, stats, dump, verify or relabel", NULL);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(usage, stdout);
            return finish_output(0);
        }
        if (!strcmp(argv[i], "--version")) {
            printf("alula-datagen %s, shards of version %d\n", ALULA_VERSION, SHARD_VERSION);
            return finish_output(0);
        }
    }
    if (!strcmp(argv[1], "run"))
        status = do_run(argc, argv);
    else if (!strcmp(argv[1], "relabel"))
        status = do_relabel(argc, argv);
    else if (!strcmp(argv[1], "stats") || !strcmp(argv[1], "dump") || !strcmp(argv[1], "verify"))
        status = do_report(argc, argv);
    else
        return refuse("not a command (run, stats, dump, verify, relabel)", argv[1]);
    return finish_output(status);
}
