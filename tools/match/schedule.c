/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "schedule.h"

#include "tools/common/memory.h"

GameAssignment match_assignment(const Match *m, int64_t game) {
    const int64_t pair = game / 2;
    GameAssignment a = {.pairing = (int)(pair % m->pairings),
                        .opening = pair / m->pairings,
                        .second = game % 2 != 0};
    const Pairing *p = &m->pairing[a.pairing];

    a.white = a.second ? p->second : p->first;
    a.black = a.second ? p->first : p->second;
    return a;
}

void schedule_make(Match *m) {
    const int engines = m->plan->engines;
    const int firsts = m->plan->gauntlet ? 1 : engines - 1;

    m->pairing = memory_new((size_t)(engines * engines), sizeof *m->pairing);
    for (int first = 0; first < firsts; first++)
        for (int second = first + 1; second < engines; second++)
            m->pairing[m->pairings++] = (Pairing){.first = first, .second = second};
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
