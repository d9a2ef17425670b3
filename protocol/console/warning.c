/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "warning.h"

#include "console_state.h"
#include "handlers.h"
#include "play.h"
#include "report/tactics.h"

/* The nodes of each search: the same on all machines, and a few hundredths of a second. */
enum { CHECK_NODES = 30000 };

/* --- the question ----------------------------------------------------------------------------- */

static void say_dropped(Frontend *f, Move m) {
    frontend_say(f, "%s was not played.", SAN_OF(frontend_now(f), m));
}

/* Returns the move that was checked or asked about, and forgets it. */
static Move take_move(Frontend *f) {
    ConsoleState *c = console_state(f);
    const Move m = c->warning.move;

    c->warning.move = NO_MOVE;
    c->warning.asking = false;
    return m;
}

bool console_drop_asked(Frontend *f) {
    if (!console_state(f)->warning.asking)
        return false;
    say_dropped(f, take_move(f));
    return true;
}

static bool refuse_answer(Frontend *f) {
    const bool asking = console_state(f)->warning.asking;

    if (!asking)
        console_refuse(f, "There is no question to answer.");
    return !asking;
}

void console_yes(Frontend *f, Word arguments) {
    if (!refuse_answer(f))
        console_make_move(f, take_move(f));
}

void console_no(Frontend *f, Word arguments) {
    if (!refuse_answer(f))
        console_drop_asked(f);
}

/* --- bad moves -------------------------------------------------------------------------------- */

/* Plays the move, or asks first. After the move: `score_after`, for the mover, and `outcome`. */
static void decide(Frontend *f, int score_after, const Move *reply, size_t replies,
                   Outcome outcome) {
    ConsoleState *c = console_state(f);
    const NotesTry move = {.from = frontend_now(f),
                           .move = c->warning.move,
                           .best = &c->warning.best,
                           .reply = reply,
                           .replies = replies,
                           .score = score_after,
                           .outcome = outcome};
    Text text = TEXT_OF(TACTIC_SIZE + 40);

    work_end(f);
    if (!notes_add_warning(&text, &move)) {
        console_make_move(f, take_move(f));
        return;
    }
    c->warning.asking = true;
    text_add(&text, " Play it anyway? y/n");
    frontend_say_text(f, text.at);
}

/* --- the searches ----------------------------------------------------------------------------- */

static const Limits check_limits = {.nodes = CHECK_NODES};

/* Searches the position after the move, or decides at once if the move ends the game. */
static void search_after(Frontend *f) {
    ConsoleState *c = console_state(f);
    GameLine line = {.position = NULL};
    Outcome outcome = OUTCOME_NONE;
    bool searches = false;

    c->warning.made = true;
    if (!gameline_copy(&line, &f->game.line) && !gameline_play(&line, c->warning.move)) {
        outcome = console_state(f)->play_on && gameline_outcome(&line) >= OUTCOME_THREEFOLD
                      ? OUTCOME_NONE
                      : gameline_outcome(&line);
        if (outcome == OUTCOME_NONE)
            frontend_search_elsewhere(f, JOB, &line, &check_limits);
        searches = f->search.busy == JOB;
    }
    gameline_destroy(&line);
    if (!searches) /* without memory, the move is played */
        decide(f,
               outcome == OUTCOME_NONE || outcome == OUTCOME_MATE ? c->warning.best.score
                                                                  : SCORE_DRAW,
               NULL, 0, outcome);
}

static void on_result(Frontend *f, const SearchInfo *t) {
    ConsoleState *c = console_state(f);

    if (c->warning.made) {
        decide(f, -t->score, t->pv, t->pv_length, OUTCOME_NONE);
    } else if (!t->pv_length || t->pv[0] == c->warning.move) {
        work_end(f);
        console_make_move(f, take_move(f));
    } else {
        notes_take(&c->warning.best, frontend_now(f), t->score, t->depth, t->pv, t->pv_length);
        search_after(f);
    }
}

static void stop(Frontend *f) {
    work_end(f);
    say_dropped(f, take_move(f));
}

static const Work check_work = {.on_result = on_result, .stop = stop};

/* Returns true if the current line comes from a script or a command file. */
static bool is_of_script(const Frontend *f) {
    return !f->out.terminal || f->queue.reading;
}

bool console_checks_move(Frontend *f, Move m) {
    ConsoleState *c = console_state(f);

    if (!f->options.value[OPTION_WARN] || (is_of_script(f) && !c->warning.by_script) ||
        f->game.force || c->analyzing || frontend_is_our_turn(f))
        return false;
    frontend_search_elsewhere(f, JOB, &f->game.line, &check_limits);
    if (f->search.busy != JOB)
        return false;
    work_start(f, &check_work, NULL);
    c->warning.move = m;
    c->warning.made = c->warning.asking = false;
    return true;
}

/* --- the command ------------------------------------------------------------------------------ */

void console_note_warn(Frontend *f) {
    console_state(f)->warning.by_script = f->options.value[OPTION_WARN] && is_of_script(f);
}

void console_warn(Frontend *f, Word arguments) {
    bool on;

    if (arguments.length) {
        if (!console_switch_word(f, "warn", arguments, &on))
            return;
        f->options.value[OPTION_WARN] = on;
        console_note_warn(f);
    }
    if (!f->options.value[OPTION_WARN])
        frontend_say_text(f, "I let you make any move.");
    else if (f->game.force)
        frontend_say_text(f, "I ask before you make a bad move against me, but not while you move "
                             "for both sides.");
    else
        frontend_say_text(f, "I ask before you make a bad move.");
}
