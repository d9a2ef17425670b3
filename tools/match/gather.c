/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gather.h"

#include <stdlib.h>

#include "base/file.h"

/* After the last whole game: half a game is fine at the end of the file, and nowhere else. */
static bool check_rest(Word rest, int last, bool *half, Text *error) {
    *half = rest.length > 0;
    if (!record_may_begin(rest)) {
        text_add(error,
                 "it has games that alula-match did not write; --ratings counts results only");
        return false;
    }
    text_until(&rest, '\n');
    while (rest.length)
        if (word_is(text_until(&rest, '\n'), record_first_line)) {
            text_add(error, "it has half a game, or one that was changed, ");
            if (last)
                text_addf(error, "after game %d", last);
            else
                text_add(error, "at its start");
            return false;
        }
    return true;
}

bool gather_file(const char *path, GatherTake *take, void *context, bool *half, Text *error) {
    size_t length = 0, at = 0;
    char *text = NULL;
    const char *why = file_read_all(path, &text, &length);
    StoredGame game = {.round = 0};
    bool good = !why;

    if (why)
        text_add(error, why);
    while (good && record_read(&game, text, length, &at))
        good = take(context, &game, error);
    good = good && check_rest(text_rest((Word){text + at, length - at}), game.round, half, error);
    free(text);
    return good;
}
