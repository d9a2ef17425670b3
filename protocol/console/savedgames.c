/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "savedgames.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/lock.h"
#include "console.h"

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

bool savedgames_path(char path[OPTION_TEXT_SIZE], const SavedGame *game) {
    return name_file(path, game->number, ".pgn");
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

/*
 * Lock a file of this name. False if another console has the lock. A system without such locks, or
 * a folder that is read-only, goes on without.
 */
static bool lock(int *fd, const char *path) {
    char words[OPTION_TEXT_SIZE];
    Text error = text_in(words, sizeof words);
    const LockStatus status = lock_create(fd, path, &error);

    if (status != LOCK_HELD)
        *fd = -1;
    return status != LOCK_BUSY;
}

static bool lock_game(SavedGame *game, int number) {
    char path[OPTION_TEXT_SIZE];

    game->number = number;
    return name_file(path, number, ".lock") && lock(&game->lock, path);
}

static bool is_there(const SavedGame *game) {
    char path[OPTION_TEXT_SIZE];

    return savedgames_path(path, game) && file_mark(path).exists;
}

void savedgames_release(SavedGame *game, bool removed) {
    char path[OPTION_TEXT_SIZE];

    if (removed && savedgames_path(path, game))
        remove(path);
    if (game->lock >= 0 && name_file(path, game->number, ".lock"))
        lock_remove(game->lock, path);
    game->lock = -1;
}

bool savedgames_take(SavedGame *game, int nth) {
    for (int number = INT_MAX; (number = last_before(number)) >= 0;)
        if (lock_game(game, number)) {
            if (is_there(game) && !nth--) /* else it was finished meanwhile */
                return true;
            savedgames_release(game, false);
        }
    return false;
}

int savedgames_count(void) {
    SavedGame game;
    int n = 0;

    for (; savedgames_take(&game, n); n++)
        savedgames_release(&game, false);
    return n;
}

/* Move a game to games.pgn; false, with the game where it was, if that fails. */
static bool put_away(SavedGame *game) {
    char path[OPTION_TEXT_SIZE], games[OPTION_TEXT_SIZE], *text = NULL;
    size_t length;
    const bool good = savedgames_path(path, game) && !file_read_all(path, &text, &length) &&
                      savedgames_finish(games, text, NULL);

    free(text);
    savedgames_release(game, good);
    return good && !is_there(game);
}

bool savedgames_new(SavedGame *game) {
    enum { MOST = 20, TRIES = 1000 };
    const int last = last_before(INT_MAX), first = last < FIRST ? FIRST : last + 1;
    SavedGame oldest;

    for (int number = first; number < first + TRIES; number++) {
        if (!lock_game(game, number))
            continue;
        if (!is_there(game)) {
            while (savedgames_take(&oldest, MOST - 1) && put_away(&oldest))
                ;
            return true;
        }
        savedgames_release(game, false); /* another console was faster */
    }
    return false;
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
    const size_t first = at ? (size_t)(at - g->games) : g->length;
    const size_t rest = at ? first + strlen(g->before) : g->length;

    if (g->length) {
        fwrite(g->games, 1, first, file);
        fwrite(g->games + rest, 1, g->length - rest, file);
        fputs(g->games[g->length - 1] == '\n' ? "" : "\n\n", file);
    }
    return fputs(g->text, file) >= 0;
}

bool savedgames_finish(char path[OPTION_TEXT_SIZE], const char *text, const char *before) {
    enum { TRIES = 1000, PAUSE_MS = 10 };
    char name[OPTION_TEXT_SIZE];
    Finished g = {.text = text, .before = before};
    bool good;
    int fd, why;

    if (!console_state_file(path, "games.pgn") || !console_state_file(name, "games.lock"))
        return false;
    for (int i = 0; !lock(&fd, name); i++) {
        errno = EBUSY;
        if (i == TRIES)
            return false;
        clock_sleep_ms(PAUSE_MS);
    }
    good = (!file_is_replaceable(path) || !file_mark(path).exists ||
            !file_read_all(path, &g.games, &g.length)) &&
           file_write(path, false, write_games, &g);
    why = errno;
    free(g.games);
    if (fd >= 0)
        lock_remove(fd, name);
    errno = why;
    return good;
}
