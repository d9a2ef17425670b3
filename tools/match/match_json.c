/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_report.h"

#include <math.h>

#include "schedule.h"
#include "tools/common/tool.h"

static Json begin(const char *type) {
    Json j = tool_json();

    json_text(&j, "type", type);
    return j;
}

static void add_score(Json *j, const MatchScore *s) {
    json_whole(j, "wins", s->win);
    json_whole(j, "losses", s->loss);
    json_whole(j, "draws", s->draw);
}

static void add_elo(Json *j, const EloEstimate *f) {
    json_real(j, "elo", f->elo, 2);
    json_real(j, "elo_error", (f->high - f->low) / 2, 2);
    json_real(j, "elo_low", f->low, 2);
    json_real(j, "elo_high", f->high, 2);
}

/* Adds the SPRT; all values are null without --sprt. */
static void add_sprt(Json *j, const Match *m) {
    const Sprt *s = &m->plan->sprt;

    json_real(j, "llr", s->used ? m->llr : NAN, 4);
    json_real(j, "llr_low", s->used ? sprt_lower(s) : NAN, 4);
    json_real(j, "llr_high", s->used ? sprt_upper(s) : NAN, 4);
    json_text(j, "accepted", m->verdict > 0 ? "H1" : m->verdict < 0 ? "H0" : NULL);
}

/* Adds the score of the first engine against all others. */
static void add_standing(Json *j, const Match *m) {
    const MatchScore s = match_score(m, 0, -1);
    const EloEstimate f = stats_estimate(&s);

    json_text(j, "engine", m->plan->engine[0].name);
    json_whole(j, "finished", m->finished);
    json_whole(j, "total", m->total);
    add_score(j, &s);
    json_open(j, "pairs", '[');
    for (int i = 0; i < 5; i++)
        json_whole(j, NULL, s.pair[i]);
    json_close(j, ']');
    json_real(j, "score", score_games(&s) ? f.score : NAN, 6);
    add_elo(j, &f);
    json_real(j, "normalized_elo", f.has_variance ? f.normalized : NAN, 2);
    json_real(j, "los", f.has_variance ? f.los : NAN, 6);
    add_sprt(j, m);
    json_whole(j, "repeated", m->repeats.count);
}

void match_json_game(const Match *m, int64_t game, const GameRecord *r) {
    const GameAssignment a = match_assignment(m, game);
    Text fen = TEXT_OF(FEN_SIZE), reason = TEXT_OF(ANSWER_TEXT + 120);
    int64_t us = 0;
    Json j = begin("game");

    fen_write(&fen, &r->line.position[r->opening_plies]);
    record_reason(&reason, r);
    for (size_t i = r->opening_plies; i < r->line.length; i++)
        us += r->info[i].time_us;
    json_whole(&j, "number", game + 1);
    json_text(&j, "white", m->plan->engine[a.white].name);
    json_text(&j, "black", m->plan->engine[a.black].name);
    json_text(&j, "opening", fen.at);
    json_text(&j, "result", record_result(record_half_points(r)));
    json_text(&j, "end", end_text[r->end].name);
    json_text(&j, "reason", reason.at);
    json_count(&j, "plies", r->line.length);
    json_whole(&j, "ms", us / 1000);
    json_flag(&j, "lost_on_time", r->end == END_TIME);
    startup_json_end(&j);
    j = begin("standing");
    add_standing(&j, m);
    startup_json_end(&j);
}

static void add_engine(Json *j, const Match *m, int e, const EloEstimate *rating) {
    const MatchScore s = match_score(m, e, -1);

    json_open(j, NULL, '{');
    json_text(j, "name", m->plan->engine[e].name);
    add_score(j, &s);
    json_real(j, "points", (double)match_points(m, e) / 2, 1);
    json_whole(j, "byes", match_byes(m, e));
    add_elo(j, rating);
    if (m->errors) { /* unknown in games of other programs */
        json_open(j, "lost_by", '{');
        for (int k = 0; k < ERROR_COUNT; k++)
            json_whole(j, end_text[END_FIRST_ERROR + k].name, m->errors[e][k].count);
        json_close(j, '}');
        json_whole(j, "loose_moves", m->loose[e].count);
        json_real(j, "overdraft_ms", (double)m->overdraft[e].max_us / 1000, 3);
    }
    json_close(j, '}');
}

static void add_engines(Json *j, const Match *m) {
    EloEstimate *rating = ratings_fit(m);

    json_open(j, "engines", '[');
    for (int e = 0; e < m->plan->engines; e++)
        add_engine(j, m, e, &rating[e]);
    json_close(j, ']');
    free(rating);
}

void match_json_summary(const Match *m) {
    const Sprt *s = &m->plan->sprt;
    Json j = begin("summary");

    add_standing(&j, m);
    json_real(&j, "elo0", s->used ? s->elo0 : NAN, 4);
    json_real(&j, "elo1", s->used ? s->elo1 : NAN, 4);
    json_text(&j, "model", s->used ? sprt_model_name(s->model) : NULL);
    json_open(&j, "ends", '{');
    for (int i = END_MATE; i < END_COUNT && !m->plan->rated; i++)
        json_whole(&j, end_text[i].name, m->ending[i]);
    json_close(&j, '}');
    add_engines(&j, m);
    json_text(&j, "error", *m->error ? m->error : NULL);
    startup_json_end(&j);
}
