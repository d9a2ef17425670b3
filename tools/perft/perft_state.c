/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Wrongly made moves: applies possible errors to the moves that lead to a position, until the moves
 * or the count of the resulting board equal those of the other program.
 */
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "perft/perft.h"
#include "perft_explain.h"

/*
 * Returns the move in the program's notation: castling by the king's target square, but in Chess960
 * by the rook's.
 */
static Move written(const Board *b, Move m, bool chess960) {
    const Square from = move_from(m), to = move_to(m);
    const bool castling = (b->piece[KING] & bb_of(from)) && bb_has(b->color[b->turn], to);

    return castling && !chess960 ? move_make(from, castling_king_to(from, to), NO_PIECE) : m;
}

static int compare_moves(const void *a, const void *b) {
    return *(const Move *)a - *(const Move *)b;
}

static size_t list_moves(const Board *b, bool chess960, Move list[MAX_MOVES]) {
    const size_t count = movegen_all(b, list);

    for (size_t i = 0; i < count; i++)
        list[i] = written(b, list[i], chess960);
    qsort(list, count, sizeof *list, compare_moves);
    return count;
}

static Move read_move(const char *text) {
    static const char letters[] = "pnbrqk";
    const char *letter = text[4] ? strchr(letters, text[4]) : NULL;

    if (strlen(text) < 4 || text[0] < 'a' || text[0] > 'h')
        return NO_MOVE;
    return move_make(square_make(text[0] - 'a', text[1] - '1'),
                     square_make(text[2] - 'a', text[3] - '1'),
                     letter ? (Piece)(letter - letters) : NO_PIECE);
}

/* Returns the moves of the other program, sorted; 0 if unknown. */
static size_t their_moves(const PerftFault *f, Move list[MAX_MOVES]) {
    Move ours[MAX_MOVES];
    const size_t count = list_moves(&f->here->board, f->chess960, ours);
    size_t n = 0;

    for (size_t i = 0; i < count; i++) {
        bool missing = false;

        for (size_t k = 0; k < f->missing_count; k++)
            missing |= read_move(f->missing[k].move) == ours[i];
        if (!missing)
            list[n++] = ours[i];
    }
    for (size_t k = 0; k < f->extra_count; k++) {
        if (n == MAX_MOVES)
            return 0;
        list[n++] = read_move(f->extra[k].move);
    }
    qsort(list, n, sizeof *list, compare_moves);
    return n;
}

/* --- what can go wrong ----------------------------------------------------------------------- */

/* The basis of a guess: a move and the boards around it. */
typedef struct {
    const Board *before, *after;
    Move move;
    Piece piece;
    Text *why;
} Step;

static void put(Board *b, Piece piece, Color c, Square s) {
    for (Piece p = PAWN; p <= KING; p++)
        b->piece[p] &= ~bb_of(s);
    b->color[WHITE] &= ~bb_of(s);
    b->color[BLACK] &= ~bb_of(s);
    if (piece != NO_PIECE) {
        b->piece[piece] |= bb_of(s);
        b->color[c] |= bb_of(s);
    }
}

static bool is_castling(const Step *s) {
    return s->piece == KING && bb_has(s->before->color[s->before->turn], move_to(s->move));
}

/* Guesses castling rights: those that the move should remove are kept, or others are lost. */
static bool guess_rights(const Step *s, Board *b, int n) {
    const Bitboard lost = s->before->castling & ~s->after->castling;
    const Bitboard mine = s->before->color[s->before->turn];
    const bool takes = bb_has(lost, move_to(s->move)) && !is_castling(s);
    const char *const promoting = move_promotion(s->move) < KING ? " by a promotion" : "";

    if (n == 0 && (lost & ~mine) && takes) {
        b->castling |= lost & ~mine;
        text_addf(s->why, "the castling right is not lost when the rook is captured%s", promoting);
    } else if (n == 1 && (lost & mine)) {
        b->castling |= lost & mine;
        text_add(s->why, is_castling(s)     ? "castling leaves the other castling right"
                         : s->piece == KING ? "the castling rights are not lost when the king moves"
                                            : "the castling right is not lost when the rook moves");
    } else if (n == 2 && s->piece == ROOK && (s->after->castling & mine)) {
        b->castling &= ~mine;
        text_add(s->why, "the castling right is lost when the other rook moves");
    } else if (n == 3 && takes && (s->after->castling & ~mine)) {
        b->castling &= mine;
        text_add(s->why, "the castling right is lost when the other rook is captured");
    } else {
        return false;
    }
    return true;
}

/* Guesses lost castling rights of any move, as a last resort. */
static bool guess_lost_rights(const Step *s, Board *b, int n) {
    const Bitboard mine = s->before->color[s->before->turn];
    const Bitboard gone = b->castling & (n == 0 ? mine : n == 1 ? ~mine : ALL_SQUARES);

    b->castling &= ~gone;
    text_add(s->why, "a castling right is lost by a move that has nothing to do with it");
    return n < 3 && gone;
}

static bool guess_en_passant(const Step *s, Board *b, int n) {
    const Square from = move_from(s->move), to = move_to(s->move);
    const Color us = (Color)s->before->turn;

    if (n == 4 && s->after->ep_square != NO_SQUARE) {
        b->ep_square = NO_SQUARE;
        text_addf(s->why, "a double step does not allow en passant to the pawn on its %s",
                  board_pieces(b, color_other(us), PAWN) & bb_east(bb_of(to)) ? "east" : "west");
    } else if (n == 5 && s->piece == PAWN && (from ^ to) == 8) {
        b->ep_square = (uint8_t)from;
        text_add(s->why, "a single step sets the en-passant square");
    } else if (n == 6 && s->piece == PAWN && to == s->before->ep_square) {
        put(b, PAWN, color_other(us), (Square)(to ^ 8));
        text_add(s->why, "the pawn captured en passant stays on the board");
    } else {
        return false;
    }
    return true;
}

