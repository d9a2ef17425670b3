/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console_game.h"

#include <string.h>

#include "autosave.h"
#include "base/clock.h"
#include "base/util.h"
#include "console_state.h"
#include "handlers.h"
#include "hint.h"
#include "play.h"
#include "protocol/common.h"
#include "protocol/input.h"
#include "protocol/offers.h"
#include "training.h"
#include "warning.h"

enum { MOST_MOVES = 1000000 };

void console_on_move(Frontend *f, const SearchInfo *t) {
    if (f->search.busy == JOB) {
        work_on_result(f, t);
    } else if (f->search.busy == HINTING) {
        f->search.busy = IDLE;
        console_say_hint(f, t);
    } else if (t->pv_length) {
        console_make_own_move(f, t);
    }
}

void console_move(Frontend *f, Word words) {
    const Position *now = frontend_now(f);
    char joined[5];
    Word first;
    int count;
    Move m;

    first = words = console_without_number(words);
    first = text_word(&first);
    if (console_join_squares(words, joined) &&
        (!notation_parse(&m, now, word_of(joined)) || notation_parse(&m, now, first)))
        words = word_of(joined); /* "e2 e4"; but "e4 e5" are two moves */
    if (console_needs(f, words, "A move is missing, as in: move e2e4") &&
        !console_refuse_if_over(f) && (count = console_read_moves(f, words, &m)) &&
        !(count == 1 && (training_takes(f, m) || console_checks_move(f, m))))
        console_make_moves(f, words, count, m);
}

void console_new(Frontend *f, Word arguments) {
    const Word kind = text_word(&arguments);
    const bool chess960 = word_is(kind, "960") || word_is_any_case(kind, "chess960");
    int64_t number = clock_us() % 960;

    if ((kind.length && !chess960) ||
        (text_rest(arguments).length && !word_number(text_rest(arguments), 0, 959, &number))) {
        console_refuse(f, "new takes only 960 and a number from 0 to 959, as in: new 960 518");
        return;
    }
    console_new_game(f, chess960 ? (int)number : -1);
}

/*
 * Lets us play: both sides for `both` moves (-1: all moves), or for 0 the side to move from now on.
 */
static void let_us_play(Frontend *f, int both) {
    if (console_refuse_if_over(f) || training_refuses(f))
        return;
    console_leave_analysis(f);
    if (console_refuse_if_over(f)) /* analysis may continue after the end of the game */
        return;
    console_state(f)->since_ms = 0;
    f->game.force = false;
    f->game.ours = position_turn(frontend_now(f));
    console_state(f)->both = both;
    if (!both)
        console_state(f)->look.flipped = f->game.ours == WHITE;
    console_think(f);
}

void console_go(Frontend *f, Word arguments) {
    let_us_play(f, 0);
}

/* Says how many plies were taken back, when there were `before` plies. */
static void show_taken_back(Frontend *f, size_t before) {
    const int plies = (int)(before - f->game.line.length);

    frontend_say(f, "Taken back: %d %s%s.", plies, plies == 1 ? "ply" : "plies",
                 f->game.line.length ? "" : ", to the start of the game");
    console_state(f)->ahead = 0; /* the game ends at this position now */
    frontend_new_position(f);
    console_turn_clocks_back(f);
    f->search.expected = NO_MOVE;
    if (console_state(f)->analyzing) {
        autosave_game(f);
        console_continue(f);
        return;
    }
    console_show_board(f);
    console_tell_result(f); /* the position itself may be a draw */
    autosave_game(f);
    console_wait_for_person(f);
}

