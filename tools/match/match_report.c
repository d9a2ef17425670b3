/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/util.h"
#include "schedule.h"
#include "tools/common/tool.h"

/* Writes "± 8.9", or "[+430, +inf]" for an asymmetric interval. */
static void write_interval(Text *out, const EloEstimate *f) {
    if (f->symmetric)
        text_addf(out, "± %.1f", (f->high - f->low) / 2);
    else
        text_addf(out, "[%+.0f, %+.0f]", f->low, f->high);
}

void match_report_elo(Text *out, const EloEstimate *f) {
    text_addf(out, "Elo %+.1f ", fabs(f->elo) < 0.05 ? 0.0 : f->elo);
    write_interval(out, f);
}

void match_report_percent(Text *out, double share, int decimals) {
    const double rest = 100 * fmin(share, 1 - share);

    while (rest > 0 && rest < 0.51 * pow(10, -decimals) && decimals < 8)
        decimals++;
    if (rest > 0 && rest < 0.51e-8)
        text_add(out, share < 0.5 ? "below 0.00000001" : "above 99.99999999");
    else
        text_addf(out, "%.*f", decimals, 100 * share);
}

void match_report_state(Text *out, const Match *m) {
    const MatchPlan *plan = m->plan;
    const MatchScore s = match_score(m, 0, -1);
    const EloEstimate f = stats_estimate(&s);

    text_addf(out, "%" PRId64 " of %" PRId64 " games", m->finished, m->total);
    if (!score_games(&s))
        return;
    text_add(out, ": ");
    if (m->pairings > 1)
        text_addf(out, "%s ", plan->engine[0].name);
    text_addf(out, "+%" PRId64 " -%" PRId64 " =%" PRId64 ", ", s.win, s.loss, s.draw);
    match_report_percent(out, f.score, 1);
    text_add(out, " %, ");
    match_report_elo(out, &f);
    if (plan->sprt.used)
        text_addf(out, ", LLR %.2f (%.2f, %.2f)", m->llr, sprt_lower(&plan->sprt),
                  sprt_upper(&plan->sprt));
    if (m->repeats.count)
        text_addf(out, ", %" PRId64 " repeated", m->repeats.count);
}

void match_report_line(FILE *out, const Match *m) {
    Text t = TEXT_OF(300);

    match_report_state(&t, m);
    fputs(t.at, out);
}

static void write_limits_of(Text *out, const EngineSpec *spec) {
    if (limits_are_set(&spec->limits))
        limits_describe(out, &spec->limits);
    else
        text_add(out, "unknown"); /* alula-match report without any game */
}

/* Writes the limits of all engines, or of each engine if they differ. */
static void write_limits(Text *out, const MatchPlan *plan) {
    char first[80], other[80];
    bool same = true;

    for (int e = 0; e < plan->engines; e++) {
        Text t = text_in(e ? other : first, sizeof first);

        write_limits_of(&t, &plan->engine[e]);
        same = same && (!e || !strcmp(first, other));
    }
    for (int e = 0; e < (same ? 1 : plan->engines); e++) {
        text_addf(out, "%s", e ? ", " : "");
        write_limits_of(out, &plan->engine[e]);
        if (!same)
            text_addf(out, " for %s", plan->engine[e].name);
    }
}

static void write_sprt(FILE *out, const Match *m) {
    const Sprt *s = &m->plan->sprt;

    fprintf(out, "SPRT of %s Elo %g against %g: LLR %.2f (%.2f, %.2f): ", sprt_model_name(s->model),
            s->elo0, s->elo1, m->llr, sprt_lower(s), sprt_upper(s));
    if (m->verdict)
        fprintf(out, "H%d (Elo %g) accepted\n", m->verdict > 0, m->verdict > 0 ? s->elo1 : s->elo0);
    else
        fputs("not decided\n", out);
}

/* Writes "40 games, 8+0.08". */
static void write_games(FILE *out, const Match *m) {
    const size_t room = 100 * (size_t)m->plan->engines + 100;
    char *limits = memory_new(room, 1);
    Text t = text_in(limits, room);

    if (!m->plan->rated) {
        text_add(&t, ", ");
        write_limits(&t, m->plan);
    }
    fprintf(out, "%" PRId64 " game%s%s\n", m->finished, m->finished == 1 ? "" : "s", limits);
    free(limits);
}

static void write_two(FILE *out, const Match *m) {
    const MatchPlan *plan = m->plan;
    const MatchScore *s = &m->pairing[0].score;
    const EloEstimate f = stats_estimate(s);
    Text t = TEXT_OF(400);

    fprintf(out, "%s against %s: ", plan->engine[0].name, plan->engine[1].name);
    write_games(out, m);
    if (!m->finished)
        return;
    text_addf(&t, "%" PRId64 " won, %" PRId64 " lost, %" PRId64 " drawn: score ", s->win, s->loss,
              s->draw);
    match_report_percent(&t, f.score, 1);
    text_add(&t, " %, draws ");
    match_report_percent(&t, f.draws, 1);
    text_add(&t, " %\n");
    match_report_elo(&t, &f);
    if (f.has_variance) {
        text_addf(&t, ", normalized %+.1f, likelihood of superiority ", f.normalized);
        match_report_percent(&t, f.los, 1);
        text_add(&t, " %");
    }
    fprintf(out, "%s\n", t.at);
    if (!plan->rated || score_pairs(s))
        fprintf(out,
                "pairs with 0, 1/2, 1, 3/2, 2 points: %" PRId64 ", %" PRId64 ", %" PRId64
                ", %" PRId64 ", %" PRId64 "\n",
                s->pair[0], s->pair[1], s->pair[2], s->pair[3], s->pair[4]);
    if (plan->sprt.used)
        write_sprt(out, m);
}

