/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ladder of techniques: each with what it saves, and the proof that it changes nothing. */
#ifndef ALULA_LAB_COMPARE_H
#define ALULA_LAB_COMPARE_H

#include <stdio.h>

#include "../common/epdsuite.h"
#include "tree.h"

typedef struct {
    int depth;
    LabMethod from; /* steps of methods before this one are left out; nothing before alpha-beta */
    LabFault fault; /* made in every step */
} ComparePlan;

/*
 * Search every position by every step of the ladder and print the figures. Steps of a group must
 * agree in the score with the first of them, and where minimax has told which moves are best, the
 * move must be one of them. The exit status: 0; 1 if something differs; 130 when the laboratory was
 * stopped, with the sums of the positions that were finished.
 */
int compare(FILE *out, Lab *lab, const EpdSuite *suite, const ComparePlan *plan);

#endif
