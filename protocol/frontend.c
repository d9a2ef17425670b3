/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/util.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "limits.h"

/* --- start and end --------------------------------------------------------------------------- */

static void on_engine_event(void *context, const EngineEvent *event) {
    mailbox_send_event(context, event);
}

/* Returns false when out of memory. */
static bool new_states(Frontend *f) {
    for (size_t i = 0; f->protocols[i]; i++) {
        assert(i < PROTOCOLS_MAX);
        if (f->protocols[i]->state && !(f->state[i] = calloc(1, f->protocols[i]->state->size)))
            return false;
    }
    return true;
}

void *frontend_state(const Frontend *f, const PrivateState *kind) {
    size_t i = 0;

    while (f->protocols[i] && f->protocols[i]->state != kind)
        i++;
    return f->protocols[i] ? f->state[i] : NULL;
}

const char *frontend_init(Frontend *f, const Protocol *const *protocols, size_t memory_megabytes,
                          OutputWriter *write, void *context) {
    const char *error;
    Position start;

    memset(f, 0, sizeof *f);
    if ((error = engine_init_tables(NULL)))
        return error;
    f->protocols = protocols;
    f->protocol = protocols[0];
    f->out.write = write;
    f->out.context = context;
    f->memory_megabytes = memory_megabytes;
    f->game.ours = BLACK;
    f->game.time = timecontrol_initial();
    f->offers.last_score = SCORE_NONE;
    options_init(&f->options);
    frontend_new_opponent(f);
    f->book.random = (uint64_t)clock_us();
    if (!new_states(f) || fen_parse(&start, word_of(FEN_START), false) ||
        gameline_init(&f->game.line, &start) || !(f->box = mailbox_new()) ||
        !(f->engine =
              engine_new(memory_share_hash(NULL, memory_megabytes, 1), on_engine_event, f->box))) {
        frontend_destroy(f);
        return "there is not enough memory to start";
    }
    return NULL;
}

void frontend_leave(Frontend *f) {
    for (const Protocol *const *p = f->protocols; *p; p++)
        if ((*p)->on_leave)
            (*p)->on_leave(f);
}

void frontend_destroy(Frontend *f) {
    if (f->engine)
        frontend_leave(f);
    engine_free(f->engine);
    mail_free_all(&f->queue.waiting);
    book_close(&f->book.file);
    nnue_free(f->net);
    syzygy_close(f->syzygy);
    output_drop_pages(&f->out);
    output_set_log(&f->out, NULL);
    mailbox_free(f->box);
    gameline_destroy(&f->game.line);
    for (size_t i = 0; i < PROTOCOLS_MAX; i++)
        free(f->state[i]);
    memset(f->state, 0, sizeof f->state);
    f->engine = NULL;
    f->box = NULL;
}

void frontend_speak(Frontend *f, const Protocol *protocol) {
    frontend_halt(f);
    f->protocol = protocol;
}

bool frontend_is_script(const Frontend *f) {
    return f->protocol->scripts && !f->out.terminal;
}

/* --- output ---------------------------------------------------------------------------------- */

void frontend_log_line(Frontend *f, const char *mark, const char *text, size_t length) {
    if (!output_log_line(&f->out, mark, text, length))
        frontend_say(f, "%sCannot write to the log; logging has stopped.",
                     f->protocol->message_prefix);
}

static void say_line(Frontend *f, const char *text, bool whole) {
    if (!output_line(&f->out, text, whole))
        f->leaving = true;
    frontend_log_line(f, "", text, strlen(text));
}

void frontend_say_text(Frontend *f, const char *text) {
    say_line(f, text, false);
}

void frontend_say_whole(Frontend *f, const char *text) {
    say_line(f, text, true);
}

void frontend_status(Frontend *f, const char *text) {
    if (f->out.status && !f->out.status(f->out.context, text))
        f->leaving = true;
}

void frontend_say(Frontend *f, const char *format, ...) {
    char line[2048];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    frontend_say_text(f, line);
}

/* --- the search ------------------------------------------------------------------------------ */

void frontend_halt(Frontend *f) {
    if (f->search.busy != IDLE) {
        engine_stop(f->engine);
        engine_wait(f->engine);
    }
    f->search.busy = IDLE;
    f->search.number = 0;
    f->search.done = f->search.paused = false;
    f->offers.draw_offered = false;
    if (f->queue.on_halt)
        f->queue.on_halt(f);
}

