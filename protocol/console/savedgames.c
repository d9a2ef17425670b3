/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE /* flock() */
#include "savedgames.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef _WIN32
#include <sys/file.h>
#endif

#include "base/clock.h"
#include "console.h"

/* --- files and their locks ------------------------------------------------------------------- */

/* The numbers of the first two: previous.pgn, which version 1.0 wrote, and game.pgn. */
enum { PREVIOUS, FIRST };

static bool name_file(char path[OPTION_TEXT_SIZE], int number, const char *ending) {
    char name[32];

    if (number > FIRST)
        snprintf(name, sizeof name, "game-%d%s", number, ending);
    else
        snprintf(name, sizeof name, "%s%s", number == FIRST ? "game" : "previous", ending);
    return console_state_file(path, name);
}

/* The number of a file name; -1 if it is no game's. */
static int number_of(const char *name) {
    const size_t length = strlen(name);
    int64_t n;

    if (!strcmp(name, "previous.pgn") || !strcmp(name, "game.pgn"))
        return *name == 'p' ? PREVIOUS : FIRST;
    return length > 9 && !memcmp(name, "game-", 5) && !strcmp(name + length - 4, ".pgn") &&
                   word_number((Word){name + 5, length - 9}, FIRST + 1, INT_MAX / 2, &n)
               ? (int)n
               : -1;
}

static bool is_there(int number) {
    char path[OPTION_TEXT_SIZE];
    struct stat info;

    return name_file(path, number, ".pgn") && !stat(path, &info) && S_ISREG(info.st_mode);
}

/*
 * Lock a file of this name, which is made. False if another process has the lock for that long. A
 * system without such locks, or a folder that is read-only, goes on without: *lock is -1.
 */
static bool lock_file(const char *path, int *lock, int most_ms) {
    enum { PAUSE_MS = 10 };

    for (int ms = 0; ms <= most_ms; ms += PAUSE_MS) {
        struct stat info;

        if (ms)
            clock_sleep_ms(PAUSE_MS);
        *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (*lock < 0)
            return true;
        if (!flock(*lock, LOCK_EX | LOCK_NB)) {
            if (!fstat(*lock, &info) && info.st_nlink) /* else its owner has just removed it */
                return true;
        } else if (errno != EWOULDBLOCK && errno != EINTR) {
            close(*lock);
            *lock = -1;
            return true;
        }
        close(*lock);
    }
    errno = EBUSY;
    return false;
}

/* Another console may look at it for a moment. */
static bool lock_game(SavedGame *game, int number) {
    enum { MOMENT_MS = 30 };
    char path[OPTION_TEXT_SIZE];

    game->number = number;
    return name_file(path, number, ".lock") && lock_file(path, &game->lock, MOMENT_MS);
}

/* Who holds a lock may remove its file. */
static void unlock_file(const char *path, int lock) {
    if (lock < 0)
        return;
    unlink(path);
    close(lock);
}

/* --- unfinished games ------------------------------------------------------------------------ */

bool savedgames_path(char path[OPTION_TEXT_SIZE], const SavedGame *game) {
    return name_file(path, game->number, ".pgn");
}

/* The highest number below this one that has a file; -1: none. */
static int last_before(int limit) {
    char folder[OPTION_TEXT_SIZE];
    DIR *directory = console_state_file(folder, "") ? opendir(folder) : NULL;
    const struct dirent *entry;
    int last = -1;

    while (directory && (entry = readdir(directory))) {
        const int number = number_of(entry->d_name);

        if (number > last && number < limit)
            last = number;
    }
    if (directory)
        closedir(directory);
    return last;
}

bool savedgames_take(SavedGame *game, int nth) {
    for (int number = INT_MAX; (number = last_before(number)) >= 0;)
        if (lock_game(game, number)) {
            if (is_there(number) && !nth--) /* else it was finished meanwhile */
                return true;
            savedgames_release(game, false);
        }
    return false;
}

int savedgames_count(void) {
    SavedGame game;
    int n = 0;

    while (savedgames_take(&game, n)) {
        savedgames_release(&game, false);
        n++;
    }
    return n;
}

static bool copy_file(void *from, FILE *to) {
    char buffer[4096];
    size_t n;

    while ((n = fread(buffer, 1, sizeof buffer, (FILE *)from)))
        fwrite(buffer, 1, n, to);
    return !ferror((FILE *)from);
}

/* Move a game to older.pgn; false, with the game where it was, if that fails. */
static bool put_away(SavedGame *game) {
    char path[OPTION_TEXT_SIZE], older[OPTION_TEXT_SIZE];
    FILE *file = savedgames_path(path, game) ? file_open_plain(path) : NULL;
    const bool good =
        file && console_state_file(older, "older.pgn") && file_write(older, true, copy_file, file);

    if (file)
        fclose(file);
    savedgames_release(game, good);
    return good && !is_there(game->number);
}

bool savedgames_new(SavedGame *game) {
    enum { MOST = 20, TRIES = 1000 };
    const int last = last_before(INT_MAX), first = last < FIRST ? FIRST : last + 1;
    SavedGame oldest;

    for (int number = first; number < first + TRIES; number++) {
        if (!lock_game(game, number))
            continue;
        if (!is_there(number)) {
            while (savedgames_take(&oldest, MOST - 1) && put_away(&oldest))
                ;
            return true;
        }
        savedgames_release(game, false); /* another console was faster */
    }
    return false;
}

void savedgames_renew(SavedGame *game) {
    char from[OPTION_TEXT_SIZE], to[OPTION_TEXT_SIZE];
    SavedGame latest;

    if (!savedgames_new(&latest))
        return;
    if (savedgames_path(from, game) && savedgames_path(to, &latest) && !rename(from, to)) {
        savedgames_release(game, false);
        *game = latest;
    } else {
        savedgames_release(&latest, false);
    }
}

void savedgames_release(SavedGame *game, bool removed) {
    char path[OPTION_TEXT_SIZE];

    if (removed && savedgames_path(path, game))
        remove(path);
    if (name_file(path, game->number, ".lock"))
        unlock_file(path, game->lock);
    game->lock = -1;
}

/* --- finished games -------------------------------------------------------------------------- */

typedef struct {
    const char *text, *before;
    char *games; /* the file as it is */
    size_t length;
} Finished;

static bool write_games(void *context, FILE *file) {
    const Finished *g = context;
    const char *at = g->before && g->length ? strstr(g->games, g->before) : NULL;
    const size_t first = at ? (size_t)(at - g->games) : g->length,
                 second = at ? first + strlen(g->before) : g->length;

    fwrite(g->games ? g->games : "", 1, first, file);
    fwrite(g->games ? g->games + second : "", 1, g->length - second, file);
    if (g->length && g->games[g->length - 1] != '\n')
        fputs("\n\n", file);
    fputs(g->text, file);
    return !ferror(file);
}

bool savedgames_finish(char path[OPTION_TEXT_SIZE], const char *text, const char *before) {
    enum { MOST_MS = 10000 };
    char key[OPTION_TEXT_SIZE];
    Finished g = {.text = text, .before = before};
    bool good;
    int lock, why;

    if (!console_state_file(path, "games.pgn") || !console_state_file(key, "games.lock") ||
        !lock_file(key, &lock, MOST_MS))
        return false;
    good = !file_is_replaceable(path) || access(path, F_OK) ||
           !file_read_all(path, &g.games, &g.length);
    good = good && file_write(path, false, write_games, &g);
    why = errno;
    free(g.games);
    unlock_file(key, lock);
    errno = why;
    return good;
}
