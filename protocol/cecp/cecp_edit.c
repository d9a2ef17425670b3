/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edit mode of CECP, which sets up a position piece by piece. */
#include "cecp.h"
#include "cecp_state.h"
#include "chess/fen.h"
#include "protocol/common.h"

/*
 * Completes the position: derives castling rights, assumed where king and rook are at home as the
 * document requires, and all else. Returns NULL, or why the position is illegal.
 */
static const char *complete(Position *p, bool chess960) {
    Board *b = &p->board;
    const char *error;

    b->ep_square = NO_SQUARE;
    b->castling = 0;
    for (const char *letter = "KQkq"; *letter; letter++)
        b->castling |= fen_castling_rook(b, *letter, chess960);
    p->halfmove_clock = 0;
    p->fullmove_number = 1;
    if (!(error = position_error(p)))
        position_derive(p);
    return error;
}

static void edit_clear(Frontend *f, Word arguments) {
    Position *p = &cecp_state(f)->edited;
    const uint8_t turn = p->board.turn;

    position_clear(p);
    p->board.turn = turn; /* the side to move stays */
}

static void edit_change_color(Frontend *f, Word arguments) {
    cecp_state(f)->edit_color = color_other(cecp_state(f)->edit_color);
}

/* Places a piece of the current color, as in "Pa4"; "xa4" clears a4. */
static void edit_put(Frontend *f, Word w) {
    Position *p = &cecp_state(f)->edited;
    Color c;
    Piece piece;
    Square s;

    if (!fen_read_placed(w, &c, &piece, &s) || c != WHITE) {
        common_refuse(f, "Error", "unknown command", w);
        return;
    }
    position_empty(p, s);
    if (piece != NO_PIECE)
        position_put(p, cecp_state(f)->edit_color, piece, s);
}

static void edit_leave(Frontend *f, Word arguments) {
    Position p = cecp_state(f)->edited;

    frontend_speak(f, &cecp_protocol);
    cecp_set_up(f, complete(&p, f->game.chess960) ? NULL : &p);
}

/* Edit mode has its own table, as its short commands have no meaning elsewhere. */
static const Command edit_commands[] = {
    {"#", edit_clear, NOW, 0, "clear the board"},
    {"c", edit_change_color, NOW, 0, "change the color of the next pieces"},
    {".", edit_leave, NOW, 0, "done"},
    {"castle", common_ignore, NOW, 0, NULL}, /* both sent by ChessBase */
    {"ep", common_ignore, NOW, 0, NULL},
    {"quit", common_quit, NOW, URGENT, "leave the program"},
    {"ping", cecp_ping, NOW, 0, NULL},
    {NULL, NULL, NOW, 0, NULL},
};

static const Command *edit_otherwise(Frontend *f, Word *line) {
    static const Command put = {"", edit_put, NOW, 0, NULL};

    return line->length ? &put : NULL;
}

const Protocol cecp_edit_protocol = {
    .name = "edit",
    .commands = edit_commands,
    .otherwise = edit_otherwise,
    .on_info = cecp_on_info,
    .on_move = cecp_on_move,
    .refuse = frontend_say_text,
    .message_prefix = "telluser ",
};
