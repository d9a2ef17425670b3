/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "confess.h"

#include <stdlib.h>

#include "autosave.h"
#include "base/util.h"
#include "console_state.h"
#include "handlers.h"
#include "search/level.h"
#include "search/person.h"
#include "search/searcher.h"

enum {
    CLOSE = 20,           /* centipawns between moves that seem equal to a level */
    DECIDED = 600,        /* beyond this score, before or after a move, a game is decided */
    SURPRISE = 50,        /* smallest error of a level's score that explains a mistake */
    MOST_LOOKS = 8,       /* our last moves that are examined */
    JUDGE_NODES = 20000,  /* of each of the two searches that judge a move */
    JUDGE_HASH = 1 << 20, /* bytes of the hash table of these searches */
};

/* One of our moves, with the results of full-strength searches before and after the move. */
typedef struct {
    GameLine line; /* up to the move; shares its memory with the game */
    Move played;
    Note best, after;
} Judged;

/* The verdict on a move. */
typedef enum {
    IS_SOUND,   /* no error */
    IS_DECIDED, /* an error where the game was decided */
    IS_UNTOLD,  /* an error whose cause is not known */
    IS_TOLD,
} Finding;

/* The number of our last moves that were examined, and of those with each verdict. */
typedef struct {
    int moves, count[IS_TOLD + 1];
} Looks;

/* --- the truth -------------------------------------------------------------------------------- */

/* Returns a searcher at full strength, which the caller frees; NULL when out of memory. */
static Searcher *new_judge(const Frontend *f) {
    Searcher *s = searcher_new(JUDGE_HASH, 1, f->net);

    if (s) {
        searcher_set_params(s, engine_params(f->engine));
        searcher_use_tables(s, f->syzygy);
    }
    return s;
}

static void judge_position(Searcher *s, const GameLine *line, bool last, Note *note) {
    SearchInfo t;

    if (notes_plain(line, last, note))
        return;
    t = searcher_search_nodes(s, line, JUDGE_NODES, JUDGE_NODES);
    notes_take(note, gameline_now(line), t.score, t.depth, t.pv, t.pv_length);
}

/* Searches the positions before and after the move at this ply. Returns false for the best move. */
static bool judge(Frontend *f, Searcher *s, size_t ply, Judged *j) {
    GameLine after = f->game.line;

    *j = (Judged){.line = f->game.line, .played = f->game.line.move[ply]};
    j->line.length = ply;
    after.length = ply + 1;
    searcher_clear(s); /* so that earlier searches do not influence the result */
    judge_position(s, &j->line, false, &j->best);
    if (!j->best.length || j->best.line[0] == j->played)
        return false;
    judge_position(s, &after, after.length == f->game.line.length, &j->after);
    return j->after.known;
}

static bool missed_mate_in_one(const Judged *j) {
    return j->best.score == SCORE_MATE - 1 && j->after.score != -SCORE_MATE;
}

/* Returns true if a move loses enough winning chances for a mark, as in `why`. */
static bool is_error(const Judged *j) {
    return chances_mark(j->best.score, -j->after.score, 0) != NO_MARK;
}

static bool was_decided(const Judged *j) {
    return j->best.score <= -DECIDED || -j->after.score >= DECIDED;
}

/* --- the cause -------------------------------------------------------------------------------- */

/* Returns the best score at a depth, counted from 0. */
static int best_at(const PersonView *v, int depth) {
    int best = v->move[0].score[depth];

    for (size_t i = 1; i < v->count; i++)
        best = max(best, v->move[i].score[depth]);
    return best;
}

/* Returns the scores of a legal move. */
static const PersonMove *find_move(const PersonView *v, Move m) {
    size_t i = 0;

    while (v->move[i].move != m)
        i++;
    return &v->move[i];
}

static bool is_even(int score) {
    enum { EVEN = 30 };

    return abs(score) < EVEN;
}

/* Adds a score in words: "0.9 better". */
static void add_balance(Text *text, int score) {
    text_addf(text, "%d.%d %s", (abs(score) + 5) / 100, (abs(score) + 5) / 10 % 10,
              score > 0 ? "better" : "worse");
}

