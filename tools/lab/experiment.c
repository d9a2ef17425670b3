/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes of a search without and with a transposition table. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "alula-lab.h"
#include "base/chart.h"
#include "base/file.h"
#include "base/util.h"
#include "chess/fen.h"
#include "tools/common/tool.h"

enum { EXPERIMENT_DEPTHS = 2 };

/* The searches of a position at one depth. */
typedef struct {
    LabResult without, with;
} Pair;

typedef struct {
    const EpdSuite *suite;
    LabConfig config; /* without the table */
    int depth[EXPERIMENT_DEPTHS];
    Pair *pair[EXPERIMENT_DEPTHS]; /* [depth][position] */
    size_t finished;               /* positions searched at both depths */
    Json *json;                    /* instead of a table; or NULL */
} Experiment;

static double times(double without, double with) {
    return with > 0 ? without / with : 0;
}

/* Returns the mean nodes, or evaluations, of the finished positions at depth[d]; 0 for none. */
static double mean_of(const Experiment *e, int d, bool with, bool evaluations) {
    double sum = 0;

    for (size_t i = 0; i < e->finished; i++) {
        const LabResult *r = with ? &e->pair[d][i].with : &e->pair[d][i].without;

        sum += (double)(evaluations ? r->evaluations : r->nodes);
    }
    return e->finished ? sum / (double)e->finished : 0;
}

static void put_head(const Experiment *e) {
    Text text = TEXT_OF(600);

    lab_config_write(&text, &e->config);
    printf("%s\n", text.at);
    printf("%-32s", "nodes without and with the table");
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        printf(" %9s %3d %13s %7s", "depth", e->depth[d], "", "times");
    putchar('\n');
}

/* Shows the searches of a position at depth[d]. */
static void put_pair(const Experiment *e, const char *name, size_t index, int d) {
    const Position *p = &e->suite->problem[index].position;
    const Pair *pair = &e->pair[d][index];
    const bool wrong = pair->with.score != pair->without.score;

    if (e->json) {
        lab_report_json(e->json, name, "ordered", p, &pair->without, e->depth[d], "");
        lab_report_json(e->json, name, "ordered, table", p, &pair->with, e->depth[d],
                        wrong ? "WRONG SCORE" : "");
        return;
    }
    printf(" %13" PRIu64 " %13" PRIu64 " %7.1f%s", pair->without.nodes, pair->with.nodes,
           times((double)pair->without.nodes, (double)pair->with.nodes),
           wrong ? " WRONG SCORE" : "");
    fflush(stdout);
}

/* Searches a position at both depths, with and without the table. Returns false if stopped. */
static bool search_position(Lab *lab, Experiment *e, size_t index, int *wrong) {
    const Position *p = &e->suite->problem[index].position;
    Text text = TEXT_OF(FEN_SIZE + 40);

    positions_name(&text, e->suite, index);
    if (!e->json)
        printf("%-32s", text.at);
    fflush(stdout);
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
        put_pair(e, text.at, index, d);
    }
    if (!e->json)
        putchar('\n');
    return true;
}

static void put_means(const char *label, const Experiment *e, bool evaluations) {
    printf("%-32s", label);
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++) {
        const double without = mean_of(e, d, false, evaluations);
        const double with = mean_of(e, d, true, evaluations);

        printf(" %13.0f %13.0f %7.1f", without, with, times(without, with));
    }
    putchar('\n');
}

static void put_sums(const Lab *lab, const Experiment *e, int wrong, bool stopped) {
    const size_t compared = e->finished * EXPERIMENT_DEPTHS;
    int64_t us[2] = {0, 0};

    if (e->json) {
        lab_report_json_counts(e->json, e->finished, compared, wrong, !stopped);
        return;
    }
    if (stopped)
        fputs(" stopped\n", stdout);
    put_means("mean", e, false);
    put_means("static evaluations, mean", e, true);
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        for (size_t i = 0; i < e->finished; i++) {
            us[0] += e->pair[d][i].without.us;
            us[1] += e->pair[d][i].with.us;
        }
    printf("\ntime without %.1f s, with %.1f s\n", (double)us[0] / 1e6, (double)us[1] / 1e6);
    printf("memory without %.1f MB, with %.1f MB\n", (double)lab_bytes(lab, false) / 0x1p20,
           (double)lab_bytes(lab, true) / 0x1p20);
    printf("%zu position%s, %zu scores compared: ", e->finished, e->finished == 1 ? "" : "s",
           compared);
    if (wrong)
        printf("%d wrong\n", wrong);
    else
        fputs("all agree\n", stdout);
}

/* --- the chart -------------------------------------------------------------------------------- */

enum {
    BAR = 15,      /* width */
    GROUP = 50,    /* from one position to the next */
    MEAN_GAP = 20, /* before the mean */
    HEIGHT = 240,  /* of a panel */
    FEWER = 32,    /* below a panel: how many times fewer nodes */
};

#define WITHOUT_COLOR CHART_GRAY
#define WITH_COLOR    CHART_BLUE

