/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "alula-match.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/lock.h"
#include "base/thread.h"
#include "match_report.h"
#include "match_state.h"
#include "match_tags.h"
#include "tools/common/tool.h"

enum { LINE_EVERY = 10, LINE_MS = 30000, LIVE_MS = 200, TRIES = 3 };

/* Aborts the match; the first reason is kept. */
static void give_up(Match *m, const char *what, const char *why) {
    if (!*m->error)
        snprintf(m->error, sizeof m->error, "%s%s%s", what, why ? ": " : "", why ? why : "");
    atomic_store(m->stop, true);
}

/* Returns the game as PGN. The caller frees it. */
static char *write_pgn(const Match *m, int64_t game, const GameRecord *r, size_t *length) {
    const GameAssignment a = match_assignment(m, game);
    const int seat[COLOR_COUNT] = {a.white, a.black};
    const time_t now = time(NULL);
    char schedule[SCHEDULE_TAG_SIZE], engine[COLOR_COUNT][ENGINE_TAG_SIZE];
    Text t = text_in(schedule, sizeof schedule);
    GameTags tags = {.round = (int)game + 1,
                     .chess960 = m->plan->chess960,
                     .match = m->fingerprint,
                     .schedule = schedule};
    struct tm date;

    gmtime_r(&now, &date);
    tags.year = date.tm_year + 1900;
    tags.month = date.tm_mon + 1;
    tags.day = date.tm_mday;
    match_tags_write_schedule(&t, m->plan);
    for (Color c = WHITE; c < COLOR_COUNT; c++) {
        const EngineSpec *spec = &m->plan->engine[seat[c]];

        t = text_in(engine[c], sizeof engine[c]);
        match_tags_write_engine(&t, seat[c], spec);
        tags.name[c] = spec->name;
        tags.limits[c] = &spec->limits;
        tags.engine[c] = engine[c];
        tags.files[c] = m->plan->files[seat[c]];
    }
    return record_pgn(r, &tags, length);
}

/* Appends a game, and removes it again if it was written only in part. */
static bool write_game(Match *m, int64_t game, const GameRecord *r) {
    const off_t end = lseek(m->pgn, 0, SEEK_END);
    size_t length, written;
    char *text = write_pgn(m, game, r, &length);

    written = file_write_all(m->pgn, text, length);
    free(text);
    if (written == length)
        return true;
    give_up(m, m->plan->pgn, strerror(errno));
    if (written && end >= 0 && ftruncate(m->pgn, end))
        give_up(m, m->plan->pgn, strerror(errno));
    return false;
}

/* --- the game file, created or continued ----------------------------------------------------- */

/* Writes the name of a file that changed since that game, if the game has checksums. */
static bool find_changed_file(const Match *m, const StoredGame *p, const GameAssignment *a,
                              Text *out) {
    const int seat[COLOR_COUNT] = {a->white, a->black};
    const MatchPlan *plan = m->plan;

    for (Color c = WHITE; c < COLOR_COUNT; c++)
        if (*p->files[c] &&
            engine_files_differ(out, &plan->engine[seat[c]], plan->files[seat[c]], p->files[c]))
            return true;
    return false;
}

static const char too_many[] = "it has more games than this match"; /* compared by address */

/* Returns NULL if a stored game belongs to this match, or an error message, possibly in `room`. */
static const char *check_stored_game(const Match *m, const StoredGame *p, Text *room) {
    const int64_t game = p->round - 1;
    const Text before = *room;
    GameAssignment a;

    if (game >= m->rounds || m->done[game] == SKIPPED)
        return too_many;
    if (game >= schedule_known(m))
        return "it has a game of a round after an incomplete one";
    if (m->done[game] == ELSEWHERE)
        return "it has games of another slice";
    a = match_assignment(m, game);
    if (strcmp(p->name[WHITE], m->plan->engine[a.white].name) != 0 ||
        strcmp(p->name[BLACK], m->plan->engine[a.black].name) != 0)
        return "it has games of other engines";
    if (p->game.end == END_NONE)
        return "it has games that alula-match did not write";
    if (!*p->match)
        return "its games have no AlulaMatch tag";
    text_add(room, "it has games of a match with different ");
    if (fingerprint_differs(room, m->fingerprint, p->match))
        return room->at;
    *room = before;
    text_add(room, "a file has changed since these games were played: ");
    if (find_changed_file(m, p, &a, room))
        return room->at;
    return m->done[game] >= 0 ? "it has a game twice" : NULL;
}

