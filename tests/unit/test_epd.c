/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of alula-epd that need no engine: reading suites, verdicts, writing EPD. */
#include "chess/notation.h"
#include "chess/zobrist.h"
#include "tests.h"
#include "tools/common/epdsuite.h"
#include "tools/common/tool.h"
#include "tools/epd/epd_result.h"
#include "tools/epd/verdict.h"

#define WAC1      "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -"
#define BACK_RANK "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -"
/* Black to move is mated by 1... Kh8 (or Kf8) 2. Ra8 */
#define TWO_ROOKS "6k1/1R6/8/8/8/8/8/R5K1 b - -"

static EpdProblem read_good(const char *line) {
    char words[300];
    Text error = text_in(words, sizeof words);
    EpdProblem p = {.file = "test", .line = 7};

    ck_assert_msg(epd_read_line(&p, word_of(line), false, EPD_STRICT, &error), "%s: %s", line,
                  words);
    ck_assert_int_eq(p.line, 7);
    return p;
}

/* --- reading --------------------------------------------------------------------------------- */

START_TEST(operations_are_read) {
    const EpdProblem p = read_good(WAC1 " bm Qg6 f6g4; am Kh1; dm 3; id \"a;b\"; hmvc 4; fmvn 30;");

    ck_assert_int_eq(p.best.count, 2);
    ck_assert_int_eq(p.avoid.count, 1);
    ck_assert_int_eq(p.mate, 3);
    ck_assert(word_is(p.id, "a;b"));
    ck_assert(word_is(p.fields, WAC1));
    ck_assert(!p.has_counters);
    ck_assert_int_eq(p.position.halfmove_clock, 4);
    ck_assert_int_eq(p.position.fullmove_number, 30);
    ck_assert(epd_problem_has_goal(&p));
}

START_TEST(six_fields_are_read) {
    const EpdProblem p = read_good(WAC1 " 5 60 id \"x\"");

    ck_assert(p.has_counters);
    ck_assert_int_eq(p.position.fullmove_number, 60);
    ck_assert(word_is(p.operations, "id \"x\""));
    ck_assert(!epd_problem_has_goal(&p));
}

static const struct {
    const char *line, *sentence;
} bads[] = {
    {"", "the position is empty"},
    {"8/8/8/8/8/8/8/8 w - - bm Qg6;", "White has no king"},
    {WAC1 " bm Qh8;", "bm: Qh8 is not a legal move"},
    {WAC1 " am Qd1;", "am: Qd1 is not a legal move"},
    {WAC1 " bm Ng4;", "bm: Ng4 is ambiguous"},
    {WAC1 " bm + Qg6;", "bm: + is not a move"},
    {WAC1 " bm ,;", "bm has no move"},
    {WAC1 " c0 \"Qg6=10, Qh8=2\";", "a move with points is illegal, or has no points: Qh8"},
    {WAC1 " c7 \"Qg6 Kh1\"; c8 \"10\";", "a move with points is illegal, or has no points: Kh1"},
    {WAC1 " c9 \"g3g6\"; c8 \"10 2\";", "a move with points is illegal, or has no points: "},
    {WAC1 " bm\xc2\xa0Qg6;", "a no-break space stands in column 59 of the line"},
    {"  " WAC1 " bm Qg6\xa0;", "a no-break space stands in column 65 of the line"},
    {WAC1 " c0 \"\xc3\xa7\"; bm Qg6\x1a", "a control character stands in column 71 of the line"},
    {WAC1 "\xef\xbb\xbf", "a byte order mark stands in column 56 of the line"},
    {WAC1 " bm Qg6;\r" WAC1, "a carriage return stands in column 64 of the line"},
    {WAC1 " id \"a\rb\";", "a carriage return stands in column 62 of the line"},
    {WAC1 " bm;", "bm has no move"},
    {WAC1 " bm Qg6 g3g6;", "bm: g3g6 occurs twice"},
    {WAC1 " bm Qg6; am Kh1 Qg6;", "bm and am name the same move: Kh1 Qg6"},
    {WAC1 " id \"a\"; id \"b\";", "an opcode occurs twice: id"},
    {WAC1 " id \"a", "a string is not closed: \"a"},
    {WAC1 " dm 0;", "dm has a bad number: 0"},
    {WAC1 " dm;", "dm has a bad number"},
    {WAC1 " acd deep;", "acd has a bad number: deep"},
    {WAC1 " ce 32768;", "ce has a bad number: 32768"},
    {WAC1 " hmvc -1;", "hmvc has a bad number: -1"},
    {WAC1 " 4th 3;", "this is not an opcode: 4th"},
    {WAC1 " abcdefghijklmnop 1;", "this is not an opcode: abcdefghijklmnop"},
    {WAC1 " \"x\";", "this is not an opcode: \"x\""},
};

