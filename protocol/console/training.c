/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "training.h"

#include <stdlib.h>
#include <string.h>

#include "autosave.h"
#include "base/util.h"
#include "console_state.h"
#include "handlers.h"
#include "lessons.h"
#include "path.h"
#include "play.h"
#include "protocol/input.h"
#include "protocol/statefile.h"
#include "report/chances.h"
#include "report/tactics.h"

enum { MOST_NAME = 40 }; /* bytes of a name in a source */

/* The nodes of a search: to find mistakes in a game; to judge an answer. */
enum { EXAMINE_NODES = 200000, JUDGE_NODES = 400000 };

typedef struct Training {
    Lessons lessons;
    Lesson now; /* the exercise on the board, if `asked` */
    bool asked;
    bool tried;     /* the first answer was wrong and has counted; one more try is left */
    uint64_t shown; /* number of lines received before the exercise was asked: not answers */
    size_t right, wrong;

    /* the games to search for mistakes */
    FILE *source;
    bool is_kept;                     /* the user's kept games, rather than a named file */
    char person[80];                  /* only mistakes of this player; "": see is_person() */
    char shown_person[LESSON_SOURCE]; /* that name as in the sources of exercises */
    uint64_t *from;                   /* [waiting]: file offsets of games to examine */
    size_t waiting, room, games;
    PgnReader *reader;
    const PgnGame *game; /* the examined game; NULL: none */
    Note *note;          /* [0 ... plies] of the game */
    size_t next;         /* positions below this index remain to be searched */

    /* the answer being judged */
    Move answer;
    bool fresh; /* the position was searched again; the position after the answer is next */
} Training;

static const Work examine_work, judge_work;

static void go_on(Frontend *f);
static void finish(Frontend *f);
static void end(Frontend *f);

/* Returns the limits of a search: nodes, and the depth of sd. */
static Limits limits_of(const Frontend *f, uint64_t nodes) {
    return (Limits){.nodes = nodes, .depth = f->game.time.depth};
}

/* --- the exercise ----------------------------------------------------------------------------- */

/* Sets the exercise up on the board and asks for a move. */
static void ask(Frontend *f, const Lesson *lesson) {
    Training *t = console_state(f)->training;
    Text text = TEXT_OF(400);

    t->now = *lesson;
    t->asked = true;
    t->tried = false;
    t->shown = mailbox_count(f->box);
    console_state(f)->look.flipped = position_turn(&t->now.position) == BLACK;
    console_set_up(f, &t->now.position, t->now.chess960);
    f->game.force = true; /* a move that is not an answer gets no reply */
    if (*t->now.source)
        text_addf(&text, "%s: ", t->now.source);
    text_addf(&text,
              "%s was a mistake. Find a better move for %s. (Type \"hint piece\" for a hint, "
              "\"solution\" for the answer, \"exit\" to end the training.)",
              MOVE_OF(&t->now.position, t->now.played),
              color_name(position_turn(&t->now.position)));
    frontend_say_text(f, text.at);
}

/* Returns true if the board shows the exercise. */
static bool is_asked(const Frontend *f) {
    const Training *t = console_state(f)->training;

    return t && t->asked && !f->game.line.length && !console_state(f)->analyzing &&
           frontend_now(f)->key == t->now.position.key;
}

/* Says why an answer is wrong, where that is certain; `secret`: without the better line. */
static void say_why_wrong(Frontend *f, int score, const SearchInfo *after, bool secret) {
    const Training *t = console_state(f)->training;
    const Lesson *l = &t->now;
    Text reason = TEXT_OF(TACTIC_SIZE);
    const TacticMove move = {.from = &l->position,
                             .played = t->answer,
                             .reply = after ? after->pv : NULL,
                             .replies = after ? after->pv_length : 0,
                             .better = l->line,
                             .betters = l->length,
                             .had = l->score,
                             .has = score,
                             .secret = secret};

    if (tactics_add_reason(&reason, &move, NULL))
        frontend_say_text(f, reason.at);
}

