/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ratings.h"

#include <math.h>
#include <string.h>

#include "match_report.h"
#include "tools/common/memory.h"

/* Above this many engines times pairings, intervals take the opponents' ratings for known. */
enum { EXACT_WORK = 4000000 };

typedef struct {
    const Match *m;
    int engines;
    bool *up, *down;        /* points lead from an engine to the first one, and from that to it */
    double *weight;         /* of each pairing: games times E (1 - E); 0 if it does not count */
    double *rating, *slope; /* in units of 400 / ln(10) Elo; and of the log-likelihood */
    double *step, *rest, *way, *image; /* of solve() */
    double spread;                     /* variance of the results against that without draws */
    int compared;
} Fit;

/* Which engines are linked with the one with most games. */
static void find_links(Fit *f) {
    int first = 0;
    bool more = true;

    for (int e = 1; e < f->engines; e++) {
        const MatchScore a = match_report_score(f->m, e, -1),
                         b = match_report_score(f->m, first, -1);

        first = score_games(&a) > score_games(&b) ? e : first;
    }
    f->up[first] = f->down[first] = true;
    while (more) {
        more = false;
        for (int i = 0; i < f->m->pairings; i++) {
            const Pairing *p = &f->m->pairing[i];

            for (int side = 0; side < 2; side++) {
                const int a = side ? p->second : p->first, b = side ? p->first : p->second;

                if (!p->score.draw && !(side ? p->score.loss : p->score.win))
                    continue; /* no point of a against b */
                more |= (f->up[b] && !f->up[a]) || (f->down[a] && !f->down[b]);
                f->up[a] |= f->up[b];
                f->down[b] |= f->down[a];
            }
        }
    }
}

/* Weights and slope at the ratings. */
static void look(Fit *f) {
    double off = 0, usual = 0, games = 0;

    memset(f->slope, 0, (size_t)f->engines * sizeof *f->slope);
    for (int i = 0; i < f->m->pairings; i++) {
        const Pairing *p = &f->m->pairing[i];
        const MatchScore *s = &p->score;
        const double n = (double)score_games(s), won = (double)s->win + (double)s->draw / 2;
        const double e = 1 / (1 + exp(f->rating[p->second] - f->rating[p->first]));
        double pairs = 0, squares = 0;

        if (!f->up[p->first] || !f->down[p->first] || !f->up[p->second] || !f->down[p->second])
            continue;
        f->weight[i] = n * e * (1 - e);
        f->slope[p->first] += won - n * e;
        f->slope[p->second] -= won - n * e;
        for (int k = 0; k < 5; k++) {
            pairs += (double)s->pair[k];
            squares += (double)s->pair[k] * (k / 2.0 - 2 * e) * (k / 2.0 - 2 * e);
        }
        off += 2 * pairs == n ? squares
                              : (double)s->win * (1 - e) * (1 - e) + (double)s->loss * e * e +
                                    (double)s->draw * (0.5 - e) * (0.5 - e);
        usual += f->weight[i];
        games += n;
    }
    /* results without a variance: as if no game were drawn */
    f->spread =
        off > 0 && games >= f->compared ? off / usual * games / (games - f->compared + 1) : 1;
}

static double product(const Fit *f, const double *a, const double *b) {
    double sum = 0;

    for (int e = 0; e < f->engines; e++)
        sum += a[e] * b[e];
    return sum;
}

/* The change of ratings that changes the slope by `wanted`, whose sum is 0: conjugate gradients. */
static void solve(Fit *f, const double *wanted) {
    const size_t size = (size_t)f->engines * sizeof *f->way;
    double left = product(f, wanted, wanted), before;
    const double enough = left * 1e-20;

    memset(f->step, 0, size);
    memcpy(f->rest, wanted, size);
    memcpy(f->way, wanted, size);
    for (int round = 0; round < 10 * f->engines && left > enough; round++) {
        double part;

        memset(f->image, 0, size);
        for (int i = 0; i < f->m->pairings; i++) {
            const Pairing *p = &f->m->pairing[i];
            const double x = f->weight[i] * (f->way[p->first] - f->way[p->second]);

            f->image[p->first] += x;
            f->image[p->second] -= x;
        }
        part = left / product(f, f->way, f->image);
        before = left;
        for (int e = 0; e < f->engines; e++) {
            f->step[e] += part * f->way[e];
            f->rest[e] -= part * f->image[e];
        }
        left = product(f, f->rest, f->rest);
        for (int e = 0; e < f->engines; e++)
            f->way[e] = f->rest[e] + left / before * f->way[e];
    }
}

