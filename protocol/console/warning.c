/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command warn: before a move of the person that gives much away, a question. Two short
 * searches, of the position and after the move, find such moves; nothing changes until the answer.
 */
#include "chess/see.h"
#include "console_state.h"
#include "handlers.h"
#include "play.h"
#include "report/chances.h"
#include "report/tactics.h"
#include "work.h"

/* The nodes of each search: alike on all machines, and some hundredths of a second. */
enum { CHECK_NODES = 30000 };

/*
 * A piece is lost if the score falls, and an exchange wins, by so many centipawns; in other bad
 * moves, an exchange that wins PIECE_FOR_PAWNS is the reason.
 */
enum { PIECE_FALL = 300, PIECE_WON = 250, PIECE_FOR_PAWNS = 130 };

/* The fall of winning chances, from -1 to 1, that earns a `?`: see notes_mark_scores(). */
static const double most_lost = 0.2;

/* --- the question ----------------------------------------------------------------------------- */

static void say_dropped(Frontend *f, Move m) {
    Text text = TEXT_OF(NOTATION_SIZE);

    notation_write_san(&text, frontend_now(f), m);
    frontend_say(f, "%s is not played.", text.at);
}

/* Forgets the move; returns it. */
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

void console_on_line(Frontend *f, const Call *call) {
    const Command *c = call->command;
    const bool answers = (c->run == console_yes || c->run == console_no) && !call->arguments.length;
    const bool stops = c->run == console_stop || c->run == console_interrupt;
    const bool is_comment = call->arguments.length && *call->arguments.at == '#';

    if (!answers && !stops && !is_comment)
        console_drop_asked(f);
    if (c->run != console_exit)
        console_state(f)->trained = false;
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

/* A move with the position before and after it, and the best line after it, which may be empty. */
typedef struct {
    const Position *before, *after;
    Move move;
    const Move *reply;
    size_t replies;
    int score, score_after; /* for the side that moves */
} Checked;

/*
 * Returns true if the reply captures something and wins so much more by exchange than the move has
 * captured.
 */
static bool loses_material(const Checked *c, int least) {
    return c->replies && captured_piece(c->after, c->reply[0]) != NO_PIECE &&
           see_ge(c->after, c->reply[0], see_value[captured_piece(c->before, c->move)] + least);
}

static bool is_bad(const Checked *c) {
    return chances_of(c->score) - chances_of(c->score_after) >= most_lost ||
           (c->score - c->score_after >= PIECE_FALL && loses_material(c, PIECE_WON));
}

static int percent(int score) {
    return (int)(50 * (1 + chances_of(score)) + 0.5);
}

/* Adds what the board shows: "allows 9. Nd5, which forks ..."; returns false if nothing is certain.
 */
static bool add_reason(Text *text, const Checked *c, const Note *best) {
    const TacticMove move = {.from = c->before,
                             .played = c->move,
                             .reply = c->reply,
                             .replies = c->replies,
                             .better = best->line,
                             .betters = best->length,
                             .had = c->score,
                             .has = c->score_after,
                             .secret = true};
    const size_t start = text->length;

    if (!tactics_add_reason(text, &move, NULL))
        return false;
    text->at[start] = text_lower(text->at[start]);
    text->at[--text->length] = '\0'; /* the full stop */
    return true;
}

/* Asks whether to play a bad move, with what the board shows; `outcome`: of the game by it. */
static void ask(Frontend *f, const Checked *c, Outcome outcome) {
    static const char *const drawn[] = {
        [OUTCOME_STALEMATE] = "is stalemate",
        [OUTCOME_INSUFFICIENT] = "leaves too little to mate with",
        [OUTCOME_THREEFOLD] = "draws by repetition",
        [OUTCOME_FIFTY] = "draws by the fifty-move rule",
    };
    Text text = TEXT_OF(TACTIC_SIZE);
    const bool mated = score_is_mate(c->score_after) && c->score_after < 0;

    text_add(&text, "That ");
    if (outcome >= OUTCOME_STALEMATE) {
        text_add(&text, drawn[outcome]);
    } else if (!mated && loses_material(c, PIECE_FOR_PAWNS)) {
        text_addf(&text, "leaves the %s to ", piece_name(captured_piece(c->after, c->reply[0])));
        notation_write_san(&text, c->after, c->reply[0]);
    } else if (!add_reason(&text, c, &console_state(f)->warning.best)) {
        text_addf(&text, "lowers your winning chances from %d %% to %d %%", percent(c->score),
                  percent(c->score_after));
    }
    text_add(&text, ". Play it anyway? y/n");
    console_state(f)->warning.asking = true;
    frontend_say_text(f, text.at);
}

/*
 * Plays the move, or asks. The score after it is for the side that moves; `outcome` is that of the
 * game by it.
 */
static void decide(Frontend *f, int score_after, const Move *reply, size_t replies,
                   Outcome outcome) {
    ConsoleState *c = console_state(f);
    Position after;
    const Checked checked = {.before = frontend_now(f),
                             .after = &after,
                             .move = c->warning.move,
                             .reply = reply,
                             .replies = replies,
                             .score = c->warning.best.score,
                             .score_after = score_after};

    position_play(&after, checked.before, checked.move);
    work_end(f);
    if (is_bad(&checked))
        ask(f, &checked, outcome);
    else
        console_make_move(f, take_move(f));
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

/* Returns true if the current line is of a script, or of a file of commands. */
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
