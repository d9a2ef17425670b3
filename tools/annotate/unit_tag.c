/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit_tag.h"

#include <inttypes.h>
#include <string.h>

static const char begin[] = "[" UNIT_TAG_NAME " \"", end[] = "\"]\n", begin_unit[] = " ;unit ",
                  begin_game[] = " ;game ";

/* Returns the checksum of a game without the bytes from ... to. */
static uint64_t hash_without(Word game, size_t from, size_t to) {
    return unit_hash(unit_hash(0, game.at, from), game.at + to, game.length - to);
}

size_t unit_tag_place(Word game) {
    return text_split(&game, "\n\n", &(Word){0}) ? game.length + 1 : game.length;
}

void unit_tag_write(Text *out, const char *job, int64_t number, Word game) {
    const size_t at = unit_tag_place(game);
    Text line = TEXT_OF(UNIT_TAG_SIZE);

    text_addf(&line, "%s%s%" PRId64 "%s%016" PRIx64, job, begin_unit, number, begin_game,
              hash_without(game, at, at));
    unit_line_close(&line);
    text_add(out, begin);
    text_add_word(out, (Word){line.at, line.length - 1});
    text_add(out, end);
}

UnitTagStatus unit_tag_read(UnitTag *out, Word game) {
    const size_t tail = sizeof end - 1;
    UnitTag t = {.to = unit_tag_place(game)};
    Word before = game, line, number, hash;

    if (!text_split(&before, begin, &line))
        return UNIT_TAG_NONE;
    if (!t.to)
        return UNIT_TAG_WRONG;
    for (t.from = t.to - 1; t.from && game.at[t.from - 1] != '\n'; t.from--)
        ;
    line = (Word){game.at + t.from, t.to - t.from};
    if (!text_skip(&line, begin) || line.length < tail ||
        memcmp(line.at + line.length - tail, end, tail))
        return UNIT_TAG_WRONG;
    line.length -= tail;
    if (unit_line_open(&line) || !text_split(&line, begin_unit, &number) ||
        !text_split(&number, begin_game, &hash) || !word_number(number, 1, INT32_MAX, &t.number) ||
        !unit_key_read(hash, &t.game_hash) || t.game_hash != hash_without(game, t.from, t.to))
        return UNIT_TAG_WRONG;
    t.job = line;
    *out = t;
    return UNIT_TAG_GOOD;
}
