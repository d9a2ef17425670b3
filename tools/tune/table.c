/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table.h"

#include <math.h>
#include <stdio.h>

#include "../match/aside.h"

/* No weight is larger, so that sums fit a half of a Score. */
static int rounded(double weight) {
    const double most = 3000;

    return (int)lround(weight > most ? most : weight < -most ? -most : weight);
}

static void write_group(FILE *file, const EvalGroup *g, const Weights *w) {
    fprintf(file, "/* %s: %s */\n", g->name, g->text);
    for (int row = 0; row < g->rows; row++) {
        for (int column = 0; column < g->columns; column++) {
            const int i = g->first + row * g->columns + column;
            fprintf(file, "%sS(%d, %d),", column ? " " : "", rounded(w->half[MIDDLEGAME][i]),
                    rounded(w->half[ENDGAME][i]));
        }
        fputc('\n', file);
    }
}

typedef struct {
    const Weights *w;
    const char *note;
} Table;

static void write_table(FILE *file, const void *context) {
    const Table *table = context;
    int groups;
    const EvalGroup *group = eval_groups(&groups);

    fprintf(file,
            "/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
            "/* The weights of the evaluation, in the order of eval_weights.h; written by "
            "alula-tune.\n   %s */\n",
            table->note);
    for (int i = 0; i < groups; i++)
        write_group(file, &group[i], table->w);
}

bool table_write(const char *path, const Weights *w, const char *note, Text *fault) {
    const Table table = {w, note};

    return aside_write(path, write_table, &table, fault);
}