Limits frontend_limits(const Frontend *f) {
    return timecontrol_limits(&f->game.time, f->game.line.length, position_turn(frontend_now(f)),
                              f->options.value[OPTION_MOVE_OVERHEAD]);
}

bool frontend_is_limited(const Frontend *f, Busy busy) {
    return options_rating(&f->options) && !f->game.drill && (busy == THINKING || busy == PONDERING);
}

static int64_t answer_ms(const Frontend *f, const Limits *l, bool known) {
    const Position *p = frontend_now(f);
    const MoveKind kind = {
        .replies = (int)movegen_count(&p->board),
        .recaptures = f->game.line.length && p->halfmove_clock == 0 &&
                      bb_count(p->board.color[WHITE] | p->board.color[BLACK]) <
                          bb_count((p - 1)->board.color[WHITE] | (p - 1)->board.color[BLACK]),
        .known = known,
        .random = random_seed(f->game.level_seed, p->key),
    };

    return f->options.value[OPTION_HUMAN_TIME] ? human_time(l, position_turn(p), &kind) : 0;
}

static Limits level_limits(const Frontend *f, Busy busy, const Limits *limits) {
    Limits l = *limits;

    if (frontend_is_limited(f, busy))
        l.level_nodes =
            level_in(options_rating(&f->options), frontend_now(f), f->game.level_seed).nodes;
    if (busy == THINKING)
        l.answer_ms = answer_ms(f, limits, f->book.moved);
    return l;
}

/* Sets the errors at limited strength; at full strength, the variety in the opening. */
static void set_weakness(Frontend *f, Busy busy, const Position *p) {
    const Level level = level_in(options_rating(&f->options), p, f->game.level_seed);
    Weakness w = {f->game.level_seed, level.noise, level.person};

    if (!frontend_is_limited(f, busy)) {
        w = (Weakness){.noise = 8};
        if (p->fullmove_number <= 10 && busy != ANALYZING)
            w.seed = f->game.noise;
    }
    engine_set_weakness(f->engine, &w);
}

void frontend_change_limits(Frontend *f, const Limits *limits) {
    const Limits l = level_limits(f, f->search.busy, limits);

    f->search.limits = *limits;
    engine_limit(f->engine, &l);
}

/* Starts a search. `known`: the move is from a book. */
static void start(Frontend *f, Busy busy, const GameLine *line, const Limits *limits, bool known) {
    const char *error;
    Limits l;

    assert(f->search.busy == IDLE);
    error = engine_set_position(f->engine, line);
    if (!error && !mailbox_reserve(f->box, ENGINE_DONE)) /* the end of a search must not be lost */
        error = "there is not enough memory to search";
    if (error) {
        frontend_say(f, "%s%s", f->protocol->message_prefix, error);
        return;
    }
    set_weakness(f, busy, gameline_now(line));
    engine_set_task(f->engine, &f->search.task);
    f->search.busy = busy;
    f->search.done = f->search.paused = false;
    f->book.moved = known;
    f->search.info = (SearchInfo){.depth = 0};
    f->search.info_key = gameline_now(line)->key;
    f->search.info_limited = frontend_is_limited(f, busy);
    f->search.started_ms = clock_ms();
    f->search.limits = *limits;
    l = level_limits(f, busy, limits);
    l.analysis = busy == ANALYZING && !frontend_is_script(f); /* a script waits for the end */
    f->search.number = engine_go(f->engine, &l);
}

/* Plays any legal move when the search cannot start, rather than no move. */
static void answer_without_search(Frontend *f) {
    Move list[MAX_MOVES];

    if (f->search.task.only_count)
        list[0] = f->search.task.only[0];
    else if (!frontend_root_moves(f, list) && !movegen_all(&frontend_now(f)->board, list))
        list[0] = NO_MOVE;
    f->search.info = (SearchInfo){.line = 1, .bound = BOUND_EXACT, .pv_length = list[0] != NO_MOVE};
    f->search.info.pv[0] = list[0];
    f->protocol->on_move(f, &f->search.info);
}

/* Searches, or answers without a search. `known`: the move is from a book. */
static void search(Frontend *f, Busy busy, const Limits *limits, bool known) {
    frontend_halt(f);
    start(f, busy, &f->game.line, limits, known);
    if (f->search.busy == IDLE && (busy == THINKING || f->protocol->answers_all))
        answer_without_search(f);
}

