/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "match_state.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/lock.h"
#include "match_tags.h"
#include "schedule.h"

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

/* Returns NULL if a stored game belongs to this match, or an error message, perhaps in `room`. */
static const char *check_stored_game(const Match *m, const StoredGame *p, Text *room) {
    const int64_t game = p->round - 1;
    const Text before = *room;
    GameAssignment a;

    if (game >= m->rounds || m->done[game] == SKIPPED)
        return too_many;
    if (game >= schedule_known(m))
        return "it has a game of a round after one that is not complete";
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
 * Counts the stored games; *end is set to the end of the last complete one. Returns NULL, or an
 * error message, perhaps in `room`.
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
        text_addf(&room, "it has %" PRId64 " game%s, %s asks for %" PRId64, games,
                  games == 1 ? "" : "s", m->board ? "--swiss" : "--games", m->total);
        return room.at;
    }
    *end = at;
    return record_may_begin(text_rest((Word){text + at, length - at}))
               ? NULL
               : "it has games that alula-match did not write";
}

/*
 * Returns true for a pipe: games written to it cannot be read again for --resume, and are lost
 * without a reader.
 */
static bool is_pipe(int file) {
    struct stat status;

    return !fstat(file, &status) && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

const char *resume_open(Match *m) {
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
