/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of position.h. Every move is also made on a plain board of letters, from which derived data
 * (key, checkers, pins, en passant) is computed again, at every node of small trees.
 */
#include "chess/position.h"

#include "chess/zobrist.h"
#include "tests.h"

/* --- a plain board --------------------------------------------------------------------------- */

static const char letters[] = "PNBRQKpnbrqk";

/* Letters as in a FEN, '.' for an empty square. */
typedef struct {
    char on[SQUARE_COUNT];
} Plain;

static Plain plain(const Position *p) {
    Plain board;

    for (Square s = A1; s < SQUARE_COUNT; s++) {
        const Piece piece = position_on(p, s);
        const bool white = bb_has(p->board.color[WHITE], s),
                   black = bb_has(p->board.color[BLACK], s);

        CLAIM(white + black == (piece != NO_PIECE), "%s: square %d", tests_fen(p), s);
        for (Piece i = PAWN; i <= KING; i++)
            CLAIM(bb_has(p->board.piece[i], s) == (piece == i), "%s: square %d", tests_fen(p), s);
        board.on[s] = piece == NO_PIECE ? '.' : letters[piece + (black ? 6 : 0)];
    }
    return board;
}

static bool has_color(char letter, Color c) {
    return letter != '.' && (letter < 'a' ? WHITE : BLACK) == c;
}

static char as(Color c, Piece p) {
    return letters[p + (c == BLACK ? 6 : 0)];
}

/* Returns true if the piece on `from` attacks `to`. */
static bool attacks(const Plain *b, Square from, Square to) {
    const int files = square_file(to) - square_file(from),
              ranks = square_rank(to) - square_rank(from);
    const int file_distance = abs(files), rank_distance = abs(ranks);
    const int file_step = (files > 0) - (files < 0), rank_step = (ranks > 0) - (ranks < 0);
    bool straight = !files != !ranks, diagonal = file_distance == rank_distance && file_distance;

    switch (b->on[from]) {
    case 'P':
        return file_distance == 1 && ranks == 1;
    case 'p':
        return file_distance == 1 && ranks == -1;
    case 'N':
    case 'n':
        return file_distance * rank_distance == 2;
    case 'K':
    case 'k':
        return from != to && file_distance <= 1 && rank_distance <= 1;
    case 'B':
    case 'b':
        straight = false;
        break;
    case 'R':
    case 'r':
        diagonal = false;
        break;
    case '.':
        return false;
    }
    if (!straight && !diagonal)
        return false;
    for (int step = 1; step < (file_distance > rank_distance ? file_distance : rank_distance);
         step++)
        if (b->on[square_make(square_file(from) + step * file_step,
                              square_rank(from) + step * rank_step)] != '.')
            return false;
    return true;
}

static Bitboard attackers(const Plain *b, Color by, Square to) {
    Bitboard set = 0;

    for (Square s = A1; s < SQUARE_COUNT; s++)
        if (has_color(b->on[s], by) && attacks(b, s, to))
            set |= bb_of(s);
    return set;
}

static Square king_of(const Plain *b, Color c) {
    return (Square)((const char *)memchr(b->on, as(c, KING), sizeof b->on) - b->on);
}

/* Returns the pieces that alone shield the king of `us` from a slider. */
static Bitboard blockers(const Plain *b, Color us) {
    const Color them = color_other(us);
    const Square king = king_of(b, us);
    const Bitboard now = attackers(b, them, king);
    Bitboard set = 0;

    for (Square s = A1; s < SQUARE_COUNT; s++) {
        Plain without = *b;
        if (b->on[s] == '.' || s == king)
            continue;
        without.on[s] = '.';
        if (attackers(&without, them, king) & ~now)
            set |= bb_of(s);
    }
    return set;
}

