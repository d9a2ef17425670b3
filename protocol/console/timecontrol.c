/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands for the clocks and the limits of a search. */
#include <inttypes.h>

#include "console_state.h"
#include "handlers.h"
#include "play.h"
#include "settings.h"

/* Adds the time control: "2 seconds for each of my moves", "40 moves in 5:00". */
static void add_control(Text *text, const Frontend *f) {
    const TimeControl *t = &f->game.time;

    if (!console_has_clocks(f)) {
        console_add_seconds(text, t->move_ms);
        text_add(text, t->move_ms == 1000 ? " second" : " seconds");
        text_add(text, " for each of my moves");
    } else {
        if (t->moves)
            text_addf(text, "%d move%s in ", t->moves, t->moves == 1 ? "" : "s");
        console_add_time(text, t->base_ms);
        if (!t->moves)
            text_add(text, " for the game");
        if (t->increment_ms) {
            text_add(text, ", and ");
            console_add_seconds(text, t->increment_ms);
            text_add(text, t->increment_ms == 1000 ? " second" : " seconds");
            text_add(text, " for each move");
        }
    }
}

/* Shows "2 seconds for each of my moves." */
static void say_control(Frontend *f) {
    Text text = TEXT_OF(128);

    add_control(&text, f);
    text_add_char(&text, '.');
    frontend_say_text(f, text.at);
}

void console_clock(Frontend *f, Word arguments) {
    const TimeControl *t = &f->game.time;
    Text text = TEXT_OF(256);

    if (console_has_clocks(f))
        for (Color c = WHITE; c <= BLACK; c++) {
            text_addf(&text, "%s ", color_name(c));
            console_add_time(&text, console_clock_left(f, c));
            text_add(&text, c == WHITE ? ", " : "; ");
        }
    add_control(&text, f);
    if (t->depth)
        text_addf(&text, ", %d pl%s at most", t->depth, t->depth == 1 ? "y" : "ies");
    if (t->nodes)
        text_addf(&text, ", %" PRIu64 " node%s at most", t->nodes, t->nodes == 1 ? "" : "s");
    text_add_char(&text, '.');
    frontend_say_text(f, text.at);
}

static void set_clocks(Frontend *f, int64_t moves, int64_t base, int64_t increment) {
    f->game.time.move_ms = -1;
    f->game.time.moves = (int)moves;
    f->game.time.base_ms = base;
    f->game.time.increment_ms = increment;
    console_reset_clocks(f);
    console_clock(f, (Word){"", 0});
}

void console_level(Frontend *f, Word arguments) {
    int64_t moves, base, increment;

    if (!arguments.length) {
        say_control(f);
        console_say_level(f);
        return;
    }
    if (!option_read(&option_table[OPTION_LEVEL], arguments, &moves)) {
        console_set_option(f, OPTION_LEVEL, arguments);
        return;
    }
    if (word_number(arguments, LEVEL_MIN, LEVEL_MAX, &moves)) {
        console_elo(f, arguments);
        return;
    }
    if (!word_number(text_word(&arguments), 0, 1000, &moves) ||
        !timecontrol_minutes(text_word(&arguments), &base) || !base ||
        !word_thousandths(text_word(&arguments), TIMECONTROL_MS_MAX, &increment) ||
        text_rest(arguments).length) {
        console_refuse(f, "level needs moves, minutes and an increment in seconds, as in: level "
                          "40 5 0, or a rating, as in: level 1400, or Full, Novice, Beginner, "
                          "Casual, Club, Expert, Master or Auto");
        return;
    }
    set_clocks(f, moves, base, increment);
}

static bool set_move_time(Frontend *f, Word seconds) {
    int64_t ms;

    if (!word_thousandths(seconds, 86400000, &ms) || !ms)
        return false;
    f->game.time.move_ms = ms;
    f->game.time.chosen = true;
    f->game.time.own_known = false;
    console_state(f)->since_ms = 0;
    return true;
}

/* Sets a time control: 5+3 (minutes, increment), 40/5 (moves, minutes), or seconds per move. */
void console_time(Frontend *f, Word arguments) {
    int64_t moves = 0, base = 0, increment = 0;
    Word plus = arguments, slash = arguments;
    const Word minutes = text_rest(text_until(&plus, '+')), many = text_until(&slash, '/');

    if (!arguments.length || set_move_time(f, arguments))
        say_control(f);
    else if ((plus.at ? timecontrol_minutes(minutes, &base) &&
                            word_thousandths(text_rest(plus), 3600000, &increment)
                      : word_number(text_rest(many), 1, 1000, &moves) &&
                            timecontrol_minutes(text_rest(slash), &base)) &&
             base)
        set_clocks(f, moves, base, increment);
    else
        console_refuse(f,
                       "time needs seconds for each move, minutes and an increment, or moves and "
                       "their minutes, as in: time 2.5, time 5+3, time 40/5");
}

void console_st(Frontend *f, Word arguments) {
    if (!arguments.length || set_move_time(f, arguments))
        say_control(f);
    else
        console_refuse(f,
                       "st needs seconds for each of my moves, from 0.001 to 86400, as in: st 2.5");
}

void console_sd(Frontend *f, Word arguments) {
    int64_t depth = f->game.time.depth;

    if (!console_number(f, arguments, "sd needs a number of plies, 0 for no limit,", 0, MAX_DEPTH,
                        &depth))
        return;
    f->game.time.depth = (int)depth;
    if (depth)
        frontend_say(f, "I search %d pl%s at most.", f->game.time.depth,
                     f->game.time.depth == 1 ? "y" : "ies");
    else
        frontend_say_text(f, "I search without a limit of depth.");
}

void console_sn(Frontend *f, Word arguments) {
    int64_t nodes = (int64_t)f->game.time.nodes;

    if (!console_number(f, arguments, "sn needs a number of nodes, 0 for no limit,", 0, INT64_MAX,
                        &nodes))
        return;
    f->game.time.nodes = (uint64_t)nodes;
    if (nodes)
        frontend_say(f, "I search %" PRIu64 " node%s at most.", f->game.time.nodes,
                     f->game.time.nodes == 1 ? "" : "s");
    else
        frontend_say_text(f, "I search without a limit of nodes.");
}