/* Returns the width of the column of names. */
static int name_width(const MatchPlan *plan) {
    size_t width = 6;

    for (int e = 0; e < plan->engines; e++)
        if (strlen(plan->engine[e].name) > width)
            width = strlen(plan->engine[e].name);
    return (int)width;
}

/* Returns the sort key of an engine: points in a Swiss tournament, else the rating. */
static double key_of(const Match *m, const EloEstimate *engine, int e) {
    return m->board ? (double)match_points(m, e) : engine[e].elo;
}

/* Sorts the engines, best first. */
static void sort(const Match *m, const EloEstimate *engine, int *order) {
    for (int e = 0; e < m->plan->engines; e++) {
        const double key = key_of(m, engine, e);
        int at = e;

        for (; at > 0 && !(key_of(m, engine, order[at - 1]) >= key || isnan(key)); at--)
            order[at] = order[at - 1];
        order[at] = e;
    }
}

static bool has_byes(const Match *m) {
    for (int64_t round = 0; m->bye && round < m->paired; round++)
        if (m->bye[round] >= 0)
            return true;
    return false;
}

/* Returns the number of columns of the crosstable; 0 for many players with only results known. */
static int crosstable(const MatchPlan *plan) {
    return plan->rated && plan->engines > 12 ? 0 : plan->engines;
}

static void write_row(FILE *out, const Match *m, const EloEstimate *engine, const int *order,
                      int row) {
    const MatchPlan *plan = m->plan;
    const MatchScore s = match_score(m, order[row], -1);
    const EloEstimate f = engine[order[row]];
    Text t = TEXT_OF(40), percent = TEXT_OF(40);

    fprintf(out, "%-*s  %6" PRId64, name_width(plan), plan->engine[order[row]].name,
            score_games(&s));
    if (has_byes(m))
        fprintf(out, " %5d", match_byes(m, order[row]));
    match_report_percent(&percent, f.score, 1);
    fprintf(out, " %8.1f %6s ", (double)match_points(m, order[row]) / 2, percent.at);
    if (isnan(f.elo))
        fprintf(out, "%7s ", "?");
    else
        fprintf(out, "%+7.1f ", fabs(f.elo) < 0.05 ? 0.0 : f.elo);
    write_interval(&t, &f);
    /* ± has two bytes and one column */
    fprintf(out, "%-*s", f.symmetric ? 15 : 14, t.at);
    for (int e = 0; e < crosstable(plan); e++) {
        const MatchScore one = match_score(m, order[row], order[e]);
        char cell[32];

        snprintf(cell, sizeof cell, "%.1f/%" PRId64, (double)one.win + (double)one.draw / 2,
                 score_games(&one));
        fprintf(out, " %10s", order[row] == order[e] || !score_games(&one) ? "-" : cell);
    }
    fputc('\n', out);
}

/* Writes the crosstable, best engine first. */
static void write_table(FILE *out, const Match *m) {
    const MatchPlan *plan = m->plan;
    int *order = memory_new((size_t)plan->engines, sizeof *order);
    EloEstimate *engine = ratings_fit(m);

    write_games(out, m);
    sort(m, engine, order);
    fprintf(out, "%-*s  %6s%s %8s %6s %7s %14s", name_width(plan), "engine", "games",
            has_byes(m) ? "  byes" : "", "points", "%", "Elo", "");
    for (int e = 0; e < crosstable(plan); e++)
        fprintf(out, " %10d", e + 1);
    fputc('\n', out);
    for (int row = 0; row < plan->engines; row++)
        write_row(out, m, engine, order, row);
    free(order);
    free(engine);
}

/* Writes the engines with byes, by rounds of a Swiss tournament. */
static void write_byes(FILE *out, const Match *m) {
    bool any = false;

    for (int64_t round = 0; m->bye && round < m->paired; round++)
        if (m->bye[round] >= 0) {
            fprintf(out, "%s %s in round %" PRId64,
                    any ? "," : "byes, worth two points each, not counted in % and Elo:",
                    m->plan->engine[m->bye[round]].name, round + 1);
            any = true;
        }
    if (any)
        fputc('\n', out);
}