/* Returns true if a pawn of `us` may capture en passant on this square. */
static bool ep_is_legal(const Plain *b, Color us, Square target) {
    for (int side = -1; side <= 1; side += 2) {
        const int file = square_file(target) + side;
        const Square from = square_make(file, relative_rank(us, 4));
        Plain after = *b;
        if (file < 0 || file > 7 || b->on[from] != as(us, PAWN))
            continue;
        after.on[target] = after.on[from];
        after.on[from] = after.on[target ^ 8] = '.';
        if (!attackers(&after, color_other(us), king_of(&after, us)))
            return true;
    }
    return false;
}

/* Makes a move on the plain board, and compares the board with the child. */
static void check_move(const Position *parent, Move m, const Position *child) {
    const Color us = position_turn(parent), them = color_other(us);
    const Square from = move_from(m), to = move_to(m);
    const Plain before = plain(parent), now = plain(child);
    const char piece = before.on[from], taken = before.on[to];
    const bool pawn = piece == as(us, PAWN), castles = has_color(taken, us);
    const bool ep = pawn && taken == '.' && square_file(from) != square_file(to);
    Bitboard castling = parent->board.castling & ~(bb_of(from) | bb_of(to));
    Square jumped = NO_SQUARE;
    Plain after = before;

    after.on[from] = after.on[to] = '.';
    if (castles) {
        after.on[square_make(to > from ? 6 : 2, relative_rank(us, 0))] = as(us, KING);
        after.on[square_make(to > from ? 5 : 3, relative_rank(us, 0))] = as(us, ROOK);
    } else {
        after.on[to] = move_promotion(m) == NO_PIECE ? piece : as(us, move_promotion(m));
    }
    if (ep)
        after.on[to ^ 8] = '.';
    if (piece == as(us, KING))
        castling &= ~parent->board.color[us];
    if (pawn && abs(square_rank(to) - square_rank(from)) == 2)
        jumped = (Square)((from + to) / 2);
    if (jumped != NO_SQUARE && !ep_is_legal(&after, them, jumped))
        jumped = NO_SQUARE;

    CLAIM(!memcmp(&after, &now, sizeof now), "%s: move %u", tests_fen(parent), m);
    CLAIM(child->board.turn == them, "%s: move %u: turn", tests_fen(parent), m);
    CLAIM(child->board.castling == castling, "%s: move %u: castling", tests_fen(parent), m);
    CLAIM(child->board.ep_square == jumped, "%s: move %u: ep", tests_fen(parent), m);
    CLAIM(child->halfmove_clock ==
              (pawn || has_color(taken, them) ? 0 : parent->halfmove_clock + 1),
          "%s: move %u: halfmove clock", tests_fen(parent), m);
    CLAIM(child->fullmove_number == parent->fullmove_number + (us == BLACK),
          "%s: move %u: move number", tests_fen(parent), m);

    if (!castles && move_promotion(m) == NO_PIECE && !ep) {
        Bitboard checks[PIECE_COUNT];

        position_check_squares(parent, checks);
        CLAIM(bb_has(checks[position_on(parent, from)], to) == bb_has(child->checkers, to),
              "%s: move %u gives check", tests_fen(parent), m);
    }

    CLAIM(position_is_castling(parent, m) == castles, "%s: move %u castles", tests_fen(parent), m);
    CLAIM(position_is_ep(parent, m) == ep, "%s: move %u is ep", tests_fen(parent), m);
    CLAIM(position_is_capture(parent, m) == (ep || has_color(taken, them)), "%s: move %u takes",
          tests_fen(parent), m);
    CLAIM(captured_piece(parent, m) == (ep        ? PAWN
                                        : castles ? NO_PIECE
                                                  : position_on(parent, to)),
          "%s: move %u takes what?", tests_fen(parent), m);
}

