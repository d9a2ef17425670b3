/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "fen.h"
#include "movegen.h"
#include "show.h"

static void add_number(Text *text, const Position *p) {
    text_addf(text, "%d.%s ", p->fullmove_number, p->board.turn == WHITE ? "" : "..");
}

/* --- playing --------------------------------------------------------------------------------- */

static void finish_or_think(Frontend *f);

static bool tell_result(Frontend *f) {
    static const char *const words[] = {
        [OUTCOME_STALEMATE] = "Stalemate: a draw.",
        [OUTCOME_DEAD] = "Nobody can mate any more: a draw.",
        [OUTCOME_THREEFOLD] = "The position stands for the third time: a draw.",
        [OUTCOME_FIFTY] = "Fifty moves without a capture or a pawn move: a draw.",
    };
    const Outcome outcome = gameline_outcome(&f->line);

    f->over = outcome != OUTCOME_NONE;
    if (outcome == OUTCOME_MATE)
        frontend_say(f, "Checkmate: %s wins. (new starts another game, undo takes moves back)",
                     position_turn(gameline_now(&f->line)) == WHITE ? "Black" : "White");
    else if (f->over)
        frontend_say(f, "%s (new starts another game, undo takes moves back)", words[outcome]);
    return f->over;
}

static void say_over(Frontend *f) {
    frontend_say_text(f, "The game is over: new starts another, undo takes moves back.");
}

/* What the engine thinks of its move: nothing if it mates, that shows on the board. */
static void add_score(Text *text, const Thought *t) {
    const int score = t->score;
    const int moves = ((score > 0 ? SCORE_MATE - score : SCORE_MATE + score) + 1) / 2;

    if (!score_is_mate(score))
        text_addf(text, "   (%c%d.%02d for me at depth %d)", score < 0 ? '-' : '+',
                  abs(score) / 100, abs(score) % 100, t->depth);
    else if (score < 0)
        text_addf(text, "   (you can mate me in %d)", moves);
    else if (moves > 1)
        text_addf(text, "   (I mate in %d)", moves);
}

static void make_move(Frontend *f, Move m) {
    const char *defect = gameline_play(&f->line, m);

    if (defect)
        frontend_say(f, "Sorry: %s.", defect);
}

static void hear_thought(Frontend *f, const Thought *t) {
    (void)f;
    (void)t;
}

static void hear_move(Frontend *f, const Thought *t) {
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);

    if (!t->pv_length)
        return;
    text_add(&text, "My move: ");
    add_number(&text, gameline_now(&f->line));
    notation_write_san(&text, gameline_now(&f->line), t->pv[0]);
    if (f->book.moved)
        text_add(&text, "   (from the book)");
    else
        add_score(&text, t);
    make_move(f, t->pv[0]);
    frontend_say_text(f, buffer);
    show_board(f, f->console.flipped);
    tell_result(f);
}

static void finish_or_think(Frontend *f) {
    if (gameline_outcome(&f->line) == OUTCOME_NONE && frontend_is_our_turn(f)) {
        frontend_think(f);
        return;
    }
    show_board(f, f->console.flipped);
    tell_result(f);
}

static void do_move(Frontend *f, Word words) {
    const Position *now = gameline_now(&f->line);
    char buffer[256];
    Text text = text_in(buffer, sizeof buffer);
    MoveFault fault;
    Move m;

    if (f->over) {
        say_over(f);
        return;
    }
    fault = notation_parse(&m, now, words);
    if (!fault) {
        make_move(f, m);
        finish_or_think(f);
        return;
    }
    text_add_quoted(&text, words, 40);
    switch (fault) {
    case MOVE_NO_PIECE:
        text_add(&text, ": nothing stands on that square.");
        break;
    case MOVE_NOT_YOURS:
        text_addf(&text, ": that piece is not yours; %s is to move.",
                  now->board.turn == WHITE ? "White" : "Black");
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
    default:
        text_add(&text, ": not a legal move here.");
    }
    frontend_say_text(f, buffer);
}

static void do_unknown(Frontend *f, Word line) {
    char buffer[256];
    Text text = text_in(buffer, sizeof buffer);

    text_add(&text, "I do not understand \"");
    text_add_quoted(&text, line, 60);
    text_add(&text, "\". Type a move like e4, Nf3 or e7e8q, or help.");
    frontend_say_text(f, buffer);
}

static void do_new(Frontend *f, Word arguments) {
    const int depth = f->time.depth;

    (void)arguments;
    frontend_new_game(f);
    f->time.depth = depth; /* what a person has set stays set */
    f->console.flipped = false;
    frontend_say_text(f, "A new game: you play White. (go lets me play White.)");
    show_board(f, f->console.flipped);
}

