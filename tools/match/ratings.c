/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ratings.h"

#include <math.h>

#include "match_report.h"
#include "tools/common/memory.h"

enum { UP = 1, DOWN = 2, COMPARED = UP | DOWN, ELO_MAX = 9999 };

/* Points lead from an engine to the one with most games (UP), or from that to it (DOWN). */
static void find_links(const Match *m, char *links) {
    int64_t most = -1;
    int first = 0;

    for (int e = 0; e < m->plan->engines; e++) {
        const MatchScore s = match_report_score(m, e, -1);

        first = score_games(&s) > most ? e : first;
        most = score_games(&s) > most ? score_games(&s) : most;
    }
    links[first] = COMPARED;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < 2 * m->pairings; i++) {
            const Pairing *p = &m->pairing[i / 2];
            char *winner = &links[i % 2 ? p->second : p->first];
            char *loser = &links[i % 2 ? p->first : p->second];
            const char up = *winner | (*loser & UP), down = *loser | (*winner & DOWN);

            if (p->score.draw || (i % 2 ? p->score.loss : p->score.win)) {
                more |= up != *winner || down != *loser;
                *winner = up;
                *loser = down;
            }
        }
    }
}

/*
 * The Elo of an engine whose score in these pairings is that of `elo` against equal opponents;
 * a limit if that is infinite or there are none.
 */
static double level(const Match *m, const double *strength, int engine, double elo) {
    const double score = stats_expected(elo);
    double low = -ELO_MAX, high = ELO_MAX;

    for (int step = 0; step < 45; step++) {
        const double middle = (low + high) / 2;
        double excess = 0;

        for (int i = 0; i < m->pairings; i++) {
            const Pairing *p = &m->pairing[i];
            const int other = p->first == engine ? p->second : p->first;

            if (p->first == engine || p->second == engine)
                excess += (double)score_games(&p->score) *
                          (stats_expected(middle - 400 * log10(strength[other])) - score);
        }
        *(excess < 0 ? &low : &high) = middle;
    }
    return low;
}

/* Zermelo's iteration: strengths, of which an engine's share is its expected score. */
static void find_strengths(const Match *m, double *strength, double *points, double *games) {
    double change = 1;

    for (int round = 0; round < 20000 && change > 1e-11; round++) {
        double sum = 0, count = 0;

        for (int e = 0; e < m->plan->engines; e++)
            points[e] = games[e] = 0;
        for (int i = 0; i < m->pairings; i++) {
            const Pairing *p = &m->pairing[i];
            const double n = (double)score_games(&p->score);
            const double won = (double)p->score.win + (double)p->score.draw / 2;
            const double share = n / (strength[p->first] + strength[p->second]);

            points[p->first] += won;
            points[p->second] += n - won;
            games[p->first] += share;
            games[p->second] += share;
        }
        for (int e = 0; e < m->plan->engines; e++)
            if (games[e] > 0) {
                sum += log(points[e] / games[e]);
                count++;
            }
        change = 0;
        for (int e = 0; e < m->plan->engines; e++)
            if (games[e] > 0) {
                const double next = points[e] / games[e] / exp(sum / count);

                change = fmax(change, fabs(next / strength[e] - 1));
                strength[e] = next;
            }
    }
}

void ratings_fit(const Match *m, EloEstimate *engine) {
    const size_t engines = (size_t)m->plan->engines;
    double *strength = memory_new(3 * engines, sizeof *strength);
    char *links = memory_new(engines, 1);
    /* the pairings of two engines that are compared, and of one */
    Pairing *pairing = memory_new((size_t)m->pairings, sizeof *pairing);
    Match part[2] = {*m, *m};
    int count = 0;

    find_links(m, links);
    for (int p = 0; p < 2; p++) {
        part[p].pairing = &pairing[count];
        for (int i = 0; i < m->pairings; i++)
            if ((links[m->pairing[i].first] == COMPARED) +
                    (links[m->pairing[i].second] == COMPARED) ==
                2 - p)
                pairing[count++] = m->pairing[i];
        part[p].pairings = count - (p ? part[0].pairings : 0);
    }
    for (size_t e = 0; e < engines; e++)
        strength[e] = 1;
    find_strengths(&part[0], strength, strength + engines, strength + 2 * engines);
    for (size_t e = 0; e < engines && part[0].pairings; e++) {
        const bool rated = links[e] == COMPARED;
        const MatchScore s = match_report_score(&part[!rated], (int)e, -1);
        const EloEstimate f = stats_estimate(&s);
        double low, high;

        engine[e].symmetric = rated && f.symmetric;
        engine[e].elo = rated              ? 400 * log10(strength[e])
                        : links[e] == UP   ? INFINITY
                        : links[e] == DOWN ? -INFINITY
                                           : NAN;
        low = rated || links[e] == UP ? level(&part[!rated], strength, (int)e, f.low) : -INFINITY;
        high =
            rated || links[e] == DOWN ? level(&part[!rated], strength, (int)e, f.high) : INFINITY;
        engine[e].low = fabs(low) < ELO_MAX ? low : -INFINITY;
        engine[e].high = fabs(high) < ELO_MAX ? high : INFINITY;
    }
    free(pairing);
    free(strength);
    free(links);
}
