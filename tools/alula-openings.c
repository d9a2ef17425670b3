/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-openings: positions to start games from, made by random moves and judged by a search. */
#include <stdio.h>
#include <string.h>

#include "common/commandline.h"
#include "engine.h"
#include "openings/openings_run.h"
#include "startup.h"

static const char usage[] =
    "usage: alula-openings --count N [--out FILE] [OPTION...]\n"
    "\n"
    "Play random moves from the start of the game, search the position, and keep it if its score\n"
    "is in range, the side to move is not in check, the best move takes nothing, and the position\n"
    "is new, however it came about. The same options make the same openings, with any number of\n"
    "threads. FILE is taken up again where it ended, until it has N lines; nothing that was\n"
    "written is lost, however the last run ended. Another seed adds other openings; another range\n"
    "does not go into the same FILE.\n"
    "\n"
    "  --balanced       0 to 60 centipawns for one side, whichever (so without further options)\n"
    "  --unbalanced     70 to 130 centipawns\n"
    "  --from CP, --to CP   another range\n"
    "  --plies N[-M]    random moves of both sides together; N to M by turns (8)\n"
    "  --nodes N        of each search (50000)\n"
    "  --seed S         other openings (1)\n"
    "  --chess960       from the start positions of Chess960\n"
    "  --name NAME      the first word of each id (balanced, unbalanced, or opening)\n"
    "  --threads N      (1)\n"
    "  --hash MB        hash table of each thread; it changes the openings as well (4)\n"
    "  --help, --version\n"
    "\n"
    "A line for each opening, in FILE or on standard output: EPD with ce, the score for the side\n"
    "to move, fmvn, hmvc, and an id: its name, seed and number.\n"
    "\n"
    "Exit status: 0 done; 1 the output cannot be written; 2 wrong arguments, or a line of FILE\n"
    "that is no position, or no opening of this range; 130 interrupted.\n";

static int refuse(const char *sentence) {
    fprintf(stderr, "alula-openings: %s (--help tells more)\n", sentence);
    return 2;
}

typedef struct {
    MakerRules rules;
    int64_t count, low, high, nodes, seed, threads;
    const char *out, *plies, *name;
    bool balanced, unbalanced;
} OpeningsOptions;

/* "8" or "8-9" */
static bool read_plies(MakerRules *rules, const char *text) {
    const char *dash = strchr(text, '-');
    const Word first = {text, dash ? (size_t)(dash - text) : strlen(text)};
    int64_t n, m;

    if (!word_number(first, 1, 100, &n) || (dash && !word_number(word_of(dash + 1), n, 100, &m)))
        return false;
    rules->plies = (int)n;
    rules->most_plies = (int)(dash ? m : n);
    return true;
}

/* Names stand in ids, between quotes. */
static bool is_name(const char *name) {
    return strlen(name) <= 40 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") ==
               strlen(name);
}

static bool read_wishes(OpeningsOptions *w, int argc, char **argv, Text *fault) {
    const CommandOption rows[] = {
        {"--count", NULL, NULL, &w->count, 1, 10000000},
        {"--from", NULL, NULL, &w->low, 0, 10000},
        {"--to", NULL, NULL, &w->high, 0, 10000},
        {"--nodes", NULL, NULL, &w->nodes, 1, 1000000000},
        {"--seed", NULL, NULL, &w->seed, 0, INT64_MAX},
        {"--threads", NULL, NULL, &w->threads, 1, OPENINGS_MAX_THREADS},
        {"--hash", NULL, NULL, &w->rules.hash_megabytes, 1, 65536},
        {"--plies", NULL, &w->plies, NULL, 0, 0},
        {"--out", NULL, &w->out, NULL, 0, 0},
        {"--name", NULL, &w->name, NULL, 0, 0},
        {"--balanced", &w->balanced, NULL, NULL, 0, 0},
        {"--unbalanced", &w->unbalanced, NULL, NULL, 0, 0},
        {"--chess960", &w->rules.chess960, NULL, NULL, 0, 0},
    };
    int others;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, fault))
        return false;
    if (others)
        text_addf(fault, "only options are expected; a file is named by --out");
    else if (!w->count)
        text_add(fault, "how many? --count is needed");
    else if (w->balanced + w->unbalanced + (w->low >= 0 || w->high >= 0) > 1)
        text_add(fault, "--balanced, --unbalanced, and --from with --to exclude each other");
    else if ((w->low >= 0) != (w->high >= 0) || w->low > w->high)
        text_add(fault, "--from and --to need each other, the smaller one first");
    else if (!read_plies(&w->rules, w->plies))
        text_add(fault, "--plies wants a number from 1 to 100, or two such as 8-9");
    else if (w->name && !is_name(w->name))
        text_add(fault, "--name wants at most 40 letters, digits or -_.");
    if (!w->name)
        w->name = w->unbalanced ? "unbalanced" : w->low >= 0 ? "opening" : "balanced";
    w->rules.low = (int)(w->low >= 0 ? w->low : w->unbalanced ? 70 : 0);
    w->rules.high = (int)(w->high >= 0 ? w->high : w->unbalanced ? 130 : 60);
    w->rules.nodes = (uint64_t)w->nodes;
    w->rules.seed = (uint64_t)w->seed;
    return !fault->length;
}

/* The status after a text that was asked for: 1 if it has not arrived. */
static int printed(void) {
    if (!fflush(stdout) && !ferror(stdout))
        return 0;
    fprintf(stderr, "alula-openings: the output cannot be written\n");
    return 1;
}

int main(int argc, char **argv) {
    OpeningsOptions w = {.rules = {.hash_megabytes = 4},
                         .low = -1,
                         .high = -1,
                         .nodes = 50000,
                         .seed = 1,
                         .threads = 1,
                         .plies = "8"};
    char words[600];
    Text fault = text_in(words, sizeof words);
    Collection collection;
    int status;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(usage, stdout);
            return printed();
        }
        if (!strcmp(argv[i], "--version")) {
            puts("alula-openings " ALULA_VERSION);
            return printed();
        }
    }
    if (!read_wishes(&w, argc, argv, &fault))
        return refuse(words);
    startup_init_tables();
    status = collection_open(&collection, w.out, w.name, &w.rules, &fault);
    if (status)
        fprintf(stderr, "alula-openings: %s\n", words);
    else
        status = openings_run(&collection, &w.rules, (size_t)w.count, (int)w.threads);
    collection_close(&collection);
    return status;
}
