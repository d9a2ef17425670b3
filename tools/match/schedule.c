/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "schedule.h"

#include <string.h>

#include "base/util.h"
#include "match_report.h"
#include "tools/common/memory.h"

GameAssignment match_assignment(const Match *m, int64_t game) {
    const int64_t pair = game / 2;
    GameAssignment a = {.pairing = m->board ? m->board[pair] : (int)(pair % m->pairings),
                        .opening = m->board ? pair : pair / m->pairings,
                        .second = game % 2 != 0};
    const Pairing *p = &m->pairing[a.pairing];

    a.white = a.second ? p->second : p->first;
    a.black = a.second ? p->first : p->second;
    return a;
}

int64_t schedule_known(const Match *m) {
    return m->board ? m->paired * m->boards * 2 : m->rounds;
}

int schedule_pairing(const Match *m, int one, int other) {
    const int low = min(one, other), high = max(one, other);

    return low * (2 * m->plan->engines - low - 1) / 2 + high - low - 1;
}

/* --- Swiss ----------------------------------------------------------------------------------- */

/* Adds the games of the rounds so far. */
static void fill_table(const Match *m, int64_t *points, int *byes, int *met) {
    const int engines = m->plan->engines;

    for (int64_t i = 0; i < m->paired * m->boards; i++) {
        const Pairing *p = &m->pairing[m->board[i]];

        met[p->first * engines + p->second]++;
        met[p->second * engines + p->first]++;
    }
    for (int e = 0; e < engines; e++) {
        byes[e] = match_report_byes(m, e);
        points[e] = match_report_points(m, e);
    }
}

bool schedule_pair_round(Match *m) {
    const int engines = m->plan->engines;
    int(*pair)[2], *byes, *met;
    int64_t *points;

    if (m->paired == m->plan->swiss)
        return false;
    for (int64_t g = 0; g < schedule_known(m); g++)
        if (m->done[g] < 0)
            return false;
    pair = memory_new((size_t)m->boards, sizeof *pair);
    points = memory_new((size_t)engines, sizeof *points);
    byes = memory_new((size_t)engines, sizeof *byes);
    met = memory_new((size_t)(engines * engines), sizeof *met);
    fill_table(m, points, byes, met);
    m->bye[m->paired] = swiss_pair(&(SwissTable){engines, points, byes, met}, pair);
    for (int i = 0; i < m->boards; i++)
        m->board[m->paired * m->boards + i] = schedule_pairing(m, pair[i][0], pair[i][1]);
    m->paired++;
    free(pair);
    free(points);
    free(byes);
    free(met);
    return true;
}

static void make_swiss(Match *m) {
    const int64_t rounds = m->plan->swiss;

    m->boards = m->plan->engines / 2;
    m->board = memory_new((size_t)(rounds * m->boards), sizeof *m->board);
    m->bye = memory_new((size_t)rounds, sizeof *m->bye);
    memset(m->board, -1, (size_t)(rounds * m->boards) * sizeof *m->board);
    memset(m->bye, -1, (size_t)rounds * sizeof *m->bye);
    m->rounds = m->total = rounds * m->boards * 2;
    m->done = memory_new((size_t)m->rounds, 1);
    memset(m->done, NOT_PLAYED, (size_t)m->rounds);
}

/* --- all games ------------------------------------------------------------------------------- */

void schedule_make(Match *m) {
    const int engines = m->plan->engines;
    const int firsts = m->plan->gauntlet ? 1 : engines - 1;

    m->pairing = memory_new((size_t)(engines * engines), sizeof *m->pairing);
    for (int first = 0; first < firsts; first++)
        for (int second = first + 1; second < engines; second++)
            m->pairing[m->pairings++] = (Pairing){.first = first, .second = second};
    if (m->plan->swiss) {
        make_swiss(m);
        return;
    }
    m->rounds = (m->plan->games + 1) / 2 * 2 * m->pairings;
    m->done = memory_new((size_t)m->rounds, 1);
    for (int64_t g = 0; g < m->rounds; g++) {
        const GameAssignment a = match_assignment(m, g);
        m->done[g] = a.opening * 2 + a.second >= m->plan->games ? SKIPPED
                     : slice_has(&m->plan->slice, g / 2)        ? NOT_PLAYED
                                                                : ELSEWHERE;
        m->total += m->done[g] == NOT_PLAYED;
    }
}
