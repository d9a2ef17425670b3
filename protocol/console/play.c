/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game between a person and us: moves, sides, results, and analysis. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chess960.h"
#include "clock.h"
#include "common.h"
#include "console_parts.h"
#include "fen.h"
#include "movegen.h"
#include "show.h"

/* --- results --------------------------------------------------------------------------------- */

Outcome console_outcome(const Frontend *f) {
    const Outcome outcome = gameline_outcome(&f->line);

    if (!f->console.play_on || outcome < OUTCOME_THREEFOLD)
        return outcome;
    /* five times and seventy-five moves end a game without anybody's claim */
    if (gameline_now(&f->line)->halfmove_clock >= 150)
        return OUTCOME_FIFTY;
    return gameline_repetitions(&f->line) >= 5 ? OUTCOME_THREEFOLD : OUTCOME_NONE;
}

PgnResult console_result(const Frontend *f, const char **ending) {
    const Outcome outcome = console_outcome(f);
    const Color turn = position_turn(gameline_now(&f->line));

    *ending = NULL;
    if (f->console.result != PGN_OPEN_END) {
        *ending = f->console.ending;
        return (PgnResult)f->console.result;
    }
    if (outcome == OUTCOME_NONE)
        return PGN_OPEN_END;
    return outcome != OUTCOME_MATE ? PGN_DRAW : turn == WHITE ? PGN_BLACK_WINS : PGN_WHITE_WINS;
}