void frontend_search(Frontend *f, Busy busy, const Limits *limits) {
    search(f, busy, limits, false);
}

void frontend_search_elsewhere(Frontend *f, Busy busy, const GameLine *line, const Limits *limits) {
    frontend_halt(f);
    f->search.task = (Task){.lines = 1};
    start(f, busy, line, limits, false);
}

void frontend_set_excluded(Frontend *f, const void *moves) {
    f->game.excluded = *(const MoveSet *)moves;
}

size_t frontend_root_moves(const Frontend *f, Move list[MAX_MOVES]) {
    size_t all = movegen_all(&frontend_now(f)->board, list), wanted = 0;

    for (size_t i = 0; i < all; i++)
        if (!move_is_among(list[i], f->game.excluded.move, f->game.excluded.count))
            list[wanted++] = list[i];
    return wanted;
}

/* Sets the moves to search: all of them if every move is excluded. */
static void set_task(Frontend *f, int lines) {
    f->search.task = (Task){.lines = lines};
    if (f->game.excluded.count)
        f->search.task.only_count = frontend_root_moves(f, f->search.task.only);
}

/* Returns the next move as a word, without its move number; an empty word at the end. */
static Word next_word(Word *line) {
    Word word;

    while ((word = text_word(line)).length && !(word = notation_skip_number(word, true)).length)
        ;
    return word;
}

const char *frontend_opening_error(Word moves) {
    Position now;
    Word word;
    const char *error = fen_parse(&now, word_of(FEN_START), false);

    while (!error && (word = next_word(&moves)).length) {
        Move m;

        if (notation_parse(&m, &now, word))
            return "not all moves are legal";
        position_advance(&now, m);
    }
    return error;
}

/*
 * Returns the next move of OpeningMoves, if the game began at the start position and has followed
 * the line so far; else NO_MOVE.
 */
static Move next_of_opening(Word moves, const GameLine *game) {
    Position start;

    if (fen_parse(&start, word_of(FEN_START), false) || start.key != game->position[0].key)
        return NO_MOVE;
    for (size_t ply = 0; ply <= game->length; ply++) {
        Move m;

        if (notation_parse(&m, &game->position[ply], next_word(&moves)))
            return NO_MOVE;
        if (ply == game->length)
            return m;
        if (game->move[ply] != m)
            return NO_MOVE;
    }
    return NO_MOVE;
}

bool frontend_play_book(Frontend *f, const Limits *limits) {
    const int rating = options_rating(&f->options);
    BookMove list[MAX_MOVES];
    size_t count;
    Move m;

    assert(f->search.busy == IDLE);
    m = next_of_opening(word_of(f->options.text[OPTION_OPENING_MOVES]), &f->game.line);
    if (m == NO_MOVE && f->options.value[OPTION_OWN_BOOK] &&
        gameline_repetitions(&f->game.line) == 1) {
        count = book_find(&f->book.file, frontend_now(f), book_key_now(&f->game.line), list);
        m = book_choose(list, count, (int)f->options.value[OPTION_BOOK_VARIETY],
                        random_next(&f->book.random));
    }
    f->book.common = false;
    if (m == NO_MOVE && rating) {
        m = level_opening_move(rating, frontend_now(f), f->game.level_seed,
                               random_next(&f->book.random));
        f->book.common = m != NO_MOVE;
    }
    if (m == NO_MOVE)
        return false;
    /* a shallow search delays the move as a person would, and shows a score as a level does */
    if (f->options.value[OPTION_HUMAN_TIME] || f->book.common) {
        Limits later = *limits;

        later.depth = 1;
        f->search.task = (Task){.lines = 1, .only = {m}, .only_count = 1};
        search(f, THINKING, &later, true);
        return true;
    }
    f->book.moved = true;
    f->search.started_ms = clock_ms();
    f->search.info = (SearchInfo){.line = 1, .bound = BOUND_EXACT, .pv_length = 1, .pv = {m}};
    f->protocol->on_move(f, &f->search.info);
    return true;
}

void frontend_think(Frontend *f) {
    const Limits limits = frontend_limits(f);

    frontend_halt(f);
    if (!f->game.excluded.count && frontend_play_book(f, &limits))
        return;
    set_task(f, 1);
    frontend_search(f, THINKING, &limits);
}

static int64_t left(int64_t ms, int64_t spent) {
    return ms ? max64(ms - spent, 1) : 0;
}

