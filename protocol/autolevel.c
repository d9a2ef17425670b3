/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "autolevel.h"

#include <errno.h>
#include <stdio.h>

#include "base/file.h"
#include "base/util.h"
#include "search/level.h"
#include "statefile.h"

/* The name of the file; its first line is "RATING GAMES". */
static const char file_name[] = "level-auto";

AutoLevel autolevel_read(const AutoLevel *otherwise, bool *damaged) {
    char path[STATEFILE_SIZE], line[64];
    FILE *file = statefile_path(path, file_name) ? file_open_plain(path) : NULL;
    AutoLevel found = otherwise->rating ? *otherwise : (AutoLevel){AUTOLEVEL_FIRST, 0};
    Word rest;
    int64_t rating, games;
    bool whole, good;

    if (damaged)
        *damaged = false;
    if (!file)
        return found;
    good = file_read_line(file, line, sizeof line, &whole) && whole;
    rest = word_of(good ? line : "");
    good = word_number(text_word(&rest), LEVEL_MIN, LEVEL_MAX, &rating) &&
           word_number(text_word(&rest), 0, 1000000, &games) && !text_rest(rest).length;
    if (good)
        found = (AutoLevel){(int)rating, (int)games};
    else if (damaged)
        *damaged = true;
    fclose(file);
    return found;
}

AutoLevel autolevel_after(AutoLevel before, int points) {
    const int k = max(320 / (before.games + 1), 40);

    return (AutoLevel){clamp(before.rating + k * (points - 1) / 2, LEVEL_MIN, LEVEL_MAX),
                       min(before.games + 1, 1000000)};
}

static bool write_level(void *context, FILE *file) {
    const AutoLevel *level = context;

    return fprintf(file, "%d %d\n", level->rating, level->games) > 0;
}

bool autolevel_keep(const AutoLevel *level) {
    char path[STATEFILE_SIZE], old[STATEFILE_SIZE];
    AutoLevel kept = *level;
    bool damaged;

    errno = 0; /* no folder is known */
    if (!statefile_path(path, file_name))
        return false;
    autolevel_read(level, &damaged);
    if (damaged && statefile_path(old, "level-auto.old"))
        rename(path, old);
    return file_write(path, false, write_level, &kept);
}
