/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of terms.h: each term in a position where its number is plain, and some by definition. */
#include "eval/terms.h"

#include "engine.h"
#include "tests.h"

/* Returns how often a term of a side is active. */
static int count_of(const Position *p, Color side, int term) {
    int count = 0;
    Terms terms;

    terms_find(&terms, &p->board, p->on);
    for (int i = 0; i < terms.count[side]; i++)
        count += terms.list[side][i] == term;
    return count;
}

static const struct {
    const char *board;
    Color side;
    int term, count;
} rows[] = {
    {"4k3/8/8/3n4/4P3/8/8/4K3", BLACK, TERM_ATTACKED + (KNIGHT * 5 + 0) * 2, 1},
    {"4k3/8/4p3/3n4/4P3/8/8/4K3", BLACK, TERM_ATTACKED + (KNIGHT * 5 + 0) * 2 + 1, 1},
    {"4k3/8/8/3r4/8/2N5/8/4K3", BLACK, TERM_ATTACKED + (ROOK * 5 + 1) * 2, 1},
    {"4k3/8/8/8/8/8/8/N3K3", WHITE, TERM_KNIGHT_MOBILITY + 2, 1},
    {"4k3/8/8/8/p7/8/8/N3K3", WHITE, TERM_KNIGHT_MOBILITY + 1, 1},
    {"6k1/8/8/8/3Q4/8/8/K7", WHITE, TERM_QUEEN_MOBILITY + 15, 1},
    {"4k3/8/8/8/8/8/8/4K2r", WHITE, TERM_RING_ATTACKED + 1, 1},
    {"4k3/8/8/8/8/8/8/4K2r", WHITE, TERM_KING_MOBILITY + 4, 1},
    {"4k3/8/8/8/8/8/5PPP/6K1", WHITE, TERM_SHELTER + 3, 1},
    {"k7/8/8/8/8/5rq1/8/6K1", WHITE, TERM_ZONE_TWICE + 1, 1},
    {"k7/8/8/8/8/5rq1/8/6K1", WHITE, TERM_ZONE_ATTACKERS + 6, 1},
    {"k7/8/8/8/8/5rq1/8/6K1", WHITE, TERM_ZONE_ATTACKERS + 9, 1},
    {"k7/8/8/8/3rr3/8/8/6K1", WHITE, TERM_ZONE_ATTACKERS + 6, 0},
    {"k7/8/8/8/8/5rr1/8/6K1", WHITE, TERM_ZONE_ATTACKERS + 7, 1},
    {"4k3/8/8/8/8/8/8/R3K3", BLACK, TERM_ROOK_CHECKS, 1},
    {"4k3/8/8/8/8/8/8/3RK3", BLACK, TERM_ROOK_CHECKS, 0},
    {"4k3/8/8/6B1/8/8/8/3RK3", BLACK, TERM_ROOK_CHECKS, 1}, /* d8 is attacked twice */
    {"4k3/8/8/3N4/8/8/8/4K3", BLACK, TERM_KNIGHT_CHECKS + 1, 1},
    {"4k3/6p1/8/3N4/8/8/8/4K3", BLACK, TERM_KNIGHT_CHECKS, 1},
    {"4k3/8/8/8/8/8/8/3BK3", BLACK, TERM_BISHOP_CHECKS + 1, 1},
    {"4k3/8/8/8/8/8/8/3QK3", BLACK, TERM_QUEEN_CHECKS + 2, 1},
    {"4k3/8/8/8/8/4r3/4N3/4K3", WHITE, TERM_PINNED + KNIGHT, 1},
    {"4k3/8/8/8/4r3/4n3/8/4K3", WHITE, TERM_PINNED + 5 + KNIGHT, 1},
    {"4k3/8/8/8/4r3/4N3/4P3/4K3", WHITE, TERM_PINNED + PAWN, 0},
    {"4r3/8/8/8/4k3/8/4K3/8", WHITE, TERM_PINNED + 5 + KING, 0},
    {"4k3/8/8/8/3P4/8/8/4K3", WHITE, TERM_PASSED + 4, 1},
    {"4k3/8/8/3p4/8/8/8/4K3", BLACK, TERM_PASSED + 4, 1},
    {"4k3/4p3/8/8/3P4/8/8/4K3", WHITE, TERM_PASSED + 4, 0},
    {"7k/8/3n4/3P4/2P5/8/8/4K3", WHITE, TERM_PASSED + 11, 1},
    {"4k3/8/8/8/8/8/3P4/4K3", WHITE, TERM_PASSED, 1},
    {"4k3/8/8/8/3P4/8/8/4K3", WHITE, TERM_PASSED_KING + 4, 1},
    {"4k3/8/8/8/3P4/8/8/4K3", WHITE, TERM_PASSED_ENEMY + 3, 1},
    {"4k3/8/8/8/3P4/8/8/4K3", WHITE, TERM_PASSED_PATH + 2, 1},
    {"4k3/8/3K4/8/3P4/8/8/8", WHITE, TERM_PASSED_PATH + 2, 1},
    {"7k/8/8/8/3P4/8/8/4K3", WHITE, TERM_PASSED_PATH, 1},
    {"4k3/2K5/8/3P4/8/8/8/8", WHITE, TERM_PASSED_PATH + 3 + 1, 1},
    {"4k3/8/8/8/3P4/8/P7/4K3", WHITE, TERM_ISOLATED, 2},
    {"4k3/8/8/3P4/3P4/8/8/4K3", WHITE, TERM_DOUBLED, 1},
    {"4k3/8/8/2p5/4P3/3P4/8/4K3", WHITE, TERM_BACKWARD, 1},
    {"4k3/8/8/2p5/8/3P4/8/4K3", WHITE, TERM_BACKWARD, 0},
    {"4k3/8/8/2p5/4P3/3P4/8/4K3", WHITE, TERM_CONNECTED + 2, 1},
    {"4k3/8/8/8/8/8/3PP3/4K3", WHITE, TERM_CONNECTED, 2},
    {"7k/3PP3/8/8/8/8/8/4K3", WHITE, TERM_CONNECTED + 4, 2},
    {"4k3/8/8/4n3/8/3P4/8/4K3", WHITE, TERM_PAWN_PUSH + KNIGHT, 1},
    {"4k3/8/8/4n3/8/8/3P4/4K3", WHITE, TERM_PAWN_PUSH + KNIGHT, 1},
    {"4k3/8/8/2p1n3/8/4P3/3P4/4K3", WHITE, TERM_PAWN_PUSH + KNIGHT, 0},
    {"4k3/3p4/8/8/8/8/8/R2RK3", WHITE, TERM_ROOK_FILE, 1},
    {"4k3/3p4/8/8/8/8/8/R2RK3", WHITE, TERM_ROOK_FILE + 1, 1},
    {"4k3/8/8/8/8/8/8/2B1KB2", WHITE, TERM_BISHOP_PAIR, 1},
    {"k7/8/8/4n3/4n1n1/8/3n4/6K1", WHITE, TERM_ZONE_ATTACKERS + 2, 1},
    {"k7/8/8/8/3bn3/8/8/6K1", WHITE, TERM_ZONE_ATTACKERS + 3, 1},
    {"k7/8/8/8/5PP1/5PPP/5PKP/8", WHITE, TERM_SHELTER + 6, 1},
    {"k7/8/8/8/8/5PPP/8/6K1", WHITE, TERM_SHELTER + 3, 1},
    {"k4r2/8/8/8/8/6q1/6P1/6K1", WHITE, TERM_ZONE_TWICE + 1, 1},
    {"r3k3/8/8/6B1/8/8/8/3RK3", BLACK, TERM_ROOK_CHECKS, 0},
    {"4k3/8/8/8/8/8/3P4/4K2r", WHITE, TERM_KING_MOBILITY + 3, 1},
    {"k7/8/8/7P/8/8/8/K7", WHITE, TERM_PASSED_KING + 5, 1},
    {"k7/8/8/8/7P/8/8/7K", WHITE, TERM_PASSED_ENEMY + 5, 1},
    {"4k3/8/8/3P4/3P4/8/8/4K3", WHITE, TERM_PASSED + 6, 0},
    {"4k3/8/3n4/3P4/8/8/8/4K3", WHITE, TERM_PASSED_PATH + 3, 0},
    {"4k3/3r4/8/4n3/8/3P4/8/4K3", WHITE, TERM_PAWN_PUSH + KNIGHT, 0},
    {"4k3/8/4n3/8/8/3P4/8/4K3", WHITE, TERM_PAWN_PUSH + KNIGHT, 0},
    {"4k3/8/8/4n3/3b4/3P4/8/4K3", WHITE, TERM_PAWN_PUSH + KNIGHT, 0},
    {"4k3/8/8/2p5/8/2PP4/8/4K3", WHITE, TERM_BACKWARD, 0},
    {"4k3/8/8/8/8/3P4/8/3RK3", WHITE, TERM_ROOK_FILE + 1, 0},
    {"4k3/8/8/8/7b/6N1/8/4K3", WHITE, TERM_PINNED + KNIGHT, 1},
    {"4k3/8/8/8/4q3/4N3/8/4K3", WHITE, TERM_PINNED + KNIGHT, 1},
    {"4k3/8/8/8/8/8/8/2B1K3", WHITE, TERM_BISHOP_PAIR, 0},
    {"4k3/8/8/8/8/8/8/4K3", WHITE, TERM_SPACE + 1, 1},
    {"r3k3/8/8/8/8/8/8/R3K3", WHITE, TERM_SPACE + 2, 1},
    {"7k/R7/R7/R7/R7/R7/R7/R3K3", WHITE, TERM_SPACE + 11, 1},
    {"7k/8/r6r/r6r/3K4/r6r/8/8", WHITE, TERM_ZONE_TWICE + 8, 1},
    {"k7/8/8/8/5p1p/8/8/6K1", WHITE, TERM_ZONE_TWICE + 1, 1},
    {"8/8/8/4k3/8/2KP4/8/8", WHITE, TERM_PAWN_PUSH + KING, 0},
    {"4k3/8/8/8/3pP3/3P4/8/4K3", WHITE, TERM_BACKWARD, 1},
};

