/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of gameline.h: results by the rules, taking back, copying, very long games. */
#include "chess/gameline.h"

#include "chess/notation.h"
#include "chess/zobrist.h"
#include "tests.h"

static GameLine new_game(const char *fen, bool chess960) {
    const Position start = tests_position(fen, chess960);
    GameLine g;
    const char *error = gameline_init(&g, &start);

    ck_assert_msg(!error, "%s", error);
    ck_assert_uint_eq(g.length, 0);
    ck_assert(tests_same(gameline_now(&g), &start));
    return g;
}

/* Plays moves separated by blanks; "-" stands for no move and "pass" for a null move. */
static void play(GameLine *g, Word moves) {
    for (Word w = text_word(&moves); w.length && !word_is(w, "-"); w = text_word(&moves)) {
        Move m = NO_MOVE;
        if (word_is(w, "pass")) {
            ck_assert_ptr_null(gameline_play(g, NO_MOVE));
            continue;
        }
        CLAIM(notation_parse(&m, gameline_now(g), w) == MOVE_FINE, "%.*s in %s", (int)w.length,
              w.at, tests_fen(gameline_now(g)));
        ck_assert_ptr_null(gameline_play(g, m));
        ck_assert_int_eq(g->move[g->length - 1], m);
    }
}

/* --- outcomes --------------------------------------------------------------------------------- */

typedef struct {
    const char *fen, *moves, *result;
    Outcome outcome;
    bool chess960;
} Ending;

