/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "autosave.h"
#include "base/clock.h"
#include "base/util.h"
#include "chess/chess960.h"
#include "confess.h"
#include "console_state.h"
#include "drill_verdict.h"
#include "protocol/offers.h"
#include "refusal.h"

/* The commands after a game; the sentence may go on. */
#define AFTER_GAME "(Type \"new\" for another game, \"undo\" to take back moves"

/* --- the board and the result ----------------------------------------------------------------- */

void console_show_board(Frontend *f) {
    const ConsoleState *c = console_state(f);
    const bool clocks = console_has_clocks(f) && (c->clock_ms[WHITE] || c->clock_ms[BLACK]);

    show_board(f, &c->look, clocks ? c->clock_ms : NULL);
}

/* Counts the result of a game against a person for level Auto. */
static void count_result(Frontend *f) {
    const ConsoleState *c = console_state(f);
    const char *ending;

    if (!f->game.force && !c->both && !c->analyzing)
        frontend_count_result(f, f->game.ours, console_result(f, &ending));
}

bool console_tell_result(Frontend *f) {
    static const char *const words[] = {
        [OUTCOME_STALEMATE] = "Draw by stalemate.",
        [OUTCOME_INSUFFICIENT] = "Draw by insufficient material.",
        [OUTCOME_THREEFOLD] = "Draw by threefold repetition.",
        [OUTCOME_FIFTY] = "Draw by the fifty-move rule.",
    };
    const Outcome outcome = console_outcome(f);

    f->game.over = outcome != OUTCOME_NONE;
    if (outcome == OUTCOME_MATE)
        frontend_say(f, "Checkmate: %s wins. " AFTER_GAME ".)",
                     color_name(color_other(position_turn(frontend_now(f)))));
    else if (f->game.over)
        frontend_say(f, "%s " AFTER_GAME ".)", words[outcome]);
    if (f->game.over && !console_state(f)->confessions)
        console_confess_after_game(f);
    if (f->game.over)
        count_result(f);
    return f->game.over;
}

bool console_refuse_if_over(Frontend *f) {
    if (f->game.over)
        console_refuse(
            f, "The game is over: type \"new\" for another or \"undo\" to take back moves.");
    return f->game.over;
}

/* --- the clocks ------------------------------------------------------------------------------- */

void console_reset_clocks(Frontend *f) {
    ConsoleState *c = console_state(f);

    c->clock_ms[WHITE] = c->clock_ms[BLACK] = f->game.time.base_ms;
    c->since_ms = 0;
    c->flag_told[WHITE] = c->flag_told[BLACK] = false;
    f->game.time.start = f->game.line.length;
    f->game.time.own_known = false;
}

int64_t console_clock_left(const Frontend *f, Color c) {
    const Color turn = position_turn(frontend_now(f));
    int64_t left = console_state(f)->clock_ms[c];

    if (c == turn && f->search.busy == THINKING)
        left -= frontend_elapsed_ms(f);
    else if (c == turn && console_state(f)->since_ms)
        left -= clock_ms() - console_state(f)->since_ms;
    return left;
}

static void tell_flag(Frontend *f, Color c) {
    bool *told = &console_state(f)->flag_told[c];

    if (*told || console_state(f)->both)
        return;
    frontend_say(f, "(%s's time is up. The game goes on anyway.)", color_name(c));
    *told = true;
}

void console_on_idle(Frontend *f) {
    const ConsoleState *c = console_state(f);
    const Color turn = position_turn(frontend_now(f));
    int64_t left;

    f->queue.wake_ms = 0;
    if (!console_has_clocks(f) || c->flag_told[turn] ||
        !(c->since_ms || f->search.busy == THINKING))
        return;
    left = console_clock_left(f, turn);
    if (left > 0)
        f->queue.wake_ms = clock_ms() + left;
    else
        tell_flag(f, turn);
}

