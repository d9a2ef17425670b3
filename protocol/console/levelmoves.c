/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "levelmoves.h"

#include <stdlib.h>

#include "chess/movegen.h"
#include "console_state.h"
#include "search/level.h"
#include "search/person.h"

enum { MOST_LEVELS = 10, LIKELIEST = 3 };

typedef struct {
    int rating[MOST_LEVELS];
    size_t count;
} Levels;

/* Reads ratings; without any, uses the default ones. Returns false if a word is refused. */
static bool read_levels(Frontend *f, Word words, Levels *out) {
    static const Levels usual = {.rating = {600, 1000, 1400, 1800, 2200}, .count = 5};
    int64_t rating;
    Word w;

    out->count = 0;
    while ((w = text_word(&words)).length) {
        if (out->count == MOST_LEVELS || !word_number(w, LEVEL_MIN, LEVEL_PEOPLE, &rating)) {
            console_refuse(f,
                           "moves at takes up to %d levels from %d to %d, as in: moves at 600 1400",
                           (int)MOST_LEVELS, (int)LEVEL_MIN, (int)LEVEL_PEOPLE);
            return false;
        }
        out->rating[out->count++] = (int)rating;
    }
    if (!out->count)
        *out = usual;
    return true;
}

/* Returns the index of a move in the view, or v->count. */
static size_t find(const PersonView *v, Move m) {
    size_t i = 0;

    while (i < v->count && v->move[i].move != m)
        i++;
    return i;
}

/* Moves a share of the probabilities to the move with the highest score. */
static void mix_best(const PersonView *v, double share, double *chance) {
    size_t best = 0;

    for (size_t i = 0; i < v->count; i++) {
        if (v->move[i].score[PERSON_DEPTHS - 1] > v->move[best].score[PERSON_DEPTHS - 1])
            best = i;
        chance[i] *= 1 - share;
    }
    chance[best] += share;
}

/* Moves the share of games with a common opening to the moves of that opening. */
static void mix_opening(const PersonView *v, int rating, double *chance) {
    BookMove list[MAX_MOVES];
    size_t count;
    const double share = level_opening(rating, gameline_now(v->line), list, &count);
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += list[i].weight;
    if (sum <= 0)
        return;
    for (size_t i = 0; i < v->count; i++)
        chance[i] *= 1 - share;
    for (size_t i = 0; i < count; i++) {
        const size_t at = find(v, list[i].move);

        if (at < v->count)
            chance[at] += share * list[i].weight / sum;
    }
}

/* Shows the likeliest moves of a level: "  1400   Nf3  64 %   Nc3  20 %   d4    9 %". */
static void say_level(Frontend *f, const PersonView *v, int rating) {
    const Position *p = gameline_now(v->line);
    Text text = TEXT_OF(120);
    double chance[MAX_MOVES];

    person_chances(v, rating, chance);
    mix_best(v, level_percent_known(rating, p) / 100.0, chance);
    mix_opening(v, rating, chance);
    text_addf(&text, "  %4d", rating);
    for (int shown = 0; shown < LIKELIEST; shown++) {
        size_t best = 0;
        int percent;

        for (size_t i = 1; i < v->count; i++)
            best = chance[i] > chance[best] ? i : best;
        if ((percent = (int)(100 * chance[best] + 0.5)) < 1)
            break;
        text_addf(&text, "   %-7s %3d %%", SAN_OF(p, v->move[best].move), percent);
        chance[best] = 0;
    }
    frontend_say_text(f, text.at);
}

void console_moves_at(Frontend *f, Word levels) {
    PersonView *v;
    Levels l;

    if (!read_levels(f, levels, &l))
        return;
    if (!movegen_count(&frontend_now(f)->board)) {
        frontend_say_text(f, "The game is over here.");
        return;
    }
    if (!(v = malloc(sizeof *v)) || !engine_look(f->engine, &f->game.line, v)) {
        console_refuse_memory(f);
    } else {
        frontend_say_text(f, "Level and its likeliest moves:");
        for (size_t i = 0; i < l.count; i++)
            say_level(f, v, l.rating[i]);
    }
    free(v);
}
