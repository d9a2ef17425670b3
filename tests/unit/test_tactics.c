/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of report/tactics.h: the explanations of puzzles with known themes, of good moves, and of
 * single positions.
 */
#include "report/tactics.h"

#include "chess/notation.h"
#include "engine.h"
#include "search/result.h"
#include "tests.h"

enum {
    LINE = 16,
    PUZZLE_TABS = 3, /* tabs in a line of tactics.tsv with a puzzle */
    GOOD_TABS = 6    /* tabs in a line with a good move */
};

/* Returns the number of tabs. */
static int tabs(Word line) {
    int count = 0;

    for (size_t i = 0; i < line.length; i++)
        count += line.at[i] == '\t';
    return count;
}

/* Reads moves in coordinates or SAN; returns their number. */
static size_t read_line(const Position *p, Word words, Move *line) {
    Position now = *p;
    size_t count = 0;

    for (Word w; count < LINE && (w = text_word(&words)).length; count++) {
        CLAIM(notation_parse(&line[count], &now, w) == MOVE_FINE, "%.*s", (int)w.length, w.at);
        position_advance(&now, line[count]);
    }
    return count;
}

/* Reads a position, adding the move counters that the FEN lacks. */
static Position read_position(Word fen, const char *counters) {
    char text[120];

    snprintf(text, sizeof text, "%.*s%s", (int)fen.length, fen.at, counters);
    return tests_position(text, false);
}

/* --- puzzles ---------------------------------------------------------------------------------- */

/* The themes that agree with a kind. */
static const char *const themes_of[TACTIC_COUNT] = {
    [TACTIC_MATE] = "mateIn1,mateIn2,mateIn3,mateIn4",
    [TACTIC_BACK_RANK] = "backRankMate",
    [TACTIC_HANGING] = "hangingPiece",
    [TACTIC_FORK] = "fork",
    [TACTIC_PIN] = "pin",
    [TACTIC_PINNED_DEFENDER] = "pin",
    [TACTIC_SKEWER] = "skewer",
    [TACTIC_DISCOVERED] = "discoveredAttack",
    [TACTIC_TRAPPED] = "trappedPiece",
    [TACTIC_DEFENDER] = "capturingDefender",
    [TACTIC_DEFLECTION] = "deflection,attraction",
    [TACTIC_PROMOTION] = "promotion,advancedPawn",
};

/* Puzzles whose sentence names none of their themes, but is true, as checked by hand. */
static const char *const also_true = "T0SVs,0nC1t,Pw6WC,003S3,00D7x,00Dt6,00F2o,06mwE";

typedef struct {
    Word id, themes;
    bool has_mistake; /* else there is no `before`, and the first move of the line is NO_MOVE */
    Position before, after; /* the mistake */
    Move line[LINE + 1];    /* the mistake and its refutation */
    size_t length;
} Puzzle;

static bool next_puzzle(Word *rest, Puzzle *z) {
    Word line, moves;

    do
        if (!tests_line(rest, &line))
            return false;
    while (tabs(line) != PUZZLE_TABS);
    z->id = tests_cut(&line, '\t');
    z->before = read_position(tests_cut(&line, '\t'), " 0 1");
    moves = tests_cut(&line, '\t');
    z->has_mistake = *moves.at != '-';
    z->themes = line;
    z->after = z->before;
    z->line[0] = NO_MOVE;
    if (z->has_mistake) {
        z->length = read_line(&z->before, moves, z->line);
        position_play(&z->after, &z->before, z->line[0]);
    } else {
        (void)text_word(&moves);
        z->length = 1 + read_line(&z->after, moves, z->line + 1);
    }
    ck_assert_uint_ge(z->length, 2);
    return true;
}

static bool agrees(const Puzzle *z, TacticKind kind) {
    Word themes = z->themes;

    for (Word w; (w = text_word(&themes)).length;)
        if (themes_of[kind] && word_is_among(w, themes_of[kind]))
            return true;
    return false;
}

