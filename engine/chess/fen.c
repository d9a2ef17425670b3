/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fen.h"

#include "notation.h"

static const char piece_letters[COLOR_COUNT][PIECE_COUNT + 1] = {"PNBRQK", "pnbrqk"};

char fen_letter(const Position *p, Square s) {
    const Piece piece = position_on(p, s);

    return piece == NO_PIECE
               ? '.'
               : piece_letters[bb_has(p->board.color[WHITE], s) ? WHITE : BLACK][piece];
}

bool fen_read_letter(char letter, Color *c, Piece *piece) {
    for (int i = 0; i < (int)COLOR_COUNT * PIECE_COUNT; i++)
        if (piece_letters[i / PIECE_COUNT][i % PIECE_COUNT] == letter) {
            *c = (Color)(i / PIECE_COUNT);
            *piece = (Piece)(i % PIECE_COUNT);
            return true;
        }
    return false;
}

bool fen_read_placed(Word w, Color *c, Piece *piece, Square *s) {
    *c = WHITE;
    *piece = NO_PIECE;
    return w.length == 3 && notation_read_square(s, (Word){w.at + 1, 2}) &&
           (*w.at == 'x' || fen_read_letter(*w.at, c, piece));
}

static const char *parse_board(Position *p, Word w) {
    int file = 0, rank = 7;
    bool after_digit = false;

    if (!w.length)
        return "the position is empty";
    for (size_t i = 0; i < w.length; i++) {
        const char c = w.at[i];
        if (c == '/') {
            if (file != 8)
                return "a rank does not have eight squares";
            if (rank-- == 0)
                return "there are more than eight ranks";
            file = 0;
            after_digit = false;
        } else if (c >= '1' && c <= '8') {
            if (after_digit)
                return "two numbers stand side by side in a rank";
            file += c - '0';
            after_digit = true;
        } else {
            Color color;
            Piece piece;

            if (file == 8)
                return "a rank does not have eight squares";
            if (!fen_read_letter(c, &color, &piece))
                return "an unknown letter stands on the board";
            position_put(p, color, piece, square_make(file++, rank));
            after_digit = false;
        }
        if (file > 8)
            return "a rank does not have eight squares";
    }
    if (file != 8)
        return "a rank does not have eight squares";
    return rank ? "there are fewer than eight ranks" : NULL;
}

static const char *parse_turn(Position *p, Word w) {
    if (!w.length)
        return "the side to move is missing: write w or b after the board, as in: w - -";
    if (!word_is(w, "w") && !word_is(w, "b"))
        return "the side to move is neither w nor b";
    p->board.turn = word_is(w, "w") ? WHITE : BLACK;
    return NULL;
}

Bitboard fen_castling_rook(const Board *b, char letter, bool chess960) {
    const Color c = letter >= 'a' ? BLACK : WHITE;
    const char upper = text_upper(letter);
    const Bitboard home = bb_rank(relative_rank(c, 0)), kings = board_pieces(b, c, KING);
    const Bitboard king = kings & (0 - kings); /* the first one */
    const Bitboard rooks = board_pieces(b, c, ROOK) & home;
    const Bitboard west = rooks & (king - 1), east = rooks & ~(king - 1);
    Bitboard rook = 0;

    if (!(king & home))
        return 0;
    if (upper == 'K')
        rook = east ? bb_of(bb_last(east)) : 0;
    else if (upper == 'Q')
        rook = west ? bb_of(bb_first(west)) : 0;
    else if (upper >= 'A' && upper <= 'H')
        rook = rooks & bb_file(upper - 'A');
    if (!chess960 && (!(king & bb_file(4)) || !(rook & (FILE_A | FILE_H))))
        return 0;
    return rook;
}

/* Adds an ignored part of a position to the list. */
static void leave_out(Text *out, const char *what, Word w) {
    text_addf(out, "%s%s ", out->length ? ", " : "", what);
    text_add_word(out, w);
}

