/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-train: train the NNUE network on games of alula-datagen. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alula-train.h"
#include "base/file.h"
#include "chess/fen.h"
#include "net.h"
#include "tools/common/tool.h"

static const char *const usage[] = {
#include "usage/alula-train.inc"
    NULL};

enum { MAX_USES = 100, DEFAULT_SCALE = 143 };

/*
 * Reads "0.2"; "0.2:0.4" for the first and the last step; or "0.2:0.4:75", constant for the first
 * 75 percent.
 */
static bool read_lambda(void *context, const char *value, Text *error) {
    TrainerSettings *l = context;
    double number[3] = {0};
    const char *rest = value;
    char part[32];
    int parts = 0;

    for (; rest && parts < 3; parts++) {
        const size_t length = strcspn(rest, ":");

        if (length >= sizeof part)
            break;
        memcpy(part, rest, length);
        part[length] = '\0';
        if (!commandline_real(part, &number[parts]))
            break;
        rest = rest[length] ? rest + length + 1 : NULL;
    }
    if (!rest && number[0] >= 0 && number[0] <= 1 && number[1] >= 0 && number[1] <= 1 &&
        number[2] >= 0 && number[2] <= 99) {
        l->lambda[0] = number[0];
        l->lambda[1] = number[parts > 1];
        l->lambda_from = number[2];
        return true;
    }
    return commandline_refuse(
        error,
        "--lambda needs a number from 0 to 1, or a range such as 0.2:0.4 or 0.2:0.4:75, not ",
        value);
}

/* Effect of --weight and --thin-decided on the operands after them. */
typedef struct {
    const int *others; /* operands so far */
    ShardUse use[MAX_USES + 1];
    int from[MAX_USES + 1]; /* index of the first operand for this use */
    int uses;
} OperandUses;

/*
 * Returns the use of the following operands, or NULL with an error message if there are too many
 * uses.
 */
static ShardUse *next_use(OperandUses *u, Text *error) {
    if (*u->others + 1 > u->from[u->uses]) {
        if (u->uses == MAX_USES) {
            text_add(error, "there are too many --weight and --thin-decided options");
            return NULL;
        }
        u->use[u->uses + 1] = u->use[u->uses];
        u->from[++u->uses] = *u->others + 1;
    }
    return &u->use[u->uses];
}

static bool read_weight(void *context, const char *value, Text *error) {
    ShardUse *use = next_use(context, error);
    double weight;

    if (!use)
        return false;
    if (commandline_real(value, &weight) && weight >= 0.01 && weight <= 1) {
        use->weight = (int)lround(100 * weight);
        return true;
    }
    return commandline_refuse(error, "--weight needs a number from 0.01 to 1, not ", value);
}

static bool read_thin(void *context, const char *value, Text *error) {
    ShardUse *use = next_use(context, error);
    int64_t percent;

    if (!use)
        return false;
    if (word_number(word_of(value), 0, 99, &percent)) {
        use->thin = (int)percent;
        return true;
    }
    return commandline_refuse(error, "--thin-decided needs a number from 0 to 99, not ", value);
}

/* Adds the shards of an operand, all with the same use. */
static bool add_operand(ShardList *list, ShardUse **use, const char *path, const ShardUse *as,
                        Text *error) {
    const size_t before = list->count;

    if (!shard_list_add(list, path, error))
        return false;
    *use = memory_grow(*use, list->count, sizeof **use);
    for (size_t i = before; i < list->count; i++)
        (*use)[i] = *as;
    return true;
}

/*
 * Opens the network to start from, and adopts its shape where none (0) is given. Returns the exit
 * status.
 */
static int open_start(const char *path, TrainerSettings *l, NnueNet **start, Text *error) {
    int hidden = 256, outputs = NNUE_MAX_OUTPUTS, terms = 0;

    if (!tool_read_net(start, path))
        return TOOL_FAILED;
    if (path) {
        hidden = (*start)->hidden;
        outputs = (*start)->outputs;
        terms = (*start)->term_hidden;
    }
    l->hidden = l->hidden ? l->hidden : hidden;
    l->outputs = l->outputs ? l->outputs : outputs;
    l->term_hidden = l->term_hidden < 0 ? terms : l->term_hidden;
    if (path && l->hidden < hidden)
        text_addf(error, "--hidden %d is smaller than the network of --from, which has %d neurons",
                  l->hidden, hidden);
    else if (path && l->outputs % outputs)
        text_addf(error, "--outputs needs a multiple of the %d output buckets of --from, not %d",
                  outputs, l->outputs);
    else if (l->term_hidden % NNUE_HIDDEN_STEP || l->term_hidden > l->hidden)
        text_addf(error, "--terms needs a multiple of %d up to --hidden, not %d",
                  (int)NNUE_HIDDEN_STEP, l->term_hidden);
    else if (path && l->term_hidden < terms)
        text_addf(error, "--terms %d is less than in the network of --from, %d", l->term_hidden,
                  terms);
    return error->length ? TOOL_USAGE : TOOL_OK;
}

