/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets up positions: from a FEN, or in a mode that edits them piece by piece. */
#include <string.h>

#include "chess/fen.h"
#include "console.h"
#include "console_game.h"
#include "console_state.h"
#include "handlers.h"
#include "path.h"
#include "play.h"

/* --- whole positions ------------------------------------------------------------------------- */

void console_setboard(Frontend *f, Word arguments) {
    bool chess960 = f->game.chess960;
    const char *error;
    Position p;

    if ((error = fen_parse_either(&p, console_unquoted(arguments), &chess960))) {
        console_refuse(f, "That position cannot be played: %s.", error);
        if (console_state(f)->analyzing && f->search.busy == IDLE)
            frontend_analyze(f, ANALYZING);
        return;
    }
    console_set_up(f, &p, chess960);
}

/* --- the mode -------------------------------------------------------------------------------- */

static Position *edited(Frontend *f) {
    return &console_state(f)->setup.position;
}

/* Shows the position that is being edited. */
static void show_edited(Frontend *f) {
    GameLine game = f->game.line, picture = {.position = edited(f)};
    Position *p = edited(f);

    p->checkers = 0; /* not necessarily legal yet */
    f->game.line = picture;
    console_show_board(f);
    f->game.line = game;
    frontend_say(f, "%s is to move.", color_name(position_turn(p)));
}

void console_setup(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);

    c->setup.thinking = f->search.busy == THINKING; /* a NOW command: no search was halted yet */
    console_leave_analysis(f);
    c->setup.position = *frontend_now(f);
    c->setup.black = false;
    c->setup.before = f->protocol;
    f->protocol = &console_setup_protocol;
    frontend_say_text(f, "Setting up: put Ke1, remove e4, move a1 b1, clear, white, black, fen. "
                         "(Type \"help\" for all commands, \"exit\" to play.)");
    show_edited(f);
}

static void do_turn(Frontend *f, Color turn) {
    Position *p = edited(f);

    if (position_turn(p) != turn)
        p->board.ep_square = NO_SQUARE;
    p->board.turn = (uint8_t)turn;
}

static void do_white(Frontend *f, Word arguments) {
    do_turn(f, WHITE);
}

static void do_black(Frontend *f, Word arguments) {
    do_turn(f, BLACK);
}

static void do_castle(Frontend *f, Word arguments) {
    Bitboard castling = 0;

    for (size_t i = 0; i < arguments.length && !word_is(arguments, "-"); i++) {
        const Bitboard rook = fen_castling_rook(&edited(f)->board, arguments.at[i], true);
        if (!rook) {
            console_refuse(
                f, "castle needs letters of KQkq whose king and rook are on their home squares, or "
                   "- for none, as in: castle KQkq");
            return;
        }
        castling |= rook;
    }
    if (!arguments.length)
        console_refuse(f, "castle needs letters of KQkq, or - for none, as in: castle KQkq");
    else
        edited(f)->board.castling = castling;
}

/* Drops castling rights whose king or rook is not in place, and the en passant square. */
static void mend_rights(Position *p) {
    for (Color c = WHITE; c <= BLACK; c++) {
        const Bitboard home = bb_rank(relative_rank(c, 0));
        const Bitboard rooks = board_pieces(&p->board, c, ROOK) & home;
        p->board.castling &= ~home | (board_pieces(&p->board, c, KING) & home ? rooks : 0);
    }
    p->board.ep_square = NO_SQUARE;
}

static void do_clear(Frontend *f, Word arguments) {
    const uint8_t turn = edited(f)->board.turn;

    position_clear(edited(f));
    edited(f)->board.turn = turn;
    show_edited(f);
}

static void do_put(Frontend *f, Word arguments) {
    Position p = *edited(f);
    Word w;

    if (!console_needs(f, arguments, "put needs pieces with their squares, as in: put Ke1 pe7"))
        return;
    while ((w = text_word(&arguments)).length) {
        Square s;
        Color c;
        Piece piece;

        if (!fen_read_placed(w, &c, &piece, &s)) {
            console_refuse_words(f, w,
                                 "this is not a piece and a square, as in: put Ke1 pe7 (small "
                                 "letters are Black's)");
            return;
        }
        position_empty(&p, s);
        if (piece != NO_PIECE) /* after `c`, all pieces are Black's */
            position_put(&p, console_state(f)->setup.black ? BLACK : c, piece, s);
        mend_rights(&p);
    }
    *edited(f) = p;
    show_edited(f);
}

