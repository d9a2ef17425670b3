/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-perft: count leaf nodes, check perft suites, share counts among processes and machines. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "chess/zobrist.h"
#include "perft_count.h"
#include "tools/common/interrupt.h"
#include "tools/common/tool.h"

static const char *const usage[] = {
#include "usage/alula-perft.inc"
    NULL};

static int run(int argc, char **argv, Text *error) {
    PerftBatch batch = {.start = 0};
    PerftOptions o = {.batch = &batch};
    int status = perft_arguments_read(&o, argc, argv, error);

    if (status)
        return status;
    attacks_init();
    zobrist_init();
    if (!o.units) {              /* a list of units is written completely or not at all */
        signal(SIGINT, SIG_DFL); /* even if ignored in a script's background job */
        interrupt_catch();
    }
    if (o.hash_megabytes && !o.comparing &&
        !(o.table = perft_table_new((size_t)o.hash_megabytes << 20)))
        return perft_fail("there is not enough memory for the table", NULL);
    status = o.comparing  ? perft_compare(&o, error)
             : o.check    ? perft_check(&o, error)
             : o.summing  ? perft_units_sum(&o)
             : o.checking ? perft_suite(&o)
             : o.unit     ? perft_units_count(&o)
             : o.units    ? perft_units_write(&o)
                          : perft_print(&o);
    if (interrupt_pending()) /* threads may still be counting */
        _exit(fflush(stdout) || ferror(stdout) ? tool_fail("the output cannot be written")
                                               : TOOL_INTERRUPTED);
    perft_table_free(o.table);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-perft", .usage = usage, .command = {{NULL, run}}};

    return tool_main(&tool, argc, argv);
}