START_ROWS(bad_lines, ROWS(bads)) {
    char words[300];
    Text error = text_in(words, sizeof words);
    EpdProblem p = {.line = 7};
    const Word copy = tests_copy(word_of(bads[_i].line));

    ck_assert_msg(!epd_read_line(&p, copy, false, EPD_STRICT, &error), "%s", bads[_i].line);
    ck_assert_msg(strstr(words, bads[_i].sentence), "%s: %s", bads[_i].line, words);
    ck_assert_int_eq(p.line, 7);
    tests_free(copy);
}

/* A NUL is rejected, except one at the end of a line. */
static const struct {
    Word line;
    const char *sentence;
} nuls[] = {
#define LINE(text)                                                                                 \
    { text, sizeof(text) - 1 }
    {LINE(WAC1 " bm Qg6\0;"), "a NUL byte stands in column 63 of the line"},
    {LINE(WAC1 " id \"a\0b\";"), "a NUL byte stands in column 62 of the line"},
    {LINE(WAC1 " bm Qg6;\0\0"), "a NUL byte stands in column 64 of the line"},
    {LINE(WAC1 " bm Qg6;\0\r\n"), ""},
    {LINE(WAC1 " bm Qg6; \0 "), ""},
#undef LINE
};

START_ROWS(nul_bytes, ROWS(nuls)) {
    char words[300];
    Text error = text_in(words, sizeof words);
    EpdProblem p = {.line = 7};

    epd_read_line(&p, nuls[_i].line, false, EPD_STRICT, &error);
    ck_assert_str_eq(words, nuls[_i].sentence);
    if (!*words)
        ck_assert(word_is(p.text, WAC1 " bm Qg6;"));
}

/* Accepted notations. */
static const struct {
    const char *line;
    int best, counters, knight, queen; /* the points of Ng4 by f6, and Qg6 */
} ways[] = {
    {WAC1 "; bm Qg6", 1, 0, 0, 0},
    {WAC1 " 5 60; bm Qg6;", 1, 1, 0, 0},
    {WAC1 " 5;bm Qg6;", 1, 1, 0, 0},
    {WAC1 " bm Qg6 +;", 1, 0, 0, 0},
    {WAC1 " bm Qg6, Kh1 !, Nfg4;", 3, 0, 0, 0},
    {WAC1 " bm Qg6,Kh1 ; id \"no\xc2\xa0"
          "break\";",
     2, 0, 0, 0},
    {WAC1 " bm Qg6; c0 \"Qg6=10, Nfg4=3\";", 1, 0, 3, 10},
    {WAC1 " bm Qg6; c0 \"Qg6=10 of Reinfeld\";", 1, 0, 0, 10},
    {WAC1 " bm Qg6; c0 \"=10\"; c1 \"Qg6=10\";", 1, 0, 0, 0},
    {WAC1 " bm Qg6; c8 \"9 1\"; c7 \"Qg6 Nfg4\"; c0 \"page 12\";", 1, 0, 1, 9},
    {WAC1 " bm Qg6; c9 \"f6g4 g3g6\"; c8 \"30 100\"; c7 \"\"; c0 \"Qg6=7\";", 1, 0, 30, 100},
    {WAC1 " bm Qg6; c9 \"Winawer\"; c8 \"19\";", 1, 0, 0, 0},
};

START_ROWS(ways_to_write, ROWS(ways)) {
    const EpdProblem p = read_good(ways[_i].line);
    Move queen, knight;

    ck_assert_int_eq(notation_parse(&queen, &p.position, word_of("Qg6")), MOVE_FINE);
    ck_assert_int_eq(notation_parse(&knight, &p.position, word_of("f6g4")), MOVE_FINE);
    ck_assert_int_eq(p.best.count, ways[_i].best);
    ck_assert_int_eq(p.has_counters, ways[_i].counters);
    ck_assert(word_is(p.fields, WAC1));
    ck_assert_int_eq(epd_points(&p, queen), ways[_i].queen);
    ck_assert_int_eq(epd_points(&p, knight), ways[_i].knight);
    ck_assert_int_eq(p.points.most, ways[_i].queen);
}