/* The rows of the table in docs/report.md. */
static const char *const themes[] = {
    "fork",         "pin",          "skewer",     "discoveredAttack",  "hangingPiece",
    "trappedPiece", "deflection",   "attraction", "capturingDefender", "promotion",
    "advancedPawn", "backRankMate", "mateIn1",    "mateIn2",           "mateIn3",
    "mateIn4"};

static const char *const tactic_name[TACTIC_COUNT] = {
    "none",       "mate",    "back-rank mate",  "hanging piece",
    "fork",       "pin",     "pinned defender", "skewer",
    "discovered", "trapped", "defender",        "deflection",
    "promotion",  "material"};

/* How often a kind of tactic was named, and how often wrongly. */
typedef struct {
    int puzzles, named, agreeing, untrue, vague;
    int of_kind[TACTIC_COUNT], agreeing_of_kind[TACTIC_COUNT];
    int of_theme[ROWS(themes)][3]; /* right, silent, wrong */
} Count;

/* Counts a puzzle in the row of each of its themes. */
static void count_themes(Count *c, const Puzzle *z, int column) {
    Word rest = z->themes;

    for (Word w; (w = text_word(&rest)).length;)
        for (int i = 0; i < ROWS(themes); i++)
            if (word_is(w, themes[i]))
                c->of_theme[i][column]++;
}

static void count(Count *c, const Puzzle *z, TacticKind kind) {
    const bool good = agrees(z, kind);

    c->puzzles++;
    if (kind == TACTIC_MATERIAL)
        c->vague++;
    if (kind == NO_TACTIC || kind == TACTIC_MATERIAL) {
        count_themes(c, z, 1);
        return;
    }
    count_themes(c, z, good || word_is_among(z->id, also_true) ? 0 : 2);
    c->named++;
    c->agreeing += good;
    c->of_kind[kind]++;
    c->agreeing_of_kind[kind] += good;
    if (!good && !word_is_among(z->id, also_true)) {
        c->untrue++;
        printf("%.*s: %s, not %.*s\n", (int)z->id.length, z->id.at, tactic_name[kind],
               (int)z->themes.length, z->themes.at);
    }
}

/*
 * Checks that most puzzles are named, nine in ten according to their themes, and at most one in
 * fifty wrongly.
 */
static void check(const Count *c, const char *what, int least) {
    printf("%s: %d puzzles, %d named, %d as by their themes, %d untrue, %d vague\n", what,
           c->puzzles, c->named, c->agreeing, c->untrue, c->vague);
    for (int k = 0; k < TACTIC_COUNT; k++)
        if (c->of_kind[k])
            printf("  %-16s %3d said, %3d agree\n", tactic_name[k], c->of_kind[k],
                   c->agreeing_of_kind[k]);
    for (int i = 0; i < ROWS(themes); i++)
        printf("  %-18s %3d right, %3d silent, %d wrong\n", themes[i], c->of_theme[i][0],
               c->of_theme[i][1], c->of_theme[i][2]);
    fflush(stdout);
    ck_assert_int_ge(c->puzzles, least);
    ck_assert_int_ge(c->named * 10, c->puzzles * 7);
    ck_assert_int_ge(c->agreeing * 10, c->named * 9);
    ck_assert_int_le(c->untrue * 50, c->named);
}

/* Explanations of what a mistake allows. */
START_TEST(puzzles) {
    Word all, rest;
    Count c = {0};
    Puzzle z;

    if (!tests_read(&all, "tactics.tsv"))
        return;
    for (rest = all; next_puzzle(&rest, &z);) {
        const TacticMove move = {.from = &z.before,
                                 .played = z.line[0],
                                 .reply = z.line + 1,
                                 .replies = z.length - 1,
                                 .had = SCORE_NONE,
                                 .has = SCORE_NONE};
        Text text = TEXT_OF(400);
        TacticKind kind;
        bool said;

        if (!z.has_mistake)
            continue;
        said = tactics_add_reason(&text, &move, &kind);

        ck_assert_int_eq(said, kind != NO_TACTIC);
        ck_assert_int_eq(said, text.length > 0);
        ck_assert(!text.full && text.length < TACTIC_SIZE / 2);
        ck_assert_int_eq(said, tactics_is_reason((Word){text.at, text.length}));
        count(&c, &z, kind);
    }
    check(&c, "mistakes", 270);
    tests_free(all);
}

