/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "uci.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "base/version.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "protocol/common.h"
#include "protocol/genfens.h"
#include "protocol/input.h"
#include "protocol/limits.h"
#include "protocol/options.h"
#include "protocol/options_apply.h"
#include "protocol/show.h"
#include "protocol/show_board.h"
#include "protocol/tuning.h"
#include "report/chances.h"
#include "uci_state.h"

const PrivateState uci_private = {sizeof(UciState)};

/* Writes a line for the user. */
static void inform(Frontend *f, const char *what, Word words) {
    common_refuse(f, "info string", what, words);
}

/* --- moves and scores ------------------------------------------------------------------------ */

/* Writes a move with castling as a king move of two squares. */
static void write_standard(Text *text, const Position *p, Move m) {
    if (position_is_castling(p, m)) {
        notation_write_square(text, move_from(m));
        notation_write_square(text, castling_king_to(move_from(m), move_to(m)));
    } else {
        notation_write(text, p, m);
    }
}

static MoveWriter *move_writer(const Frontend *f) {
    return f->game.chess960 ? notation_write_chess960 : write_standard;
}

static void write_score(Text *text, int score) {
    if (score_is_mate(score))
        text_addf(text, "mate %d", score_mate_moves(score));
    else
        text_addf(text, "cp %d", score);
}

static void write_wdl(Text *text, int score) {
    int win, loss;

    chances_wdl(score, &win, &loss);
    text_addf(text, " wdl %d %d %d", win, 1000 - win - loss, loss);
}

/* Returns the time to report, which must not decrease when an older line is shown again. */
static int64_t reported_ms(Frontend *f, int64_t ms) {
    UciState *s = uci_state(f);

    s->time_ms = s->timed == f->search.number ? max64(s->time_ms, ms) : ms;
    s->timed = f->search.number;
    return s->time_ms;
}

