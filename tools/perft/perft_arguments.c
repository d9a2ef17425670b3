/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_arguments.h"

#include <string.h>

#include "base/util.h"
#include "perft_engine.h"
#include "tools/common/tool.h"

static const char *const protocol_names[] = {
    [PERFT_AUTO] = "auto",
    [PERFT_UCI] = "uci",
    [PERFT_CECP] = "cecp",
    [PERFT_TEMPLATE] = "template",
};

static bool read_protocol(void *context, const char *value, Text *error) {
    int *protocol = context;

    for (*protocol = PERFT_AUTO; *protocol <= PERFT_TEMPLATE; ++*protocol)
        if (!strcmp(protocol_names[*protocol], value))
            return true;
    return text_fail(error, "--protocol is auto, uci, cecp or template, not %s", value);
}

/* Checks the options of --check. */
static int check_engine(PerftOptions *o) {
    if (!strncmp(o->check, "uci:", 4) && o->protocol > PERFT_UCI)
        return tool_usage_error("uci: cannot be combined with --protocol %s: %s",
                                protocol_names[o->protocol], o->check);
    o->protocol = max(o->protocol, PERFT_AUTO);
    if (o->depth >= 0 || o->unit || o->summing || o->log || o->slice.of > 1 || o->units || o->fen ||
        o->divide || o->unchecked || o->kinds || o->json || o->hash_megabytes || !o->bulk ||
        o->threads != 1 || o->comparing || o->rounds || o->total_s)
        return tool_usage_error(
            "--check takes --suite, --max-depth, --max-nodes, --chess960, --protocol and "
            "--timeout only");
    if (o->checking && !o->file_count)
        return tool_usage_error("--suite needs a file");
    if (!o->checking && o->file_count)
        return tool_usage_error(
            "give files of positions with --suite, and quote a command of several "
            "words: %s",
            o->files[0]);
    if (!o->max_depth || !o->max_nodes)
        return tool_usage_error("%s 0 leaves nothing to check",
                                o->max_depth ? "--max-nodes" : "--max-depth");
    if (!o->checking)
        o->files = NULL;
    if (o->max_depth == INT64_MAX)
        o->max_depth = PERFT_CHECK_DEPTH;
    if (o->max_nodes == INT64_MAX)
        o->max_nodes = PERFT_CHECK_NODES;
    return TOOL_OK;
}

/* Rejects options that exclude each other. */
static int check_modes(const PerftOptions *o) {
    const int modes = (o->checking && !o->comparing) + (o->unit != NULL) + o->summing +
                      (o->depth >= 0) + o->comparing;

    if (modes > 1)
        return tool_usage_error(
            "use only one of DEPTH, --suite, --unit, --sum, --compare and --check");
    if (!modes)
        return tool_usage_error("a depth, --suite, --unit, --sum, --compare or --check is needed");
    if (o->depth < 0 && (o->fen || o->divide || o->kinds || o->units))
        return tool_usage_error("--fen, --divide, --kinds and --units need a DEPTH, not "
                                "--suite, --unit, --sum or --compare");
    if (o->depth < 0 && o->json && !o->comparing)
        return tool_usage_error("--json needs a DEPTH or --compare");
    if (o->protocol >= 0)
        return tool_usage_error("--protocol needs --check");
    if (!o->comparing && o->timeout_s)
        return tool_usage_error("--timeout needs --check or --compare");
    if (!o->comparing && (o->rounds || o->total_s))
        return tool_usage_error("%s needs --compare", o->rounds ? "--rounds" : "--total");
    if (o->comparing && !o->program_count)
        return tool_usage_error("--compare needs a program: NAME=COMMAND with {fen} and {depth}");
    if (o->units && (o->divide || o->kinds || o->json))
        return tool_usage_error("--units writes units, and excludes --divide, --kinds and --json");
    if ((o->units || o->summing) && (o->hash_megabytes || o->threads != 1 || !o->bulk))
        return tool_usage_error(
            "%s does not count moves, and excludes --hash, --threads and --no-bulk",
            o->units ? "--units" : "--sum");
    if (!o->checking && (o->max_depth != INT64_MAX || o->max_nodes != INT64_MAX))
        return tool_usage_error("--max-depth and --max-nodes need --suite or --check");
    if (o->log && o->unit && !strcmp(o->log, o->unit))
        return tool_usage_error("--log must be another file than --unit");
    if ((o->log || o->slice.of > 1) && !o->unit)
        return tool_usage_error("%s needs --unit", o->log ? "--log" : "--slice");
    if (o->hash_megabytes && (o->kinds || !o->bulk))
        return tool_usage_error(
            "--hash counts without looking at every move, and excludes --kinds and --no-bulk");
    if (o->unchecked && (o->comparing || o->unit || o->units || o->summing || o->kinds || o->json ||
                         !o->bulk || o->hash_megabytes || o->threads != 1))
        return tool_usage_error(
            "--unchecked works with --fen, --divide, --suite and its limits, and --chess960 only");
    if (o->checking && !o->file_count)
        return tool_usage_error("--suite needs a file");
    return o->summing && !o->file_count ? tool_usage_error("--sum needs files") : TOOL_OK;
}

