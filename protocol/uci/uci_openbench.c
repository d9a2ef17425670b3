/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the framework OpenBench asks for besides UCI. */
#include "protocol/genfens.h"
#include "protocol/tuning.h"
#include "uci_state.h"

static void say_line(void *frontend, const char *line) {
    frontend_say_text(frontend, line);
}

/* More take long, and nothing interrupts them. */
enum { MOST = 10000 };

void uci_genfens(Frontend *f, Word arguments) {
    Text error = TEXT_OF(512);
    const char *wrong;
    Genfens asked;

    if ((wrong = genfens_read(&asked, arguments)))
        frontend_say(f, "info string genfens: %s", wrong);
    else if (asked.count > MOST)
        frontend_say(f,
                     "info string genfens: more than %d take too long here: use the command line, "
                     "alula genfens",
                     (int)MOST);
    else if (!genfens_run(&asked, f->net, say_line, NULL, f, &error))
        frontend_say(f, "info string genfens: %s", error.at);
}

void uci_tune(Frontend *f, Word arguments) {
    OptionRow row;

    for (size_t i = 0; tuning_row(i, &row); i++)
        uci_say_row(f, &row, tuning_write_spsa);
}