/* Checks all derived data of a position. */
static void check_position(const Position *p) {
    const Board *b = &p->board;
    const Color us = position_turn(p), them = color_other(us);
    const Plain board = plain(p);
    Position derived = *p;

    CLAIM(!position_error(p), "%s: %s", tests_fen(p), position_error(p));
    CLAIM(p->key == position_key(p), "%s: key", tests_fen(p));
    CLAIM(board_king(b, us) == king_of(&board, us), "%s: king", tests_fen(p));
    CLAIM(p->checkers == attackers(&board, them, king_of(&board, us)), "%s: checkers",
          tests_fen(p));
    CLAIM(position_in_check(p) == (p->checkers != 0), "%s: check", tests_fen(p));
    CLAIM(board_blockers(b, us) == blockers(&board, us), "%s: blockers", tests_fen(p));
    CLAIM(board_blockers(b, them) == blockers(&board, them), "%s: their blockers", tests_fen(p));
    CLAIM(p->pinned == (blockers(&board, us) & b->color[us]), "%s: pins", tests_fen(p));
    CLAIM(b->ep_square == NO_SQUARE || ep_is_legal(&board, us, (Square)b->ep_square),
          "%s: no en-passant capture is legal", tests_fen(p));

    derived.key = 0;
    derived.checkers = derived.pinned = ~(Bitboard)0;
    position_derive(&derived);
    CLAIM(tests_same(&derived, p), "%s: derived", tests_fen(p));
}

/*
 * Checks that a null move changes only the turn, the clocks, en passant and data derived from
 * these.
 */
static void check_pass(const Position *p) {
    Position passed, back;

    if (position_in_check(p))
        return;
    position_null_move(&passed, p);
    check_position(&passed);
    CLAIM(passed.board.turn != p->board.turn && passed.board.ep_square == NO_SQUARE &&
              passed.board.castling == p->board.castling &&
              passed.halfmove_clock == p->halfmove_clock + 1 &&
              passed.fullmove_number == p->fullmove_number + (p->board.turn == BLACK) &&
              passed.key != p->key && !memcmp(passed.on, p->on, sizeof p->on),
          "%s: pass", tests_fen(p));
    if (position_in_check(&passed))
        return;
    position_null_move(&back, &passed);
    CLAIM((back.key == p->key) == (p->board.ep_square == NO_SQUARE), "%s: pass twice",
          tests_fen(p));
}

/*
 * Checks that the guessed key is exact if castling rights and en passant stay, and the move is no
 * promotion.
 */
static void check_guess(const Position *p, Move m, const Position *child) {
    if (child->board.castling == p->board.castling &&
        child->board.ep_square == p->board.ep_square && move_promotion(m) == NO_PIECE)
        CLAIM(position_key_guess(p, m) == child->key, "%s: key guess", tests_fen(p));
}

static long made; /* number of moves made */

static void check_tree(const Position *p, int depth) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    check_position(p);
    check_pass(p);
    for (size_t i = 0; depth && i < count; i++) {
        Position child;
        position_play(&child, p, list[i]);
        made++;
        check_move(p, list[i], &child);
        check_guess(p, list[i], &child);
        check_tree(&child, depth - 1);
    }
}

START_ROWS(small_trees, tests_sample_count()) {
    const TestSample *s = &tests_samples()[_i];
    const Position p = tests_position(s->fen, s->chess960);

    check_tree(&p, movegen_count(&p.board) > 60 ? 1 : movegen_count(&p.board) > 25 ? 2 : 3);
}

static void check_node(const Position *p, bool chess960) {
    (void)chess960;
    check_tree(p, 1);
}

/* A million moves. */
START_TEST(random_games) {
    tests_random_games(SANITIZED ? 1 : 36, 60, check_node);
    ck_assert_int_ge(made, (SANITIZED ? 20000 : 1000000));
}

START_TEST(suite_positions) {
    tests_suites(20, check_node);
}

/* --- the key --------------------------------------------------------------------------------- */

START_TEST(start_key) {
    const char *const back_rank = "RNBQKBNR";
    const Position p = tests_position(FEN_START, false);
    uint64_t key =
        zobrist_number[769] ^ zobrist_number[770] ^ zobrist_number[771] ^ zobrist_number[772];

    for (unsigned file = 0; file < 8; file++) {
        const unsigned piece = (unsigned)(strchr(letters, back_rank[file]) - letters);
        key ^= zobrist_number[piece * 64 + file] ^ zobrist_number[8 + file] ^
               zobrist_number[6 * 64 + 48 + file] ^ zobrist_number[(piece + 6) * 64 + 56 + file];
    }
    ck_assert_uint_eq(p.key, key);
}

