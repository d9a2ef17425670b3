/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of fen.h: accepted FENs, rejected FENs with reasons, and written FENs. */
#include "chess/fen.h"

#include "chess/zobrist.h"
#include "tests.h"

/*
 * Returns a position filled with a pattern, so that a changed byte shows that the output was
 * written.
 */
static Position canary(void) {
    Position p;

    memset(&p, 0xa5, sizeof p);
    return p;
}

static void show(Text *out, Word w) {
    text_add_quoted(out, w, 100);
}

/*
 * Checks that an error message is part of a sentence: some words on one line, without a full stop.
 */
static void check_sentence(const char *error, const char *shown) {
    const size_t length = strlen(error);

    CLAIM(length > 8 && strchr(error, ' '), "\"%s\" is refused as \"%s\"", shown, error);
    CLAIM(error[length - 1] != '.', "\"%s\" is refused with a full stop", shown);
    for (size_t i = 0; i < length; i++)
        CLAIM(error[i] >= ' ' && error[i] < 0x7f, "\"%s\" is refused as \"%s\"", shown, error);
}

/*
 * Parses a text from an allocation of exactly its size. Checks that a rejected text writes nothing,
 * and that an accepted text gives a valid position whose FEN gives the same position.
 */
static const char *parse(Position *out, Word text, bool chess960) {
    const Position untouched = canary();
    const Word copy = tests_copy(text);
    const char *error;
    char shown[128], fen[FEN_SIZE];
    Text words = text_in(shown, sizeof shown), line = text_in(fen, sizeof fen);
    Position again;

    *out = canary();
    error = fen_parse(out, copy, chess960);
    tests_free(copy);
    show(&words, text);
    if (error) {
        CLAIM(!memcmp(out, &untouched, sizeof untouched), "\"%s\" is refused but written", shown);
        check_sentence(error, shown);
        return error;
    }
    CLAIM(!position_error(out), "\"%s\" is accepted with %s", shown, position_error(out));
    CLAIM(out->key == position_key(out), "\"%s\": key", shown);
    fen_write(&line, out);
    CLAIM(!line.full, "\"%s\" is written as a line that is too long", shown);
    CLAIM(!fen_parse(&again, word_of(fen), chess960), "\"%s\" is written as \"%s\"", shown, fen);
    CLAIM(tests_same(out, &again), "\"%s\" is another position than \"%s\"", shown, fen);
    return NULL;
}

/* --- the rows of malformed/fen.tsv ------------------------------------------------------------ */

/* Rows where the standard leaves a choice: our behavior, with chess960 if needed. */
static const struct {
    const char *id;
    bool good, good_in_chess960;
    const char *written; /* how it is written; NULL: as it was read */
} policies[] = {
    {"F083", true, true, FEN_START},
    {"F097", true, true, FEN_START},
    {"F100", false, true, NULL},
    {"F101", false, true, "2r1kr2/8/8/8/8/8/8/2R1KR2 w KQkq - 0 1"},
    {"F117", true, true, NULL},
    {"F121", true, true, FEN_START},
    {"F130", true, true, NULL},
    {"F131", true, true, NULL},
    {"F132", true, true, NULL},
    {"F142", true, true, FEN_START},
    {"F143", true, true, FEN_START},
    {"F144", true, true, FEN_START},
    {"F145", true, true, FEN_START},
    {"F146", true, true, FEN_START},
    {"F147", true, true, FEN_START},
    {"F148", true, true, FEN_START},
    {"F149", false, false, NULL},
    {"F163", true, true, FEN_START},
    {"F167", true, true, NULL},
    {"F168", true, true, NULL},
    {"F169", true, true, NULL},
};

/*
 * Returns true for rows accepted with chess960 only: F093 has its king on d8 and rooks on both
 * sides.
 */
static bool is_chess960_only(Word id) {
    return word_is(id, "F093") || word_is(id, "F100") || word_is(id, "F101");
}

