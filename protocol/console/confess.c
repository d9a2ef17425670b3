/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a level overlooked in its last moves, from its own model: it repeats the searches by which
 * the level chose a move, and tells which reply they missed.
 */
#include <stdlib.h>

#include "base/util.h"
#include "console_state.h"
#include "handlers.h"
#include "search/level.h"
#include "search/person.h"

/* Centipawns; beyond DECIDED before the move or after it, a game is won or lost anyway. */
enum { CLOSE = 20, DECIDED = 600, MOST_LOOKS = 8 };

/* Returns the index of the best move at a depth, from 0. */
static size_t best_at(const PersonView *v, int depth) {
    size_t best = 0;

    for (size_t i = 1; i < v->count; i++)
        if (v->move[i].score[depth] > v->move[best].score[depth])
            best = i;
    return best;
}

/* Adds "I thought I was 0.9 better", from a score. */
static void add_belief(Text *text, int score) {
    enum { EVEN = 30 };

    if (score_is_mate(score)) {
        text_addf(text, "I thought %s would be mated", score > 0 ? "you" : "I");
    } else if (abs(score) < EVEN) {
        text_add(text, "I thought it was even");
    } else {
        text_addf(text, "I thought I was %d.%d %s", (abs(score) + 5) / 100,
                  (abs(score) + 5) / 10 % 10, score > 0 ? "better" : "worse");
    }
}

/*
 * Adds what the level overlooked: the best reply, after a search of it, and what the move seemed
 * worth at the deepest depth where it was among the best.
 */
static void add_error(Frontend *f, Text *text, const PersonView *v, size_t chosen, GameLine *line) {
    const Position *p = gameline_now(v->line);
    const PersonMove *m = &v->move[chosen];
    const int truth = m->score[PERSON_DEPTHS - 1];
    int depth = PERSON_DEPTHS - 1;
    PersonView *after = malloc(sizeof *after);

    while (depth >= 0 && v->move[best_at(v, depth)].score[depth] - m->score[depth] > CLOSE)
        depth--;
    console_add_move(text, p, m->move);
    if (depth < 0) {
        text_add(text, ": careless; even at a glance, ");
        console_add_move(text, p, v->move[best_at(v, 0)].move);
        text_add(text, " is better.");
    } else if (after && engine_look(f->engine, line, after) && after->count) {
        text_add(text, ": I did not see ");
        console_add_move(text, gameline_now(line),
                         after->move[best_at(after, PERSON_DEPTHS - 1)].move);
        text_add(text, "; ");
        add_belief(text, m->score[depth]);
        if (score_is_mate(truth))
            text_add(text, truth < 0 ? ", and got mated." : ".");
        else
            text_addf(text, ", and was %d.%d %s.", (abs(truth) + 5) / 100,
                      (abs(truth) + 5) / 10 % 10, truth < 0 ? "worse" : "better");
    } else {
        text_add(text, ": a mistake.");
    }
    free(after);
}

/* Returns true if a move deserves `?` or `??` by its winning chances, like those of `why`. */
static bool is_error(int best, int chosen) {
    return notes_mark_scores(best, chosen, 0) <= MARK_MISTAKE && best > -DECIDED &&
           chosen < DECIDED;
}

bool console_confesses(Frontend *f, size_t ply, Text *out) {
    const int rating = options_rating(&f->options);
    GameLine line = f->game.line; /* shares its memory with the game */
    const Move played = line.move[ply];
    PersonView *v;
    size_t chosen = 0, best;
    bool tells = false;

    if (!rating || rating > LEVEL_PEOPLE || !(v = malloc(sizeof *v)))
        return false;
    line.length = ply;
    if (engine_look(f->engine, &line, v) &&
        person_choose(v, rating, f->game.level_seed) == played) {
        while (v->move[chosen].move != played)
            chosen++;
        best = best_at(v, PERSON_DEPTHS - 1);
        if (v->move[best].score[PERSON_DEPTHS - 1] == SCORE_MATE - 1 &&
            v->move[chosen].score[PERSON_DEPTHS - 1] < SCORE_MATE - 1) {
            console_add_move(out, gameline_now(&line), played);
            text_add(out, ": I missed mate in one, ");
            console_add_move(out, gameline_now(&line), v->move[best].move);
            text_add_char(out, '.');
            tells = true;
        } else if (is_error(v->move[best].score[PERSON_DEPTHS - 1],
                            v->move[chosen].score[PERSON_DEPTHS - 1])) {
            GameLine after = line;

            after.length = ply + 1;
            v->line = &line;
            add_error(f, out, v, chosen, &after);
            tells = true;
        }
    }
    free(v);
    return tells;
}

bool console_is_own_move(const Frontend *f, size_t ply) {
    return !f->game.force && !f->game.drill && f->game.played == 1U << f->game.ours &&
           position_turn(&f->game.line.position[ply]) == f->game.ours;
}

size_t console_find_confessions(Frontend *f) {
    ConsoleState *c = console_state(f);
    const int rating = options_rating(&f->options);
    int looks = 0;

    c->confessions = 0;
    if (c->analyzing || !rating || rating > LEVEL_PEOPLE)
        return 0;
    for (size_t ply = f->game.line.length; ply-- > 0 && looks < MOST_LOOKS;) {
        Text text;

        if (c->confessions == CONSOLE_CONFESSIONS)
            break;
        if (!console_is_own_move(f, ply))
            continue;
        text = text_in(c->confession[c->confessions].words,
                       sizeof c->confession[c->confessions].words);
        c->confession[c->confessions].ply = ply;
        c->confessions += console_confesses(f, ply, &text);
        looks++;
    }
    return c->confessions;
}

static void say(Frontend *f) {
    const ConsoleState *c = console_state(f);

    for (size_t i = c->confessions; i-- > 0;)
        frontend_say(f, "  %s", c->confession[i].words);
}

void console_confess_after_game(Frontend *f) {
    if (!console_find_confessions(f))
        return;
    frontend_say_text(f, "What I overlooked in my last moves:");
    say(f);
}

void console_confess(Frontend *f, Word arguments) {
    const int rating = options_rating(&f->options);

    if (!rating || rating > LEVEL_PEOPLE)
        console_refuse(f, "I confess only at a level up to %d, as in: elo 1200", (int)LEVEL_PEOPLE);
    else if (f->game.force || f->game.played != 1U << f->game.ours)
        console_refuse(f, "I have no moves of mine to confess in this game.");
    else if (!console_find_confessions(f))
        frontend_say(f, "In my last %d moves I overlooked nothing.", (int)MOST_LOOKS);
    else
        say(f);
}