static bool guess_pieces(const Step *s, Board *b, int n) {
    const Square from = move_from(s->move), to = move_to(s->move);
    const Color us = (Color)s->before->turn;

    if (n >= 7 && n <= 9 && is_castling(s)) {
        const Square rook_to = castling_rook_to(from, to);

        if (n != 8)
            put(b, NO_PIECE, us, rook_to);
        if (n != 9)
            put(b, ROOK, us, to);
        text_add(s->why, n == 7   ? "castling does not move the rook"
                         : n == 8 ? "castling leaves the rook in its corner, too"
                                  : "castling takes the rook off the board");
        return n == 8 || rook_to != to;
    }
    if (n >= 10 && n <= 14 && move_promotion(s->move) < KING) {
        const Piece instead = (Piece)(n == 14 ? PAWN : QUEEN - (n - 10));

        put(b, instead, us, to);
        text_addf(s->why, "the promotion to a %s puts a %s on the board",
                  piece_name(move_promotion(s->move)), piece_name(instead));
        return instead != move_promotion(s->move);
    }
    if (n == 15 && !is_castling(s) && s->piece != KING) {
        put(b, s->piece, us, from);
        text_add(s->why, "the piece that moves stays on its square, too");
        return true;
    }
    return false;
}

enum { GUESSES = 16 };

/* Plays the rest of the line on a possibly wrong board. Returns false if a move has no piece. */
static bool replay(Board *b, const Move *line, size_t plies) {
    for (size_t i = 0; i < plies; i++) {
        const Square from = move_from(line[i]), to = move_to(line[i]);
        Piece piece = PAWN;

        while (piece < NO_PIECE && !bb_has(b->piece[piece], from))
            piece++;
        if (piece == NO_PIECE || !bb_has(b->color[b->turn], from) || bb_has(b->piece[KING], to))
            return false;
        board_play(b, (Color)b->turn, from, to, piece, move_promotion(line[i]));
    }
    return true;
}

/* Returns true if the castling rights are valid for the generator, and no king can be captured. */
static bool can_move(const Board *b) {
    const Color us = (Color)b->turn, them = color_other(us);
    const Bitboard home = bb_rank(relative_rank(us, 0));
    const Bitboard rooks = b->castling & b->color[us];

    return bb_count(board_pieces(b, us, KING)) == 1 && bb_count(board_pieces(b, them, KING)) == 1 &&
           !(rooks && !(board_pieces(b, us, KING) & home)) && !(b->castling & ~b->piece[ROOK]) &&
           !(board_attackers(b, board_king(b, them), board_occupied(b)) & b->color[us]);
}

typedef bool Fits(const Board *b, const void *wanted);

/* Tries the guesses at one move of the line. */
static bool try_move(Text *out, const PerftFault *f, size_t k, bool strong, Fits *fits,
                     const void *wanted) {
    Position before = *f->root, after;

    for (size_t i = 0; i < k; i++)
        position_advance(&before, f->line[i]);
    position_play(&after, &before, f->line[k]);
    for (int n = 0; n < GUESSES; n++) {
        char why[160], move[PERFT_MOVE_SIZE];
        Text text = text_in(why, sizeof why);
        const Step s = {.before = &before.board,
                        .after = &after.board,
                        .move = f->line[k],
                        .piece = position_on(&before, move_from(f->line[k])),
                        .why = &text};
        Board b = after.board;

        if ((strong
                 ? guess_rights(&s, &b, n) || guess_en_passant(&s, &b, n) || guess_pieces(&s, &b, n)
                 : guess_lost_rights(&s, &b, n)) &&
            replay(&b, f->line + k + 1, f->plies - k - 1) && can_move(&b) && fits(&b, wanted)) {
            perft_move_text(move, &before, f->line[k], f->chess960);
            text_addf(out, "%s (%s)\n", why, move);
            return true;
        }
    }
    return false;
}

/* Tries all guesses at all moves of the line, the last move first. */
static bool try_guesses(Text *out, const PerftFault *f, Fits *fits, const void *wanted) {
    for (int strong = 1; strong >= 0; strong--)
        for (size_t k = f->plies; k--;)
            if (try_move(out, f, k, strong, fits, wanted))
                return true;
    return false;
}

typedef struct {
    const Move *list;
    size_t count;
    bool chess960;
} WantedMoves;

static bool fits_moves(const Board *b, const void *wanted) {
    const WantedMoves *w = wanted;
    Move list[MAX_MOVES];
    const size_t count = list_moves(b, w->chess960, list);

    return count == w->count && !memcmp(list, w->list, count * sizeof *list);
}

bool perft_explain_state(Text *out, const PerftFault *f) {
    Move list[MAX_MOVES];
    const WantedMoves wanted = {list, their_moves(f, list), f->chess960};

    return f->plies && (f->missing_count || f->extra_count) &&
           try_guesses(out, f, fits_moves, &wanted);
}

typedef struct {
    int depth;
    uint64_t count;
} WantedCount;

static bool fits_count(const Board *b, const void *wanted) {
    const WantedCount *w = wanted;

    return perft_count(b, w->depth) == w->count;
}

bool perft_explain_count(Text *out, const PerftFault *f, int depth, uint64_t count) {
    const WantedCount wanted = {depth, count};

    return f->plies && try_guesses(out, f, fits_count, &wanted);
}
