/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiment.h"

#include <inttypes.h>

#include "base/file.h"
#include "chess/fen.h"
#include "lab_report.h"
#include "positions.h"
#include "tools/common/memory.h"
#include "tools/common/tool.h"

static double times(double without, double with) {
    return with > 0 ? without / with : 0;
}

double experiment_mean(const Experiment *e, int d, bool with, bool evaluations) {
    double sum = 0;

    for (size_t i = 0; i < e->finished; i++) {
        const LabResult *r = with ? &e->pair[d][i].with : &e->pair[d][i].without;

        sum += (double)(evaluations ? r->evaluations : r->nodes);
    }
    return e->finished ? sum / (double)e->finished : 0;
}

static void put_head(FILE *out, const Experiment *e) {
    Text text = TEXT_OF(600);

    lab_config_write(&text, &e->config);
    fprintf(out, "%s\n", text.at);
    fprintf(out, "%-32s", "nodes without and with the table");
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        fprintf(out, " %9s %3d %13s %7s", "depth", e->depth[d], "", "times");
    fputc('\n', out);
}

/* Shows the searches of a position at depth[d]. */
static void put_pair(FILE *out, const Experiment *e, const char *name, size_t index, int d) {
    const Position *p = &e->suite->problem[index].position;
    const Pair *pair = &e->pair[d][index];
    const bool wrong = pair->with.score != pair->without.score;

    if (e->json) {
        lab_report_json(e->json, name, "ordered", p, &pair->without, e->depth[d], "");
        lab_report_json(e->json, name, "ordered, table", p, &pair->with, e->depth[d],
                        wrong ? "WRONG SCORE" : "");
        return;
    }
    fprintf(out, " %13" PRIu64 " %13" PRIu64 " %7.1f%s", pair->without.nodes, pair->with.nodes,
            times((double)pair->without.nodes, (double)pair->with.nodes),
            wrong ? " WRONG SCORE" : "");
    fflush(out);
}

/* Returns false if stopped. */
static bool search_position(FILE *out, Lab *lab, Experiment *e, size_t index, int *wrong) {
    const Position *p = &e->suite->problem[index].position;
    Text text = TEXT_OF(FEN_SIZE + 40);

    positions_name(&text, e->suite, index);
    if (!e->json)
        fprintf(out, "%-32s", text.at);
    fflush(out);
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++) {
        Pair *pair = &e->pair[d][index];
        LabConfig with = e->config;

        with.techniques |= LAB_TT;
        pair->without = lab_search(lab, p, &e->config, e->depth[d]);
        if (!pair->without.stopped)
            pair->with = lab_search(lab, p, &with, e->depth[d]);
        if (pair->without.stopped || pair->with.stopped)
            return false;
        *wrong += pair->with.score != pair->without.score;
        put_pair(out, e, text.at, index, d);
    }
    if (!e->json)
        fputc('\n', out);
    return true;
}

static void put_means(FILE *out, const char *label, const Experiment *e, bool evaluations) {
    fprintf(out, "%-32s", label);
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++) {
        const double without = experiment_mean(e, d, false, evaluations);
        const double with = experiment_mean(e, d, true, evaluations);

        fprintf(out, " %13.0f %13.0f %7.1f", without, with, times(without, with));
    }
    fputc('\n', out);
}

static void put_sums(FILE *out, const Lab *lab, const Experiment *e, int wrong, bool stopped) {
    const size_t compared = e->finished * EXPERIMENT_DEPTHS;
    int64_t us[2] = {0, 0};

    if (e->json) {
        lab_report_json_counts(e->json, e->finished, compared, wrong, !stopped);
        return;
    }
    if (stopped)
        fputs(" stopped\n", out);
    put_means(out, "mean", e, false);
    put_means(out, "static evaluations, mean", e, true);
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        for (size_t i = 0; i < e->finished; i++) {
            us[0] += e->pair[d][i].without.us;
            us[1] += e->pair[d][i].with.us;
        }
    fprintf(out, "\ntime without %.1f s, with %.1f s\n", (double)us[0] / 1e6, (double)us[1] / 1e6);
    fprintf(out, "memory without %.1f MB, with %.1f MB\n", (double)lab_other_bytes() / 0x1p20,
            (double)(lab_other_bytes() + lab_table_bytes(lab)) / 0x1p20);
    fprintf(out, "%zu position%s, %zu scores compared: ", e->finished, e->finished == 1 ? "" : "s",
            compared);
    if (wrong)
        fprintf(out, "%d wrong\n", wrong);
    else
        fputs("all agree\n", out);
}

int experiment_run(FILE *out, Lab *lab, const EpdSuite *suite, int depth, LabFault fault,
                   const char *svg, FilePrinter *draw, Json *json) {
    Experiment e = {.suite = suite,
                    .config = {LAB_ALPHABETA, LAB_ORDERED, fault},
                    .depth = {depth - 2, depth},
                    .json = json};
    bool stopped = false, written;
    Text text = TEXT_OF(600);
    int wrong = 0;

    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        e.pair[d] = memory_new(suite->count, sizeof **e.pair);
    if (!json)
        put_head(out, &e);
    while (e.finished < suite->count && !stopped) {
        stopped = !search_position(out, lab, &e, e.finished, &wrong);
        e.finished += !stopped;
    }
    put_sums(out, lab, &e, wrong, stopped);
    if (!(written = file_output(svg, draw, &e, &text)))
        fprintf(stderr, "alula-lab: %s\n", text.at);
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        free(e.pair[d]);
    return stopped ? TOOL_INTERRUPTED : wrong || !written ? 1 : 0;
}
