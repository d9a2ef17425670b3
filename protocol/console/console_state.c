/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console_state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/movegen.h"
#include "handlers.h"

const PrivateState console_private = {sizeof(ConsoleState)};

ConsoleState *console_state(const Frontend *f) {
    return frontend_state(f, &console_private);
}

/* --- the result and the clocks ---------------------------------------------------------------- */

Outcome console_outcome(const Frontend *f) {
    return console_state(f)->play_on ? gameline_outcome_unclaimed(&f->game.line)
                                     : gameline_outcome(&f->game.line);
}

bool console_is_over(const Frontend *f) {
    return console_state(f)->ending || console_outcome(f) != OUTCOME_NONE;
}

PgnResult console_result(const Frontend *f, const char **ending) {
    ConsoleState *c = console_state(f);
    const Outcome outcome = console_outcome(f);
    const Color turn = position_turn(frontend_now(f));

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
    console_state(f)->confessions = 0;
}

bool console_has_clocks(const Frontend *f) {
    return f->game.time.move_ms < 0;
}

void console_note_clock(Frontend *f, size_t ply, int64_t left_ms) {
    ConsoleState *c = console_state(f);

    if (ply >= CONSOLE_PLIES)
        return;
    while (c->lefts <= ply)
        c->left_ms[c->lefts++] = -1;
    c->left_ms[ply] = left_ms;
}

void console_add_seconds(Text *text, int64_t ms) {
    int decimals = 3;
    int rest = (int)(ms % 1000);

    text_addf(text, "%" PRId64, ms / 1000);
    while (rest && rest % 10 == 0) {
        rest /= 10;
        decimals--;
    }
    if (rest)
        text_addf(text, ".%0*d", decimals, rest);
}

/* --- moves taken back ------------------------------------------------------------------------- */

bool console_take_back(Frontend *f) {
    ConsoleState *c = console_state(f);

    if (!gameline_undo(&f->game.line))
        return false;
    c->taken_back++;
    f->game.over = false;
    f->offers.last_score = SCORE_NONE;
    console_reopen(f);
    return true;
}

bool console_play_again(Frontend *f) {
    ConsoleState *c = console_state(f);
    GameLine *g = &f->game.line;

    if (!c->taken_back || !move_is_legal(gameline_now(g), g->move[g->length]) ||
        gameline_play(g, g->move[g->length])) {
        c->taken_back = c->ahead = 0;
        return false;
    }
    c->taken_back--;
    if (!c->ahead) { /* an undone move: the game is longer again */
        console_reopen(f);
    } else if (!--c->ahead) {
        c->result = c->later.result;
        c->ending = c->later.ending;
    }
    f->game.over = !c->analyzing && !c->ahead && console_is_over(f);
    return true;
}

bool console_step_back(Frontend *f) {
    const bool good = console_take_back(f);

    console_state(f)->ahead += good;
    return good;
}

size_t console_whole_game(Frontend *f) {
    const size_t ply = f->game.line.length;

    while (console_state(f)->ahead && console_play_again(f))
        ;
    return ply;
}

void console_back_to(Frontend *f, size_t ply) {
    ConsoleState *c = console_state(f);
    const GameEnd end = {c->result, c->ending, c->later.over};

    if (f->game.line.length == ply)
        return;
    while (f->game.line.length > ply && console_step_back(f))
        ;
    c->later = end;
}

/* --- answers ---------------------------------------------------------------------------------- */

void console_refuse_text(Frontend *f, const char *sentence) {
    frontend_say_text(f, sentence);
    console_state(f)->failed = true;
}

