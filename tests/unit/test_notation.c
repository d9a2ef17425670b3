/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of notation.h: written moves can be read again, and variants of the notation are accepted.
 */
#include "chess/notation.h"

#include "chess/zobrist.h"
#include "tests.h"

/* Builds a text in an array. */
#define SAY(buffer, ...)                                                                           \
    do {                                                                                           \
        Text said = text_in(buffer, sizeof(buffer));                                               \
        text_addf(&said, __VA_ARGS__);                                                             \
        CLAIM(!said.full, "no room for %s", buffer);                                               \
    } while (0)

/*
 * Parses from an allocation of exactly the text's size. Checks that *out is unchanged after an
 * error.
 */
static MoveError parse(Move *out, const Position *p, Word text) {
    const Word copy = tests_copy(text);
    const MoveError error = notation_parse(out, p, copy);

    tests_free(copy);
    return error;
}

static void check_reads(const Position *p, const char *text, Move want) {
    Move m = 4711;
    const MoveError error = parse(&m, p, word_of(text));

    CLAIM(error == MOVE_FINE, "%s in %s: error %d", text, tests_fen(p), (int)error);
    CLAIM(m == want, "%s in %s: %u, not %u", text, tests_fen(p), m, want);
}

static const char *coordinates(char buffer[NOTATION_SIZE], const Position *p, Move m) {
    Text out = text_in(buffer, NOTATION_SIZE);

    notation_write(&out, p, m);
    CLAIM(!out.full, "%s is too long", buffer);
    return buffer;
}

static const char *san(char buffer[NOTATION_SIZE], const Position *p, Move m) {
    Text out = text_in(buffer, NOTATION_SIZE);

    notation_write_san(&out, p, m);
    CLAIM(!out.full, "%s is too long", buffer);
    return buffer;
}

/* --- round trips ------------------------------------------------------------------------------ */

static void square_name(char out[3], Square s) {
    out[0] = (char)('a' + square_file(s));
    out[1] = (char)('1' + square_rank(s));
    out[2] = '\0';
}

/* Piece letters, "" for pawns and NO_PIECE. */
static const char *const big[] = {"", "N", "B", "R", "Q", "K", ""};
static const char *const small[] = {"", "n", "b", "r", "q", "k", ""};

/* Checks the expected coordinates, and accepted variants. */
static void check_coordinates(const Position *p, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const bool castles = position_is_castling(p, m);
    const bool short_form = square_file(from) == 4 && (square_file(to) == 7 || !square_file(to));
    char text[NOTATION_SIZE], want[NOTATION_SIZE], from_name[3], to_name[3], other[24];

    square_name(from_name, from);
    square_name(to_name, castles ? castling_king_to(from, to) : to);
    if (castles && !short_form)
        SAY(want, "%s", to > from ? "O-O" : "O-O-O");
    else
        SAY(want, "%s%s%s", from_name, to_name, small[move_promotion(m)]);
    coordinates(text, p, m);
    CLAIM(!strcmp(text, want), "%s is written, not %s, in %s", text, want, tests_fen(p));
    check_reads(p, text, m);

    square_name(to_name, to); /* castling: king takes rook */
    SAY(other, "%s%s%s", from_name, to_name, small[move_promotion(m)]);
    check_reads(p, other, m);
    for (char *c = other; *c; c++)
        *c = *c >= 'a' ? (char)(*c - 'a' + 'A') : *c;
    check_reads(p, other, m);
    SAY(other, "%s-%s%s", from_name, to_name, big[move_promotion(m)]);
    check_reads(p, other, m);
}

