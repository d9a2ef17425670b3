/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "refusal.h"

#include <string.h>

#include "chess/movegen.h"

/* --- words ------------------------------------------------------------------------------------ */

static void add_square(Text *out, const char *before, Square s) {
    text_add(out, before);
    notation_write_square(out, s);
}

/* Adds a piece, as in "the knight on g1". */
static void add_piece(Text *out, const char *before, const Position *p, Square s) {
    text_addf(out, "%sthe %s", before, piece_name(position_on(p, s)));
    add_square(out, " on ", s);
}

/* --- attacks ---------------------------------------------------------------------------------- */

/* Returns the enemy pieces that would attack a square with this occupancy. */
static Bitboard enemies_at(const Position *p, Square s, Bitboard occupied) {
    const Board *b = &p->board;

    return board_attackers(b, s, occupied) & b->color[color_other(position_turn(p))] & occupied;
}

/* Returns true for an en passant capture that is legal except for check. */
static bool takes_ep(const Position *p, Square from, Square to) {
    return position_on(p, from) == PAWN && to == p->board.ep_square &&
           bb_has(attacks_pawn(position_turn(p), from), to);
}

/* Returns the checkers after a move that is illegal only because of check. */
static Bitboard checkers_after(const Position *p, Square from, Square to) {
    const Color us = position_turn(p);
    Bitboard occupied = (board_occupied(&p->board) & ~bb_of(from)) | bb_of(to);
    const Square king = position_on(p, from) == KING ? to : board_king(&p->board, us);

    if (takes_ep(p, from, to))
        occupied &= ~bb_back(bb_of(to), us);
    return enemies_at(p, king, occupied) & ~bb_of(to);
}

/* Returns the moves of a piece on an empty board; for a pawn, forward and to both sides. */
static Bitboard reach(const Position *p, Square from, Piece piece) {
    const Color us = position_turn(p);
    const Bitboard pawn = bb_of(from);
    Bitboard set;

    if (piece != PAWN)
        return attacks_of(piece, from, 0);
    set = attacks_pawn(us, from) | bb_forward(pawn, us);
    if (relative_rank(us, square_rank(from)) == 1)
        set |= bb_forward(bb_forward(pawn, us), us);
    return set;
}

/* --- one piece -------------------------------------------------------------------------------- */

/* Explains that the king is, or would be, in check. */
static void say_check(Text *out, const Position *p, Square from, Square to) {
    const Bitboard after = checkers_after(p, from, to), still = after & p->checkers;

    if (!after) {
        text_add(out, "not a legal move here");
    } else if (position_on(p, from) == KING) {
        add_square(out, "your king would be in check on ", to);
        add_piece(out, " from ", p, bb_first(after));
    } else if (still && more_than_one(p->checkers)) {
        text_add(out, "you are in check from two pieces, so the king must move");
    } else if (still) {
        add_piece(out, "you are in check from ", p, bb_first(still));
    } else {
        add_piece(out, "", p, from);
        add_piece(out, " is pinned to your king by ", p, bb_first(after));
    }
}

static void say_way(Text *out, const Position *p, Square from, Square blocker) {
    add_piece(out, "", p, blocker);
    add_piece(out, " is in the way of ", p, from);
}

/* Explains why a pawn's move is not pseudo-legal. Returns false for a pseudo-legal move. */
static bool say_pawn(Text *out, const Position *p, Square from, Square to) {
    const Color us = position_turn(p);
    const int steps = relative_rank(us, square_rank(to)) - relative_rank(us, square_rank(from));
    const int files = square_file(to) - square_file(from);
    const Bitboard way = attacks_between(from, to) | bb_of(to);
    const Bitboard blockers = way & board_occupied(&p->board);

    if (!files && steps == 2 && relative_rank(us, square_rank(from)) != 1) {
        add_piece(out, "", p, from);
        text_add(out, " has left its first square, so it moves one square only");
    } else if (!bb_has(reach(p, from, PAWN), to)) {
        add_piece(out, "", p, from);
        add_square(out, steps < 0 ? " cannot go back to " : " cannot go to ", to);
    } else if (files && (bb_has(board_occupied(&p->board), to) || takes_ep(p, from, to))) {
        return false;
    } else if (files) {
        const Square beside = square_make(square_file(to), square_rank(from));
        const Bitboard pawns = board_pieces(&p->board, color_other(us), PAWN);

        add_square(out, "a pawn moves diagonally only to capture, and on ", to);
        text_add(out, " there is nothing to take");
        if (bb_has(pawns, beside) && relative_rank(us, square_rank(from)) == 4)
            text_add(out, ", nor en passant");
    } else if (blockers) {
        say_way(out, p, from, us == WHITE ? bb_first(blockers) : bb_last(blockers));
    } else {
        return false;
    }
    return true;
}