/* Shows a search result; at limited strength, with the errors of the level. */
static void on_info(Frontend *f, const SearchInfo *t) {
    Text text = TEXT_OF(MAX_PLY * 6 + 320);
    int64_t ms;

    if (!t->pv_length)
        return;
    ms = reported_ms(f, t->time_ms);
    text_addf(&text, "info depth %d seldepth %d multipv %d score ", t->depth, t->seldepth, t->line);
    write_score(&text, t->score);
    if (t->bound == BOUND_LOWER || t->bound == BOUND_UPPER)
        text_add(&text, t->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    if (uci_state(f)->show_wdl)
        write_wdl(&text, t->score);
    text_addf(&text,
              " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits %" PRIu64 " time %" PRId64
              " pv ",
              t->nodes, t->nodes * 1000 / (uint64_t)max64(ms, 1), t->hashfull, t->tb_hits, ms);
    notation_write_line(&text, frontend_now(f), t->pv, t->pv_length, false, move_writer(f));
    frontend_say_text(f, text.at);
}

/*
 * Reports the progress of the search every second; after three seconds also the current root move,
 * as Stockfish does.
 */
static void on_idle(Frontend *f) {
    enum { EVERY_MS = 1000, MOVES_AFTER_MS = 3000 };
    const int64_t now_ms = clock_ms(), ms = max64(frontend_elapsed_ms(f), 1);
    const bool searches = f->search.busy != IDLE && !f->search.done;
    const bool watches = f->queue.wake_ms && uci_state(f)->watched == f->search.number;
    const bool late = watches && now_ms >= f->queue.wake_ms;
    Text text = TEXT_OF(160);
    Progress now;

    if (searches && watches && !late)
        return;
    f->queue.wake_ms = searches ? now_ms + EVERY_MS : 0;
    uci_state(f)->watched = f->search.number;
    if (!searches || !late)
        return;
    engine_progress(f->engine, &now);
    if (ms >= MOVES_AFTER_MS && move_is_legal(frontend_now(f), now.move)) {
        text_addf(&text, "info depth %d currmove ", now.depth);
        move_writer(f)(&text, frontend_now(f), now.move);
        text_addf(&text, " currmovenumber %d", now.number);
        frontend_say_text(f, text.at);
        text_clear(&text);
    }
    text_addf(&text,
              "info nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits %" PRIu64 " time %" PRId64,
              now.nodes, now.nodes * 1000 / (uint64_t)ms, now.hashfull, now.tb_hits,
              reported_ms(f, ms));
    frontend_say_text(f, text.at);
}

/*
 * Chooses the result to answer with after an option has restarted the search. The earlier result is
 * used, and shown again, until the new search is as deep or, if the option may change the best
 * move, has any result. At limited strength, only results of the new search are played.
 */
static const SearchInfo *answer_of(Frontend *f, const SearchInfo *t) {
    UciState *s = uci_state(f);

    if (t->depth >= (s->before_is_dated ? min(s->before.depth, 2) : s->before.depth) ||
        (f->search.info_limited && t->pv_length))
        return t;
    on_info(f, &s->before);
    return &s->before;
}

/* Answers a `go` with its only `bestmove`. */
static void on_move(Frontend *f, const SearchInfo *info) {
    Text text = TEXT_OF(64);
    const Position *p = frontend_now(f);
    const SearchInfo *t = answer_of(f, info);
    Move list[MAX_MOVES], m = t->pv_length ? t->pv[0] : NO_MOVE;

    if (f->search.info_limited)
        frontend_note_score(f, position_turn(p), t->score);
    f->search.busy = IDLE;
    /* stopped before the first result: play any legal move */
    if (m == NO_MOVE && movegen_all(&p->board, list))
        m = f->search.task.only_count ? f->search.task.only[0] : list[0];
    else if (m == NO_MOVE) /* the game is over, but analysis expects a score */
        frontend_say(f, "info depth 0 score %s 0", p->checkers ? "mate" : "cp");
    text_add(&text, "bestmove ");
    if (m == NO_MOVE)
        text_add(&text, "0000");
    else
        move_writer(f)(&text, p, m);
    if (t->pv_length > 1) {
        Position next;
        position_play(&next, p, m);
        if (move_is_legal(&next, t->pv[1])) {
            text_add(&text, " ponder ");
            move_writer(f)(&text, &next, t->pv[1]);
        }
    }
    frontend_say_text(f, text.at);
}

/* --- searching ------------------------------------------------------------------------------- */

/* Answers a `go` whose position was refused. */
static void answer_nothing(Frontend *f) {
    uci_state(f)->owed = false;
    frontend_say_text(f, "bestmove 0000");
}

/* Answers a `go infinite` or `go ponder` at once. */
static void answer_now(Frontend *f) {
    if (uci_state(f)->owed)
        answer_nothing(f);
    if (f->search.busy == IDLE)
        return;
    if (f->search.done) {
        f->search.done = false;
        on_move(f, &f->search.info);
        return;
    }
    f->search.busy = THINKING; /* the end of the search sends the answer */
    engine_stop(f->engine);
}

/* Stops the search, and any earlier `go` that still waits for its turn. */
static void do_stop(Frontend *f, Word arguments) {
    uci_state(f)->stopped = f->queue.heard;
    answer_now(f);
}

/* Ends a running search and answers its `go`, before a command that needs an idle engine. */
static void answer_before(Frontend *f) {
    const bool asked = f->search.busy != IDLE;

    frontend_halt(f);
    if (asked)
        on_move(f, &f->search.info);
    if (uci_state(f)->owed)
        answer_nothing(f);
}

static void do_ponderhit(Frontend *f, Word arguments) {
    if (uci_state(f)->owed && !uci_state(f)->infinite)
        answer_nothing(f);
    if (f->search.busy != PONDERING)
        return;
    f->search.busy = uci_state(f)->infinite ? ANALYZING : THINKING;
    /* bestmove may follow without further output, but the output so far is about this move */
    if (f->search.info.pv_length)
        on_info(f, &f->search.info);
    if (uci_state(f)->infinite)
        return;
    if (f->search.done)
        answer_now(f);
    else
        frontend_change_limits(f, &uci_state(f)->limits);
}

/* The arguments of `go`. */
typedef struct {
    Limits limits;
    Task task;
    bool ponder, infinite;
    bool unread; /* a number could not be read */
} Go;

/* An argument of `go` with a number, and its range. */
typedef struct {
    const char *name;
    int64_t min, max;
} Number;

enum { WTIME, BTIME, WINC, BINC, MOVESTOGO, MOVETIME, DEPTH, NODES, MATE, NUMBERS };

#define LONG_MS (INT64_C(1) << 40)

static const Number numbers[NUMBERS] = {
    [WTIME] = {"wtime", 1, LONG_MS},       [BTIME] = {"btime", 1, LONG_MS},
    [WINC] = {"winc", 0, LONG_MS},         [BINC] = {"binc", 0, LONG_MS},
    [MOVESTOGO] = {"movestogo", 0, 10000}, [MOVETIME] = {"movetime", 1, LONG_MS},
    [DEPTH] = {"depth", 1, MAX_DEPTH},     [NODES] = {"nodes", 1, INT64_MAX},
    [MATE] = {"mate", 1, MAX_PLY},
};

/* Returns true if nothing limits the search for this side. */
static bool is_endless(const Go *go, Color us) {
    const Limits *l = &go->limits;

    return !l->clock_ms[us] && !l->move_ms && !l->nodes && !l->depth && !go->task.mate;
}

/* Finds a number by its name; NUMBERS if there is none. */
static int find_number(Word name) {
    int i = 0;

    while (i < NUMBERS && !word_is(name, numbers[i].name))
        i++;
    return i;
}

/* Returns true if this word is an argument of `go`. */
static bool is_argument(Word word) {
    return find_number(word) < NUMBERS || word_is_among(word, "searchmoves,ponder,infinite");
}

/*
 * Reads the number after an argument of `go` and clamps it to its range; clocks may be negative. If
 * there is no number, reports an error and returns false; *n stays 0, which means no limit.
 */
static bool read_number(Frontend *f, const Number *number, Word *line, int64_t *n) {
    Word rest = *line;
    const Word word = text_word(&rest);
    const bool found = word_whole(word, number->min, number->max, n);
    Text text = TEXT_OF(64);
    int64_t same;

    if (found || !is_argument(word))
        *line = rest;
    if (!found) {
        text_addf(&text, "go %s needs a number", number->name);
        inform(f, text.at, word);
    } else if (number >= &numbers[MOVESTOGO] &&
               !word_number(word, number->min, number->max, &same)) {
        frontend_say(f, "info string go %s takes %" PRId64 " to %" PRId64 "; using %" PRId64,
                     number->name, number->min, number->max, *n);
    }
    return found;
}

/* Reads the moves after `searchmoves`, skipping illegal ones. */
static void read_moves(Frontend *f, Go *go, Word *line) {
    Word rest = *line, word;

    while ((word = text_word(&rest)).length && !is_argument(word)) {
        Move m;

        *line = rest;
        if (notation_parse(&m, frontend_now(f), word)) {
            inform(f, "not a legal move here", word);
            continue;
        }
        if (!move_is_among(m, go->task.only, go->task.only_count))
            go->task.only[go->task.only_count++] = m;
    }
}

static Go read_go(Frontend *f, Word line) {
    const Position *p = frontend_now(f);
    int64_t n[NUMBERS] = {0};
    Go go = {.ponder = false};
    bool asked = false; /* a limit was given */
    Word word;

    while ((word = text_word(&line)).length) {
        const int i = find_number(word);

        if (i < NUMBERS) {
            go.unread |= !read_number(f, &numbers[i], &line, &n[i]);
            asked = true;
        } else if (word_is(word, "searchmoves")) {
            read_moves(f, &go, &line);
        } else if (word_is(word, "ponder")) {
            go.ponder = true;
        } else if (word_is(word, "infinite")) {
            go.infinite = true;
        } else {
            inform(f, "unknown argument of go", word);
        }
    }
    go.limits = (Limits){.depth = (int)n[DEPTH],
                         .nodes = (uint64_t)n[NODES],
                         .move_ms = n[MOVETIME],
                         .clock_ms = {n[WTIME], n[BTIME]},
                         .increment_ms = {n[WINC], n[BINC]},
                         .moves_to_go = (int)n[MOVESTOGO],
                         .overhead_ms = f->options.value[OPTION_MOVE_OVERHEAD]};
    go.task.mate = (int)n[MATE];
    go.task.lines = (int)f->options.value[OPTION_MULTIPV];
    /* an unreadable limit must not make the search infinite */
    if (asked && !go.infinite && is_endless(&go, position_turn(p)))
        go.limits.depth = 1;
    return go;
}

/* Returns true, with a message, if there is no legal position to show. */
static bool is_illegal(Frontend *f) {
    if (uci_state(f)->illegal)
        frontend_say_text(f, "info string the last position was refused");
    return uci_state(f)->illegal;
}

static void do_perft(Frontend *f, Word arguments) {
    if (!is_illegal(f))
        show_perft(f, "perft", arguments, move_writer(f));
}

static void start(Frontend *f, Word arguments) {
    Limits endless; /* the limits without the clock */
    const Go go = read_go(f, arguments);

    if (go.unread && (f->search.busy != IDLE || uci_state(f)->owed))
        return;
    answer_before(f);
    uci_state(f)->before.depth = 0;
    uci_state(f)->before_is_dated = false;
    endless = (Limits){.depth = go.limits.depth, .nodes = go.limits.nodes};
    uci_state(f)->limits = go.limits;
    f->search.task = go.task;
    /* without any limit, search until stopped */
    uci_state(f)->infinite = go.infinite || is_endless(&go, position_turn(frontend_now(f)));
    if (is_illegal(f)) {
        if (go.ponder || uci_state(f)->infinite)
            uci_state(f)->owed = true;
        else
            answer_nothing(f);
        return;
    }
    if (!go.ponder && !uci_state(f)->infinite && !go.task.mate && !go.task.only_count &&
        frontend_play_book(f, &go.limits))
        return;
    frontend_search(f,
                    go.ponder                ? PONDERING
                    : uci_state(f)->infinite ? ANALYZING
                                             : THINKING,
                    go.ponder || uci_state(f)->infinite ? &endless : &uci_state(f)->limits);
}

static void do_go(Frontend *f, Word arguments) {
    Word rest = arguments;

    if (word_is(text_word(&rest), "perft")) {
        do_perft(f, text_rest(rest));
        return;
    }
    start(f, arguments);
    if (f->queue.heard < uci_state(f)->stopped)
        answer_now(f);
}

/* --- position and game ----------------------------------------------------------------------- */

/* Returns true if a castling right named by a file letter was ignored, as in "castling right H". */
static bool names_file(const char *left_out) {
    bool found = false;

    while ((left_out = strstr(left_out, "right ")))
        found |= text_is_among(*(left_out += strlen("right ")), "ABCDEFGHabcdefgh");
    return found;
}

/* Reads the game after `position`. Returns NULL, or an error message, with the words in *line. */
static const char *read_position(Frontend *f, Word *line, GameLine *game) {
    Word moves = *line, word, fen;
    const bool starts = word_is(text_word(&moves), "startpos");
    const char *error;
    Text left_out = TEXT_OF(100);
    Position p;

    fen = text_rest(moves);
    while ((word = text_word(&moves)).length && !word_is(word, "moves"))
        ;
    if (word.length)
        fen.length = (size_t)(word.at - fen.at);
    if (starts && fen.length)
        return "only moves may follow startpos, as in: startpos moves e2e4";
    if ((error = starts ? fen_parse(&p, word_of(FEN_START), false)
                        : fen_parse_playable(&p, fen, f->game.chess960, &left_out)) ||
        (error = gameline_init(game, &p)))
        return error;
    if (left_out.length)
        inform(f, "left out, as the board does not allow it", word_of(left_out.at));
    if (left_out.length && !f->game.chess960 &&
        (names_file(left_out.at) || !fen_parse(&p, fen, true)))
        inform(f, "to castle in Chess960, set UCI_Chess960 to true first", (Word){"", 0});
    while ((*line = text_word(&moves)).length) {
        Move m;
        const MoveError why = notation_parse(&m, gameline_now(game), *line);

        if (why)
            return why == MOVE_UNREADABLE ? "not a move" : "illegal move";
        if ((error = gameline_play(game, m)))
            return error;
    }
    return NULL;
}

static void do_position(Frontend *f, Word arguments) {
    Word words = arguments, rest = arguments;
    const Word kind = text_word(&rest);
    GameLine game = {.length = 0}, before;
    const char *error;

    if (!word_is(kind, "startpos") && !word_is(kind, "fen")) {
        inform(f, "position takes startpos or fen", arguments);
        return;
    }
    if ((error = read_position(f, &words, &game))) {
        uci_state(f)->illegal = true;
        inform(f, error, words);
    } else {
        answer_before(f);
        uci_state(f)->illegal = false;
        frontend_set_up(f, game.position);
        before = f->game.line;
        f->game.line = game;
        game = before;
    }
    gameline_destroy(&game);
}

/*
 * Counts the last game for level Auto. UCI does not report results, so our last score decides, if
 * the score is clear.
 */
static void count_last_game(Frontend *f) {
    enum { CLEAR = 600 };
    const Color us = position_turn(frontend_now(f));
    const int score = f->offers.last_score;

    if (score != SCORE_NONE && (score >= CLEAR || score <= -CLEAR))
        frontend_count_result(f, us,
                              (us == WHITE) == (score > 0) ? PGN_WHITE_WINS : PGN_BLACK_WINS);
    f->offers.last_score = SCORE_NONE;
}

static void do_newgame(Frontend *f, Word arguments) {
    answer_before(f);
    count_last_game(f);
    engine_clear(f->engine);
    frontend_new_opponent(f);
}

/* --- options --------------------------------------------------------------------------------- */

static const char *set_hash(Frontend *f, int64_t megabytes) {
    frontend_halt(f);
    return engine_resize(f->engine, (size_t)megabytes << 20, engine_threads(f->engine));
}

static const char *set_threads(Frontend *f, int64_t n) {
    const int most = options_most_threads();

    if (n > most) {
        frontend_say(f,
                     "info string more than %d threads would answer late on this machine: %d run",
                     most, most);
        n = most;
    }
    frontend_halt(f);
    return engine_resize(f->engine, engine_hash_bytes(f->engine), (int)n);
}

static const char *set_chess960(Frontend *f, int64_t on) {
    f->game.chess960 = on;
    return NULL;
}

static const char *set_show_wdl(Frontend *f, int64_t on) {
    uci_state(f)->show_wdl = on;
    return NULL;
}

static const char *set_skill(Frontend *f, int64_t skill) {
    f->options.skill = (int)skill;
    return NULL;
}

/*
 * Options that exist in UCI only, with a unit instead of a help text. All others are in
 * option_table.
 */
static const struct {
    OptionRow row;
    const char *(*set)(Frontend *f, int64_t value); /* NULL: the value has no effect */
    bool announced;                                 /* GUIs may set unannounced options too */
} own_options[] = {
    {{NULL, "Hash", OPTION_SPIN, HASH_DEFAULT, 1, HASH_MAX, "megabytes", NULL}, set_hash, true},
    {{NULL, "Threads", OPTION_SPIN, 1, 1, MAX_THREADS, NULL, NULL}, set_threads, true},
    {{NULL, "Ponder", OPTION_CHECK, 0, 0, 1, NULL, NULL}, NULL, true}, /* decided by `go ponder` */
    {{NULL, "UCI_Chess960", OPTION_CHECK, 0, 0, 1, NULL, NULL}, set_chess960, true},
    {{NULL, "UCI_AnalyseMode", OPTION_CHECK, 0, 0, 1, NULL, NULL}, NULL, false},
    {{NULL, "UCI_ShowWDL", OPTION_CHECK, 0, 0, 1, NULL, NULL}, set_show_wdl, true},
    {{NULL, "Skill Level", OPTION_SPIN, SKILL_MAX, 0, SKILL_MAX, NULL, NULL}, set_skill, true},
    {{NULL, "UCI_Opponent", OPTION_STRING, 0, 0, 0, NULL, NULL}, NULL, false},
};

enum { OWN_OPTIONS = sizeof own_options / sizeof *own_options };

/* The option by which an engine introduces itself; setting it has no effect. */
static const char about[] = "UCI_EngineAbout";

static void say_row(Frontend *f, const OptionRow *row, void (*write)(Text *, const OptionRow *)) {
    Text text = TEXT_OF(128);

    write(&text, row);
    frontend_say_text(f, text.at);
}

static void list_options(Frontend *f) {
    OptionRow row;

    for (size_t i = 0; i < OWN_OPTIONS; i++)
        if (own_options[i].announced)
            say_row(f, &own_options[i].row, options_write_uci);
    frontend_say(f,
                 "option name %s type string default Alula " ALULA_VERSION
                 ", a chess engine under the GPL, version 3 or later",
                 about);
    for (OptionId id = 0; id < OPTION_COUNT; id++)
        if (option_table[id].uci_name)
            say_row(f, &option_table[id], options_write_uci);
    for (size_t i = 0; TUNING && tuning_row(i, &row); i++)
        say_row(f, &row, options_write_uci);
}

/* Finds an option that exists in UCI only; OWN_OPTIONS if there is none. */
static size_t find_own(Word name) {
    size_t i = 0;

    while (i < OWN_OPTIONS && !word_is_any_case(name, own_options[i].row.uci_name))
        i++;
    return i;
}

/*
 * Reads the value of an option that is neither a text nor a button; clamps a number to its range.
 * Returns NULL, or an error message.
 */
static const char *read_value(Frontend *f, const OptionRow *row, const char *unit, Word *value,
                              int64_t *n) {
    Text text = text_in(uci_state(f)->error, sizeof uci_state(f)->error);
    const bool clamped = option_clamp(row, value, uci_state(f)->used);
    const char *error = option_read(row, *value, n);

    if (!clamped && (!error || row->kind == OPTION_COMBO))
        return error;
    text_addf(&text, "%s takes ", row->uci_name);
    if (row->kind == OPTION_CHECK)
        text_add(&text, "true or false");
    else
        text_addf(&text, "%" PRId64 " to %" PRId64, row->min, row->max);
    if (unit)
        text_addf(&text, " %s", unit);
    if (!clamped)
        return uci_state(f)->error;
    frontend_say(f, "info string %s; using %s", uci_state(f)->error, uci_state(f)->used);
    return NULL;
}

/* Sets an option that exists in UCI only. Returns NULL, or an error message. */
static const char *set_own_option(Frontend *f, size_t i, Word value) {
    const OptionRow *row = &own_options[i].row;
    int64_t n = 0;
    const char *error = read_value(f, row, row->help, &value, &n);

    return error || !own_options[i].set ? error : own_options[i].set(f, n);
}

/*
 * Sets an option. Returns NULL, or an error message with nothing changed, valid until the next
 * call.
 */
static const char *set_option(Frontend *f, Word name, Word value) {
    const size_t own = find_own(name);
    OptionId id = options_find_uci(name);
    const char *error;
    OptionRow row;
    int64_t n;

    if (own < OWN_OPTIONS)
        return set_own_option(f, own, value);
    if (word_is_any_case(name, about))
        return NULL;
    if (TUNING && tuning_find(name, &row)) {
        if ((error = read_value(f, &row, NULL, &value, &n)))
            return error;
        frontend_halt(f);
        tuning_set(f, &row, n);
        return NULL;
    }
    if (id < OPTION_COUNT) {
        name = word_of(option_table[id].name);
        if (option_table[id].uci_name &&
            (error = read_value(f, &option_table[id], NULL, &value, &n)))
            return error;
    }
    error = options_apply(f, name, value, &id);
    if (!error && id == OPTION_LEVEL && options_adapts(&f->options))
        frontend_say(f, "info string Level Auto: %d after %d games", f->options.auto_level.rating,
                     f->options.auto_level.games);
    if (!error && id == OPTION_CLEAR_HASH) {
        frontend_halt(f);
        engine_clear(f->engine);
    }
    if (!error && id == OPTION_SYZYGY_PATH && f->syzygy)
        frontend_say(f, "info string Syzygy: %d WDL, %d DTZ (up to %d men)",
                     syzygy_wdl_tables(f->syzygy), syzygy_dtz_tables(f->syzygy),
                     syzygy_men(f->syzygy));
    return error;
}

/* Returns true if an option cannot be set during a search, or affects the running search. */
static bool concerns_search(Word name) {
    const OptionId id = options_find_uci(name);
    OptionRow row;

    if (find_own(name) < OWN_OPTIONS)
        return word_is_among(name, "Hash,Threads,Skill Level");
    return (TUNING && tuning_find(name, &row)) ||
           (id < OPTION_COUNT &&
            word_is_among(word_of(option_table[id].name),
                          "SettingsFile,MultiPV,ClearHash,Level,LimitStrength,Elo,EvalFile,"
                          "SyzygyPath,SyzygyProbeDepth,SyzygyProbeLimit,Syzygy50MoveRule"));
}

/* Returns true if the option may change the best move, rather than only how it is searched. */
static bool changes_answer(Word name) {
    const OptionId id = options_find_uci(name);

    return find_own(name) == OWN_OPTIONS && id != OPTION_MULTIPV && id != OPTION_CLEAR_HASH;
}

static void do_uci(Frontend *f, Word arguments) {
    frontend_say_text(f, "id name Alula " ALULA_VERSION);
    frontend_say_text(f, "id author the Alula team");
    list_options(f);
    frontend_say_text(f, "uciok");
}

/*
 * Handles "name N [value V]"; both may contain blanks. An infinite or ponder search is restarted if
 * the option affects it, and still answers at `stop` or `ponderhit`, not before.
 */
static void do_setoption(Frontend *f, Word arguments) {
    UciState *s = uci_state(f);
    Text name = TEXT_OF(64); /* with single blanks between words */
    Word line = arguments;
    const Limits limits = f->search.limits;
    const SearchInfo found = f->search.info;
    const uint32_t search = f->search.number;
    const Busy busy = f->search.busy;
    const char *error;

    if (!word_is(text_word(&line), "name")) {
        inform(f, "setoption takes name N [value V]", arguments);
        return;
    }
    for (Word word; (word = text_word(&line)).length && !word_is(word, "value");) {
        text_add(&name, name.length ? " " : "");
        text_add_word(&name, word);
    }
    if ((error = set_option(f, word_of(name.at), text_rest(line))))
        inform(f, error, arguments);
    if (busy == IDLE ||
        (f->search.number == search && (error || !concerns_search(word_of(name.at)))))
        return;
    if (found.depth >= s->before.depth)
        s->before = found;
    s->before_is_dated |= !error && changes_answer(word_of(name.at));
    f->search.task.lines = (int)f->options.value[OPTION_MULTIPV];
    frontend_search(f, busy, &limits);
}

/* --- commands for users ----------------------------------------------------------------------- */

static void do_show(Frontend *f, Word arguments) {
    if (is_illegal(f))
        return;
    show_board(f, &(BoardLook){.flipped = false}, NULL);
    frontend_say(f, "Fen: %s", FEN_OF(frontend_now(f)));
    show_key(f);
}

static void do_eval(Frontend *f, Word arguments) {
    if (!is_illegal(f))
        show_eval(f);
}

static void do_help(Frontend *f, Word arguments);

static void do_xboard(Frontend *f, Word arguments) {
    uci_state(f)->owed = false;
    common_xboard(f, arguments);
}

/* Answers each earlier `go` as if `stop` followed, and quits. */
static void do_quit(Frontend *f, Word arguments) {
    uci_state(f)->stopped = f->queue.heard;
    input_answer_waiting(f);
    answer_now(f);
    count_last_game(f);
    input_finish(f);
}

static void do_isready(Frontend *f, Word arguments) {
    frontend_say_text(f, "readyok");
}

/* --- OpenBench -------------------------------------------------------------------------------- */

static void say_line(void *frontend, const char *line) {
    frontend_say_text(frontend, line);
}

/* The maximum number of openings per command, which cannot be interrupted. */
enum { MOST = 10000 };

static void do_genfens(Frontend *f, Word arguments) {
    Text error = TEXT_OF(512);
    const char *wrong;
    Genfens asked;

    if ((wrong = genfens_read(&asked, arguments)))
        frontend_say(f, "info string genfens: %s", wrong);
    else if (asked.count > MOST)
        frontend_say(
            f,
            "info string genfens: more than %d would take too long here: use the command line, "
            "alula genfens",
            (int)MOST);
    else if (!genfens_run(&asked, f->net, say_line, NULL, f, &error))
        frontend_say(f, "info string genfens: %s", error.at);
}

#ifdef TUNE
static void do_tune(Frontend *f, Word arguments) {
    OptionRow row;

    for (size_t i = 0; tuning_row(i, &row); i++)
        say_row(f, &row, tuning_write_spsa);
}
#endif

/* --- the table ------------------------------------------------------------------------------- */

static const Command commands[] = {
    {"uci", do_uci, NOW, 0, "identify, and list the options"},
    {"isready", do_isready, NOW, NEEDS_MEMORY, "answer readyok"},
    {"setoption", do_setoption, IN_TURN, 0, "name N [value V]"},
    {"ucinewgame", do_newgame, IN_TURN, 0, "forget the last game"},
    {"position", do_position, IN_TURN, 0, "startpos | fen F [moves M...]"},
    {"go", do_go, IN_TURN, 0, "search, and answer with bestmove"},
    {"stop", do_stop, NOW, URGENT, "stop the search and answer"},
    {"ponderhit", do_ponderhit, IN_TURN, 0, "the expected move was played"},
    {"debug", common_ignore, NOW, 0, NULL},
    {"register", common_ignore, NOW, 0, NULL},
    {"d", do_show, NOW, AFTER_LINES, "show the board"},
    {"eval", do_eval, NOW, AFTER_LINES, "the static evaluation and the contribution of each piece"},
    {"perft", do_perft, IN_TURN, 0, "PLIES: count leaf nodes for each move"},
    {"genfens", do_genfens, IN_TURN, 0, "N seed S book FILE or None: random openings"},
#ifdef TUNE
    {"tune", do_tune, NOW, 0, "the search parameters, as OpenBench's SPSA form takes them"},
#endif
    {"help", do_help, NOW, 0, "this list"},
    {"quit", do_quit, NOW, URGENT, "answer, and leave the program"},
    {"xboard", do_xboard, NOW, 0, "switch to CECP"},
    {NULL, NULL, NOW, 0, NULL},
};

static void do_help(Frontend *f, Word arguments) {
    for (const Command *c = commands; c->name; c++)
        if (c->help)
            frontend_say(f, "info string %s: %s", c->name, c->help);
}

/*
 * Finds a command after unknown words, which the protocol says to ignore: "joho debug on" means
 * "debug on", and a line without a command does nothing.
 */
static const Command *otherwise(Frontend *f, Word *line) {
    const Command *c = NULL;

    while (!c && text_word(line).length)
        c = input_find(commands, line);
    return c;
}

static void refuse(Frontend *f, const char *sentence) {
    frontend_say(f, "info string %s", sentence);
}

const Protocol uci_protocol = {
    .name = "uci",
    .commands = commands,
    .otherwise = otherwise,
    .state = &uci_private,
    .on_info = on_info,
    .on_idle = on_idle,
    .on_move = on_move,
    .refuse = refuse,
    .finishes = true,
    .answers_all = true,
    .message_prefix = "info string ",
    .sets_hash = true,
};
