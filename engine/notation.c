/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "notation.h"

#include <string.h>

#include "movegen.h"

static const char letters[] = "PNBRQK";

const char *move_fault_text(MoveFault fault) {
    switch (fault) {
    case MOVE_NO_PIECE:
        return "no such piece";
    case MOVE_NOT_YOURS:
        return "not your turn";
    case MOVE_IN_CHECK:
        return "in check";
    case MOVE_INTO_CHECK:
        return "moving into check";
    case MOVE_AMBIGUOUS:
        return "ambiguous move";
    default:
        return NULL;
    }
}

/* What a text says of a move; -1, NO_PIECE and NO_SQUARE where it says nothing. */
typedef struct {
    Piece piece, promotion;
    int file, rank; /* of the square it starts from */
    Square to;
    int castling; /* 0 no, 1 king side, 2 queen side */
} Said;

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}
static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

static Piece letter_piece(char c) {
    const char *found = c ? strchr(letters, c) : NULL;
    return found ? (Piece)(found - letters) : NO_PIECE;
}

static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* The text without decoration: x - : = + # ! ? e.p. are dropped; false if it is too long. */
static bool bare(char out[8], Word text) {
    size_t n = 0;

    if (text.length > 4 && word_is((Word){text.at + text.length - 4, 4}, "e.p."))
        text.length -= 4;
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.at[i];
        if (c == 'x' || (c == 'X' && i) || c == '-' || c == ':' || c == '=' || c == '+' ||
            c == '#' || c == '!' || c == '?' || c == '(' || c == ')')
            continue;
        if (n == 7 || c <= ' ' || c > 'z')
            return false;
        out[n++] = c;
    }
    memset(out + n, '\0', 8 - n);
    return n >= 2;
}

static int castling_said(const char *s) {
    if (!strcmp(s, "OO") || !strcmp(s, "00") || !strcmp(s, "oo"))
        return 1;
    return !strcmp(s, "OOO") || !strcmp(s, "000") || !strcmp(s, "ooo") ? 2 : 0;
}

/* Read [piece][file][rank]square[promotion]; false if the text is not of that shape. */
static bool read_shape(Said *said, const char *s) {
    *said = (Said){NO_PIECE, NO_PIECE, -1, -1, NO_SQUARE, castling_said(s)};
    if (said->castling)
        return true;
    if (letter_piece(*s) != NO_PIECE)
        said->piece = letter_piece(*s++);
    if (is_file(s[0]) && is_rank(s[1]) && is_file(s[2]) && is_rank(s[3])) {
        said->file = s[0] - 'a';
        said->rank = s[1] - '1';
        s += 2;
    } else if (is_file(s[0]) && is_file(s[1]) && is_rank(s[2])) {
        said->file = *s++ - 'a';
    } else if (is_rank(s[0]) && is_file(s[1]) && is_rank(s[2])) {
        said->rank = *s++ - '1';
    }
    if (!is_file(s[0]) || !is_rank(s[1]))
        return false;
    said->to = square_make(s[0] - 'a', s[1] - '1');
    s += 2;
    if (*s) {
        said->promotion = letter_piece(upper(*s++));
        if (said->promotion == NO_PIECE || said->promotion == PAWN || said->promotion == KING)
            return false;
    }
    return !*s;
}

static bool has_origin(const Said *said) {
    return said->file >= 0 && said->rank >= 0;
}

/* Castling may be said as O-O, as the king's two steps, or as the king taking its rook. */
static bool castling_matches(const Position *p, Move m, const Said *said) {
    const Square from = move_from(m), rook = move_to(m);

    if (said->castling)
        return (said->castling == 1) == (rook > from);
    if (!has_origin(said) || (said->piece != NO_PIECE && said->piece != KING) ||
        said->promotion != NO_PIECE || square_make(said->file, said->rank) != from)
        return false;
    if (said->to == rook)
        return true;
    /* a step of one square is a king's move; only from the e-file do two steps mean castling */
    return square_file(from) == 4 && said->to == castling_king_to(from, rook) &&
           position_on(p, said->to) == NO_PIECE;
}

static bool matches(const Position *p, Move m, const Said *said) {
    const Square from = move_from(m);
    const Piece piece = position_on(p, from);

    if (position_is_castling(p, m))
        return castling_matches(p, m, said);
    if (said->castling || move_to(m) != said->to)
        return false;
    if (said->piece == NO_PIECE ? piece != PAWN && !has_origin(said) : piece != said->piece)
        return false;
    if ((said->file >= 0 && said->file != square_file(from)) ||
        (said->rank >= 0 && said->rank != square_rank(from)))
        return false;
    /* a promotion that is not named is to a queen */
    return move_promotion(m) == said->promotion ||
           (said->promotion == NO_PIECE && move_promotion(m) == QUEEN);
}

/* Would a piece of this kind, standing where the text says, go there if checks did not count? */
static bool would_go(const Position *p, const Said *said, Piece piece) {
    const Color us = position_turn(p);
    const Piece promotion =
        piece == PAWN && said->promotion == NO_PIECE && rank_for(us, square_rank(said->to)) == 7
            ? QUEEN
            : said->promotion;
    Bitboard from = board_pieces(&p->board, us, piece);
    Position unchecked = *p;

    unchecked.checkers = unchecked.pinned = 0;
    if (said->file >= 0)
        from &= bb_file(said->file);
    if (said->rank >= 0)
        from &= bb_rank(said->rank);
    if (piece == KING)
        return from && bb_has(attacks_king(bb_first(from)) & ~p->board.color[us], said->to);
    while (from)
        if (move_is_legal(&unchecked, move_make(bb_take(&from), said->to, promotion)))
            return true;
    return false;
}