/* Returns the first piece in the way of a slider; NO_SQUARE if the way is free. */
static Square blocker_on(const Position *p, Square from, Square to) {
    const Bitboard set = attacks_between(from, to) & board_occupied(&p->board);

    return !set ? NO_SQUARE : to > from ? bb_first(set) : bb_last(set);
}

/* Explains why this piece cannot go there, including the safety of the king. */
static void say_piece(Text *out, const Position *p, Square from, Square to, Piece promotion) {
    const Color us = position_turn(p);
    const Piece piece = position_on(p, from);

    if (from == to) {
        text_addf(out, "your %s stands", piece_name(piece));
        add_square(out, " on ", to);
        text_add(out, " already");
    } else if (bb_has(p->board.color[us], to)) {
        text_addf(out, "your own %s", piece_name(position_on(p, to)));
        add_square(out, " stands on ", to);
    } else if (piece == PAWN && say_pawn(out, p, from, to)) {
        return;
    } else if (!bb_has(reach(p, from, piece), to)) {
        add_piece(out, "", p, from);
        add_square(out, " cannot go to ", to);
    } else if (piece != PAWN && blocker_on(p, from, to) != NO_SQUARE) {
        say_way(out, p, from, blocker_on(p, from, to));
    } else if (promotion != NO_PIECE &&
               (piece != PAWN || relative_rank(us, square_rank(to)) != 7)) {
        text_add(out, "only a pawn that reaches the last rank is promoted");
    } else {
        say_check(out, p, from, to);
    }
}

/* --- castling --------------------------------------------------------------------------------- */

/* Returns the squares from a to b on one rank, both included. */
static Bitboard row(Square a, Square b) {
    return attacks_between(a, b) | bb_of(a) | bb_of(b);
}

/* Explains why castling to this side is illegal, or else how to write it. */
static void say_castling(Text *out, const Position *p, bool king_side) {
    const Board *b = &p->board;
    const Color us = position_turn(p);
    const Square king = board_king(b, us);
    Bitboard rooks = b->castling & b->color[us], way;
    Square rook;

    rooks &= king_side ? ~(bb_of(king) | (bb_of(king) - 1)) : bb_of(king) - 1;
    if (!rooks) {
        text_addf(out, "%s has lost the right to castle on the %s side", color_name(us),
                  king_side ? "king" : "queen");
        return;
    }
    rook = bb_first(rooks);
    way = row(king, castling_king_to(king, rook)) | row(rook, castling_rook_to(king, rook)) |
          row(king, rook);
    way &= board_occupied(b) & ~(bb_of(king) | bb_of(rook));
    if (p->checkers) {
        add_piece(out, "you cannot castle out of the check from ", p, bb_first(p->checkers));
        return;
    }
    if (way) {
        add_piece(out, "", p, bb_first(way));
        text_add(out, " is in the way of castling");
        return;
    }
    for (way = row(king, castling_king_to(king, rook)); way;) {
        const Square s = pop_lsb(&way);
        const Bitboard enemies = enemies_at(p, s, board_occupied(b) & ~(bb_of(king) | bb_of(rook)));

        if (!enemies)
            continue;
        add_square(out, "the king cannot castle over ", s);
        add_piece(out, ", which is attacked by ", p, bb_first(enemies));
        return;
    }
    text_addf(out, "castling is written %s", king_side ? "O-O" : "O-O-O");
}

/* Returns true if a king's move means castling: two steps from the e-file, or onto its own rook. */
static bool means_castling(const Position *p, Square from, Square to) {
    const Color us = position_turn(p);
    const int files = square_file(to) - square_file(from);

    if (position_on(p, from) != KING || relative_rank(us, square_rank(from)) != 0 ||
        square_rank(to) != square_rank(from))
        return false;
    return bb_has(p->board.castling & p->board.color[us], to) ||
           (square_file(from) == 4 && (files == 2 || files == -2));
}

/* --- the intended piece ----------------------------------------------------------------------- */

static void say_move(Text *out, const Position *p, Square from, const ParsedMove *parsed) {
    if (means_castling(p, from, parsed->to))
        say_castling(out, p, parsed->to > from);
    else
        say_piece(out, p, from, parsed->to, parsed->promotion);
}

/* Explains a move whose origin is given. */
static void say_from(Text *out, const Position *p, Square from, const ParsedMove *parsed) {
    const Color us = position_turn(p);
    const Piece piece = position_on(p, from);

    if (piece == NO_PIECE) {
        add_square(out, "nothing stands on ", from);
    } else if (!bb_has(p->board.color[us], from)) {
        add_piece(out, "", p, from);
        text_addf(out, " is %s's, and %s is to move", color_name(color_other(us)), color_name(us));
    } else if (parsed->piece != NO_PIECE && parsed->piece != piece) {
        add_square(out, "the piece on ", from);
        text_addf(out, " is a %s, not a %s", piece_name(piece), piece_name(parsed->piece));
    } else {
        say_move(out, p, from, parsed);
    }
}

