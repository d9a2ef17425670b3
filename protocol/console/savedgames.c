/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "savedgames.h"

#include <dirent.h>
#include <limits.h>
#include <string.h>

#include "base/lock.h"
#include "protocol/statefile.h"

/* The numbers of the first two files: previous.pgn, written by version 1.0, and game.pgn. */
enum { PREVIOUS, FIRST };

static bool name_file(char path[OPTION_TEXT_SIZE], int number, const char *ending) {
    char name[32];

    if (number > FIRST)
        snprintf(name, sizeof name, "game-%d%s", number, ending);
    else
        snprintf(name, sizeof name, "%s%s", number == FIRST ? "game" : "previous", ending);
    return statefile_path(path, name);
}

bool savedgames_path(char path[OPTION_TEXT_SIZE], const SavedGame *game) {
    return name_file(path, game->number, ".pgn");
}

/* Returns the number of a saved game's file; -1 for other files. */
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

/* Returns the highest number below this one that has a file; -1: none. */
static int last_before(int limit) {
    char folder[OPTION_TEXT_SIZE];
    DIR *directory = statefile_path(folder, "") ? opendir(folder) : NULL;
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
 * Locks the file of a game. Returns false if another console has the lock. Succeeds without a lock
 * where locks are unavailable, or in a read-only folder.
 */
static bool lock_game(SavedGame *game, int number) {
    char path[OPTION_TEXT_SIZE];
    Text error = TEXT_OF(OPTION_TEXT_SIZE);

    game->number = number;
    if (!name_file(path, number, ".lock"))
        return false;
    return lock_create(&game->lock, path, &error) != LOCK_BUSY;
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
            if (is_there(game) && !nth--) /* else finished in the meantime */
                return true;
            savedgames_release(game, false);
        }
    return false;
}

int savedgames_count(void) {
    SavedGame game;
    int n = 0;

    for (int number = INT_MAX; (number = last_before(number)) >= 0;)
        if (lock_game(&game, number)) {
            n += is_there(&game);
            savedgames_release(&game, false);
        }
    return n;
}

bool savedgames_new(SavedGame *game) {
    enum { TRIES = 1000 };
    const int last = last_before(INT_MAX), first = last < FIRST ? FIRST : last + 1;

    for (int number = first; number < first + TRIES; number++) {
        if (!lock_game(game, number))
            continue;
        if (!is_there(game))
            return true;
        savedgames_release(game, false); /* another console was faster */
    }
    return false;
}