/* Completes the plan and checks options that depend on each other. */
static bool complete_plan(TrainPlan *plan, const char *scale_text, Text *error) {
    TrainerSettings *l = &plan->learn;
    const size_t length = plan->out ? strlen(plan->out) : 0;
    const bool best_scale = scale_text && !strcmp(scale_text, "auto");
    int64_t scale = best_scale ? 0 : DEFAULT_SCALE;

    plan->data.seed = l->seed;
    if (l->final_rate < 0)
        l->final_rate = l->rate * 0.00025;
    plan->data.terminal = isatty(STDERR_FILENO);
    if (plan->data.trace < 0) /* the scale is fitted after the trace is applied */
        plan->data.trace = best_scale ? 0 : 0.3;
    if (scale_text && !best_scale && !word_number(word_of(scale_text), 20, 2000, &scale))
        return commandline_refuse(error, "--scale needs auto or a number from 20 to 2000, not ",
                                  scale_text);
    plan->scale = plan->data.scale = (int)scale;
    if (plan->stream && !scale)
        text_add(error, "--stream needs a --scale that is a number");
    else if (plan->data.trace > 0 && !scale)
        text_add(error, "--trace needs a --scale that is a number");
    else if (!plan->out)
        text_add(error, "--out NAME.nn is missing: the network to write");
    else if (length < 4 || strcmp(plan->out + length - 3, ".nn") != 0 ||
             plan->out[length - 4] == '/')
        text_add(error, "--out needs a name that ends in .nn");
    else if (length > TRAIN_NAME_SIZE - 16)
        text_add(error, "the name after --out is too long");
    else if (l->hidden % NNUE_HIDDEN_STEP)
        text_addf(error, "--hidden needs a multiple of %d", (int)NNUE_HIDDEN_STEP);
    return !error->length;
}