/* Goes back to the user's last turn: one move, or two if ours was the last. */
void console_undo(Frontend *f, Word arguments) {
    const bool two_sides = !f->game.force && !console_state(f)->analyzing;
    const size_t before = f->game.line.length;
    int64_t n = 1;

    if (!console_number(f, arguments, "undo takes a number of moves", 1, MOST_MOVES, &n))
        return;
    if (!f->game.line.length) {
        console_refuse(f, "There is no move to take back.");
        return;
    }
    console_stop_all(f);
    while (n-- && console_take_back(f))
        if (two_sides && frontend_is_our_turn(f) && !console_take_back(f)) {
            f->game.ours = color_other(f->game.ours); /* before our first move, switch sides */
            console_state(f)->look.flipped = f->game.ours == WHITE;
            frontend_say(f, "You play %s now.", color_name(color_other(f->game.ours)));
        }
    show_taken_back(f, before);
}

void console_remove(Frontend *f, Word arguments) {
    if (f->game.line.length < 2) {
        console_refuse(f, "There are not two moves to take back.");
        return;
    }
    console_stop_all(f);
    console_take_back(f);
    console_take_back(f);
    show_taken_back(f, f->game.line.length + 2);
}

static void show_step(Frontend *f);

void console_redo(Frontend *f, Word arguments) {
    const ConsoleState *c = console_state(f);
    const bool two_sides = !f->game.force && !c->analyzing, stepping = c->ahead > 0;
    int64_t n = 1;

    if (!console_number(f, arguments, "redo takes a number of moves", 1, MOST_MOVES, &n))
        return;
    if (!c->taken_back) {
        console_refuse(f, "There is no move to replay.");
        return;
    }
    console_stop_all(f);
    while (n-- && console_play_again(f))
        if (two_sides && frontend_is_our_turn(f))
            console_play_again(f);
    frontend_new_position(f);
    if (!stepping)
        console_turn_clocks_back(f);
    autosave_game(f);
    if (c->ahead || c->ending) /* a step, perhaps to the end of a resigned game */
        show_step(f);
    else
        console_continue(f);
}

/* --- stepping through a game ------------------------------------------------------------------ */

/* Refuses a command that ends the game while an earlier position is viewed. */
static bool refuse_if_stepping(Frontend *f) {
    const bool stepping = console_state(f)->ahead > 0;

    if (stepping)
        console_refuse(f,
                       "This is an earlier position: type \"last\" to go to the end of the game.");
    return stepping;
}

/* Shows "12... Nf6   (ply 24 of 80)" for the last move. */
static void say_place(Frontend *f) {
    const ConsoleState *c = console_state(f);
    const GameLine *g = &f->game.line;
    Text text = TEXT_OF(128);

    text_add(&text, g->length ? MOVE_OF(&g->position[g->length - 1], g->move[g->length - 1])
                              : "The start of the game");
    if (c->ahead)
        text_addf(&text, "   (ply %d of %d)", (int)g->length, (int)(g->length + c->ahead));
    else
        text_add(&text, "   (the end of the game");
    if (!c->ahead && c->result != PGN_OPEN_END)
        text_addf(&text, ": %s", pgn_result_text(c->result));
    if (!c->ahead)
        text_add_char(&text, ')');
    frontend_say_text(f, text.at);
}

/* Shows the position after a step. At the end the game continues; before the end, nobody moves. */
static void show_step(Frontend *f) {
    ConsoleState *c = console_state(f);

    say_place(f);
    if (c->analyzing || (!c->ahead && !f->game.over)) {
        console_continue(f);
        return;
    }
    console_show_board(f);
    console_wait_for_person(f);
    if (frontend_is_our_turn(f))
        c->since_ms = 0;
}

/*
 * Goes to the position after `ply` plies, where nobody moves and the saved game stays complete; at
 * the last position the game continues.
 */
static void step_to(Frontend *f, size_t ply) {
    ConsoleState *c = console_state(f);
    const GameEnd end = c->ahead ? c->later : (GameEnd){c->result, c->ending, console_is_over(f)};

    console_stop_all(f);
    while (f->game.line.length > ply && console_step_back(f))
        ;
    while (f->game.line.length < ply && c->ahead && console_play_again(f))
        ;
    c->later = end;
    f->game.over = !c->ahead && end.over;
    frontend_new_position(f);
    f->search.expected = NO_MOVE;
    show_step(f);
}