/* Checks the parts of a SAN move and their order; the remaining part disambiguates. */
static void check_san_form(const Position *p, Move m, const char *text) {
    const Piece piece = position_on(p, move_from(m));
    const char *at = text;
    char to_name[3];
    Position after;

    position_play(&after, p, m);
    square_name(to_name, move_to(m));
    if (position_is_castling(p, m)) {
        const char *want = move_to(m) > move_from(m) ? "O-O" : "O-O-O";
        CLAIM(!strncmp(at, want, strlen(want)), "%s in %s", text, tests_fen(p));
        at += strlen(want);
    } else {
        if (piece != PAWN)
            CLAIM(*at++ == "PNBRQK"[piece], "%s in %s: piece", text, tests_fen(p));
        if (*at == 'a' + square_file(move_from(m)) && strncmp(at, to_name, 2))
            at++;
        if (*at == '1' + square_rank(move_from(m)) && piece != PAWN)
            at++;
        if (position_is_capture(p, m))
            CLAIM(*at++ == 'x', "%s in %s: capture", text, tests_fen(p));
        CLAIM(!strncmp(at, to_name, 2), "%s in %s: square", text, tests_fen(p));
        at += 2;
        if (move_promotion(m) != NO_PIECE) {
            CLAIM(at[0] == '=' && at[1] == "PNBRQK"[move_promotion(m)], "%s in %s: promotion", text,
                  tests_fen(p));
            at += 2;
        }
    }
    if (position_in_check(&after))
        CLAIM(*at++ == (movegen_count(&after.board) ? '+' : '#'), "%s in %s: check", text,
              tests_fen(p));
    CLAIM(!*at, "%s in %s: too long", text, tests_fen(p));
}

/* Checks for minimal disambiguation: none if unique, else the file, else the rank, else both. */
static void check_san_is_minimal(const Position *p, Move m, const char *text) {
    const Square from = move_from(m);
    const char letter = "PNBRQK"[position_on(p, from)];
    const char file = (char)('a' + square_file(from)), rank = (char)('1' + square_rank(from));
    char to_name[3], shorter[8];
    bool says_file, says_rank;
    Move found;

    if (letter == 'P' || position_is_castling(p, m))
        return;
    square_name(to_name, move_to(m));
    says_file = text[1] == file && strncmp(text + 1, to_name, 2);
    says_rank = text[1 + says_file] == rank;
    if (!says_file && !says_rank)
        return;
    SAY(shorter, "%c%s", letter, to_name);
    CLAIM(parse(&found, p, word_of(shorter)) == MOVE_AMBIGUOUS, "%s in %s", text, tests_fen(p));
    if (says_rank) {
        SAY(shorter, "%c%c%s", letter, file, to_name);
        CLAIM(parse(&found, p, word_of(shorter)) == MOVE_AMBIGUOUS, "%s in %s", text, tests_fen(p));
    }
    if (says_file && says_rank) {
        SAY(shorter, "%c%c%s", letter, rank, to_name);
        CLAIM(parse(&found, p, word_of(shorter)) == MOVE_AMBIGUOUS, "%s in %s", text, tests_fen(p));
    }
}

/* Checks SAN with insignificant characters left out or added. */
static void check_san_tolerance(const Position *p, Move m, const char *text) {
    const Piece piece = position_on(p, move_from(m));
    char other[24], from_name[3], to_name[3];
    size_t n = 0;

    for (const char *c = text; *c; c++)
        if (!strchr("x=+#", *c))
            other[n++] = *c;
    other[n] = '\0';
    check_reads(p, other, m);
    SAY(other, "%s!?", text);
    check_reads(p, other, m);
    if (position_is_castling(p, m)) {
        check_reads(p, move_to(m) > move_from(m) ? "0-0" : "0-0-0", m);
        check_reads(p, move_to(m) > move_from(m) ? "o-o" : "o-o-o", m);
        return;
    }
    square_name(from_name, move_from(m));
    square_name(to_name, move_to(m));
    SAY(other, "%s%s%c%s%s", big[piece], from_name, position_is_capture(p, m) ? 'x' : '-', to_name,
        big[move_promotion(m)]);
    check_reads(p, other, m);
}

