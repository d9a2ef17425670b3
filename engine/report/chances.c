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