void console_refuse(Frontend *f, const char *format, ...) {
    char line[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    console_refuse_text(f, line);
}

void console_refuse_words(Frontend *f, Word words, const char *sentence) {
    console_refuse(f, "%s: %s", QUOTED_OF(words, 60), sentence);
}

void console_refuse_memory(Frontend *f) {
    console_refuse_text(f, "Out of memory.");
}

void console_refuse_arguments(Frontend *f, const char *sentence) {
    console_refuse_text(f, sentence);
    console_state(f)->misused = true;
}

bool console_needs(Frontend *f, Word arguments, const char *sentence) {
    if (!arguments.length)
        console_refuse_arguments(f, sentence);
    return arguments.length > 0;
}

bool console_switch_word(Frontend *f, const char *command, Word w, bool *on) {
    if (word_is_any_case(w, "on") || word_is_any_case(w, "off")) {
        *on = w.length == 2;
        return true;
    }
    console_refuse(f, "%s needs on or off, as in: %s on", command, command);
    return false;
}

bool console_number(Frontend *f, Word arguments, const char *needs, int64_t low, int64_t high,
                    int64_t *n) {
    const bool good = !arguments.length || word_number(arguments, low, high, n);

    if (!good)
        console_refuse(f, "%s from %" PRId64 " to %" PRId64 ".", needs, low, high);
    return good;
}

const char *console_score_text(char buffer[CONSOLE_SCORE], int score) {
    Text text = text_in(buffer, CONSOLE_SCORE);

    if (score_is_mate(score))
        text_addf(&text, "%smate in %d", score < 0 ? "-" : "", abs(score_mate_moves(score)));
    else if (score_is_of_tables(score))
        text_addf(&text, "tablebase %s", score > 0 ? "win" : "loss");
    else
        notation_write_pawns(&text, score);
    return buffer;
}

Word console_without_number(Word line) {
    return text_rest(notation_skip_number(text_rest(line), true));
}

void console_say_level(Frontend *f) {
    const int rating = options_rating(&f->options);

    if (options_adapts(&f->options))
        frontend_say(
            f,
            "I play at level Auto, %d on lichess after %d game%s: the level follows your results.",
            rating, f->options.auto_level.games, f->options.auto_level.games == 1 ? "" : "s");
    else if (rating > LEVEL_PEOPLE)
        frontend_say(f, "I play at level %d, beyond human ratings.", rating);
    else if (rating)
        frontend_say(f, "I play like a player rated %d on lichess.", rating);
    else
        frontend_say_text(f, "I play at full strength.");
}

void console_echo(Frontend *f, Word arguments) {
    frontend_say_text(f, QUOTED_OF(text_rest(arguments), 1020));
}

/* --- work of several searches ----------------------------------------------------------------- */

void work_start(Frontend *f, const Work *kind, void *data) {
    ConsoleState *c = console_state(f);

    work_stop(f);
    c->work.kind = kind;
    c->work.data = data;
    atomic_store(&c->work.saves, kind->saves);
}

void *work_data(const Frontend *f, const Work *kind) {
    const ConsoleState *c = console_state(f);

    return c->work.kind == kind ? c->work.data : NULL;
}

void work_end(Frontend *f) {
    ConsoleState *c = console_state(f);

    c->work.kind = NULL;
    c->work.data = NULL;
    atomic_store(&c->work.saves, false);
}

void work_on_result(Frontend *f, const SearchInfo *t) {
    f->search.busy = IDLE;
    console_state(f)->work.kind->on_result(f, t);
}

void work_stop(Frontend *f) {
    const Work *kind = console_state(f)->work.kind;

    if (kind)
        kind->stop(f);
}

bool work_answer(Frontend *f) {
    if (f->search.busy != JOB || !console_state(f)->work.kind->answers)
        return false;
    engine_stop(f->engine);
    return true;
}

bool work_tick(Frontend *f) {
    const Work *kind = console_state(f)->work.kind;

    if (!kind || !kind->tick)
        return false;
    kind->tick(f);
    return true;
}

void work_leave(Frontend *f) {
    const Work *kind = console_state(f)->work.kind;

    if (kind && kind->saves)
        kind->stop(f);
}