/* Explanations of what the solution would have done, after another move. */
START_TEST(missed_solutions) {
    Word all, rest;
    Count c = {0};
    Puzzle z;

    if (!tests_read(&all, "tactics.tsv"))
        return;
    for (rest = all; next_puzzle(&rest, &z);) {
        TacticMove move = {.before = z.has_mistake ? &z.before : NULL,
                           .from = &z.after,
                           .better = z.line + 1,
                           .betters = z.length - 1,
                           .had = SCORE_NONE,
                           .has = SCORE_NONE};
        Move list[MAX_MOVES];
        const size_t count_of = movegen_all(&z.after.board, list);
        Text text = TEXT_OF(400);
        TacticKind kind = NO_TACTIC;

        for (size_t i = 0; i < count_of && !text.length; i++) {
            move.played = list[i];
            tactics_add_reason(&text, &move, &kind);
        }
        count(&c, &z, kind);
    }
    check(&c, "solutions", 300);
    tests_free(all);
}

/* --- good moves ------------------------------------------------------------------------------- */

START_TEST(nothing_is_wrong_with_good_moves) {
    Word all, rest, line;
    int moves = 0, purposes = 0;

    if (!tests_read(&all, "tactics.tsv"))
        return;
    for (rest = all; tests_line(&rest, &line);) {
        Position before, from, after;
        TacticMove move;
        Move last, reply[LINE], better[LINE];
        Text text = TEXT_OF(400);
        int64_t had, has;

        if (tabs(line) != GOOD_TABS)
            continue;
        before = read_position(tests_cut(&line, '\t'), "");
        ck_assert_uint_eq(read_line(&before, tests_cut(&line, '\t'), &last), 1);
        position_play(&from, &before, last);
        move = (TacticMove){.before = &before, .from = &from, .reply = reply, .better = better};
        ck_assert_uint_eq(read_line(&from, tests_cut(&line, '\t'), &move.played), 1);
        position_play(&after, &from, move.played);
        ck_assert(word_number(tests_cut(&line, '\t'), -SCORE_MATE, SCORE_MATE, &had));
        ck_assert(word_number(tests_cut(&line, '\t'), -SCORE_MATE, SCORE_MATE, &has));
        move.had = (int)had;
        move.has = (int)has;
        move.replies = read_line(&after, tests_cut(&line, '\t'), reply);
        move.betters = read_line(&from, line, better);
        CLAIM(!tactics_add_reason(&text, &move, NULL), "%s", text.at);
        moves++;
        purposes += tactics_add_purpose(&text, &(TacticLine){.before = &before,
                                                             .from = &from,
                                                             .move = better,
                                                             .length = move.betters,
                                                             .score = move.had});
        if (text.length)
            printf("  %.*s: %s\n", (int)tests_cut(&line, ' ').length, line.at, text.at);
    }
    printf("%d good moves, %d of them with a purpose\n", moves, purposes);
    fflush(stdout);
    ck_assert_int_ge(moves, 300);
    tests_free(all);
}

/* --- single positions ------------------------------------------------------------------------- */

