/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "notation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "movegen.h"

static const char letters[] = "PNBRQK";

const char *move_error_text(MoveError error) {
    switch (error) {
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

/*
 * Copies the text without x - : = + # ! ? ( ) and e.p. Returns false if the rest is too long or too
 * short for a move.
 */
static bool strip_decoration(char out[8], Word text) {
    char plain[64]; /* with typographic signs replaced */
    size_t n = 0;

    if (!text.length || text.length > sizeof plain)
        return false;
    memcpy(plain, text.at, text.length);
    text = (Word){plain, notation_plain(plain, text.length)};
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

static int parse_castling(const char *s) {
    if (!strcmp(s, "OO") || !strcmp(s, "00") || !strcmp(s, "oo"))
        return 1;
    return !strcmp(s, "OOO") || !strcmp(s, "000") || !strcmp(s, "ooo") ? 2 : 0;
}

/* Parses [piece][file][rank]square[promotion]. Returns false for other text. */
static bool parse_shape(ParsedMove *parsed, const char *s) {
    *parsed = (ParsedMove){NO_PIECE, NO_PIECE, -1, -1, NO_SQUARE, parse_castling(s)};
    if (parsed->castling)
        return true;
    if (letter_piece(*s) != NO_PIECE)
        parsed->piece = letter_piece(*s++);
    if (is_file(s[0]) && is_rank(s[1]) && is_file(s[2]) && is_rank(s[3])) {
        parsed->file = s[0] - 'a';
        parsed->rank = s[1] - '1';
        s += 2;
    } else if (is_file(s[0]) && is_file(s[1]) && is_rank(s[2])) {
        parsed->file = *s++ - 'a';
    } else if (is_rank(s[0]) && is_file(s[1]) && is_rank(s[2])) {
        parsed->rank = *s++ - '1';
    }
    if (!is_file(s[0]) || !is_rank(s[1]))
        return false;
    parsed->to = square_make(s[0] - 'a', s[1] - '1');
    s += 2;
    if (*s) {
        parsed->promotion = letter_piece(text_upper(*s++));
        if (parsed->promotion == NO_PIECE || parsed->promotion == PAWN || parsed->promotion == KING)
            return false;
    }
    return !*s;
}

static bool has_origin(const ParsedMove *parsed) {
    return parsed->file >= 0 && parsed->rank >= 0;
}

/* Castling may be written as O-O, as the king's two steps, or as the king taking its rook. */
static bool castling_matches(const Position *p, Move m, const ParsedMove *parsed) {
    const Square from = move_from(m), rook = move_to(m);

    if (parsed->castling)
        return (parsed->castling == 1) == (rook > from);
    if (!has_origin(parsed) || (parsed->piece != NO_PIECE && parsed->piece != KING) ||
        parsed->promotion != NO_PIECE || square_make(parsed->file, parsed->rank) != from)
        return false;
    if (parsed->to == rook)
        return true;
    /* a step of one square is a king's move; only from the e-file do two steps mean castling */
    return square_file(from) == 4 && parsed->to == castling_king_to(from, rook) &&
           position_on(p, parsed->to) == NO_PIECE;
}

static bool matches(const Position *p, Move m, const ParsedMove *parsed) {
    const Square from = move_from(m);
    const Piece piece = position_on(p, from);

    if (position_is_castling(p, m))
        return castling_matches(p, m, parsed);
    if (parsed->castling || move_to(m) != parsed->to)
        return false;
    if (parsed->piece == NO_PIECE ? piece != PAWN && !has_origin(parsed) : piece != parsed->piece)
        return false;
    if ((parsed->file >= 0 && parsed->file != square_file(from)) ||
        (parsed->rank >= 0 && parsed->rank != square_rank(from)))
        return false;
    /* the default promotion is to a queen */
    return move_promotion(m) == parsed->promotion ||
           (parsed->promotion == NO_PIECE && move_promotion(m) == QUEEN);
}

/* Returns true if a piece of this kind and origin could make the move, ignoring checks. */
static bool is_pseudo_legal(const Position *p, const ParsedMove *parsed, Piece piece) {
    const Color us = position_turn(p);
    const Piece promotion = piece == PAWN && parsed->promotion == NO_PIECE &&
                                    relative_rank(us, square_rank(parsed->to)) == 7
                                ? QUEEN
                                : parsed->promotion;
    Bitboard from = board_pieces(&p->board, us, piece);
    Position unchecked = *p;

    unchecked.checkers = unchecked.pinned = 0;
    if (parsed->file >= 0)
        from &= bb_file(parsed->file);
    if (parsed->rank >= 0)
        from &= bb_rank(parsed->rank);
    if (piece == KING)
        return from && bb_has(attacks_king(bb_first(from)) & ~p->board.color[us], parsed->to);
    while (from)
        if (move_is_legal(&unchecked, move_make(pop_lsb(&from), parsed->to, promotion)))
            return true;
    return false;
}

/* Returns the reason why no legal move matches the text. */
static MoveError explain(const Position *p, const ParsedMove *parsed) {
    const Board *b = &p->board;
    Piece piece = parsed->piece == NO_PIECE ? PAWN : parsed->piece;

    if (parsed->castling)
        return p->checkers ? MOVE_IN_CHECK : MOVE_ILLEGAL;
    if (has_origin(parsed)) {
        const Square from = square_make(parsed->file, parsed->rank);

        if (!bb_has(b->color[b->turn], from))
            return bb_has(board_occupied(b), from) ? MOVE_NOT_YOURS : MOVE_NO_PIECE;
        if (parsed->piece != NO_PIECE && parsed->piece != position_on(p, from))
            return MOVE_ILLEGAL;
        piece = position_on(p, from);
    }
    if (!is_pseudo_legal(p, parsed, piece))
        return MOVE_ILLEGAL;
    return p->checkers && piece != KING ? MOVE_IN_CHECK : MOVE_INTO_CHECK;
}

static MoveError find(Move *out, const Position *p, const ParsedMove *parsed) {
    Move list[MAX_MOVES], found = NO_MOVE;
    const size_t count = movegen_all(&p->board, list);

    for (size_t i = 0; i < count; i++) {
        if (!matches(p, list[i], parsed))
            continue;
        if (found != NO_MOVE)
            return MOVE_AMBIGUOUS;
        found = list[i];
    }
    if (found == NO_MOVE)
        return explain(p, parsed);
    *out = found;
    return MOVE_FINE;
}

/*
 * Tries another reading of the text. Returns false, with nothing changed, if that is not a legal
 * move either.
 */
static bool parse_again(Move *out, ParsedMove *parsed, const Position *p, const char *s) {
    ParsedMove other;

    if (!parse_shape(&other, s) || find(out, p, &other) != MOVE_FINE)
        return false;
    *parsed = other;
    return true;
}

MoveError notation_parse_as(Move *out, ParsedMove *parsed, const Position *p, Word text) {
    char s[8];
    MoveError error;

    if (!strip_decoration(s, text))
        return MOVE_UNREADABLE;
    if (parse_shape(parsed, s)) {
        error = find(out, p, parsed);
        if (error == MOVE_FINE || s[0] != 'b')
            return error;
        /* "bc4" may also be a bishop's move */
        s[0] = 'B';
        return parse_again(out, parsed, p, s) ? MOVE_FINE : error;
    }
    /* ignore case: nf3, E2E4, E7E8Q, r1a3 */
    for (char *c = s; *c; c++)
        *c = text_lower(*c);
    error = parse_shape(parsed, s) ? find(out, p, parsed) : MOVE_UNREADABLE;
    if (error == MOVE_FINE || letter_piece(text_upper(s[0])) == NO_PIECE)
        return error;
    s[0] = text_upper(s[0]);
    if (error == MOVE_UNREADABLE)
        return parse_shape(parsed, s) ? find(out, p, parsed) : MOVE_UNREADABLE;
    return parse_again(out, parsed, p, s) ? MOVE_FINE : error;
}

MoveError notation_parse(Move *out, const Position *p, Word text) {
    ParsedMove parsed;

    return notation_parse_as(out, &parsed, p, text);
}

bool notation_read_square(Square *out, Word w) {
    if (w.length != 2 || !is_file(w.at[0]) || !is_rank(w.at[1]))
        return false;
    *out = square_make(w.at[0] - 'a', w.at[1] - '1');
    return true;
}

void notation_write_square(Text *out, Square s) {
    text_add_char(out, (char)('a' + square_file(s)));
    text_add_char(out, (char)('1' + square_rank(s)));
}

void notation_write(Text *out, const Position *p, Move m) {
    const Square from = move_from(m);
    Square to = move_to(m);

    assert(bb_has(p->board.color[p->board.turn], from));
    if (position_is_castling(p, m)) {
        if (square_file(from) != 4 || !(bb_of(to) & (FILE_A | FILE_H))) {
            text_add(out, to > from ? "O-O" : "O-O-O");
            return;
        }
        to = castling_king_to(from, to);
    }
    notation_write_square(out, from);
    notation_write_square(out, to);
    if (move_promotion(m) != NO_PIECE)
        text_add_char(out, text_lower(letters[move_promotion(m)]));
}

void notation_write_chess960(Text *out, const Position *p, Move m) {
    if (position_is_castling(p, m)) {
        notation_write_square(out, move_from(m));
        notation_write_square(out, move_to(m));
    } else {
        notation_write(out, p, m);
    }
}

/*
 * Writes the disambiguation: file, rank or both if another piece of the same kind could go there.
 */
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
        notation_write_square(out, from);
    }
}

void notation_write_san(Text *out, const Position *p, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const Piece piece = position_on(p, from);
    Position after;

    if (m == NO_MOVE) {
        text_add(out, "--");
        return;
    }
    assert(move_is_legal(p, m));
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
        notation_write_square(out, to);
        if (move_promotion(m) != NO_PIECE) {
            text_add_char(out, '=');
            text_add_char(out, letters[move_promotion(m)]);
        }
    }
    position_play(&after, p, m);
    if (position_in_check(&after))
        text_add_char(out, movegen_count(&after.board) ? '+' : '#');
}