/*
 * Counts the stored games; sets *end to the end of the last complete one. Returns NULL, or an error
 * message, possibly in `room`.
 */
static const char *count_stored_games(Match *m, const char *text, size_t length, size_t *end,
                                      Text room) {
    const char *error;
    int64_t games = 0;
    bool more = false;
    size_t at = 0;
    StoredGame p;

    while (record_read(&p, text, length, &at)) {
        Text message = room;

        while (p.round > schedule_known(m) && schedule_pair_round(m))
            ;
        error = check_stored_game(m, &p, &message);
        games++;
        if (error == too_many)
            more = true;
        else if (error)
            return error;
        else if (!more)
            results_count(m, p.round - 1, &p.game);
    }
    if (more) {
        text_addf(&room, "it has %" PRId64 " game%s, %s expects %" PRId64, games,
                  games == 1 ? "" : "s", m->board ? "--swiss" : "--games", m->total);
        return room.at;
    }
    *end = at;
    return record_may_begin(text_rest((Word){text + at, length - at}))
               ? NULL
               : "it has games that alula-match did not write";
}

/*
 * Returns true for a pipe: --resume cannot read games written to a pipe, and without a reader they
 * are lost.
 */
static bool is_pipe(int file) {
    struct stat status;

    return !fstat(file, &status) && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

/*
 * Opens and locks the PGN file of a match, counts its games, and truncates an incomplete game at
 * its end. Returns NULL, or an error message with the file unchanged.
 */
static const char *resume(Match *m) {
    const char *name = m->plan->pgn, *error = NULL;
    Text fingerprint = text_in(m->fingerprint, sizeof m->fingerprint);
    char room[240], *text = NULL;
    size_t length = 0, end = 0;

    fingerprint_write(&fingerprint, m->plan);
    m->pgn = open(name, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (m->pgn >= 0 && lock_file(m->pgn, false) == LOCK_BUSY) {
        error = "another process is writing it";
    } else if (m->pgn >= 0 && is_pipe(m->pgn)) {
        error = "this is a pipe, not a file";
    } else if (m->pgn < 0) {
        error = strerror(errno);
    } else if (file_is_replaceable(name) && /* devices have no games, but may have no end either */
               !(error = file_read_descriptor(m->pgn, &text, &length))) {
        if (length && !m->plan->resume)
            error = "it has games already; --resume continues the match";
        else if (!(error = count_stored_games(m, text, length, &end, text_in(room, sizeof room))) &&
                 end < length && ftruncate(m->pgn, (off_t)end))
            error = strerror(errno);
    }
    free(text);
    if (error)
        snprintf(m->error, sizeof m->error, "%s: %s", name, error);
    return error ? m->error : NULL;
}

/* --- threads --------------------------------------------------------------------------------- */

/* A thread with its own engine processes. */
typedef struct {
    Match *match;
    PlayerSettings settings;
    Player **player; /* for each engine; NULL if not needed yet */
    pthread_t thread;
} Slot;

/* --- the log --------------------------------------------------------------------------------- */

const char *match_log_open(const MatchPlan *plan, int slot, FILE **log) {
    char path[1000];

    *log = NULL;
    if (!plan->log)
        return NULL;
    if (snprintf(path, sizeof path, "%s/%d.log", plan->log, slot) >= (int)sizeof path)
        return strerror(ENAMETOOLONG);
    if ((mkdir(plan->log, 0777) && errno != EEXIST) || !(*log = fopen(path, "ae")))
        return strerror(errno);
    setvbuf(*log, NULL, _IOLBF, 0); /* so that the log of a killed match is complete */
    return NULL;
}

const char *match_log_close(FILE *log) {
    const bool failed = log && ferror(log);

    return (log && fclose(log)) || failed ? "the log cannot be written" : NULL;
}

/* Logs the beginning or end of a game. */
static void log_game(const Slot *s, int64_t game, const EngineSpec *const spec[COLOR_COUNT],
                     const GameRecord *r) {
    Text t = TEXT_OF(ANSWER_TEXT + 120);

    text_addf(&t, "%lld: ", (long long)game + 1);
    if (r)
        record_reason(&t, r);
    else
        text_addf(&t, "%s against %s", spec[WHITE]->name, spec[BLACK]->name);
    process_log(s->settings.log, "game", '#', word_of(t.at));
}

/* --- playing --------------------------------------------------------------------------------- */

/* Waits up to 250 ms until a game or thread ends. */
static bool wait_for_change(Match *m) {
    const struct timespec until = thread_deadline(250);

    thread_cond_wait(&m->changed, &m->lock, &until);
    return true;
}

/* Returns the next game to play; -1 if there is none. */
static int64_t take_game(Match *m) {
    int64_t game = -1;

    pthread_mutex_lock(&m->lock);
    do {
        while (m->next < schedule_known(m) && m->done[m->next] != NOT_PLAYED)
            m->next++;
    } while (m->next == schedule_known(m) && m->next < m->rounds && !atomic_load(m->stop) &&
             (schedule_pair_round(m) || wait_for_change(m)));
    if (m->next < m->rounds && !atomic_load(m->stop)) {
        game = m->next++;
        m->done[game] = IN_PROGRESS;
    }
    pthread_mutex_unlock(&m->lock);
    return game;
}

/* Selects the players of a game, and stops other engines to free their memory. */
static void select_players(Slot *s, const GameAssignment *a, Player *player[COLOR_COUNT]) {
    const int seat[COLOR_COUNT] = {a->white, a->black};

    for (int e = 0; e < s->match->plan->engines; e++)
        if (e != a->white && e != a->black) {
            player_free(s->player[e]);
            s->player[e] = NULL;
        }
    for (Color c = WHITE; c < COLOR_COUNT; c++) {
        if (!s->player[seat[c]])
            s->player[seat[c]] = player_new(&s->match->plan->engine[seat[c]], &s->settings);
        player[c] = s->player[seat[c]];
    }
}

/*
 * Handles an engine that is not ready after all tries. The engine loses this game if it was ready
 * for an earlier game and has now crashed or stalled. Returns false if the match ends instead.
 */
static bool forfeit(Match *m, const GameRecord *r, const GameAssignment *a, const char *error) {
    bool loses;

    pthread_mutex_lock(&m->lock);
    loses = r->end != END_NONE && m->was_ready[r->loser == WHITE ? a->white : a->black];
    if (!loses)
        give_up(m, error, NULL);
    pthread_mutex_unlock(&m->lock);
    return loses;
}

/* Plays one game; returns false to end the match. */
static bool play_game(Slot *s, int64_t game, GameRecord *r) {
    Match *m = s->match;
    const GameAssignment a = match_assignment(m, game);
    const EngineSpec *spec[COLOR_COUNT] = {&m->plan->engine[a.white], &m->plan->engine[a.black]};
    Player *player[COLOR_COUNT];
    const char *error = NULL;
    GameLine opening;

    openings_line(&opening);
    openings_get(&m->plan->openings, (size_t)a.opening, &opening);
    record_start(r, &opening);
    gameline_destroy(&opening);
    select_players(s, &a, player);
    for (int tries = 0; tries < TRIES; tries++) {
        log_game(s, game, spec, NULL);
        if (!(error = game_prepare(r, player, spec))) {
            pthread_mutex_lock(&m->lock);
            m->was_ready[a.white] = m->was_ready[a.black] = true;
            pthread_mutex_unlock(&m->lock);
            game_play(r, player, spec, &m->plan->rules);
            log_game(s, game, spec, r);
            return true;
        }
        if (atomic_load(m->stop)) {
            r->end = END_NONE; /* an interrupt is not the engine's fault */
            return true;
        }
    }
    return forfeit(m, r, &a, error);
}

/*
 * Returns true if a line for stdout is due: after the first game, every ten games, and every half
 * minute.
 */
static bool is_line_due(const Match *m) {
    return !m->last_line_ms || m->finished % LINE_EVERY == 0 ||
           clock_ms() - m->last_line_ms >= LINE_MS;
}

/* Stores and counts a finished game, and stops if the SPRT is decided. */
static void finish_game(Match *m, int64_t game, const GameRecord *r) {
    pthread_mutex_lock(&m->lock);
    if (r->end == END_NONE || *m->error || m->verdict) {
        m->done[game] = NOT_PLAYED;
    } else if (m->pgn >= 0 && !write_game(m, game, r)) {
        m->done[game] = NOT_PLAYED;
    } else {
        const FinishedGame finished = record_finished(r);

        results_count(m, game, &finished);
        if (m->verdict)
            atomic_store(m->stop, true);
        if (m->plan->json && !m->plan->quiet) {
            match_json_game(m, game, r);
        } else if (!m->live && !m->plan->quiet && is_line_due(m)) {
            match_report_line(stdout, m);
            putchar('\n');
            fflush(stdout);
            m->last_line_ms = clock_ms();
        }
        pthread_cond_broadcast(&m->changed);
    }
    pthread_mutex_unlock(&m->lock);
}

static void *run_worker(void *context) {
    Slot *s = context;
    Match *m = s->match;
    const char *error;
    int64_t game;

    while ((game = take_game(m)) >= 0) {
        GameRecord r;

        if (play_game(s, game, &r))
            finish_game(m, game, &r);
        record_destroy(&r);
    }
    for (int e = 0; e < m->plan->engines; e++)
        player_free(s->player[e]);
    error = match_log_close(s->settings.log);
    pthread_mutex_lock(&m->lock);
    if (error)
        give_up(m, m->plan->log, error);
    m->running--;
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

/* Waits until all threads have ended, and shows progress on a terminal. */
static void watch(Match *m) {
    int64_t shown = 0;

    pthread_mutex_lock(&m->lock);
    while (m->running) {
        wait_for_change(m);
        if (interrupt_pending())
            atomic_store(m->stop, true);
        picture_update(m);
        if (!m->live || clock_ms() - shown < LIVE_MS)
            continue;
        shown = clock_ms();
        fputs("\r\033[K", stderr);
        match_report_line(stderr, m);
        fflush(stderr);
    }
    pthread_mutex_unlock(&m->lock);
    if (m->live)
        fputs("\r\033[K", stderr);
}

void match_run(Match *m) {
    const size_t slots = (size_t)m->plan->concurrency;
    Slot *slot = memory_new(slots, sizeof *slot);
    const char *error;
    size_t started = 0;

    if (m->verdict || m->finished == m->total)
        atomic_store(m->stop, true);
    m->running = (int)slots;
    for (size_t i = 0; i < slots; i++) {
        slot[i].match = m;
        slot[i].settings = *m->settings;
        slot[i].settings.cpu = m->plan->cpu ? &m->plan->cpu[i] : NULL;
        slot[i].player = memory_new((size_t)m->plan->engines, sizeof *slot[i].player);
        error = match_log_open(m->plan, (int)i + 1, &slot[i].settings.log);
        if (!error && !pthread_create(&slot[i].thread, NULL, run_worker, &slot[i])) {
            started++;
            continue;
        }
        free(slot[i].player);
        pthread_mutex_lock(&m->lock);
        m->running -= (int)(slots - i);
        if (error)
            give_up(m, m->plan->log, error);
        else if (!i)
            give_up(m, "cannot start threads", NULL);
        pthread_mutex_unlock(&m->lock);
        break;
    }
    watch(m);
    for (size_t i = 0; i < started; i++) {
        pthread_join(slot[i].thread, NULL);
        free(slot[i].player);
    }
    free(slot);
}

const char *match_init(Match *m, const MatchPlan *plan, const PlayerSettings *settings,
                       atomic_bool *stop) {
    *m = (Match){.plan = plan, .settings = settings, .stop = stop, .pgn = -1};
    pthread_mutex_init(&m->lock, NULL);
    thread_cond_init(&m->changed);
    m->live = !plan->quiet && isatty(STDERR_FILENO) && !(plan->json && isatty(STDOUT_FILENO));
    m->errors = memory_new((size_t)plan->engines, sizeof *m->errors);
    m->was_ready = memory_new((size_t)plan->engines, sizeof *m->was_ready);
    m->overdraft = memory_new((size_t)plan->engines, sizeof *m->overdraft);
    m->loose = memory_new((size_t)plan->engines, sizeof *m->loose);
    schedule_make(m);
    return plan->pgn ? resume(m) : NULL;
}

void match_destroy(Match *m) {
    if (m->pgn >= 0)
        close(m->pgn);
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->changed);
    free(m->pairing);
    free(m->board);
    free(m->bye);
    free(m->done);
    free(m->point);
    free(m->errors);
    free(m->was_ready);
    free(m->overdraft);
    free(m->loose);
    unit_table_free(&m->repeats.known);
}