/* Truncated and damaged lines must not crash the reader. */
START_TEST(damaged_lines) {
    const char *line = WAC1 " bm Qg6 Kh1; dm -3; c0 \"a\\\"b;c\"; id \"x\"; hmvc 4; fmvn 30; noop;";
    const size_t length = strlen(line);
    uint64_t random = 5;

    for (int i = 0; i < 20000; i++) {
        const Word copy = tests_copy((Word){line, random_next(&random) % (length + 1)});
        char words[100];
        Text error = text_in(words, sizeof words);
        EpdProblem p = {.line = 7};

        for (int n = 0; copy.length && n < i % 4; n++)
            ((char *)copy.at)[random_next(&random) % copy.length] = (char)random_next(&random);
        ck_assert(epd_read_line(&p, copy, false, EPD_STRICT, &error) == !error.length);
        tests_free(copy);
    }
}

/* --- mates ----------------------------------------------------------------------------------- */

/* Returns a search result with these moves as PV. */
static SolverInfo search_info(const EpdProblem *p, int depth, int mate, const char *moves) {
    SolverInfo f = {.depth = depth,
                    .bound = BOUND_EXACT,
                    .mate = mate,
                    .nodes = (uint64_t)depth * 10,
                    .us = depth * 1000};
    Word rest = word_of(moves), word;
    Position now = p->position, next;

    while ((word = text_word(&rest)).length) {
        ck_assert_int_eq(notation_parse(&f.pv[f.pv_length], &now, word), MOVE_FINE);
        position_play(&next, &now, f.pv[f.pv_length++]);
        now = next;
    }
    return f;
}

static const struct {
    const char *line;
    int mate;
    const char *moves;
    bool broken;
    Claim claim;
} claims[] = {
    {BACK_RANK, 0, "Rd8", false, CLAIM_NONE},
    {BACK_RANK, 1, "Rd8", false, CLAIM_SHOWN},
    {BACK_RANK, 1, "Rd7", false, CLAIM_WRONG},
    {BACK_RANK, 1, "", false, CLAIM_UNFINISHED},
    {BACK_RANK, 1, "", true, CLAIM_WRONG},
    {BACK_RANK, -1, "Rd8", false, CLAIM_WRONG}, /* the other side is mated */
    {BACK_RANK, 2, "Rd7 h6 Rd8", false, CLAIM_WRONG},
    {BACK_RANK, 2, "Rd7 Kf8 Rd8", false, CLAIM_WRONG},
    {BACK_RANK, 2, "Rd7 h6", false, CLAIM_UNFINISHED},
    {BACK_RANK, 2, "Rd7 g6 Rd8 Kg7", false, CLAIM_WRONG},
    {BACK_RANK, 2, "Rd2 f6 Rd8 Kf7", false, CLAIM_WRONG},
    {BACK_RANK, 2, "Re1 Kh8 Re8", false, CLAIM_SHOWN},
    {BACK_RANK, 5, "Re1 Kh8 Re8", false, CLAIM_SHOWN}, /* sooner than announced */
    {TWO_ROOKS, -1, "Kf8 Ra8", false, CLAIM_SHOWN},
    {TWO_ROOKS, -1, "Kf8", false, CLAIM_UNFINISHED},
    {TWO_ROOKS, -1, "Kf8 Kf2", false, CLAIM_WRONG},
    {"7k/5K2/8/6Q1/8/8/8/8 w - -", 1, "Qg6", false, CLAIM_WRONG}, /* stalemate */
};

START_ROWS(mate_claims, ROWS(claims)) {
    const EpdProblem p = read_good(claims[_i].line);
    SolverInfo f = search_info(&p, 5, claims[_i].mate, claims[_i].moves);

    f.pv_broken = claims[_i].broken;
    ck_assert_int_eq(verdict_mate_claim(&p.position, &f), claims[_i].claim);
}