/* Positions with equal or different keys. */
static const struct {
    const char *a, *b;
    bool chess960, same;
} keys[] = {
    /* the clocks make no difference */
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 9 40", false, true},
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", false, false},
    {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", false, false},
    {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", false, false},
    /* en passant makes a difference if a capture is legal */
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1", false, false},
    {"4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1", "4k3/8/8/8/3P4/8/8/4K3 b - - 0 1", false, true},
    {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1", false, true},
    {"4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/2PpP3/8/8/4K3 b - c3 0 1", false, false},
    /* outer rooks have the same rights in chess and in Chess960 */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", true, true},
};

START_ROWS(equal_and_different_keys, ROWS(keys)) {
    const Position a = tests_position(keys[_i].a, keys[_i].chess960);
    const Position b = tests_position(keys[_i].b, keys[_i].chess960);

    ck_assert_int_eq(a.key == b.key, keys[_i].same);
}

/* --- dead positions -------------------------------------------------------------------------- */

static const struct {
    const char *fen;
    bool dead;
} material[] = {
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
    {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
    {"4kn2/8/8/8/8/8/8/4K3 w - - 0 1", true},
    {"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},
    {"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true},
    {"2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},       /* c8 and f1 are light */
    {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},       /* c1 and f8 are dark */
    {"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false},       /* one of each */
    {"4k3/8/8/8/8/8/8/1B1BKB2 w - - 0 1", true},      /* three of one side, all light */
    {"b1b1k3/8/8/8/8/5B2/8/1B1BKB2 w - - 0 1", true}, /* six, all light */
    {"b1b1k3/8/8/8/8/5B2/8/B2BKB2 w - - 0 1", false}, /* one of six is dark */
    {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false},       /* mate is possible, but cannot be forced */
    {"3nk3/8/8/8/8/8/8/4KN2 w - - 0 1", false},
    {"3nk3/8/8/8/8/8/8/4KB2 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/3BKN2 w - - 0 1", false},
    {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
    {"4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/3RK3 w - - 0 1", false},
    {"3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false},
    {FEN_START, false},
};

START_ROWS(dead_positions, ROWS(material)) {
    const Position p = tests_position(material[_i].fen, false);
    ck_assert_int_eq(position_insufficient_material(&p), material[_i].dead);
}

START_TEST(non_pawn_material) {
    const Position bare = tests_position("4k3/pppp4/8/8/8/8/4P3/4K1N1 w - - 0 1", false);

    ck_assert(position_has_pieces(&bare, WHITE));
    ck_assert(!position_has_pieces(&bare, BLACK));
}

/* --- errors --------------------------------------------------------------------------------- */

static void row_of_pieces(Position *p, Color c, Piece piece, Square first, int count) {
    for (int i = 0; i < count; i++)
        position_put(p, c, piece, (Square)((int)first + i));
}

static void remove_piece(Position *p, Square s) {
    for (Piece i = PAWN; i <= KING; i++)
        p->board.piece[i] &= ~bb_of(s);
    p->board.color[WHITE] &= ~bb_of(s);
    p->board.color[BLACK] &= ~bb_of(s);
    p->on[s] = NO_PIECE;
}

static void two_pieces(Position *p) {
    p->board.piece[QUEEN] |= bb_of(A1);
}
static void wrong_square(Position *p) {
    p->on[A1] = KNIGHT;
}
static void missing_on_square(Position *p) {
    p->on[A1] = NO_PIECE;
}
static void extra_on_square(Position *p) {
    p->on[E4] = KNIGHT;
}
static void piece_without_color(Position *p) {
    p->board.color[WHITE] &= ~bb_of(A1);
}
static void piece_of_both_colors(Position *p) {
    p->board.color[BLACK] |= bb_of(A1);
}
static void color_without_piece(Position *p) {
    p->board.color[WHITE] |= bb_of(E4);
}
static void no_white_king(Position *p) {
    remove_piece(p, E1);
}
static void no_black_king(Position *p) {
    remove_piece(p, E8);
}
static void white_kings(Position *p) {
    position_put(p, WHITE, KING, E3);
}
static void black_kings(Position *p) {
    position_put(p, BLACK, KING, E6);
}
static void white_pawns(Position *p) {
    position_put(p, WHITE, PAWN, E4);
}
static void black_pawns(Position *p) {
    position_put(p, BLACK, PAWN, E5);
}
static void white_pieces(Position *p) {
    position_put(p, WHITE, QUEEN, E4);
}
static void black_pieces(Position *p) {
    position_put(p, BLACK, BISHOP, E5);
}
static void promoted_twice(Position *p) {
    remove_piece(p, A2);
    position_put(p, WHITE, KNIGHT, E4);
    position_put(p, WHITE, ROOK, D4);
}
static void seventeen_pieces(Position *p) {
    for (Square s = A7; s <= H7; s++)
        remove_piece(p, s);
    row_of_pieces(p, BLACK, KNIGHT, A6, 8);
    position_put(p, BLACK, KNIGHT, A5);
}
static void pawn_on_first(Position *p) {
    remove_piece(p, A2);
    remove_piece(p, A1);
    position_put(p, WHITE, PAWN, A1);
    p->board.castling &= ~bb_of(A1);
}
static void pawn_on_last(Position *p) {
    remove_piece(p, A7);
    remove_piece(p, A8);
    position_put(p, BLACK, PAWN, A8);
    p->board.castling &= ~bb_of(A8);
}
static void kings_touch(Position *p) {
    remove_piece(p, E8);
    position_put(p, BLACK, KING, E3);
    remove_piece(p, E1);
    position_put(p, WHITE, KING, E4);
    p->board.castling = 0;
}
static void wrong_side_in_check(Position *p) {
    remove_piece(p, D7);
    remove_piece(p, F1);
    position_put(p, WHITE, BISHOP, B5);
}
static void king_away(Position *p) {
    remove_piece(p, E1);
    position_put(p, WHITE, KING, E3);
}
static void right_without_rook(Position *p) {
    remove_piece(p, H1);
}
static void right_of_a_knight(Position *p) {
    p->board.castling |= bb_of(B1);
}
static void right_of_a_far_rook(Position *p) {
    remove_piece(p, H1);
    position_put(p, WHITE, ROOK, H3);
    p->board.castling ^= bb_of(H1) | bb_of(H3);
}
static void two_rights_on_a_side(Position *p) {
    remove_piece(p, F1);
    remove_piece(p, A1);
    position_put(p, WHITE, ROOK, F1);
    p->board.castling ^= bb_of(A1) | bb_of(F1);
}
static void ep_on_wrong_rank(Position *p) {
    p->board.ep_square = E3;
}
static void ep_without_pawn(Position *p) {
    p->board.ep_square = E6;
}
static void ep_of_own_pawn(Position *p) {
    remove_piece(p, E2);
    remove_piece(p, E7);
    position_put(p, WHITE, PAWN, E5);
    p->board.ep_square = E6;
}
static void ep_before_the_jump(Position *p) {
    remove_piece(p, D7);
    position_put(p, BLACK, PAWN, E5);
    p->board.ep_square = E6;
}
static void ep_through_a_piece(Position *p) {
    remove_piece(p, E7);
    remove_piece(p, G8);
    position_put(p, BLACK, PAWN, E5);
    position_put(p, BLACK, KNIGHT, E6);
    p->board.ep_square = E6;
}
static void ep_long_ago(Position *p) {
    remove_piece(p, E7);
    position_put(p, BLACK, PAWN, E5);
    p->board.ep_square = E6;
    p->halfmove_clock = 1;
}
static void negative_clock(Position *p) {
    p->halfmove_clock = -1;
}
static void move_zero(Position *p) {
    p->fullmove_number = 0;
}

static const struct {
    void (*spoil)(Position *p);
    const char *error;
} errors[] = {
    {two_pieces, "two pieces stand on one square"},
    {wrong_square, "the squares and the sets of pieces disagree"},
    {missing_on_square, "the squares and the sets of pieces disagree"},
    {extra_on_square, "the squares and the sets of pieces disagree"},
    {piece_without_color, "the colors and the sets of pieces disagree"},
    {piece_of_both_colors, "the colors and the sets of pieces disagree"},
    {color_without_piece, "the colors and the sets of pieces disagree"},
    {no_white_king, "White has no king"},
    {no_black_king, "Black has no king"},
    {white_kings, "White has more than one king"},
    {black_kings, "Black has more than one king"},
    {white_pawns, "White has more than eight pawns"},
    {black_pawns, "Black has more than eight pawns"},
    {white_pieces, "White has more pieces than its pawns could promote to"},
    {black_pieces, "Black has more pieces than its pawns could promote to"},
    {promoted_twice, "White has more pieces than its pawns could promote to"},
    {seventeen_pieces, "Black has more pieces than its pawns could promote to"},
    {pawn_on_first, "a pawn stands on the first or the last rank"},
    {pawn_on_last, "a pawn stands on the first or the last rank"},
    {kings_touch, "the kings stand next to each other"},
    {wrong_side_in_check, "the side that is not to move is in check"},
    {king_away, "a king with castling rights is not on its back rank"},
    {right_without_rook, "a castling right has no rook"},
    {right_of_a_knight, "a castling right has no rook on the back rank"},
    {right_of_a_far_rook, "a castling right has no rook on the back rank"},
    {two_rights_on_a_side, "two castling rights on one side of the king"},
    {ep_on_wrong_rank, "the en-passant square is not behind a pawn that just moved"},
    {ep_without_pawn, "the en-passant square has no pawn in front of it"},
    {ep_of_own_pawn, "the en-passant square has no pawn in front of it"},
    {ep_before_the_jump, "the en-passant square, or the one behind it, is occupied"},
    {ep_through_a_piece, "the en-passant square, or the one behind it, is occupied"},
    {ep_long_ago, "the halfmove clock is not 0 after a pawn move"},
    {negative_clock, "the halfmove clock is negative"},
    {move_zero, "the move number is less than 1"},
};

START_ROWS(each_error_is_named, ROWS(errors)) {
    Position p = tests_position(FEN_START, false);
    const char *error;

    ck_assert_ptr_null(position_error(&p));
    p.key = 0; /* derived fields are not checked */
    p.checkers = p.pinned = ~(Bitboard)0;
    ck_assert_ptr_null(position_error(&p));
    errors[_i].spoil(&p);
    error = position_error(&p);
    ck_assert_msg(error, "not noticed: %s", errors[_i].error);
    ck_assert_str_eq(error, errors[_i].error);
}

START_TEST(setting_up) {
    Position p;

    position_clear(&p);
    ck_assert_uint_eq(board_occupied(&p.board), 0);
    ck_assert_int_eq(position_turn(&p), WHITE);
    ck_assert_uint_eq(p.board.castling, 0);
    ck_assert_int_eq(p.board.ep_square, NO_SQUARE);
    ck_assert_int_eq(p.halfmove_clock, 0);
    ck_assert_int_eq(p.fullmove_number, 1);
    for (Square s = A1; s < SQUARE_COUNT; s++)
        ck_assert_int_eq(position_on(&p, s), NO_PIECE);
    ck_assert_str_eq(position_error(&p), "White has no king");
    position_put(&p, WHITE, KING, E1);
    ck_assert_str_eq(position_error(&p), "Black has no king");
    position_put(&p, BLACK, KING, E8);
    position_put(&p, BLACK, ROOK, E4);
    ck_assert_ptr_null(position_error(&p));
    position_derive(&p);
    check_position(&p);
    ck_assert_uint_eq(p.checkers, bb_of(E4));
    ck_assert_str_eq(tests_fen(&p), "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1");
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("position");
}