static void check_all_moves(const Position *p, bool chess960) {
    char texts[MAX_MOVES][NOTATION_SIZE];
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    (void)chess960;
    for (size_t i = 0; i < count; i++) {
        check_coordinates(p, list[i]);
        san(texts[i], p, list[i]);
        check_reads(p, texts[i], list[i]);
        check_san_form(p, list[i], texts[i]);
        check_san_is_minimal(p, list[i], texts[i]);
        check_san_tolerance(p, list[i], texts[i]);
        for (size_t j = 0; j < i; j++)
            CLAIM(strcmp(texts[i], texts[j]), "%s is two moves in %s", texts[i], tests_fen(p));
    }
}

START_TEST(random_games) {
    tests_random_games(1, 40, check_all_moves);
}

START_TEST(suite_positions) {
    tests_suites(10, check_all_moves);
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Moves as unambiguous coordinates, SAN, and our coordinates (NULL: the same). */
static const struct {
    const char *fen;
    bool chess960;
    const char *move, *san, *written;
} writings[] = {
    {FEN_START, false, "e2e4", "e4", NULL},
    {FEN_START, false, "g1f3", "Nf3", NULL},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", false, "e4d5", "exd5", NULL},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false, "e5d6", "exd6", NULL},
    {"3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", false, "e7e8q", "e8=Q", NULL},
    {"3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", false, "e7d8n", "exd8=N", NULL},
    {"3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", false, "e7e8n", "e8=N+", NULL},
    {"6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", false, "e1e8", "Re8#", NULL},
    {"r3k3/8/8/8/8/8/8/4K2R w K - 0 1", false, "e1h1", "O-O", "e1g1"},
    {"r3k3/8/8/8/8/8/8/4K2R b q - 0 1", false, "e8a8", "O-O-O", "e8c8"},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", false, "e1h1", "O-O+", "e1g1"},
    {"2rkr3/2p1p3/8/8/1B6/8/8/R3K3 w Q - 0 1", false, "e1a1", "O-O-O#", "e1c1"},
    {"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", true, "e1g1", "O-O", "O-O"},
    {"4k3/8/8/8/8/8/8/1R3K2 w Q - 0 1", true, "f1b1", "O-O-O", "O-O-O"},
    {"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", true, "f1g1", "O-O", "O-O"},
    {"4k3/8/8/8/8/8/8/R5KR w K - 0 1", true, "g1h1", "O-O", "O-O"},
    /* the file, the rank or both disambiguate; pinned pieces do not count */
    {"4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", false, "b1d2", "Nbd2", NULL},
    {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", false, "a1a3", "R1a3", NULL},
    {"4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1", false, "a5d5", "Rad5", NULL},
    {"8/2k5/8/8/4Q2Q/8/8/K6Q w - - 0 1", false, "h4e1", "Qh4e1", NULL},
    {"4r2k/8/8/8/8/8/4N3/4K1N1 w - - 0 1", false, "g1f3", "Nf3", NULL},
    {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", false, "g1e2", "Ne2", NULL},
    {"k7/8/8/8/3p4/2N5/8/4K1N1 w - - 0 1", false, "g1e2", "Nge2", NULL},
    {"4k3/8/8/2N1N3/8/3p4/8/4K3 w - - 0 1", false, "e5d3", "Nexd3", NULL},
    {"4k3/8/8/4N3/8/3p4/8/2N1N2K w - - 0 1", false, "e5d3", "N5xd3", NULL},
};

START_ROWS(written, ROWS(writings)) {
    const Position p = tests_position(writings[_i].fen, writings[_i].chess960);
    char text[NOTATION_SIZE];
    Move m = NO_MOVE;

    ck_assert_int_eq(parse(&m, &p, word_of(writings[_i].move)), MOVE_FINE);
    ck_assert_str_eq(san(text, &p, m), writings[_i].san);
    ck_assert_str_eq(coordinates(text, &p, m),
                     writings[_i].written ? writings[_i].written : writings[_i].move);
    check_all_moves(&p, writings[_i].chess960);
}

/* --- reading ---------------------------------------------------------------------------------- */

#define BISHOPS   "4k3/8/8/3p4/2PP4/8/8/2B1KB2 w - - 0 1"
#define CASTLING  "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
#define PROMOTION "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1"
#define WITH_B    "4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1"

static const struct {
    const char *fen, *text, *move;
} forgiven[] = {
    {FEN_START, "e4", "e2e4"},
    {FEN_START, "E4", "e2e4"},
    {FEN_START, "e2-e4", "e2e4"},
    {FEN_START, "E2E4", "e2e4"},
    {FEN_START, "e2e4!", "e2e4"},
    {FEN_START, "e4!?", "e2e4"},
    {FEN_START, "Pe4", "e2e4"},
    {FEN_START, "Pe2-e4", "e2e4"},
    {FEN_START, "nf3", "g1f3"},
    {FEN_START, "NF3", "g1f3"},
    {FEN_START, "Ng1-f3", "g1f3"},
    {FEN_START, "Ng1f3", "g1f3"},
    {FEN_START, "Ngf3", "g1f3"},
    {FEN_START, "N1f3", "g1f3"},
    {FEN_START, "g1f3", "g1f3"},
    {FEN_START, "ng1f3", "g1f3"},
    {FEN_START, "b3", "b2b3"},
    {FEN_START, "b2b4", "b2b4"},
    {FEN_START, "B2B4", "b2b4"},
    {BISHOPS, "cxd5", "c4d5"},
    {BISHOPS, "cd5", "c4d5"},
    {BISHOPS, "c4d5", "c4d5"},
    {BISHOPS, "c4xd5", "c4d5"},
    {BISHOPS, "c4:d5", "c4d5"},
    {BISHOPS, "cd", NULL},
    {BISHOPS, "Bd3", "f1d3"},
    {BISHOPS, "bd3", "f1d3"}, /* cannot be a pawn move */
    {BISHOPS, "bb2", "c1b2"},
    {WITH_B, "bxc3", "b2c3"}, /* a pawn capture; the bishop could not capture there anyway */
    {CASTLING, "O-O", "e1h1"},
    {CASTLING, "o-o", "e1h1"},
    {CASTLING, "0-0", "e1h1"},
    {CASTLING, "O\xe2\x80\x93O", "e1h1"},
    {CASTLING,
     "0\x96"
     "0",
     "e1h1"},
    {FEN_START,
     "\xe2\x99\x98"
     "f3",
     "g1f3"},
    {CASTLING, "\xe2", NULL},
    {CASTLING, "OO", "e1h1"},
    {CASTLING, "O-O!", "e1h1"},
    {CASTLING, "e1g1", "e1h1"},
    {CASTLING, "Ke1g1", "e1h1"},
    {CASTLING, "e1h1", "e1h1"},
    {CASTLING, "O-O-O", "e1a1"},
    {CASTLING, "0-0-0", "e1a1"},
    {CASTLING, "o-o-o", "e1a1"},
    {CASTLING, "e1c1", "e1a1"},
    {CASTLING, "Kf1", "e1f1"},
    {PROMOTION, "e8=Q", "e7e8q"},
    {PROMOTION, "e8Q", "e7e8q"},
    {PROMOTION, "e8q", "e7e8q"},
    {PROMOTION, "e8(Q)", "e7e8q"},
    {PROMOTION, "e8", "e7e8q"}, /* a queen by default */
    {PROMOTION, "e7e8", "e7e8q"},
    {PROMOTION, "e7e8=n", "e7e8n"},
    {PROMOTION, "E7E8R", "e7e8r"},
    {PROMOTION, "exd8=B", "e7d8b"},
    {PROMOTION, "ed8b", "e7d8b"},
    {PROMOTION, "e7xd8=B", "e7d8b"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "e5d6"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed6", "e5d6"},
    {"6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "Re8", "e1e8"},
    {"6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "re8+", "e1e8"},
};

START_ROWS(tolerant, ROWS(forgiven)) {
    const Position p = tests_position(forgiven[_i].fen, false);
    Move want = NO_MOVE, got = 4711;

    if (!forgiven[_i].move) {
        ck_assert_int_ne(parse(&got, &p, word_of(forgiven[_i].text)), MOVE_FINE);
        ck_assert_int_eq(got, 4711);
        return;
    }
    ck_assert_int_eq(parse(&want, &p, word_of(forgiven[_i].move)), MOVE_FINE);
    ck_assert(move_is_legal(&p, want));
    check_reads(&p, forgiven[_i].text, want);
}

#define PINNED  "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"
#define CHECKED "4r2k/8/8/8/8/8/8/R3K1N1 w Q - 0 1"

static const struct {
    const char *fen, *text;
    MoveError error;
} refused[] = {
    {FEN_START, "", MOVE_UNREADABLE},
    {FEN_START, " ", MOVE_UNREADABLE},
    {FEN_START, "e", MOVE_UNREADABLE},
    {FEN_START, "xyz", MOVE_UNREADABLE},
    {FEN_START, "hello", MOVE_UNREADABLE},
    {FEN_START, "e9", MOVE_UNREADABLE},
    {FEN_START, "e0", MOVE_UNREADABLE},
    {FEN_START, "i4", MOVE_UNREADABLE},
    {FEN_START, "e2e", MOVE_UNREADABLE},
    {FEN_START, "e2e9", MOVE_UNREADABLE},
    {FEN_START, "e2e4e5", MOVE_UNREADABLE},
    {FEN_START, "e2e4 ", MOVE_UNREADABLE},
    {FEN_START, "O", MOVE_UNREADABLE},
    {FEN_START, "O-O-O-O", MOVE_UNREADABLE},
    {FEN_START, "e7e8z", MOVE_UNREADABLE},
    {FEN_START, "e7e8k", MOVE_UNREADABLE},
    {FEN_START, "e8=P", MOVE_UNREADABLE},
    {FEN_START, "Xe4", MOVE_UNREADABLE},
    {FEN_START,
     "\xe4"
     "4",
     MOVE_UNREADABLE},
    {FEN_START, "go", MOVE_UNREADABLE},
    {FEN_START, "0000", MOVE_UNREADABLE},
    {FEN_START, "e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4", MOVE_UNREADABLE},
    {FEN_START, "e5", MOVE_ILLEGAL},
    {FEN_START, "Nd4", MOVE_ILLEGAL},
    {FEN_START, "e2e5", MOVE_ILLEGAL},
    {FEN_START, "e2d3", MOVE_ILLEGAL},
    {FEN_START, "a1a3", MOVE_ILLEGAL},
    {FEN_START, "e1e2", MOVE_ILLEGAL},
    {FEN_START, "e1g1", MOVE_ILLEGAL},
    {FEN_START, "O-O", MOVE_ILLEGAL},
    {FEN_START, "e2e4q", MOVE_ILLEGAL},
    {FEN_START, "e4=Q", MOVE_ILLEGAL},
    {FEN_START, "Ne2e4", MOVE_ILLEGAL}, /* e2 has a pawn */
    {FEN_START, "a1a1", MOVE_ILLEGAL},
    {FEN_START, "e3e4", MOVE_NO_PIECE},
    {FEN_START, "e7e5", MOVE_NOT_YOURS},
    {FEN_START, "Nb8c6", MOVE_NOT_YOURS},
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "d2d4", MOVE_NOT_YOURS},
    {PINNED, "e2c3", MOVE_INTO_CHECK},
    {PINNED, "Ne2c3", MOVE_INTO_CHECK},
    {PINNED, "e2e4", MOVE_ILLEGAL},
    {"8/8/8/8/8/8/4r3/K6k w - - 0 1", "a1a2", MOVE_INTO_CHECK},
    {"4r2k/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2d3", MOVE_INTO_CHECK},
    {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "e4d3",
     MOVE_ILLEGAL}, /* no en-passant square, as no capture is legal */
    {"4r3/3P3k/8/8/8/8/4K3/8 w - - 0 1", "d7d8", MOVE_IN_CHECK},
    {CHECKED, "a1a8", MOVE_IN_CHECK},
    {CHECKED, "g1f3", MOVE_IN_CHECK},
    {CHECKED, "Nf3", MOVE_IN_CHECK},
    {CHECKED, "O-O-O", MOVE_IN_CHECK},
    {CHECKED, "g1g3", MOVE_ILLEGAL},
    {CHECKED, "e1e2", MOVE_INTO_CHECK},
    {"4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", "Nd2", MOVE_AMBIGUOUS},
    {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "Ra3", MOVE_AMBIGUOUS},
    {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "Raa3", MOVE_AMBIGUOUS},
};

START_ROWS(refusals, ROWS(refused)) {
    const Position p = tests_position(refused[_i].fen, false);
    Move m = 4711;
    const MoveError error = parse(&m, &p, word_of(refused[_i].text));

    ck_assert_msg(error == refused[_i].error, "%s in %s: error %d, not %d", refused[_i].text,
                  refused[_i].fen, (int)error, (int)refused[_i].error);
    ck_assert_int_eq(m, 4711);
}

START_TEST(error_texts) {
    ck_assert_ptr_null(move_error_text(MOVE_FINE));
    ck_assert_ptr_null(move_error_text(MOVE_UNREADABLE));
    ck_assert_ptr_null(move_error_text(MOVE_ILLEGAL));
    for (MoveError a = MOVE_NO_PIECE; a <= MOVE_AMBIGUOUS; a++) {
        ck_assert_ptr_nonnull(move_error_text(a));
        for (MoveError b = MOVE_NO_PIECE; b < a; b++)
            ck_assert_str_ne(move_error_text(a), move_error_text(b));
    }
    ck_assert_int_eq(MOVE_FINE, 0);
}

/* Random bytes never crash the parser, and give a legal move or leave the output unchanged. */
START_ROWS(garbage, 5) {
    const char *const alphabet = "abcdefgh12345678NBRQKPOnbrqkxX-=+#!?:().e0 ";
    uint64_t seed = (uint64_t)_i;
    const Position p = tests_position(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false);
    int fine = 0;

    for (int round = 0; round < 40000; round++) {
        char text[13];
        const size_t length = random_next(&seed) % sizeof text;
        Move m = 4711;
        MoveError error;

        for (size_t i = 0; i < length; i++)
            text[i] = round % 4 ? alphabet[random_next(&seed) % strlen(alphabet)]
                                : (char)random_next(&seed);
        error = parse(&m, &p, (Word){text, length});
        CLAIM(error <= MOVE_AMBIGUOUS, "error %d", (int)error);
        CLAIM(error == MOVE_FINE ? move_is_legal(&p, m) : m == 4711, "%.*s: %u", (int)length, text,
              m);
        fine += error == MOVE_FINE;
    }
    ck_assert_int_gt(fine, 10);
}

START_TEST(nul_bytes) {
    const Position p = tests_position(FEN_START, false);
    Move m = 4711;

    ck_assert_int_eq(parse(&m, &p, (Word){"e2e4\0", 5}), MOVE_UNREADABLE);
    ck_assert_int_eq(parse(&m, &p, (Word){"e4\0x", 4}), MOVE_UNREADABLE);
    ck_assert_int_eq(parse(&m, &p, (Word){"\0e4", 3}), MOVE_UNREADABLE);
    ck_assert_int_eq(m, 4711);
    ck_assert_int_eq(parse(&m, &p, (Word){"e2e4e5", 4}), MOVE_FINE); /* no byte beyond the length */
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("notation");
}