/* Records a move after the mover's clock was charged. */
static void note_move(Frontend *f, Color mover) {
    ConsoleState *c = console_state(f);

    c->played = true;
    console_note_clock(f, f->game.line.length - 1,
                       console_has_clocks(f) && !f->game.force ? c->clock_ms[mover] : -1);
}

void console_turn_clocks_back(Frontend *f) {
    ConsoleState *c = console_state(f);

    c->flag_told[WHITE] = c->flag_told[BLACK] = false;
    for (Color side = WHITE; side <= BLACK; side++) {
        size_t ply = f->game.line.length;

        while (ply > f->game.time.start && position_turn(&f->game.line.position[ply - 1]) != side)
            ply--;
        if (ply <= f->game.time.start)
            c->clock_ms[side] = f->game.time.base_ms;
        else if (ply <= c->lefts && c->left_ms[ply - 1] >= 0)
            c->clock_ms[side] = c->left_ms[ply - 1];
    }
}

/* Charges the time of a move to a side's clock, after the move was made on the board. */
static void charge(Frontend *f, Color mover, int64_t spent_ms) {
    ConsoleState *c = console_state(f);
    int64_t *clock = &c->clock_ms[mover];
    const size_t plies =
        f->game.line.length > f->game.time.start ? f->game.line.length - f->game.time.start : 0;

    if (!console_has_clocks(f))
        return;
    *clock -= spent_ms;
    if (*clock <= 0)
        tell_flag(f, mover);
    *clock = max64(*clock, 0) + f->game.time.increment_ms;
    if (f->game.time.moves && (plies + 1) / 2 % (size_t)f->game.time.moves == 0)
        *clock += f->game.time.base_ms;
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

/* --- the turn --------------------------------------------------------------------------------- */

void console_stop_all(Frontend *f) {
    ConsoleState *c = console_state(f);

    frontend_halt(f);
    c->both = 0;
    c->paused = false;
    work_stop(f);
    if (c->since_ms) /* restart the user's clock without charging the time so far */
        c->since_ms = clock_ms();
}

void console_keep_analyzed(Frontend *f) {
    ConsoleState *c = console_state(f);

    if (!c->analyzing)
        return;
    c->analyzing = false;
    f->game.over = !c->ahead && console_is_over(f); /* analysis may go on after the end */
    if (c->changed) {
        f->offers.last_score = SCORE_NONE; /* the score belongs to another position */
        autosave_game(f);
    }
    c->changed = false;
}

void console_leave_analysis(Frontend *f) {
    console_stop_all(f);
    console_keep_analyzed(f);
}

/*
 * Finds our next move. Loops rather than recursing, as a book move comes at once, and the next move
 * may be ours, too.
 */
void console_think(Frontend *f) {
    ConsoleState *c = console_state(f);

    c->again = c->thinking;
    if (c->thinking)
        return;
    c->thinking = true;
    do {
        c->again = false;
        if (console_has_clocks(f)) {
            const Color now = position_turn(frontend_now(f));
            f->game.time.own_ms = c->clock_ms[now];
            f->game.time.other_ms = c->clock_ms[color_other(now)];
        }
        frontend_think(f);
    } while (c->again);
    c->thinking = false;
}

void console_wait_for_person(Frontend *f) {
    const bool waits = !f->game.force && !f->game.over && f->game.line.length;

    console_state(f)->since_ms = waits && console_has_clocks(f) ? clock_ms() : 0;
}

void console_analyze_on(Frontend *f) {
    const Outcome outcome = gameline_outcome(&f->game.line);

    if (console_state(f)->analyzing && outcome != OUTCOME_MATE && outcome != OUTCOME_STALEMATE)
        frontend_analyze(f, ANALYZING);
}

void console_end_analysis(Frontend *f) {
    console_leave_analysis(f);
    f->game.excluded.count = 0;
    frontend_say_text(f, f->game.line.length && !f->game.over
                             ? "The analysis has ended. (The game goes on from this "
                               "position; type \"undo\" to take back moves.)"
                             : "The analysis has ended.");
}

void console_continue(Frontend *f) {
    if (console_state(f)->analyzing) {
        console_show_board(f);
        console_tell_result(f);
        f->game.over = false; /* analysis may go on */
        console_analyze_on(f);
        return;
    }
    if (console_outcome(f) == OUTCOME_NONE && frontend_is_our_turn(f)) {
        console_think(f);
        return;
    }
    console_show_board(f);
    if (console_tell_result(f))
        autosave_game(f); /* no longer an unfinished game */
    console_wait_for_person(f);
}

/* Forgets undone moves, which a new move replaces. */
static void forget_later_moves(Frontend *f) {
    console_state(f)->taken_back = console_state(f)->ahead = 0;
}

void console_game_set_up(Frontend *f) {
    forget_later_moves(f);
    console_state(f)->tagged = false;
}

/* Resets the state of a single game. */
static void begin_game(Frontend *f) {
    ConsoleState *c = console_state(f);

    console_reopen(f);
    c->play_on = false;
    c->since_ms = 0;
    c->lefts = 0;
    c->level[0] = '\0';
    c->hint.told = 0;
    autosave_let_go(f);
    console_reset_clocks(f);
}

void console_new_game(Frontend *f, int number) {
    const int depth = f->game.time.depth;
    Position start;

    console_leave_analysis(f);
    frontend_new_game(f);
    f->game.time.depth = depth; /* keep the user's limit */
    console_state(f)->look.flipped = false;
    begin_game(f);
    if (number >= 0) {
        chess960_start(&start, number);
        frontend_set_up(f, &start);
        f->game.chess960 = true;
        frontend_say(f, "A new game of Chess960, position %d: you play White.", number);
    } else {
        frontend_say_text(f, "A new game: you play White. (Type \"go\" to let me play White.)");
    }
    if (options_rating(&f->options))
        console_say_level(f);
    console_show_board(f);
}

void console_set_up(Frontend *f, const Position *p, bool chess960) {
    ConsoleState *c = console_state(f);
    const bool analyzing = c->analyzing;

    console_leave_analysis(f); /* moves of the analysis are saved */
    c->analyzing = analyzing;
    frontend_set_up(f, p);
    f->game.chess960 = chess960;
    f->game.ours = color_other(position_turn(p));
    begin_game(f);
    console_continue(f);
}

void console_end_game(Frontend *f, PgnResult result, const char *ending) {
    ConsoleState *c = console_state(f);

    f->game.over = c->played = true;
    c->result = result;
    c->ending = ending;
    c->since_ms = 0;
    frontend_say(f, "%s: %s. " AFTER_GAME ", \"activate\" to play on.)", ending,
                 pgn_result_text(result));
    console_confess_after_game(f);
    count_result(f);
    autosave_game(f);
}

/* --- events of the engine --------------------------------------------------------------------- */

/* Adds the score of our move, unless it mates. */
static void add_own_score(Text *text, const SearchInfo *t) {
    const int score = t->score;
    const int moves = abs(score_mate_moves(score));

    if (!score_is_mate(score))
        text_addf(text, "   (%s for me at depth %d)", CONSOLE_SCORE_OF(score), t->depth);
    else if (score < 0)
        text_addf(text, "   (you can mate me in %d)", moves);
    else if (moves > 1)
        text_addf(text, "   (I mate in %d)", moves);
}

/* Shows analysis on a terminal, in columns under a heading, replacing the previous line. */
static void place_info(Frontend *f, const SearchInfo *t) {
    const bool several = f->options.value[OPTION_MULTIPV] > 1;
    const size_t columns = f->out.columns ? f->out.columns() : 80;
    char buffer[512];
    /* whole moves, unless there is hardly room for one; place() truncates the rest */
    const size_t room = columns < 64 ? sizeof buffer : min_size(columns, sizeof buffer);
    Text text = text_in(buffer, room), time = TEXT_OF(32);

    text_addf(&time, "%" PRId64 ".%" PRId64 " s", t->time_ms / 1000, t->time_ms / 100 % 10);
    text_add(&text, several ? "     " : "");
    text_add(&text, "depth     score     time    nodes  line");
    if (!f->out.place(0, buffer))
        f->leaving = true;
    text_clear(&text);
    if (several)
        text_addf(&text, "%3d. ", t->line);
    text_addf(&text, "%5d %9s %8s %7" PRIu64 "%s  ", t->depth, CONSOLE_SCORE_OF(t->score), time.at,
              t->nodes < 10000 ? t->nodes : t->nodes / 1000, t->nodes < 10000 ? " " : "k");
    notation_write_line(&text, frontend_now(f), t->pv, t->pv_length, true, notation_write_san);
    if (!f->out.place((size_t)t->line, buffer))
        f->leaving = true;
    frontend_log_line(f, "", buffer, text.length);
}

void console_on_info(Frontend *f, const SearchInfo *t) {
    Text text = TEXT_OF(82); /* limited to the width of the terminal */
    const bool shown = f->search.busy == ANALYZING || (f->search.busy == THINKING && f->post);

    if (!shown || frontend_is_limited(f, f->search.busy) || !t->pv_length ||
        t->bound == BOUND_LOWER || t->bound == BOUND_UPPER)
        return;
    if (f->search.busy == ANALYZING && f->out.place) {
        place_info(f, t);
        return;
    }
    if (f->options.value[OPTION_MULTIPV] > 1 && f->search.busy == ANALYZING)
        text_addf(&text, "%2d. ", t->line);
    text_addf(&text, "%3d  %s  %" PRId64 ".%" PRId64 " s  %" PRIu64 "%s  ", t->depth,
              CONSOLE_SCORE_OF(t->score), t->time_ms / 1000, t->time_ms / 100 % 10,
              t->nodes < 10000 ? t->nodes : t->nodes / 1000, t->nodes < 10000 ? "" : "k");
    notation_write_line(&text, frontend_now(f), t->pv, t->pv_length, true, notation_write_san);
    frontend_say_text(f, text.at);
}

/* Answers a draw offer made during our search. Returns true if the answer ends the game. */
static bool answer_offer(Frontend *f, int score) {
    const bool offered = f->offers.draw_offered;

    f->offers.draw_offered = false;
    if (!offered)
        return false;
    if (offers_accepts(f, score)) {
        console_end_game(f, PGN_DRAW, "I accept the draw");
        return true;
    }
    frontend_say_text(f, "No draw yet: let us play on.");
    return false;
}

/* Returns true if the next move is ours, too. On a terminal, any input ends play for both sides. */
static bool plays_both(Frontend *f) {
    ConsoleState *c = console_state(f);

    if (c->both && !(f->out.terminal && f->queue.waiting.first))
        c->both -= c->both > 0;
    else
        c->both = 0;
    if (c->both)
        f->game.ours = position_turn(frontend_now(f));
    return c->both != 0;
}

void console_make_own_move(Frontend *f, const SearchInfo *t) {
    const Position *now = frontend_now(f);
    const Color us = position_turn(now);
    Text text = TEXT_OF(128);

    frontend_note_score(f, us, t->score);
    console_note_level(f);
    if (answer_offer(f, t->score))
        return;
    if (!f->game.drill && offers_resigns(f, t->score)) {
        console_end_game(f, us == WHITE ? PGN_BLACK_WINS : PGN_WHITE_WINS, "I resign");
        return;
    }
    text_addf(&text, "My move: %s", MOVE_OF(now, t->pv[0]));
    if (f->book.moved)
        text_add(&text, f->book.common ? "   (a common opening)" : "   (from the book)");
    else if (!frontend_is_limited(f, THINKING))
        add_own_score(&text, t);
    if (gameline_play(&f->game.line, t->pv[0])) {
        console_refuse_memory(f);
        return;
    }
    charge(f, us, clock_ms() - f->search.started_ms);
    note_move(f, us);
    forget_later_moves(f);
    console_state(f)->tagged = false; /* Alula has become a player */
    console_reopen(f);
    frontend_new_position(f);
    f->search.suggestion = t->pv_length > 1 ? t->pv[1] : NO_MOVE;
    frontend_say_text(f, text.at);
    console_show_board(f);
    console_tell_result(f);
    autosave_game(f);
    if (!f->game.over && plays_both(f)) {
        console_think(f);
        return;
    }
    console_state(f)->both = 0;
    if (!f->game.over && offers_makes(f, t->score))
        frontend_say_text(f, "I offer a draw: type \"draw\" to accept or make a move to decline.");
    console_wait_for_person(f);
    frontend_ponder(f);
}

/* --- the person's moves ---------------------------------------------------------------------- */

/* Refuses a move in this position, after `made` earlier moves of the line. */
static void refuse_move(Frontend *f, const Position *p, Word words, int made) {
    Text text = TEXT_OF(256);

    text_add_quoted(&text, words, 40);
    if (made)
        text_addf(&text, ", move %d of the line", made + 1);
    text_add(&text, ": ");
    refusal_write(&text, p, words);
    text_add(&text, made ? " None of them was made." : "");
    console_refuse(f, "%s", text.at);
}

void console_refuse_move(Frontend *f, Word words) {
    refuse_move(f, frontend_now(f), words, 0);
}

/* Returns the next move of a line, without its number. */
static Word next_move(Word *line) {
    *line = console_without_number(*line);
    return text_word(line);
}

int console_read_moves(Frontend *f, Word words, Move *m) {
    Position p = *frontend_now(f);
    int count = 0;
    Word w;

    for (; (w = next_move(&words)).length; count++) {
        if (notation_parse(m, &p, w)) {
            if (refusal_square(words).length) /* "e2 e9" */
                w = text_word(&words);
            refuse_move(f, &p, w, count);
            return 0;
        }
        position_advance(&p, *m);
    }
    return count;
}

bool console_join_squares(Word line, char joined[5]) {
    const Word from = text_word(&line), to = text_word(&line);
    const bool piece = from.length == 1 && text_is_among(*from.at, "KQRBN");
    Square ignored;

    if (!(piece || notation_read_square(&ignored, from)) || !notation_read_square(&ignored, to) ||
        text_rest(line).length)
        return false;
    memcpy(joined, from.at, from.length);
    memcpy(joined + from.length, to.at, 2);
    joined[from.length + 2] = '\0';
    return true;
}

void console_make_moves(Frontend *f, Word words, int count, Move m) {
    ConsoleState *c = console_state(f);
    const bool hit = count == 1 && f->search.busy == PONDERING && m == f->search.expected;
    Word first;

    if (!hit)
        frontend_halt(f);
    c->both = 0;
    c->paused = false;
    for (; (first = next_move(&words)).length; c->since_ms = 0) {
        const Color turn = position_turn(frontend_now(f));

        if (notation_parse(&m, frontend_now(f), first) || gameline_play(&f->game.line, m)) {
            frontend_halt(f);
            console_refuse_memory(f);
            return;
        }
        if (c->since_ms)
            charge(f, turn, clock_ms() - c->since_ms);
        note_move(f, turn);
        forget_later_moves(f);
    }
    console_reopen(f);
    frontend_new_position(f);
    autosave_game(f);
    console_judge_drill(f);
    if (hit && console_outcome(f) == OUTCOME_NONE) {
        f->game.time.own_ms = c->clock_ms[f->game.ours];
        f->game.time.other_ms = c->clock_ms[color_other(f->game.ours)];
        frontend_ponder_hit(f);
        return;
    }
    frontend_halt(f);
    console_continue(f);
}

void console_make_move(Frontend *f, Move m) {
    console_make_moves(f, word_of(NOTATION_OF(notation_write, frontend_now(f), m)), 1, m);
}