const char *notation_text(char buffer[NOTATION_SIZE], MoveWriter *write, const Position *p,
                          Move m) {
    Text text = text_in(buffer, NOTATION_SIZE);

    write(&text, p, m);
    return buffer;
}

void notation_write_number(Text *out, const Position *p) {
    text_addf(out, "%d.%s ", p->fullmove_number, position_turn(p) == WHITE ? "" : "..");
}

const char *notation_numbered(char buffer[NOTATION_NUMBERED], const Position *p, Move m) {
    Text text = text_in(buffer, NOTATION_NUMBERED);

    notation_write_number(&text, p);
    notation_write_san(&text, p, m);
    return buffer;
}

void notation_write_line(Text *out, const Position *p, const Move *moves, size_t count,
                         bool numbers, MoveWriter *write) {
    enum { MOVE_ROOM = NOTATION_SIZE + 4 }; /* with a blank and a short number */
    Position now = *p;

    for (size_t i = 0; i < count && out->length + MOVE_ROOM < out->capacity; i++) {
        if (!move_is_legal(&now, moves[i]))
            return;
        if (i)
            text_add_char(out, ' ');
        if (numbers && (!i || position_turn(&now) == WHITE))
            notation_write_number(out, &now);
        write(out, &now, moves[i]);
        position_advance(&now, moves[i]);
    }
}

