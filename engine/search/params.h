/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Search parameters: one table, params.inc, with the value, bounds and meaning of each. Depths are
 * in plies, margins in centipawns, LMR terms in 1024ths of a ply. alula-tune tunes them by name.
 */
#ifndef ALULA_PARAMS_H
#define ALULA_PARAMS_H

#include "base/text.h"

/* An int for each row of params.inc. */
typedef struct SearchParams {
#define PARAM(name, value, low, high, step, text) int name;
#include "params.inc"
#undef PARAM
} SearchParams;

enum { PARAM_COUNT = sizeof(SearchParams) / sizeof(int) };

/* Default values. */
extern const SearchParams params_default;

/* A row of the table. */
typedef struct {
    const char *name; /* static, as is `text` */
    size_t offset;    /* of the int in SearchParams */
    int low, high;    /* bounds, inclusive */
    int step;         /* smallest change that tuning can measure; 0: not tuned */
    const char *text;
} ParamRow;

/* Returns a row by its number from 0; NULL after the last one. */
const ParamRow *params_row(size_t number);

/* Returns the row of this name, or NULL. */
const ParamRow *params_find(Word name);

/* Returns a pointer to the value of a row in a set of parameters. */
static inline int *params_value(SearchParams *sp, const ParamRow *row) {
    return (int *)(void *)((char *)sp + row->offset);
}

#endif