/* The most important endings, for runs without the reference data. */
static const Ending endings[] = {
    {FEN_START, "-", "*", OUTCOME_NONE, false},
    {FEN_START, "f2f3 e7e5 g2g4 d8h4", "0-1", OUTCOME_MATE, false},
    {FEN_START, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", "1-0", OUTCOME_MATE, false},
    {"k7/P7/8/1K6/8/8/8/8 w - - 0 1", "Kb6", "1/2-1/2", OUTCOME_STALEMATE, false},
    {"7k/7P/7K/8/5pP1/5P2/8/8 b - g3 0 1", "-", "*", OUTCOME_NONE, false},
    {"7k/7P/7K/8/5pP1/5P2/8/8 b - - 0 1", "-", "1/2-1/2", OUTCOME_STALEMATE, false},
    {"8/8/8/8/3k4/8/1r6/K7 w - - 0 1", "a1b2", "1/2-1/2", OUTCOME_INSUFFICIENT, false},
    {"8/8/8/3k4/2b5/8/8/K4B2 w - - 0 1", "a1b2", "1/2-1/2", OUTCOME_INSUFFICIENT, false},
    {"8/8/8/3k4/8/8/8/KNN5 w - - 0 1", "a1a2", "*", OUTCOME_NONE, false},
    /* stalemate and mate take precedence over draws */
    {"7k/R7/1R6/8/8/8/8/7K w - - 99 120", "b6b8", "1-0", OUTCOME_MATE, false},
    {"7k/8/6K1/8/8/8/8/5Q2 w - - 99 120", "f1f7", "1/2-1/2", OUTCOME_STALEMATE, false},
    {"8/8/8/8/8/2n5/2k5/K7 w - - 120 90", "-", "1/2-1/2", OUTCOME_STALEMATE, false},
    {"8/8/8/8/8/1k6/2n5/K7 w - - 120 90", "a1b1", "1/2-1/2", OUTCOME_INSUFFICIENT, false},
    /* threefold, with the start counted; side to move, rights and en passant must be the same */
    {FEN_START, "g1f3 g8f6 f3g1 f6g8", "*", OUTCOME_NONE, false},
    {FEN_START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", "*", OUTCOME_NONE, false},
    {FEN_START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "1/2-1/2", OUTCOME_THREEFOLD, false},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8", "*",
     OUTCOME_NONE, false},
    {"4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4 e8d7 e1d1 d7e8 d1e1 e8d7 e1d1 d7e8 d1e1", "*",
     OUTCOME_NONE, false},
    {"8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", "d2d4 a4a3 e1e2 a3a4 e2e1 a4a3 e1e2 a3a4 e2e1", "1/2-1/2",
     OUTCOME_THREEFOLD, false},
    {"7k/8/8/8/8/8/R7/K7 w - - 0 1", "a2a3 h8g8 a3a2 g8g7 a2a3 g7h8 a3a2", "*", OUTCOME_NONE,
     false},
    {"7k/8/8/8/8/8/R6P/K7 w - - 0 1", "a2b2 h8g8 b2a2 g8h8 h2h3 h8g8 a2b2 g8h8 b2a2", "*",
     OUTCOME_NONE, false},
    /* the fifty-move rule */
    {"7k/8/8/8/8/8/R7/K7 w - - 98 100", "a2a3", "*", OUTCOME_NONE, false},
    {"7k/8/8/8/8/8/R7/K7 w - - 98 100", "a2a3 h8g7", "1/2-1/2", OUTCOME_FIFTY, false},
    {"7k/8/8/8/8/8/R7/K7 w - - 149 180", "a2a3", "1/2-1/2", OUTCOME_FIFTY, false},
    {"7k/8/8/8/8/8/R6P/K7 w - - 99 100", "h2h4", "*", OUTCOME_NONE, false},
    {"7k/8/8/8/8/r7/R7/K7 w - - 99 100", "a2a3", "*", OUTCOME_NONE, false},
    {"4k3/8/8/8/8/8/7P/4K2R w K - 99 100", "O-O", "1/2-1/2", OUTCOME_FIFTY, false},
    {"1rk3r1/6p1/8/8/8/8/6P1/1RK3R1 w KQkq - 0 1", "c1g1 c8b8", "*", OUTCOME_NONE, true},
};

static void check_ending(const GameLine *g, Outcome outcome, Word result, const char *id) {
    const Outcome got = gameline_outcome(g);
    const char *text = outcome_text(got, position_turn(gameline_now(g)));

    CLAIM(got == outcome, "%s: outcome %d, not %d", id, (int)got, (int)outcome);
    if (!text) {
        CLAIM(word_is(result, "*"), "%s: no text", id);
        return;
    }
    CLAIM(!strncmp(text, result.at, result.length) && text[result.length] == ' ', "%s: %s", id,
          text);
    CLAIM(text[result.length + 1] == '{' && text[strlen(text) - 1] == '}', "%s: %s", id, text);
}

START_ROWS(known_endings, ROWS(endings)) {
    const Ending *e = &endings[_i];
    GameLine g = new_game(e->fen, e->chess960);

    play(&g, word_of(e->moves));
    check_ending(&g, e->outcome, word_of(e->result), e->moves);
    gameline_destroy(&g);
}

static Outcome outcome_of(Word reason) {
    static const struct {
        const char *reason;
        Outcome outcome;
    } reasons[] = {
        {"none", OUTCOME_NONE},           {"checkmate", OUTCOME_MATE},
        {"stalemate", OUTCOME_STALEMATE}, {"insufficient", OUTCOME_INSUFFICIENT},
        {"threefold", OUTCOME_THREEFOLD}, {"fivefold", OUTCOME_THREEFOLD},
        {"fifty", OUTCOME_FIFTY},         {"seventyfive", OUTCOME_FIFTY},
    };

    for (int i = 0; i < ROWS(reasons); i++)
        if (word_is(reason, reasons[i].reason))
            return reasons[i].outcome;
    ck_abort_msg("unknown reason %.*s", (int)reason.length, reason.at);
    return OUTCOME_NONE;
}

/* id, variant, start, moves, result, reason, auto or claim, final FEN, note */
START_TEST(rule_cases) {
    int rows = 0;
    Word all, rest, line;

    if (!tests_read(&all, "rules/cases.tsv"))
        return;
    for (rest = all; tests_line(&rest, &line); rows++) {
        const Word id = tests_cut(&line, '\t'), variant = tests_cut(&line, '\t');
        const Word start = tests_cut(&line, '\t'), moves = tests_cut(&line, '\t');
        const Word result = tests_cut(&line, '\t'), reason = tests_cut(&line, '\t');
        const Word when = tests_cut(&line, '\t'), last = tests_cut(&line, '\t');
        char name[64], fen[FEN_SIZE];
        Text out = text_in(name, sizeof name), start_fen = text_in(fen, sizeof fen);
        GameLine g;

        text_add_word(&out, id);
        text_add_word(&start_fen, word_is(start, "startpos") ? word_of(FEN_START) : start);
        ck_assert(word_is(when, "auto") || word_is(when, "claim"));
        g = new_game(fen, word_is(variant, "chess960"));
        play(&g, moves);
        check_ending(&g, outcome_of(reason), result, name);
        CLAIM(word_is(last, tests_fen(gameline_now(&g))), "%s: %s", name,
              tests_fen(gameline_now(&g)));
        gameline_destroy(&g);
    }
    ck_assert_int_ge(rows, 66);
    tests_free(all);
}

START_TEST(outcomes_have_texts) {
    ck_assert_ptr_null(outcome_text(OUTCOME_NONE, WHITE));
    ck_assert_str_eq(outcome_text(OUTCOME_MATE, WHITE), "0-1 {Black mates}");
    ck_assert_str_eq(outcome_text(OUTCOME_MATE, BLACK), "1-0 {White mates}");
    for (Outcome o = OUTCOME_STALEMATE; o <= OUTCOME_FIFTY; o++) {
        ck_assert(!strncmp(outcome_text(o, WHITE), "1/2-1/2 {", 9));
        ck_assert_str_eq(outcome_text(o, WHITE), outcome_text(o, BLACK));
    }
}

/* --- repetitions ------------------------------------------------------------------------------ */

/* After every move, the number of occurrences of the position. */
static const struct {
    const char *fen, *moves;
    int times[20];
} repeats[] = {
    {FEN_START,
     "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
     {1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4}},
    /* by another path, and with other positions in between */
    {"7k/8/8/8/8/8/R6P/K7 w - - 0 1",
     "a2b2 h8g8 b2a2 g8h8 a2c2 h8g7 c2a2 g7h8",
     {1, 1, 1, 2, 1, 1, 1, 3}},
    /* a pawn move or a capture is irreversible */
    {"7k/8/8/8/8/r7/R6P/K7 w - - 20 50",
     "a1b2 a3b3 b2a1 b3a3 h2h3 h8g8 a2a3 g8h8 a3a2 h8g8 a2a3",
     {1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 2}},
    /* losing a castling right makes another position */
    {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
     "a1b1 e8d8 b1a1 d8e8 a1b1 e8d8 b1a1 d8e8",
     {1, 1, 1, 1, 2, 2, 2, 2}},
    /* the halfmove clock of the FEN does not reach before the start */
    {"7k/8/8/8/8/8/R7/K7 w - - 90 100", "a2a3 h8g8 a3a2 g8h8", {1, 1, 1, 2}},
    /* null moves count as moves */
    {"7k/8/8/8/8/8/R7/K7 w - - 0 1", "pass pass pass pass", {1, 2, 2, 3}},
};

START_ROWS(repetitions, ROWS(repeats)) {
    Word moves = word_of(repeats[_i].moves);
    GameLine g = new_game(repeats[_i].fen, false);

    ck_assert_int_eq(gameline_repetitions(&g), 1);
    for (size_t ply = 0; text_rest(moves).length; ply++) {
        play(&g, text_word(&moves));
        CLAIM(gameline_repetitions(&g) == repeats[_i].times[ply], "%d times after %zu plies",
              gameline_repetitions(&g), g.length);
    }
    gameline_destroy(&g);
}

/* The same in random games, comparing all positions field by field. */
START_ROWS(repetitions_by_comparing, 10) {
    uint64_t seed = (uint64_t)_i;
    GameLine g = new_game("k7/8/8/8/8/p7/P6R/4K2R w K - 0 1", false);
    int most = 0;

    for (int ply = 0; ply < 400; ply++) {
        Move list[MAX_MOVES];
        const size_t count = movegen_all(&gameline_now(&g)->board, list);
        int times = 0;

        if (!count)
            break;
        ck_assert_ptr_null(gameline_play(&g, list[random_next(&seed) % count]));
        for (size_t i = 0; i <= g.length; i++) {
            Position other = g.position[i];
            other.halfmove_clock = gameline_now(&g)->halfmove_clock;
            other.fullmove_number = gameline_now(&g)->fullmove_number;
            times += tests_same(&other, gameline_now(&g));
        }
        CLAIM(gameline_repetitions(&g) == times, "%d, not %d, after %zu plies",
              gameline_repetitions(&g), times, g.length);
        most = times > most ? times : most;
    }
    ck_assert_int_ge(most, 2);
    gameline_destroy(&g);
}

/* --- taking back, copying, restarting --------------------------------------------------------- */

START_ROWS(undo, tests_sample_count()) {
    const TestSample *s = &tests_samples()[_i];
    GameLine g = new_game(s->fen, s->chess960);
    uint64_t seed = (uint64_t)_i;
    Position seen[301];
    Move played[300];
    size_t plies = 0;

    for (; plies < 300; plies++) {
        Move list[MAX_MOVES];
        const size_t count = movegen_all(&gameline_now(&g)->board, list);

        seen[plies] = *gameline_now(&g);
        if (!count)
            break;
        if (random_next(&seed) % 8 == 0 && !position_in_check(gameline_now(&g))) {
            played[plies] = NO_MOVE;
            ck_assert_ptr_null(gameline_play(&g, NO_MOVE));
        } else {
            played[plies] = list[random_next(&seed) % count];
            ck_assert_ptr_null(gameline_play(&g, played[plies]));
        }
        CLAIM(!position_error(gameline_now(&g)), "%s", tests_fen(gameline_now(&g)));
    }
    seen[plies] = *gameline_now(&g);
    for (size_t left = plies;; left--) {
        CLAIM(g.length == left, "%zu plies, not %zu", g.length, left);
        CLAIM(tests_same(gameline_now(&g), &seen[left]), "after %zu plies", left);
        CLAIM(!left || g.move[left - 1] == played[left - 1], "move %zu", left);
        if (!left)
            break;
        ck_assert(gameline_undo(&g));
    }
    ck_assert(!gameline_undo(&g));
    ck_assert(!gameline_undo(&g));
    ck_assert_uint_eq(g.length, 0);
    gameline_destroy(&g);
}

START_TEST(copies_are_independent) {
    const Position other = tests_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false);
    GameLine a = new_game(FEN_START, false), b = new_game("7k/8/8/8/8/8/R7/K7 w - - 0 1", false);
    Position last;

    play(&a, word_of("e4 e5 Nf3 Nc6"));
    last = *gameline_now(&a);
    ck_assert_ptr_null(gameline_copy(&b, &a));
    ck_assert_uint_eq(b.length, 4);
    ck_assert_mem_eq(a.move, b.move, 4 * sizeof *a.move);
    for (size_t i = 0; i <= 4; i++)
        ck_assert(tests_same(&a.position[i], &b.position[i]));

    play(&a, word_of("Bb5 a6"));
    ck_assert(gameline_undo(&b));
    ck_assert_uint_eq(a.length, 6);
    play(&b, word_of("Nc6"));
    ck_assert(tests_same(gameline_now(&b), &last));

    gameline_restart(&a, &other);
    ck_assert_uint_eq(a.length, 0);
    ck_assert(tests_same(gameline_now(&a), &other));
    ck_assert(!gameline_undo(&a));
    ck_assert_ptr_null(gameline_copy(&b, &a)); /* a shorter game over a longer one */
    ck_assert_uint_eq(b.length, 0);
    ck_assert(tests_same(gameline_now(&b), &other));
    play(&b, word_of("O-O"));
    ck_assert_uint_eq(a.length, 0);

    gameline_destroy(&a);
    gameline_destroy(&b);
    gameline_destroy(&b); /* a second call does nothing */
}