/* Writes games lost by errors, by engine and kind. */
static void write_errors(FILE *out, const Match *m) {
    const MatchPlan *plan = m->plan;
    const int width = name_width(plan);
    int64_t all = 0;

    for (int e = 0; e < plan->engines; e++)
        for (int k = 0; k < ERROR_COUNT; k++)
            all += m->errors[e][k].count;
    if (!all) {
        fputs("no crash, silence, time loss, illegal move or false claim\n", out);
        return;
    }
    fprintf(out, "%-*s ", width, "lost by");
    for (int k = 0; k < ERROR_COUNT; k++)
        fprintf(out, " %8s", end_text[END_FIRST_ERROR + k].column);
    fputc('\n', out);
    for (int e = 0; e < plan->engines; e++) {
        fprintf(out, "%-*s ", width, plan->engine[e].name);
        for (int k = 0; k < ERROR_COUNT; k++)
            fprintf(out, " %8" PRId64, m->errors[e][k].count);
        fputc('\n', out);
    }
    for (int e = 0; e < plan->engines; e++)
        for (int k = 0; k < ERROR_COUNT; k++) {
            const Fault *f = &m->errors[e][k];

            if (f->count)
                fprintf(out, "%s%s, first in game %" PRId64 "%s%s; position %s\n",
                        plan->engine[e].name, end_text[END_FIRST_ERROR + k].words, f->game + 1,
                        *f->text ? ": " : "", f->text, f->fen);
        }
}

/* Writes moves that were accepted in spite of their notation. */
static void write_moves(FILE *out, const Match *m) {
    const MatchPlan *plan = m->plan;

    for (int e = 0; e < plan->engines; e++) {
        const Fault *l = &m->loose[e];
        const EngineSpec *spec = &plan->engine[e];

        if (l->count)
            fprintf(out,
                    "%s wrote %" PRId64 " move%s in a notation that %s does not define; accepted "
                    "here; the first is in game %" PRId64 ": %s\n",
                    spec->name, l->count, l->count == 1 ? "" : "s",
                    spec->protocol == PROTOCOL_UCI ? "UCI" : "CECP", l->game + 1, l->text);
    }
}

/* Writes how far engines exceeded their time; writes nothing without time limits. */
static void write_overdrafts(FILE *out, const Match *m) {
    const MatchPlan *plan = m->plan;
    const int width = max(name_width(plan), 10);
    bool timed = false;

    for (int e = 0; e < plan->engines; e++)
        timed |= limits_have_clock(&plan->engine[e].limits) || plan->engine[e].limits.move_ms;
    if (!timed)
        return;
    fprintf(out, "%-*s  largest, ms   moves within the margin of %" PRId64 " ms\n", width,
            "overdrafts", plan->rules.margin_us / 1000);
    for (int e = 0; e < plan->engines; e++) {
        const Overdraft *o = &m->overdraft[e];

        fprintf(out, "%-*s  %11.3f   %" PRId64 "\n", width, plan->engine[e].name,
                (double)o->max_us / 1000, o->moves);
    }
}

void match_report_warning(Text *out, const MatchPlan *plan, int64_t games) {
    const size_t openings = plan->openings.count;

    for (int e = 0; e < plan->engines; e++)
        if (limits_have_time(&plan->engine[e].limits))
            return;
    if (games > 2 * (int64_t)openings)
        text_addf(out,
                  "only %zu opening%s for %" PRId64 " games at fixed nodes or depth: unless an "
                  "engine varies its play, games repeat and the error bars are meaningless",
                  openings, openings == 1 ? "" : "s", games);
}

/* Writes repeated games, with the numbers of the PGN tag Round. */
static void write_repeats(FILE *out, const Repeats *r) {
    if (r->count)
        fprintf(out,
                "%" PRId64 " game%s an earlier one move by move (game %" PRId64
                " repeats game %" PRId64 "): the error bars are too small\n",
                r->count, r->count == 1 ? " repeats" : "s repeat", r->repeat + 1, r->earlier + 1);
}

void match_report_all(FILE *out, const Match *m) {
    const int64_t *ending = m->ending;
    const Slice *slice = &m->plan->slice;

    if (m->plan->json) {
        match_json_summary(m);
        return;
    }
    if (slice->of > 1)
        fprintf(out,
                "slice %" PRId64 "/%" PRId64 ", %" PRId64 " of the %" PRId64
                " games of the match; alula-match report combines slices\n",
                slice->index, slice->of, m->total, m->plan->games * m->pairings);
    if (m->pairings == 1)
        write_two(out, m);
    else
        write_table(out, m);
    if (m->plan->rated)
        return;
    write_byes(out, m);
    if (m->finished)
        fprintf(out,
                "ends: mate %" PRId64 ", stalemate %" PRId64 ", repetition %" PRId64
                ", fifty moves %" PRId64 ", material %" PRId64 ", agreed %" PRId64
                ", resigned %" PRId64 ", adjudicated %" PRId64 " won %" PRId64 " drawn\n",
                ending[END_MATE], ending[END_STALEMATE], ending[END_THREEFOLD], ending[END_FIFTY],
                ending[END_INSUFFICIENT], ending[END_AGREED], ending[END_RESIGNED],
                ending[END_ADJUDICATED_WIN] + ending[END_TABLE_WIN],
                ending[END_ADJUDICATED_DRAW] + ending[END_TABLE_DRAW]);
    write_errors(out, m);
    write_moves(out, m);
    write_overdrafts(out, m);
    write_repeats(out, &m->repeats);
}