static void do_go(Frontend *f, Word arguments) {
    (void)arguments;
    if (f->over) {
        say_over(f);
        return;
    }
    f->force = false;
    f->ours = position_turn(gameline_now(&f->line));
    f->console.flipped = f->ours == WHITE;
    frontend_think(f);
}

/* Back to the person's last turn: one move, or two if ours was the last. */
static void do_undo(Frontend *f, Word arguments) {
    (void)arguments;
    frontend_halt(f);
    if (!gameline_undo(&f->line)) {
        frontend_say_text(f, "There is no move to take back.");
        return;
    }
    if (frontend_is_our_turn(f) && !gameline_undo(&f->line))
        f->ours = color_other(f->ours); /* our very first move: the person plays it instead */
    f->over = false;
    show_board(f, f->console.flipped);
}

static void do_force(Frontend *f, Word arguments) {
    (void)arguments;
    f->force = true;
    frontend_say_text(f, "You move for both sides now. (go lets me play the side to move.)");
}

static void do_board(Frontend *f, Word arguments) {
    (void)arguments;
    show_board(f, f->console.flipped);
}

static void do_flip(Frontend *f, Word arguments) {
    (void)arguments;
    f->console.flipped = !f->console.flipped;
    show_board(f, f->console.flipped);
}

static void do_fen(Frontend *f, Word arguments) {
    char buffer[FEN_SIZE];
    Text text = text_in(buffer, sizeof buffer);

    (void)arguments;
    fen_write(&text, gameline_now(&f->line));
    frontend_say_text(f, buffer);
}

static void do_eval(Frontend *f, Word arguments) {
    (void)arguments;
    show_eval(f);
}

static void do_perft(Frontend *f, Word arguments) {
    show_perft(f, arguments, false);
}

static void do_divide(Frontend *f, Word arguments) {
    show_perft(f, arguments, true);
}

static void do_key(Frontend *f, Word arguments) {
    (void)arguments;
    show_key(f);
}

static void do_setboard(Frontend *f, Word arguments) {
    Position p;
    const char *defect;

    /* as it stands in a shell's command line */
    if (arguments.length >= 2 && arguments.at[0] == '"' &&
        arguments.at[arguments.length - 1] == '"')
        arguments = (Word){arguments.at + 1, arguments.length - 2};
    defect = fen_parse(&p, arguments, false);
    if (defect) {
        frontend_say(f, "That position cannot be played: %s.", defect);
        return;
    }
    frontend_set_up(f, &p);
    f->ours = color_other(position_turn(&p));
    show_board(f, f->console.flipped);
    tell_result(f);
}

static void do_moves(Frontend *f, Word arguments) {
    const Position *p = gameline_now(&f->line);
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    char buffer[80];
    Text text = text_in(buffer, sizeof buffer);

    (void)arguments;
    for (size_t i = 0; i < count; i++) {
        if (text.length > 64) {
            frontend_say_text(f, buffer);
            text = text_in(buffer, sizeof buffer);
        }
        if (text.length)
            text_add_char(&text, ' ');
        notation_write_san(&text, p, list[i]);
    }
    if (text.length)
        frontend_say_text(f, buffer);
    frontend_say(f, "%d legal moves", (int)count);
}

static void do_st(Frontend *f, Word arguments) {
    int64_t ms;

    if (!word_thousandths(arguments, 86400000, &ms) || !ms) {
        frontend_say_text(
            f, "st wants seconds for each of my moves, from 0.001 to 86400, as in: st 2.5");
        return;
    }
    f->time.move_ms = ms;
}

static void do_sd(Frontend *f, Word arguments) {
    int64_t depth;

    if (!word_number(arguments, 0, MAX_DEPTH, &depth)) {
        frontend_say(f, "sd wants a number of plies from 0 (no limit) to %d, as in: sd 8",
                     (int)MAX_DEPTH);
        return;
    }
    f->time.depth = (int)depth;
}

static void set_book(Frontend *f, const char *own, Word file) {
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);
    const char *defect;
    OptionId id;

    if ((defect = frontend_set_option(f, word_of("BookFile"), file, &id))) {
        text_add(&text, "I cannot play from \"");
        text_add_quoted(&text, file, 60);
        text_addf(&text, "\": %s.", defect);
        frontend_say_text(f, buffer);
        return;
    }
    frontend_set_option(f, word_of("OwnBook"), word_of(own), &id);
    frontend_say_text(f, file.length ? "I play from this book now." : "I play without a book now.");
}

