/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model.h"

#include <math.h>

void weights_built_in(Weights *w) {
    for (int i = 0; i < EVAL_WEIGHT_COUNT; i++) {
        w->half[MIDDLEGAME][i] = score_middlegame(eval_weight[i]);
        w->half[ENDGAME][i] = score_endgame(eval_weight[i]);
    }
}

/* A position's two scores, and the dangers they contain. */
typedef struct {
    double score[HALVES];
    double danger[HALVES][COLOR_COUNT];
    double part[HALVES]; /* of a score that counts in the value */
} Parts;

static double danger_limited(double danger) {
    return danger < 0 ? 0 : danger > DANGER_MAX ? DANGER_MAX : danger;
}

static Parts take_parts(const Weights *w, const SampleSet *set, const Sample *s) {
    double sum[HALVES][COLOR_COUNT + 1] = {{0}};
    const Term *end = set->term + s->first + s->terms;
    Parts p;

    for (const Term *t = set->term + s->first; t < end; t++) {
        sum[MIDDLEGAME][t->of] += t->count * w->half[MIDDLEGAME][t->weight];
        sum[ENDGAME][t->of] += t->count * w->half[ENDGAME][t->weight];
    }
    for (int h = 0; h < HALVES; h++) {
        p.score[h] = sum[h][TERM_LINEAR];
        for (int c = WHITE; c <= BLACK; c++) {
            const double danger = danger_limited(sum[h][c]);
            p.danger[h][c] = sum[h][c];
            p.score[h] += (c == WHITE ? 1 : -1) * danger * danger / DANGER_DIVISOR;
        }
        p.part[h] = (double)s->chances[p.score[h] >= 0 ? WHITE : BLACK] / 64;
    }
    if (p.part[MIDDLEGAME] >= 0.25) /* as the evaluation has it */
        p.part[MIDDLEGAME] = 1;
    p.part[MIDDLEGAME] *= (double)s->phase / EVAL_PHASE_MAX;
    p.part[ENDGAME] *= 1 - (double)s->phase / EVAL_PHASE_MAX;
    p.part[MIDDLEGAME] *= (double)s->fade;
    p.part[ENDGAME] *= (double)s->fade;
    return p;
}

static double value_of(const Parts *p) {
    return p->score[MIDDLEGAME] * p->part[MIDDLEGAME] + p->score[ENDGAME] * p->part[ENDGAME];
}

double model_value(const Weights *w, const SampleSet *set, const Sample *s) {
    const Parts p = take_parts(w, set, s);

    return value_of(&p);
}

double model_loss(const Weights *w, double scale, const SampleSet *set, const Sample *s,
                  Weights *gradient) {
    const Parts p = take_parts(w, set, s);
    const double points = 1 / (1 + exp(-scale * value_of(&p)));
    const double miss = points - (double)s->target;
    const Term *end = set->term + s->first + s->terms;
    double slope[HALVES][COLOR_COUNT + 1];

    if (!gradient)
        return miss * miss;
    for (int h = 0; h < HALVES; h++) {
        slope[h][TERM_LINEAR] = 2 * miss * points * (1 - points) * scale * p.part[h];
        for (int c = WHITE; c <= BLACK; c++) {
            const double danger = p.danger[h][c];
            slope[h][c] =
                danger <= 0 || danger >= DANGER_MAX
                    ? 0
                    : slope[h][TERM_LINEAR] * (c == WHITE ? 2 : -2) * danger / DANGER_DIVISOR;
        }
    }
    for (const Term *t = set->term + s->first; t < end; t++) {
        gradient->half[MIDDLEGAME][t->weight] += t->count * slope[MIDDLEGAME][t->of];
        gradient->half[ENDGAME][t->weight] += t->count * slope[ENDGAME][t->of];
    }
    return miss * miss;
}