/* Adds the answer, with the reply that refutes it and the score. */
static void add_answer(Text *text, const Position *p, Move m, int score, const SearchInfo *after) {
    text_add(text, MOVE_OF(p, m));
    if (after && after->pv_length) {
        Position next;

        position_play(&next, p, m);
        text_addf(text, " %s", SAN_OF(&next, after->pv[0]));
    }
    if (score != SCORE_NONE)
        text_addf(text, " (%s)", CONSOLE_SCORE_OF(score));
}

static void add_solution(Text *text, const Lesson *l) {
    notation_write_line(text, &l->position, l->line, l->length, true, notation_write_san);
    text_addf(text, " (%s).", CONSOLE_SCORE_OF(l->score));
}

/* Counts the first answer to the exercise, and stores it in the file. */
static void count_answer(Frontend *f, bool right) {
    Training *t = console_state(f)->training;
    const char *error;

    t->right += right;
    t->wrong += !right;
    lessons_answered(&t->now, right, lessons_today());
    if ((error = lessons_update(&t->now)))
        console_refuse_text(f, error);
}

/* Returns true if a hint has shown the move. */
static bool is_helped(const Frontend *f) {
    const ConsoleState *c = console_state(f);

    return c->hint.key == frontend_now(f)->key && c->hint.told > 1; /* more than the piece */
}

/* Asks the exercise again after a wrong answer. */
static void ask_again(Frontend *f) {
    Training *t = console_state(f)->training;
    const Lesson *l = &t->now;

    t->shown = mailbox_count(f->box);
    console_show_board(f);
    frontend_say(f,
                 "The exercise returns on %s. Try once more to find a better move for %s, or type "
                 "solution.",
                 DAY_OF(l->due, '-'), color_name(position_turn(&l->position)));
}

/*
 * Shows the verdict on an answer, and goes on. The first answer counts; after a wrong one the
 * exercise is asked once more. `after` is the search after the answer; NULL: there was none.
 */
static void say_verdict(Frontend *f, bool right, int score, const SearchInfo *after) {
    Training *t = console_state(f)->training;
    const Move m = t->answer;
    const bool first = !t->tried, again = first && !right;
    Text text = TEXT_OF(600);

    text_add(&text, right ? "Right: " : "Wrong: ");
    if (m != t->now.line[0])
        add_answer(&text, &t->now.position, m, score, after);
    if (m != t->now.line[0] && !again)
        text_add(&text, right ? "; as good as " : ". Better is ");
    if (again)
        text_add_char(&text, '.');
    else
        add_solution(&text, &t->now);
    frontend_say_text(f, text.at);
    if (!right && score != SCORE_NONE)
        say_why_wrong(f, score, after, again);
    if (first && right && is_helped(f))
        frontend_say_text(f, "As the hint gave the move, this counts as wrong and returns.");
    if (first)
        count_answer(f, right && !is_helped(f));
    t->asked = t->tried = again;
    if (again)
        ask_again(f);
    else
        go_on(f);
}

/* --- answers ---------------------------------------------------------------------------------- */

/* Ends the searches for an answer, whose score is known; `after` as in say_verdict(). */
static void judge(Frontend *f, int score, const SearchInfo *after) {
    static const double near_best = 0.05; /* of the winning chances from -1 to 1 */
    const Training *t = work_data(f, &judge_work);
    const double lost = chances_of(t->now.score) - chances_of(score);

    work_end(f);
    say_verdict(f, lost <= near_best, score, after);
}

/* Searches the position after the answer, unless its score is known without a search. */
static void search_answer(Frontend *f, const Training *t) {
    const Limits limits = limits_of(f, JUDGE_NODES);
    GameLine line = {.position = NULL};
    Note plain;

    if (gameline_copy(&line, &f->game.line) || gameline_play(&line, t->answer)) {
        work_end(f);
        console_refuse_memory(f);
    } else if (notes_plain(&line, true, &plain)) {
        judge(f, -plain.score, NULL);
    } else {
        frontend_search_elsewhere(f, JOB, &line, &limits);
    }
    gameline_destroy(&line);
}

/*
 * Takes the result of a search with more nodes than in the game: first of the position, to correct
 * best move and score, then of the position after the answer.
 */