/* Goes at most n plies back or forward. */
static void step(Frontend *f, size_t n, bool back) {
    const size_t rest = back ? f->game.line.length : console_state(f)->ahead;

    if (!rest) {
        console_refuse(f, "This is the %s of the game.", back ? "start" : "end");
        return;
    }
    n = min_size(n, rest);
    step_to(f, back ? f->game.line.length - n : f->game.line.length + n);
}

void console_back(Frontend *f, Word arguments) {
    int64_t n = 1;

    if (console_number(f, arguments, "back takes a number of moves", 1, MOST_MOVES, &n))
        step(f, (size_t)n, true);
}

void console_next(Frontend *f, Word arguments) {
    int64_t n = 1;

    if (console_number(f, arguments, "next takes a number of moves", 1, MOST_MOVES, &n))
        step(f, (size_t)n, false);
}

void console_first(Frontend *f, Word arguments) {
    step(f, SIZE_MAX, true);
}

void console_last(Frontend *f, Word arguments) {
    step(f, SIZE_MAX, false);
}

/* Reads "12", "12b", "12." or "12..." as the position before that move. */
static bool read_move_number(Word w, int64_t *number, bool *black) {
    const size_t all = w.length;

    while (w.length && w.at[w.length - 1] == '.')
        w.length--;
    *black = all - w.length > 1;
    if (all == w.length && w.length && strchr("bBwW", w.at[w.length - 1])) {
        w.length--;
        *black = w.at[w.length] == 'b' || w.at[w.length] == 'B';
    }
    return word_number(w, 1, INT32_MAX, number);
}

void console_goto(Frontend *f, Word arguments) {
    const GameLine *g = &f->game.line;
    const Position *start = &g->position[0];
    const int64_t before = 2 * (int64_t)start->fullmove_number + (position_turn(start) == BLACK);
    const int64_t all = (int64_t)(g->length + console_state(f)->ahead);
    int64_t number, ply;
    bool black;

    if (!read_move_number(arguments, &number, &black)) {
        console_refuse(f, "goto needs a move number, as in: goto 12, or goto 12b for "
                          "Black's turn");
        return;
    }
    ply = 2 * number + black - before;
    if (!all || ply < 0 || ply > all) {
        console_refuse(f, all ? "The game has the moves %d to %d." : "No move has been made yet.",
                       start->fullmove_number, (int)((before + all - 1) / 2));
        return;
    }
    step_to(f, (size_t)ply);
}

void console_force(Frontend *f, Word arguments) {
    console_leave_analysis(f);
    console_state(f)->since_ms = 0;
    f->game.force = true;
    frontend_say_text(
        f, "You move for both sides now. (Type \"go\" to let me play the side to move.)");
}

/* Gives this side to the user from now on. */
static void play_side(Frontend *f, Color theirs) {
    if (training_refuses(f))
        return;
    console_leave_analysis(f);
    console_state(f)->since_ms = 0;
    f->game.force = false;
    f->game.ours = color_other(theirs);
    console_state(f)->look.flipped = theirs == BLACK;
    frontend_say(f, "You play %s.", color_name(theirs));
    if (f->game.over)
        console_show_board(f);
    else
        console_continue(f);
}

void console_play(Frontend *f, Word arguments) {
    if (word_is_any_case(arguments, "white"))
        play_side(f, WHITE);
    else if (word_is_any_case(arguments, "black"))
        play_side(f, BLACK);
    else if (word_is_any_case(arguments, "random"))
        play_side(f, clock_us() & 1 ? WHITE : BLACK);
    else
        console_refuse(f, "play needs white, black or random, as in: play black");
}

void console_swap(Frontend *f, Word arguments) {
    play_side(f, f->game.force ? position_turn(frontend_now(f)) : f->game.ours);
}

