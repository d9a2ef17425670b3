/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "fen.h"
#include "level.h"
#include "movegen.h"
#include "opening.h"
#include "random.h"
#include "settings.h"

/* What the program takes besides the table and further workers: code, libraries, buffers. */
enum { OVERHEAD_BYTES = 6 << 20, LEAST_HASH_BYTES = 1 << 20 };

/* What there is time for when the input has ended. */
enum { FINISH_MS = 60 };

/* How long a script analyses where it does not say. */
enum { SCRIPT_MS = 2000 };

/* Bytes of lines that may wait for a move. */
enum { WAITING_MOST = 1 << 20 };

/* --- life ------------------------------------------------------------------------------------ */

static void hear_engine(void *context, const EngineEvent *event) {
    mailbox_send_event(context, event);
}

static size_t all_bytes(size_t megabytes) {
    return megabytes < SIZE_MAX >> 20 ? megabytes << 20 : SIZE_MAX;
}

/* A worker, and the part of its stack that a deep search touches. */
static size_t thread_bytes(const NnueNet *net) {
    return pool_bytes_per_thread(net) + (1 << 20);
}

/* The program with one worker; of a network of a file, its numbers and that worker's caches. */
static size_t program_bytes(const NnueNet *net) {
    return OVERHEAD_BYTES +
           (net ? nnue_file_size(net->hidden, net->outputs) + eval_cache_bytes(net, MAX_PLY + 1)
                : 0);
}

static size_t hash_bytes(const NnueNet *net, size_t megabytes, int threads) {
    const size_t all = all_bytes(megabytes);
    const size_t rest = program_bytes(net) + (size_t)(threads - 1) * thread_bytes(net);

    return all > rest + LEAST_HASH_BYTES ? all - rest : LEAST_HASH_BYTES;
}

/* As many of the threads wished for as there is memory for, 1 at least. */
static int threads_that_fit(const NnueNet *net, size_t megabytes, int threads) {
    const size_t all = all_bytes(megabytes), rest = program_bytes(net) + LEAST_HASH_BYTES;
    const size_t most = all > rest ? (all - rest) / thread_bytes(net) + 1 : 1;

    return most < (size_t)threads ? (int)most : threads;
}

