/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-lab: minimax, alpha-beta and PVS, with techniques that can be switched on one by one. */
#include <stdio.h>
#include <string.h>

#include "alula-lab.h"
#include "base/file.h"
#include "chess/notation.h"
#include "tools/common/tool.h"

enum { DEPTH = 4, EXPERIMENT_DEPTH = 8, TT_MB = 64 };

static const char *const usage[] = {
#include "usage/alula-lab.inc"
    NULL};

typedef struct {
    LabConfig config;
    int depth, tt_megabytes, trace; /* trace: plies, or below 0 for none */
    const char *svg;
    bool compare, json;
} LabOptions;

/*
 * Finds a word among `count` names; NULL means the first. Returns false with an error message if
 * absent.
 */
static bool choose(int *out, const char *option, const char *word, const char *const *name,
                   int count, Text *error) {
    for (*out = 0; word && *out < count; ++*out)
        if (!strcmp(word, name[*out]))
            return true;
    if (!word)
        return true;
    text_addf(error, "%s needs ", option);
    for (int i = 0; i < count; i++)
        text_addf(error, "%s%s", i ? i == count - 1 ? " or " : ", " : "", name[i]);
    return commandline_refuse(error, ", not ", word);
}

static bool read_options(LabOptions *w, int argc, char **argv, int *files, Text *error) {
    struct {
        const char *option;
        unsigned technique;
        bool on;
    } switches[] = {
        {"--mvvlva", LAB_MVVLVA, false},         {"--killers", LAB_KILLERS, false},
        {"--history", LAB_HISTORY, false},       {"--ordered", LAB_ORDERED, false},
        {"--deepening", LAB_DEEPENING, false},   {"--checks", LAB_CHECKS, false},
        {"--quiescence", LAB_QUIESCENCE, false}, {"--nullmove", LAB_NULL_MOVE, false},
    };
    enum { OTHERS = 8, SWITCHES = sizeof switches / sizeof *switches };
    const char *method = NULL, *planted = NULL;
    CommandOption rows[OTHERS + SWITCHES] = {
        {"--search", .text = &method},
        {"--tt", .whole = &w->tt_megabytes, 1, 65536},
        {"--depth", .whole = &w->depth, 1, LAB_MAX_DEPTH},
        {"--trace", .whole = &w->trace, 0, LAB_MAX_PLY},
        {"--compare", .on = &w->compare},
        {"--experiment", .text = &w->svg},
        {"--json", .on = &w->json},
        {"--plant", .text = &planted}, /* for tests: not in --help */
    };
    unsigned techniques = 0;
    int which;

    for (int i = 0; i < SWITCHES; i++)
        rows[OTHERS + i] = (CommandOption){switches[i].option, .on = &switches[i].on};
    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, files, error))
        return false;
    for (int i = 0; i < SWITCHES; i++)
        techniques |= switches[i].on ? switches[i].technique : 0;
    w->config.techniques = techniques | (w->tt_megabytes ? LAB_TT : 0);
    if (!choose(&which, "--search", method, lab_method_name, LAB_METHODS, error))
        return false;
    w->config.method = method || w->compare ? (LabMethod)which : LAB_ALPHABETA;
    if (!choose(&which, "--plant", planted, lab_fault_name, LAB_FAULTS, error))
        return false;
    w->config.fault = (LabFault)which;
    if (w->compare && w->svg)
        text_add(error, "--compare and --experiment exclude each other");
    else if ((w->compare || w->svg) && (techniques || w->trace >= 0))
        text_add(error, "--compare and --experiment choose the techniques themselves, and "
                        "print no trace");
    else if (w->json && w->trace >= 0)
        text_add(error, "--json and --trace exclude each other");
    else if (w->svg && method)
        text_add(error, "--experiment always uses alphabeta, and takes no --search");
    else if (w->svg && w->depth && w->depth < 3)
        text_add(error, "--experiment also searches two plies less: --depth must be at least 3");
    return !error->length;
}

/* --- one search of each position ------------------------------------------------------------- */