/* Changes the side to move, which starts a new game. */
static void set_turn(Frontend *f, Color turn) {
    Position p = *frontend_now(f);
    const char *error;

    if (position_turn(&p) != turn) {
        p.board.turn = (uint8_t)turn;
        p.board.ep_square = NO_SQUARE;
        if ((error = position_error(&p))) {
            console_refuse(f, "%s cannot be to move: %s.", color_name(turn), error);
            console_analyze_on(f);
            return;
        }
        position_derive(&p);
    }
    console_set_up(f, &p, f->game.chess960);
}

void console_white(Frontend *f, Word arguments) {
    set_turn(f, WHITE);
}

void console_black(Frontend *f, Word arguments) {
    set_turn(f, BLACK);
}

void console_both(Frontend *f, Word arguments) {
    int64_t n = -1;

    if (console_number(f, arguments, "both takes a number of moves", 1, MOST_MOVES, &n))
        let_us_play(f, (int)n);
}

void console_draw(Frontend *f, Word arguments) {
    if (refuse_if_stepping(f))
        return;
    if (console_state(f)->analyzing)
        console_leave_analysis(f); /* a search for a move continues */
    if (console_refuse_if_over(f))
        return;
    if (f->game.force || f->offers.draw_on_offer)
        console_stop_all(f), console_end_game(f, PGN_DRAW, "Agreed");
    else if (f->search.busy == THINKING)
        f->offers.draw_offered = true; /* the answer comes with our move */
    else if (offers_accepts(f, f->offers.last_score))
        console_stop_all(f), console_end_game(f, PGN_DRAW, "I accept the draw");
    else
        frontend_say_text(f, "No draw yet: let us play on.");
}

void console_resign(Frontend *f, Word arguments) {
    const Color loser = f->game.force ? position_turn(frontend_now(f)) : color_other(f->game.ours);

    if (refuse_if_stepping(f))
        return;
    console_leave_analysis(f);
    if (console_refuse_if_over(f))
        return;
    console_end_game(f, loser == WHITE ? PGN_BLACK_WINS : PGN_WHITE_WINS,
                     loser == WHITE ? "White resigns" : "Black resigns");
}

void console_activate(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);
    const Outcome outcome = gameline_outcome(&f->game.line);

    if (refuse_if_stepping(f))
        return;
    if (!f->game.over) {
        console_refuse(f, "The game is not over.");
        return;
    }
    c->play_on = true;
    if (console_outcome(f) != OUTCOME_NONE) {
        c->play_on = false;
        console_refuse(f, outcome <= OUTCOME_INSUFFICIENT
                              ? "The game cannot go on from here: type \"undo\" to take back moves."
                              : "The game ends here without a claim.");
        return;
    }
    f->game.over = false;
    console_reopen(f);
    frontend_say_text(f, "The game goes on. (Type \"go\" to let me play the side to move.)");
    console_wait_for_person(f);
}

void console_pause(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);

    c->paused = f->search.busy == IDLE || f->search.busy == PONDERING;
    if (c->since_ms) {
        const Color person = color_other(f->game.ours);
        c->clock_ms[person] -= clock_ms() - c->since_ms;
        c->since_ms = 0;
    }
    frontend_pause(f);
    frontend_say_text(f, "Paused until \"resume\" or your next move.");
}

void console_move_now(Frontend *f, Word arguments) {
    if (f->search.busy == THINKING)
        engine_stop(f->engine);
    else if (!console_refuse_if_over(f))
        console_refuse(f, "It is your turn. (Type \"help\" to list the commands.)");
}

/* Quits: at once on a terminal, after the pending searches in a script. */
void console_quit(Frontend *f, Word arguments) {
    if (output_drop_pages(&f->out)) /* the user typed q for the pager */
        return;
    if (f->out.terminal)
        common_quit(f, arguments);
    else
        input_finish(f);
}
