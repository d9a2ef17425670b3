/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of chess/opening.h: common moves, and names. */
#include "chess/opening.h"

#include "base/random.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "engine.h"
#include "tests.h"

/* Random common openings of levels: legal moves, most common first, until a line ends. */
START_TEST(common_openings) {
    const int games = SANITIZED ? 50 : 1000;
    uint64_t random = 1;
    size_t longest = 0;

    for (int game = 0; game < games; game++) {
        Position p = tests_position(FEN_START, false), next;
        BookMove list[MAX_MOVES];
        size_t count, plies = 0;

        for (; (count = opening_find(&p, list)); plies++) {
            const Move m = book_choose(list, count, 100, random_next(&random));

            for (size_t i = 0; i < count; i++)
                CLAIM(list[i].weight && list[i].weight <= list[i ? i - 1 : 0].weight,
                      "%s: move %zu", tests_fen(&p), i);
            ck_assert(move_is_legal(&p, m));
            position_play(&next, &p, m);
            p = next;
        }
        ck_assert_uint_gt(plies, 1);
        longest = plies > longest ? plies : longest;
    }
    ck_assert_uint_gt(longest, 6);
}

/* Moves of people of a rating in a position, with bounds for their shares in percent. */
static const struct {
    const char *moves;
    int rating;
    const char *move;
    int least, most; /* share of all moves in the position */
} shares[] = {
    {"", 1000, "e4", 50, 70},   {"", 2200, "e4", 45, 65},   {"e4 e5", 800, "Nf3", 45, 75},
    {"e4", 1000, "e5", 35, 65}, {"e4", 2000, "c5", 15, 40}, {"a3 a6 h3 h6", 1000, NULL, 0, 0},
};

START_ROWS(openings_of_people, ROWS(shares)) {
    BookMove list[MAX_MOVES];
    Position p = tests_position(FEN_START, false), next;
    Word moves = word_of(shares[_i].moves), w;
    int all = 0, here = 0;
    size_t count;
    Move m;

    while ((w = text_word(&moves)).length) {
        ck_assert_int_eq(notation_parse(&m, &p, w), MOVE_FINE);
        position_play(&next, &p, m);
        p = next;
    }
    count = opening_of_people(&p, shares[_i].rating, list);
    ck_assert_int_eq(count > 0, shares[_i].move != NULL);
    for (size_t i = 0; i < count; i++) {
        ck_assert(move_is_legal(&p, list[i].move));
        ck_assert_uint_le(list[i].weight, list[i ? i - 1 : 0].weight);
        for (size_t k = 0; k < i; k++)
            ck_assert_uint_ne(list[i].move, list[k].move);
        all += list[i].weight;
        if (notation_parse(&m, &p, word_of(shares[_i].move)) == MOVE_FINE && m == list[i].move)
            here = list[i].weight;
    }
    ck_assert_int_ge(100 * here, shares[_i].least * all);
    ck_assert_int_le(100 * here, shares[_i].most * all);
}

/* --- names ------------------------------------------------------------------------------------ */

/* Plays moves from the current position. Returns the number of plies of the game. */
static size_t play(GameLine *g, Word moves) {
    Word w;
    Move m;

    while ((w = text_word(&moves)).length) {
        ck_assert_int_eq(notation_parse(&m, gameline_now(g), w), MOVE_FINE);
        ck_assert_ptr_null(gameline_play(g, m));
    }
    return g->length;
}

/* Moves from a position (NULL: the start position), and the name of their opening. */
static const struct {
    const char *fen, *moves, *eco, *name;
} named[] = {
    {NULL, "", "", ""},
    {NULL, "e4", "B00", "King's Pawn Game"},
    {NULL, "e4 c5", "B20", "Sicilian Defense"},
    {NULL, "e4 c6 h3", "B10", "Caro-Kann Defense"},
    {NULL, "e4 e5 Nf3 Nc6 Bb5 Nf6", "C65", "Ruy Lopez: Berlin Defense"},
    {NULL, "e4 e5 Nf3 Nc6 Bb5 Nf6 h3 h6 h4 h5", "C65", "Ruy Lopez: Berlin Defense"},
    /* the last named position counts, although the moves go on in the book */
    {NULL, "d4 d5 c4 e6 Nc3 Nf6 Nf3", "D37", "Queen's Gambit Declined: Three Knights Variation"},
    {NULL, "d4 d5 c4 e6 Nf3 Nf6 Nc3", "D37", "Queen's Gambit Declined: Three Knights Variation"},
    {NULL, "Nf3 Nf6 d4 e6 c4 d5 Nc3", "D37", "Queen's Gambit Declined: Three Knights Variation"},
    {NULL, "c4 e5 e4", "C20", "English Opening: The Whale"},
    {NULL, "Nf3 Nf6 Ng1 Ng8", "A05", "Zukertort Opening"},
    {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "f4", "C30", "King's Gambit"},
    {"rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2", "", "C30", "King's Gambit"},
    {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", "", ""},
};

START_ROWS(names, ROWS(named)) {
    const char *const fen = named[_i].fen ? named[_i].fen : FEN_START;
    const Position start = tests_position(fen, false);
    OpeningName o;
    GameLine g;

    ck_assert_ptr_null(gameline_init(&g, &start));
    play(&g, word_of(named[_i].moves));
    o = opening_name(&g);
    CLAIM(word_is(o.name, named[_i].name) && word_is(o.eco, named[_i].eco), "%s: %.*s %.*s",
          named[_i].moves, (int)o.eco.length, o.eco.at ? o.eco.at : "", (int)o.name.length,
          o.name.at ? o.name.at : "");
    gameline_destroy(&g);
}

/* Each line of the file is found by its moves, so no position has two names. */
START_TEST(all_names) {
    static const char *const lines[] = {
#define NAME(text) text,
#include "chess/opening_names.inc"
#undef NAME
    };
    const Position start = tests_position(FEN_START, false);
    GameLine g;

    ck_assert_ptr_null(gameline_init(&g, &start));
    for (int i = 0; i < ROWS(lines); i++) {
        Word rest = word_of(lines[i]);
        const Word line = text_until(&rest, '|');
        Word name = line;
        OpeningName o;
        int64_t shared;

        ck_assert(word_number(text_word(&name), 0, (int64_t)g.length, &shared));
        g.length = (size_t)shared;
        ck_assert_uint_le(play(&g, rest), 40);
        o = opening_name(&g);
        CLAIM(o.name.length && o.eco.at + 4 == o.name.at && o.eco.length == 3 &&
                  text_rest(name).length == o.name.length + 4 &&
                  !memcmp(text_rest(name).at, o.eco.at, o.name.length + 4),
              "%s: %.*s", lines[i], (int)o.name.length, o.name.at ? o.name.at : "");
    }
    gameline_destroy(&g);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("opening");
}
