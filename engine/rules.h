/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All numbers of the search in one table, rules.inc, a row for each with what it means. Depths and
 * plies are in plies, margins in centipawns, reductions in 1024ths of a ply. They have names, so
 * that a tool can move them by games.
 */
#ifndef ALULA_RULES_H
#define ALULA_RULES_H

#include "text.h"

/* An int for each row of rules.inc. */
typedef struct {
#define RULE(name, value, low, high, step, text) int name;
#include "rules.inc"
#undef RULE
} Rules;

enum { RULE_COUNT = sizeof(Rules) / sizeof(int) };

/* The values that the engine plays with unless it is told others. */
extern const Rules rules_default;

/* What is known of a rule. */
typedef struct {
    const char *name;
    size_t offset; /* of the int in Rules */
    int low, high;
    int step; /* how far tuning moves it to see a difference; 0: it is not to be tuned */
    const char *text;
} RuleRow;

/* The table by number; NULL behind the last. */
const RuleRow *rules_row(size_t number);

/* The rule of a name, or NULL. */
const RuleRow *rules_find(Word name);

/* Where the value of a rule is. */
static inline int *rules_value(Rules *r, const RuleRow *row) {
    return (int *)(void *)((char *)r + row->offset);
}

/* Change one rule by name. NULL, or why nothing was changed. */
const char *rules_set(Rules *r, Word name, int value);

#endif