static int do_run(int argc, char **argv, Text *error) {
    TrainPlan plan = {.learn = {.batch = 2048,
                                .superbatches = 40,
                                .superbatch = 100000000,
                                .threads = 1,
                                .rate = 0.002,
                                .final_rate = -1,
                                .decay = 0.01,
                                .lambda = {0.05, 0.05},
                                .ending_lambda = -1,
                                .term_hidden = -1,
                                .exponent = 2,
                                .seed = 1},
                      .data = {.validation_percent = 2, .trace = -1},
                      .save_s = 60};
    const char *from = NULL, *positions = NULL, *scale = NULL, *slash;
    Reference reference;
    NnueNet *start = NULL;
    int others = 0, status = TOOL_OK, at = 0;
    OperandUses uses = {.others = &others, .use[0] = {.weight = 100}};
    ShardUse *use = NULL;
    const CommandOption rows[] = {
        {"--out", .text = &plan.out},
        {"--hidden", .whole = &plan.learn.hidden, NNUE_HIDDEN_STEP, NNUE_MAX_HIDDEN},
        {"--outputs", .whole = &plan.learn.outputs, 1, NNUE_MAX_OUTPUTS},
        {"--terms", .whole = &plan.learn.term_hidden, 0, NNUE_MAX_HIDDEN},
        {"--from", .text = &from},
        {"--superbatches", .whole = &plan.learn.superbatches, 1, 100000},
        {"--superbatch", .number = &plan.learn.superbatch, 1, 1000000000000},
        {"--lambda", .read = read_lambda, .context = &plan.learn},
        {"--ending-lambda", .real = &plan.learn.ending_lambda, 0, 1},
        {"--trace", .real = &plan.data.trace, 0, 0.999},
        {"--rate", .real = &plan.learn.rate, 1e-9, 1},
        {"--final-rate", .real = &plan.learn.final_rate, 0, 1},
        {"--warm-up", .real = &plan.learn.warm_up, 0, 50},
        {"--loss-exponent", .real = &plan.learn.exponent, 1, 4},
        {"--decay", .real = &plan.learn.decay, 0, 1},
        {"--batch", .whole = &plan.learn.batch, 1, 10000000},
        {"--scale", .text = &scale},
        {"--held", .whole = &plan.data.validation_percent, 1, 50},
        {"--skip", .whole = &plan.data.skip_percent, 0, 99},
        {"--min-ply", .whole = &plan.data.min_ply, 0, 10000},
        {"--max-positions", .number = &plan.data.max_positions, 0, INT64_MAX},
        {"--weight", .read = read_weight, .context = &uses},
        {"--thin-decided", .read = read_thin, .context = &uses},
        {"--salvage", .on = &plan.data.salvage},
        {"--seed", .number = &plan.learn.seed, 0, INT64_MAX},
        {"--threads", .whole = &plan.learn.threads, 1, 256},
        {"--stream", .on = &plan.stream},
        {"--resume", .on = &plan.resume},
        {"--keep", .on = &plan.keep},
        {"--positions", .text = &positions},
        {"--save", .whole = &plan.save_s, 0, 1000000},
    };
    ShardList list = {NULL, 0};

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, error))
        return TOOL_USAGE;
    status = open_start(from, &plan.learn, &start, error);
    if (!status && !complete_plan(&plan, scale, error))
        status = TOOL_USAGE;
    if (!status && !others)
        status = tool_usage_error("the shards are missing");
    if (!status && positions) {
        if (reference_read(&reference, positions, error))
            plan.reference = &reference;
        else
            status = TOOL_FAILED;
    }
    for (int i = 1; i <= others && !status; i++) {
        while (at < uses.uses && uses.from[at + 1] <= i)
            at++;
        if (!add_operand(&list, &use, argv[i], &uses.use[at], error))
            status = TOOL_FAILED;
    }
    plan.from = start;
    plan.from_name = from && (slash = strrchr(from, '/')) ? slash + 1 : from;
    plan.shards = &list;
    plan.use = use;
    if (!status)
        status = train_run(&plan);
    if (plan.reference)
        reference_free(&reference);
    nnue_free(start);
    free(use);
    shard_list_free(&list);
    return status;
}

/* --- inspecting networks --------------------------------------------------------------------- */

/* Shows the smallest and the largest number, and how many are zero; as JSON unless `j` is NULL. */
static void show_range(Json *j, const char *name, const int16_t *at, size_t count, double one) {
    int low = at[0], high = at[0];
    size_t zeros = 0;

    for (size_t i = 0; i < count; i++) {
        low = at[i] < low ? at[i] : low;
        high = at[i] > high ? at[i] : high;
        zeros += at[i] == 0;
    }
    if (!j) {
        printf("%-12s %zu from %.3f to %.3f, %zu of them zero\n", name, count, low / one,
               high / one, zeros);
        return;
    }
    json_open(j, name, '{');
    json_count(j, "count", count);
    json_real(j, "low", low / one, 4);
    json_real(j, "high", high / one, 4);
    json_count(j, "zeros", zeros);
    json_close(j, '}');
}

static void show_ranges(Json *j, const NnueNet *net) {
    const size_t hidden = (size_t)net->hidden;

    show_range(j, "weights in", net->input_weight, NNUE_INPUTS * hidden, NNUE_QA);
    if (net->term_hidden)
        show_range(j, "terms", net->term_weight, TERM_INPUTS * (size_t)net->term_hidden, NNUE_QA);
    show_range(j, "biases", net->input_bias, hidden, NNUE_QA);
    show_range(j, "weights out", net->output_weight, (size_t)net->outputs * 2 * hidden, NNUE_QB);
}

/*
 * Shows NAME.txt, if it exists, in JSON as a list of lines; warns if it describes another network.
 */
static void show_text(Json *j, const char *path, uint32_t checksum) {
    char name[TRAIN_NAME_SIZE], line[1024];
    const size_t length = strlen(path);
    unsigned described = checksum;
    FILE *file;

    if (length < 4 || length > sizeof name - 8 || strcmp(path + length - 3, ".nn") != 0)
        return;
    snprintf(name, sizeof name, "%.*s.txt", (int)length - 3, path);
    if (!(file = file_open_plain(name)))
        return;
    if (!j)
        printf("\n%s:\n", name);
    while (fgets(line, sizeof line, file)) {
        if (j)
            json_slice(j, NULL, (Word){line, strcspn(line, "\r\n")});
        else
            fputs(line, stdout);
        sscanf(line, "checksum %x", &described);
    }
    fclose(file);
    if (described != checksum) {
        fflush(stdout); /* keep the order of the two streams */
        tool_message("%s describes another network, with checksum %08x", name, described);
    }
}