/* Adds the score that the level saw: "I thought I was 0.9 better". */
static void add_belief(Text *text, int score) {
    if (score_is_mate(score)) {
        text_addf(text, "I thought %s would be mated", score > 0 ? "you" : "I");
    } else if (is_even(score)) {
        text_add(text, "I thought it was even");
    } else {
        text_add(text, "I thought I was ");
        add_balance(text, score);
    }
}

/* Adds the true score after our move, for us: ", and was 1.2 worse." */
static void add_truth(Text *text, int score) {
    if (score_is_mate(score) && score < 0) {
        text_addf(text, ", and you could mate me in %d.", -score_mate_moves(score));
    } else if (score_is_decided(score)) {
        text_addf(text, ", and was %s.", score < 0 ? "lost" : "winning");
    } else if (is_even(score)) {
        text_add(text, ", but it was even.");
    } else {
        text_add(text, ", and was ");
        add_balance(text, score);
        text_add_char(text, '.');
    }
}

/* Adds the move, `words`, the better move, and `end`. */
static void add_better(Text *text, const Judged *j, const char *words, const char *end) {
    const Position *p = gameline_now(&j->line);

    text_addf(text, "%s%s%s%s", MOVE_OF(p, j->played), words, MOVE_OF(p, j->best.line[0]), end);
}

/* Adds the reply, between `before` and `after`, if the reply captures or leads to mate. */
static void add_reply(Text *text, const Judged *j, const char *before, const char *after) {
    const Position *p = gameline_now(&j->line) + 1;

    if (j->after.length && (captured_piece(p, j->after.line[0]) != NO_PIECE ||
                            (score_is_mate(j->after.score) && j->after.score > 0)))
        text_addf(text, "%s%s%s", before, MOVE_OF(p, j->after.line[0]), after);
}

/*
 * Adds why the level made this error: the reply that refutes the move, and the score that the level
 * saw at the greatest depth at which the move was among the best. Returns false, with nothing
 * added, if that score was right.
 */
static bool add_cause(Text *text, const Judged *j, const PersonView *v) {
    Text words = TEXT_OF(80);
    const PersonMove *m = find_move(v, j->played);
    const int truth = -j->after.score;
    int depth = PERSON_DEPTHS - 1;

    while (depth >= 0 && best_at(v, depth) - m->score[depth] > CLOSE)
        depth--;
    if (depth < 0 && find_move(v, j->best.line[0])->score[0] - m->score[0] > CLOSE) {
        text_add(&words, ": careless; ");
        add_reply(&words, j, "it allows ", ", and ");
        text_add(&words, "even at a glance, ");
        add_better(text, j, words.at, " is better.");
        return true;
    }
    if (depth < 0 || !j->after.length) {
        text_add(&words, ": a mistake");
        add_reply(&words, j, " because of ", "");
        text_add(&words, ". ");
        add_better(text, j, words.at, " was better.");
        return true;
    }
    if (m->score[depth] - truth < SURPRISE)
        return false;
    text_addf(text, depth ? "%s: I did not see where %s leads; " : "%s: I did not see %s; ",
              MOVE_OF(gameline_now(&j->line), j->played),
              MOVE_OF(gameline_now(&j->line) + 1, j->after.line[0]));
    add_belief(text, m->score[depth]);
    add_truth(text, truth);
    return true;
}

/* Adds the cause of an error if the level of this rating chose the move in this game. */
static bool tell_cause(Frontend *f, int rating, const Judged *j, Text *out) {
    PersonView *v = malloc(sizeof *v);
    const bool told = v && engine_look(f->engine, &j->line, v) &&
                      person_choose(v, rating, f->game.level_seed) == j->played &&
                      (missed_mate_in_one(j) || add_cause(out, j, v));

    free(v);
    if (told && missed_mate_in_one(j))
        add_better(out, j, ": I missed mate in one, ", ".");
    return told;
}

