/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * alula-tune: fit the weights of the evaluation to games that the engine has played, or the rules
 * of the search by games that it plays.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine.h"
#include "tune/bygames.h"
#include "tune/fit.h"
#include "tune/table.h"

static const char usage[] =
    "usage: alula-tune --out FILE [OPTION...] DIR|SHARD...\n"
    "       alula-tune --spsa --games N --out FILE [OPTION...]   (the search: alula-tune --spsa "
    "--help)\n"
    "\n"
    "Fit the weights of the evaluation to the games of alula-datagen, starting from those that "
    "this\n"
    "program was built with, and write them to FILE, which is engine/eval_weights.inc for the "
    "next\n"
    "build. A position that is quiet is to be worth what the game brought and what the search "
    "said:\n"
    "the error is squared between sigmoid(K * evaluation) and a blend of result and\n"
    "sigmoid(K * search score). K is what makes the search scores foretell the results best, so\n"
    "that centipawns keep their size from one fit to the next. Of some games nothing is learned;\n"
    "fitting ends when their error falls no more, and FILE stays as it is if it never fell. A\n"
    "SHARD is a file, or - for standard input.\n"
    "\n"
    "  --blend P         percent of the search score in the aim (50)\n"
    "  --per-game N      at most so many positions of a game, by lot; 0 for all (16)\n"
    "  --positions N     read no more than so many in all; 0 for all (0)\n"
    "  --held-out P      percent of games that are held out (5)\n"
    "  --scale N         centipawns in which odds grow e-fold, 1 / K; 0 to find out (0)\n"
    "  --pull N          so many positions want each weight to stay where it is (200)\n"
    "  --rate N          how far a weight moves in one step, at first, 1/100 centipawns (100)\n"
    "  --batch N         positions in one step (16384)\n"
    "  --epochs N        take every position so many times at most (60)\n"
    "  --threads N       they change the time, not the weights (1)\n"
    "  --seed N          of all lots (1)\n"
    "\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 all right; 2 wrong arguments, bad shards, or FILE could not be written: then\n"
    "the old FILE stays as it is.\n";

static int refuse(const char *what, const char *text) {
    char shown[128];
    Text t = text_in(shown, sizeof shown);

    text_add_quoted(&t, word_of(text ? text : ""), 80);
    fprintf(stderr, "alula-tune: %s%s%s (--help tells more)\n", what, text ? ": " : "", shown);
    return 2;
}

static int give_up(const char *sentence) {
    fprintf(stderr, "alula-tune: %s\n", sentence);
    return 2;
}

/* What was asked for. */
typedef struct {
    const char *out;
    int64_t blend, per_game, positions, held_out, scale, pull, rate, batch, epochs, threads, seed;
} Plan;

