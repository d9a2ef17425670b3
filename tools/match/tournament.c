/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "tournament.h"

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
#include "base/thread.h"
#include "base/util.h"
#include "engine_files.h"
#include "fingerprint.h"
#include "match_report.h"
#include "picture.h"
#include "tools/common/interrupt.h"
#include "tools/common/lock.h"
#include "tools/common/memory.h"

enum { LINE_EVERY = 10, LINE_MS = 30000, LIVE_MS = 200, TRIES = 3 };

/* --- pairings -------------------------------------------------------------------------------- */

GameAssignment match_assignment(const Match *m, int64_t game) {
    const int64_t pair = game / 2;
    GameAssignment a = {.pairing = (int)(pair % m->pairings),
                        .opening = pair / m->pairings,
                        .second = game % 2 != 0};
    const Pairing *p = &m->pairing[a.pairing];

    a.white = a.second ? p->second : p->first;
    a.black = a.second ? p->first : p->second;
    return a;
}

static void make_pairings(Match *m) {
    const int engines = m->plan->engines;
    const int firsts = m->plan->gauntlet ? 1 : engines - 1;

    m->pairing = memory_new((size_t)(engines * engines), sizeof *m->pairing);
    for (int first = 0; first < firsts; first++)
        for (int second = first + 1; second < engines; second++)
            m->pairing[m->pairings++] = (Pairing){.first = first, .second = second};
    m->total = m->plan->games * m->pairings;
    m->rounds = (m->plan->games + 1) / 2 * 2 * m->pairings;
    m->done = memory_new((size_t)m->rounds, 1);
    m->point = memory_new((size_t)m->rounds, sizeof *m->point);
    for (int64_t g = 0; g < m->rounds; g++) {
        const GameAssignment a = match_assignment(m, g);
        m->done[g] = a.opening * 2 + a.second < m->plan->games ? NOT_PLAYED : SKIPPED;
    }
}

/* --- results --------------------------------------------------------------------------------- */

static CurvePoint current_point(const Match *m) {
    const MatchScore s = match_report_score(m, 0, -1);
    const EloEstimate f = stats_estimate(&s);

    return (CurvePoint){f.score, stats_expected(f.low), stats_expected(f.high), m->llr};
}

/* Add moves of a game, of which the text is the first. */
static void add_moves(MoveSample *s, int64_t moves, int64_t game, const char *text) {
    if (moves && (!s->moves || game < s->game)) {
        Text t = text_in(s->text, sizeof s->text);

        text_add(&t, text);
        s->game = game;
    }
    s->moves += moves;
}

/* Count a finished game. */
static void count_game(Match *m, int64_t game, const FinishedGame *f) {
    const GameAssignment a = match_assignment(m, game);
    Pairing *p = &m->pairing[a.pairing];
    const int other = m->done[game ^ 1], white = f->white;

    m->done[game] = (signed char)white;
    m->was_ready[a.white] = m->was_ready[a.black] = true;
    score_add_game(&p->score, a.second ? 2 - white : white);
    if (other >= 0)
        score_add_pair(&p->score, a.second ? other + 2 - white : white + 2 - other);
    m->ending[f->end]++;
    if (f->end >= END_FIRST_ERROR)
        m->errors[f->loser == WHITE ? a.white : a.black][f->end - END_FIRST_ERROR]++;
    overdraft_add(&m->overdraft[a.white], &f->overdraft[WHITE]);
    overdraft_add(&m->overdraft[a.black], &f->overdraft[BLACK]);
    add_moves(&m->loose[a.white], f->loose[WHITE].moves, game, f->loose[WHITE].first);
    add_moves(&m->loose[a.black], f->loose[BLACK].moves, game, f->loose[BLACK].first);
    add_moves(&m->illegal[f->loser == WHITE ? a.white : a.black], f->end == END_ILLEGAL, game,
              f->detail);
    if (f->digest) /* not the same with other engines */
        repeats_add(&m->repeats, game,
                    f->digest + (uint64_t)(a.white * m->plan->engines + a.black));
    if (m->plan->sprt.used)
        m->llr = sprt_llr(&m->plan->sprt, &m->pairing[0].score);
    m->finished++;
    if (!p->first)
        m->point[m->points++] = current_point(m);
    if (m->plan->sprt.used && !m->verdict)
        m->verdict = sprt_verdict(&m->plan->sprt, m->llr);
}

