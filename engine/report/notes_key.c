/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game without our notes, and a checksum of it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "chess/fen.h"
#include "notes.h"

const PgnOptions notes_options = {.comments = true, .variations = true, .null_moves = true};

/* By NAG; 0 is none. */
const char *const marked_text[] = {NULL,        "marked !",  "marked ?", "marked !!",
                                   "marked ??", "marked !?", "marked ?!"};

/* --- without notes ---------------------------------------------------------------------------- */

/* The evaluation with which a text begins, in its brackets; else an empty word. */
static Word eval_of(Word text) {
    static const char eval[] = "[%eval ";
    const char *end = text.length ? memchr(text.at, ']', text.length) : NULL;

    if (!end || text.length < sizeof eval || memcmp(text.at, eval, sizeof eval - 1) != 0)
        return (Word){text.at, 0};
    return (Word){text.at, (size_t)(end - text.at) + 1};
}

static bool is_by_tables(Word text) {
    return word_is(text, "White wins by tablebases") || word_is(text, "Black wins by tablebases");
}

/* A comment without evaluations, ours and those of other programs, in *rest, which moves on. */
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
    return any && ours && is_by_tables(left) ? (Word){left.at, 0} : left;
}

static bool has_any(Word text, const char *set) {
    for (size_t i = 0; i < text.length; i++)
        if (text_is_among(text.at[i], set))
            return true;
    return false;
}

/*
 * The end of the variation at item i if we wrote it: a move, its evaluation, more moves, of which
 * some may have become impossible; else 0. `before`: the evaluation before the move it replaces.
 */
static size_t end_of_our_line(const PgnGame *game, size_t i, Word before) {
    const PgnItem *item = &game->item[i + 1];
    Word comment = item->text, eval, rest;

    if (item->kind == PGN_RAW) {
        rest = comment;
        if (has_any(text_until(&rest, '{'), "(;$"))
            return 0;
        comment = text_until(&rest, '}');
        if (has_any(rest, "({;$"))
            return 0;
        item++;
    } else if (item->kind == PGN_MOVE && item[1].kind == PGN_COMMENT) {
        comment = item[1].text;
        for (item += 2; item->kind == PGN_MOVE; item++)
            ;
        item += item->kind == PGN_RAW && !has_any(item->text, "({;$");
    }
    eval = eval_of(comment);
    rest = text_rest((Word){comment.at + eval.length, comment.length - eval.length});
    if (item->kind != PGN_END || !eval.length || !has_any(eval, ",") ||
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

/* Without blanks, which depend on the lines of the text; the same for Latin-1 and UTF-8, where
   other bytes stand for its characters: 0xc2 or 0xc3, and one without bit 6. */
static uint32_t hash_text(uint32_t hash, Word text) {
    for (size_t i = 0; i < text.length; i++) {
        const unsigned char c = (unsigned char)text.at[i], one = c < 0x80 ? c : c | 0x40;

        if (one > ' ' && one != 0xc2 && one != 0xc3)
            hash = checksum_fnv(hash, &one, 1);
    }
    return hash;
}

/* Tags in any order; one that says nothing is the same as none. */
static uint32_t hash_tags(const PgnGame *game) {
    static const char *const others[] = {"Annotator", "Result",      "SetUp",       "FEN",
                                         "Variant",   NOTES_KEY_TAG, NOTES_UNIT_TAG};
    uint32_t sum = 0;

    for (size_t i = 0; i < game->tags; i++) {
        const PgnTag *tag = &game->tag[i];
        bool counts =
            tag->value.length && !word_is(tag->value, "?") && !word_is(tag->value, "????.??.??");

        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            counts = counts && !word_is(tag->name, others[k]);
        if (counts)
            sum += hash_text(hash_text(CHECKSUM_FNV, tag->name), tag->value);
    }
    return sum;
}

/* A mark from ! to ?!, or the comment that notes_write() makes of it; 0: none. */
static unsigned mark_of(const PgnItem *item) {
    if (item->kind == PGN_NAG)
        return item->nag <= 6 ? item->nag : 0;
    for (unsigned nag = 1; item->kind == PGN_COMMENT && nag <= 6; nag++)
        if (word_is(item->text, marked_text[nag]))
            return nag;
    return 0;
}

/* Marks of the moves of the game count wherever they stand at their move. */
static uint32_t hash_items(uint32_t hash, const PgnItem *item, size_t items) {
    uint32_t sum = 0, ply = 0;
    unsigned seen = 0; /* marks of the last move */
    int depth = 0;

    for (; items; items--, item++) {
        const unsigned mark = depth ? 0 : mark_of(item);

        if (!depth && item->kind == PGN_MOVE) {
            ply++;
            seen = 0;
        }
        depth += (item->kind == PGN_BEGIN) - (item->kind == PGN_END);
        if (mark) {
            const uint32_t what[] = {ply, mark};

            sum += seen >> mark & 1 ? 0 : checksum_fnv(CHECKSUM_FNV, what, sizeof what);
            seen |= 1u << mark;
            continue;
        }
        hash = checksum_fnv(hash, &item->kind, sizeof item->kind);
        hash = checksum_fnv(hash, &item->move, item->kind == PGN_MOVE ? sizeof item->move : 0);
        hash = checksum_fnv(hash, &item->nag, item->kind == PGN_NAG ? sizeof item->nag : 0);
        hash = hash_text(hash, item->text);
    }
    return hash ^ sum;
}

uint64_t notes_key(const PgnGame *game) {
    PgnItem *item = malloc((game->items + 1) * sizeof *item);
    char *rest = malloc(notes_comment_bytes(game)), fen[FEN_SIZE];
    Text start = text_in(fen, sizeof fen);
    uint32_t judged = 0;

    fen_write(&start, &game->line.position[0]);
    if (item && rest) {
        judged = checksum_fnv(CHECKSUM_FNV, fen, start.length);
        judged = hash_text(judged, word_of(pgn_result_text(game->result)));
        judged = hash_items(judged, item, notes_strip(game, item, rest));
    }
    free(item);
    free(rest);
    return (uint64_t)judged << 32 | hash_tags(game);
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