/* Returns the first option with a value that occurs twice, or NULL. */
static const char *find_repeated(const CommandOption *row, size_t rows, int argc, char **argv) {
    for (size_t n = 0; n < rows; n++) {
        int times = 0;

        for (int i = 1; i < argc; i++)
            times += !row[n].on && !strcmp(argv[i], row[n].name);
        if (times > 1)
            return row[n].name;
    }
    return NULL;
}

/* Moves the programs among the operands of --compare --suite to the front. */
static void find_programs(PerftOptions *o, char **operand, size_t count) {
    o->programs = operand;
    for (size_t i = 0; i < count; i++) {
        char *word = operand[i];

        word_number(word_of(word), 0, 99, &o->depth); /* an unexpected DEPTH */
        if (o->checking && !perft_program_looks(word))
            continue;
        memmove(&operand[o->program_count + 1], &operand[o->program_count],
                (i - o->program_count) * sizeof *operand);
        operand[o->program_count++] = word;
    }
    o->files = operand + o->program_count;
    o->file_count = count - o->program_count;
    operand[count] = NULL;
}

/* Reports operands other than a single DEPTH. */
static int refuse_operands(const PerftOptions *o, int others, char **argv) {
    int64_t depth;
    int depths = 0;

    if (others > 1 && o->fen && !strchr(o->fen, ' '))
        return tool_usage_error("a FEN of several words needs quotes: --fen \"%s w ...\"", o->fen);
    for (int i = 1; i <= others; i++) {
        if (strchr(argv[i], '/'))
            return tool_usage_error("a position needs --fen before it, and quotes: %s", argv[i]);
        depths += word_number(word_of(argv[i]), 0, 99, &depth);
    }
    if (depths == others && others == 2)
        return tool_usage_error("two depths were given: %s and %s", argv[1], argv[2]);
    return tool_usage_error("the depth must be one number from 0 to 99: %s", argv[others]);
}

int perft_arguments_read(PerftOptions *o, int argc, char **argv, Text *error) {
    bool no_bulk = false;
    const CommandOption rows[] = {
        {"--fen", .text = &o->fen},
        {"--unit", .text = &o->unit},
        {"--log", .text = &o->log},
        {"--slice", .read = slice_option, .context = &o->slice},
        {"--max-depth", .number = &o->max_depth, 0, 99},
        {"--max-nodes", .number = &o->max_nodes, 0, INT64_MAX},
        {"--threads", .number = &o->threads, 1, 1024},
        {"--hash", .number = &o->hash_megabytes, 1, 1 << 24},
        {"--units", .number = &o->units, 1, 8},
        {"--divide", .on = &o->divide},
        {"--kinds", .on = &o->kinds},
        {"--json", .on = &o->json},
        {"--chess960", .on = &o->chess960},
        {"--unchecked", .on = &o->unchecked},
        {"--no-bulk", .on = &no_bulk},
        {"--check", .text = &o->check},
        {"--protocol", .read = read_protocol, .context = &o->protocol},
        {"--sum", .on = &o->summing},
        {"--suite", .on = &o->checking},
        {"--compare", .on = &o->comparing},
        {"--rounds", .number = &o->rounds, 1, 1000},
        {"--total", .number = &o->total_s, 1, 10000000},
        {"--timeout", .number = &o->timeout_s, 1, 1000000},
    };
    const char *repeated = find_repeated(rows, sizeof rows / sizeof *rows, argc, argv);
    int others, status;

    o->depth = -1;
    o->max_depth = o->max_nodes = INT64_MAX;
    o->threads = 1;
    o->protocol = -1;
    o->slice = SLICE_ALL;
    o->self = argv[0];
    if (repeated)
        return tool_usage_error("this option is given twice: %s", repeated);
    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, error))
        return TOOL_USAGE;
    o->bulk = !no_bulk;
    if (o->comparing) {
        find_programs(o, argv + 1, (size_t)others);
    } else if (o->checking || o->summing || o->check) {
        /* a number is an unexpected DEPTH */
        if (!others || !word_number(word_of(argv[1]), 0, 99, &o->depth))
            o->files = argv + 1;
        o->file_count = (size_t)others;
        argv[others + 1] = NULL;
    } else if (others && o->unit) {
        return tool_usage_error("only one file is expected: %s", argv[1]);
    } else if (others > 1 || (others && !word_number(word_of(argv[1]), 0, 99, &o->depth))) {
        return refuse_operands(o, others, argv);
    }
    status = o->check ? check_engine(o) : check_modes(o);
    if (!o->timeout_s)
        o->timeout_s = o->check ? PERFT_CHECK_TIMEOUT : PERFT_COMPARE_TIMEOUT;
    o->rounds = o->rounds ? o->rounds : PERFT_COMPARE_ROUNDS;
    return status;
}