/*
 * Reads the castling rights. Invalid rights are ignored and listed in `left_out`; if that is NULL,
 * they are errors.
 */
static const char *parse_castling(Position *p, Word w, bool chess960, Text *left_out) {
    Board *b = &p->board;

    if (!w.length)
        return "the castling rights are missing";
    if (word_is(w, "-"))
        return NULL;
    for (size_t i = 0; i < w.length; i++) {
        const char letter = w.at[i], *known = "KQkqABCDEFGHabcdefgh";
        Bitboard rook;
        if (!text_is_among(letter, known))
            return "the castling rights are not made of KQkq or file letters";
        if (!board_pieces(b, letter >= 'a' ? BLACK : WHITE, KING))
            return letter >= 'a' ? "Black has no king" : "White has no king";
        rook = fen_castling_rook(b, letter, chess960);
        if (rook && !(rook & b->castling))
            b->castling |= rook;
        else if (left_out)
            leave_out(left_out, "castling right", (Word){w.at + i, 1});
        else
            return rook ? "a castling right is given twice"
                        : "a castling right has no king and rook in place";
    }
    return NULL;
}

static const char *parse_en_passant(Position *p, Word w) {
    Square s;

    if (!w.length)
        return "the en-passant square is missing";
    if (word_is(w, "-"))
        return NULL;
    if (!notation_read_square(&s, w))
        return "the en-passant square is neither a square nor -";
    p->board.ep_square = (uint8_t)s;
    return NULL;
}

/*
 * Reads a counter. It may be missing at the end of the line or, with `optional`, before other text.
 */
static const char *parse_count(int *out, Word *line, bool optional, int high, const char *error) {
    Word rest = *line;
    const Word w = text_word(&rest);
    int64_t n;

    if (!w.length || (optional && !word_number(w, INT64_MIN, INT64_MAX, &n)))
        return NULL;
    if (!word_number(w, 0, high, &n) || *w.at == '-')
        return error;
    *out = (int)n;
    *line = rest;
    return NULL;
}

/*
 * Parses a FEN. With `material`, refuses more pieces than a game can have; `left_out`: see
 * parse_castling().
 */
static const char *parse(Position *out, Word *line, bool chess960, bool optional, bool material,
                         Text *left_out) {
    const char *error;
    Position p;
    Word jumped;

    position_clear(&p);
    if ((error = parse_board(&p, text_word(line))) || (error = parse_turn(&p, text_word(line))) ||
        (error = parse_castling(&p, text_word(line), chess960, left_out)) ||
        (error = parse_en_passant(&p, jumped = text_word(line))) ||
        (error = parse_count(&p.halfmove_clock, line, optional, 9999,
                             "the halfmove clock is not a number from 0 to 9999")) ||
        (error = parse_count(&p.fullmove_number, line, optional, 99999,
                             "the move number is not a number from 1 to 99999")))
        return error;
    if (!p.fullmove_number)
        p.fullmove_number = 1;
    if (left_out && position_ep_error(&p)) {
        leave_out(left_out, "en-passant square", jumped);
        p.board.ep_square = NO_SQUARE;
    }
    if ((error = position_error_if(&p, material)))
        return error;
    position_derive(&p);
    *out = p;
    return NULL;
}

const char *fen_parse_playable(Position *out, Word text, bool chess960, Text *left_out) {
    const char *error;
    Position p;

    if ((error = parse(&p, &text, chess960, false, true, left_out)))
        return error;
    if (text_rest(text).length)
        return "there is more text after the position";
    *out = p;
    return NULL;
}

const char *fen_parse(Position *out, Word text, bool chess960) {
    return fen_parse_playable(out, text, chess960, NULL);
}

const char *fen_parse_either(Position *out, Word text, bool *chess960) {
    const char *error = fen_parse(out, text, *chess960);

    if (!error || *chess960 || fen_parse(out, text, true))
        return error;
    *chess960 = true;
    return NULL;
}