/* Chooses the piece to explain among several: the piece that comes closest to making the move. */
static Square most_likely(const Position *p, Bitboard from, Piece piece, Square to) {
    Square best = NO_SQUARE;

    while (from) {
        const Square s = pop_lsb(&from);
        if (!bb_has(reach(p, s, piece), to))
            continue;
        if (blocker_on(p, s, to) == NO_SQUARE)
            return s;
        best = s;
    }
    return best;
}

/* Explains a move with the kind of piece, and perhaps its file or rank. */
static void say_kind(Text *out, const Position *p, const ParsedMove *parsed) {
    const Piece piece = parsed->piece == NO_PIECE ? PAWN : parsed->piece;
    const Color us = position_turn(p);
    Bitboard from = board_pieces(&p->board, us, piece);
    int file = parsed->file;
    Square likely;

    if (piece == PAWN && file < 0 && parsed->rank < 0 &&
        !bb_has(p->board.color[color_other(us)], parsed->to))
        file = square_file(parsed->to); /* a pawn move without a capture */
    if (file >= 0)
        from &= bb_file(file);
    if (parsed->rank >= 0)
        from &= bb_rank(parsed->rank);
    likely = most_likely(p, from, piece, parsed->to);
    if (likely == NO_SQUARE && from && !more_than_one(from))
        likely = bb_first(from);
    if (likely != NO_SQUARE) {
        say_move(out, p, likely, parsed);
    } else if (from) {
        text_addf(out, "no %s of yours can go", piece_name(piece));
        add_square(out, " to ", parsed->to);
    } else {
        text_addf(out, "you have no %s", piece_name(piece));
        if (file >= 0)
            text_addf(out, " on the %c-file", 'a' + file);
        else if (parsed->rank >= 0)
            text_addf(out, " on rank %d", parsed->rank + 1);
    }
}

/* Explains that several pieces can make the move: names them, and two ways to write it. */
static void say_ambiguous(Text *out, const Position *p, const ParsedMove *parsed) {
    const Piece piece = parsed->piece == NO_PIECE ? PAWN : parsed->piece;
    Move list[MAX_MOVES], one = NO_MOVE, two = NO_MOVE;
    const size_t count = movegen_all(&p->board, list);

    for (size_t i = 0; i < count; i++) {
        const Square from = move_from(list[i]);

        if (move_to(list[i]) != parsed->to || position_on(p, from) != piece ||
            (parsed->file >= 0 && square_file(from) != parsed->file) ||
            (parsed->rank >= 0 && square_rank(from) != parsed->rank) ||
            (one != NO_MOVE && from == move_from(one)) ||
            (move_promotion(list[i]) != NO_PIECE &&
             move_promotion(list[i]) !=
                 (parsed->promotion == NO_PIECE ? QUEEN : parsed->promotion)))
            continue;
        if (one != NO_MOVE) {
            two = list[i];
            break;
        }
        one = list[i];
    }
    add_piece(out, "", p, move_from(one));
    add_piece(out, " and ", p, move_from(two));
    text_addf(out, " can both go there: write %s or %s", SAN_OF(p, one), SAN_OF(p, two));
}

Word refusal_square(Word word) {
    Word w = text_word(&word), square = {"", 0};
    size_t i = 0;
    Square s;

    while (w.length && strchr("+#!?", w.at[w.length - 1]))
        w.length--;
    while (square.length < w.length && square.length < 2 &&
           text_is_digit(w.at[w.length - 1 - square.length]))
        square.length++;
    if (!square.length || ++square.length > w.length)
        return (Word){"", 0};
    square.at = w.at + w.length - square.length;
    i = strchr("KQRBN", *w.at) && w.at < square.at;
    while (w.at + i < square.at && strchr("abcdefgh12345678x-", w.at[i]))
        i++;
    return w.at + i == square.at && *square.at >= 'a' && *square.at <= 'z' &&
                   !notation_read_square(&s, square)
               ? square
               : (Word){"", 0};
}

void refusal_write(Text *out, const Position *p, Word move) {
    ParsedMove parsed;
    Move ignored;
    const MoveError error = notation_parse_as(&ignored, &parsed, p, move);

    if (refusal_square(move).length) {
        text_add_word(out, refusal_square(move));
        text_add(out, " is not a square; squares are a1 to h8");
    } else if (error == MOVE_UNREADABLE)
        text_add(out, "that is not a move; moves look like e4, Nf3 or e7e8q");
    else if (error == MOVE_AMBIGUOUS)
        say_ambiguous(out, p, &parsed);
    else if (parsed.castling)
        say_castling(out, p, parsed.castling == 1);
    else if (parsed.file >= 0 && parsed.rank >= 0)
        say_from(out, p, square_make(parsed.file, parsed.rank), &parsed);
    else
        say_kind(out, p, &parsed);
    text_add_char(out, '.');
}