/* Writes "1234", "56.7 k" or "8.9 M", with three or four digits. */
static void write_count(char *out, size_t room, double n) {
    const int unit = n >= 999.5e6 ? 3 : n >= 999.5e3 ? 2 : n >= 9999.5 ? 1 : 0;
    static const char *const units[] = {"", " k", " M", " G"};

    if (unit)
        snprintf(out, room, "%.3g%s", n / pow(1000, unit), units[unit]);
    else
        snprintf(out, room, "%.0f", n);
}

static void draw_bar(const ChartPanel *p, double x, double nodes, const char *color) {
    char words[32];

    write_count(words, sizeof words, nodes);
    chart_bar(p, color, (ChartPoint){.x = x, .y = nodes}, BAR, words);
}

static void draw_pair(const ChartPanel *p, double x, const char *name, double without,
                      double with) {
    const double middle = x + (double)BAR + 1;
    char words[32];

    draw_bar(p, x, without, WITHOUT_COLOR);
    draw_bar(p, middle + 1, with, WITH_COLOR);
    chart_x_label(p, middle, name);
    if (with > 0) {
        snprintf(words, sizeof words, "%.1f", without / with);
        chart_text(p->out, chart_x(p, middle), p->top + HEIGHT + FEWER,
                   " text-anchor=\"middle\" fill=\"" CHART_RED "\"", words);
    }
}

static void draw_panel(const ChartPanel *p, const Experiment *e, int d) {
    double x = 10;
    char words[60];

    snprintf(words, sizeof words, "depth %d", e->depth[d]);
    chart_frame(p, words);
    for (double nodes = 1; nodes < 1.5 * p->high; nodes *= 10) {
        write_count(words, sizeof words, nodes);
        chart_y_tick(p, nodes, words);
    }
    chart_text(p->out, CHART_LEFT - 8, p->top + HEIGHT + FEWER,
               " text-anchor=\"end\" fill=\"" CHART_RED "\"", "times fewer");
    for (size_t i = 0; i < e->finished; i++, x += (double)GROUP) {
        const Pair *pair = &e->pair[d][i];

        snprintf(words, sizeof words, "%zu", i + 1);
        draw_pair(p, x, words, (double)pair->without.nodes, (double)pair->with.nodes);
    }
    draw_pair(p, x + (double)MEAN_GAP, "mean", mean_of(e, d, false, false),
              mean_of(e, d, true, false));
}

/* Returns a power of ten above the tallest bar and its label. */
static double highest(const Experiment *e) {
    double tallest = 10;

    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        for (size_t i = 0; i < e->finished; i++) {
            const Pair *pair = &e->pair[d][i];
            tallest = fmax(tallest, fmax((double)pair->without.nodes, (double)pair->with.nodes));
        }
    return pow(10, ceil(log10(tallest) + 0.9));
}

static void draw_names(FILE *out, const Experiment *e, int y) {
    char words[200];
    Text t;

    for (size_t i = 0; i < e->finished; i++) {
        t = text_in(words, sizeof words);
        positions_name(&t, e->suite, i);
        chart_text(out, CHART_LEFT, y + (int)i * CHART_LINE, "", words);
    }
}

/* Writes an Experiment as SVG; a FilePrinter. */
static void draw_chart(FILE *out, const void *experiment) {
    const Experiment *e = experiment;
    const int width = max(10 + ((int)e->finished + 1) * GROUP + MEAN_GAP, 600);
    const int every = HEIGHT + CHART_BELOW + CHART_LINE;
    const int names = CHART_TOP + EXPERIMENT_DEPTHS * every;
    Text t = TEXT_OF(200);

    lab_config_write(&t, &e->config);
    text_add(&t, "; logarithmic scale");
    chart_begin(out, CHART_LEFT + width + CHART_RIGHT, names + ((int)e->finished + 1) * CHART_LINE,
                "Positions visited without and with a transposition table", t.at);
    chart_legend(out, CHART_LEFT + 380, CHART_LEGEND, WITHOUT_COLOR, "without");
    chart_legend(out, CHART_LEFT + 460, CHART_LEGEND, WITH_COLOR, "with");
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        draw_panel(&(ChartPanel){.out = out,
                                 .top = CHART_TOP + d * every,
                                 .width = width,
                                 .height = HEIGHT,
                                 .right = width,
                                 .low = 1,
                                 .high = highest(e),
                                 .logarithmic = true},
                   e, d);
    draw_names(out, e, names);
    chart_end(out);
}

/* --- the experiment --------------------------------------------------------------------------- */

int experiment_run(Lab *lab, const EpdSuite *suite, int depth, LabFault fault, const char *svg,
                   Json *json) {
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
        put_head(&e);
    while (e.finished < suite->count && !stopped) {
        stopped = !search_position(lab, &e, e.finished, &wrong);
        e.finished += !stopped;
    }
    put_sums(lab, &e, wrong, stopped);
    if (!(written = file_output(svg, draw_chart, &e, &text)))
        fprintf(stderr, "alula-lab: %s\n", text.at);
    for (int d = 0; d < EXPERIMENT_DEPTHS; d++)
        free(e.pair[d]);
    return stopped ? TOOL_INTERRUPTED : wrong || !written ? 1 : 0;
}