void frontend_restart(Frontend *f, void (*change)(Frontend *f, const void *context),
                      const void *context) {
    const Busy busy = f->search.busy;
    const bool paused = f->search.paused, draw_offered = f->offers.draw_offered;
    const int64_t started = f->search.started_ms;
    const Color us = position_turn(frontend_now(f));
    Limits limits = frontend_limits(f);
    int64_t spent;

    if (paused)
        frontend_resume(f);
    spent = frontend_spent_ms(f);
    frontend_halt(f);
    change(f, context);
    if (busy == THINKING) {
        limits.clock_ms[us] = left(limits.clock_ms[us], spent);
        limits.move_ms = left(limits.move_ms, spent);
        set_task(f, 1);
        frontend_search(f, THINKING, &limits);
        f->search.started_ms = f->search.busy == THINKING ? started : f->search.started_ms;
        f->offers.draw_offered = draw_offered;
    } else if (busy == ANALYZING || busy == HINTING) {
        frontend_analyze(f, busy);
    } else if (busy == PONDERING) {
        frontend_ponder(f);
    }
    if (paused)
        frontend_pause(f);
}

void frontend_pause(Frontend *f) {
    if (f->search.busy == IDLE || f->search.paused)
        return;
    engine_pause(f->engine);
    f->search.paused = true;
    f->search.paused_ms = clock_ms();
}

void frontend_resume(Frontend *f) {
    if (!f->search.paused)
        return;
    f->search.paused = false;
    f->search.started_ms += clock_ms() - f->search.paused_ms;
    engine_resume(f->engine);
}

int64_t frontend_elapsed_ms(const Frontend *f) {
    return (f->search.paused ? f->search.paused_ms : clock_ms()) - f->search.started_ms;
}

int64_t frontend_spent_ms(const Frontend *f) {
    return f->game.time.nodes_per_second || f->game.time.cpu_time ? f->search.info.time_ms
                                                                  : frontend_elapsed_ms(f);
}

void frontend_ponder(Frontend *f) {
    const Limits limits = {.depth = f->game.time.depth};

    f->search.expected = NO_MOVE;
    if (!f->ponder || f->game.force || f->game.over || f->search.busy != IDLE ||
        f->search.suggestion == NO_MOVE || !move_is_legal(frontend_now(f), f->search.suggestion))
        return;
    if (gameline_play(&f->game.line, f->search.suggestion))
        return;
    f->search.task = (Task){.lines = 1};
    if (gameline_outcome(&f->game.line) == OUTCOME_NONE)
        start(f, PONDERING, &f->game.line, &limits, false);
    gameline_undo(&f->game.line);
    if (f->search.busy == PONDERING)
        f->search.expected = f->search.suggestion;
}

void frontend_ponder_hit(Frontend *f) {
    const Limits limits = frontend_limits(f);

    assert(f->search.busy == PONDERING);
    frontend_resume(f);
    f->search.busy = THINKING;
    f->search.started_ms = clock_ms();
    if (!f->search.done) {
        frontend_change_limits(f, &limits);
        return;
    }
    f->search.busy = IDLE;
    f->search.done = false;
    f->protocol->on_move(f, &f->search.info);
}

Limits frontend_hint_limits(const Frontend *f) {
    const Limits single = timecontrol_single_limits(&f->game.time);
    Limits limits = {.move_ms = 200, .depth = single.depth, .nodes = single.nodes};

    if (f->protocol->scripts && (limits.depth || limits.nodes))
        limits.move_ms = single.move_ms;
    return limits;
}

void frontend_analyze(Frontend *f, Busy busy) {
    const Limits single = timecontrol_single_limits(&f->game.time);
    Limits limits = busy == HINTING ? frontend_hint_limits(f) : (Limits){.depth = 0};
    const int lines = (int)f->options.value[OPTION_MULTIPV];

    if (busy == ANALYZING && frontend_is_script(f)) { /* a script cannot stop an analysis */
        limits.depth = single.depth;
        if (!limits.depth)
            limits.move_ms = single.move_ms;
    }
    frontend_halt(f);
    set_task(f, busy == ANALYZING ? lines : 1);
    frontend_search(f, busy, &limits);
}

bool frontend_await_memory(Frontend *f) {
    return f->search.busy == IDLE && !engine_is_ready(f->engine) &&
           mailbox_reserve(f->box, ENGINE_READY) && engine_prepare(f->engine);
}