/* Parses a position followed by other text; a ';' may end it. */
static const char *parse_prefix(Position *out, Word *text, bool chess960, bool material) {
    Word rest = *text, fields = text_until(&rest, ';');
    const char *error = parse(out, &fields, chess960, true, material, NULL);

    if (!error)
        *text = (Word){fields.at, text->length - (size_t)(fields.at - text->at)};
    return error;
}

const char *fen_parse_prefix(Position *out, Word *text, bool chess960) {
    return parse_prefix(out, text, chess960, true);
}

const char *fen_parse_any_material(Position *out, Word *text, bool chess960) {
    return parse_prefix(out, text, chess960, false);
}

Square fen_jumped(Word text) {
    Position p;

    position_clear(&p);
    for (int i = 0; i < 3; i++)
        text_word(&text);
    return parse_en_passant(&p, text_word(&text)) ? NO_SQUARE : (Square)p.board.ep_square;
}

static void write_castling(Text *out, const Board *b) {
    if (!b->castling)
        text_add_char(out, '-');
    for (Color c = WHITE; c <= BLACK; c++) {
        const char base = c == WHITE ? 'A' : 'a';

        /* a position that is being set up may have no king */
        if (!(b->castling & b->color[c]))
            continue;
        /* king side first, as usual */
        for (int side = 0; side < 2; side++) {
            const Square king = board_king(b, c);
            const Bitboard part = side ? bb_of(king) - 1 : ~(bb_of(king) - 1);
            const Bitboard rook = b->castling & b->color[c] & part;
            char letter = (char)(base + (side ? 'Q' - 'A' : 'K' - 'A'));

            if (!rook)
                continue;
            if (fen_castling_rook(b, letter, true) != rook)
                letter = (char)(base + square_file(bb_first(rook)));
            text_add_char(out, letter);
        }
    }
}

void fen_write_fields(Text *out, const Position *p) {
    const Board *b = &p->board;

    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            const Square s = square_make(file, rank);
            if (position_on(p, s) == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty)
                text_addf(out, "%d", empty);
            empty = 0;
            text_add_char(out, fen_letter(p, s));
        }
        if (empty)
            text_addf(out, "%d", empty);
        text_add_char(out, rank ? '/' : ' ');
    }
    text_add(out, b->turn == WHITE ? "w " : "b ");
    write_castling(out, b);
    text_add_char(out, ' ');
    if (b->ep_square == NO_SQUARE)
        text_add_char(out, '-');
    else
        notation_write_square(out, (Square)b->ep_square);
}

void fen_write(Text *out, const Position *p) {
    fen_write_fields(out, p);
    text_addf(out, " %d %d", p->halfmove_clock, p->fullmove_number);
}

const char *fen_text(char buffer[FEN_SIZE], const Position *p) {
    Text text = text_in(buffer, FEN_SIZE);

    fen_write(&text, p);
    return buffer;
}

bool epd_operation(Word *line, Word *opcode, Word *operands) {
    size_t end = 0;
    bool quoted = false;

    *line = text_rest(*line);
    while (line->length && *line->at == ';')
        *line = text_rest((Word){line->at + 1, line->length - 1});
    if (!line->length)
        return false;
    while (end < line->length && (quoted || line->at[end] != ';')) {
        if (line->at[end] == '"' && (!end || line->at[end - 1] != '\\'))
            quoted = !quoted;
        end++;
    }
    *operands = (Word){line->at, end};
    *line = (Word){line->at + end, line->length - end};
    *opcode = text_word(operands);
    *operands = text_rest(*operands);
    return true;
}

bool epd_counter(Position *p, Word opcode, Word operands) {
    const bool clock = word_is(opcode, "hmvc");
    int64_t n;

    if (!clock && !word_is(opcode, "fmvn"))
        return true;
    if (!word_number(operands, clock ? 0 : 1, clock ? 150 : 9999, &n))
        return false;
    *(clock ? &p->halfmove_clock : &p->fullmove_number) = (int)n;
    return true;
}
