/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing strength: what a rating means for the search. */
#ifndef ALULA_LEVEL_H
#define ALULA_LEVEL_H

#include <stdint.h>

enum { LEVEL_LEAST = 400, LEVEL_MOST = 2800, SKILL_MOST = 20, LEVEL_NAMES = 7 };

/* A weaker level searches fewer nodes, and has the errors of weakness.h. */
typedef struct {
    uint64_t nodes; /* per search */
    int noise;      /* see Weakness */
    int overlooks;
} Level;

/* The level of a rating, clamped to LEVEL_LEAST and LEVEL_MOST. */
Level level_of(int elo);

/* The rating of a skill from 0 to SKILL_MOST - 1, in even steps; SKILL_MOST is full strength. */
int level_elo_of_skill(int skill);

/* Names of levels: Full (no limit), then from the weakest to the strongest; ended by NULL. */
extern const char *const level_names[LEVEL_NAMES + 1];

/* The rating of a named level, 1 to LEVEL_NAMES - 1; full strength for 0. */
int level_elo_of_name(int name);

#endif
