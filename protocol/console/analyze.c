/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analysis, and stopping. */
#include <inttypes.h>

#include "chess/movegen.h"
#include "console_state.h"
#include "game_clock.h"
#include "handlers.h"
#include "reply.h"
#include "result.h"
#include "turn.h"
#include "work.h"

void console_analyze(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);
    int64_t lines = f->options.value[OPTION_MULTIPV];

    if (arguments.length && !word_number(arguments, 1, MULTIPV_MAX, &lines)) {
        console_refuse(f, "analyze needs a number of lines from 1 to %d, or none, as in: analyze 3",
                       (int)MULTIPV_MAX);
        return;
    }
    console_settle(f);
    f->options.value[OPTION_MULTIPV] = lines;
    c->analyzing = true;
    c->since_ms = 0;
    f->over = false;
    if (console_outcome(f) == OUTCOME_MATE || console_outcome(f) == OUTCOME_STALEMATE) {
        c->analyzing = false;
        console_tell_result(f);
        return;
    }
    frontend_say_text(f, "Analysis: depth, score for the side to move, time, nodes, line. (exit "
                         "ends it)");
    console_analyze_on(f);
}

/* Stop the current search or work; false if there is none. */
static bool stop(Frontend *f) {
    if (work_answer(f)) /* in analyze mode the analysis goes on afterwards */
        return true;
    if (console_state(f)->analyzing) {
        console_end_analysis(f);
        return true;
    }
    if (f->busy == THINKING) {
        console_state(f)->both = 0;
        engine_stop(f->engine);
        return true;
    }
    if (f->busy == HINTING) {
        console_settle(f);
        return true;
    }
    return false;
}

void console_stop(Frontend *f, Word arguments) {
    if (!stop(f))
        console_refuse(f, "There is nothing to stop.");
}

void console_interrupt(Frontend *f, Word arguments) {
    if (!stop(f))
        frontend_say_text(f, "(Press Ctrl-C again to quit.)");
}

void console_exit(Frontend *f, Word arguments) {
    if (!console_state(f)->analyzing) {
        if (f->busy != HINTING || !stop(f)) /* a user who ends work does not mean to quit */
            console_quit(f, arguments);
        return;
    }
    console_end_analysis(f);
    f->over = console_outcome(f) != OUTCOME_NONE;
}

void console_dot(Frontend *f, Word arguments) {
    const Position *p = gameline_now(&f->line);
    char buffer[160];
    Text text = text_in(buffer, sizeof buffer);
    Progress now;

    if (work_tick(f))
        return;
    if (f->busy != ANALYZING && f->busy != THINKING) {
        console_refuse(f, "I am not thinking.");
        return;
    }
    engine_progress(f->engine, &now);
    text_addf(&text, "depth %d, %" PRIu64 " nodes, ", now.depth, now.nodes);
    console_add_time(&text, frontend_elapsed_ms(f));
    if (now.move != NO_MOVE && move_is_legal(p, now.move)) {
        text_addf(&text, ", looking at move %d of %d, ", now.number, (int)movegen_count(&p->board));
        notation_write_san(&text, p, now.move);
    }
    frontend_say_text(f, buffer);
}
