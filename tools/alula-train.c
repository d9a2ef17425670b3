/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-train: make the neural network of the evaluation from games of alula-datagen. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/commandline.h"
#include "engine.h"
#include "fen.h"
#include "startup.h"
#include "train/train_run.h"

static const char usage[] =
    "usage: alula-train run --out NAME.nn [OPTION...] DIR|SHARD...   train a network\n"
    "       alula-train show NAME.nn                                 what is in one\n"
    "       alula-train eval NAME.nn FEN...   centipawns of positions for the side to move\n"
    "\n"
    "run learns from the quiet positions of the games of alula-datagen (not in check, no capture\n"
    "or promotion next, no more than 30 pawns ahead), each of them once: how many points the side\n"
    "to move can expect, a blend of the game's result and sigmoid(score / K). Of some games\n"
    "nothing is learned; their loss is shown beside that of the others. After each epoch four\n"
    "files are written: NAME.nn, the network in whole numbers, ready to play; NAME.state, to go\n"
    "on from; NAME.txt, how it was made; NAME.svg, the losses. The same options and games make\n"
    "the same network, with any number of threads and however often the run was interrupted, if\n"
    "the program is the same build: other compilers and processor flags round otherwise.\n"
    "\n"
    "  --hidden N          neurons: a multiple of 32, up to 1024 (256)\n"
    "  --outputs N         one for each stage of the game, by the men on the board: 1 to 8 (1)\n"
    "  --epochs N          take every position so many times (10)\n"
    "  --lambda X          weight of the result in what is learned, 0 to 1 (0.1)\n"
    "  --trace X           weight of what is expected at the next position of the game in what is\n"
    "                      expected here, 0 to 0.999; wants a --scale (0.75; 0 with\n"
    "                      --scale auto)\n"
    "  --rate X            of learning, at first (0.001)\n"
    "  --final-rate X      and at the end, along half a cosine (--rate times 0.3^5)\n"
    "  --decay X           part of every weight that goes in a step, by rate (0.01)\n"
    "  --batch N           positions in one step (16384)\n"
    "  --scale N|auto      K, centipawns in which odds grow e-fold; auto: what makes the scores\n"
    "                      foretell the results best (400)\n"
    "  --held P            percent of games that are held out, 1 to 50 (2)\n"
    "  --skip P            percent of positions that are left out, by lot (0)\n"
    "  --min-ply N         leave out positions before this ply of a game (0)\n"
    "  --max-positions N   read no more than so many; 0: all (0)\n"
    "  --salvage           use damaged shards, but for the damaged games, and leave out those\n"
    "                      without a good header; one that cannot be read is refused all the same\n"
    "  --seed N            of all lots (1)\n"
    "  --threads N         they change the time, not the network; 1 to 8 (1)\n"
    "  --resume            go on from NAME.state, if it is there, with the same options and games\n"
    "  --save S            write NAME.state every S seconds within an epoch (60)\n"
    "\n"
    "  --help, --version\n"
    "\n"
    "A new training never writes over the files of another, and a second one of the same NAME is\n"
    "refused while NAME.lock is held. Ctrl-C writes NAME.state and ends.\n"
    "Give folders that grow no more: another game is other data, and --resume refuses it.\n"
    "\n"
    "Exit status: 0 all right; 1 bad shards or positions, or a file that is bad or cannot be\n"
    "written: the old one stays as it is; 2 wrong arguments; 130 interrupted.\n";

static int refuse(const char *sentence) {
    fprintf(stderr, "alula-train: %s (--help tells more)\n", sentence);
    return 2;
}

static int give_up(const char *sentence) {
    fprintf(stderr, "alula-train: %s\n", sentence);
    return TRAIN_FAILED;
}

/* A plain number from low to high, or false with a sentence. */
static bool take_real(const char *option, const char *word, double low, double high, double *out,
                      Text *fault) {
    char *end;

    if (!word)
        return true;
    if (strspn(word, "0123456789.eE-+") == strlen(word)) {
        const double x = strtod(word, &end);

        if (!*end && x >= low && x <= high) {
            *out = x;
            return true;
        }
    }
    /* snprintf: the lines of Text know no floating point */
    {
        char bounds[80];

        snprintf(bounds, sizeof bounds, "%s wants a number from %g to %g, not ", option, low, high);
        text_add(fault, bounds);
        text_add_quoted(fault, word_of(word), 40);
    }
    return false;
}

typedef struct {
    int64_t hidden, outputs, epochs, batch, held, skip, ply, most, seed, threads, save;
    const char *lambda, *trace, *rate, *final_rate, *decay, *scale;
} TrainOptions;