/* Break off the match; the first reason is kept. */
static void give_up(Match *m, const char *what, const char *why) {
    if (!*m->error)
        snprintf(m->error, sizeof m->error, "%s%s%s", what, why ? ": " : "", why ? why : "");
    atomic_store(m->stop, true);
}

/* Append a game; remove it if it was written only in part. */
static bool write_game(Match *m, int64_t game, const GameRecord *r) {
    const GameAssignment a = match_assignment(m, game);
    const EngineSpec *white = &m->plan->engine[a.white], *black = &m->plan->engine[a.black];
    const time_t now = time(NULL);
    const off_t end = lseek(m->pgn, 0, SEEK_END);
    struct tm date;
    GameTags tags = {.name = {white->name, black->name},
                     .limits = {&white->limits, &black->limits},
                     .round = (int)game + 1,
                     .chess960 = m->plan->chess960,
                     .match = m->fingerprint};
    size_t length, written;
    char *text;

    gmtime_r(&now, &date);
    for (Color c = WHITE; m->plan->files && c < COLOR_COUNT; c++)
        tags.files[c] = m->plan->files[c == WHITE ? a.white : a.black];
    tags.year = date.tm_year + 1900;
    tags.month = date.tm_mon + 1;
    tags.day = date.tm_mday;
    text = record_pgn(r, &tags, &length);
    written = file_write_all(m->pgn, text, length);
    free(text);
    if (written == length)
        return true;
    give_up(m, m->plan->pgn, strerror(errno));
    if (written && end >= 0 && ftruncate(m->pgn, end))
        give_up(m, m->plan->pgn, strerror(errno));
    return false;
}

/* --- playing --------------------------------------------------------------------------------- */

/* A thread with its own engine processes. */
typedef struct {
    Match *match;
    PlayerSettings settings;
    Player **player; /* of each engine; NULL if not needed yet */
    pthread_t thread;
} Worker;

/* The next game to play; -1 if there is none. */
static int64_t take_game(Match *m) {
    int64_t game = -1;

    pthread_mutex_lock(&m->lock);
    while (m->next < m->rounds && m->done[m->next] != NOT_PLAYED)
        m->next++;
    if (m->next < m->rounds && !atomic_load(m->stop)) {
        game = m->next++;
        m->done[game] = IN_PROGRESS;
    }
    pthread_mutex_unlock(&m->lock);
    return game;
}

