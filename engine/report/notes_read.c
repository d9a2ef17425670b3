/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads our notes and the words of others in a game, or makes notes that need no search; strips our
 * notes; computes the key of a game.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/checksum.h"
#include "chess/fen.h"
#include "notes.h"
#include "search/result.h"
#include "tactics.h"

enum { LICHESS_FIRST_CP = 15 }; /* lila, AccuracyPercent.scala: before the first move */

const PgnOptions notes_options = {.comments = true, .variations = true, .null_moves = true};

/* --- annotators ------------------------------------------------------------------------------ */

/* Accepts "Alula" or "Alula 1.0", but not a longer name with this prefix. */
bool notes_is_our_name(Word name) {
    Word rest = text_rest(name);

    return word_is(text_word(&rest), "Alula") &&
           (!text_rest(rest).length || (*text_rest(rest).at >= '0' && *text_rest(rest).at <= '9'));
}

Word notes_judge(const PgnGame *game) {
    Word names = pgn_tag(game, "Annotator");

    while (names.length) {
        const Word name = text_until(&names, ';');

        if (notes_is_our_name(name))
            return text_rest(name);
    }
    return (Word){NULL, 0};
}

bool notes_are_ours(const PgnGame *game) {
    return notes_judge(game).length > 0;
}

bool notes_begin_elsewhere(const PgnGame *game) {
    return strcmp(FEN_OF(game->line.position), FEN_START) != 0; /* even if there is a tag FEN */
}

/* --- evaluations ------------------------------------------------------------------------------ */

/* Reads "0.35", "-12.34" or "300.00" as centipawns. */
static bool read_pawns(Word text, int *out) {
    const bool negative = text.length && *text.at == '-';
    int64_t thousandths;

    if (text.length && (negative || *text.at == '+'))
        text = (Word){text.at + 1, text.length - 1};
    if (!word_thousandths(text, SCORE_TABLEBASE * 10, &thousandths))
        return false;
    *out = (int)(negative ? -thousandths / 10 : thousandths / 10);
    return true;
}

/* Reads "#3" or "#-3" for White as a score of the side to move: mate in three moves, or mated. */
static bool read_mate(Word text, Color turn, int *out) {
    const bool black = text.length && *text.at == '-';
    int64_t moves;

    if (black)
        text = (Word){text.at + 1, text.length - 1};
    if (!word_number(text, 0, MAX_PLY / 2, &moves))
        return false;
    *out = black == (turn == BLACK) ? SCORE_MATE - (int)(moves ? 2 * moves - 1 : 0)
                                    : (int)(2 * moves) - SCORE_MATE;
    return true;
}

/*
 * Reads the evaluation at the start of a comment, as written by write_eval() of notes.c, into a
 * note of this position.
 */
static bool read_eval(Word comment, const Position *p, Note *note) {
    const Color turn = position_turn(p);
    Word text, score;
    int64_t depth = 0;
    int value;

    if (!text_skip(&comment, "[%eval ") || !memchr(comment.at, ']', comment.length))
        return false;
    text = text_until(&comment, ']');
    score = text_until(&text, ',');
    if (score.length && *score.at == '#') {
        if (!read_mate((Word){score.at + 1, score.length - 1}, turn, &value))
            return false;
    } else if (read_pawns(score, &value)) {
        value = turn == WHITE ? value : -value;
    } else {
        return false;
    }
    word_number(text, 0, 1000, &depth);
    note->known = true;
    note->score = value;
    note->depth = (int)depth;
    return true;
}

/* --- the game --------------------------------------------------------------------------------- */

/* Returns the mark of a NAG; NO_MARK for others. */
static Mark mark_of_nag(unsigned nag) {
    return nag == 4 ? MARK_BLUNDER : nag == 2 ? MARK_MISTAKE : nag == 6 ? MARK_DUBIOUS : NO_MARK;
}

/*
 * Reads the variation that begins with item i into a note of its position: a move, its evaluation,
 * more moves. Returns false if the variation is not in our format, or has a null move.
 */
static bool read_line(const PgnGame *game, size_t i, const Position *p, Note *note) {
    *note = (Note){.known = false};
    if (i + 2 >= game->items || game->item[i + 1].kind != PGN_MOVE ||
        game->item[i + 2].kind != PGN_COMMENT || !read_eval(game->item[i + 2].text, p, note))
        return false;
    while (++i < game->items && game->item[i].kind != PGN_END && game->item[i].kind != PGN_BEGIN) {
        if (game->item[i].kind != PGN_MOVE || note->length == NOTE_PLIES)
            continue;
        if (game->item[i].move == NO_MOVE)
            return false;
        note->line[note->length++] = game->item[i].move;
    }
    return true;
}

/*
 * Returns the mark implied by this better line of the nth move; NO_MARK if the line is not ours.
 * Our lines repeat the evaluation given after the previous move, and follow a move whose mark, from
 * ! to ?!, the scores justify. Two cases remain ambiguous: a line by others at the first move,
 * which no evaluation precedes, and ?? or ? by others where the scores allow both.
 */
