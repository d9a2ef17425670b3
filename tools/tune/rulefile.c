/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rulefile.h"

#include <string.h>

#include "file.h"

typedef struct {
    const Rules *rules;
    const char *note;
} RuleFile;

static void write_rules(FILE *file, const void *context) {
    const RuleFile *f = context;
    Rules rules = *f->rules;
    const RuleRow *row;

    fprintf(file,
            "/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
            "/* The numbers of the search: name, value, least, most, step for alula-tune "
            "(0: it leaves the\n"
            "   rule alone), meaning. The tool writes this file.\n"
            "   %s */\n",
            f->note);
    for (size_t i = 0; (row = rules_row(i)) != NULL; i++) {
        fprintf(file, "RULE(%s,%*s", row->name, (int)(17 - strlen(row->name)), "");
        fprintf(file, "%5d, %4d, %5d, %4d, \"%s\")\n", *rules_value(&rules, row), row->low,
                row->high, row->step, row->text);
    }
}

bool rulefile_write(const char *path, const Rules *rules, const char *note, Text *fault) {
    const RuleFile f = {rules, note};

    return file_output(path, write_rules, &f, fault);
}