static void show_json(const NnueNet *net, const char *path) {
    Text checksum = TEXT_OF(16);
    Json j = tool_json();

    text_addf(&checksum, "%08" PRIx32, net->checksum);
    json_text(&j, "file", path);
    json_text(&j, "checksum", checksum.at);
    json_count(&j, "bytes", nnue_file_size(net->hidden, net->outputs, net->term_hidden));
    json_whole(&j, "inputs", NNUE_INPUTS);
    json_whole(&j, "hidden", net->hidden);
    json_whole(&j, "outputs", net->outputs);
    json_whole(&j, "terms", net->term_hidden);
    json_whole(&j, "scale", net->scale);
    json_open(&j, "ranges", '{');
    show_ranges(&j, net);
    json_close(&j, '}');
    json_open(&j, "biases_out", '[');
    for (int i = 0; i < net->outputs; i++)
        json_real(&j, NULL, net->output_bias[i] / (double)(NNUE_QA * NNUE_QB), 4);
    json_close(&j, ']');
    json_open(&j, "text", '[');
    show_text(&j, path, net->checksum);
    json_close(&j, ']');
    startup_json_end(&j);
}

static void show_words(const NnueNet *net, const char *path) {
    printf("network      %d inputs, ", (int)NNUE_INPUTS);
    train_report_shape(stdout, "neurons for each perspective", net->hidden, net->outputs,
                       net->term_hidden);
    printf("scale        %d centipawns\n", net->scale);
    printf("file         %zu bytes\n", nnue_file_size(net->hidden, net->outputs, net->term_hidden));
    printf("checksum     %08" PRIx32 "\n", net->checksum);
    show_ranges(NULL, net);
    printf("biases out  ");
    for (int i = 0; i < net->outputs; i++)
        printf(" %.3f", net->output_bias[i] / (double)(NNUE_QA * NNUE_QB));
    putchar('\n');
    show_text(NULL, path, net->checksum);
}

static int do_show(int argc, char **argv, Text *error) {
    bool json = false;
    const CommandOption rows[] = {{"--json", .on = &json}};
    NnueNet *net;
    int nets;

    if (!commandline_read(rows, 1, argc, argv, &nets, error))
        return TOOL_USAGE;
    if (nets != 1)
        return tool_usage_error("show needs one network, NAME.nn");
    if (!tool_read_net(&net, argv[1]))
        return TOOL_FAILED;
    (json ? show_json : show_words)(net, argv[1]);
    nnue_free(net);
    return TOOL_OK;
}

/* Evaluates one position; returns false after an error message if the FEN is invalid. */
static bool eval_fen(const NnueNet *net, const char *fen) {
    Text error = TEXT_OF(400);
    Position p;
    const char *why = fen_parse(&p, word_of(fen), true);

    if (!why) {
        printf("%6d  %s\n", nnue_evaluate_full(net, &p), fen);
        return true;
    }
    fflush(stdout); /* keep the order of the two streams */
    text_add_quoted(&error, word_of(fen), 120);
    text_addf(&error, ": %s", why);
    tool_fail("%s", error.at);
    return false;
}

static int do_eval(int argc, char **argv, Text *error) {
    NnueNet *net;
    int status = TOOL_OK;

    (void)error;
    if (argc < 3)
        return tool_usage_error("eval needs a network, NAME.nn, and positions");
    if (!tool_read_net(&net, argv[1]))
        return TOOL_FAILED;
    printf("centipawns for the side to move:\n");
    for (int i = 2; i < argc; i++)
        if (!eval_fen(net, argv[i]))
            status = TOOL_FAILED;
    nnue_free(net);
    return status;
}

/* --- rescaling a network ---------------------------------------------------------------------- */

/* Writes and frees the contents of a network file. */
static bool save_network(NetFile file, const char *path, Text *error) {
    const bool good = file_output(path, net_file_write, &file, error);

    free(file.bytes);
    return good;
}