/* A position, a move, the best line after the move, a better line, and the explanation. */
static const struct {
    const char *fen, *played, *reply, *better;
    int had, has;
    const char *says;
} rows[] = {
    /* a piece that moves to an attacked square, or stays on one */
    {"6k1/8/8/8/3b4/8/4PP2/2N3K1 b - - 0 1", "Be3", "fxe3", "Bb6", 0, -350,
     "Loses the bishop on e3 to 2. fxe3."},
    {"6k1/5ppp/8/8/3n4/4P3/8/6K1 b - - 0 1", "h6", "exd4", "Ne6", 300, -100,
     "Leaves the knight on d4 to 2. exd4."},
    /* the score does not fall, or the better line loses as much: no cause */
    {"6k1/5ppp/8/8/3n4/4P3/8/6K1 b - - 0 1", "h6", "exd4", "Ne6", 300, 290, ""},
    {"6k1/5ppp/8/8/3n4/4P3/8/6K1 b - - 0 1", "h6", "exd4", "g6 exd4", 300, 0, ""},
    {"6k1/5ppp/8/8/3n4/4P3/8/6K1 b - - 0 1", "h6", "exd4", "h6", 300, 0, ""},
    /* a better line that wins something */
    {"6k1/5ppp/8/8/3n4/4P3/8/6K1 w - - 0 1", "Kf2", "Nc6", "exd4", 100, -300,
     "1. exd4 would have won the knight on d4."},
    {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Kd2", "Ra5", "Nc7+ Kd7 Nxa8", 300, -500,
     "1. Nc7+ would have forked the king and the rook on a8."},
    {"r5k1/5ppp/8/8/8/8/6PP/R5K1 b - - 0 1", "Rf8", "Ra7", "Rxa1+", 500, 0,
     "1... Rxa1+ would have won the rook on a1."},
    /* the rook of the last capture is exchanged, but a knight was won before */
    {"4rrk1/pb1n1pbp/2qP4/8/4NR1P/1B2BQp1/PPP3P1/R5K1 b - - 0 19", "a6", "Ng5",
     "Rxe4 Re1 Rxf4 Bxf4", 300, 0, "19... Rxe4 would have won material."},
    /* the move that was played takes the rook that the better one would have won */
    {"rnb1k1nr/p2p1ppp/3B4/1pbN1N1P/4P1P1/3P1Q2/PqP5/R4KR1 b kq - 1 18", "Bxg1", "Re1 Bb6",
     "Qxa1+ Ke2 Qb2 Kd2 Bxg1 e5", 163, -47, ""},
    /* the bishop of the last capture is not the first piece won */
    {"3r3k/pp4p1/7p/8/1q1p2P1/3Q4/PP5P/2K1RB1R b - - 3 29", "Qc5+", "Kb1",
     "Qxe1+ Qd1 Rc8+ Bc4 Rxc4+", 341, -1234, "29... Qxe1+ would have won the rook on e1."},
    /* the knight of the last capture was sacrificed for a pawn */
    {"2rqkb1r/1b3ppp/p2p1n2/1pp1p1B1/4P2N/1PNP4/1PPQ1PPP/R4RK1 b k - 6 12", "Be7", "Nf5",
     "g6 f4 h6 Nxg6 fxg6 fxe5", -16, -158, ""},
    /* the move that was played promotes the pawn, too */
    {"8/5P2/8/8/8/8/k7/4K3 w - - 0 49", "f8=Q", "Kb2", "f8=N Kb2", 500, 300, ""},
    /* mates, with a line or with the score alone */
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra7", "h6", "Ra8#", 31999, 500,
     "Misses a back-rank mate: 1. Ra8#."},
    {"5k2/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "Kg8", "Ra8#", "Ke7", 0, -31999,
     "Allows a back-rank mate: 2. Ra8#."},
    {"6k1/p4ppp/8/8/8/8/8/3R2K1 b - - 0 1", "a5", "Rd8#", "h6", 0, -31999,
     "Does not answer the threat of a back-rank mate: 2. Rd8#."},
    {"6k1/p4ppp/8/8/8/8/8/3R2K1 w - - 0 1", "Rd7", "h6", "Kf2 h6", 31995, 500,
     "Misses mate in 3: 1. Kf2."},
    {"6k1/p4ppp/8/8/8/8/8/3R2K1 w - - 0 1", "Rd7", "h6", "Kf2 h6", 31995, 31993, ""},
    /* a move that cannot be played */
    {"6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "", "", "h6", 0, -500, ""},
};