static bool ep_is_possible(const Position *p) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    for (size_t i = 0; i < count; i++)
        if (position_is_ep(p, list[i]))
            return true;
    return false;
}

/*
 * Checks that a six-field FEN is written as it was read, except an en-passant square without a
 * legal capture.
 */
static void check_written(const Position *p, Word text, const char *id) {
    char buffer[FEN_SIZE];
    Text out = text_in(buffer, sizeof buffer);
    Word line;

    fen_write(&out, p);
    line = word_of(buffer);
    for (int field = 0; field < 6; field++) {
        const Word want = text_word(&text), got = text_word(&line);
        const bool dropped = field == 3 && word_is(got, "-") && !ep_is_possible(p);
        CLAIM(dropped || (want.length == got.length && !memcmp(want.at, got.at, got.length)),
              "%s is written as \"%s\"", id, buffer);
        CLAIM(field != 3 || word_is(got, "-") != ep_is_possible(p), "%s: ep in \"%s\"", id, buffer);
    }
}

static void check_policy(Word id, Word text) {
    Position p;

    for (int i = 0; i < ROWS(policies); i++) {
        if (!word_is(id, policies[i].id))
            continue;
        for (int chess960 = 0; chess960 < 2; chess960++) {
            const char *error = parse(&p, text, chess960);
            const bool good = chess960 ? policies[i].good_in_chess960 : policies[i].good;
            CLAIM(!error == good, "%s (chess960 %d): %s", policies[i].id, chess960,
                  error ? error : "accepted");
            if (!good)
                continue;
            if (policies[i].written)
                ck_assert_str_eq(tests_fen(&p), policies[i].written);
            else
                check_written(&p, text, policies[i].id);
        }
        return;
    }
    ck_abort_msg("no policy for %.*s", (int)id.length, id.at);
}

START_TEST(malformed_rows) {
    int rows = 0, policy_rows = 0;
    Word all, rest, line;

    if (!tests_read(&all, "malformed/fen.tsv"))
        return;
    for (rest = all; tests_line(&rest, &line); rows++) {
        const Word id = tests_cut(&line, '\t'), verdict = tests_cut(&line, '\t');
        const Word category = tests_cut(&line, '\t');
        const Word text = tests_unescape(tests_cut(&line, '\t'));
        const bool good = word_is(verdict, "accept");
        char name[16];
        Text out = text_in(name, sizeof name);
        Position p;

        text_add_word(&out, id);
        ck_assert(category.length);
        if (word_is(verdict, "policy")) {
            check_policy(id, text);
            policy_rows++;
        } else {
            const char *error = parse(&p, text, false);
            ck_assert(good || word_is(verdict, "reject"));
            CLAIM(!error == good, "%s: %s", name, error ? error : "accepted");
            if (good)
                check_written(&p, text, name);
            error = parse(&p, text, true);
            CLAIM(!error == (good || is_chess960_only(id)), "%s in Chess960: %s", name,
                  error ? error : "accepted");
        }
        tests_free(text);
    }
    ck_assert_int_eq(policy_rows, ROWS(policies));
    ck_assert_int_ge(rows, 169);
    tests_free(all);
}

/* --- more rows -------------------------------------------------------------------------------- */