/* The wishes that are words, and what they have to do with each other. */
static bool understand(const TrainOptions *w, TrainPlan *plan, Text *fault) {
    LearnRules *l = &plan->learn;
    const size_t length = plan->out ? strlen(plan->out) : 0;
    const bool best_scale = w->scale && !strcmp(w->scale, "auto");
    int64_t scale = best_scale ? 0 : 400;

    *l = (LearnRules){.hidden = (int)w->hidden,
                      .outputs = (int)w->outputs,
                      .epochs = (int)w->epochs,
                      .batch = (int)w->batch,
                      .threads = (int)w->threads,
                      .rate = 0.001,
                      .decay = 0.01,
                      .seed = (uint64_t)w->seed};
    plan->data = (DataRules){.seed = (uint64_t)w->seed,
                             .held_percent = (int)w->held,
                             .skip_percent = (int)w->skip,
                             .least_ply = (int)w->ply,
                             .most = (uint64_t)w->most,
                             .salvage = plan->data.salvage,
                             .terminal = isatty(STDERR_FILENO)};
    plan->lambda = 0.1;
    plan->data.trace = best_scale ? 0 : 0.75; /* it is summed up before a scale can be found */
    plan->save_s = (int)w->save;
    if (!take_real("--lambda", w->lambda, 0, 1, &plan->lambda, fault) ||
        !take_real("--trace", w->trace, 0, 0.999, &plan->data.trace, fault) ||
        !take_real("--rate", w->rate, 1e-9, 1, &l->rate, fault))
        return false;
    l->final_rate = l->rate * 0.00243;
    if (!take_real("--final-rate", w->final_rate, 0, 1, &l->final_rate, fault) ||
        !take_real("--decay", w->decay, 0, 1, &l->decay, fault))
        return false;
    if (w->scale && !best_scale && !word_number(word_of(w->scale), 20, 2000, &scale)) {
        text_add(fault, "--scale wants auto or a number from 20 to 2000, not ");
        text_add_quoted(fault, word_of(w->scale), 40);
        return false;
    }
    plan->scale = plan->data.scale = (int)scale;
    if (plan->data.trace > 0 && !scale)
        text_add(fault, "--trace wants a --scale that is a number");
    else if (!plan->out)
        text_add(fault, "--out NAME.nn is missing, the network to write");
    else if (length < 4 || strcmp(plan->out + length - 3, ".nn") != 0 ||
             plan->out[length - 4] == '/')
        text_add(fault, "--out wants a name that ends in .nn");
    else if (length > TRAIN_NAME_SIZE - 8)
        text_add(fault, "the name behind --out is too long");
    else if (l->hidden % NNUE_HIDDEN_STEP)
        text_addf(fault, "--hidden wants a multiple of %d", (int)NNUE_HIDDEN_STEP);
    return !fault->length;
}

static int do_run(int argc, char **argv) {
    TrainPlan plan = {.out = NULL};
    TrainOptions w = {.hidden = 256,
                      .outputs = 1,
                      .epochs = 10,
                      .batch = 16384,
                      .held = 2,
                      .seed = 1,
                      .threads = 1,
                      .save = 60};
    const CommandOption rows[] = {
        {"--out", NULL, &plan.out, NULL, 0, 0},
        {"--hidden", NULL, NULL, &w.hidden, NNUE_HIDDEN_STEP, NNUE_MAX_HIDDEN},
        {"--outputs", NULL, NULL, &w.outputs, 1, NNUE_MAX_OUTPUTS},
        {"--epochs", NULL, NULL, &w.epochs, 1, 10000},
        {"--lambda", NULL, &w.lambda, NULL, 0, 0},
        {"--trace", NULL, &w.trace, NULL, 0, 0},
        {"--rate", NULL, &w.rate, NULL, 0, 0},
        {"--final-rate", NULL, &w.final_rate, NULL, 0, 0},
        {"--decay", NULL, &w.decay, NULL, 0, 0},
        {"--batch", NULL, NULL, &w.batch, 1, 10000000},
        {"--scale", NULL, &w.scale, NULL, 0, 0},
        {"--held", NULL, NULL, &w.held, 1, 50},
        {"--skip", NULL, NULL, &w.skip, 0, 99},
        {"--min-ply", NULL, NULL, &w.ply, 0, 10000},
        {"--max-positions", NULL, NULL, &w.most, 0, INT64_MAX},
        {"--salvage", &plan.data.salvage, NULL, NULL, 0, 0},
        {"--seed", NULL, NULL, &w.seed, 0, INT64_MAX},
        {"--threads", NULL, NULL, &w.threads, 1, 8},
        {"--resume", &plan.resume, NULL, NULL, 0, 0},
        {"--save", NULL, NULL, &w.save, 0, 1000000},
    };
    char words[1400];
    Text fault = text_in(words, sizeof words);
    ShardList list = {NULL, 0};
    int others, status = 0;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, &fault) ||
        !understand(&w, &plan, &fault))
        return refuse(words);
    if (!others)
        return refuse("shards to learn from are missing");
    for (int i = 1; i <= others && !status; i++)
        if (!shard_list_add(&list, argv[i], &fault))
            status = give_up(words);
    plan.shards = &list;
    if (!status)
        status = train_run(&plan);
    shard_list_free(&list);
    return status;
}

