/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/util.h"
#include "match_report.h"
#include "tools/common/axis.h"
#include "tools/common/svg.h"

enum {
    LEFT = 70,
    PLOT = 800, /* width of a panel; a curve has no more points */
    RIGHT = 30,
    TOP = 90,
    SCORE_HEIGHT = 320,
    LLR_HEIGHT = 200,
    GAP = 80, /* below a panel */
    NAMES = 4,
    EVERY_MS = 10000,
};

/* "One against Two, Three and 4 others" */
static void write_title(Text *t, const MatchPlan *plan) {
    const int others = plan->engines - 1, named = others <= NAMES ? others : NAMES - 1;

    text_addf(t, "%s against ", plan->engine[0].name);
    for (int e = 1; e <= named; e++)
        text_addf(t, "%s%s", e == 1 ? "" : e == others ? " and " : ", ", plan->engine[e].name);
    if (named < others)
        text_addf(t, " and %d others", others - named);
}

/* --- panels ---------------------------------------------------------------------------------- */

typedef struct {
    int top, height;
    double low, high, step; /* values at its edges and between grid lines */
    int decimals;
    int64_t games;
} Panel;

static double x_of(const Panel *p, double game) {
    return (double)LEFT + (double)PLOT * game / (double)max64(p->games, 1);
}

static double y_of(const Panel *p, double value) {
    return p->top + p->height * (p->high - value) / (p->high - p->low);
}

/* Fit the axis to these values, with round numbers at its ends. */
static void scale(Panel *p, double low, double high) {
    p->step = axis_step(high - low, 6);
    p->low = floor(low / p->step + 1e-9) * p->step;
    p->high = ceil(high / p->step - 1e-9) * p->step;
    p->decimals = p->step < 1 ? (int)ceil(-log10(p->step) - 1e-9) : 0;
}

static void draw_frame(FILE *out, const Panel *p, const char *title, const char *unit) {
    const double games = (double)max64(p->games, 1);
    const double by = fmax(1, axis_step(games, 10));
    const int bottom = p->top + p->height, lines = (int)lround((p->high - p->low) / p->step);
    char words[40];

    fprintf(out, "<clipPath id=\"at%d\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
            p->top, LEFT, p->top, PLOT, p->height);
    fputs("</clipPath>\n", out);
    for (int i = 0; i <= lines; i++) {
        const double value = p->low + i * p->step, y = y_of(p, value);

        fprintf(out, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>\n", LEFT, y, PLOT);
        snprintf(words, sizeof words, "%.*f%s", p->decimals, fabs(value) < p->step / 2 ? 0 : value,
                 unit);
        svg_text(out, LEFT - 8, y + 4, " text-anchor=\"end\"", words);
    }
    for (double game = 0; game <= games; game += by) {
        fprintf(out, "<path d=\"M%.1f %dv-6\" stroke=\"#888\"/>\n", x_of(p, game), bottom);
        snprintf(words, sizeof words, "%.0f", game);
        svg_text(out, x_of(p, game), bottom + 18, " text-anchor=\"middle\"", words);
    }
    fprintf(out,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>\n",
            LEFT, p->top, PLOT, p->height);
    svg_text(out, LEFT, p->top - 10, "", title);
    svg_text(out, LEFT + PLOT, bottom + 36, " text-anchor=\"end\"", "games");
}

/* The next game to plot: at most PLOT of them, always with the last one. */
static int64_t next_game(const Panel *p, int64_t game) {
    const int64_t next = game + p->games / PLOT + 1;

    return next < p->games || game >= p->games - 1 ? next : p->games - 1;
}

/* Reads a value of a point. */
typedef double Reading(const CurvePoint *point);

static double score_of(const CurvePoint *point) {
    return 100 * point->score;
}

static double low_of(const CurvePoint *point) {
    return 100 * point->low;
}

static double high_of(const CurvePoint *point) {
    return 100 * point->high;
}

static double llr_of(const CurvePoint *point) {
    return point->llr;
}

/* The points of a curve and, for a band, those of another one in reverse. */
static void put_points(FILE *out, const Panel *p, const CurvePoint *point, Reading *read,
                       Reading *back) {
    int64_t last = -1;

    for (int64_t i = 0; i < p->games; i = next_game(p, i))
        fprintf(out, "%.1f,%.1f ", x_of(p, (double)(last = i) + 1), y_of(p, read(&point[i])));
    for (int64_t i = last; back && i >= 0; i -= p->games / PLOT + 1)
        fprintf(out, "%.1f,%.1f ", x_of(p, (double)i + 1), y_of(p, back(&point[i])));
}

static void draw_curve(FILE *out, const Panel *p, const CurvePoint *point, Reading *read) {
    fprintf(out, "<polyline clip-path=\"url(#at%d)\" fill=\"none\" stroke=\"#06c\" points=\"",
            p->top);
    put_points(out, p, point, read, NULL);
    fputs("\" stroke-width=\"2\"/>\n", out);
    if (p->games) /* a single game has no line */
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#06c\"/>\n",
                x_of(p, (double)p->games), y_of(p, read(&point[p->games - 1])));
}