/* Examines the move at this ply, and explains an error whose cause is known. */
static Finding look_at(Frontend *f, Searcher *s, int rating, size_t ply, Text *out) {
    Judged j;

    if (!judge(f, s, ply, &j) || !(missed_mate_in_one(&j) || is_error(&j)))
        return IS_SOUND;
    if (was_decided(&j) && !missed_mate_in_one(&j))
        return IS_DECIDED;
    return tell_cause(f, rating, &j, out) ? IS_TOLD : IS_UNTOLD;
}

/* --- the moves -------------------------------------------------------------------------------- */

/* Returns true for the rating of a level whose choices can be repeated. */
static bool is_person(int rating) {
    return rating > 0 && rating <= LEVEL_PEOPLE;
}

static bool has_own_moves(const Frontend *f) {
    return !f->game.force && !f->game.drill && f->game.played == 1U << f->game.ours;
}

bool console_confesses(Frontend *f, size_t ply, Text *out) {
    const int rating = console_played_rating(f);
    Searcher *s = is_person(rating) ? new_judge(f) : NULL;
    const bool told = s && look_at(f, s, rating, ply, out) == IS_TOLD;

    searcher_free(s);
    return told;
}

bool console_is_own_move(const Frontend *f, size_t ply) {
    return has_own_moves(f) && position_turn(&f->game.line.position[ply]) == f->game.ours;
}

/* Finds confessions in our last moves. Returns false if none are possible, or memory runs out. */
static bool find_confessions(Frontend *f, Looks *looks) {
    ConsoleState *c = console_state(f);
    const int rating = console_played_rating(f);
    Searcher *s;

    *looks = (Looks){.moves = 0};
    c->confessions = 0;
    if (c->analyzing || !is_person(rating) || !(s = new_judge(f)))
        return false;
    for (size_t ply = f->game.line.length; ply-- > 0 && looks->moves < MOST_LOOKS;) {
        Text text;
        Finding finding;

        if (c->confessions == CONSOLE_CONFESSIONS)
            break;
        if (!console_is_own_move(f, ply))
            continue;
        text = text_in(c->confession[c->confessions].words,
                       sizeof c->confession[c->confessions].words);
        c->confession[c->confessions].ply = ply;
        finding = look_at(f, s, rating, ply, &text);
        c->confessions += finding == IS_TOLD;
        looks->count[finding]++;
        looks->moves++;
    }
    searcher_free(s);
    return true;
}

static void say(Frontend *f) {
    const ConsoleState *c = console_state(f);

    for (size_t i = c->confessions; i-- > 0;)
        frontend_say(f, "  %s", c->confession[i].words);
}

void console_confess_after_game(Frontend *f) {
    Looks looks;

    if (!find_confessions(f, &looks) || !looks.count[IS_TOLD])
        return;
    frontend_say_text(f, "What I overlooked in my last moves:");
    say(f);
}

/* Says why there is nothing to confess. */
static void say_nothing(Frontend *f, const Looks *looks) {
    Text text = TEXT_OF(200);

    text_add(&text, "In my last ");
    if (looks->moves > 1)
        text_addf(&text, "%d moves", looks->moves);
    else
        text_add(&text, "move");
    if (looks->count[IS_UNTOLD])
        text_add(&text, " I see errors, but none that I can explain.");
    else if (looks->count[IS_DECIDED])
        text_add(&text, " I see errors only where the game was decided; I leave them out.");
    else
        text_add(&text, " I overlooked nothing.");
    frontend_say_text(f, text.at);
}

void console_confess(Frontend *f, Word arguments) {
    const bool own = has_own_moves(f);
    const int rating = own ? console_played_rating(f) : options_rating(&f->options);
    Looks looks;

    if (own && rating < 0)
        console_refuse(f, "I confess nothing: the level of those moves is not known, or was "
                          "changed during the game.");
    else if (!is_person(rating))
        console_refuse(f, "I confess only at levels up to %d, as in: elo 1200", (int)LEVEL_PEOPLE);
    else if (!own || console_state(f)->analyzing)
        console_refuse(f, "I have no moves of mine to confess in this game.");
    else if (!find_confessions(f, &looks))
        console_refuse_memory(f);
    else if (!looks.moves)
        console_refuse(f, "I have no moves of mine to confess in this game.");
    else if (looks.count[IS_TOLD])
        say(f);
    else
        say_nothing(f, &looks);
}
