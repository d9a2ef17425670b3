/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "tools/common/tool.h"

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

MatchScore match_score(const Match *m, int engine, int opponent) {
    MatchScore sum = {0};

    for (int i = 0; i < m->pairings; i++) {
        const Pairing *p = &m->pairing[i];
        const MatchScore *s = &p->score;
        const bool first = p->first == engine;
        const int other = first ? p->second : p->first;

        if ((!first && p->second != engine) || (opponent >= 0 && other != opponent))
            continue;
        sum.win += first ? s->win : s->loss;
        sum.loss += first ? s->loss : s->win;
        sum.draw += s->draw;
        for (int k = 0; k < 5; k++)
            sum.pair[k] += s->pair[first ? k : 4 - k];
    }
    return sum;
}

int match_byes(const Match *m, int engine) {
    int byes = 0;

    for (int64_t round = 0; m->bye && round < m->paired; round++)
        byes += m->bye[round] == engine;
    return byes;
}

int64_t match_points(const Match *m, int engine) {
    const MatchScore s = match_score(m, engine, -1);

    return 2 * s.win + s.draw + 4 * match_byes(m, engine);
}

/* --- can all be paired? ---------------------------------------------------------------------- */

/*
 * A graph of engines that may meet. A matching is extended along augmenting paths, in which odd
 * cycles (blossoms) are contracted to a vertex: J. Edmonds, "Paths, Trees, and Flowers", 1965.
 */
typedef struct {
    const SwissTable *table;
    int most;   /* maximum number of earlier games of two engines */
    bool *open; /* engines not paired yet */
    int *match, *parent, *base, *queue;
    bool *used, *blossom;
} Graph;

static bool may_meet(const Graph *g, int a, int b) {
    return a != b && g->open[a] && g->open[b] &&
           g->table->met[a * g->table->engines + b] <= g->most;
}

/* Returns the base of a blossom: the first common vertex of the paths from a and b to the root. */
static int common_base(const Graph *g, int a, int b) {
    bool *seen = memory_new((size_t)g->table->engines, sizeof *seen);

    for (;; a = g->parent[g->match[a]]) {
        a = g->base[a];
        seen[a] = true;
        if (g->match[a] < 0)
            break;
    }
    for (b = g->base[b]; !seen[b]; b = g->base[g->parent[g->match[b]]])
        ;
    free(seen);
    return b;
}

static void mark_path(Graph *g, int v, int base, int child) {
    while (g->base[v] != base) {
        g->blossom[g->base[v]] = g->blossom[g->base[g->match[v]]] = true;
        g->parent[v] = child;
        child = g->match[v];
        v = g->parent[child];
    }
}

/*
 * Contracts the cycle that is closed by the edge from v to `to`. Returns the new end of the queue.
 */
static int contract(Graph *g, int v, int to, int end) {
    const int base = common_base(g, v, to);

    memset(g->blossom, 0, (size_t)g->table->engines * sizeof *g->blossom);
    mark_path(g, v, base, to);
    mark_path(g, to, base, v);
    for (int i = 0; i < g->table->engines; i++) {
        if (!g->blossom[g->base[i]])
            continue;
        g->base[i] = base;
        if (!g->used[i])
            g->queue[end++] = i;
        g->used[i] = true;
    }
    return end;
}

/* Returns the end of an augmenting path from an unmatched vertex; -1 if there is none. */
static int find_path(Graph *g, int root) {
    const int n = g->table->engines;
    int begin = 0, end = 0;

    for (int i = 0; i < n; i++) {
        g->used[i] = false;
        g->parent[i] = -1;
        g->base[i] = i;
    }
    g->used[root] = true;
    g->queue[end++] = root;
    while (begin < end) {
        const int v = g->queue[begin++];

        for (int to = 0; to < n; to++) {
            if (!may_meet(g, v, to) || g->base[v] == g->base[to] || g->match[v] == to)
                continue;
            if (to == root || (g->match[to] >= 0 && g->parent[g->match[to]] >= 0)) {
                end = contract(g, v, to, end);
            } else if (g->parent[to] < 0) {
                g->parent[to] = v;
                if (g->match[to] < 0)
                    return to;
                g->used[g->match[to]] = true;
                g->queue[end++] = g->match[to];
            }
        }
    }
    return -1;
}

