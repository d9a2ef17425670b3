/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chances.h"

#include <math.h>

#include "base/util.h"
#include "search/result.h"

int chances_cut(int score) {
    return clamp(score, -CHANCES_MAX_CP, CHANCES_MAX_CP);
}

double chances_of(int score) {
    return 2 / (1 + exp(-0.00368208 * chances_cut(score))) - 1;
}

/* The score at which half of the games are won, and the width of the logistic curve. */
enum { WDL_EVEN_CP = 128, WDL_WIDTH_CP = 48 };

/* Two logistic curves fitted to results of self-play. */
void chances_wdl(int score, int *win, int *loss) {
    const double even = WDL_EVEN_CP, width = WDL_WIDTH_CP;

    if (score_is_mate(score)) {
        *win = score > 0 ? 1000 : 0;
        *loss = 1000 - *win;
        return;
    }
    *win = (int)(1000 / (1 + exp((even - score) / width)) + 0.5);
    *loss = (int)(1000 / (1 + exp((even + score) / width)) + 0.5);
}

/* --- the marks -------------------------------------------------------------------------------- */

enum {
    ALMOST_CP = 700,
    DECIDED_CP = 999, /* beyond this score, a mate missed or allowed counts less */
    PIECE_CP = 300,
    SLOWER_PLIES = 4,
    MATERIAL_LEAST = 200 /* less does not count as material; see see_value */
};

/* Returns the worst mark whose minimum loss is reached; columns are in the order of Mark. */
static Mark mark_of_loss(double loss, const double least[NO_MARK]) {
    int i = 0;

    while (i < NO_MARK && loss < least[i])
        i++;
    return (Mark)i;
}

/*
 * Returns the mark for a mate missed or allowed. `score` is the score without that mate, from the
 * point of view of the side that had or gets the mate.
 */
static Mark mark_of_mate(int score) {
    return score > DECIDED_CP ? MARK_DUBIOUS : score > ALMOST_CP ? MARK_MISTAKE : MARK_BLUNDER;
}

Mark chances_mark(int before, int after, int material) {
    /* thresholds for both scores and mates are those of lichess (lila, Advice.scala) */
    static const double chances_lost[NO_MARK] = {0.3, 0.2, 0.1};
    /* lost material counts where chances hardly change any more */
    static const double fall_with_material[NO_MARK] = {INFINITY, 700, 300};
    const bool had_mate = score_is_mate(before) && before > 0;
    const bool is_mated = score_is_mate(after) && after < 0;
    Mark mark, other;

    /* a mate or tablebase win or loss before and after */
    if (score_is_decided(before) && score_is_decided(after) && (before > 0) == (after > 0) &&
        score_is_mate(before) != score_is_mate(after))
        return NO_MARK;
    if (had_mate && score_is_mate(after) && !is_mated) /* a slower mate with a piece less */
        return material >= PIECE_CP && before - after >= SLOWER_PLIES ? MARK_DUBIOUS : NO_MARK;
    if (had_mate)
        return is_mated ? MARK_BLUNDER : mark_of_mate(after);
    if (is_mated)
        return !score_is_mate(before) ? mark_of_mate(-before) : NO_MARK;
    if (score_is_mate(before) || score_is_mate(after))
        return NO_MARK;
    mark = mark_of_loss(chances_of(before) - chances_of(after), chances_lost);
    other = material < MATERIAL_LEAST ? NO_MARK : mark_of_loss(before - after, fall_with_material);
    return mark < other ? mark : other;
}

/* --- ratings ---------------------------------------------------------------------------------- */

/* Logarithm of the odds per rating point. */
static const double scale = 2.302585092994046 / 400; /* ln 10 / 400 */

/* Returns the expected points against a level. */
static double expected(double rating, double level) {
    return 1 / (1 + exp((level - rating) * scale));
}

/*
 * Returns the points scored minus those expected at this rating, which is 0 at the most likely
 * rating. Sets *variance to their variance.
 */
static double surplus(const RatedGame *game, size_t count, double rating, double average,
                      double *variance) {
    const double draw = expected(rating, average);
    double sum = 0.5 - draw;

    *variance = draw * (1 - draw);
    for (size_t i = 0; i < count; i++) {
        const double e = expected(rating, game[i].level);

        sum += game[i].points / 2.0 - e;
        *variance += e * (1 - e);
    }
    return sum;
}

int chances_rating(const RatedGame *game, size_t count, int *error) {
    double low = -10000, high = 10000, average = 0, variance;

    *error = 0;
    if (!count)
        return 0;
    for (size_t i = 0; i < count; i++)
        average += game[i].level / (double)count;
    while (high - low > 0.01) { /* the surplus falls as the rating grows */
        const double middle = (low + high) / 2;

        if (surplus(game, count, middle, average, &variance) > 0)
            low = middle;
        else
            high = middle;
    }
    surplus(game, count, low, average, &variance);
    *error = (int)lround(1.96 / (scale * sqrt(variance)));
    return (int)lround(low);
}
