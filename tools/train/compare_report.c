/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare_report.h"

#include <math.h>

#include "tools/common/svg.h"

static const char *const row_name[ROW_COUNT] = {"26-32", "18-25", "10-17", "<10", "all"};

/* --- tables ---------------------------------------------------------------------------------- */

static void print_head(const CompareReport *r) {
    printf("%-6s %6s", "pieces", "count");
    for (int t = 0; t < REFERENCE_COUNT; t++)
        printf("  %-26s", r->reference->name[t]);
    puts("  mean of both");
}

/* The values of a target, or with `plus` differences with their signs. */
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
    printf("             they differ by %.4f [%.4f, %.4f]\n", between->value, between->low,
           between->high);
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

/* --- picture --------------------------------------------------------------------------------- */

enum { LEFT = 70, TOP = 80, WIDTH = 760, HEIGHT = 320, RIGHT = 30, BOTTOM = 60, LINE = 18 };

static const char *const color[COMPARE_MAX_NETS] = {"#06c", "#c30", "#090", "#909",
                                                    "#c80", "#088", "#555", "#b06"};

/* Where a row begins, or a part of it. */
static double x_of(double row) {
    return (double)LEFT + (double)WIDTH * row / (double)ROW_COUNT;
}

static double y_of(double error, double high) {
    return (double)TOP + (double)HEIGHT * (1 - error / high);
}

/* The top of the axis: a multiple of 0.02. */
static double highest(const Comparison *c) {
    double high = 0.02;

    for (int n = 0; n < c->nets; n++)
        for (int i = 0; i < ROW_COUNT; i++)
            high = fmax(high, c->error[n][i][TARGET_MEAN].high);
    return ceil(high / 0.02 - 1e-9) * 0.02;
}

static void draw_axes(FILE *out, const CompareReport *r, double high) {
    const int lines = (int)lround(high / 0.02);
    char words[64];

    for (int i = 0; i <= lines; i++) {
        const double y = y_of(i * 0.02, high);

        fprintf(out, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>\n", LEFT, y, WIDTH);
        snprintf(words, sizeof words, "%.2f", i * 0.02);
        svg_text(out, LEFT - 8, y + 4, " text-anchor=\"end\"", words);
    }
    for (int i = 0; i < ROW_COUNT; i++) {
        snprintf(words, sizeof words, "%s (%zu)", row_name[i], r->comparison->count[i]);
        svg_text(out, x_of(i + 0.5), TOP + HEIGHT + 20, " text-anchor=\"middle\"", words);
    }
    svg_text(out, LEFT + WIDTH / 2, TOP + HEIGHT + 42, " text-anchor=\"middle\"",
             "pieces (positions)");
}

/* Dots with their intervals, side by side in each row. */
static void draw_net(FILE *out, const CompareReport *r, int n, double high) {
    const Comparison *c = r->comparison;

    for (int i = 0; i < ROW_COUNT; i++) {
        const Estimate *e = &c->error[n][i][TARGET_MEAN];
        const double x = x_of(i + (n + 1.0) / (c->nets + 1));

        if (!c->count[i])
            continue;
        fprintf(out, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\" stroke-width=\"2\"/>\n", x,
                y_of(e->low, high), y_of(e->high, high), color[n]);
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>\n", x,
                y_of(e->value, high), color[n]);
    }
}

void compare_report_draw(FILE *out, const void *report) {
    static const char title[] = "RMS error of the static value, in expected score";
    const CompareReport *r = report;
    const Comparison *c = r->comparison;
    const double high = highest(c);
    const int height = TOP + HEIGHT + BOTTOM + LINE * c->nets;

    svg_begin(out, LEFT + WIDTH + RIGHT, height);
    fprintf(out, "<title>%s</title>\n", title);
    svg_text(out, LEFT, 30, " font-size=\"18\"", title);
    svg_text(out, LEFT, 54, "",
             "against the mean of both references, with 95 % bootstrap intervals");
    draw_axes(out, r, high);
    for (int n = 0; n < c->nets; n++) {
        const int y = TOP + HEIGHT + BOTTOM + LINE * n;

        draw_net(out, r, n, high);
        fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/>\n", LEFT + 6, y - 4,
                color[n]);
        svg_text(out, LEFT + 18, y, "", r->name[n]);
    }
    fputs("</svg>\n", out);
}
