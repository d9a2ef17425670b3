/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_report.h"

#include <math.h>

#include "base/chart.h"
#include "base/clock.h"
#include "base/file.h"

enum { PLOT = 800, SCORE_HEIGHT = 320, LLR_HEIGHT = 200, NAMES = 4, EVERY_MS = 10000 };

/* Writes "One against Two, Three and 4 others". */
static void write_title(Text *t, const MatchPlan *plan) {
    const int others = plan->engines - 1, named = others <= NAMES ? others : NAMES - 1;

    text_addf(t, "%s against ", plan->engine[0].name);
    for (int e = 1; e <= named; e++)
        text_addf(t, "%s%s", e == 1 ? "" : e == others ? " and " : ", ", plan->engine[e].name);
    if (named < others)
        text_addf(t, " and %d others", others - named);
}

/* --- panels ---------------------------------------------------------------------------------- */

static ChartPoint score_at(const void *curve, size_t i) {
    const CurvePoint *at = (const CurvePoint *)curve + i;

    return (ChartPoint){(double)i + 1, 100 * at->score, 100 * at->low, 100 * at->high};
}

static ChartPoint llr_at(const void *curve, size_t i) {
    return (ChartPoint){.x = (double)i + 1, .y = ((const CurvePoint *)curve)[i].llr};
}

/* Draws the axis of games, and the curve with a dot at its end, as a single game draws no line. */
static void draw_curve(const ChartPanel *p, const Match *m, ChartSeries *read) {
    const size_t games = (size_t)m->points;

    chart_x_axis(p, 10, "games");
    chart_line(p, CHART_BLUE, read, m->point, games);
    if (games)
        chart_dot(p, CHART_BLUE, read(m->point, games - 1));
}

static void draw_score(const Match *m, ChartPanel p) {
    double low = m->points ? 100 : 0, high = m->points ? 0 : 100;
    Text t = TEXT_OF(160);

    for (int64_t i = m->points / 5; i < m->points; i++) {
        low = fmin(low, 100 * m->point[i].low);
        high = fmax(high, 100 * m->point[i].high);
    }
    chart_fit(&p, low, high, 6);
    text_addf(&t, "score of %s with its 95 %% confidence band", m->plan->engine[0].name);
    chart_frame(&p, t.at);
    chart_band(&p, CHART_BLUE, score_at, m->point, (size_t)m->points);
    chart_y_axis(&p, " %");
    if (p.low < 50 && p.high > 50)
        chart_level(&p, 50, CHART_GRAY, "");
    draw_curve(&p, m, score_at);
}

static void draw_llr(const Match *m, ChartPanel p) {
    const Sprt *s = &m->plan->sprt;
    double low = sprt_lower(s), high = sprt_upper(s);
    char words[160];

    for (int64_t i = 0; i < m->points; i++) {
        low = fmin(low, m->point[i].llr);
        high = fmax(high, m->point[i].llr);
    }
    chart_fit(&p, low, high, 6);
    snprintf(words, sizeof words, "log-likelihood ratio of Elo %g against %g", s->elo1, s->elo0);
    chart_frame(&p, words);
    chart_y_axis(&p, "");
    snprintf(words, sizeof words, "%.2f: H1 accepted", sprt_upper(s));
    chart_level(&p, sprt_upper(s), CHART_RED, words);
    snprintf(words, sizeof words, "%.2f: H0 accepted", sprt_lower(s));
    chart_level(&p, sprt_lower(s), CHART_RED, words);
    draw_curve(&p, m, llr_at);
}

static void draw(FILE *out, const void *match) {
    const Match *m = match;
    const bool sprt = m->plan->sprt.used;
    const int second = CHART_TOP + SCORE_HEIGHT + CHART_BELOW + CHART_LINE;
    Text t = TEXT_OF(600), s = TEXT_OF(600);
    ChartPanel p = {.out = out,
                    .top = CHART_TOP,
                    .width = PLOT,
                    .height = SCORE_HEIGHT,
                    .right = (double)max64(m->points, 1)};

    write_title(&t, m->plan);
    match_report_state(&s, m);
    chart_begin(out, CHART_LEFT + PLOT + CHART_RIGHT,
                sprt ? second + LLR_HEIGHT + CHART_BELOW : second, t.at, s.at);
    draw_score(m, p);
    if (sprt) {
        p.top = second;
        p.height = LLR_HEIGHT;
        draw_llr(m, p);
    }
    chart_end(out);
}

/* --- files ----------------------------------------------------------------------------------- */

bool picture_write(const char *file, const Match *m, Text *error) {
    return file_output(file, draw, m, error);
}

void picture_update(Match *m) {
    const char *file = m->plan->svg;
    Text error = TEXT_OF(400);

    if (!file || m->drawn_games == m->finished ||
        (m->drawn_games && clock_ms() - m->picture_ms < EVERY_MS) || !file_is_replaceable(file))
        return;
    picture_write(file, m, &error);
    m->drawn_games = m->finished;
    m->picture_ms = clock_ms();
}