/* An option with a number behind it: 0 taken, 2 said why not, -1 not one of these. */
static int take_number(Plan *plan, int argc, char **argv, int *i) {
    const struct {
        const char *name;
        int64_t low, high;
        const char *fault;
        int64_t *value;
    } numbers[] = {
        {"--blend", 0, 100, "--blend wants a percentage from 0 to 100", &plan->blend},
        {"--per-game", 0, 1024, "--per-game wants a number from 0 to 1024", &plan->per_game},
        {"--positions", 0, 1000000000, "--positions wants a number from 0 to 1000000000",
         &plan->positions},
        {"--held-out", 1, 50, "--held-out wants a percentage from 1 to 50", &plan->held_out},
        {"--scale", 0, 2000, "--scale wants a number from 0 to 2000", &plan->scale},
        {"--pull", 0, 1000000, "--pull wants a number from 0 to 1000000", &plan->pull},
        {"--rate", 1, 10000, "--rate wants a number from 1 to 10000", &plan->rate},
        {"--batch", 1, 100000000, "--batch wants a number from 1 to 100000000", &plan->batch},
        {"--epochs", 1, 100000, "--epochs wants a number from 1 to 100000", &plan->epochs},
        {"--threads", 1, 256, "--threads wants a number from 1 to 256", &plan->threads},
        {"--seed", 0, INT64_MAX, "--seed wants a number from 0", &plan->seed},
    };

    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
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

static int take_arguments(Plan *plan, ShardList *list, int argc, char **argv) {
    char words[1400];
    Text fault = text_in(words, sizeof words);

    for (int i = 1; i < argc; i++) {
        const int taken = take_number(plan, argc, argv, &i);

        if (taken > 0)
            return taken;
        if (taken == 0)
            continue;
        if (!strcmp(argv[i], "--out")) {
            if (++i >= argc || !*argv[i])
                return refuse("a file is missing behind --out", NULL);
            plan->out = argv[i];
        } else if (!strncmp(argv[i], "--", 2)) {
            return refuse("there is no option", argv[i]);
        } else if (!shard_list_add(list, argv[i], &fault)) {
            return refuse(words, NULL);
        }
    }
    if (!plan->out)
        return refuse("--out FILE is missing, the table to write", NULL);
    if (!list->count)
        return refuse("shards to learn from are missing", NULL);
    return 0;
}

/* Weights that hardly any position has, for people to know. */
static int rare_weights(const SampleSet *set) {
    int rare = 0;

    for (int i = 0; i < EVAL_WEIGHT_COUNT; i++)
        rare += set->uses[i] > 0 && set->uses[i] < 100;
    return rare;
}

static int tune(const Plan *plan, const SampleSet *set, double scale) {
    const FitRules rules = {.scale = scale,
                            .rate = (double)plan->rate / 100,
                            .pull = (double)plan->pull,
                            .batch = (int)plan->batch,
                            .epochs = (int)plan->epochs,
                            .threads = (int)plan->threads,
                            .seed = (uint64_t)plan->seed,
                            .terminal = isatty(STDERR_FILENO)};
    char note[200], words[1400];
    Text fault = text_in(words, sizeof words), text = text_in(note, sizeof note);
    Weights *w = malloc(sizeof *w);
    FitReport report;

    if (!w)
        return give_up("there is not enough memory for the weights");
    weights_built_in(w);
    if (!fit(w, set, &rules, &report)) {
        free(w);
        return give_up("there is not enough memory to fit the weights");
    }
    printf("loss         %.6f, before %.6f\n", report.loss, report.start_loss);
    printf("held-out     %.6f, before %.6f\n", report.held, report.start_held);
    if (report.held >= report.start_held) {
        printf("not written  %s: no epoch was better than the weights of this program\n",
               plan->out);
        free(w);
        return 0;
    }
    text_addf(&text,
              "From %" PRIu64 " games, %zu positions, blend %d, scale %d.%d, held-out loss 0.%06d.",
              set->games, set->learned, (int)plan->blend, (int)(1 / scale), (int)(10 / scale) % 10,
              (int)(report.held * 1e6 + 0.5));
    if (!table_write(plan->out, w, note, &fault)) {
        free(w);
        return give_up(words);
    }
    printf("written      %s\n", plan->out);
    free(w);
    return 0;
}

static int run(const Plan *plan, const ShardList *list) {
    const SampleRules rules = {.seed = (uint64_t)plan->seed,
                               .per_game = (int)plan->per_game,
                               .held_percent = (int)plan->held_out,
                               .most = (uint64_t)plan->positions,
                               .terminal = isatty(STDERR_FILENO)};
    char words[1400];
    Text fault = text_in(words, sizeof words);
    SampleSet *set = calloc(1, sizeof *set);
    double scale;
    int status;

    if (!set)
        return give_up("there is not enough memory");
    if (!samples_read(set, list, &rules, &fault)) {
        status = give_up(words);
    } else {
        scale = plan->scale ? 1 / (double)plan->scale : samples_scale(set);
        printf("games        %" PRIu64 ", %" PRIu64 " of them held out\n", set->games,
               set->games_held);
        printf("positions    %zu to learn from, %zu held out, of %" PRIu64 "\n", set->learned,
               set->held, set->positions);
        printf("weights      %d pairs, %d of them in fewer than 100 positions\n",
               (int)EVAL_WEIGHT_COUNT, rare_weights(set));
        printf("scale        %.1f centipawns\n", 1 / scale);
        samples_aim(set, scale, (double)plan->blend / 100);
        status = tune(plan, set, scale);
    }
    samples_free(set);
    free(set);
    return status;
}

/* The status, or 2 if what was printed has not arrived. */
static int finish_output(int status) {
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    return give_up("the output could not be written");
}

int main(int argc, char **argv) {
    Plan plan = {.blend = 50,
                 .per_game = 16,
                 .held_out = 5,
                 .pull = 200,
                 .rate = 100,
                 .batch = 16384,
                 .epochs = 60,
                 .threads = 1,
                 .seed = 1};
    ShardList list = {NULL, 0};
    bool by_games = false;
    int status;

    for (int i = 1; i < argc; i++)
        by_games = by_games || !strcmp(argv[i], "--spsa");
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(by_games ? bygames_usage : usage, stdout);
            return finish_output(0);
        }
        if (!strcmp(argv[i], "--version")) {
            printf("alula-tune %s\n", ALULA_VERSION);
            return finish_output(0);
        }
    }
    engine_init_tables();
    status = by_games ? bygames(argc, argv) : take_arguments(&plan, &list, argc, argv);
    if (!status && !by_games)
        status = run(&plan, &list);
    shard_list_free(&list);
    return finish_output(status);
}