bool frontend_tell_complaints(Frontend *f) {
    const char *complaint;
    bool any = false;

    for (; f->syzygy && (complaint = syzygy_complaint(f->syzygy)); any = true)
        frontend_say(f, "%s%s.", f->protocol->message_prefix, complaint);
    return any;
}

bool frontend_on_event(Frontend *f, const EngineEvent *e) {
    if (e->search != f->search.number || f->search.busy == IDLE)
        return false; /* from an earlier search */
    frontend_tell_complaints(f);
    if (e->kind == ENGINE_DONE || e->info.line <= 1) /* the best of several lines */
        f->search.info = e->info;
    if (e->kind == ENGINE_INFO) {
        f->protocol->on_info(f, &e->info);
        return false;
    }
    engine_wait(f->engine);
    if (busy_reports(f->search.busy)) {
        if (f->search.busy == THINKING)
            f->search.busy = IDLE;
        f->protocol->on_move(f, &f->search.info);
    } else {
        f->search.done = true;
    }
    return true;
}

/* --- the game -------------------------------------------------------------------------------- */

void frontend_new_position(Frontend *f) {
    f->game.excluded.count = 0;
    f->search.suggestion = NO_MOVE;
    f->offers.draw_on_offer = false;
}

void frontend_set_up(Frontend *f, const Position *p) {
    frontend_halt(f);
    frontend_new_position(f);
    gameline_restart(&f->game.line, p);
    f->game.time.start = 0;
    f->game.over = f->game.rated = f->game.unrated = f->game.drill = false;
    f->game.played = 0;
    f->search.expected = NO_MOVE;
    f->offers.bad_moves = 0;
    f->offers.last_offer = 0;
    f->offers.last_score = SCORE_NONE;
    if (f->protocol->on_set_up)
        f->protocol->on_set_up(f);
}

void frontend_new_opponent(Frontend *f) {
    f->offers.rating_gap = 0;
    f->offers.against_computer = false;
    f->game.level_seed = (uint64_t)clock_us() | 1;
}

void frontend_new_game(Frontend *f) {
    Position p;

    if (fen_parse(&p, word_of(FEN_START), false))
        return;
    frontend_set_up(f, &p);
    engine_clear(f->engine);
    f->game.force = false;
    f->game.ours = BLACK;
    f->game.noise = 0;
    frontend_new_opponent(f);
    f->game.time.depth = 0;
    f->game.time.nodes_per_second = 0;
    f->game.time.cpu_time = false;
    f->game.chess960 = false;
    f->game.time.own_ms = f->game.time.other_ms = f->game.time.base_ms;
    f->game.time.own_known = false;
}

void frontend_note_score(Frontend *f, Color us, int score) {
    f->offers.last_score = score;
    f->game.played |= 1U << us;
    f->game.unrated |= !options_adapts(&f->options);
}

void frontend_say_unkept_level(Frontend *f) {
    const char *why = errno ? strerror(errno) : "the environment names no home folder";

    if (*f->protocol->message_prefix) /* XBoard takes "No such file" for the end of the engine */
        frontend_say(f, "%sThe rating of level Auto cannot be saved.", f->protocol->message_prefix);
    else
        frontend_say(f, "(The rating of level Auto cannot be saved: %s.)", why);
}

void frontend_count_result(Frontend *f, Color us, PgnResult result) {
    const PgnResult lost = us == WHITE ? PGN_BLACK_WINS : PGN_WHITE_WINS;
    const char *prefix = f->protocol->message_prefix;
    AutoLevel *level = &f->options.auto_level;

    if (!options_adapts(&f->options) || f->game.unrated || result == PGN_OPEN_END ||
        f->game.played != 1U << us || f->offers.against_computer || f->game.line.length < 4 ||
        bb_count(board_occupied(&f->game.line.position[0].board)) != 32)
        return;
    if (!f->game.rated)
        f->game.before = autolevel_read(level, NULL);
    f->game.rated = true;
    *level = autolevel_after(f->game.before, result == PGN_DRAW ? 1 : result == lost ? 2 : 0);
    if (!autolevel_keep(level))
        frontend_say_unkept_level(f);
    frontend_say(f, "%sLevel Auto: %d after %d game%s, %d before this one.", prefix, level->rating,
                 level->games, level->games == 1 ? "" : "s", f->game.before.rating);
}

bool frontend_is_our_turn(const Frontend *f) {
    return !f->game.force && position_turn(frontend_now(f)) == f->game.ours;
}
