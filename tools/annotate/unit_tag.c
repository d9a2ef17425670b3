/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit_tag.h"

#include <inttypes.h>
#include <string.h>

static const char begin[] = "[" UNIT_TAG_NAME " \"", end[] = "\"]\n", begin_unit[] = " ;unit ",
                  begin_game[] = " ;game ";

uint64_t unit_tag_hash(Word game, size_t from, size_t to) {
    return unit_hash(unit_hash(0, game.at, from), game.at + to, game.length - to);
}

/* Where these words first are; the length of the text if they are not there. */
static size_t find(Word text, const char *words) {
    const size_t n = strlen(words);

    for (size_t i = 0; i + n <= text.length; i++)
        if (!memcmp(text.at + i, words, n))
            return i;
    return text.length;
}

size_t unit_tag_place(Word game) {
    const size_t empty = find(game, "\n\n");

    return empty < game.length ? empty + 1 : empty;
}

void unit_tag_write(Text *out, const char *job, int64_t number, Word game) {
    const size_t at = unit_tag_place(game);
    Text line = TEXT_OF(UNIT_TAG_SIZE);

    text_addf(&line, "%s%s%" PRId64 "%s%016" PRIx64, job, begin_unit, number, begin_game,
              unit_tag_hash(game, at, at));
    unit_line_close(&line);
    text_add(out, begin);
    text_add_word(out, (Word){line.at, line.length - 1});
    text_add(out, end);
}

/* Take the words behind `mark` off a text. */
static bool split(Word *text, const char *mark, Word *tail) {
    const size_t at = find(*text, mark), skipped = at + strlen(mark);

    if (at == text->length)
        return false;
    *tail = (Word){text->at + skipped, text->length - skipped};
    text->length = at;
    return true;
}

UnitTagStatus unit_tag_read(UnitTag *out, Word game) {
    const size_t tag = sizeof begin - 1, tail = sizeof end - 1;
    UnitTag t = {.to = unit_tag_place(game)};
    Word line, number, hash;

    if (find(game, begin) == game.length)
        return UNIT_TAG_NONE;
    if (!t.to)
        return UNIT_TAG_WRONG;
    for (t.from = t.to - 1; t.from && game.at[t.from - 1] != '\n'; t.from--)
        ;
    line = (Word){game.at + t.from, t.to - t.from};
    if (line.length < tag + tail || memcmp(line.at, begin, tag) ||
        memcmp(line.at + line.length - tail, end, tail))
        return UNIT_TAG_WRONG;
    line = (Word){line.at + tag, line.length - tag - tail};
    if (unit_line_open(&line) || !split(&line, begin_unit, &number) ||
        !split(&number, begin_game, &hash) || !word_number(number, 1, INT32_MAX, &t.number) ||
        !unit_key_read(hash, &t.game_hash) || t.game_hash != unit_tag_hash(game, t.from, t.to))
        return UNIT_TAG_WRONG;
    t.job = line;
    *out = t;
    return UNIT_TAG_GOOD;
}