/* Prints a line for a node, indented by its ply. Children come before their parent. */
static void trace_node(void *out, const LabNode *n) {
    static const char *const outcomes[] = {"leaf",      "game over",   "table hit",
                                           "null move", "beta cutoff", "all moves searched"};
    char words[400], score[3][16];
    const int figures[3] = {n->alpha, n->beta, n->score};
    Text t = text_in(words, sizeof words);

    for (int i = 0; i < 3; i++) {
        Text figure = text_in(score[i], sizeof score[i]);

        if (figures[i] == LAB_INFINITE || figures[i] == -LAB_INFINITE)
            text_add(&figure, figures[i] > 0 ? "+inf" : "-inf");
        else
            lab_report_score(&figure, figures[i]);
    }
    for (int i = 0; i < n->ply; i++)
        text_add(&t, "  ");
    if (!n->ply)
        text_add(&t, "root");
    else if (n->moves[n->ply - 1] == NO_MOVE)
        text_add(&t, "pass");
    else
        notation_write_san(&t, &n->positions[n->ply - 1], n->moves[n->ply - 1]);
    text_addf(&t, "  depth %d  alpha %s  beta %s  score %s: %s", n->depth, score[0], score[1],
              score[2], outcomes[n->outcome]);
    if (n->move != NO_MOVE) {
        text_add_char(&t, ' ');
        notation_write_san(&t, &n->positions[n->ply], n->move);
    }
    fprintf(out, "%s\n", words);
}

/* Searches each position and prints its row. Returns the exit status. */
static int search_all(Lab *lab, const EpdSuite *suite, const LabOptions *w, Json *json) {
    const int depth = w->depth;
    LabTotals sum = {0};
    Text t = TEXT_OF(200), techniques = TEXT_OF(200);

    lab_config_write(&techniques, &w->config);
    text_addf(&t, "%s, depth %d", techniques.at, depth);
    if (!json)
        lab_report_head(t.at, false);
    for (size_t i = 0; i < suite->count; i++) {
        const Position *p = &suite->problem[i].position;
        LabResult r;

        if (w->trace >= 0)
            lab_watch(lab, trace_node, stdout, w->trace);
        r = lab_search(lab, p, &w->config, depth);
        if (r.stopped)
            break;
        text_clear(&t);
        positions_name(&t, suite, i);
        if (json)
            lab_report_json(json, t.at, techniques.at, p, &r, depth, "");
        else
            lab_report_row(t.at, p, &r, depth, "");
        lab_totals_add(&sum, &r);
    }
    if (json) {
        lab_report_json_counts(json, sum.searches, 0, 0, sum.searches == suite->count);
        return interrupt_pending() ? TOOL_INTERRUPTED : 0;
    }
    text_clear(&t);
    text_addf(&t, "all %zu", sum.searches);
    lab_report_totals(t.at, &sum, depth, "");
    return interrupt_pending() ? TOOL_INTERRUPTED : 0;
}

/* --- the program ----------------------------------------------------------------------------- */

/* Reads the positions. Returns the exit status. */
static int load(EpdSuite *suite, char **file, int files) {
    for (int i = 0; i < files; i++) {
        const char *error = epdsuite_add(suite, file[i], false, epdsuite_complain);

        if (error)
            return tool_fail("%s: %s", file[i], error);
    }
    if (!files)
        positions_builtin(suite);
    if (!suite->count && !suite->bad)
        return tool_fail("there are no positions");
    return suite->bad ? TOOL_FAILED : TOOL_OK;
}

static int work(const EpdSuite *suite, const LabOptions *w) {
    const int megabytes = w->tt_megabytes ? w->tt_megabytes : w->compare || w->svg ? TT_MB : 1;
    Lab *lab = lab_new((size_t)megabytes << 20, interrupt_pending);
    Json j = {.out = NULL}, *json = w->json ? &j : NULL;
    int status;

    if (!lab)
        return tool_fail("there is not enough memory for the table");
    if (json) {
        j = tool_json();
        json_open(&j, "searches", '[');
    }
    if (w->compare)
        status = compare_run(lab, suite,
                             &(ComparePlan){w->depth, w->config.method, w->config.fault, json});
    else if (w->svg)
        status = experiment_run(lab, suite, w->depth, w->config.fault, w->svg, json);
    else
        status = search_all(lab, suite, w, json);
    if (json)
        startup_json_end(json);
    lab_free(lab);
    return status;
}

static int run(int argc, char **argv, Text *error) {
    LabOptions w = {.trace = -1};
    EpdSuite suite = {0};
    int files, status;

    if (!read_options(&w, argc, argv, &files, error))
        return TOOL_USAGE;
    if (tool_check_outputs(&(ToolFile){"--experiment", w.svg}, 1, (const char *const *)argv + 1,
                           (size_t)files))
        return TOOL_USAGE;
    if (w.svg && !file_output_possible(w.svg, error))
        return TOOL_FAILED;
    if (!w.depth)
        w.depth = w.svg ? EXPERIMENT_DEPTH : DEPTH;
    startup_init_tables();
    if (!(status = load(&suite, argv + 1, files))) {
        interrupt_catch();
        status = work(&suite, &w);
    }
    epdsuite_free(&suite);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-lab", .usage = usage, .command = {{NULL, run}}};

    return tool_main(&tool, argc, argv);
}