/* --- looking at networks --------------------------------------------------------------------- */

/* The smallest and the largest of many numbers, and how many are zero. */
static void show_range(const char *name, const int16_t *at, size_t count, double one) {
    int low = at[0], high = at[0];
    size_t zeros = 0;

    for (size_t i = 0; i < count; i++) {
        low = at[i] < low ? at[i] : low;
        high = at[i] > high ? at[i] : high;
        zeros += at[i] == 0;
    }
    printf("%-12s %zu from %.3f to %.3f, %zu of them zero\n", name, count, low / one, high / one,
           zeros);
}

/* What stands in NAME.txt, if it is there; a sentence if that is another network's. */
static void show_text(const char *path, uint32_t checksum) {
    char name[TRAIN_NAME_SIZE], line[1024];
    const size_t length = strlen(path);
    unsigned told = checksum;
    FILE *file;

    if (length < 4 || length > sizeof name - 8 || strcmp(path + length - 3, ".nn") != 0)
        return;
    snprintf(name, sizeof name, "%.*s.txt", (int)length - 3, path);
    if (!(file = fopen(name, "r")))
        return;
    printf("\n%s:\n", name);
    while (fgets(line, sizeof line, file)) {
        fputs(line, stdout);
        sscanf(line, "checksum %x", &told);
    }
    fclose(file);
    if (told != checksum) {
        fflush(stdout); /* the two are read side by side */
        fprintf(stderr, "alula-train: %s is of another network, of checksum %08x\n", name, told);
    }
}

/* False with a sentence. */
static bool open_net(NnueNet **net, const char *path) {
    const char *defect = nnue_read(net, path);

    if (defect)
        fprintf(stderr, "alula-train: %s: %s\n", path, defect);
    return !defect;
}

static int do_show(const char *path) {
    NnueNet *net;
    size_t hidden;
    uint32_t checksum;

    if (!open_net(&net, path))
        return TRAIN_FAILED;
    hidden = (size_t)net->hidden;
    checksum = net->checksum;
    printf("network      %d inputs, %d neurons seen from both sides, %d output%s\n",
           (int)NNUE_INPUTS, net->hidden, net->outputs, net->outputs > 1 ? "s" : "");
    printf("scale        %d centipawns\n", net->scale);
    printf("file         %zu bytes\n", nnue_file_size(net->hidden, net->outputs));
    printf("checksum     %08" PRIx32 "\n", checksum);
    show_range("weights in", net->input_weight, NNUE_INPUTS * hidden, NNUE_QA);
    show_range("biases", net->input_bias, hidden, NNUE_QA);
    show_range("weights out", net->output_weight, (size_t)net->outputs * 2 * hidden, NNUE_QB);
    printf("biases out  ");
    for (int i = 0; i < net->outputs; i++)
        printf(" %.3f", net->output_bias[i] / (double)(NNUE_QA * NNUE_QB));
    putchar('\n');
    nnue_free(net);
    show_text(path, checksum);
    return 0;
}

/* What the network says of one position; false with a sentence if it is none. */
static bool eval_fen(const NnueNet *net, const char *fen) {
    char words[400];
    Text fault = text_in(words, sizeof words);
    Position p;
    const char *defect = fen_parse(&p, word_of(fen), true);

    if (!defect) {
        printf("%6d  %s\n", nnue_evaluate_full(net, &p), fen);
        return true;
    }
    fflush(stdout); /* the two are read side by side */
    text_add_quoted(&fault, word_of(fen), 120);
    text_addf(&fault, ": %s", defect);
    give_up(words);
    return false;
}

static int do_eval(const char *path, int fens, char **fen) {
    NnueNet *net;
    int status = 0;

    if (!open_net(&net, path))
        return TRAIN_FAILED;
    printf("centipawns for the side to move:\n");
    for (int i = 0; i < fens; i++)
        if (!eval_fen(net, fen[i]))
            status = TRAIN_FAILED;
    nnue_free(net);
    return status;
}

/* The status, or 1 if what was printed has not arrived. */
static int finish_output(int status) {
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    return give_up("the output could not be written");
}

static int do_command(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";

    if (!strcmp(command, "run"))
        return do_run(argc - 1, argv + 1);
    if (!strcmp(command, "show"))
        return argc == 3 ? do_show(argv[2]) : refuse("show wants one network, NAME.nn");
    if (!strcmp(command, "eval"))
        return argc > 3 ? do_eval(argv[2], argc - 3, argv + 3)
                        : refuse("eval wants a network, NAME.nn, and positions");
    return refuse(argc > 1 ? "the first word is run, show or eval" : "what is to be done?");
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(usage, stdout);
            return finish_output(0);
        }
        if (!strcmp(argv[i], "--version")) {
            printf("alula-train %s\n", ALULA_VERSION);
            return finish_output(0);
        }
    }
    startup_init_tables();
    return finish_output(do_command(argc, argv));
}
