/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hear.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "console_state.h"
#include "game_clock.h"
#include "keep.h"
#include "protocol/common.h"
#include "reply.h"
#include "result.h"
#include "turn.h"
#include "work.h"

/* The score of our move; nothing if it mates. */
static void add_own_score(Text *text, const Thought *t) {
    const int score = t->score;
    const int moves = abs(score_mate_moves(score));

    if (!score_is_mate(score)) {
        text_add(text, "   (");
        console_add_score(text, score);
        text_addf(text, " for me at depth %d)", t->depth);
    } else if (score < 0) {
        text_addf(text, "   (you can mate me in %d)", moves);
    } else if (moves > 1) {
        text_addf(text, "   (I mate in %d)", moves);
    }
}

void console_hear_thought(Frontend *f, const Thought *t) {
    char buffer[82]; /* so that the line fits the terminal */
    Text text = text_in(buffer, sizeof buffer);
    const bool shown = f->busy == ANALYZING || (f->busy == THINKING && f->post);

    if (!shown || !t->pv_length || t->bound == BOUND_LOWER || t->bound == BOUND_UPPER)
        return;
    if (f->options.value[OPTION_MULTIPV] > 1 && f->busy == ANALYZING)
        text_addf(&text, "%2d. ", t->line);
    text_addf(&text, "%3d  ", t->depth);
    console_add_score(&text, t->score);
    text_addf(&text, "  %" PRId64 ".%" PRId64 " s  %" PRIu64 "%s ", t->time_ms / 1000,
              t->time_ms / 100 % 10, t->nodes < 10000 ? t->nodes : t->nodes / 1000,
              t->nodes < 10000 ? "" : "k");
    text_add_char(&text, ' ');
    notation_write_line(&text, gameline_now(&f->line), t->pv, t->pv_length, true,
                        notation_write_san);
    frontend_say_text(f, buffer);
}

void console_say_hint(Frontend *f, const Thought *t) {
    char buffer[80];
    Text text = text_in(buffer, sizeof buffer);

    if (!t->pv_length) {
        console_refuse(f, "There is no legal move.");
        return;
    }
    text_add(&text, "I would play ");
    notation_write_number(&text, gameline_now(&f->line));
    notation_write_san(&text, gameline_now(&f->line), t->pv[0]);
    text_add_char(&text, '.');
    frontend_say_text(f, buffer);
}

/* Answer a draw offer that came while we were thinking. True if it ends the game. */
static bool answer_offer(Frontend *f, int score) {
    const bool offered = f->draw_offered;

    f->draw_offered = false;
    if (!offered)
        return false;
    if (common_accepts_draw(f, score)) {
        console_end_game(f, PGN_DRAW, "I accept the draw");
        return true;
    }
    frontend_say_text(f, "No draw yet: let us play on.");
    return false;
}

/* Is the next move ours as well? At a terminal anything that is typed ends that. */
static bool plays_both(Frontend *f) {
    ConsoleState *c = console_state(f);

    if (c->both && !(f->out.terminal && f->waiting))
        c->both -= c->both > 0;
    else
        c->both = 0;
    if (c->both)
        f->ours = position_turn(gameline_now(&f->line));
    return c->both != 0;
}

void console_hear_move(Frontend *f, const Thought *t) {
    const Position *now = gameline_now(&f->line);
    const Color us = position_turn(now);
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);
    const char *defect;

    if (f->busy == HINTING) {
        f->busy = IDLE;
        if (!work_hear(f, t))
            console_say_hint(f, t);
        return;
    }
    if (!t->pv_length)
        return;
    f->last_score = t->score;
    if (answer_offer(f, t->score))
        return;
    if (!f->book.moved && common_resigns(f, t)) {
        console_end_game(f, us == WHITE ? PGN_BLACK_WINS : PGN_WHITE_WINS, "I resign");
        return;
    }
    text_add(&text, "My move: ");
    notation_write_number(&text, now);
    notation_write_san(&text, now, t->pv[0]);
    if (f->book.moved)
        text_add(&text, "   (from the book)");
    else
        add_own_score(&text, t);
    if ((defect = gameline_play(&f->line, t->pv[0]))) {
        console_refuse(f, "Sorry: %s.", defect);
        return;
    }
    console_charge(f, us, clock_ms() - f->started_ms);
    console_state(f)->taken_back = 0;
    console_state(f)->tagged = false; /* Alula is a player now */
    console_reopen(f);
    frontend_new_position(f);
    f->suggestion = t->pv_length > 1 ? t->pv[1] : NO_MOVE;
    frontend_say_text(f, buffer);
    console_show_board(f);
    console_tell_result(f);
    console_keep(f);
    if (!f->over && plays_both(f)) {
        console_think(f);
        return;
    }
    console_state(f)->both = 0;
    console_wait_for_person(f);
    frontend_ponder(f);
}