static void on_answer(Frontend *f, const SearchInfo *info) {
    Training *t = work_data(f, &judge_work);
    Note note;

    if (t->fresh) {
        judge(f, -info->score, info);
        return;
    }
    t->fresh = true;
    notes_take(&note, &t->now.position, info->score, info->depth, info->pv, info->pv_length);
    t->now.score = note.score;
    t->now.length = note.length;
    memcpy(t->now.line, note.line, note.length * sizeof *note.line);
    if (t->answer != t->now.line[0]) {
        search_answer(f, t);
        return;
    }
    work_end(f);
    say_verdict(f, true, SCORE_NONE, NULL);
}

static const Work judge_work = {.on_result = on_answer, .stop = work_end};

/* Returns true if a person typed the current line before the exercise was asked. */
static bool is_ahead(const Frontend *f) {
    return f->out.terminal && !f->queue.reading &&
           f->queue.heard <= console_state(f)->training->shown;
}

bool training_takes(Frontend *f, Move m) {
    const Limits limits = limits_of(f, JUDGE_NODES);
    Training *t = console_state(f)->training;

    if (!is_asked(f))
        return false;
    if (is_ahead(f)) {
        frontend_say(f, "%s does not count: you typed it before I asked.",
                     SAN_OF(frontend_now(f), m));
        return true;
    }
    t->answer = m;
    t->fresh = false;
    if (m == t->now.line[0]) {
        say_verdict(f, true, SCORE_NONE, NULL);
        return true;
    }
    frontend_halt(f);
    work_stop(f);
    work_start(f, &judge_work, t);
    frontend_search(f, JOB, &limits);
    return true;
}

void console_solution(Frontend *f, Word arguments) {
    Training *t = console_state(f)->training;
    Text text = TEXT_OF(400);

    if (!is_asked(f) || is_ahead(f)) {
        console_refuse(f, "There is no exercise on the board: type \"train\" for one.");
        return;
    }
    text_add(&text, "Best is ");
    add_solution(&text, &t->now);
    frontend_say_text(f, text.at);
    if (!t->tried)
        count_answer(f, false);
    t->asked = t->tried = false;
    go_on(f);
}

bool training_ends(Frontend *f) {
    bool *ended = &console_state(f)->trained;

    if (*ended && !console_state(f)->training) {
        frontend_say_text(f, "The training has ended already. (Type \"quit\" to leave Alula.)");
        *ended = false;
        return true;
    }
    if (!is_asked(f))
        return false;
    work_stop(f);
    finish(f);
    *ended = false;
    return true;
}

bool training_refuses(Frontend *f) {
    const bool asked = is_asked(f);

    if (asked)
        console_refuse(
            f, "This is an exercise: answer with a move, or type \"exit\" to end the training.");
    return asked;
}

void training_notice(Frontend *f) {
    const Training *t = console_state(f)->training;

    if (!t || !t->asked || f->game.line.position[0].key == t->now.position.key)
        return;
    frontend_say_text(f, "(The training has ended.)");
    end(f);
}

/* --- games ------------------------------------------------------------------------------------ */

/*
 * Returns true if the mistakes of this side become exercises: in kept games, those of Alula's
 * opponent; in a file, those of the named player, or of both players.
 */
static bool is_person(const Training *t, const PgnGame *game, Color side) {
    const Word name = pgn_tag(game, color_name(side));

    if (*t->person)
        return word_is_any_case(name, t->person);
    return !t->is_kept || !console_is_alula(name);
}

/*
 * Returns the sides, as LESSON_WHITE and LESSON_BLACK, whose mistakes have not been searched yet.
 * Marks of earlier versions do not name the side, which is known in the kept games.
 */
static unsigned sides_left(const Training *t, const PgnGame *game) {
    const unsigned wanted = (is_person(t, game, WHITE) ? LESSON_WHITE : 0) |
                            (is_person(t, game, BLACK) ? LESSON_BLACK : 0);

    return wanted ? wanted &
                        ~lessons_sides(&t->lessons, notes_moves_key(game), t->is_kept ? wanted : 0)
                  : 0;
}