bool console_tell_result(Frontend *f) {
    static const char *const words[] = {
        [OUTCOME_STALEMATE] = "Stalemate: a draw.",
        [OUTCOME_INSUFFICIENT] = "Nobody can mate any more: a draw.",
        [OUTCOME_THREEFOLD] = "The position stands for the third time: a draw.",
        [OUTCOME_FIFTY] = "Fifty moves without a capture or a pawn move: a draw.",
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

static void refuse_over(Frontend *f) {
    console_refuse(f, "The game is over: new starts another, undo takes moves back.");
}

/* It ends by what somebody says. */
static void end_game(Frontend *f, PgnResult result, const char *ending) {
    f->over = true;
    f->console.result = (int)result;
    f->console.ending = ending;
    f->console.since_ms = 0;
    frontend_say(f, "%s: %s. (new starts another game, undo takes moves back)", ending,
                 pgn_result_text(result));
    console_keep(f);
}

/* --- thinking -------------------------------------------------------------------------------- */

void console_work_stop(Frontend *f) {
    console_test_stop(f);
    console_annotate_stop(f);
}

void console_settle(Frontend *f) {
    frontend_halt(f);
    f->console.both = 0;
    f->console.resting = false;
    console_work_stop(f);
    if (f->console.since_ms) /* what the person used so far is charged by whoever stops the clock */
        f->console.since_ms = clock_ms();
}

/* A book moves at once, and then we may have the next move too: a loop, where calls would pile up.
 */
static void think(Frontend *f) {
    f->console.again = f->console.thinking;
    if (f->console.thinking)
        return;
    f->console.thinking = true;
    do {
        f->console.again = false;
        if (console_has_clocks(f)) {
            const Color now = position_turn(gameline_now(&f->line));
            f->time.own_ms = f->console.clock_ms[now];
            f->time.other_ms = f->console.clock_ms[color_other(now)];
        }
        frontend_think(f);
    } while (f->console.again);
    f->console.thinking = false;
}

void console_wait_for_person(Frontend *f) {
    f->console.since_ms =
        console_has_clocks(f) && !f->force && !f->over && f->line.length ? clock_ms() : 0;
}

static void analyze(Frontend *f) {
    if (gameline_outcome(&f->line) != OUTCOME_MATE &&
        gameline_outcome(&f->line) != OUTCOME_STALEMATE)
        frontend_study(f, ANALYZING);
}

void console_continue(Frontend *f) {
    if (f->console.analyzing) {
        show_board(f, f->console.flipped);
        console_tell_result(f);
        f->over = false; /* one may look further */
        analyze(f);
        return;
    }
    if (console_outcome(f) == OUTCOME_NONE && frontend_is_our_turn(f)) {
        think(f);
        return;
    }
    show_board(f, f->console.flipped);
    console_tell_result(f);
    console_wait_for_person(f);
}

/* --- what the engine has to say -------------------------------------------------------------- */

void console_add_score(Text *text, int score) {
    const int moves = ((score > 0 ? SCORE_MATE - score : SCORE_MATE + score) + 1) / 2;

    if (!score_is_mate(score))
        text_addf(text, "%c%d.%02d", score < 0 ? '-' : '+', abs(score) / 100, abs(score) % 100);
    else
        text_addf(text, "%smate in %d", score < 0 ? "-" : "", moves);
}

/* What the engine thinks of its move: nothing if it mates, that shows on the board. */
static void add_own_score(Text *text, const Thought *t) {
    const int score = t->score;
    const int moves = ((score > 0 ? SCORE_MATE - score : SCORE_MATE + score) + 1) / 2;

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

/* Depth, score for the side to move, time, nodes, and the line as far as it fits. */
void console_hear_thought(Frontend *f, const Thought *t) {
    char buffer[120];
    Text text = text_in(buffer, sizeof buffer);
    Position now = *gameline_now(&f->line), next;
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
    for (size_t i = 0; i < t->pv_length && text.length + 14 < 80; i++) {
        if (!move_is_legal(&now, t->pv[i]))
            break;
        text_add_char(&text, ' ');
        if (!i || position_turn(&now) == WHITE)
            console_add_number(&text, &now);
        notation_write_san(&text, &now, t->pv[i]);
        position_play(&next, &now, t->pv[i]);
        now = next;
    }
    frontend_say_text(f, buffer);
}

static void say_hint(Frontend *f, const Thought *t) {
    char buffer[80];
    Text text = text_in(buffer, sizeof buffer);

    if (!t->pv_length) {
        console_refuse(f, "There is no legal move.");
        return;
    }
    text_add(&text, "I would play ");
    console_add_number(&text, gameline_now(&f->line));
    notation_write_san(&text, gameline_now(&f->line), t->pv[0]);
    text_add_char(&text, '.');
    frontend_say_text(f, buffer);
}

/* An offer that came while we thought, answered with the move. True if the game ends by it. */
static bool answer_offer(Frontend *f, int score) {
    const bool offered = f->draw_offered;

    f->draw_offered = false;
    if (!offered)
        return false;
    if (common_likes_draw(f, score)) {
        end_game(f, PGN_DRAW, "I accept the draw");
        return true;
    }
    frontend_say_text(f, "No draw yet: let us play on.");
    return false;
}

/* Is the next move ours as well? Somebody who has typed something at a terminal ends that. */
static bool plays_both(Frontend *f) {
    if (f->console.both && !(f->terminal && f->waiting))
        f->console.both -= f->console.both > 0;
    else
        f->console.both = 0;
    if (f->console.both)
        f->ours = position_turn(gameline_now(&f->line));
    return f->console.both != 0;
}

void console_hear_move(Frontend *f, const Thought *t) {
    const Position *now = gameline_now(&f->line);
    const Color us = position_turn(now);
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);
    const char *defect;

    if (f->busy == HINTING) {
        f->busy = IDLE;
        if (!console_test_hear(f, t) && !console_annotate_hear(f, t) && !console_mate_hear(f, t))
            say_hint(f, t);
        return;
    }
    if (!t->pv_length)
        return;
    f->last_score = t->score;
    if (answer_offer(f, t->score))
        return;
    if (!f->book.moved && common_resigns(f, t)) {
        end_game(f, us == WHITE ? PGN_BLACK_WINS : PGN_WHITE_WINS, "I resign");
        return;
    }
    text_add(&text, "My move: ");
    console_add_number(&text, now);
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
    f->console.taken_back = 0;
    frontend_new_position(f);
    f->suggestion = t->pv_length > 1 ? t->pv[1] : NO_MOVE;
    frontend_say_text(f, buffer);
    show_board(f, f->console.flipped);
    console_tell_result(f);
    console_keep(f);
    if (!f->over && plays_both(f)) {
        think(f);
        return;
    }
    f->console.both = 0;
    console_wait_for_person(f);
    frontend_ponder(f);
}

/* --- the person's moves ---------------------------------------------------------------------- */

Word console_without_number(Word line) {
    Word w = text_rest(line);
    size_t n = 0;

    while (n < w.length && w.at[n] >= '0' && w.at[n] <= '9')
        n++;
    if (!n || n == w.length || w.at[n] != '.')
        return w;
    while (n < w.length && w.at[n] == '.')
        n++;
    return text_rest((Word){w.at + n, w.length - n});
}

static void refuse_move(Frontend *f, Word words, MoveFault fault) {
    const Color turn = position_turn(gameline_now(&f->line));
    char buffer[256];
    Text text = text_in(buffer, sizeof buffer);

    text_add_quoted(&text, words, 40);
    switch (fault) {
    case MOVE_NO_PIECE:
        text_add(&text, ": nothing stands on that square.");
        break;
    case MOVE_NOT_YOURS:
        text_addf(&text, ": that piece is not yours; %s is to move.", console_side(turn));
        break;
    case MOVE_IN_CHECK:
        text_add(&text, ": your king would still be in check.");
        break;
    case MOVE_INTO_CHECK:
        text_add(&text, ": your king would stand in check.");
        break;
    case MOVE_AMBIGUOUS:
        text_add(&text, ": two pieces can go there; name the square it comes from, as in Nbd2.");
        break;
    case MOVE_UNREADABLE:
        text_add(&text, ": that is no move; they look like e4, Nf3 or e7e8q.");
        break;
    default:
        text_add(&text, ": not a legal move here.");
    }
    console_refuse(f, "%s", buffer);
}

void console_move(Frontend *f, Word words) {
    const Color turn = position_turn(gameline_now(&f->line));
    MoveFault fault;
    bool hit;
    Move m;

    words = console_without_number(words);
    if (!words.length) {
        console_refuse(f, "A move is missing, as in: move e2e4");
        return;
    }
    if (f->over) {
        refuse_over(f);
        return;
    }
    if ((fault = notation_parse(&m, gameline_now(&f->line), words))) {
        refuse_move(f, words, fault);
        return;
    }
    hit = f->busy == PONDERING && m == f->expected;
    if (!hit)
        frontend_halt(f);
    f->console.both = 0;
    f->console.resting = false;
    if (f->console.since_ms)
        console_charge(f, turn, clock_ms() - f->console.since_ms);
    f->console.since_ms = 0;
    if (gameline_play(&f->line, m)) {
        frontend_halt(f);
        console_refuse(f, "Sorry: the game is too long for the memory there is.");
        return;
    }
    f->console.taken_back = 0;
    frontend_new_position(f);
    console_keep(f);
    if (hit && console_outcome(f) == OUTCOME_NONE) {
        f->time.own_ms = f->console.clock_ms[f->ours];
        f->time.other_ms = f->console.clock_ms[color_other(f->ours)];
        frontend_ponder_hit(f);
        return;
    }
    frontend_halt(f);
    console_continue(f);
}

/* --- commands -------------------------------------------------------------------------------- */

/* A count of moves; 1 where none is given. False, with the sentence said, for anything else. */
static bool read_count(Frontend *f, const char *command, Word arguments, int64_t *n) {
    *n = 1;
    if (!arguments.length || word_number(arguments, 1, 1000000, n))
        return true;
    console_refuse(f, "%s wants a number of moves, from 1, as in: %s 2", command, command);
    return false;
}

/* Everything that belongs to a game is as at its start. */
static void begin_game(Frontend *f) {
    f->console.result = PGN_OPEN_END;
    f->console.ending = NULL;
    f->console.play_on = false;
    f->console.since_ms = 0;
    f->console.saved = false; /* the game before this one becomes the previous one */
    console_reset_clocks(f);
}

void console_set_up(Frontend *f, const Position *p, bool chess960) {
    console_settle(f);
    frontend_set_up(f, p);
    f->chess960 = chess960;
    f->ours = color_other(position_turn(p));
    begin_game(f);
    console_continue(f);
}

void console_new(Frontend *f, Word arguments) {
    const Word kind = text_word(&arguments);
    const bool chess960 = word_is(kind, "960") || word_is_any_case(kind, "chess960");
    const int depth = f->time.depth;
    int64_t number = clock_us() % 960;
    Position start;

    if ((kind.length && !chess960) ||
        (text_rest(arguments).length && !word_number(text_rest(arguments), 0, 959, &number))) {
        console_refuse(f, "new stands alone, or with 960 and a number from 0 to 959: new 960 518");
        return;
    }
    console_settle(f);
    f->console.analyzing = false;
    frontend_new_game(f);
    f->time.depth = depth; /* what a person has set stays set */
    f->console.flipped = false;
    begin_game(f);
    if (chess960) {
        chess960_start(&start, (int)number);
        frontend_set_up(f, &start);
        f->chess960 = true;
        frontend_say(f, "A new game of Chess960, start %d: you play White.", (int)number);
    } else {
        frontend_say_text(f, "A new game: you play White. (go lets me play White.)");
    }
    show_board(f, f->console.flipped);
}

void console_go(Frontend *f, Word arguments) {
    (void)arguments;
    if (f->over) {
        refuse_over(f);
        return;
    }
    console_settle(f);
    f->console.analyzing = false;
    if (console_outcome(f) != OUTCOME_NONE) { /* it was looked at in analysis */
        console_tell_result(f);
        return;
    }
    f->console.since_ms = 0;
    f->force = false;
    f->ours = position_turn(gameline_now(&f->line));
    f->console.flipped = f->ours == WHITE;
    think(f);
}

static bool take_back(Frontend *f) {
    if (!gameline_undo(&f->line))
        return false;
    f->console.taken_back++;
    f->over = false;
    f->console.result = PGN_OPEN_END;
    f->console.ending = NULL;
    return true;
}

static void show_taken_back(Frontend *f) {
    frontend_new_position(f);
    f->expected = NO_MOVE;
    console_keep(f);
    if (f->console.analyzing) {
        console_continue(f);
        return;
    }
    show_board(f, f->console.flipped);
    console_wait_for_person(f);
}

/* Back to the person's last turn: one move, or two if ours was the last. */
void console_undo(Frontend *f, Word arguments) {
    const bool two_sides = !f->force && !f->console.analyzing;
    int64_t n;

    if (!read_count(f, "undo", arguments, &n))
        return;
    console_settle(f);
    if (!f->line.length) {
        console_refuse(f, "There is no move to take back.");
        if (f->console.analyzing)
            analyze(f);
        return;
    }
    while (n-- && take_back(f))
        if (two_sides && frontend_is_our_turn(f) && !take_back(f))
            f->ours = color_other(f->ours); /* our very first move: the person plays it instead */
    show_taken_back(f);
}

void console_remove(Frontend *f, Word arguments) {
    (void)arguments;
    console_settle(f);
    if (f->line.length < 2) {
        console_refuse(f, "There are not two moves to take back.");
        if (f->console.analyzing)
            analyze(f);
        return;
    }
    take_back(f);
    take_back(f);
    show_taken_back(f);
}

/* The moves behind the end of the line are still there, until another one is made. */
static bool play_again(Frontend *f) {
    GameLine *g = &f->line;

    if (!f->console.taken_back || !move_is_legal(gameline_now(g), g->move[g->length]) ||
        gameline_play(g, g->move[g->length])) {
        f->console.taken_back = 0;
        return false;
    }
    f->console.taken_back--;
    return true;
}

void console_redo(Frontend *f, Word arguments) {
    const bool two_sides = !f->force && !f->console.analyzing;
    int64_t n;

    if (!read_count(f, "redo", arguments, &n))
        return;
    if (!f->console.taken_back) {
        console_refuse(f, "There is no move to play again.");
        return;
    }
    console_settle(f);
    while (n-- && play_again(f))
        if (two_sides && frontend_is_our_turn(f))
            play_again(f);
    frontend_new_position(f);
    console_keep(f);
    console_continue(f);
}

void console_force(Frontend *f, Word arguments) {
    (void)arguments;
    console_settle(f);
    f->console.analyzing = false;
    f->console.since_ms = 0;
    f->force = true;
    frontend_say_text(f, "You move for both sides now. (go lets me play the side to move.)");
}

/* The person plays this side from here on. */
static void play_side(Frontend *f, Color theirs) {
    console_settle(f);
    f->console.analyzing = false;
    f->console.since_ms = 0;
    f->force = false;
    f->ours = color_other(theirs);
    f->console.flipped = theirs == BLACK;
    frontend_say(f, "You play %s.", console_side(theirs));
    if (f->over)
        show_board(f, f->console.flipped);
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
        console_refuse(f, "play wants white, black or random, as in: play black");
}

void console_swap(Frontend *f, Word arguments) {
    (void)arguments;
    play_side(f, f->force ? position_turn(gameline_now(&f->line)) : f->ours);
}

/* The other side is to move, and the game begins here: what stood before is not its history. */
static void set_turn(Frontend *f, Color turn) {
    Position p = *gameline_now(&f->line);
    const char *defect;

    if (position_turn(&p) != turn) {
        p.board.turn = (uint8_t)turn;
        p.board.ep_square = NO_SQUARE;
        if ((defect = position_defect(&p))) {
            console_refuse(f, "%s cannot be to move: %s.", console_side(turn), defect);
            if (f->console.analyzing)
                analyze(f);
            return;
        }
        position_derive(&p);
    }
    console_set_up(f, &p, f->chess960);
}

void console_white(Frontend *f, Word arguments) {
    (void)arguments;
    set_turn(f, WHITE);
}

void console_black(Frontend *f, Word arguments) {
    (void)arguments;
    set_turn(f, BLACK);
}

void console_both(Frontend *f, Word arguments) {
    int64_t n = -1;

    if (arguments.length && !word_number(arguments, 1, 1000000, &n)) {
        console_refuse(f, "both wants a number of moves, or none, as in: both 10");
        return;
    }
    if (f->over) {
        refuse_over(f);
        return;
    }
    console_settle(f);
    f->console.analyzing = false;
    f->console.since_ms = 0;
    f->force = false;
    f->ours = position_turn(gameline_now(&f->line));
    f->console.both = (int)n;
    think(f);
}

void console_hint(Frontend *f, Word arguments) {
    (void)arguments;
    if (f->console.analyzing && f->thought.pv_length) {
        say_hint(f, &f->thought);
    } else if (!movegen_count(&gameline_now(&f->line)->board)) {
        console_refuse(f, "There is no legal move.");
    } else if (!f->console.analyzing) {
        frontend_halt(f);
        frontend_study(f, HINTING);
    } else {
        console_refuse(f, "I have not found anything yet.");
    }
}

void console_draw(Frontend *f, Word arguments) {
    (void)arguments;
    if (f->over)
        refuse_over(f);
    else if (f->force || f->console.analyzing)
        end_game(f, PGN_DRAW, "Agreed");
    else if (f->busy == THINKING)
        f->draw_offered = true; /* the answer comes with the move */
    else if (common_likes_draw(f, f->last_score))
        console_settle(f), end_game(f, PGN_DRAW, "I accept the draw");
    else
        frontend_say_text(f, "No draw yet: let us play on.");
}

void console_resign(Frontend *f, Word arguments) {
    const Color loser = f->force ? position_turn(gameline_now(&f->line)) : color_other(f->ours);

    (void)arguments;
    if (f->over) {
        refuse_over(f);
        return;
    }
    console_settle(f);
    f->console.analyzing = false;
    end_game(f, loser == WHITE ? PGN_BLACK_WINS : PGN_WHITE_WINS,
             loser == WHITE ? "White resigns" : "Black resigns");
}

void console_activate(Frontend *f, Word arguments) {
    const Outcome outcome = gameline_outcome(&f->line);

    (void)arguments;
    if (!f->over) {
        console_refuse(f, "The game is not over.");
        return;
    }
    f->console.play_on = true;
    if (console_outcome(f) != OUTCOME_NONE) {
        f->console.play_on = false;
        console_refuse(f, outcome <= OUTCOME_INSUFFICIENT
                              ? "Nobody can move on from here: undo takes moves back."
                              : "The rules end the game here, without any claim.");
        return;
    }
    f->over = false;
    f->console.result = PGN_OPEN_END;
    f->console.ending = NULL;
    frontend_say_text(f, "The game goes on. (go lets me play the side to move.)");
    console_wait_for_person(f);
}

void console_pause(Frontend *f, Word arguments) {
    (void)arguments;
    f->console.resting = f->busy == IDLE || f->busy == PONDERING;
    if (f->console.since_ms) {
        const Color person = color_other(f->ours);
        f->console.clock_ms[person] -= clock_ms() - f->console.since_ms;
        f->console.since_ms = 0;
    }
    frontend_pause(f);
    frontend_say_text(f, "Everything rests, until resume or your next move.");
}

void console_move_now(Frontend *f, Word arguments) {
    (void)arguments;
    if (f->busy == THINKING)
        engine_stop(f->engine);
    else if (f->over)
        refuse_over(f);
    else
        console_refuse(f, "It is your turn. (help lists the commands)");
}

static void end_analysis(Frontend *f) {
    console_settle(f);
    f->console.analyzing = false;
    f->excluded_count = 0;
    frontend_say_text(f, f->line.length ? "The analysis has ended. (The game goes on from this "
                                          "position; undo takes moves back.)"
                                        : "The analysis has ended.");
}

/* True if there was anything to end. */
static bool stop(Frontend *f) {
    if (console_mate_stop(f)) /* within an analysis, which goes on then */
        return true;
    if (f->console.analyzing) {
        end_analysis(f);
        return true;
    }
    if (f->busy == THINKING) {
        f->console.both = 0;
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
    (void)arguments;
    if (!stop(f))
        console_refuse(f, "Nothing goes on that could be ended.");
}

void console_interrupt(Frontend *f, Word arguments) {
    (void)arguments;
    if (!stop(f))
        frontend_say_text(f, "(Ctrl-C once more leaves.)");
}

/* A person leaves at once; behind the lines of a script the moves they ask for come first. */
void console_quit(Frontend *f, Word arguments) {
    if (f->terminal)
        common_quit(f, arguments);
    else
        frontend_finish(f);
}

/* --- analysis -------------------------------------------------------------------------------- */

void console_analyze(Frontend *f, Word arguments) {
    int64_t lines = f->options.value[OPTION_MULTIPV];

    if (arguments.length && !word_number(arguments, 1, 256, &lines)) {
        console_refuse(f, "analyze wants a number of lines from 1 to 256, or none, as in: "
                          "analyze 3");
        return;
    }
    console_settle(f);
    f->options.value[OPTION_MULTIPV] = lines;
    f->console.analyzing = true;
    f->console.since_ms = 0;
    f->over = false;
    if (console_outcome(f) == OUTCOME_MATE || console_outcome(f) == OUTCOME_STALEMATE) {
        f->console.analyzing = false;
        console_tell_result(f);
        return;
    }
    frontend_say_text(f, "Analysis: depth, score for the side to move, time, nodes, line. (exit "
                         "ends it)");
    analyze(f);
}

void console_exit(Frontend *f, Word arguments) {
    if (!f->console.analyzing) {
        if (f->busy != HINTING || !stop(f)) /* whoever ends some work does not mean to leave */
            console_quit(f, arguments);
        return;
    }
    end_analysis(f);
    f->over = console_outcome(f) != OUTCOME_NONE;
}

void console_dot(Frontend *f, Word arguments) {
    const Position *p = gameline_now(&f->line);
    char buffer[160];
    Text text = text_in(buffer, sizeof buffer);
    Progress now;

    (void)arguments;
    if (console_annotate_dot(f))
        return;
    if (f->busy != ANALYZING && f->busy != THINKING) {
        console_refuse(f, "I am not thinking.");
        return;
    }
    engine_progress(f->engine, &now);
    text_addf(&text, "depth %d, %" PRIu64 " nodes, ", now.depth, now.nodes);
    console_add_time(&text, (f->paused ? f->paused_ms : clock_ms()) - f->started_ms);
    if (now.move != NO_MOVE && move_is_legal(p, now.move)) {
        text_addf(&text, ", looking at move %d of %d, ", now.number, (int)movegen_count(&p->board));
        notation_write_san(&text, p, now.move);
    }
    frontend_say_text(f, buffer);
}