START_TEST(mates_are_proved) {
    const EpdProblem p = read_good(BACK_RANK " dm 2;");
    Verdict v = {.problem = &p, .stable = 3};
    SolverInfo f = search_info(&p, 1, 0, "Rd8");

    ck_assert(!verdict_update(&v, &f)); /* the move alone is not enough */
    ck_assert(!v.solved);
    f = search_info(&p, 2, 3, "Re1 Kh8 Re8"); /* more moves than dm */
    ck_assert(!verdict_update(&v, &f) && !v.solved);
    f = search_info(&p, 3, 2, "Re1");
    ck_assert(!verdict_update(&v, &f) && !v.solved);
    ck_assert_int_eq(v.claim, CLAIM_UNFINISHED);
    f = search_info(&p, 4, 2, "Re1 Kh8 Re8");
    ck_assert(verdict_update(&v, &f) && v.solved);
    ck_assert(!v.wrong_claim && !v.too_short);
    verdict_finish(&v, f.pv[0], 5000, 60);
    ck_assert(v.solved);
    ck_assert_int_eq(v.found.us, 4000);
    ck_assert_int_eq(verdict_ce(&f), 32764);
}

START_TEST(mates_are_played) {
    const EpdProblem p = read_good(BACK_RANK " dm 1;");
    const SolverInfo mate = search_info(&p, 1, 0, "Rd8"), other = search_info(&p, 1, 0, "Re1");
    Verdict v = {.problem = &p}, w = {.problem = &p};

    verdict_update(&v, &mate);
    ck_assert(!v.solved);
    verdict_finish(&v, mate.pv[0], 5000, 60);
    ck_assert(v.solved);
    ck_assert_int_eq(v.found.us, 5000);
    verdict_finish(&w, other.pv[0], 5000, 60);
    ck_assert(!w.solved);
}

START_TEST(mates_too_short) {
    const EpdProblem p = read_good(BACK_RANK " dm 2;"), lost = read_good(TWO_ROOKS " dm -2;");
    Verdict v = {.problem = &p}, w = {.problem = &lost}, x = {.problem = &p};
    SolverInfo f = search_info(&p, 4, 1, "Rd8");

    ck_assert(!verdict_update(&v, &f)); /* stable 0 never stops the search */
    ck_assert(v.solved && v.too_short && !v.wrong_claim);
    ck_assert_int_eq(v.claimed_mate, 1);
    f = search_info(&lost, 4, -1, "Kf8 Ra8");
    verdict_update(&w, &f);
    ck_assert(w.solved && w.too_short);
    ck_assert_int_eq(verdict_ce(&f), -32765);
    f = search_info(&p, 4, 1, "Rd7");
    verdict_update(&x, &f);
    ck_assert(!x.solved && x.wrong_claim);
    f = search_info(&p, 5, 2, "Re1 Kh8 Re8"); /* proved later, but the wrong claim counts */
    verdict_update(&x, &f);
    ck_assert(x.solved && x.wrong_claim);
}

/* --- moves ----------------------------------------------------------------------------------- */

START_TEST(best_and_avoided) {
    const EpdProblem best = read_good(WAC1 " bm Qg6;"), avoid = read_good(WAC1 " am Qg6;"),
                     both = read_good(WAC1 " bm Qg6 Kh1; am Nh5;"), none = read_good(WAC1);
    const struct {
        const EpdProblem *problem;
        const char *move;
        bool right;
    } rows[] = {
        {&best, "Qg6", true}, {&best, "Kh1", false}, {&avoid, "Qg6", false}, {&avoid, "Kh1", true},
        {&both, "Kh1", true}, {&both, "Nh5", false}, {&both, "Kg2", false},  {&none, "Qg6", false},
    };

    for (int i = 0; i < ROWS(rows); i++) {
        Verdict v = {.problem = rows[i].problem};
        const SolverInfo f = search_info(v.problem, 1, 0, rows[i].move);

        verdict_finish(&v, f.pv[0], 1, 1);
        ck_assert_msg(v.solved == rows[i].right, "row %d", i);
    }
}

/*
 * The time of the solution is the last switch to the right move; a wrong move in between resets it.
 */
START_TEST(found_when) {
    const EpdProblem p = read_good(WAC1 " bm Qg6;");
    Verdict v = {.problem = &p, .stable = 3};
    const char *const moves[] = {"Qg6", "Qg6", "Kh1", "Qg6", "Qg6", "Qg6", "Qg6"};
    SolverInfo f;

    for (int i = 0; i < ROWS(moves); i++) {
        f = search_info(&p, i + 1, 0, moves[i]);
        ck_assert_int_eq(verdict_update(&v, &f), i == 6);
        ck_assert_int_eq(verdict_update(&v, &f), i == 6); /* the same depth counts once */
    }
    ck_assert_int_eq(v.found.depth, 4);
    f.bound = BOUND_UPPER; /* fail low keeps the best move */
    f.pv[0] = NO_MOVE;
    verdict_update(&v, &f);
    ck_assert(v.solved);
    verdict_finish(&v, v.last.pv[0], 9000, 90);
    ck_assert(v.solved);
    ck_assert_int_eq(v.found.us, 4000);
}