static Mark mark_of_line(const PgnGame *game, const Note *note, size_t n, const Note *line,
                         unsigned nag) {
    const Note *before = &note[n], *after = &note[n + 1];
    const Mark mark = mark_of_nag(nag);
    const Move played = game->line.move[n];
    Mark least, most; /* without a loss of material, and with any */

    if (nag < 1 || nag > 6 || played == NO_MOVE || line->line[0] == played || !after->known ||
        (n && (!before->known || before->score != line->score || before->depth != line->depth)))
        return NO_MARK;
    least = chances_mark(line->score, -after->score, 0);
    most = chances_mark(line->score, -after->score, INT_MAX);
    /* Alula writes lines only at marked moves, with one of these two marks */
    return least == NO_MARK || mark == most ? most : least;
}

bool notes_plain(const GameLine *line, bool last, Note *note) {
    const Outcome outcome = gameline_outcome(line);
    const bool plain = outcome != OUTCOME_NONE && (outcome <= OUTCOME_INSUFFICIENT || last);

    *note = (Note){.known = plain, .score = outcome == OUTCOME_MATE ? -SCORE_MATE : SCORE_DRAW};
    return plain;
}

/*
 * Completes the notes that the PGN does not have: the first position, and the last one after mate.
 */
static void complete(const PgnGame *game, Note *note) {
    const GameLine *line = &game->line;
    Note last;

    if (!note[line->length].known && notes_plain(line, true, &last))
        note[line->length] = last;
    if (note[0].known || !line->length || notes_begin_elsewhere(game))
        return;
    note[0].known = true;
    note[0].score = LICHESS_FIRST_CP;
}

void notes_read(const PgnGame *game, Note *note) {
    const GameLine *line = &game->line;
    const bool ours = notes_are_ours(game), elsewhere = notes_begin_elsewhere(game);
    size_t ply = 0;
    int depth = 0;
    unsigned nag = 0; /* the first NAG from ! to ?! of the last move */

    for (size_t i = 0; i <= line->length; i++)
        note[i] = (Note){.judged = i < line->length, .mark = NO_MARK};
    for (size_t i = 0; i < game->items; i++) {
        const PgnItem *item = &game->item[i];
        Note better;

        if (!depth && item->kind == PGN_MOVE) {
            ply++;
            nag = 0;
        } else if (!depth && item->kind == PGN_NAG && item->nag <= 6 && !nag) {
            nag = item->nag;
        } else if (!depth && item->kind == PGN_COMMENT && (ply || elsewhere) && !note[ply].known) {
            read_eval(item->text, &line->position[ply], &note[ply]);
        } else if (!depth && item->kind == PGN_BEGIN && ours && ply &&
                   note[ply - 1].mark == NO_MARK &&
                   read_line(game, i, &line->position[ply - 1], &better)) {
            better.mark = mark_of_line(game, note, ply - 1, &better, nag);
            better.judged = true;
            if (better.mark != NO_MARK)
                note[ply - 1] = better;
        }
        depth += (item->kind == PGN_BEGIN) - (item->kind == PGN_END);
    }
    complete(game, note);
}

/* --- without notes ---------------------------------------------------------------------------- */

/* Returns the evaluation at the start of a text, in its brackets; otherwise an empty word. */
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
 * Copies a comment to *rest, which advances, without our evaluations and those of other programs.
 */
static Word without_eval(char **rest, Word text, bool ours) {
    Word left = {*rest, 0};
    size_t blanks = 0; /* at the end of the comment */
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
 * Returns the end of the variation at item i if Alula wrote it: a move, its evaluation, more moves;
 * otherwise 0. `before`: the evaluation before the move that the variation replaces.
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
    size_t count = 0, end;
    size_t mark = SIZE_MAX; /* index in `out` of a mark that Alula may have written */
    bool line = false;      /* Alula wrote a line at the last move */
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

/* Hashes bytes from the lowest to the highest, so that the key is the same on every machine. */
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

/* --- comments by anyone ----------------------------------------------------------------------- */

/* Returns the words up to the next command "[%...]"; sets *rest to the text after the command. */
static Word next_words(Word *rest) {
    Word words = *rest, tail;

    if (text_split(&words, "[%", &tail) && memchr(tail.at, ']', tail.length)) {
        (void)text_until(&tail, ']');
    } else {
        words = *rest;
        tail = (Word){0};
    }
    *rest = tail;
    return text_rest(words);
}

bool notes_has_words(Word comment) {
    for (Word rest = comment; rest.length;)
        if (next_words(&rest).length)
            return true;
    return false;
}

void notes_add_words(Text *out, Word comment, size_t limit) {
    const size_t from = out->length;

    for (Word rest = comment; rest.length;) {
        const Word words = next_words(&rest);
        const size_t used = out->length - from;

        if (!words.length)
            continue;
        if (used >= limit)
            return;
        if (used)
            text_add_char(out, ' ');
        text_add_quoted(out, words, limit - used);
    }
}