/* Lists the file offsets of the games to examine. Returns false if reading ended early. */
static bool list_games(Frontend *f, Training *t) {
    enum { OFTEN = 256 };
    PgnReader *reader = pgn_open(pgn_from_file, t->source, &notes_options);
    const PgnGame *game = NULL;
    size_t count = 0;

    while (reader && (game = pgn_next(reader)) && (++count % OFTEN || input_goes_on(f))) {
        t->games += game->line.length > 0;
        if (game->line.length && !game->broken && sides_left(t, game)) {
            uint64_t *more = array_grow(t->from, &t->room, t->waiting + 1, sizeof *more);

            if (!more)
                break;
            t->from = more;
            t->from[t->waiting++] = game->from;
        }
    }
    pgn_close(reader);
    return reader && !game;
}

/* Adds a tag's value, without characters that have a meaning in EPD. */
static void add_plain(Text *out, Word value, size_t limit) {
    const size_t start = out->length;

    text_add_quoted(out, value, limit);
    for (size_t i = start; i < out->length; i++)
        if (text_is_among(out->at[i], "\";\\"))
            out->at[i] = '\'';
}

/* Stores the mistakes of the examined game as exercises. Returns NULL, or an error message. */
static const char *take_mistakes(Training *t) {
    enum { LOST = 500 }; /* centipawns; lost positions teach little */
    const PgnGame *g = t->game;
    const LessonGame examined = {notes_moves_key(g), sides_left(t, g)};
    Lesson *found = calloc(g->line.length + 1, sizeof *found);
    size_t count = 0;
    const char *error;

    for (size_t n = 0; found && n < g->line.length; n++) {
        const Position *p = &g->line.position[n];
        const Note *note = &t->note[n];
        Lesson *l = &found[count];
        const bool white = position_turn(p) == WHITE;
        Text source = text_in(l->source, sizeof l->source);

        if (!(examined.sides & (white ? LESSON_WHITE : LESSON_BLACK)) || !note->length ||
            notes_mark(g, t->note, n) > MARK_MISTAKE || note->line[0] == g->line.move[n] ||
            note->score < -LOST)
            continue;
        l->position = *p;
        l->chess960 = g->chess960;
        l->played = g->line.move[n];
        l->length = note->length;
        memcpy(l->line, note->line, note->length * sizeof *note->line);
        l->score = note->score;
        l->due = lessons_today();
        add_plain(&source, pgn_tag(g, "White"), MOST_NAME);
        text_add(&source, " - ");
        add_plain(&source, pgn_tag(g, "Black"), MOST_NAME);
        text_add(&source, ", ");
        add_plain(&source, pgn_tag(g, "Date"), 12);
        count++;
    }
    error = found ? lessons_add(examined, found, count) : "There is not enough memory.";
    free(found);
    return error;
}

static void close_game(Training *t) {
    pgn_close(t->reader);
    free(t->note);
    t->reader = NULL;
    t->game = NULL;
    t->note = NULL;
}

/* Opens the next game. Returns false if no game is left, or none can be read. */
static bool open_game(Training *t) {
    size_t plies;

    if (!t->waiting)
        return false;
    if (fseeko(t->source, (off_t)t->from[--t->waiting], SEEK_SET) ||
        !(t->reader = pgn_open(pgn_from_file, t->source, &notes_options)) ||
        !(t->game = pgn_next(t->reader)) || t->game->broken ||
        !(t->note = calloc((plies = t->game->line.length) + 1, sizeof *t->note))) {
        close_game(t);
        t->waiting = 0;
        return false;
    }
    t->next = plies + 1;
    if (notes_are_current(t->game)) {
        notes_read(t->game, t->note);
        t->next = 0;
    }
    return true;
}