static void do_color(Frontend *f, Word arguments) {
    ConsoleState *c = console_state(f);

    c->setup.black = !c->setup.black;
    frontend_say_text(f, c->setup.black ? "All pieces are Black's now, until c."
                                        : "Capital letters are White's again, small ones Black's.");
}

static void do_remove(Frontend *f, Word arguments) {
    Position p = *edited(f);
    Word w;

    if (!console_needs(f, arguments, "remove needs squares, as in: remove e4"))
        return;
    while ((w = text_word(&arguments)).length) {
        Square s;
        if (!notation_read_square(&s, w) || position_on(&p, s) == NO_PIECE) {
            console_refuse_words(f, w, "that is not a square with a piece.");
            return;
        }
        position_empty(&p, s);
        mend_rights(&p);
    }
    *edited(f) = p;
    show_edited(f);
}

static void do_move(Frontend *f, Word arguments) {
    Position *p = edited(f);
    Word first = text_word(&arguments), second = text_word(&arguments);
    Square from, to;
    Piece piece;
    Color c;

    if (first.length == 4 && !second.length) {
        second = (Word){first.at + 2, 2};
        first.length = 2;
    }
    if (!notation_read_square(&from, first) || !notation_read_square(&to, second) ||
        position_on(p, from) == NO_PIECE || from == to) {
        console_refuse(f, "Name the square of a piece and another square, as in: move a1 b1");
        return;
    }
    piece = position_on(p, from);
    c = bb_has(p->board.color[WHITE], from) ? WHITE : BLACK;
    position_empty(p, from);
    position_empty(p, to);
    position_put(p, c, piece, to);
    mend_rights(p);
    show_edited(f);
}

static void do_epsq(Frontend *f, Word arguments) {
    Position p = *edited(f);
    Square s = NO_SQUARE;
    const char *error;

    if (!word_is(arguments, "-") && !notation_read_square(&s, arguments)) {
        console_refuse(f,
                       "epsq needs the square that a pawn passed over, or - for none, as in: epsq "
                       "e3");
        return;
    }
    p.board.ep_square = (uint8_t)s;
    if ((error = position_ep_error(&p)))
        console_refuse(f, "It cannot be set: %s.", error);
    else
        *edited(f) = p;
}

static void do_fifty(Frontend *f, Word arguments) {
    int64_t n;

    if (word_number(arguments, 0, 150, &n))
        edited(f)->halfmove_clock = (int)n;
    else
        console_refuse(f, "fifty needs plies without capture or pawn move, from 0 to 150, as in: "
                          "fifty 20");
}

/* Sets a whole rank, as in a FEN: rank 6 3p2p1. */
static void do_rank(Frontend *f, Word arguments) {
    Position p = *edited(f);
    const Word number = text_word(&arguments), squares = text_rest(arguments);
    int64_t rank;
    int file = 0;
    bool good = word_number(number, 1, 8, &rank) && squares.length;

    for (int i = 0; good && i < 8; i++)
        position_empty(&p, square_make(i, (int)rank - 1));
    for (size_t i = 0; good && i < squares.length; i++) {
        const char letter = squares.at[i];
        Piece piece;
        Color c;

        if (letter >= '1' && letter <= '8')
            file += letter - '0';
        else if ((good = file < 8 && fen_read_letter(letter, &c, &piece)))
            position_put(&p, c, piece, square_make(file++, (int)rank - 1));
    }
    if (!good || file != 8) {
        console_refuse(f, "rank needs a number and eight squares as in a FEN: rank 6 3p2p1");
        return;
    }
    mend_rights(&p);
    *edited(f) = p;
    show_edited(f);
}

static void do_fen(Frontend *f, Word arguments) {
    bool chess960 = f->game.chess960;
    const char *error;
    Position p;

    if (!arguments.length)
        frontend_say_whole(f, FEN_OF(edited(f)));
    else if ((error = fen_parse_either(&p, console_unquoted(arguments), &chess960)))
        console_refuse(f, "That is not a position: %s.", error);
    else {
        *edited(f) = p;
        show_edited(f);
    }
}

static void do_new(Frontend *f, Word arguments) {
    do_fen(f, word_of(FEN_START));
}

static void do_show(Frontend *f, Word arguments) {
    show_edited(f);
}

static void do_flip(Frontend *f, Word arguments) {
    console_state(f)->look.flipped = !console_state(f)->look.flipped;
    do_show(f, arguments);
}

static void do_cancel(Frontend *f, Word arguments) {
    f->protocol = console_state(f)->setup.before;
    frontend_say_text(f, "The position is unchanged.");
    if (console_state(f)->setup.thinking)
        console_continue(f);
    else
        console_show_board(f);
}

