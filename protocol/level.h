/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How strong to play: what a rating means for the search. */
#ifndef ALULA_LEVEL_H
#define ALULA_LEVEL_H

#include <stdint.h>

enum { LEVEL_LEAST = 800, LEVEL_MOST = 2800, SKILL_MOST = 20, LEVEL_NAMES = 6 };

/*
 * A weaker player sees less and judges worse, and goes on misjudging the same things: fewer nodes,
 * and an error of judgement that belongs to the position.
 */
typedef struct {
    uint64_t nodes; /* of a search */
    int noise;      /* centipawns that a position is misjudged by at most */
} Level;

/* The level of a rating between LEVEL_LEAST and LEVEL_MOST; others are taken for the nearest. */
Level level_of(int elo);

/* The rating of a skill from 0 to SKILL_MOST - 1, in even steps; SKILL_MOST is full strength. */
int level_elo_of_skill(int skill);

/* Levels with a name, from Full (no limit) over the weakest upward; ends with NULL. */
extern const char *const level_names[LEVEL_NAMES + 1];

/* The rating of a named level but the first. */
int level_elo_of_name(int name);

#endif