/* Searches the next position of the game, the last one first. Returns false if none is left. */
static bool search_next(Frontend *f, Training *t) {
    const Limits limits = limits_of(f, EXAMINE_NODES);
    Text text = TEXT_OF(128);

    while (t->next) {
        GameLine line = t->game->line; /* shares its memory with the game */

        line.length = --t->next;
        if (notes_plain(&line, line.length == t->game->line.length, &t->note[t->next]))
            continue;
        text_addf(&text, "(looking for mistakes: %d of %d moves, %d more game%s) ",
                  (int)(t->game->line.length - t->next), (int)t->game->line.length, (int)t->waiting,
                  t->waiting == 1 ? "" : "s");
        frontend_status(f, text.at);
        frontend_search_elsewhere(f, JOB, &line, &limits);
        return true;
    }
    return false;
}

static void on_position(Frontend *f, const SearchInfo *info) {
    Training *t = work_data(f, &examine_work);

    notes_take(&t->note[t->next], &t->game->line.position[t->next], info->score, info->depth,
               info->pv, info->pv_length);
    go_on(f);
}

static void stop_examining(Frontend *f) {
    close_game(work_data(f, &examine_work));
    frontend_status(f, "");
    work_end(f);
}

static const Work examine_work = {.on_result = on_position, .stop = stop_examining};

/* --- the command ------------------------------------------------------------------------------ */

static void free_training(Training *t) {
    if (!t)
        return;
    close_game(t);
    if (t->source)
        fclose(t->source);
    lessons_free(&t->lessons);
    free(t->from);
    free(t);
}

static void end(Frontend *f) {
    free_training(console_state(f)->training);
    console_state(f)->training = NULL;
}

void training_leave(Frontend *f) {
    if (console_state(f)->training)
        work_stop(f);
    end(f);
}

/* Adds when the remaining exercises return: how many now, or else the next day. */
static void add_next(Text *text, size_t left, size_t now, int next) {
    if (!now)
        text_addf(text, ", the next on %s.", DAY_OF(next, '-'));
    else if (now == left)
        text_addf(text, "; %s due now.", left == 1 ? "it is" : "all are");
    else
        text_addf(text, "; %d of them %s due now.", (int)now, now == 1 ? "is" : "are");
}

/* Ends the training; if the board shows its last exercise, sets up a new game. */
static void leave_exercise(Frontend *f) {
    const GameLine *g = &f->game.line;
    const Training *t = console_state(f)->training;
    const bool shown = !g->length && g->position[0].key == t->now.position.key;

    end(f);
    if (!shown)
        return;
    console_new_game(f, -1);
    if (console_state(f)->autosave)
        autosave_say_unfinished(f);
}

/* Ends the training; says how many answers were right and when the next exercise is due. */
static void finish(Frontend *f) {
    const Training *t = console_state(f)->training;
    Text text = TEXT_OF(200);
    size_t left = 0, now = 0;
    int next = INT32_MAX;

    for (size_t i = 0; i < t->lessons.count; i++) {
        const Lesson *l = &t->lessons.lesson[i];

        if (l->stage < LESSON_LEARNED && lessons_is_by(l, t->shown_person)) {
            left++;
            now += l->due <= lessons_today();
            next = min(next, l->due);
        }
    }
    if (t->right + t->wrong)
        text_addf(&text, "%s: %d right, %d wrong.",
                  t->asked ? "The training has ended" : "That is all for today", (int)t->right,
                  (int)t->wrong);
    else if (t->asked)
        text_add(&text, "The training has ended.");
    else if (!left && (t->source || t->lessons.count))
        text_add(&text, "There is no new mistake.");
    else if (!left)
        text_add(&text, "There is no mistake to train: play a game first, or name a PGN file.");
    if (left) {
        text_addf(&text, "%s%d exercise%s will return", text.length ? " " : "", (int)left,
                  left == 1 ? "" : "s");
        add_next(&text, left, now, next);
    }
    frontend_say_text(f, text.at);
    leave_exercise(f);
    console_state(f)->trained = true;
}

/* Reads the file of exercises again, which other consoles may have changed. */
static bool read_again(Frontend *f, Training *t) {
    const char *error;

    lessons_free(&t->lessons);
    if (!(error = lessons_read(&t->lessons)))
        return true;
    console_refuse_text(f, error);
    return false;
}

