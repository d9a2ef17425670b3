/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_state.h"

#include "schedule.h"
#include "tools/common/tool.h"

void repeats_add(Repeats *r, int64_t game, uint64_t digest) {
    UnitResult *known;
    int64_t first, later;

    if (unit_table_add(&r->known, digest, 0, (uint64_t)game) == UNIT_NEW)
        return;
    known = unit_table_find(&r->known, digest);
    first = min64(game, (int64_t)known->place);
    later = max64(game, (int64_t)known->place);
    known->place = (uint64_t)first;
    if (!r->count++ || later < r->repeat) {
        r->earlier = first;
        r->repeat = later;
    }
}

static void add_point(Match *m) {
    const MatchScore s = match_score(m, 0, -1);
    const EloEstimate f = stats_estimate(&s);

    if (!(m->points & (m->points - 1))) /* allocated up to a power of two */
        m->point = memory_grow(m->point, 2 * (size_t)m->points + 1, sizeof *m->point);
    m->point[m->points++] =
        (CurvePoint){f.score, stats_expected(f.low), stats_expected(f.high), m->llr};
}

/* Adds moves or errors of a game, with the text of the first. */
static void add_faults(Fault *s, int64_t count, int64_t game, const char *text, const char *fen) {
    if (count && (!s->count || game < s->game)) {
        Text t = text_in(s->text, sizeof s->text), f = text_in(s->fen, sizeof s->fen);

        text_add(&t, text);
        text_add(&f, fen);
        s->game = game;
    }
    s->count += count;
}

void results_count(Match *m, int64_t game, const FinishedGame *f) {
    const GameAssignment a = match_assignment(m, game);
    Pairing *p = &m->pairing[a.pairing];
    const int other = m->done[game ^ 1], white = f->white;

    m->done[game] = (signed char)white;
    m->was_ready[a.white] = m->was_ready[a.black] = true;
    score_add_game(&p->score, a.second ? 2 - white : white);
    if (other >= 0)
        p->score.pair[a.second ? other + 2 - white : white + 2 - other]++;
    m->ending[f->end]++;
    if (f->end >= END_FIRST_ERROR)
        add_faults(&m->errors[f->loser == WHITE ? a.white : a.black][f->end - END_FIRST_ERROR], 1,
                   game, f->detail, f->fen);
    overdraft_add(&m->overdraft[a.white], &f->overdraft[WHITE]);
    overdraft_add(&m->overdraft[a.black], &f->overdraft[BLACK]);
    add_faults(&m->loose[a.white], f->loose[WHITE].moves, game, f->loose[WHITE].first, "");
    add_faults(&m->loose[a.black], f->loose[BLACK].moves, game, f->loose[BLACK].first, "");
    if (f->digest) /* a repetition has the same engines */
        repeats_add(&m->repeats, game,
                    f->digest + (uint64_t)(a.white * m->plan->engines + a.black));
    if (m->plan->sprt.used && other >= 0)
        m->llr = sprt_llr(&m->plan->sprt, &m->pairing[0].score);
    m->finished++;
    if (!p->first)
        add_point(m);
    if (m->plan->sprt.used && !m->verdict)
        m->verdict = sprt_verdict(&m->plan->sprt, m->llr);
}