/* Returns true if the position equals that of the game, whose moves are then kept. */
static bool is_unchanged(Frontend *f) {
    return !strcmp(FEN_OF(frontend_now(f)), FEN_OF(edited(f)));
}

/* Starts a game from this position, if it is legal. */
static void do_exit(Frontend *f, Word arguments) {
    Position p = *edited(f);
    bool chess960 = f->game.chess960;
    const char *error = position_error(&p);

    if (!error && is_unchanged(f)) { /* a FEN requires kings */
        do_cancel(f, arguments);
        return;
    }
    if (!error) {
        position_derive(&p);
        /* to check whether it requires Chess960 castling */
        error = fen_parse_either(&p, word_of(FEN_OF(&p)), &chess960);
    }
    if (error) {
        console_refuse(f, "The position cannot be played yet: %s. (Type \"cancel\" to go back.)",
                       error);
        return;
    }
    f->protocol = console_state(f)->setup.before;
    p.halfmove_clock = edited(f)->halfmove_clock;
    console_set_up(f, &p, chess960);
}

static void do_interrupt(Frontend *f, Word arguments) {
    frontend_say_text(f, "(Press Ctrl-C again to quit.)");
}

static ConsoleHandler do_help;

static const Command commands[] = {
    {"put", do_put, NOW, 0,
     "PIECE+SQUARE...: put Ke1 pe7 (small letters are Black's); put may be omitted"},
    {"remove", do_remove, NOW, 0, "SQUARE...: remove e4"},
    {"move", do_move, NOW, 0, "SQUARE SQUARE: move a1 b1"},
    {"rank", do_rank, NOW, 0, "N SQUARES: set a whole rank, as in a FEN: rank 6 3p2p1"},
    {"c", do_color, NOW, ALONE, "put only Black's pieces; repeated: both colors"},
    {"clear", do_clear, NOW, ALONE, "clear the board"},
    {"new", do_new, NOW, ALONE, "the start position"},
    {"white", do_white, NOW, ALONE, "White is to move"},
    {"black", do_black, NOW, ALONE, "Black is to move"},
    {"castle", do_castle, NOW, 0, "KQkq: castling rights; - for none"},
    {"epsq", do_epsq, NOW, 0, "SQUARE: the en passant square; - for none"},
    {"fifty", do_fifty, NOW, 0, "N: plies without capture or pawn move"},
    {"fen", do_fen, NOW, 0, "FEN: the whole position; alone, show it"},
    {"d", do_show, NOW, ALONE, "show the board"},
    {"r", do_flip, NOW, ALONE, "turn the board"},
    {".", do_exit, NOW, ALONE, "the same as exit"},
    {"exit", do_exit, NOW, ALONE, "play from this position; you move first"},
    {"cancel", do_cancel, NOW, ALONE, "return to the unchanged game"},
    {"help", do_help, NOW, ALONE, "show this list"},
    {"quit", console_quit, NOW, ALONE, "leave the program"},
    {CONSOLE_INTERRUPT, do_interrupt, NOW, 0, NULL},
    {NULL, NULL, NOW, 0, NULL},
};

static void do_help(Frontend *f, Word arguments) {
    for (const Command *c = commands; c->name; c++)
        if (c->help)
            frontend_say(f, "  %-7s %s", c->name, c->help);
}

static void do_unknown(Frontend *f, Word line) {
    console_refuse_words(f, line,
                         "not a command of setup; type \"help\" to list them, \"exit\" or "
                         "\"cancel\" to leave.");
}

static const Command *otherwise(Frontend *f, Word *line) {
    static const Command put = {"", do_put, NOW, 0, NULL}, unknown = {"", do_unknown, NOW, 0, NULL};
    Word rest = *line;
    Square s;
    Color color;
    Piece piece;

    if (!line->length || *line->at == '#')
        return NULL;
    return fen_read_placed(text_word(&rest), &color, &piece, &s) ? &put : &unknown;
}

static void prompt(Frontend *f) {
    if (f->out.terminal && !f->out.prompted && !output_prompt(&f->out, "setup> "))
        f->leaving = true;
}

const Protocol console_setup_protocol = {
    .name = "setup",
    .commands = commands,
    .otherwise = otherwise,
    .on_info = console_on_info,
    .on_move = console_on_move,
    .refuse = console_refuse_text,
    .on_set_up = console_game_set_up,
    .prompt = prompt,
    .on_idle = console_on_idle,
    .finishes = true,
    .scripts = true,
    .message_prefix = "",
};
