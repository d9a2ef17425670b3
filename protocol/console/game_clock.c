/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game_clock.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/util.h"
#include "console_state.h"
#include "reply.h"

bool console_has_clocks(const Frontend *f) {
    return f->time.move_ms < 0;
}

void console_reset_clocks(Frontend *f) {
    ConsoleState *c = console_state(f);

    c->clock_ms[WHITE] = c->clock_ms[BLACK] = f->time.base_ms;
    c->since_ms = 0;
    c->flag_told = false;
    f->time.start = f->line.length;
    f->time.own_known = false;
}

int64_t console_clock_left(const Frontend *f, Color c) {
    const Color turn = position_turn(gameline_now(&f->line));
    int64_t left = console_state(f)->clock_ms[c];

    if (c == turn && f->busy == THINKING)
        left -= frontend_elapsed_ms(f);
    else if (c == turn && console_state(f)->since_ms)
        left -= clock_ms() - console_state(f)->since_ms;
    return left;
}

void console_charge(Frontend *f, Color mover, int64_t spent_ms) {
    ConsoleState *c = console_state(f);
    int64_t *clock = &c->clock_ms[mover];
    const size_t plies = f->line.length > f->time.start ? f->line.length - f->time.start : 0;

    if (!console_has_clocks(f))
        return;
    *clock -= spent_ms;
    if (*clock <= 0 && !c->flag_told && !c->both) {
        frontend_say(f, "(%s's time is up. The game goes on anyway.)", console_side(mover));
        c->flag_told = true;
    }
    *clock = max64(*clock, 0) + f->time.increment_ms;
    if (f->time.moves && (plies + 1) / 2 % (size_t)f->time.moves == 0)
        *clock += f->time.base_ms;
}

void console_add_time(Text *text, int64_t ms) {
    const bool negative = ms < 0;
    const int64_t all = negative ? -ms : ms, seconds = all / 1000;

    if (negative)
        text_add_char(text, '-');
    if (seconds >= 3600)
        text_addf(text, "%" PRId64 ":%02d:%02d", seconds / 3600, (int)(seconds / 60 % 60),
                  (int)(seconds % 60));
    else
        text_addf(text, "%" PRId64 ":%02d", seconds / 60, (int)(seconds % 60));
    if (seconds < 10)
        text_addf(text, ".%d", (int)(all / 100 % 10));
}