START_ROWS(sentences, ROWS(rows)) {
    const Position from = tests_position(rows[_i].fen, false);
    Move played = NO_MOVE, reply[LINE], better[LINE];
    TacticMove move = {.from = &from, .reply = reply, .better = better};
    Text text = TEXT_OF(400);
    Position after;

    if (read_line(&from, word_of(rows[_i].played), &played)) {
        position_play(&after, &from, played);
        move.replies = read_line(&after, word_of(rows[_i].reply), reply);
    }
    move.played = played;
    move.betters = read_line(&from, word_of(rows[_i].better), better);
    move.had = rows[_i].had;
    move.has = rows[_i].has;
    tactics_add_reason(&text, &move, NULL);
    ck_assert_str_eq(text.at, rows[_i].says);
}

/* A line, and its purpose. */
static const struct {
    const char *fen, *line, *says;
} purposes[] = {
    {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7 Nxa8", "forks the king and the rook on a8"},
    {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+ Kd7", ""}, /* the piece is not captured */
    {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "", ""},
    {"q3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Rxa8+", "takes the queen on a8"},
    {"4k3/4q3/8/8/8/8/8/R3K3 w - - 0 1", "Re1", ""}, /* illegal: read as far as possible */
    {"4k3/8/4q3/8/8/8/6P1/R5K1 w - - 0 1", "Re1 Qxe1+", ""},
    {"4k3/8/4q3/8/8/8/6P1/R5K1 w - - 0 1", "Re1 Kd7 Rxe6 Kxe6", "pins the queen on e6 to the king"},
    {"q7/8/8/8/k7/8/6P1/1R4K1 w - - 0 1", "Ra1+ Kb3 Rxa8", "skewers the king and the queen on a8"},
    {"4r1k1/8/8/8/8/5q2/4B3/4R1K1 w - - 0 1", "Bxf3 Rxe1+ Kf2", "takes the queen on f3"},
    {"q5k1/8/8/8/8/8/6B1/7K w - - 0 1", "Bxa8", "takes the queen on a8"},
    {"6k1/P7/8/8/8/8/6P1/6K1 w - - 0 1", "a8=Q+ Kf7", "brings the pawn on a7 to promotion"},
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#", "mates on the back rank"},
    {"7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8#", "mates"},
};

START_ROWS(purpose, ROWS(purposes)) {
    const Position from = tests_position(purposes[_i].fen, false);
    Move line[LINE];
    Position now = from;
    Word words = word_of(purposes[_i].line), w;
    TacticLine given = {.from = &from, .move = line, .score = SCORE_NONE};
    Text text = TEXT_OF(200);

    while ((w = text_word(&words)).length &&
           notation_parse(&line[given.length], &now, w) == MOVE_FINE)
        position_advance(&now, line[given.length++]);
    tactics_add_purpose(&text, &given);
    ck_assert_str_eq(text.at, purposes[_i].says);
}

/* Words of a person are not taken for Alula's. */
static const struct {
    const char *text;
    bool ours;
} texts[] = {
    {"Allows 24. Nc7+, which forks the king and the rook on a8.", true},
    {"Allows a back-rank mate: 2. Ra8#.", true},
    {"Misses mate in 3.", true},
    {"Leaves the knight on d4 to 2. exd4.", true},
    {"Allows the fork 24. Nc7+.", false},
    {"Allows the attack on f7.", false},
    {"Allows the attack 24. Nc7+.", false},
    {"Leaves the knight on d4.", false},
    {"Loses a pawn.", false},
};

START_ROWS(words_of_ours, ROWS(texts)) {
    ck_assert_int_eq(tactics_is_reason(word_of(texts[_i].text)), texts[_i].ours);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("tactics");
}
