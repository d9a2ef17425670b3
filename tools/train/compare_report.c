/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "alula-train.h"

#include <math.h>

#include "base/chart.h"
#include "tools/common/tool.h"

static const char *const row_name[ROW_COUNT] = {"26-32", "18-25", "10-17", "<10", "all"};

/* --- tables ---------------------------------------------------------------------------------- */

static void print_head(const CompareReport *r) {
    printf("%-6s %6s", "pieces", "count");
    for (int t = 0; t < REFERENCE_COUNT; t++)
        printf("  %-26s", r->reference->name[t]);
    puts("  mean of both");
}

/* Prints the values of a target, or with `plus` signed differences. */
static void print_rows(const CompareReport *r, const Estimate (*row)[TARGET_COUNT], bool plus) {
    print_head(r);
    for (int i = 0; i < ROW_COUNT; i++) {
        printf("%-6s %6zu", row_name[i], r->comparison->count[i]);
        for (int t = 0; t < TARGET_COUNT && r->comparison->count[i]; t++) {
            const Estimate *e = &row[i][t];
            char words[64];

            snprintf(words, sizeof words, plus ? "%+.4f [%+.4f, %+.4f]" : "%.4f [%.4f, %.4f]",
                     e->value, e->low, e->high);
            printf("  %-*s", t == TARGET_MEAN ? 0 : 26, words);
        }
        putchar('\n');
    }
}

void compare_report_print(const CompareReport *r) {
    const Comparison *c = r->comparison;
    const Estimate *between = &c->between[ROW_ALL];

    printf("reference    %s, %zu position%s\n", r->path, r->reference->count,
           r->reference->count == 1 ? "" : "s");
    for (int t = 0; t < REFERENCE_COUNT; t++)
        printf("             %s, K %.1f\n", r->reference->name[t], c->reference_scale[t]);
    printf("             the references differ by %.4f [%.4f, %.4f]\n", between->value,
           between->low, between->high);
    printf("\nRMS error of the static value in expected score, with 95 %% bootstrap intervals\n");
    for (int n = 0; n < c->nets; n++) {
        printf("\n%s, K %.1f\n", r->name[n], c->scale[n]);
        print_rows(r, c->error[n], false);
    }
    for (int n = 1; n < c->nets; n++) {
        printf("\n%s minus %s (below zero: better), paired bootstrap\n", r->name[n], r->name[0]);
        print_rows(r, c->difference[n], true);
    }
}

/* --- JSON ------------------------------------------------------------------------------------ */

static void add_estimate(Json *j, const char *name, const Estimate *e) {
    json_open(j, name, '{');
    json_real(j, "value", e->value, 5);
    json_real(j, "low", e->low, 5);
    json_real(j, "high", e->high, 5);
    json_close(j, '}');
}

/*
 * Adds an estimate for each reference, and for the mean of both; nothing if there are no positions.
 */
static void add_targets(Json *j, const char *name, const Estimate row[TARGET_COUNT], bool known) {
    json_open(j, name, '[');
    for (int t = 0; t < TARGET_COUNT && known; t++)
        add_estimate(j, NULL, &row[t]);
    json_close(j, ']');
}

static void add_network(Json *j, const CompareReport *r, int n) {
    const Comparison *c = r->comparison;

    json_open(j, NULL, '{');
    json_text(j, "file", r->name[n]);
    json_real(j, "k", c->scale[n], 1);
    json_open(j, "rows", '[');
    for (int i = 0; i < ROW_COUNT; i++) {
        json_open(j, NULL, '{');
        json_text(j, "pieces", row_name[i]);
        json_count(j, "positions", c->count[i]);
        add_targets(j, "errors", c->error[n][i], c->count[i]);
        add_targets(j, "differences", c->difference[n][i], n && c->count[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

void compare_report_json(const CompareReport *r) {
    const Comparison *c = r->comparison;
    Json j = tool_json();

    json_text(&j, "file", r->path);
    json_count(&j, "positions", r->reference->count);
    json_open(&j, "references", '[');
    for (int t = 0; t < REFERENCE_COUNT; t++) {
        json_open(&j, NULL, '{');
        json_text(&j, "name", r->reference->name[t]);
        json_real(&j, "k", c->reference_scale[t], 1);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    add_estimate(&j, "between", &c->between[ROW_ALL]);
    json_open(&j, "networks", '[');
    for (int n = 0; n < c->nets; n++)
        add_network(&j, r, n);
    json_close(&j, ']');
    startup_json_end(&j);
}

/* --- picture --------------------------------------------------------------------------------- */

enum { WIDTH = 760, HEIGHT = 320 };

static const char *const color[COMPARE_MAX_NETS] = {CHART_BLUE, CHART_RED, "#090", "#909",
                                                    "#c80",     "#088",    "#555", "#b06"};

/* Fits the axis to run from 0 to above all intervals. */
static void fit(ChartPanel *p, const Comparison *c) {
    double high = 0.02;

    for (int n = 0; n < c->nets; n++)
        for (int i = 0; i < ROW_COUNT; i++)
            high = fmax(high, c->error[n][i][TARGET_MEAN].high);
    chart_fit(p, 0, high, 12);
}

void compare_report_draw(FILE *out, const void *report) {
    const CompareReport *r = report;
    const Comparison *c = r->comparison;
    const int legend = CHART_TOP + HEIGHT + CHART_BELOW;
    ChartPanel p = {
        .out = out, .top = CHART_TOP, .width = WIDTH, .height = HEIGHT, .right = ROW_COUNT};
    char words[64];

    fit(&p, c);
    chart_begin(out, CHART_LEFT + WIDTH + CHART_RIGHT, legend + CHART_LINE * c->nets,
                "RMS error of the static value, in expected score",
                "against the mean of both references, with 95 % bootstrap intervals");
    chart_frame(&p, "");
    chart_y_axis(&p, "");
    chart_x_title(&p, "pieces (positions)");
    for (int i = 0; i < ROW_COUNT; i++) {
        snprintf(words, sizeof words, "%s (%zu)", row_name[i], c->count[i]);
        chart_x_label(&p, i + 0.5, words);
        for (int n = 0; n < c->nets && c->count[i]; n++) { /* side by side */
            const Estimate *e = &c->error[n][i][TARGET_MEAN];

            chart_interval(&p, color[n],
                           (ChartPoint){i + (n + 1.0) / (c->nets + 1), e->value, e->low, e->high});
        }
    }
    for (int n = 0; n < c->nets; n++)
        chart_legend(out, CHART_LEFT, legend + CHART_LINE * n, color[n], r->name[n]);
    chart_end(out);
}
