/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads our notes in the text of a game. */
#include <limits.h>
#include <string.h>

#include "chess/fen.h"
#include "notes.h"
#include "search/result.h"

enum { LICHESS_FIRST_CP = 15 }; /* lila, AccuracyPercent.scala: before the first move */

/* --- whose notes they are --------------------------------------------------------------------- */

/* Accepts "Alula" or "Alula 1.0", but no longer name with this prefix. */
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
    return strcmp(FEN_OF(game->line.position), FEN_START) != 0; /* the tag FEN may be that, too */
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
 * more moves. Returns false if we never write it so, or if it has a null move.
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
 * Ours has the evaluation given after the move before, at a move with a mark from ! to ?! that its
 * scores justify. Still ambiguous: another's line at the first move, which no evaluation precedes,
 * and ?? or ? by others where the scores allow both.
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
    least = notes_mark_scores(line->score, -after->score, 0);
    most = notes_mark_scores(line->score, -after->score, INT_MAX);
    /* our lines stand at marked moves only; a mark of ours is one of the two */
    return least == NO_MARK || mark == most ? most : least;
}

/* Completes what the text does not have: the first position, and the last one after mate. */
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
    unsigned nag = 0; /* the first from ! to ?! of the last move */

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
