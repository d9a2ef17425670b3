/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Our notes in the text of a game, read again. */
#include <string.h>

#include "base/util.h"
#include "notes.h"
#include "search/search.h"

enum { LICHESS_FIRST_CP = 15 }; /* lila, AccuracyPercent.scala: before the first move */

/* --- whose notes they are --------------------------------------------------------------------- */

/* "Alula" or "Alula 1.0", but no longer name with this beginning. */
static bool is_our_name(Word name) {
    Word rest = text_rest(name);

    return word_is(text_word(&rest), "Alula") &&
           (!text_rest(rest).length || (*text_rest(rest).at >= '0' && *text_rest(rest).at <= '9'));
}

Word notes_judge(const PgnGame *game) {
    Word names = pgn_tag(game, "Annotator");

    while (names.length) {
        const Word name = text_until(&names, ';');

        if (is_our_name(name))
            return text_rest(name);
    }
    return (Word){NULL, 0};
}

bool notes_are_ours(const PgnGame *game) {
    return notes_judge(game).length > 0;
}

/* --- evaluations ------------------------------------------------------------------------------ */

/* "0.35", "-12.34" or "300.00" in centipawns. */
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

/*
 * "#3" or "#-3" for White as a score of the side to move: it mates in three moves, or is mated.
 */
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

/* The evaluation with which a comment begins, as write_eval() of notes.c writes it, into a note of
   this position. */
static bool read_eval(Word comment, const Position *p, Note *note) {
    static const char begin[] = "[%eval ";
    const size_t skipped = sizeof begin - 1;
    const Color turn = position_turn(p);
    Word text, score;
    int64_t depth = 0;
    int value;

    if (comment.length < skipped || memcmp(comment.at, begin, skipped) != 0 ||
        !memchr(comment.at, ']', comment.length))
        return false;
    comment = (Word){comment.at + skipped, comment.length - skipped};
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

/* The mark of a NAG; NO_MARK for others. */
static Mark mark_of_nag(unsigned nag) {
    return nag == 4 ? MARK_BLUNDER : nag == 2 ? MARK_MISTAKE : nag == 6 ? MARK_DUBIOUS : NO_MARK;
}

/* Is item i the begin of a better line of ours: a move, and its evaluation? */
static bool is_our_line(const PgnGame *game, size_t i) {
    Note ignored;

    return i + 2 < game->items && game->item[i].kind == PGN_BEGIN &&
           game->item[i + 1].kind == PGN_MOVE && game->item[i + 2].kind == PGN_COMMENT &&
           read_eval(game->item[i + 2].text, &game->line.position[0], &ignored);
}

/* Take the better line that begins with item i into the note of its position. */
static void read_line(const PgnGame *game, size_t i, const Position *p, Note *note) {
    Position now = *p, next;
    Note first = {0};

    note->length = 0;
    while (++i < game->items && game->item[i].kind != PGN_END && game->item[i].kind != PGN_BEGIN) {
        const PgnItem *item = &game->item[i];

        if (item->kind == PGN_MOVE && note->length < NOTE_PLIES && item->move != NO_MOVE) {
            note->line[note->length++] = item->move;
            position_play(&next, &now, item->move);
            now = next;
        } else if (item->kind == PGN_COMMENT && note->length == 1 && !note->known &&
                   read_eval(item->text, p, &first)) {
            note->known = true; /* of the first position, which has no other evaluation */
            note->score = first.score;
            note->depth = first.depth;
        }
    }
}

/* What the text does not tell: the first position, and the last one after mate. */
static void complete(const PgnGame *game, Note *note) {
    const GameLine *line = &game->line;
    const bool usual = !pgn_tag(game, "FEN").length;
    Note last;

    if (!note[line->length].known && notes_plain(line, true, &last))
        note[line->length] = last;
    if (note[0].known || !line->length)
        return;
    note[0].known = usual || note[1].known;
    note[0].score = usual ? LICHESS_FIRST_CP : -note[1].score;
}

void notes_read(const PgnGame *game, Note *note) {
    const GameLine *line = &game->line;
    size_t ply = 0;
    int depth = 0;
    Mark nag = NO_MARK;

    for (size_t i = 0; i <= line->length; i++)
        note[i] = (Note){.judged = i < line->length, .mark = NO_MARK};
    for (size_t i = 0; i < game->items; i++) {
        const PgnItem *item = &game->item[i];
        Note *before = ply ? &note[ply - 1] : NULL;

        if (!depth && item->kind == PGN_MOVE) {
            ply++;
            nag = NO_MARK;
        } else if (!depth && item->kind == PGN_NAG && nag == NO_MARK) {
            nag = mark_of_nag(item->nag);
        } else if (!depth && item->kind == PGN_COMMENT && ply && !note[ply].known) {
            read_eval(item->text, &line->position[ply], &note[ply]);
        } else if (!depth && before && before->mark == NO_MARK && before->judged &&
                   is_our_line(game, i)) {
            read_line(game, i, &line->position[ply - 1], before);
            before->mark = nag;
            before->judged = nag != NO_MARK; /* else by the scores: the game has a mark like ! */
        }
        depth += (item->kind == PGN_BEGIN) - (item->kind == PGN_END);
    }
    complete(game, note);
}