/* Returns true if all open engines can be paired. */
static bool can_pair(Graph *g) {
    const int n = g->table->engines;

    for (int i = 0; i < n; i++)
        g->match[i] = -1;
    for (int i = 0; i < n; i++) {
        int v;

        if (!g->open[i] || g->match[i] >= 0)
            continue;
        if ((v = find_path(g, i)) < 0)
            return false;
        while (v >= 0) {
            const int before = g->parent[v], next = g->match[before];

            g->match[v] = before;
            g->match[before] = v;
            v = next;
        }
    }
    return true;
}

/* --- a round --------------------------------------------------------------------------------- */

/* Sorts the engines by points, best first. */
static void sort_engines(const SwissTable *t, int *order) {
    for (int e = 0; e < t->engines; e++) {
        int at = e;

        for (; at > 0 && t->points[order[at - 1]] < t->points[e]; at--)
            order[at] = order[at - 1];
        order[at] = e;
    }
}

/* Marks two engines as paired and returns true if the others can still be paired. */
static bool take(Graph *g, int a, int b) {
    g->open[a] = g->open[b] = false;
    if (can_pair(g))
        return true;
    g->open[a] = g->open[b] = true;
    return false;
}

/*
 * Chooses the engine that gets the bye for an odd number of engines: no engine gets a second bye
 * before all others have had one, even if engines must then meet again. Returns -1 if no engine
 * with the fewest byes can get it.
 */
static int give_bye(Graph *g, const int *order) {
    const SwissTable *t = g->table;
    int fewest = t->byes[0];

    for (int e = 1; e < t->engines; e++)
        fewest = min(fewest, t->byes[e]);
    for (int i = t->engines - 1; i >= 0; i--)
        if (t->byes[order[i]] == fewest && take(g, order[i], order[i]))
            return order[i];
    return -1;
}

/* Returns the opponent of the best open engine. */
static int opponent(Graph *g, const int *order, int best) {
    const SwissTable *t = g->table;
    int *list = memory_new((size_t)t->engines, sizeof *list), others = 0, group = 0, found = -1;

    for (int i = 0; i < t->engines; i++)
        if (g->open[order[i]] && order[i] != best) {
            group += t->points[order[i]] == t->points[best];
            list[others++] = order[i];
        }
    for (int met = 0; met <= g->most && found < 0; met++)
        for (int i = 0; i < others && found < 0; i++) {
            /* the lower half of the group, the upper half from its end, then all others */
            const int half = group / 2, other = list[i < group - half ? half + i
                                                     : i < group      ? group - 1 - i
                                                                      : i];

            if (t->met[best * t->engines + other] == met && take(g, best, other))
                found = other;
        }
    free(list);
    return found;
}

int swiss_pair(const SwissTable *t, int (*pair)[2]) {
    const size_t n = (size_t)t->engines;
    int *numbers = memory_new(5 * n, sizeof *numbers), *order = numbers + 4 * n, bye = -1;
    bool *flags = memory_new(3 * n, sizeof *flags);
    Graph g = {.table = t,
               .open = flags,
               .match = numbers,
               .parent = numbers + n,
               .base = numbers + 2 * n,
               .queue = numbers + 3 * n,
               .used = flags + n,
               .blossom = flags + 2 * n};
    int pairs = 0;

    sort_engines(t, order);
    for (size_t i = 0; i < n; i++)
        g.open[i] = true;
    while (n % 2 ? (bye = give_bye(&g, order)) < 0 : !can_pair(&g))
        g.most++;
    for (size_t i = 0; i < n; i++)
        if (g.open[order[i]]) {
            pair[pairs][0] = order[i];
            pair[pairs++][1] = opponent(&g, order, order[i]);
        }
    free(numbers);
    free(flags);
    return bye;
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
        byes[e] = match_byes(m, e);
        points[e] = match_points(m, e);
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
