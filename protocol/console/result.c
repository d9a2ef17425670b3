/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result.h"

#include "console_state.h"
#include "game_clock.h"
#include "reply.h"

void console_show_board(Frontend *f) {
    const ConsoleState *c = console_state(f);
    const bool clocks = console_has_clocks(f) && (c->clock_ms[WHITE] || c->clock_ms[BLACK]);

    show_board(f, &c->look, clocks ? c->clock_ms : NULL);
}

Outcome console_outcome(const Frontend *f) {
    const Outcome outcome = gameline_outcome(&f->line);

    if (!console_state(f)->play_on || outcome < OUTCOME_THREEFOLD)
        return outcome;
    /* fivefold repetition and 75 moves need no claim */
    if (gameline_now(&f->line)->halfmove_clock >= 150)
        return OUTCOME_FIFTY;
    return gameline_repetitions(&f->line) >= 5 ? OUTCOME_THREEFOLD : OUTCOME_NONE;
}

PgnResult console_result(const Frontend *f, const char **ending) {
    ConsoleState *c = console_state(f);
    const Outcome outcome = console_outcome(f);
    const Color turn = position_turn(gameline_now(&f->line));

    *ending = NULL;
    if (c->result != PGN_OPEN_END) {
        *ending = c->ending;
        return c->result;
    }
    if (outcome == OUTCOME_NONE)
        return PGN_OPEN_END;
    return outcome != OUTCOME_MATE ? PGN_DRAW : turn == WHITE ? PGN_BLACK_WINS : PGN_WHITE_WINS;
}

void console_reopen(Frontend *f) {
    console_state(f)->result = PGN_OPEN_END;
    console_state(f)->ending = NULL;
}

bool console_tell_result(Frontend *f) {
    static const char *const words[] = {
        [OUTCOME_STALEMATE] = "Draw by stalemate.",
        [OUTCOME_INSUFFICIENT] = "Draw by insufficient material.",
        [OUTCOME_THREEFOLD] = "Draw by threefold repetition.",
        [OUTCOME_FIFTY] = "Draw by the fifty-move rule.",
    };
    const Outcome outcome = console_outcome(f);

    f->over = outcome != OUTCOME_NONE;
    if (outcome == OUTCOME_MATE)
        frontend_say(f, "Checkmate: %s wins. (new starts another game, undo takes moves back)",
                     console_side(color_other(position_turn(gameline_now(&f->line)))));
    else if (f->over)
        frontend_say(f, "%s (new starts another game, undo takes moves back)", words[outcome]);
    return f->over;
}

bool console_refuse_if_over(Frontend *f) {
    if (f->over)
        console_refuse(f, "The game is over: new starts another, undo takes moves back.");
    return f->over;
}
