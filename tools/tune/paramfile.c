/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paramfile.h"

#include <string.h>

#include "base/file.h"

typedef struct {
    const SearchParams *params;
    const char *note;
} ParamFile;

static void write_params(FILE *file, const void *context) {
    const ParamFile *f = context;
    SearchParams params = *f->params;
    const ParamRow *row;

    fprintf(
        file,
        "/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
        "/* The search parameters: name, value, least, most, step of alula-tune (0: not tuned), "
        "meaning.\n"
        "   alula-tune writes this file.\n"
        "   %s */\n",
        f->note);
    for (size_t i = 0; (row = params_row(i)) != NULL; i++) {
        fprintf(file, "PARAM(%s,%*s", row->name, (int)(22 - strlen(row->name)), "");
        fprintf(file, "%5d, %4d, %5d, %4d, \"%s\")\n", *params_value(&params, row), row->low,
                row->high, row->step, row->text);
    }
}

bool paramfile_write(const char *path, const SearchParams *params, const char *note, Text *error) {
    const ParamFile f = {params, note};

    return file_output(path, write_params, &f, error);
}