/* Rescales a network: --scale gave the values of all outputs, so they change by the same factor. */
static int do_rescale(int argc, char **argv, Text *error) {
    int64_t scale;
    NnueNet *net;
    bool good;

    if (argc != 4)
        return tool_usage_error(
            "rescale needs a network, its new scale, and a name for the result: "
            "NAME.nn SCALE NEW.nn");
    if (!word_number(word_of(argv[2]), 20, 2000, &scale)) {
        commandline_refuse(error, "the scale needs a number from 20 to 2000, not ", argv[2]);
        return TOOL_USAGE;
    }
    if (!access(argv[3], F_OK))
        return tool_fail("%s already exists", argv[3]);
    if (!tool_read_net(&net, argv[1]))
        return TOOL_FAILED;
    net->scale = (int)scale;
    good = save_network(net_file_of(net), argv[3], error);
    nnue_free(net);
    return good ? TOOL_OK : TOOL_FAILED;
}

/* --- the mean of networks --------------------------------------------------------------------- */

static int do_average(int argc, char **argv, Text *error) {
    const char *out = argv[argc - 1], *why;
    const int nets = argc - 2;
    NnueNet **net;
    bool good = true;

    if (nets < 2)
        return tool_usage_error("average needs at least two networks, and a name for the result: "
                                "NAME.nn NAME.nn... NEW.nn");
    if (!access(out, F_OK))
        return tool_fail("%s already exists", out);
    net = memory_new((size_t)nets, sizeof *net);
    for (int i = 0; i < nets && good; i++) {
        good = tool_read_net(&net[i], argv[1 + i]);
        if (good && (why = net_differs(net[i], net[0])))
            good = text_fail(error, "%s: %s", argv[1 + i], why);
    }
    good = good && save_network(net_mean(net, nets), out, error);
    for (int i = 0; i < nets; i++)
        nnue_free(net[i]);
    free(net);
    return good ? TOOL_OK : TOOL_FAILED;
}

/* --- comparing networks ---------------------------------------------------------------------- */

/* Compares the networks. Returns the exit status, with an error message. */
static int compare(NnueNet *const *net, char **name, int nets, const char *positions,
                   const char *svg, bool json, Text *error) {
    Reference reference;
    Comparison comparison;
    const CompareReport report = {&comparison, &reference, name, positions};
    int status = TOOL_OK;

    if (!reference_read(&reference, positions, error))
        return TOOL_FAILED;
    compare_nets(&comparison, &reference, (const NnueNet *const *)net, nets);
    (json ? compare_report_json : compare_report_print)(&report);
    if (svg && !file_output(svg, compare_report_draw, &report, error))
        status = TOOL_FAILED;
    reference_free(&reference);
    return status;
}

static int do_compare(int argc, char **argv, Text *error) {
    const char *positions = NULL, *svg = NULL;
    bool json = false;
    const CommandOption rows[] = {
        {"--positions", .text = &positions},
        {"--svg", .text = &svg},
        {"--json", .on = &json},
    };
    NnueNet *net[COMPARE_MAX_NETS] = {NULL};
    int nets, status = TOOL_OK;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &nets, error))
        return TOOL_USAGE;
    if (!nets || nets > COMPARE_MAX_NETS)
        return tool_usage_error("compare needs 1 to %d networks, NAME.nn", (int)COMPARE_MAX_NETS);
    if (!positions)
        return tool_usage_error("--positions FILE.epd is missing");
    argv[0] = (char *)positions; /* so that argv contains all files that are read */
    if (tool_check_outputs(&(ToolFile){"--svg", svg}, 1, (const char *const *)argv,
                           (size_t)nets + 1))
        return TOOL_USAGE;
    if (svg && !file_output_possible(svg, error))
        return TOOL_FAILED;
    for (int n = 0; n < nets && !status; n++)
        if (!tool_read_net(&net[n], argv[1 + n]))
            status = TOOL_FAILED;
    if (!status)
        status = compare(net, argv + 1, nets, positions, svg, json, error);
    for (int n = 0; n < nets; n++)
        nnue_free(net[n]);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-train",
                       .usage = usage,
                       .command = {{"run", do_run},
                                   {"show", do_show},
                                   {"eval", do_eval},
                                   {"compare", do_compare},
                                   {"rescale", do_rescale},
                                   {"average", do_average}}};

    startup_init_tables();
    return tool_main(&tool, argc, argv);
}