/* Get the players of a game; other engines are ended, to free their memory. */
static void select_players(Worker *s, const GameAssignment *a, Player *player[COLOR_COUNT]) {
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

static void mark_ready(Match *m, const GameAssignment *a) {
    pthread_mutex_lock(&m->lock);
    m->was_ready[a->white] = m->was_ready[a->black] = true;
    pthread_mutex_unlock(&m->lock);
}

/*
 * An engine did not get ready after all tries. It loses this game if it was ready for an earlier
 * one and crashed or stalled now. Returns false if it ends the match instead.
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

/* Play one game; false ends the match. */
static bool play_game(Worker *s, int64_t game, GameRecord *r) {
    Match *m = s->match;
    const GameAssignment a = match_assignment(m, game);
    const EngineSpec *spec[COLOR_COUNT] = {&m->plan->engine[a.white], &m->plan->engine[a.black]};
    Player *player[COLOR_COUNT];
    const char *error = NULL;
    GameLine opening;
    Position empty;

    position_clear(&empty);
    if (gameline_init(&opening, &empty))
        memory_fail();
    openings_get(&m->plan->openings, (size_t)a.opening, &opening);
    record_start(r, &opening);
    gameline_destroy(&opening);
    select_players(s, &a, player);
    for (int tries = 0; tries < TRIES; tries++) {
        if (!(error = game_prepare(r, player, spec))) {
            mark_ready(m, &a);
            game_play(r, player, spec, &m->plan->rules);
            return true;
        }
        if (atomic_load(m->stop)) {
            r->end = END_NONE; /* an interrupt is not an error of the engine */
            return true;
        }
    }
    return forfeit(m, r, &a, error);
}

/* On stdout: after the first game, every ten games, and every half minute. */
static bool is_line_due(const Match *m) {
    return !m->last_line_ms || m->finished % LINE_EVERY == 0 ||
           clock_ms() - m->last_line_ms >= LINE_MS;
}

/* Store and count a finished game, and stop if the SPRT is decided. */
static void finish_game(Match *m, int64_t game, const GameRecord *r) {
    pthread_mutex_lock(&m->lock);
    if (r->end == END_NONE || *m->error || m->verdict) {
        m->done[game] = NOT_PLAYED;
    } else if (m->pgn >= 0 && !write_game(m, game, r)) {
        m->done[game] = NOT_PLAYED;
    } else {
        const FinishedGame finished = record_finished(r);

        count_game(m, game, &finished);
        if (m->verdict)
            atomic_store(m->stop, true);
        if (!m->live && !m->plan->quiet && is_line_due(m)) {
            match_report_line(stdout, m);
            putchar('\n');
            fflush(stdout);
            m->last_line_ms = clock_ms();
        }
        pthread_cond_signal(&m->changed);
    }
    pthread_mutex_unlock(&m->lock);
}

static void *run_worker(void *context) {
    Worker *s = context;
    Match *m = s->match;
    int64_t game;

    while ((game = take_game(m)) >= 0) {
        GameRecord r;

        if (play_game(s, game, &r))
            finish_game(m, game, &r);
        record_destroy(&r);
    }
    for (int e = 0; e < m->plan->engines; e++)
        player_free(s->player[e]);
    pthread_mutex_lock(&m->lock);
    m->running--;
    pthread_cond_signal(&m->changed);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

/* Wait for a finished game or thread, at most for 250 ms. */
static void wait_for_change(Match *m) {
    const struct timespec until = thread_deadline(250);

    thread_cond_wait(&m->changed, &m->lock, &until);
}

/* Wait until all threads are done, and show progress on a terminal. */
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
    Worker *slot = memory_new(slots, sizeof *slot);
    size_t started = 0;

    if (m->verdict || m->finished == m->total)
        atomic_store(m->stop, true);
    m->running = (int)slots;
    for (size_t i = 0; i < slots; i++) {
        slot[i].match = m;
        slot[i].settings = *m->settings;
        slot[i].settings.cpu = m->plan->cpu ? &m->plan->cpu[i] : NULL;
        slot[i].player = memory_new((size_t)m->plan->engines, sizeof *slot[i].player);
        if (!pthread_create(&slot[i].thread, NULL, run_worker, &slot[i])) {
            started++;
            continue;
        }
        free(slot[i].player);
        pthread_mutex_lock(&m->lock);
        m->running -= (int)(slots - i);
        if (!i)
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

/* --- resuming -------------------------------------------------------------------------------- */

/* Write the name of a file that has changed since that game, if the game has checksums. */
static bool find_changed_file(const Match *m, const StoredGame *p, const GameAssignment *a,
                              Text *out) {
    const int seat[COLOR_COUNT] = {a->white, a->black};
    const MatchPlan *plan = m->plan;

    for (Color c = WHITE; c < COLOR_COUNT; c++)
        if (plan->files && *p->files[c] &&
            engine_files_differ(out, &plan->engine[seat[c]], plan->files[seat[c]], p->files[c]))
            return true;
    return false;
}

static const char too_many[] = "it has more games than this match"; /* compared by address */

/* NULL if a stored game is one of this match, or an error message, perhaps in `room`. */
static const char *check_stored_game(const Match *m, const StoredGame *p, Text *room) {
    const int64_t game = p->round - 1;
    const Text before = *room;
    GameAssignment a;

    if (game >= m->rounds || m->done[game] == SKIPPED)
        return too_many;
    a = match_assignment(m, game);
    if (strcmp(p->name[WHITE], m->plan->engine[a.white].name) != 0 ||
        strcmp(p->name[BLACK], m->plan->engine[a.black].name) != 0)
        return "it has games of other engines";
    if (p->game.end == END_NONE)
        return "it has games that alula-match did not write";
    if (!*p->match)
        return "its games have no AlulaMatch tag";
    text_add(room, "it has games of a match with other ");
    if (fingerprint_differs(room, m->fingerprint, p->match))
        return room->at;
    *room = before;
    text_add(room, "a file has changed since these games were played: ");
    if (find_changed_file(m, p, &a, room))
        return room->at;
    return m->done[game] >= 0 ? "it has a game twice" : NULL;
}

/*
 * Count the stored games; *end is set to the end of the last complete one. NULL, or an error
 * message, perhaps in `room`.
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

        error = check_stored_game(m, &p, &message);
        games++;
        if (error == too_many)
            more = true;
        else if (error)
            return error;
        else if (!more)
            count_game(m, p.round - 1, &p.game);
    }
    if (more) {
        text_addf(&room, "it has %" PRId64 " game%s, --games asks for %" PRId64, games,
                  games == 1 ? "" : "s", m->total);
        return room.at;
    }
    *end = at;
    while (at < length && (text[at] == '\n' || text[at] == '\r'))
        at++;
    if (at < length &&
        strncmp(text + at, "[Event \"alula-match\"]\n", min_size(length - at, 22)) != 0)
        return "it has games that alula-match did not write";
    return NULL;
}

/* Games written to a pipe cannot be read again for --resume, and are lost without a reader. */
static bool is_pipe(int file) {
    struct stat status;

    return !fstat(file, &status) && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

static const char *open_pgn(Match *m) {
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
    } else if (file_is_replaceable(name) && /* a device has no games, but may have no end */
               !(error = file_read_descriptor(m->pgn, &text, &length))) {
        if (length && !m->plan->resume)
            error = "there are games in it already; --resume continues the match";
        else if (!(error = count_stored_games(m, text, length, &end, text_in(room, sizeof room))) &&
                 end < length && ftruncate(m->pgn, (off_t)end))
            error = strerror(errno);
    }
    free(text);
    if (error)
        snprintf(m->error, sizeof m->error, "%s: %s", name, error);
    return error ? m->error : NULL;
}

const char *match_init(Match *m, const MatchPlan *plan, const PlayerSettings *settings,
                       atomic_bool *stop) {
    *m = (Match){.plan = plan, .settings = settings, .stop = stop, .pgn = -1};
    pthread_mutex_init(&m->lock, NULL);
    thread_cond_init(&m->changed);
    m->live = !plan->quiet && isatty(STDERR_FILENO);
    m->errors = memory_new((size_t)plan->engines, sizeof *m->errors);
    m->was_ready = memory_new((size_t)plan->engines, sizeof *m->was_ready);
    m->overdraft = memory_new((size_t)plan->engines, sizeof *m->overdraft);
    m->loose = memory_new((size_t)plan->engines, sizeof *m->loose);
    m->illegal = memory_new((size_t)plan->engines, sizeof *m->illegal);
    make_pairings(m);
    return plan->pgn ? open_pgn(m) : NULL;
}

void match_destroy(Match *m) {
    if (m->pgn >= 0)
        close(m->pgn);
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->changed);
    free(m->pairing);
    free(m->done);
    free(m->point);
    free(m->errors);
    free(m->was_ready);
    free(m->overdraft);
    free(m->loose);
    free(m->illegal);
    repeats_free(&m->repeats);
}
