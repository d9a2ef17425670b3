/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/available.h"
#include "base/clock.h"
#include "base/thread.h"
#include "base/util.h"
#include "chess/cycle.h"
#include "chess/fen.h"
#include "chess/zobrist.h"
#include "eval/bare_king.h"
#include "eval/eval.h"
#include "search/threads.h"

struct Engine {
    EngineListener *listener;
    void *context;
    TT *tt;
    Pool *pool;
    const NnueNet *net; /* NULL: the embedded one */
    size_t hash_bytes;
    SearchParams params;
    Weakness weakness;
    Task task;
    Tablebases tables;
    GameLine line;
    SearchControl control;
    ScoreOverride overrides[64]; /* oldest first */
    size_t override_count;
    bool without_table;
    atomic_bool stopped, paused; /* set by the owner; the search also changes control.signal */
    _Atomic int64_t answer_ms;   /* Limits.answer_ms of this search */
    int64_t paused_ms;           /* start of the pause; used by the owner's thread only */

    pthread_t thread;
    pthread_mutex_t lock; /* guards the fields below */
    pthread_cond_t change;
    enum { IDLE, THINKING, LEAVING } state;
    uint32_t search;
    Limits limits;
    enum { UNTOUCHED, TOUCHING, TOUCHED } memory; /* of the hash table */
    bool announce;                                /* ENGINE_READY is still to be sent */
    bool has_toucher;                             /* the touching thread has to be joined */
    pthread_t toucher;
    unsigned forks; /* value of `forks` when the engine was created */
};

/* --- processes -------------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for initialization in parallel */
static atomic_uint forks; /* number of fork() calls that led to this process */

#if defined(_WIN32) || defined(__wasm__)
static void watch_forks(void) {}
#else
static void hold(void) {
    pthread_mutex_lock(&lock);
}

static void let_go(void) {
    pthread_mutex_unlock(&lock);
}

static void begin_child(void) {
    forks++;
    let_go();
}

static void watch_forks(void) {
    pthread_atfork(hold, let_go, begin_child);
}
#endif

bool engine_has_threads(const Engine *e) {
    return e->forks == forks;
}

const char *engine_init_tables(const char *instructions) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const char *error;

    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&lock);
    attacks_init();
    zobrist_init();
    cycle_init();
    error = eval_init(instructions);
    pthread_mutex_unlock(&lock);
    return error;
}

void engine_release_tables(void) {
    pthread_mutex_lock(&lock);
    nnue_release();
    bare_king_release();
    pthread_mutex_unlock(&lock);
}

static void send(Engine *e, EngineEventKind kind, const SearchInfo *info) {
    EngineEvent event = {kind, e->search, *info};

    e->listener(e->context, &event);
}

static void hear_info(void *context, const SearchInfo *info) {
    send(context, ENGINE_INFO, info);
}

/* --- the memory of the hash table ------------------------------------------------------------- */