START_TEST(final_moves) {
    const EpdProblem p = read_good(WAC1 " bm Qg6;");
    Verdict v = {.problem = &p, .stable = 3};
    const SolverInfo right = search_info(&p, 1, 0, "Qg6"), wrong = search_info(&p, 2, 0, "Kh1");

    verdict_update(&v, &right);
    verdict_update(&v, &wrong);
    verdict_finish(&v, right.pv[0], 7000, 70);
    ck_assert(v.solved);
    ck_assert_int_eq(v.found.us, 7000);
    verdict_finish(&v, NO_MOVE, 8000, 80);
    ck_assert(!v.solved);
}

/* --- writing --------------------------------------------------------------------------------- */

static void written(char *out, size_t room, const EpdResult *r, bool epd) {
    FILE *file = tmpfile();
    Text line = {0};
    size_t got;

    ck_assert_ptr_nonnull(file);
    if (epd)
        fprintf(file, "%s\n", (line = epd_report_epd(r, 0)).at);
    else
        epd_report_position(file, 3, r);
    free(line.at);
    rewind(file);
    got = fread(out, 1, room - 1, file);
    out[got] = '\0';
    fclose(file);
}

START_TEST(output_lines) {
    const EpdProblem p = read_good(BACK_RANK " 2 9 acd 99; dm 1; ce 5; c0 \"k;ept\"; pv Rd1; noop");
    EpdResult r = {.verdict = {.problem = &p, .stable = 3}, .us = 1600000, .nodes = 50};
    const SolverInfo f = search_info(&p, 1, 1, "Rd8");
    EpdTotals totals = {0};
    char text[600];

    verdict_update(&r.verdict, &f);
    verdict_finish(&r.verdict, f.pv[0], r.us, r.nodes);
    written(text, sizeof text, &r, true);
    ck_assert_str_eq(text, BACK_RANK " dm 1; c0 \"k;ept\"; noop; hmvc 2; fmvn 9; acd 1; acn 50; "
                                     "acs 2; ce 32766; pv Rd8#;\n");
    written(text, sizeof text, &r, false);
    ck_assert_str_eq(text, "   3  line 7            solved  Rd8#     dm 1            0.001 s  "
                           "depth  1         10 nodes\n");
    epd_totals_add(&totals, &r);
    ck_assert_int_eq(totals.solved + totals.counted + totals.shown + totals.positions, 4);
    r.verdict = (Verdict){.problem = &p};
    written(text, sizeof text, &r, true); /* without a result all operations are kept */
    ck_assert_str_eq(text, BACK_RANK " acd 99; dm 1; ce 5; c0 \"k;ept\"; pv Rd1; noop; hmvc 2; "
                                     "fmvn 9;\n");
}

/* --- results --------------------------------------------------------------------------------- */

/* Returns a line with a correct checksum. */
static Word closed(char *buffer, size_t size, const char *text) {
    Text line = text_in(buffer, size);

    text_add(&line, text);
    unit_line_close(&line);
    return (Word){line.at, line.length - 1};
}