START_ROWS(terms_are_found, ROWS(rows)) {
    char fen[100];
    Position p;

    snprintf(fen, sizeof fen, "%s w - - 0 1", rows[_i].board);
    p = tests_position(fen, true);
    ck_assert_int_eq(count_of(&p, rows[_i].side, rows[_i].term), rows[_i].count);
}

/* Returns true if a side attacks a square; if a kind is given (not NO_PIECE), with that kind. */
static bool is_attacked(const Position *p, Square s, Color by, Piece kind) {
    Bitboard from = board_attackers(&p->board, s, board_occupied(&p->board));

    if (kind != NO_PIECE)
        from &= p->board.piece[kind];
    return (from & p->board.color[by]) != 0;
}

/* Returns the term of an attacked piece; -1 if it is not attacked. */
static int attacked_term(const Position *p, Square s, Color own) {
    const Color them = color_other(own);
    static const int class[PIECE_COUNT] = {0, 1, 1, 2, 3, 4};
    int least = 5;

    for (Piece kind = PAWN; kind <= KING; kind++)
        if (is_attacked(p, s, them, kind))
            least = min(least, class[kind]);
    if (least == 5)
        return -1;
    return ((int)position_on(p, s) * 5 + least) * 2 + is_attacked(p, s, own, NO_PIECE);
}