/* Newton's method, in steps of at most 1. */
static void climb(Fit *f) {
    double most = 1;

    for (int round = 0; round < 100 && most > 1e-9; round++) {
        look(f);
        solve(f, f->slope);
        most = 0;
        for (int e = 0; e < f->engines; e++)
            most = fmax(most, fabs(f->step[e]));
        for (int e = 0; e < f->engines; e++)
            f->rating[e] += f->step[e] / fmax(most, 1);
    }
}

/* The variance of a rating against the average. */
static double variance(Fit *f, int engine) {
    double information = 0;

    for (int i = 0; i < f->m->pairings; i++)
        if (f->m->pairing[i].first == engine || f->m->pairing[i].second == engine)
            information += f->weight[i];
    if ((double)f->compared * f->m->pairings > EXACT_WORK)
        return f->spread / information;
    for (int e = 0; e < f->engines; e++)
        f->slope[e] = f->up[e] && f->down[e] ? (e == engine) - 1.0 / f->compared : 0;
    solve(f, f->slope);
    return f->spread * product(f, f->step, f->slope);
}

/* Better or worse than those compared without a bound: the other bound is that of its score. */
static void set_infinite(const Fit *f, int engine, EloEstimate *out) {
    double sum = 0, games = 0;

    for (int i = 0; i < f->m->pairings; i++) {
        const Pairing *p = &f->m->pairing[i];
        const int other = p->first == engine ? p->second : p->first;
        const double n = (double)score_games(&p->score);

        if ((p->first == engine || p->second == engine) && f->up[other] && f->down[other]) {
            sum += n * f->rating[other];
            games += n;
        }
    }
    out->symmetric = false;
    out->elo = f->up[engine] == f->down[engine] ? NAN : f->up[engine] ? INFINITY : -INFINITY;
    out->low = games > 0 && out->elo > 0 ? out->low + sum / games * 400 / log(10) : -INFINITY;
    out->high = games > 0 && out->elo < 0 ? out->high + sum / games * 400 / log(10) : INFINITY;
}

void ratings_fit(const Match *m, EloEstimate *engine) {
    const size_t engines = (size_t)m->plan->engines;
    double *all = memory_new(6 * engines, sizeof *all);
    bool *links = memory_new(2 * engines, sizeof *links);
    Fit f = {.m = m, .engines = m->plan->engines, .up = links, .down = links + engines};

    f.weight = memory_new((size_t)m->pairings, sizeof *f.weight);
    f.rating = all;
    f.slope = all + engines;
    f.step = all + 2 * engines;
    f.rest = all + 3 * engines;
    f.way = all + 4 * engines;
    f.image = all + 5 * engines;
    find_links(&f);
    for (size_t e = 0; e < engines; e++)
        f.compared += f.up[e] && f.down[e];
    climb(&f);
    for (size_t e = 0; e < engines; e++) {
        const double elo = f.rating[e] * 400 / log(10);
        double error;

        if (!f.up[e] || !f.down[e]) {
            set_infinite(&f, (int)e, &engine[e]);
            continue;
        }
        error = f.compared == 1 ? INFINITY : 1.959964 * sqrt(variance(&f, (int)e)) * 400 / log(10);
        engine[e].elo = elo;
        engine[e].low = elo - error;
        engine[e].high = elo + error;
        engine[e].symmetric = f.compared > 1;
    }
    free(all);
    free(links);
    free(f.weight);
}
