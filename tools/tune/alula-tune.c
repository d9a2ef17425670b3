/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-tune: tune the search parameters with SPSA. */
#include "startup.h"
#include "tools/common/tool.h"
#include "tune_run.h"

static const char *const usage[] = {
#include "usage/alula-tune.inc"
    NULL};

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-tune", .usage = usage, .command = {{NULL, tune_run}}};

    startup_init_tables();
    return tool_main(&tool, argc, argv);
}