/* --- very long games -------------------------------------------------------------------------- */

START_TEST(twenty_thousand_plies) {
    static const Move shuffle[] = {G1 | F3 << 6 | NO_PIECE << 12, G8 | F6 << 6 | NO_PIECE << 12,
                                   F3 | G1 << 6 | NO_PIECE << 12, F6 | G8 << 6 | NO_PIECE << 12};
    enum { PLIES = 20000 };
    GameLine g = new_game(FEN_START, false), copy = new_game(FEN_START, false);
    char buffer[FEN_SIZE];
    Text fen = text_in(buffer, sizeof buffer);

    for (size_t ply = 1; ply <= PLIES; ply++) {
        const char *error = gameline_play(&g, shuffle[(ply - 1) % 4]);
        CLAIM(!error, "ply %zu: %s", ply, error);
        if (ply % 500 == 0)
            CLAIM(gameline_repetitions(&g) == (int)ply / 4 + 1, "%d times after %zu plies",
                  gameline_repetitions(&g), ply);
    }
    ck_assert_int_eq(gameline_outcome(&g), OUTCOME_THREEFOLD);
    ck_assert_int_eq(gameline_now(&g)->halfmove_clock, PLIES);
    ck_assert_int_eq(gameline_now(&g)->fullmove_number, PLIES / 2 + 1);
    fen_write(&fen, gameline_now(&g));
    ck_assert(!fen.full);

    ck_assert_ptr_null(gameline_copy(&copy, &g));
    ck_assert_uint_eq(copy.length, PLIES);
    for (size_t ply = PLIES; ply; ply--) {
        CLAIM(g.length == ply && gameline_now(&g)->halfmove_clock == (int)ply, "ply %zu", ply);
        CLAIM(gameline_undo(&g), "ply %zu", ply);
    }
    ck_assert(!gameline_undo(&g));
    ck_assert_str_eq(tests_fen(gameline_now(&g)), FEN_START);
    ck_assert_int_eq(gameline_now(&copy)->halfmove_clock, PLIES);
    gameline_destroy(&copy);
    gameline_destroy(&g);
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("gameline");
}
