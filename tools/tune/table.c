/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

bool table_write(const char *path, const Weights *w, const char *note, Text *fault) {
    const size_t room = strlen(path) + 8;
    char *aside = malloc(room);
    const char *failed = "cannot be written";
    FILE *file = NULL;
    bool good = aside != NULL;
    int groups;
    const EvalGroup *group = eval_groups(&groups);

    if (!good) {
        text_add(fault, "there is not enough memory for a file name");
        return false;
    }
    snprintf(aside, room, "%s.new", path);
    errno = 0;
    if (!(file = fopen(aside, "w"))) {
        failed = "cannot be made";
        good = false;
    } else {
        fprintf(file,
                "/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
                "/* The weights of the evaluation, in the order of eval_weights.h; written by "
                "alula-tune.\n   %s */\n",
                note);
        for (int i = 0; i < groups; i++)
            write_group(file, &group[i], w);
        good = !fflush(file) && !ferror(file) && !fsync(fileno(file));
        good = !fclose(file) && good;
        good = good && !rename(aside, path);
        if (!good) {
            const int error = errno;
            remove(aside);
            errno = error;
        }
    }
    if (!good)
        text_addf(fault, "%s: %s: %s", path, failed, strerror(errno));
    free(aside);
    return good;
}
