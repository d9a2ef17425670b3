/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command threat: what the opponent would do if the side to move passed, by two searches, one
 * of the position and one after a null move.
 */
#include "chess/movegen.h"
#include "console_state.h"
#include "handlers.h"
#include "play.h"
#include "report/notes.h"

/* --- the answer ------------------------------------------------------------------------------- */

/* Says which pieces give check. */
static void say_check(Frontend *f, const Position *p) {
    Text text = TEXT_OF(120);

    text_add(&text, frontend_is_our_turn(f) ? "I am in check: " : "You are in check: ");
    notes_add_check(&text, p);
    frontend_say_text(f, text.at);
}

/* Shows "Black threatens 15... Nxe4 (gains 2.1): 15... Nxe4 16. ...", if anything. */
static void say_threat(Frontend *f, const SearchInfo *t) {
    Text text = TEXT_OF(160); /* truncates a long line */
    const bool decides = score_is_decided(t->score) && t->score > 0;
    const NotesPass pass = {.from = frontend_now(f),
                            .net = f->net,
                            .score = console_state(f)->threat.score,
                            .line = t->pv,
                            .length = t->pv_length,
                            .score_passed = t->score};
    Position passed;
    int gain;

    position_null_move(&passed, frontend_now(f));
    if (!notes_is_threat(&pass, &gain)) {
        frontend_say_text(f, "There is no threat.");
        return;
    }
    text_addf(&text, "%s threatens %s (", color_name(position_turn(&passed)),
              MOVE_OF(&passed, t->pv[0]));
    if (decides)
        text_addf(&text, "%s): ", CONSOLE_SCORE_OF(t->score));
    else
        text_addf(&text, "gains %d.%d): ", (gain + 5) / 100, (gain + 5) / 10 % 10);
    notation_write_line(&text, &passed, t->pv, t->pv_length, true, notation_write_san);
    frontend_say_text(f, text.at);
}

/* --- the searches ----------------------------------------------------------------------------- */

/* Searches the last position of a game. Returns false after a refusal, with a message. */
static bool search(Frontend *f, const GameLine *line) {
    const Limits limits = frontend_hint_limits(f);

    frontend_search_elsewhere(f, JOB, line, &limits);
    return f->search.busy == JOB;
}

/* Searches the position after a null move. Returns false after a refusal, with a message. */
static bool search_passed(Frontend *f) {
    GameLine line = {.position = NULL};
    Position passed;
    bool good;

    position_null_move(&passed, frontend_now(f));
    if (gameline_init(&line, &passed)) {
        console_refuse_memory(f);
        return false;
    }
    good = search(f, &line);
    gameline_destroy(&line);
    return good;
}

static void end(Frontend *f) {
    work_end(f);
    console_analyze_on(f);
}

static void on_result(Frontend *f, const SearchInfo *t) {
    ConsoleState *c = console_state(f);

    if (c->threat.passed) {
        say_threat(f, t);
        end(f);
        return;
    }
    c->threat.score = t->score;
    c->threat.passed = true;
    if (!search_passed(f))
        end(f);
}

static const Work threat_work = {.on_result = on_result, .stop = work_end};

void console_threat(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);
    const Position *p = frontend_now(f);

    if (!movegen_count(&p->board)) {
        frontend_say_text(f, "The game is over here: nothing is threatened.");
    } else if (position_in_check(p)) {
        say_check(f, p);
    } else {
        if (c->analyzing && !f->out.terminal) /* in a script, the analysis has ended */
            console_end_analysis(f);
        c->threat.passed = false;
        if (search(f, &f->game.line))
            work_start(f, &threat_work, NULL);
        else
            console_analyze_on(f);
    }
}