static void do_book(Frontend *f, Word arguments) {
    if (!arguments.length)
        common_show_book(f);
    else if (word_is(arguments, "off"))
        set_book(f, "0", (Word){"", 0});
    else
        set_book(f, "1", arguments);
}

static void do_move_now(Frontend *f, Word arguments) {
    (void)arguments;
    if (f->busy == THINKING)
        engine_stop(f->engine);
    else if (f->over)
        say_over(f);
    else
        frontend_say_text(f, "It is your turn.");
}

/* A person leaves at once; behind the lines of a script the moves they ask for come first. */
static void do_quit(Frontend *f, Word arguments) {
    if (f->terminal)
        common_quit(f, arguments);
    else
        frontend_finish(f);
}

static void do_help(Frontend *f, Word arguments);

static const Command commands[] = {
    {"help", do_help, WHILE_THINKING, "this list"},
    {"new", do_new, INSTEAD_OF_MOVING, "a new game; you play White"},
    {"go", do_go, AFTER_THE_MOVE, "I play the side to move, from now on"},
    {"undo", do_undo, INSTEAD_OF_MOVING, "take your last move back"},
    {"force", do_force, INSTEAD_OF_MOVING, "you move for both sides"},
    {"?", do_move_now, WHILE_THINKING, "I move at once"},
    {"d", do_board, WHILE_THINKING, "show the board"},
    {"flip", do_flip, WHILE_THINKING, "turn the board"},
    {"moves", do_moves, WHILE_THINKING, "list the legal moves"},
    {"fen", do_fen, WHILE_THINKING, "show the position as FEN"},
    {"eval", do_eval, WHILE_THINKING, "what I think of the position at first sight, term by term"},
    {"key", do_key, WHILE_THINKING, "the position's Zobrist key"},
    {"perft", do_perft, WHILE_THINKING, "PLIES: count the positions that far from here"},
    {"divide", do_divide, WHILE_THINKING, "PLIES: the same for each move"},
    {"setboard", do_setboard, INSTEAD_OF_MOVING, "FEN: set a position up; you are to move"},
    {"st", do_st, WHILE_THINKING, "SECONDS for each of my moves"},
    {"sd", do_sd, WHILE_THINKING, "PLIES: think no deeper; 0 for no limit"},
    {"book", do_book, AFTER_THE_MOVE, "its moves here; FILE: play from that Polyglot book; off"},
    {"xboard", common_xboard, INSTEAD_OF_MOVING, "talk to XBoard from here on"},
    {"uci", common_uci, INSTEAD_OF_MOVING, "talk to a UCI program from here on"},
    {"quit", do_quit, WHILE_THINKING, "leave; so does exit"},
    {"exit", do_quit, WHILE_THINKING, NULL},
    {NULL, NULL, WHILE_THINKING, NULL},
};

static void do_help(Frontend *f, Word arguments) {
    (void)arguments;
    frontend_say_text(f, "Type a move: e4, Nf3, exd5, O-O, e8=Q, or e2e4, e7e8q. Or a command:");
    for (const Command *c = commands; c->name; c++)
        if (c->help)
            frontend_say(f, "  %-9s %s", c->name, c->help);
}

static const Command a_move = {"", do_move, AFTER_THE_MOVE, NULL};
static const Command unknown = {"", do_unknown, WHILE_THINKING, NULL};

static const Command *otherwise(Frontend *f, Word line) {
    return !line.length ? NULL : common_is_move(f, line) ? &a_move : &unknown;
}

/* Ask for the next line, unless it is our turn: then there is nothing to ask for yet. */
static void prompt(Frontend *f) {
    char buffer[64];
    const Position *p = gameline_now(&f->line);
    int n;

    if (!f->terminal || f->busy != IDLE)
        return;
    if (f->over)
        n = snprintf(buffer, sizeof buffer, "Game over: ");
    else
        n = snprintf(buffer, sizeof buffer, "%s (%d): ", p->board.turn == WHITE ? "White" : "Black",
                     p->fullmove_number);
    if (!f->output(f->output_context, buffer, (size_t)n))
        f->leaving = true;
}

const Protocol console_protocol = {"console", commands, otherwise, hear_thought,
                                   hear_move, prompt,   true,      ""};

void console_welcome(Frontend *f) {
    f->time.move_ms = 2000;
    if (!f->terminal)
        return;
    frontend_say_text(f, "Alula " ALULA_VERSION ", a chess engine. You play White; type a move, "
                         "go to play Black, or help.");
    show_board(f, f->console.flipped);
}