START_TEST(results_are_read_back) {
    const EpdProblem p =
        read_good(BACK_RANK " dm 1; id \" job \\\" acs 3; unit 0123456789abcdef\"; acs 4;");
    EpdResult r = {.verdict = {.problem = &p}, .us = 1600000, .nodes = 50};
    const SolverInfo f = search_info(&p, 1, 1, "Rd8");
    EpdResultLine line, again;
    EpdResults results = {0};
    char words[200];
    Text text, room = text_in(words, sizeof words);

    verdict_update(&r.verdict, &f);
    verdict_finish(&r.verdict, f.pv[0], r.us, r.nodes);
    text = epd_result_write(&r, "a=1 nodes=9");
    ck_assert_pstr_eq(epd_result_read(&line, (Word){text.at, text.length - 1}), NULL);
    ck_assert(word_is(line.job, "a=1 nodes=9"));
    ck_assert_uint_eq(line.key, epd_result_key(p.text));
    ck_assert(line.totals.solved == 1 && line.totals.counted == 1 && line.totals.shown == 1);
    ck_assert(line.totals.us == 1600000 && line.totals.nodes == 50);
    ck_assert_pstr_eq(epd_results_add(&results, &line, 5, &room), NULL);
    ck_assert_uint_eq(results.table.count, 1);
    r.us = 2600000; /* a result may differ in time, but not in nodes */
    again = line;
    free(text.at);
    text = epd_result_write(&r, "a=1 nodes=9");
    ck_assert_pstr_eq(epd_result_read(&again, (Word){text.at, text.length - 1}), NULL);
    ck_assert_pstr_eq(epd_results_add(&results, &again, 5, &room), NULL);
    ck_assert_uint_eq(results.table.count, 1);
    r.nodes++;
    free(text.at);
    text = epd_result_write(&r, "a=1 nodes=9");
    ck_assert_pstr_eq(epd_result_read(&again, (Word){text.at, text.length - 1}), NULL);
    ck_assert_pstr_eq(epd_results_add(&results, &again, 5, &room),
                      "this position has a different result than before");
    free(text.at);
    unit_table_free(&results.table);
}

#define UNIT "\"; unit 0123456789abcdef"
static const char *const no_results[] = {
    "",
    " ",
    BACK_RANK " job \"a=1\"; verdict \"nodes=1 us=1" UNIT "0",
    BACK_RANK " job \"a=1\"; verdict \"nodes=1 us=1\"; unit 0123456789ABCDEF",
    BACK_RANK " job \"a=1\"; verdict \"nodes=1 us=1\"; unit ",
    BACK_RANK " job \"a=1\"; verdict \"nodes=1 us=1",
    BACK_RANK " job \"a=1\"; verdict \"nodes=1 us=-1" UNIT,
    BACK_RANK " job \"a=1\"; verdict \"nodes=1 us=" UNIT,
    BACK_RANK " job \"a=1\"; verdict \"nodes=99999999999999999999 us=1" UNIT,
    BACK_RANK " job \"a=1\"; verdict \"nodes= us=1" UNIT,
    BACK_RANK " job \"a=1\"; verdict \"us=1 nodes=1" UNIT,
    BACK_RANK " job \"a=1\"; verdict \"won nodes=1 us=1" UNIT,
    BACK_RANK " job \"a=1\"; verdict \"" UNIT,
    BACK_RANK " verdict \"nodes=1 us=1" UNIT,
    BACK_RANK " verdict \"nodes=1 us=1\"; job \"a=1" UNIT,
    "; unit 0123456789abcdef",
    " job \"\"; verdict \"\"; unit 0123456789abcdef",
};

START_ROWS(no_result_is_read, ROWS(no_results)) {
    char buffer[300];
    EpdResultLine line;
    const Word text = closed(buffer, sizeof buffer, no_results[_i]);

    ck_assert_ptr_nonnull(epd_result_read(&line, text));
    for (size_t length = 0; length < text.length; length++)
        ck_assert_ptr_nonnull(epd_result_read(&line, (Word){text.at, length}));
}

START_TEST(command_lines) {
    char a0[] = "x", a1[] = "file", a2[] = "--n", a3[] = "7", a4[] = "-", a5[] = "--on";
    char *good[] = {a0, a1, a2, a3, a4, a5, NULL}, *bad[] = {a0, a2, NULL},
         *odd[] = {a0, a2, a1, NULL};
    char words[100];
    Text error = text_in(words, sizeof words);
    int64_t n = 0;
    bool on = false;
    int others;
    const CommandOption rows[] = {{"--n", .number = &n, 1, 9}, {"--on", .on = &on}};

    ck_assert(commandline_read(rows, 2, 6, good, &others, &error));
    ck_assert(n == 7 && on && others == 2);
    ck_assert_str_eq(good[1], "file");
    ck_assert_str_eq(good[2], "-");
    ck_assert(!commandline_read(rows, 2, 2, bad, &others, &error));
    ck_assert_str_eq(words, "a value is missing after --n");
    error = text_in(words, sizeof words);
    ck_assert(!commandline_read(rows, 2, 3, odd, &others, &error));
    ck_assert_str_eq(words, "--n needs a number from 1 to 9, not file");
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("epd");
}