/* Asks the next exercise, examines the next game, or ends the training. */
static void go_on(Frontend *f) {
    Training *t = console_state(f)->training;
    const Lesson *due;

    for (;;) {
        const char *error = NULL;

        if (t->game && search_next(f, t))
            return;
        if (t->game) {
            frontend_status(f, "");
            work_end(f);
            error = take_mistakes(t);
            close_game(t);
        }
        if (error)
            console_refuse_text(f, error);
        if (error || !read_again(f, t)) {
            end(f);
            return;
        }
        if ((due = lessons_due(&t->lessons, t->shown_person, lessons_today()))) {
            ask(f, due);
            return;
        }
        if (!open_game(t)) {
            finish(f);
            return;
        }
        work_start(f, &examine_work, t);
    }
}

/* Opens the user's kept games, which may be missing. */
static bool open_kept(Frontend *f, Training *t) {
    char path[STATEFILE_SIZE];

    t->is_kept = true;
    if (statefile_path(path, "games.pgn") && file_mark(path).exists) {
        if (!console_may_be(path, console_is_pgn)) {
            console_refuse(f, "%s is not a PGN file.", NAME_OF(word_of(path)));
            return false;
        }
        t->source = file_open_plain(path);
    }
    if (!t->source || list_games(f, t))
        return true;
    console_refuse(f, "The games could not be read to their end.");
    return false;
}

/* Opens the games: of a file, or the user's kept games, which may be missing. */
static bool open_games(Frontend *f, Training *t, Word arguments) {
    Word name = arguments, person;
    Text shown;

    if (!arguments.length)
        return open_kept(f, t);
    if (*name.at == '"') {
        const char *close = memchr(name.at + 1, '"', name.length - 1);

        name.length = close ? (size_t)(close - name.at) + 1 : name.length;
        person = text_rest((Word){name.at + name.length, arguments.length - name.length});
    } else {
        person = arguments;
        name = text_word(&person);
        person = text_rest(person);
    }
    if (person.length >= sizeof t->person) {
        console_refuse(f, "That name is too long.");
        return false;
    }
    memcpy(t->person, person.at ? person.at : "", person.length);
    shown = text_in(t->shown_person, sizeof t->shown_person);
    add_plain(&shown, person, MOST_NAME);
    if (!(t->source = console_open(f, name, NULL)))
        return false;
    if (list_games(f, t) && t->games)
        return true;
    console_refuse(f, t->games ? "That file could not be read to its end."
                               : "There are no games in that file.");
    return false;
}

void console_train(Frontend *f, Word arguments) {
    Training *t = calloc(1, sizeof *t);

    if (!t) {
        console_refuse_memory(f);
        return;
    }
    if (!read_again(f, t) || !open_games(f, t, text_rest(arguments))) {
        free_training(t);
        return;
    }
    if (*t->person && !t->waiting && !lessons_due(&t->lessons, t->shown_person, lessons_today()))
        frontend_say(f, "That file has no new game of %s.", t->person);
    if (t->lessons.damaged)
        frontend_say(f, "%d line%s of training.epd %s not understood and left unchanged.",
                     (int)t->lessons.damaged, t->lessons.damaged == 1 ? "" : "s",
                     t->lessons.damaged == 1 ? "is" : "are");
    console_leave_analysis(f);
    end(f);
    console_state(f)->training = t;
    go_on(f);
}

/* --- puzzles ---------------------------------------------------------------------------------- */

/* Adds the exercises as lines of EPD. */
static bool add_epd(const Lessons *l, PgnText *out) {
    for (size_t i = 0; i < l->count; i++) {
        Text line = TEXT_OF(LESSON_LINE);

        lessons_add_line(&line, &l->lesson[i]);
        text_add_char(&line, '\n');
        pgn_text_add(out, line.at, line.length);
    }
    return !out->refused;
}