/* Returns the term of the mobility of a piece; -1 for pawns and kings. */
static int mobility_term(const Position *p, Square from, Color own) {
    static const int first[PIECE_COUNT] = {-1, 50, 59, 73, 88, -1};
    const Piece kind = position_on(p, from);
    int squares = 0;

    for (Square s = A1; s < SQUARE_COUNT; s++)
        squares += bb_has(board_attackers(&p->board, s, board_occupied(&p->board)), from) &&
                   !bb_has(p->board.color[own], s) && !is_attacked(p, s, color_other(own), PAWN);
    return first[kind] < 0 ? -1 : first[kind] + min(squares, 15);
}

static void check_by_definition(const Position *p, bool chess960) {
    (void)chess960;
    for (Color own = WHITE; own <= BLACK; own++) {
        const Square king = board_king(&p->board, own);
        int wanted[TERM_COUNT] = {0}, ring = 0;

        for (Square s = A1; s < SQUARE_COUNT; s++) {
            ring += bb_has(attacks_king(king), s) && is_attacked(p, s, color_other(own), NO_PIECE);
            if (!bb_has(p->board.color[own], s) || s == king)
                continue;
            if (attacked_term(p, s, own) >= 0)
                wanted[attacked_term(p, s, own)]++;
            if (mobility_term(p, s, own) >= 0)
                wanted[mobility_term(p, s, own)]++;
        }
        wanted[TERM_RING_ATTACKED + ring]++;
        for (int term = 0; term < TERM_KING_MOBILITY; term++)
            CLAIM(count_of(p, own, term) == wanted[term], "%s: term %d of side %d: %d, not %d",
                  tests_fen(p), term, (int)own, count_of(p, own, term), wanted[term]);
    }
}

START_TEST(terms_by_definition) {
    tests_random_games(3, 40, check_by_definition);
}

/* Full boards; the last has as many terms as a search for such boards found. */
static const char *const full[] = {
    "nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN",
    "QqQqkqQq/qQqQqQqQ/QqQqQqQq/qQqQKQq1/8/8/8/8",
    "3r1b2/1n1rBb2/1qPK1qPP/PP1PPP2/pp5k/2p2ppp/1Q2p3/Q2rBQNR",
};

/* Returns the position of a board that a game cannot reach, and fen_parse() refuses. */
static Position any_board(const char *board) {
    static const char letters[] = "PNBRQKpnbrqk";
    int square = 56;
    Position p;

    position_clear(&p);
    for (; *board; board++) {
        const char *letter = strchr(letters, *board);

        if (letter) {
            const int piece = (int)(letter - letters);

            position_put(&p, piece < 6 ? WHITE : BLACK, (Piece)(piece % 6), (Square)square++);
        } else {
            square += *board == '/' ? -16 : *board - '0';
        }
    }
    position_derive(&p);
    return p;
}

START_ROWS(full_boards, ROWS(full)) {
    const Position p = any_board(full[_i]);
    Terms terms;

    terms_find(&terms, &p.board, p.on);
    ck_assert_int_gt(terms.count[WHITE], 0);
    ck_assert_int_le(terms.count[WHITE] + terms.count[BLACK], TERMS_MOST);
    for (Color c = WHITE; c <= BLACK; c++)
        for (int i = 0; i < terms.count[c]; i++)
            ck_assert_int_lt(terms.list[c][i], TERM_SPACE + 12);
}

START_TEST(no_terms_of_33_pieces) {
    const Position p = any_board("nnnnknnn/nnnnnnnn/8/8/8/4N3/NNNNNNNN/NNNNKNNN");
    Terms terms;

    terms_find(&terms, &p.board, p.on);
    ck_assert_int_eq(terms.count[WHITE] + terms.count[BLACK], 0);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("terms");
}