static Word without(Word word, size_t n) {
    return (Word){word.at + n, word.length - n};
}

Word notation_skip_number(Word word, bool needs_dot) {
    static const char ellipsis[] = "\xe2\x80\xa6"; /* UTF-8 */
    Word rest = word;
    bool dots = false;

    while (rest.length && text_is_digit(*rest.at))
        rest = without(rest, 1);
    if (rest.length && (*rest.at == '-' || *rest.at == '/'))
        return word;
    for (;;) {
        if (rest.length && *rest.at == '.')
            rest = without(rest, 1);
        else if (rest.length >= 3 && !memcmp(rest.at, ellipsis, 3))
            rest = without(rest, 3);
        else
            return dots || !needs_dot ? rest : word;
        dots = true;
    }
}

void notation_write_pawns(Text *out, int centipawns) {
    text_addf(out, "%c%d.%02d", centipawns < 0 ? '-' : '+', abs(centipawns) / 100,
              abs(centipawns) % 100);
}

const char *notation_pawns(char buffer[PAWNS_SIZE], int centipawns) {
    Text text = text_in(buffer, PAWNS_SIZE);

    notation_write_pawns(&text, centipawns);
    return buffer;
}

int notation_sign(Word text, size_t *bytes) {
    static const struct {
        uint16_t first, last;
        char sign;
    } signs[] = {
        {0x96, 0x97, '-'},     {0xa0, 0xa0, ' '},     {0xb1, 0xb1, '\xb1'},  {0xbd, 0xbd, '\xbd'},
        {0xd7, 0xd7, 'x'},     {0x2000, 0x200f, ' '}, {0x2010, 0x2015, '-'}, {0x2028, 0x2029, ' '},
        {0x202f, 0x202f, ' '}, {0x205f, 0x2060, ' '}, {0x2212, 0x2212, '-'}, {0x3000, 0x3000, ' '},
        {0xfeff, 0xfeff, ' '},
    };
    const unsigned char *at = (const unsigned char *)text.at;
    const bool two = text.length > 1 && *at >= 0xc2 && (at[1] & 0xc0) == 0x80,
               three = two && *at >= 0xe0 && text.length > 2 && (at[2] & 0xc0) == 0x80;
    const unsigned code = three ? (*at & 15u) << 12 | (at[1] & 63u) << 6 | (at[2] & 63u)
                          : two && *at < 0xe0 ? (*at & 31u) << 6 | (at[1] & 63u)
                                              : *at;

    *bytes = three ? 3 : two && *at < 0xe0 ? 2 : 1;
    if (code >= 0x2654 && code <= 0x265f) /* figurines: pawns have no letter */
        return "KQRBN"[(code - 0x2654) % 6];
    for (size_t i = 0; code >= 0x80 && i < sizeof signs / sizeof *signs; i++)
        if (code >= signs[i].first && code <= signs[i].last)
            return (unsigned char)signs[i].sign;
    return -1;
}

size_t notation_plain(char *text, size_t length) {
    size_t out = 0;

    for (size_t i = 0, bytes; i < length; i += bytes) {
        const int sign = notation_sign((Word){text + i, length - i}, &bytes);

        if (sign > 0)
            text[out++] = (char)sign;
        for (size_t k = 0; sign < 0 && k < bytes; k++)
            text[out++] = text[i + k];
    }
    return out;
}
