/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errors of networks, as tables and as a picture. */
#ifndef ALULA_TRAIN_COMPARE_REPORT_H
#define ALULA_TRAIN_COMPARE_REPORT_H

#include <stdio.h>

#include "train_compare.h"

typedef struct {
    const Comparison *comparison;
    const Reference *reference;
    char **name;      /* names of the networks */
    const char *path; /* path of the reference */
} CompareReport;

/* Prints one JSON object on standard output. */
void compare_report_json(const CompareReport *r);

/* Prints the tables on standard output. */
void compare_report_print(const CompareReport *r);

/* Draws the errors against the mean of both references as SVG; a FilePrinter. */
void compare_report_draw(FILE *out, const void *report);

#endif
