/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "turn.h"

#include "base/clock.h"
#include "console_state.h"
#include "game_clock.h"
#include "keep.h"
#include "result.h"
#include "work.h"

void console_settle(Frontend *f) {
    ConsoleState *c = console_state(f);

    frontend_halt(f);
    c->both = 0;
    c->resting = false;
    work_stop(f);
    if (c->since_ms) /* restart the person's clock; the time so far is not charged */
        c->since_ms = clock_ms();
}

void console_stop_all(Frontend *f) {
    console_settle(f);
    console_state(f)->analyzing = false;
}

/* A book move comes at once, and the next move may be ours too: a loop instead of recursion. */
void console_think(Frontend *f) {
    ConsoleState *c = console_state(f);

    c->again = c->thinking;
    if (c->thinking)
        return;
    c->thinking = true;
    do {
        c->again = false;
        if (console_has_clocks(f)) {
            const Color now = position_turn(gameline_now(&f->line));
            f->time.own_ms = c->clock_ms[now];
            f->time.other_ms = c->clock_ms[color_other(now)];
        }
        frontend_think(f);
    } while (c->again);
    c->thinking = false;
}

void console_wait_for_person(Frontend *f) {
    console_state(f)->since_ms =
        console_has_clocks(f) && !f->force && !f->over && f->line.length ? clock_ms() : 0;
}

void console_analyze_on(Frontend *f) {
    const Outcome outcome = gameline_outcome(&f->line);

    if (console_state(f)->analyzing && outcome != OUTCOME_MATE && outcome != OUTCOME_STALEMATE)
        frontend_analyze(f, ANALYZING);
}

void console_end_analysis(Frontend *f) {
    console_stop_all(f);
    f->excluded.count = 0;
    frontend_say_text(f, f->line.length ? "The analysis has ended. (The game goes on from this "
                                          "position; undo takes moves back.)"
                                        : "The analysis has ended.");
}

void console_continue(Frontend *f) {
    if (console_state(f)->analyzing) {
        console_show_board(f);
        console_tell_result(f);
        f->over = false; /* analysis may go on */
        console_analyze_on(f);
        return;
    }
    if (console_outcome(f) == OUTCOME_NONE && frontend_is_our_turn(f)) {
        console_think(f);
        return;
    }
    console_show_board(f);
    console_tell_result(f);
    console_wait_for_person(f);
}

void console_game_set_up(Frontend *f) {
    console_state(f)->taken_back = 0;
    console_state(f)->tagged = false;
}

void console_begin_game(Frontend *f) {
    ConsoleState *c = console_state(f);

    c->result = PGN_OPEN_END;
    c->ending = NULL;
    c->play_on = false;
    c->since_ms = 0;
    c->saved = false; /* the saved game becomes the previous one */
    console_reset_clocks(f);
}

void console_set_up(Frontend *f, const Position *p, bool chess960) {
    console_settle(f);
    frontend_set_up(f, p);
    f->chess960 = chess960;
    f->ours = color_other(position_turn(p));
    console_begin_game(f);
    console_continue(f);
}

void console_end_game(Frontend *f, PgnResult result, const char *ending) {
    ConsoleState *c = console_state(f);

    f->over = true;
    c->result = result;
    c->ending = ending;
    c->since_ms = 0;
    frontend_say(f, "%s: %s. (new starts another game, undo takes moves back, activate plays on)",
                 ending, pgn_result_text(result));
    console_keep(f);
}