static void draw_score(FILE *out, const Match *m, Panel p) {
    double low = m->points ? 100 : 0, high = m->points ? 0 : 100;
    char title[160];
    Text t = text_in(title, sizeof title);

    for (int64_t i = p.games / 5; i < p.games; i++) {
        low = fmin(low, low_of(&m->point[i]));
        high = fmax(high, high_of(&m->point[i]));
    }
    scale(&p, low, high);
    text_addf(&t, "score of %s with its 95 %% confidence band", m->plan->engine[0].name);
    fprintf(out, "<polygon clip-path=\"url(#at%d)\" fill=\"#cdf\" points=\"", p.top);
    put_points(out, &p, m->point, low_of, high_of);
    fputs("\"/>\n", out);
    draw_frame(out, &p, title, " %");
    if (p.low < 50 && p.high > 50)
        fprintf(out, "<path d=\"M%d %.1fh%d\" stroke=\"#888\"/>\n", LEFT, y_of(&p, 50), PLOT);
    draw_curve(out, &p, m->point, score_of);
}

/* A bound of the SPRT. */
static void draw_bound(FILE *out, const Panel *p, double bound, const char *meaning) {
    char words[64];

    snprintf(words, sizeof words, "%.2f: %s", bound, meaning);
    fprintf(out, "<path d=\"M%d %.1fh%d\" stroke=\"#c30\" stroke-dasharray=\"6 4\"/>\n", LEFT,
            y_of(p, bound), PLOT);
    svg_text(out, LEFT + 8, y_of(p, bound) + (bound > 0 ? 16 : -6), " fill=\"#c30\"", words);
}

static void draw_llr(FILE *out, const Match *m, Panel p) {
    const Sprt *s = &m->plan->sprt;
    double low = sprt_lower(s), high = sprt_upper(s);
    char title[160];

    for (int64_t i = 0; i < p.games; i++) {
        low = fmin(low, m->point[i].llr);
        high = fmax(high, m->point[i].llr);
    }
    scale(&p, low, high);
    snprintf(title, sizeof title, "log-likelihood ratio of Elo %g against %g", s->elo1, s->elo0);
    draw_frame(out, &p, title, "");
    draw_bound(out, &p, sprt_upper(s), "H0 rejected");
    draw_bound(out, &p, sprt_lower(s), "H1 rejected");
    draw_curve(out, &p, m->point, llr_of);
}

static void draw(FILE *out, const void *match) {
    const Match *m = match;
    const bool sprt = m->plan->sprt.used;
    const int width = LEFT + PLOT + RIGHT;
    const int height = TOP + SCORE_HEIGHT + GAP + (sprt ? LLR_HEIGHT + GAP : 0) - GAP / 4;
    char words[600];
    Text t = text_in(words, sizeof words);

    svg_begin(out, width, height);
    write_title(&t, m->plan);
    fputs("<title>", out);
    svg_words(out, words);
    fputs("</title>\n", out);
    svg_text(out, LEFT, 30, " font-size=\"18\"", words);
    t = text_in(words, sizeof words);
    match_report_state(&t, m);
    svg_text(out, LEFT, 52, "", words);
    draw_score(out, m, (Panel){.top = TOP, .height = SCORE_HEIGHT, .games = m->points});
    if (sprt)
        draw_llr(
            out, m,
            (Panel){.top = TOP + SCORE_HEIGHT + GAP, .height = LLR_HEIGHT, .games = m->points});
    fputs("</svg>\n", out);
}

/* --- files ----------------------------------------------------------------------------------- */

bool picture_write(const char *file, const Match *m, Text *fault) {
    return file_output(file, draw, m, fault);
}

void picture_update(Match *m) {
    const char *file = m->plan->svg;
    char words[400];
    Text fault = text_in(words, sizeof words);

    if (!file || m->drawn_games == m->finished ||
        (m->drawn_games && clock_ms() - m->picture_ms < EVERY_MS) || !file_is_replaceable(file))
        return;
    picture_write(file, m, &fault);
    m->drawn_games = m->finished;
    m->picture_ms = clock_ms();
}