/* Why no legal move is what the text says. */
static MoveFault explain(const Position *p, const Said *said) {
    const Board *b = &p->board;
    Piece piece = said->piece == NO_PIECE ? PAWN : said->piece;

    if (said->castling)
        return p->checkers ? MOVE_IN_CHECK : MOVE_ILLEGAL;
    if (has_origin(said)) {
        const Square from = square_make(said->file, said->rank);

        if (!bb_has(b->color[b->turn], from))
            return bb_has(board_occupied(b), from) ? MOVE_NOT_YOURS : MOVE_NO_PIECE;
        if (said->piece != NO_PIECE && said->piece != position_on(p, from))
            return MOVE_ILLEGAL;
        piece = position_on(p, from);
    }
    if (!would_go(p, said, piece))
        return MOVE_ILLEGAL;
    return p->checkers && piece != KING ? MOVE_IN_CHECK : MOVE_INTO_CHECK;
}

static MoveFault find(Move *out, const Position *p, const Said *said) {
    Move list[MAX_MOVES], found = NO_MOVE;
    const size_t count = movegen_all(&p->board, list);

    for (size_t i = 0; i < count; i++) {
        if (!matches(p, list[i], said))
            continue;
        /* "king takes rook" is the only text that can also name another move: it wins */
        if (found != NO_MOVE)
            return MOVE_AMBIGUOUS;
        found = list[i];
    }
    if (found == NO_MOVE)
        return explain(p, said);
    *out = found;
    return MOVE_FINE;
}

MoveFault notation_parse(Move *out, const Position *p, Word text) {
    char s[8];
    Said said;
    MoveFault fault;

    if (!bare(s, text))
        return MOVE_UNREADABLE;
    if (read_shape(&said, s)) {
        fault = find(out, p, &said);
        if (fault == MOVE_FINE || s[0] != 'b')
            return fault;
        /* "bc4" with a small b may still be meant as a bishop's move */
        s[0] = 'B';
        return read_shape(&said, s) && find(out, p, &said) == MOVE_FINE ? MOVE_FINE : fault;
    }
    /* forgiving about case: nf3, E2E4, E7E8Q, r1a3 */
    for (char *c = s; *c; c++)
        *c = is_rank(*c) ? *c : (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    fault = read_shape(&said, s) ? find(out, p, &said) : MOVE_UNREADABLE;
    if (fault == MOVE_FINE || letter_piece(upper(s[0])) == NO_PIECE)
        return fault;
    s[0] = upper(s[0]);
    return read_shape(&said, s) && (fault == MOVE_UNREADABLE || find(out, p, &said) == MOVE_FINE)
               ? find(out, p, &said)
               : fault;
}

static void write_square(Text *out, Square s) {
    text_add_char(out, (char)('a' + square_file(s)));
    text_add_char(out, (char)('1' + square_rank(s)));
}

void notation_write(Text *out, const Position *p, Move m) {
    const Square from = move_from(m);
    Square to = move_to(m);

    if (position_is_castling(p, m)) {
        if (square_file(from) != 4 || !(bb_of(to) & (FILE_A | FILE_H))) {
            text_add(out, to > from ? "O-O" : "O-O-O");
            return;
        }
        to = castling_king_to(from, to);
    }
    write_square(out, from);
    write_square(out, to);
    if (move_promotion(m) != NO_PIECE)
        text_add_char(out, (char)(letters[move_promotion(m)] - 'A' + 'a'));
}

/* File, rank or both where another piece of the kind could go there too. */
static void write_origin(Text *out, const Position *p, Move m) {
    const Square from = move_from(m);
    Bitboard rivals = 0;
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    for (size_t i = 0; i < count; i++)
        if (move_to(list[i]) == move_to(m) && !position_is_castling(p, list[i]) &&
            position_on(p, move_from(list[i])) == position_on(p, from))
            rivals |= bb_of(move_from(list[i]));
    rivals &= ~bb_of(from);
    if (!rivals)
        return;
    if (!(rivals & bb_file(square_file(from)))) {
        text_add_char(out, (char)('a' + square_file(from)));
    } else if (!(rivals & bb_rank(square_rank(from)))) {
        text_add_char(out, (char)('1' + square_rank(from)));
    } else {
        write_square(out, from);
    }
}

void notation_write_san(Text *out, const Position *p, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const Piece piece = position_on(p, from);
    Position after;

    if (position_is_castling(p, m)) {
        text_add(out, to > from ? "O-O" : "O-O-O");
    } else {
        if (piece != PAWN) {
            text_add_char(out, letters[piece]);
            write_origin(out, p, m);
        }
        if (position_is_capture(p, m)) {
            if (piece == PAWN)
                text_add_char(out, (char)('a' + square_file(from)));
            text_add_char(out, 'x');
        }
        write_square(out, to);
        if (move_promotion(m) != NO_PIECE) {
            text_add_char(out, '=');
            text_add_char(out, letters[move_promotion(m)]);
        }
    }
    position_play(&after, p, m);
    if (position_in_check(&after))
        text_add_char(out, movegen_count(&after.board) ? '+' : '#');
}