static void *touch_memory(void *context) {
    const EngineEvent ready = {.kind = ENGINE_READY};
    Engine *e = context;

    tt_touch(e->tt, SIZE_MAX, thread_processors());
    pthread_mutex_lock(&e->lock);
    e->memory = TOUCHED;
    if (e->announce)
        e->listener(e->context, &ready);
    e->announce = false;
    pthread_cond_broadcast(&e->change);
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

/*
 * Starts prefaulting the hash table. If no thread can be started, the search faults the pages in
 * one by one. The caller holds the lock.
 */
static void start_touching(Engine *e) {
    if (e->memory != UNTOUCHED)
        return;
    e->has_toucher = thread_start(&e->toucher, touch_memory, e);
    e->memory = e->has_toucher ? TOUCHING : TOUCHED;
}

/* Ends prefaulting before the table is freed. */
static void end_touching(Engine *e) {
    tt_stop_touching(e->tt);
    if (e->has_toucher)
        pthread_join(e->toucher, NULL);
    e->has_toucher = false;
}

bool engine_prepare(Engine *e) {
    bool wait;

    pthread_mutex_lock(&e->lock);
    start_touching(e);
    wait = e->memory == TOUCHING;
    e->announce |= wait;
    pthread_mutex_unlock(&e->lock);
    return wait;
}

bool engine_is_ready(Engine *e) {
    bool ready;

    pthread_mutex_lock(&e->lock);
    ready = e->memory == TOUCHED;
    pthread_mutex_unlock(&e->lock);
    return ready;
}

void engine_stop_preparing(Engine *e) {
    tt_stop_touching(e->tt);
}

/*
 * Waits until the hash table is prefaulted, the search is stopped or half of its time has passed;
 * then the search uses the part that is ready.
 */
static void await_memory(Engine *e) {
    enum { POLL_MS = 2 };
    const SearchControl *c = &e->control;

    pthread_mutex_lock(&e->lock);
    start_touching(e);
    while (e->memory == TOUCHING && c->signal != SIGNAL_STOP &&
           (c->hard_ms == TIME_UNLIMITED || clock_ms() - c->start_ms < c->hard_ms / 2)) {
        const struct timespec until = thread_deadline(POLL_MS);

        thread_cond_wait(&e->change, &e->lock, &until);
    }
    tt_limit_to_touched(e->tt, e->memory == TOUCHING, thread_processors());
    tt_pause_touch(e->tt, true);
    pthread_mutex_unlock(&e->lock);
}

/* --- the search ------------------------------------------------------------------------------ */

/* Holds the result back until the answer time or a stop. A pause prolongs the wait. */
static void await_answer_time(Engine *e) {
    enum { POLL_MS = 10 };

    while (!e->stopped) {
        control_poll(&e->control);
        const int64_t left = e->control.start_ms + e->answer_ms - clock_ms();
        struct timespec until;

        if (left <= 0 && !e->paused)
            break;
        until = thread_deadline(left > 0 && left < POLL_MS ? (int)left : POLL_MS);
        pthread_mutex_lock(&e->lock);
        thread_cond_wait(&e->change, &e->lock, &until);
        pthread_mutex_unlock(&e->lock);
    }
}

static void think(Engine *e) {
    const Limits *l = &e->limits;
    const Job job = {
        .line = &e->line,
        .tt = e->tt,
        .control = &e->control,
        .task = &e->task,
        .depth = min(l->depth, MAX_DEPTH),
        .analysis = l->analysis,
        .weakness = e->weakness,
        .tables = e->tables,
        .overrides = e->overrides,
        .override_count = e->override_count,
        .listener = hear_info,
        .context = e,
    };
    SearchInfo last;

    await_memory(e);
    tt_set_off(e->tt, e->without_table);
    last = pool_search(e->pool, &job);
    tt_pause_touch(e->tt, false);
    if (e->answer_ms)
        await_answer_time(e);
    send(e, ENGINE_DONE, &last);
}

static void *run(void *context) {
    Engine *e = context;

    pthread_mutex_lock(&e->lock);
    while (e->state != LEAVING) {
        if (e->state == IDLE) {
            pthread_cond_wait(&e->change, &e->lock);
            continue;
        }
        pthread_mutex_unlock(&e->lock);
        think(e);
        pthread_mutex_lock(&e->lock);
        if (e->state == THINKING)
            e->state = IDLE;
        pthread_cond_broadcast(&e->change);
    }
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

/* Asserts that no search is running, as many functions require. */
static void assert_idle(Engine *e) {
    pthread_mutex_lock(&e->lock);
    assert(e->state == IDLE);
    pthread_mutex_unlock(&e->lock);
}

static void release(Engine *e) {
    if (engine_has_threads(e)) { /* in a child of fork(), the lock may be held */
        pthread_mutex_destroy(&e->lock);
        pthread_cond_destroy(&e->change);
    }
    gameline_destroy(&e->line);
    tt_free(e->tt);
    pool_free(e->pool);
    free(e);
}

Engine *engine_new(size_t hash_bytes, EngineListener *listener, void *context) {
    Engine *e = engine_init_tables(NULL) ? NULL : calloc(1, sizeof *e);
    Position start;

    if (!e)
        return NULL;
    e->forks = forks;
    e->listener = listener;
    e->context = context;
    e->hash_bytes = hash_bytes;
    e->params = params_default;
    e->tt = tt_new(hash_bytes);
    e->pool = pool_new(1, NULL);
    pthread_mutex_init(&e->lock, NULL);
    thread_cond_init(&e->change);
    if (fen_parse(&start, word_of(FEN_START), false) || gameline_init(&e->line, &start) || !e->tt ||
        !e->pool || (THREADS_EXIST && !thread_start(&e->thread, run, e))) {
        release(e);
        return NULL;
    }
    return e;
}

static void end_threads(Engine *e) {
    engine_stop(e);
    pthread_mutex_lock(&e->lock);
    e->state = LEAVING;
    pthread_cond_broadcast(&e->change);
    pthread_mutex_unlock(&e->lock);
    if (THREADS_EXIST)
        pthread_join(e->thread, NULL);
    end_touching(e);
}

void engine_free(Engine *e) {
    if (!e)
        return;
    if (engine_has_threads(e))
        end_threads(e);
    release(e);
}

/* Returns true if the system has enough memory to replace the old table with one of this size. */
static bool is_affordable(const Engine *e, size_t hash_bytes) {
    const size_t ours = tt_touched(e->tt); /* read first, so as not to overestimate */

    return hash_bytes <= ours || hash_bytes - ours <= available_memory();
}

const char *engine_resize(Engine *e, size_t hash_bytes, int threads) {
    const bool other = hash_bytes != e->hash_bytes;
    TT *tt = !other ? e->tt : is_affordable(e, hash_bytes) ? tt_new(hash_bytes) : NULL;
    Pool *pool = threads == pool_threads(e->pool) ? e->pool : pool_new(threads, e->net);

    assert_idle(e);
    if (!tt || !pool) {
        if (other)
            tt_free(tt);
        if (pool != e->pool)
            pool_free(pool);
        return "there is not enough memory for that";
    }
    if (pool != e->pool)
        pool_free(e->pool);
    e->pool = pool;
    pool_set_params(pool, &e->params);
    if (!other)
        return NULL;
    end_touching(e);
    tt_free(e->tt);
    e->tt = tt;
    e->hash_bytes = hash_bytes;
    pthread_mutex_lock(&e->lock);
    e->memory = UNTOUCHED;
    start_touching(e);
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

size_t engine_bytes_per_thread(const NnueNet *net) {
    return pool_bytes_per_thread(net);
}

int engine_threads(const Engine *e) {
    return pool_threads(e->pool);
}

size_t engine_hash_bytes(const Engine *e) {
    return e->hash_bytes;
}

const char *engine_set_net(Engine *e, const NnueNet *net) {
    assert_idle(e);
    if (!pool_set_net(e->pool, net))
        return "there is not enough memory for that";
    e->net = net;
    tt_clear(e->tt);
    pool_clear(e->pool);
    return NULL;
}

void engine_set_params(Engine *e, const SearchParams *params) {
    assert_idle(e);
    e->params = *params;
    pool_set_params(e->pool, params);
}

const SearchParams *engine_params(const Engine *e) {
    return &e->params;
}

void engine_set_tables(Engine *e, const Tablebases *tables) {
    assert_idle(e);
    tt_clear(e->tt);
    e->tables = tables ? *tables : (Tablebases){.syzygy = NULL};
    if (e->tables.syzygy)
        e->tables.men = min(e->tables.men, syzygy_men(e->tables.syzygy));
    if (!e->tables.men)
        e->tables.syzygy = NULL;
}

void engine_clear(Engine *e) {
    assert_idle(e);
    tt_clear(e->tt);
    pool_clear(e->pool);
    e->override_count = 0;
    pthread_mutex_lock(&e->lock);
    start_touching(e);
    pthread_mutex_unlock(&e->lock);
}

void engine_set_hash_enabled(Engine *e, bool used) {
    assert_idle(e);
    e->without_table = !used;
}

void engine_override_score(Engine *e, const Position *p, int score, int depth) {
    const size_t most = sizeof e->overrides / sizeof *e->overrides;

    assert_idle(e);
    tt_clear(e->tt); /* entries were found without this score */
    if (e->override_count == most)
        memmove(e->overrides, e->overrides + 1, --e->override_count * sizeof *e->overrides);
    e->overrides[e->override_count++] = (ScoreOverride){p->key, score, depth};
}

void engine_set_weakness(Engine *e, const Weakness *w) {
    const bool same = w->noise == e->weakness.noise && w->person == e->weakness.person;

    assert_idle(e);
    if (!same && (w->seed || e->weakness.seed)) { /* entries depend on the old errors */
        tt_clear(e->tt);
        pool_clear(e->pool);
    }
    e->weakness = *w;
}

void engine_set_task(Engine *e, const Task *task) {
    assert_idle(e);
    e->task = task ? *task : (Task){.only_count = 0};
}

const char *engine_set_position(Engine *e, const GameLine *line) {
    assert_idle(e);
    return gameline_copy(&e->line, line);
}

bool engine_look(const Engine *e, const GameLine *line, PersonView *v) {
    const Limits limits = {.level_nodes = PERSON_NODES};
    SearchControl control = {.signal = SIGNAL_GO};
    const Job job = {.line = line, .control = &control};
    Pool *pool = pool_new(1, e->net);
    bool good;

    if (!pool)
        return false;
    pool_set_params(pool, &e->params);
    control_set(&control, &limits, gameline_now(line), 1);
    good = pool_look(pool, &job, v);
    pool_free(pool);
    return good;
}

uint32_t engine_go(Engine *e, const Limits *limits) {
    uint32_t number;

    pthread_mutex_lock(&e->lock);
    assert(e->state == IDLE);
    e->limits = *limits;
    e->answer_ms = limits->answer_ms;
    e->stopped = e->paused = false;
    e->control.signal = SIGNAL_GO;
    control_set(&e->control, limits, gameline_now(&e->line), engine_threads(e));
    number = ++e->search;
    e->state = THINKING;
    pthread_cond_broadcast(&e->change);
    pthread_mutex_unlock(&e->lock);
    return number;
}

void engine_limit(Engine *e, const Limits *limits) {
    e->answer_ms = limits->answer_ms;
    control_change(&e->control, limits, gameline_now(&e->line), engine_threads(e));
}

void engine_progress(const Engine *e, Progress *out) {
    pool_progress(e->pool, out);
    out->hashfull = e->control.fills_table ? tt_hashfull(e->tt) : 0;
}

void engine_stop(Engine *e) {
    e->stopped = true;
    e->control.signal = SIGNAL_STOP;
}

void engine_pause(Engine *e) {
    int signal = SIGNAL_GO;

    atomic_compare_exchange_strong(&e->control.signal, &signal, SIGNAL_PAUSE);
    e->paused_ms = clock_ms();
    e->paused = true;
}

/* Shifts the start of the search's clock by the length of the pause before resuming the search. */
void engine_resume(Engine *e) {
    int signal = SIGNAL_PAUSE;

    if (e->paused && !e->control.cpu_time) {
        const int64_t pause_ms = clock_ms() - e->paused_ms;
        e->control.start_ms += pause_ms;
        e->control.began_ms += pause_ms;
    }
    e->paused = false;
    atomic_compare_exchange_strong(&e->control.signal, &signal, SIGNAL_GO);
}

void engine_set_poll(Engine *e, void (*poll)(void *context), void *context) {
    assert_idle(e);
    e->control.poll = poll;
    e->control.poll_context = context;
}

void engine_wait(Engine *e) {
    if (!THREADS_EXIST && e->state == THINKING) {
        think(e);
        e->state = IDLE;
    }
    pthread_mutex_lock(&e->lock);
    while (e->state == THINKING)
        pthread_cond_wait(&e->change, &e->lock);
    pthread_mutex_unlock(&e->lock);
}