/* Adds the exercises as games of PGN. */
static bool add_pgn(const Lessons *l, PgnText *out) {
    PgnWriter *w = pgn_writer_new(pgn_text_add, out);
    bool good = w != NULL;

    for (size_t i = 0; good && i < l->count; i++) {
        const Lesson *one = &l->lesson[i];
        const bool white = position_turn(&one->position) == WHITE;
        Text played = TEXT_OF(80);

        text_addf(&played, "Played: %s", MOVE_OF(&one->position, one->played));
        pgn_write_tag(w, "Event", word_of("Find the better move"));
        pgn_write_tag(w, "Site", word_of("?"));
        pgn_write_tag(w, "Date", word_of("????.??.??"));
        pgn_write_tag(w, "Round", word_of("-"));
        pgn_write_tag(w, "White", word_of(white ? "Move" : "?"));
        pgn_write_tag(w, "Black", word_of(white ? "?" : "Move"));
        pgn_write_tag(w, "Result", word_of("*"));
        pgn_write_tag(w, "Source", word_of(one->source));
        pgn_write_start(w, &one->position, one->chess960);
        pgn_write_comment(w, word_of(played.at));
        for (size_t m = 0; m < one->length; m++)
            pgn_write_move(w, one->line[m]);
        good = !pgn_write_result(w, PGN_OPEN_END);
    }
    pgn_writer_free(w);
    return good && !out->refused;
}

/* Returns true if an old file is the start of the new text, except for the days of exercises. */
static bool begins(Word old, Word text) {
    static const char mark[] = "; c1 \"due ";
    Word rest, new;

    while (text_split(&old, mark, &rest)) {
        if (!text_split(&text, mark, &new) || !word_same(old, text))
            return false;
        (void)text_until(&rest, ';');
        (void)text_until(&new, ';');
        old = rest;
        text = new;
    }
    return old.length <= text.length && word_same(old, (Word){text.at, old.length});
}

/*
 * Returns true if the file is missing, or has nothing that the new text lacks, for example because
 * of an earlier export; else refuses the command.
 */
static bool may_write(Frontend *f, const char *path, const PgnText *new) {
    char *text = NULL;
    size_t length = 0;
    bool good =
        !file_mark(path).exists || (!file_read_all(path, &text, &length) &&
                                    begins((Word){text, length}, (Word){new->at, new->length}));

    free(text);
    if (!good)
        console_refuse(f,
                       "The file %s has more than your exercises, and was not changed: "
                       "choose another name, or remove it.",
                       NAME_OF(word_of(path)));
    return good;
}

static bool write_text(void *text, FILE *file) {
    const PgnText *t = text;

    return fwrite(t->at, 1, t->length, file) == t->length;
}

/* Writes a file; on failure refuses the command and returns false. */
static bool write_file(Frontend *f, const char *path, PgnText *text) {
    if (file_write(path, false, write_text, text))
        return true;
    console_refuse_file(f, word_of(path), "write");
    return false;
}

void console_puzzles(Frontend *f, Word arguments) {
    char path[OPTION_TEXT_SIZE], epd[OPTION_TEXT_SIZE + 4], pgn[OPTION_TEXT_SIZE + 4];
    PgnText lines = {.at = NULL}, games = {.at = NULL};
    Lessons l = {.count = 0};
    const char *error;

    if (!console_needs(f, arguments, "puzzles needs a file, as in: puzzles mistakes"))
        return;
    if (!console_path(path, arguments)) {
        console_refuse(f, "That name is too long.");
        return;
    }
    snprintf(epd, sizeof epd, "%s.epd", path);
    snprintf(pgn, sizeof pgn, "%s.pgn", path);
    if ((error = lessons_read(&l)))
        console_refuse_text(f, error);
    else if (!l.count)
        console_refuse(f, "There are no exercises yet: type \"train\" to make some.");
    else if (!add_epd(&l, &lines) || !add_pgn(&l, &games))
        console_refuse_memory(f);
    else if (may_write(f, epd, &lines) && may_write(f, pgn, &games) && write_file(f, epd, &lines) &&
             write_file(f, pgn, &games))
        frontend_say(f, "%d exercise%s, in %s.epd and .pgn.", (int)l.count, l.count == 1 ? "" : "s",
                     NAME_OF(word_of(path)));
    free(lines.at);
    free(games.at);
    lessons_free(&l);
}