/* False when memory is refused. */
static bool new_states(Frontend *f) {
    for (size_t i = 0; f->protocols[i]; i++) {
        assert(i < PROTOCOLS_MOST);
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
                          Output *output, void *context) {
    const char *defect;
    Position start;

    memset(f, 0, sizeof *f);
    if ((defect = engine_init_tables(NULL)))
        return defect;
    f->protocols = protocols;
    f->protocol = protocols[0];
    f->output = output;
    f->output_context = context;
    f->memory_megabytes = memory_megabytes;
    f->ours = BLACK;
    f->time = (TimeControl){.move_ms = -1, .moves = 40, .base_ms = 300000, .own_ms = 300000};
    f->last_score = SCORE_NONE;
    options_init(&f->options);
    frontend_new_opponent(f);
    f->book.random = (uint64_t)clock_us();
    if (!new_states(f) || fen_parse(&start, word_of(FEN_START), false) ||
        gameline_init(&f->line, &start) || !(f->box = mailbox_new()) ||
        !(f->engine = engine_new(hash_bytes(NULL, memory_megabytes, 1), hear_engine, f->box))) {
        frontend_destroy(f);
        return "there is not enough memory to start";
    }
    return NULL;
}

static void leave_protocols(Frontend *f) {
    for (const Protocol *const *p = f->protocols; *p; p++)
        if ((*p)->on_leave)
            (*p)->on_leave(f);
}

void frontend_destroy(Frontend *f) {
    if (f->engine)
        leave_protocols(f);
    engine_free(f->engine);
    while (f->waiting) {
        Mail *mail = f->waiting;
        f->waiting = mail->next;
        mail_free(mail);
    }
    book_close(&f->book.file);
    nnue_free(f->net);
    frontend_log(f, NULL);
    mailbox_free(f->box);
    gameline_destroy(&f->line);
    for (size_t i = 0; i < PROTOCOLS_MOST; i++)
        free(f->state[i]);
    memset(f->state, 0, sizeof f->state);
    f->engine = NULL;
    f->box = NULL;
}

/* --- what is said ---------------------------------------------------------------------------- */

void frontend_log(Frontend *f, FILE *log) {
    if (f->log)
        fclose(f->log);
    f->log = log;
}

/* At once, as the program may end at any time. A full disk is told once, and ends it. */
static void log_line(Frontend *f, const char *mark, const char *text, size_t length) {
    if (!f->log)
        return;
    fputs(mark, f->log);
    fwrite(text, 1, length, f->log);
    if (putc('\n', f->log) == EOF || fflush(f->log)) {
        frontend_log(f, NULL);
        frontend_say(f, "%sThe log cannot be written any more: it has ended.",
                     f->protocol->message_prefix);
    }
}

/* Break a line between its words where it would be too long for the terminal. */
static void wrap(const Frontend *f, char *line, size_t length) {
    const size_t all = f->columns ? f->columns() : 80;
    size_t column = 0, blank = 0, blank_column = 0;

    if (memchr(line, '\x1b', length)) /* a picture */
        return;
    for (size_t i = 0; i < length; i++) {
        column += ((unsigned char)line[i] & 0xc0) != 0x80; /* a character, not a part of one */
        if (line[i] == ' ' && i && line[i - 1] != ' ') {
            blank = i;
            blank_column = column;
        }
        if (column > all && blank && blank < i) {
            line[blank] = '\n';
            column -= blank_column;
            blank = 0;
        }
    }
}

static void say_line(Frontend *f, const char *text, bool whole) {
    const size_t length = strlen(text);
    char buffer[4096], *line = length + 2 <= sizeof buffer ? buffer : malloc(length + 2);

    if (!line)
        return;
    memcpy(line, text, length);
    if (f->terminal && !whole)
        wrap(f, line, length);
    line[length] = '\n';
    f->prompted = false;
    if (!f->output(f->output_context, line, length + 1))
        f->leaving = true;
    log_line(f, "", text, length);
    if (line != buffer)
        free(line);
}

void frontend_say_text(Frontend *f, const char *text) {
    say_line(f, text, false);
}

void frontend_say_whole(Frontend *f, const char *text) {
    say_line(f, text, true);
}

void frontend_say(Frontend *f, const char *format, ...) {
    char line[2048];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    frontend_say_text(f, line);
}

/* --- the engine ------------------------------------------------------------------------------ */

/* Do the lines come from a file or a pipe, whose writer reads the answers afterwards? */
static bool is_script(const Frontend *f) {
    return f->protocol->scripts && !f->terminal;
}

void frontend_halt(Frontend *f) {
    if (f->busy != IDLE) {
        engine_stop(f->engine);
        engine_wait(f->engine);
    }
    f->busy = IDLE;
    f->search = 0;
    f->done = f->paused = false;
    f->draw_offered = false;
}

/* Moves to the next time control, or 0 when none comes. */
static int moves_to_go(const Frontend *f) {
    const TimeControl *t = &f->time;
    const size_t plies = f->line.length > t->start ? f->line.length - t->start : 0;

    return t->moves ? t->moves - (int)(plies / 2 % (size_t)t->moves) : 0;
}

void frontend_charge(Frontend *f, int64_t spent_ms) {
    TimeControl *t = &f->time;

    t->own_ms += t->increment_ms - spent_ms;
    if (t->moves && moves_to_go(f) == 1) /* the next control brings its time */
        t->own_ms += t->base_ms;
}

Limits frontend_limits(const Frontend *f) {
    const TimeControl *t = &f->time;
    const Color us = position_turn(gameline_now(&f->line));
    Limits l = {.depth = t->depth,
                .nodes = t->nodes,
                .nodes_per_second = t->nodes_per_second,
                .cpu_time = t->cpu_time,
                .overhead_ms = f->options.value[OPTION_MOVE_OVERHEAD]};

    if (t->nodes_per_second) /* nodes are the clock, and nothing is lost on their way */
        l.overhead_ms = 0;
    if (t->move_ms >= 0) {
        l.move_ms = t->move_ms;
        if (t->own_known && (!l.move_ms || t->own_ms < l.move_ms))
            l.move_ms = t->own_ms;
        l.move_ms = l.move_ms > 0 ? l.move_ms : 1;
    } else {
        l.clock_ms[us] = t->own_ms > 1 ? t->own_ms : 1;
        l.clock_ms[color_other(us)] = t->other_ms > 1 ? t->other_ms : 1;
        l.increment_ms[WHITE] = l.increment_ms[BLACK] = t->increment_ms;
        l.moves_to_go = moves_to_go(f);
    }
    return l;
}

/* Analysis and hints are at full strength. */
static bool is_limited(const Frontend *f, Busy busy) {
    return f->options.value[OPTION_LIMIT_STRENGTH] && (busy == THINKING || busy == PONDERING);
}

static Limits level_limits(const Frontend *f, Busy busy, const Limits *limits) {
    Limits l = *limits;

    if (is_limited(f, busy)) {
        const uint64_t nodes = level_of((int)f->options.value[OPTION_ELO]).nodes;
        l.nodes = l.nodes && l.nodes < nodes ? l.nodes : nodes;
    }
    return l;
}

void frontend_change_limits(Frontend *f, const Limits *limits) {
    const Limits l = level_limits(f, f->busy, limits);

    f->limits = *limits;
    engine_limit(f->engine, &l);
}

static void start(Frontend *f, Busy busy, const GameLine *line, const Limits *limits) {
    const char *defect;
    Limits l;

    assert(f->busy == IDLE);
    defect = engine_set_position(f->engine, line);
    if (!defect && !mailbox_reserve(f->box)) /* who waits for the end of a search must hear of it */
        defect = "there is not enough memory to search";
    if (defect) {
        frontend_say(f, "%s%s", f->protocol->message_prefix, defect);
        return;
    }
    if (is_limited(f, busy))
        engine_set_noise(f->engine, f->level_seed,
                         level_of((int)f->options.value[OPTION_ELO]).noise);
    else /* variety is for the opening: later every hair counts */
        engine_set_noise(
            f->engine,
            gameline_now(line)->fullmove_number <= 10 && busy != ANALYZING ? f->noise : 0, 8);
    engine_set_task(f->engine, &f->task);
    f->busy = busy;
    f->done = f->paused = false;
    f->book.moved = false;
    f->thought = (Thought){.depth = 0};
    f->thought_key = gameline_now(line)->key;
    f->started_ms = clock_ms();
    f->limits = *limits;
    l = level_limits(f, busy, limits);
    f->search = engine_go(f->engine, &l);
}

void frontend_search(Frontend *f, Busy busy, const Limits *limits) {
    frontend_halt(f);
    start(f, busy, &f->line, limits);
}

void frontend_search_elsewhere(Frontend *f, Busy busy, const GameLine *line, const Limits *limits) {
    frontend_halt(f);
    f->task = (Task){.lines = 1};
    start(f, busy, line, limits);
}

size_t frontend_wanted_moves(const Frontend *f, Move list[MAX_MOVES]) {
    size_t all = movegen_all(&gameline_now(&f->line)->board, list), wanted = 0;

    for (size_t i = 0; i < all; i++) {
        size_t k = 0;
        while (k < f->excluded_count && f->excluded[k] != list[i])
            k++;
        if (k == f->excluded_count)
            list[wanted++] = list[i];
    }
    return wanted;
}

/* False if there is nothing to look for, as every move is excluded; the task stays as it was. */
static bool set_task(Frontend *f, int lines) {
    Task task = {.lines = lines};

    if (f->excluded_count && !(task.only_count = frontend_wanted_moves(f, task.only)))
        return false;
    f->task = task;
    return true;
}

bool frontend_play_book(Frontend *f) {
    BookMove list[MAX_MOVES];
    size_t count;
    Move m;

    assert(f->busy == IDLE);
    m = opening_next(word_of(f->options.text[OPTION_OPENING_MOVES]), &f->line);
    if (m == NO_MOVE && f->options.value[OPTION_OWN_BOOK] && gameline_repetitions(&f->line) == 1) {
        count = book_find(&f->book.file, gameline_now(&f->line), book_key_now(&f->line), list);
        m = book_choose(list, count, (int)f->options.value[OPTION_BOOK_VARIETY],
                        random_next(&f->book.random));
    }
    if (m == NO_MOVE)
        return false;
    f->book.moved = true;
    f->started_ms = clock_ms();
    f->thought = (Thought){.line = 1, .bound = BOUND_EXACT, .pv_length = 1, .pv = {m}};
    f->protocol->on_move(f, &f->thought);
    return true;
}

static bool is_changed(const Options *a, const Options *b, OptionId id) {
    return strcmp(a->text[id], b->text[id]) != 0;
}

/* What options bring along, all of it read before anything is changed. */
typedef struct {
    bool has_book, has_net; /* another one than before, or none */
    Book book;
    NnueNet *net;
    const char *defect; /* why the engine would not have the network */
} Luggage;

static void use_net(Frontend *f, const void *context) {
    Luggage *new = *(Luggage *const *)context;

    if ((new->defect = engine_set_net(f->engine, new->net)))
        return;
    nnue_free(f->net);
    f->net = new->net;
    new->net = NULL;
    /* what it takes is the table's loss; where memory is refused the table stays as it was */
    if (!f->protocol->sets_hash) {
        const int threads = engine_threads(f->engine);
        engine_resize(f->engine, hash_bytes(f->net, f->memory_megabytes, threads), threads);
    }
}

/* NULL, or what is wrong with the value of an option that was set, *at. */
static const char *read_luggage(const Frontend *f, const Options *new, OptionId *at,
                                Luggage *luggage) {
    const OptionId set = *at;
    const char *path, *defect;

    if (is_changed(new, &f->options, *at = OPTION_OPENING_MOVES) &&
        (defect = opening_defect(word_of(new->text[*at]))))
        return defect;
    path = new->text[ *at = OPTION_BOOK_FILE];
    luggage->has_book = set == *at || is_changed(new, &f->options, *at);
    if (luggage->has_book && *path && (defect = book_open(&luggage->book, path)))
        return defect;
    path = new->text[ *at = OPTION_EVAL_FILE];
    luggage->has_net = set == *at || is_changed(new, &f->options, *at);
    if (luggage->has_net && *path && (defect = nnue_read(&luggage->net, path)))
        return defect;
    return NULL;
}

/* NULL, or why the engine would not have the network: then nothing is used. */
static const char *use_luggage(Frontend *f, Luggage *luggage) {
    if (luggage->has_net)
        frontend_interrupt(f, use_net, &luggage);
    if (luggage->defect)
        return luggage->defect;
    if (luggage->has_book) {
        book_close(&f->book.file);
        f->book.file = luggage->book;
        luggage->book = (Book){NULL, 0};
    }
    return NULL;
}

const char *frontend_set_option(Frontend *f, Word name, Word value, OptionId *id) {
    Options options = f->options;
    const char *defect = options_set(&options, name, value, id);
    const char *settings = options.text[OPTION_SETTINGS_FILE];
    Luggage luggage = {.has_book = false};
    const char *note = NULL;
    OptionId at;

    if (!defect && *id == OPTION_SETTINGS_FILE && *settings)
        defect = settings_read(&options, settings, &note);
    if (!defect && *id == OPTION_SAVE_SETTINGS)
        defect = settings_write(&options, settings);
    if (defect)
        return defect;
    at = *id;
    if ((defect = read_luggage(f, &options, &at, &luggage)) ||
        (defect = use_luggage(f, &luggage))) {
        book_close(&luggage.book);
        nnue_free(luggage.net);
        if (at == *id)
            return defect;
        snprintf(f->defect, sizeof f->defect, "%s: %s", option_table[at].name, defect);
        return f->defect;
    }
    f->options = options;
    if (note)
        frontend_say(f, "%sA line of the settings is ignored: %s.", f->protocol->message_prefix,
                     note);
    return NULL;
}

void frontend_think(Frontend *f) {
    const Limits limits = frontend_limits(f);

    frontend_halt(f);
    if (!f->excluded_count && frontend_play_book(f))
        return;
    if (set_task(f, 1))
        frontend_search(f, THINKING, &limits);
}

static int64_t left(int64_t ms, int64_t spent) {
    return !ms ? 0 : ms > spent ? ms - spent : 1;
}

void frontend_interrupt(Frontend *f, void (*change)(Frontend *f, const void *context),
                        const void *context) {
    const Busy busy = f->busy;
    const bool paused = f->paused, draw_offered = f->draw_offered;
    const int64_t started = f->started_ms;
    const Color us = position_turn(gameline_now(&f->line));
    Limits limits = frontend_limits(f);
    int64_t spent;

    if (paused)
        frontend_resume(f);
    spent = f->time.nodes_per_second || f->time.cpu_time ? f->thought.time_ms
                                                         : clock_ms() - f->started_ms;
    frontend_halt(f);
    change(f, context);
    if (busy == THINKING) {
        limits.clock_ms[us] = left(limits.clock_ms[us], spent);
        limits.move_ms = left(limits.move_ms, spent);
        set_task(f, 1); /* with every move excluded a move is due all the same */
        frontend_search(f, THINKING, &limits);
        f->started_ms = f->busy == THINKING ? started : f->started_ms;
        f->draw_offered = draw_offered;
    } else if (busy == ANALYZING || busy == HINTING) {
        frontend_study(f, busy);
    } else if (busy == PONDERING) {
        frontend_ponder(f);
    }
    if (paused)
        frontend_pause(f);
}

void frontend_pause(Frontend *f) {
    if (f->busy == IDLE || f->paused)
        return;
    engine_pause(f->engine);
    f->paused = true;
    f->paused_ms = clock_ms();
}

void frontend_resume(Frontend *f) {
    if (!f->paused)
        return;
    f->paused = false;
    f->started_ms += clock_ms() - f->paused_ms;
    engine_resume(f->engine);
}

void frontend_ponder(Frontend *f) {
    const Limits limits = {.depth = f->time.depth};

    f->expected = NO_MOVE;
    if (!f->ponder || f->force || f->over || f->busy != IDLE || f->suggestion == NO_MOVE ||
        !move_is_legal(gameline_now(&f->line), f->suggestion))
        return;
    if (gameline_play(&f->line, f->suggestion))
        return;
    f->task = (Task){.lines = 1};
    if (gameline_outcome(&f->line) == OUTCOME_NONE)
        start(f, PONDERING, &f->line, &limits);
    gameline_undo(&f->line);
    if (f->busy == PONDERING)
        f->expected = f->suggestion;
}

void frontend_ponder_hit(Frontend *f) {
    const Limits limits = frontend_limits(f);

    assert(f->busy == PONDERING);
    frontend_resume(f);
    f->busy = THINKING;
    f->started_ms = clock_ms();
    if (!f->done) {
        frontend_change_limits(f, &limits);
        return;
    }
    f->busy = IDLE;
    f->done = false;
    f->protocol->on_move(f, &f->thought);
}

void frontend_study(Frontend *f, Busy busy) {
    Limits limits = {.move_ms = busy == HINTING ? 200 : 0, .depth = 0};
    const int lines = (int)f->options.value[OPTION_MULTIPV];

    if (busy == HINTING) {
        limits.depth = f->time.depth;
        limits.nodes = f->time.nodes;
        if (f->protocol->scripts && (limits.depth || limits.nodes))
            limits.move_ms = f->time.move_ms > 0 ? f->time.move_ms : SCRIPT_MS;
    }
    if (busy == ANALYZING && is_script(f)) { /* nobody sits there to end it */
        limits.depth = f->time.depth;
        if (!limits.depth)
            limits.move_ms = f->time.move_ms > 0 ? f->time.move_ms : SCRIPT_MS;
    }
    frontend_halt(f);
    if (set_task(f, busy == ANALYZING ? lines : 1))
        frontend_search(f, busy, &limits);
}

const char *frontend_resize(Frontend *f, size_t megabytes, int threads) {
    const char *defect;

    assert(f->busy == IDLE);
    threads = threads_that_fit(f->net, megabytes, threads);
    defect = engine_resize(f->engine, hash_bytes(f->net, megabytes, threads), threads);
    if (!defect)
        f->memory_megabytes = megabytes;
    return defect;
}

/* --- the game -------------------------------------------------------------------------------- */

void frontend_new_position(Frontend *f) {
    f->excluded_count = 0;
    f->suggestion = NO_MOVE;
}

void frontend_set_up(Frontend *f, const Position *p) {
    frontend_halt(f);
    frontend_new_position(f);
    gameline_restart(&f->line, p);
    f->time.start = 0;
    f->over = false;
    f->expected = NO_MOVE;
    f->bad_moves = 0;
    f->last_score = SCORE_NONE;
    if (f->protocol->on_set_up)
        f->protocol->on_set_up(f);
}

void frontend_new_opponent(Frontend *f) {
    f->level_seed = (uint64_t)clock_us() | 1;
}

void frontend_new_game(Frontend *f) {
    Position p;

    if (fen_parse(&p, word_of(FEN_START), false))
        return;
    frontend_set_up(f, &p);
    engine_clear(f->engine);
    f->force = false;
    f->ours = BLACK;
    f->noise = 0;
    frontend_new_opponent(f);
    f->time.depth = 0;
    f->time.nodes_per_second = 0;
    f->time.cpu_time = false;
    f->chess960 = false;
    f->time.own_ms = f->time.other_ms = f->time.base_ms;
    f->time.own_known = false;
}

bool frontend_is_our_turn(const Frontend *f) {
    return !f->force && position_turn(gameline_now(&f->line)) == f->ours;
}

/* --- mail ------------------------------------------------------------------------------------ */

static const Command *find_command(Frontend *f, Word line, Word *arguments) {
    Word rest = line;
    const Word name = text_word(&rest);

    for (const Command *c = f->protocol->commands; c->name; c++)
        if (word_is(name, c->name)) {
            *arguments = text_rest(rest);
            return c;
        }
    *arguments = text_rest(line);
    return f->protocol->otherwise(f, *arguments);
}

static void run_waiting(Frontend *f);

/* Is an answer being looked for that the other side waits for? */
static bool is_due(const Frontend *f) {
    return f->busy == THINKING || (f->busy == HINTING && f->protocol->finishes) ||
           (f->busy == ANALYZING && !f->done && is_script(f));
}

/* A line of a script without the remark behind it: a blank and `#`, not in quotes. */
static Word without_remark(const Frontend *f, Word line) {
    bool quoted = false;

    for (size_t i = 1; (is_script(f) || f->reading) && i < line.length; i++) {
        quoted ^= line.at[i] == '"';
        if (line.at[i] == '#' && (line.at[i - 1] == ' ' || line.at[i - 1] == '\t') && !quoted)
            line.length = i - 1;
    }
    return line;
}

static void hear_line(Frontend *f, Word line) {
    Word arguments;
    const Command *c;

    f->prompted = false;
    log_line(f, "> ", line.at, line.length);
    line = without_remark(f, line);
    if (!text_rest(line).length && !f->terminal)
        return;
    c = find_command(f, line, &arguments);
    if (!c)
        return;
    while (is_due(f) && c->when == INSTEAD_OF_MOVING) {
        frontend_halt(f);
        run_waiting(f); /* what was put off comes first, in its order; it may start a search */
    }
    c->run(f, arguments);
}

/* While a move is due, some lines have to wait, and those behind them too that would be late. */
static bool must_wait(Frontend *f, Word line) {
    Word arguments;
    const Command *c;

    if (!is_due(f) || !(c = find_command(f, without_remark(f, line), &arguments)))
        return false;
    switch (c->when) {
    case WHILE_THINKING:
        return is_script(f);
    case IN_TURN:
        return is_script(f) || f->waiting;
    case INSTEAD_OF_MOVING: /* a script does not mean to end what it has just asked for */
        return is_script(f) && f->busy != THINKING;
    case AFTER_THE_MOVE:
        return true;
    case AT_ONCE:
        break;
    }
    return false;
}

static void put_off(Frontend *f, Mail *mail) {
    if (f->waiting)
        f->last_waiting->next = mail;
    else
        f->waiting = mail;
    f->last_waiting = mail;
    f->waiting_bytes += mail->length + sizeof *mail;
}

/*
 * The next mail. Where many lines wait already, no more are taken until the move is made. A script
 * may be long; but nobody who plays has so much to say unless something is wrong: then the move is
 * made now.
 */
static Mail *take_mail(Frontend *f, int timeout_ms) {
    if (!is_due(f) || f->waiting_bytes <= WAITING_MOST)
        return mailbox_take(f->box, timeout_ms);
    if (!is_script(f))
        engine_stop(f->engine);
    return mailbox_take_event(f->box, timeout_ms);
}

/* The beginning of a line that is too long to read. */
static void refuse_line(Frontend *f, const Mail *mail) {
    char buffer[128];
    Text text = text_in(buffer, sizeof buffer);

    text_add(&text, "Error (line too long): ");
    text_add_quoted(&text, (Word){mail->text, mail->length}, 40);
    f->protocol->refuse(f, buffer);
}

static void run_waiting(Frontend *f) {
    while (f->waiting && !is_due(f) && !f->leaving) {
        Mail *mail = f->waiting;

        f->waiting = mail->next;
        mail->next = NULL;
        f->waiting_bytes -= mail->length + sizeof *mail;
        if (mail->kind == MAIL_NONE)
            f->reading = false;
        else if (mail->kind == MAIL_TOO_LONG)
            refuse_line(f, mail);
        else
            hear_line(f, (Word){mail->text, mail->length});
        mail_free(mail);
    }
}

/* A mail of our own; NULL when memory is refused. */
static Mail *new_mail(MailKind kind, Word text) {
    Mail *mail = calloc(1, sizeof *mail);

    if (!mail || !(mail->text = malloc(text.length + 1))) {
        mail_free(mail);
        return NULL;
    }
    if (text.length)
        memcpy(mail->text, text.at, text.length);
    mail->text[text.length] = '\0';
    mail->length = text.length;
    mail->kind = kind;
    return mail;
}

bool frontend_read(Frontend *f, Word text) {
    Mail *first = NULL, **end = &first, *last = NULL;
    size_t bytes = 0;
    bool good = true;

    while (good && (text.length || !last || last->kind == MAIL_LINE)) {
        Word line = {text.at, 0};

        while (line.length < text.length && text.at[line.length] != '\n')
            line.length++;
        last = text.length ? new_mail(MAIL_LINE, line) : new_mail(MAIL_NONE, (Word){"", 0});
        if ((good = last != NULL)) {
            *end = last;
            end = &last->next;
            bytes += last->length + sizeof *last;
        }
        line.length += line.length < text.length; /* its end */
        text.at += line.length;
        text.length -= line.length;
    }
    if (!good) {
        while (first) {
            Mail *mail = first;
            first = mail->next;
            mail_free(mail);
        }
        return false;
    }
    if (!f->waiting)
        f->last_waiting = last;
    *end = f->waiting;
    f->waiting = first;
    f->waiting_bytes += bytes;
    f->reading = true;
    return true;
}

static void hear_event(Frontend *f, const EngineEvent *e) {
    if (e->search != f->search || f->busy == IDLE)
        return;                                         /* an old search's last words */
    if (e->kind == ENGINE_DONE || e->thought.line <= 1) /* of several lines the best */
        f->thought = e->thought;
    if (e->kind == ENGINE_THOUGHT) {
        f->protocol->on_thought(f, &e->thought);
        return;
    }
    engine_wait(f->engine);
    if (f->busy == THINKING || f->busy == HINTING) {
        if (f->busy == THINKING)
            f->busy = IDLE;
        f->protocol->on_move(f, &f->thought);
    } else {
        f->done = true;
    }
    run_waiting(f);
}

/* Deal with a mail; it is kept or freed. */
static void hear(Frontend *f, Mail *mail) {
    switch (mail->kind) {
    case MAIL_LINE:
    case MAIL_INTERRUPT:
        if (must_wait(f, (Word){mail->text, mail->length})) {
            put_off(f, mail);
            return;
        }
        hear_line(f, (Word){mail->text, mail->length});
        run_waiting(f); /* it may have had lines read from a file */
        break;
    case MAIL_TOO_LONG:
        if (is_script(f) && is_due(f)) {
            put_off(f, mail);
            return;
        }
        refuse_line(f, mail);
        break;
    case MAIL_EVENT:
        hear_event(f, mail->event);
        break;
    case MAIL_END:
        frontend_finish(f);
        break;
    case MAIL_NONE:
        break;
    }
    mail_free(mail);
}

/* Is a move due that is to be looked for so deep, so broadly or so long, and no further? */
static bool has_measure(const Frontend *f) {
    const Limits *l = &f->limits;

    return f->busy == THINKING && !f->terminal &&
           (l->depth || l->nodes || (l->move_ms && (f->time.chosen || !f->protocol->scripts)));
}

/*
 * Leave at once; but a script gets the moves with a measure that it asked for. Where a person may
 * read on, other moves are said as well: what is not decided within a moment is decided then. Lines
 * behind a `quit` are heard no more.
 */
void frontend_finish(Frontend *f) {
    const int64_t end = clock_ms() + FINISH_MS;

    while ((has_measure(f) ||
            (f->protocol->finishes && is_due(f) && !(f->terminal && f->busy == HINTING))) &&
           !f->leaving) {
        const int64_t left = end - clock_ms();
        /* all else gets its time */
        const bool moves = f->busy == THINKING && !has_measure(f);
        const bool hurry = moves && left <= 0;
        Mail *mail;

        frontend_resume(f); /* nobody is left to say it */
        if (hurry)
            engine_stop(f->engine);
        mail = mailbox_take_event(f->box, !moves || hurry ? -1 : (int)left);
        if (mail)
            hear(f, mail);
    }
    f->leaving = true;
}

bool frontend_step(Frontend *f, int timeout_ms) {
    Mail *mail = take_mail(f, timeout_ms);

    if (mail)
        hear(f, mail);
    return mail != NULL;
}

bool frontend_interrupted(Frontend *f) {
    return mailbox_take_interrupt(f->box);
}

void frontend_run(Frontend *f) {
    while (!f->leaving) {
        if (frontend_step(f, 0))
            continue;
        if (f->protocol->prompt)
            f->protocol->prompt(f);
        frontend_step(f, -1);
    }
    frontend_halt(f);
    leave_protocols(f);
}