/* Accepted positions and how they are written (NULL: as they were read). */
static const struct {
    const char *text;
    bool chess960;
    const char *written;
} goods[] = {
    {FEN_START, false, NULL},
    {"8/8/8/8/8/8/8/K1k5 b - - 149 99999", false, NULL},
    {"8/8/8/8/8/8/8/K1k5 b - - 9999 1", false, NULL},
    {"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", false, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b Ah - 0 1", false, "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1"},
    {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 7", false, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 7"},
    {"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 7", false, NULL},
    {"4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 7", false, NULL},
    {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", false, "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"},
    {"4k3/8/8/8/8/8/8/4K3 w - -", false, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 17", false, "4k3/8/8/8/8/8/8/4K3 w - - 17 1"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", false, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 007 0009", false, "4k3/8/8/8/8/8/8/4K3 w - - 7 9"},
    {"\t4k3/8/8/8/8/8/8/4K3\r\nw - -\n", false, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    /* Chess960: KQkq are the outermost rooks, letters name the others */
    {"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", true, NULL},
    {"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", true, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"},
    {"rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", true, NULL},
    {"rr2k1rr/8/8/8/8/8/8/RR2K1RR w KBhb - 0 1", true, "rr2k1rr/8/8/8/8/8/8/RR2K1RR w KBkb - 0 1"},
    {"4k3/8/8/8/8/8/8/KRR5 w B - 0 1", true, NULL},
    {"4k3/8/8/8/8/8/8/KRR5 w C - 0 1", true, "4k3/8/8/8/8/8/8/KRR5 w K - 0 1"},
    {"4k3/8/8/8/8/8/8/RR5K w Q - 0 1", true, NULL},
    {"4k3/8/8/8/8/8/8/RR5K w B - 0 1", true, NULL},
    {"2r1kr2/8/8/8/8/8/8/R3K2R w KAcf - 0 1", true, "2r1kr2/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
};

START_ROWS(good_rows, ROWS(goods)) {
    const char *text = goods[_i].text, *want = goods[_i].written ? goods[_i].written : text;
    Position p;
    const char *error = parse(&p, word_of(text), goods[_i].chess960);

    ck_assert_msg(!error, "%s: %s", text, error);
    ck_assert_str_eq(tests_fen(&p), want);
    check_written(&p, word_of(want), text);
}

/* Rejected positions, with words from the reason. */
static const struct {
    const char *text;
    bool chess960;
    const char *reason;
} bads[] = {
    {"", false, "empty"},
    {" \t\r\n", false, "empty"},
    {"startpos", false, "unknown letter"},
    {"8/8/8/8/8/8/8 w - - 0 1", false, "fewer than eight ranks"},
    {"4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", false, "more than eight ranks"},
    {"4k3/8/8/8/8/8/8/4K3/ w - - 0 1", false, "more than eight ranks"},
    {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", false, "eight squares"},
    {"4k3/8/8/8/8/8/8/4K4 w - - 0 1", false, "eight squares"},
    {"4k3/8/8/8//8/8/4K3 w - - 0 1", false, "eight squares"},
    {"4k3/8/8/44/8/8/8/4K3 w - - 0 1", false, "side by side"},
    {"4k3/8/8/9/8/8/8/4K3 w - - 0 1", false, "unknown letter"},
    {"4x3/8/8/8/8/8/8/4K3 w - - 0 1", false, "unknown letter"},
    {"4k3/8/8/8/8/8/8/4K3", false, "side to move is missing"},
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", false, "neither w nor b"},
    {"4k3/8/8/8/8/8/8/4K3 w", false, "castling rights are missing"},
    {"4k3/8/8/8/8/8/8/4K2R w k - 0 1", false, "king and rook in place"},
    {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", false, "twice"},
    {"4k3/8/8/8/8/8/8/4K2R w KH - 0 1", false, "twice"},
    {"4k3/8/8/8/8/8/8/4K2R w K- - 0 1", false, "not made of KQkq"},
    {"4k3/8/8/8/8/8/8/4K2R w I - 0 1", true, "not made of KQkq"},
    {"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", false, "king and rook in place"},
    {"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", false, "king and rook in place"},
    {"4k3/8/8/8/8/8/8/3K3R w K - 0 1", false, "king and rook in place"},
    {"4k3/8/8/8/8/8/8/3K3R w H - 0 1", false, "king and rook in place"},
    {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", true, "king and rook in place"},
    {"4k3/8/8/8/8/8/8/3K2RR w HG - 0 1", true, "two castling rights on one side"},
    {"4k3/8/8/8/8/8/8/3K2RR w KG - 0 1", true, "two castling rights on one side"},
    {"4k3/8/8/8/8/8/8/3K4 w D - 0 1", true, "king and rook in place"},
    {"8/8/8/8/8/8/8/R6R w KQ - 0 1", false, "White has no king"},
    {"8/8/8/8/8/8/8/R3K2R w kq - 0 1", true, "Black has no king"},
    {"4k3/8/8/8/8/8/8/4K3 w -", false, "en-passant square is missing"},
    {"4k3/8/8/8/8/8/8/4K3 w - e 0 1", false, "neither a square nor -"},
    {"4k3/8/8/8/8/8/8/4K3 w - e66 0 1", false, "neither a square nor -"},
    {"4k3/8/8/4p3/8/8/8/4K3 w - E6 0 1", false, "neither a square nor -"},
    {"4k3/8/8/4p3/8/8/8/4K3 w - e5 0 1", false, "behind a pawn"},
    {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", false, "no pawn in front"},
    {"4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", false, "occupied"},
    {"4k3/8/8/4pP2/8/8/8/4K3 w - e6 1 1", false, "halfmove clock is not 0"},
    {"4k3/8/8/8/8/8/8/4K3 w - - x", false, "halfmove clock is not a number"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", false, "halfmove clock is not a number"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -0 1", false, "halfmove clock is not a number"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 -1", false, "move number is not a number"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1e3", false, "move number is not a number"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", false, "more text"},
    {"4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;", false, "halfmove clock is not a number"},
    {"4k3/8/8/8/8/8/8/4KK2 w - - 0 1", false, "White has more than one king"},
    {"4k3/8/8/8/8/8/8/4R2K w - - 0 1", false, "not to move is in check"},
};

START_ROWS(bad_rows, ROWS(bads)) {
    Position p;
    const char *error = parse(&p, word_of(bads[_i].text), bads[_i].chess960);

    ck_assert_msg(error, "\"%s\" is accepted", bads[_i].text);
    ck_assert_msg(strstr(error, bads[_i].reason), "\"%s\": %s", bads[_i].text, error);
}

/* --- damaged texts ---------------------------------------------------------------------------- */

static const char *const whole[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 12 34",
    "4k2r/8/8/2p1p3/3pP1Pp/8/8/R3K3 b Qk e3 0 99",
    "rr2k1rr/8/8/8/8/8/8/RR2K1RR w BGbg - 150 1",
};

/* Four fields are enough; then any part of the counters may follow. */
START_ROWS(truncated, ROWS(whole)) {
    const char *text = whole[_i];
    size_t four = 0;
    Position p;

    for (int blanks = 0; blanks < 4; four++)
        blanks += text[four] == ' ';
    for (size_t length = 0; length <= strlen(text); length++) {
        const bool good = !parse(&p, (Word){text, length}, true);
        CLAIM(length >= four || !good || length == four - 1, "accepted: %.*s", (int)length, text);
        CLAIM(length < four || good, "refused: %.*s", (int)length, text);
        CLAIM(length || !good, "nothing at all is accepted");
    }
}

START_ROWS(every_byte_replaced, ROWS(whole)) {
    const size_t length = strlen(whole[_i]);
    char text[FEN_SIZE];
    Position p;

    for (size_t i = 0; i < length; i++)
        for (int byte = 0; byte < 256; byte++) {
            memcpy(text, whole[_i], length);
            text[i] = (char)byte;
            parse(&p, (Word){text, length}, byte % 2);
            CLAIM(text[i] != '\0' || parse(&p, (Word){text, length}, true), "NUL at %zu", i);
        }
}

/* Bytes inserted, removed, swapped and doubled at random. */
START_ROWS(garbled, ROWS(whole)) {
    const char *const alphabet = "pnbrqkPNBRQK12345678/ -wbKQkqabcdefgh36019\t;\"";
    uint64_t seed = (uint64_t)_i;
    int accepted = 0;
    Position p;

    for (int round = 0; round < 5000; round++) {
        char text[FEN_SIZE + 8];
        size_t length = strlen(whole[_i]);

        memcpy(text, whole[_i], length);
        for (uint64_t changes = 1 + random_next(&seed) % 4; changes; changes--) {
            const size_t i = random_next(&seed) % length, j = random_next(&seed) % length;
            const char letter = alphabet[random_next(&seed) % strlen(alphabet)], old = text[i];
            switch (random_next(&seed) % 4) {
            case 0:
                text[i] = letter;
                break;
            case 1:
                text[i] = text[j];
                text[j] = old;
                break;
            case 2:
                memmove(text + i + 1, text + i, length++ - i);
                text[i] = letter;
                break;
            default:
                memmove(text + i, text + i + 1, --length - i);
            }
        }
        accepted += !parse(&p, (Word){text, length}, round % 2);
    }
    ck_assert_int_gt(accepted, 0);
}

/* --- writing ---------------------------------------------------------------------------------- */

static void round_trip(const Position *p, bool chess960) {
    char buffer[FEN_SIZE];
    Text out = text_in(buffer, sizeof buffer);
    Position again = canary();
    const char *error;

    fen_write(&out, p);
    CLAIM(!out.full, "%s does not fit", buffer);
    error = fen_parse(&again, word_of(buffer), chess960);
    CLAIM(!error, "%s: %s", buffer, error);
    CLAIM(tests_same(p, &again), "%s is another position", buffer);
}

START_TEST(random_games) {
    tests_random_games(10, 100, round_trip);
}

START_TEST(suite_positions) {
    tests_suites(1, round_trip);
}

START_TEST(small_buffers) {
    const Position p = tests_position(FEN_START, false);

    for (size_t capacity = 1; capacity <= sizeof FEN_START; capacity++) {
        char *buffer = malloc(capacity);
        Text out = text_in(buffer, capacity);

        fen_write(&out, &p);
        CLAIM(out.full == (capacity < sizeof FEN_START), "full with room for %zu", capacity);
        CLAIM(!strncmp(buffer, FEN_START, out.length), "%s", buffer);
        free(buffer);
    }
}

/* --- EPD -------------------------------------------------------------------------------------- */

#define BARE "4k3/8/8/8/8/8/8/4K3 w - -"

/* A line, its FEN, and opcodes and operands alternately. */
static const struct {
    const char *line, *fen, *parts[8];
} epds[] = {
    {BARE, BARE " 0 1", {NULL}},
    {BARE " bm Kd2; id \"one\";", BARE " 0 1", {"bm", "Kd2", "id", "\"one\""}},
    {BARE " bm Kd2;id \"one\"", BARE " 0 1", {"bm", "Kd2", "id", "\"one\""}},
    {BARE "  bm   Kd2  Kf2 ;  noop ; ", BARE " 0 1", {"bm", "Kd2  Kf2", "noop", ""}},
    {BARE " c0 \"a;b c;\"; c1 \"\";", BARE " 0 1", {"c0", "\"a;b c;\"", "c1", "\"\""}},
    {BARE " c0 \"say \\\"a;b\\\"\"; x;", BARE " 0 1", {"c0", "\"say \\\"a;b\\\"\"", "x", ""}},
    {BARE " 5 60 bm Kd2;", BARE " 5 60", {"bm", "Kd2"}},
    {BARE " 5 bm Kd2;", BARE " 5 1", {"bm", "Kd2"}},
    {BARE " hmvc 4; fmvn 30;", BARE " 0 1", {"hmvc", "4", "fmvn", "30"}},
    {BARE " ;D1 5 ;D2 40", BARE " 0 1", {"D1", "5", "D2", "40"}},
    {BARE " 0 1 ;D1 5 ;D2 40\r\n", BARE " 0 1", {"D1", "5", "D2", "40"}},
    {BARE " ;; ; ;", BARE " 0 1", {NULL}},
    {BARE " id \"never closed; bm Kd2;", BARE " 0 1", {"id", "\"never closed; bm Kd2;"}},
    {BARE " moves e1e2 e8e7", BARE " 0 1", {"moves", "e1e2 e8e7"}},
};

START_ROWS(epd_lines, ROWS(epds)) {
    const Word copy = tests_copy(word_of(epds[_i].line));
    Word line = copy, opcode, operands;
    Position p;
    const char *error = fen_parse_prefix(&p, &line, false);

    ck_assert_msg(!error, "%s", error);
    ck_assert_str_eq(tests_fen(&p), epds[_i].fen);
    for (int n = 0; n < 8 && epds[_i].parts[n]; n += 2) {
        ck_assert(epd_operation(&line, &opcode, &operands));
        ck_assert_msg(word_is(opcode, epds[_i].parts[n]), "%.*s", (int)opcode.length, opcode.at);
        ck_assert_msg(word_is(operands, epds[_i].parts[n + 1]), "%.*s", (int)operands.length,
                      operands.at);
    }
    ck_assert(!epd_operation(&line, &opcode, &operands));
    ck_assert(!epd_operation(&line, &opcode, &operands));
    tests_free(copy);
}

START_TEST(epd_counters) {
    Position p = canary();

    ck_assert(epd_counter(&p, word_of("hmvc"), word_of("7")) && p.halfmove_clock == 7);
    ck_assert(epd_counter(&p, word_of("fmvn"), word_of("31")) && p.fullmove_number == 31);
    ck_assert(epd_counter(&p, word_of("bm"), word_of("Kd2")));
    ck_assert(!epd_counter(&p, word_of("hmvc"), word_of("-1")));
    ck_assert(!epd_counter(&p, word_of("fmvn"), word_of("0")));
    ck_assert(!epd_counter(&p, word_of("fmvn"), word_of("ten")));
    ck_assert_int_eq(p.halfmove_clock, 7);
    ck_assert_int_eq(p.fullmove_number, 31);
}

/* Parts of a FEN that fen_parse_playable() leaves out; NULL: the FEN is rejected nevertheless. */
static const struct {
    const char *fen;
    bool chess960;
    const char *becomes, *left_out;
} playable[] = {
    {FEN_START, false, FEN_START, ""},
    {"r3k2r/8/8/8/8/8/8/4K3 w KQkq - 3 9", false, "r3k2r/8/8/8/8/8/8/4K3 w kq - 3 9",
     "castling right K, castling right Q"},
    {"r3k2r/8/8/8/8/8/8/4K2R b KkKH", false, NULL, ""},
    {"r3k2r/8/8/8/8/8/8/4K2R b KkKH -", false, "r3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1",
     "castling right K, castling right H"},
    {"1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - 0 1", true, "1rk2r2/8/8/8/8/8/8/1RK2R2 w KQkq - 0 1", ""},
    {"1rk2r2/8/8/8/8/8/8/1RK2R2 w HFhb - 0 1", true, "1rk2r2/8/8/8/8/8/8/1RK2R2 w Kq - 0 1",
     "castling right H, castling right h"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", false, FEN_START,
     "en-passant square e6"},
    {"rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 2", false,
     "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2", "en-passant square e3"},
    /* a capture that is possible stays */
    {"4k3/8/8/3pP3/8/8/8/4K3 w Q d6 0 2", false, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
     "castling right Q"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkX - 0 1", false, NULL, ""},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", false, NULL, ""},
    {"rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false, NULL, ""},
    {"8/8/8/8/8/8/8/4K2R w K - 0 1", false, NULL, ""},
};

START_ROWS(left_out_to_play, ROWS(playable)) {
    char buffer[100];
    Text left_out = text_in(buffer, sizeof buffer);
    Position p;
    const char *error =
        fen_parse_playable(&p, word_of(playable[_i].fen), playable[_i].chess960, &left_out);

    CLAIM(!error == (playable[_i].becomes != NULL), "%s", error ? error : playable[_i].fen);
    if (error)
        return;
    ck_assert_str_eq(tests_fen(&p), playable[_i].becomes);
    ck_assert_str_eq(buffer, playable[_i].left_out);
}

START_TEST(bad_prefix_touches_nothing) {
    static const char *const lines[] = {
        "",           "bm e4;",         "8/8/8/8/8/8/8/8 w - - bm e4;",
        BARE " -1 1", BARE " 0 100000", "4k3/8/8/8/8/8/8/4K3 w -"};
    const Position untouched = canary();

    for (int i = 0; i < ROWS(lines); i++) {
        Position p = canary();
        Word line = word_of(lines[i]);
        const char *error = fen_parse_prefix(&p, &line, false);
        ck_assert_msg(error, "\"%s\" is accepted", lines[i]);
        check_sentence(error, lines[i]);
        ck_assert(!memcmp(&p, &untouched, sizeof p));
        ck_assert_ptr_eq(line.at, lines[i]);
        ck_assert_uint_eq(line.length, strlen(lines[i]));
    }
}

/*
 * Counts the operations of any line. Checks that each is within the line, and that the rest gets
 * shorter.
 */
static int count_operations(Word line) {
    int operations = 0;
    Word opcode, operands;

    for (Word left = line; epd_operation(&left, &opcode, &operands); operations++) {
        CLAIM(left.length < line.length, "nothing is taken off");
        CLAIM(opcode.length, "an operation without opcode");
        CLAIM(left.at >= line.at && left.at + left.length <= line.at + line.length &&
                  opcode.at >= line.at && operands.at >= opcode.at + opcode.length &&
                  operands.at + operands.length <= left.at,
              "out of the line");
        line = left;
    }
    return operations;
}

START_TEST(epd_garbage) {
    const char *const alphabet = "ab ;\"\\\t\n1";
    uint64_t seed = 7;
    int operations = 0;

    for (int round = 0; round < 20000; round++) {
        char text[16];
        Word copy;

        for (size_t i = 0; i < sizeof text; i++)
            text[i] = round % 2 ? alphabet[random_next(&seed) % strlen(alphabet)]
                                : (char)random_next(&seed);
        copy = tests_copy((Word){text, random_next(&seed) % sizeof text});
        operations += count_operations(copy);
        tests_free(copy);
    }
    ck_assert_int_gt(operations, 20000);
}

START_TEST(epd_rows) {
    int rows = 0;
    Word all, rest, line;

    if (!tests_read(&all, "malformed/epd.tsv"))
        return;
    for (rest = all; tests_line(&rest, &line); rows++) {
        const Word id = tests_cut(&line, '\t'), verdict = tests_cut(&line, '\t');
        const Word text = tests_unescape(tests_cut(&line, '\t'));
        Word left = text_rest(text);
        const bool skipped = !left.length || *left.at == '#';
        Position p = canary();
        const char *error = fen_parse_prefix(&p, &left, false);

        CLAIM(skipped || !error || !word_is(verdict, "accept"), "%.*s: %s", (int)id.length, id.at,
              error);
        if (error)
            ck_assert(left.at == text_rest(text).at);
        else
            count_operations(left);
        tests_free(text);
    }
    ck_assert_int_ge(rows, 46);
    tests_free(all);
}

/* Returns the en-passant field of the text, even if the position drops it. */
START_TEST(en_passant_field) {
    ck_assert_int_eq(fen_jumped(word_of(FEN_START)), NO_SQUARE);
    ck_assert_int_eq(fen_jumped(word_of("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")), D3);
    ck_assert_int_eq(fen_jumped(word_of("8/8/8/8/k2Pp2Q/8/8/3K4  b  -  d3")), D3);
    ck_assert_int_eq(fen_jumped(word_of("8/8/8/8/k2Pp2Q/8/8/3K4 b -")), NO_SQUARE);
    ck_assert_int_eq(fen_jumped(word_of("")), NO_SQUARE);
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("fen");
}
