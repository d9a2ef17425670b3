/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "level.h"

#include <math.h>
#include <stddef.h>

#include "base/util.h"

/* The steps in strength between rows are equal: see docs/strength.md. */
enum { STEP = 200, ROWS = (LEVEL_MOST - LEVEL_LEAST) / STEP + 1 };

static const Level rows[ROWS] = {
    {20, 1400, 80}, {20, 650, 75}, {20, 400, 0},  {38, 267, 0},  {69, 203, 0},
    {112, 164, 0},  {219, 125, 0}, {471, 90, 0},  {1022, 57, 0}, {1945, 37, 0},
    {3580, 22, 0},  {6760, 9, 0},  {15000, 0, 0},
};

Level level_of(int elo) {
    const int above = clamp(elo, LEVEL_LEAST, LEVEL_MOST) - LEVEL_LEAST;
    const int row = above / STEP, part = above % STEP;
    const Level low = rows[row], high = rows[row + (part > 0)];
    const double ratio = (double)high.nodes / (double)low.nodes;

    return (Level){(uint64_t)((double)low.nodes * pow(ratio, (double)part / (double)STEP) + 0.5),
                   low.noise + (high.noise - low.noise) * part / STEP,
                   low.overlooks + (high.overlooks - low.overlooks) * part / STEP};
}

int level_elo_of_skill(int skill) {
    return LEVEL_LEAST + (LEVEL_MOST - LEVEL_LEAST) * skill / SKILL_MOST;
}

const char *const level_names[LEVEL_NAMES + 1] = {"Full", "Novice", "Beginner", "Casual",
                                                  "Club", "Expert", "Master",   NULL};

int level_elo_of_name(int name) {
    static const int elo[LEVEL_NAMES] = {LEVEL_MOST, 400, 800, 1200, 1600, 2000, 2400};

    return elo[name];
}
