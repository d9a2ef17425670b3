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
enum { WDL_EVEN_CP = 117, WDL_WIDTH_CP = 70 };

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
