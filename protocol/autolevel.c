/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "autolevel.h"

#include <stdio.h>

#include "base/file.h"
#include "base/util.h"
#include "search/level.h"
#include "statefile.h"

/* "RATING GAMES" in the first line of this file */
static const char file_name[] = "level-auto";

AutoLevel autolevel_read(void) {
    char path[STATEFILE_SIZE], line[64];
    FILE *file = statefile_path(path, file_name) ? file_open_plain(path) : NULL;
    AutoLevel found = {AUTOLEVEL_FIRST, 0};
    int64_t rating, games;
    bool whole;

    if (file && file_read_line(file, line, sizeof line, &whole) && whole) {
        Word rest = word_of(line);

        if (word_number(text_word(&rest), LEVEL_MIN, LEVEL_MAX, &rating) &&
            word_number(text_word(&rest), 1, 1000000, &games))
            found = (AutoLevel){(int)rating, (int)games};
    }
    if (file)
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

bool autolevel_count(AutoLevel *now, int points) {
    char path[STATEFILE_SIZE];

    *now = autolevel_after(autolevel_read(), points);
    return statefile_path(path, file_name) && file_write(path, false, write_level, now);
}
