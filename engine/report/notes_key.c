/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game without our notes, and a checksum of it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/checksum.h"
#include "chess/fen.h"
#include "notes.h"
#include "tactics.h"

const PgnOptions notes_options = {.comments = true, .variations = true, .null_moves = true};

/* --- without notes ---------------------------------------------------------------------------- */

/* Returns the evaluation at the start of a text, in its brackets; else an empty word. */
static Word eval_of(Word text) {
    Word rest = text;

    if (text_skip(&rest, "[%eval "))
        (void)text_until(&rest, ']');
    return (Word){text.at, rest.at ? (size_t)(rest.at - text.at) : 0};
}

static bool is_by_tables(Word text) {
    return word_is(text, "White wins by tablebases") || word_is(text, "Black wins by tablebases");
}

/*
 * Writes a comment without evaluations, ours and those of other programs, to *rest, which advances.
 */
static Word without_eval(char **rest, Word text, bool ours) {
    Word left = {*rest, 0};
    size_t blanks = 0; /* at its end */
    bool any = false;

    for (size_t i = 0; i < text.length;) {
        const size_t n = eval_of((Word){text.at + i, text.length - i}).length;

        any |= n > 0;
        i += n;
        while (n && (blanks || *rest == left.at) && i < text.length && text.at[i] == ' ')
            i++;
        if (n)
            continue;
        blanks = text.at[i] == ' ' ? blanks + 1 : 0;
        *(*rest)++ = text.at[i++];
    }
    left.length = (size_t)(*rest - left.at) - blanks;
    return any && ours && (is_by_tables(left) || tactics_is_reason(left)) ? (Word){left.at, 0}
                                                                          : left;
}

/*
 * Returns the end of the variation at item i if it is ours: a move, its evaluation, more moves;
 * else 0. `before`: the evaluation before the move it replaces.
 */
static size_t end_of_our_line(const PgnGame *game, size_t i, Word before) {
    const PgnItem *item = &game->item[i + 1];
    Word eval, rest;

    if (item->kind != PGN_MOVE || item[1].kind != PGN_COMMENT)
        return 0;
    rest = item[1].text;
    eval = eval_of(rest);
    rest = text_rest((Word){rest.at + eval.length, rest.length - eval.length});
    for (item += 2; item->kind == PGN_MOVE; item++)
        ;
    if (item->kind != PGN_END || !eval.length || !memchr(eval.at, ',', eval.length) ||
        (rest.length && !is_by_tables(rest)) ||
        (before.length &&
         (before.length != eval.length || memcmp(before.at, eval.at, eval.length))))
        return 0;
    return (size_t)(item - game->item);
}

size_t notes_strip(const PgnGame *game, PgnItem *out, char *rest) {
    const bool ours = notes_are_ours(game);
    Word before = {NULL, 0}, after = {NULL, 0}; /* evaluations of the last two positions */
    size_t count = 0, mark = SIZE_MAX, end; /* mark: where ours of the last move may be in `out` */
    bool line = false;                      /* ours of the last move was there */
    int depth = 0;

    for (size_t i = 0; i < game->items; i++) {
        PgnItem item = game->item[i];

        if (!depth && item.kind == PGN_MOVE) {
            before = after;
            after = (Word){NULL, 0};
            mark = SIZE_MAX;
            line = false;
        } else if (!depth && item.kind == PGN_COMMENT) {
            after = after.length ? after : eval_of(item.text);
            item.text = without_eval(&rest, item.text, ours);
            if (!item.text.length)
                continue;
        } else if (!depth && item.kind == PGN_NAG && mark == SIZE_MAX &&
                   (item.nag == 2 || item.nag == 4 || item.nag == 6)) {
            mark = count;
        } else if (!depth && item.kind == PGN_BEGIN && ours && !line &&
                   (end = end_of_our_line(game, i, before))) {
            line = true;
            i = end;
            if (mark != SIZE_MAX)
                memmove(out + mark, out + mark + 1, (--count - mark) * sizeof *out);
            continue;
        }
        depth += (item.kind == PGN_BEGIN) - (item.kind == PGN_END);
        out[count++] = item;
    }
    return count;
}

size_t notes_comment_bytes(const PgnGame *game) {
    size_t bytes = 1;

    for (size_t i = 0; i < game->items; i++)
        bytes += game->item[i].kind == PGN_COMMENT ? game->item[i].text.length : 0;
    return bytes;
}

/* --- the key ---------------------------------------------------------------------------------- */

/* Hashes bytes from the lowest, so that the key is the same on every machine. */
static uint32_t hash_number(uint32_t hash, uint64_t n, int bytes) {
    for (; bytes; bytes--, n >>= 8)
        hash = checksum_fnv(hash, &(uint8_t){(uint8_t)n}, 1);
    return hash;
}

static uint32_t hash_word(uint32_t hash, Word text) {
    return checksum_fnv(hash_number(hash, text.length, 8), text.at, text.length);
}

uint64_t notes_key(const PgnGame *game) {
    const GameLine *line = &game->line;
    Text start = TEXT_OF(FEN_SIZE);
    uint32_t judged, all = CHECKSUM_FNV;

    fen_write(&start, &line->position[0]);
    judged = checksum_fnv(CHECKSUM_FNV, start.at, start.length);
    for (size_t i = 0; i < line->length; i++)
        judged = hash_number(judged, line->move[i], 2);
    for (size_t i = 0; i < game->tags; i++)
        all = hash_word(hash_word(all, game->tag[i].name), game->tag[i].value);
    for (size_t i = 0; i < game->items; i++) {
        const PgnItem *item = &game->item[i];

        all = hash_number(all, item->kind, 4);
        all = hash_number(all, item->kind == PGN_MOVE ? item->move : 0, 4);
        all = hash_number(all, item->kind == PGN_NAG ? item->nag : 0, 4);
        all = hash_word(all, item->text);
    }
    all = hash_word(all, word_of(pgn_result_text(game->result)));
    return (uint64_t)judged << 32 | all;
}

void notes_key_write(char text[NOTES_KEY_SIZE], uint64_t key) {
    snprintf(text, NOTES_KEY_SIZE, "%016" PRIx64, key);
}

bool notes_are_current(const PgnGame *game) {
    const Word stored = pgn_tag(game, NOTES_KEY_TAG);
    char now[NOTES_KEY_SIZE];

    if (!notes_are_ours(game) || !stored.at)
        return notes_are_ours(game);
    notes_key_write(now, notes_key(game));
    return stored.length > 8 && !memcmp(stored.at, now, 8);
}
