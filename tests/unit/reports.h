/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games with scores, for tests of reports. */
#ifndef ALULA_REPORTS_H
#define ALULA_REPORTS_H

#include "report/report.h"
#include "search/result.h"
#include "tests.h"

enum { LONGEST = 200, NONE = 99999 };

/* A game with a score for White for each position. */
typedef struct {
    PgnReader *reader;
    const PgnGame *game;
    Note note[LONGEST + 1];
    Word text; /* the moves still to read */
} Sample;

static inline void sample_open(Sample *s, const char *text) {
    const PgnOptions options = {.comments = true, .variations = true, .null_moves = true};

    s->text = word_of(text);
    s->reader = pgn_open(pgn_from_word, &s->text, &options);
    ck_assert_ptr_nonnull(s->reader);
    ck_assert_ptr_nonnull(s->game = pgn_next(s->reader));
    ck_assert_uint_le(s->game->line.length, LONGEST);
    memset(s->note, 0, sizeof s->note);
}

/* Sets the score of a position for White, with the first legal move as the best one. */
static inline void sample_score(Sample *s, size_t n, int score) {
    const Position *p = &s->game->line.position[n];
    Note *note = &s->note[n];
    Move list[MAX_MOVES];

    if (score == NONE)
        return;
    *note = (Note){.known = true, .score = position_turn(p) == WHITE ? score : -score, .depth = 9};
    if (movegen_all(&p->board, list))
        note->line[note->length++] = list[0];
}

static inline void sample_close(Sample *s) {
    pgn_close(s->reader);
}

static inline Report report_of(const Sample *s) {
    Report r;

    ck_assert(report_make(&r, s->game, s->note, "a test"));
    return r;
}

/* Writes so many plies of knights that go out and back; Black begins if `black` is set. */
static inline void write_shuffle(Text *out, size_t plies, bool black) {
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};

    if (black)
        text_add(out, "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\"]\n\n");
    for (size_t i = 0; i < plies; i++)
        text_addf(out, "%s ", moves[(i + (black ? (i % 2 ? 3 : 1) : 0)) % 4]);
    text_add(out, "*\n");
}

#endif
