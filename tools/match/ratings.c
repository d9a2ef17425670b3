/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_report.h"

#include <math.h>

#include "schedule.h"
#include "tools/common/tool.h"

enum { UP = 1, DOWN = 2, COMPARED = UP | DOWN };

static const double elo_max = 9999;

/*
 * Marks engines by chains of games that connect them with the engine with the most games, from
 * winner to loser (or between both after a draw): UP if a chain leads to that engine, DOWN if one
 * comes from it.
 */
static void find_links(const Match *m, char *links) {
    int64_t most = -1;
    int first = 0;

    for (int e = 0; e < m->plan->engines; e++) {
        const MatchScore s = match_score(m, e, -1);

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
 * Returns the rating at which an engine would expect the score of its Elo against equal opponents,
 * `elo`, in these pairings; a limit if infinite or without pairings.
 */
static double level(const Match *m, const double *strength, int engine, double elo) {
    const double score = stats_expected(elo);
    double low = -elo_max, high = elo_max;

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

/*
 * Computes strengths by Zermelo's iteration: the expected score of an engine is its strength,
 * divided by the sum of both strengths. `work` has room for two numbers per engine.
 */
static void find_strengths(const Match *m, double *strength, double *work) {
    const int engines = m->plan->engines;
    double *points = work, *games = work + engines, change = 1, sum = 0, count = 0;

    for (int e = 0; e < engines; e++) {
        const MatchScore s = match_score(m, e, -1);

        points[e] = (double)s.win + (double)s.draw / 2;
        strength[e] = 1;
    }
    for (int round = 0; round < 20000 && change > 1e-11; round++) {
        memset(games, 0, (size_t)engines * sizeof *games);
        for (int i = 0; i < m->pairings; i++) {
            const Pairing *p = &m->pairing[i];
            const double share =
                (double)score_games(&p->score) / (strength[p->first] + strength[p->second]);

            games[p->first] += share;
            games[p->second] += share;
        }
        change = 0;
        for (int e = 0; e < engines; e++)
            if (games[e] > 0) {
                const double next = points[e] / games[e];

                change = fmax(change, fabs(next / strength[e] - 1));
                strength[e] = next;
            }
    }
    for (int e = 0; e < engines; e++) {
        sum += log(strength[e]);
        count += games[e] > 0;
    }
    for (int e = 0; e < engines; e++)
        strength[e] /= exp(sum / count);
}

/* Rates an engine, with its links, from its pairings with comparable engines. */
static void rate(const Match *m, const double *strength, char links, int e, EloEstimate *out) {
    const MatchScore s = match_score(m, e, -1);
    const EloEstimate f = stats_estimate(&s);
    const double low = links & UP ? level(m, strength, e, f.low) : -elo_max;
    const double high = links & DOWN ? level(m, strength, e, f.high) : elo_max;

    out->symmetric = links == COMPARED && f.symmetric;
    out->elo = links == COMPARED ? 400 * log10(strength[e])
               : links == UP     ? INFINITY
               : links == DOWN   ? -INFINITY
                                 : NAN;
    out->low = fabs(low) < elo_max ? low : -INFINITY;
    out->high = fabs(high) < elo_max ? high : INFINITY;
}

EloEstimate *ratings_fit(const Match *m) {
    const size_t engines = (size_t)m->plan->engines;
    EloEstimate *engine = memory_new(engines, sizeof *engine);
    double *strength = memory_new(3 * engines, sizeof *strength);
    char *links = memory_new(engines, 1);
    Match part = *m;

    for (size_t e = 0; e < engines; e++) {
        const MatchScore s = match_score(m, (int)e, -1);

        engine[e] = stats_estimate(&s);
    }
    find_links(m, links);
    part.pairing = memory_new((size_t)m->pairings, sizeof *part.pairing);
    /* first pairings of two comparable engines, then pairings with one */
    for (int compared = 2; compared > 0; compared--) {
        part.pairings = 0;
        for (int i = 0; i < m->pairings; i++)
            if ((links[m->pairing[i].first] == COMPARED) +
                    (links[m->pairing[i].second] == COMPARED) ==
                compared)
                part.pairing[part.pairings++] = m->pairing[i];
        if (compared == 2 && !part.pairings)
            break;
        if (compared == 2)
            find_strengths(&part, strength, strength + engines);
        for (size_t e = 0; e < engines; e++)
            if ((links[e] == COMPARED) == (compared == 2))
                rate(&part, strength, links[e], (int)e, &engine[e]);
    }
    free(part.pairing);
    free(strength);
    free(links);
    return engine;
}
