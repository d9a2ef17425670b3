/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "opening.h"

#include "chess/fen.h"
#include "chess/notation.h"

/* The next move as a word, without a move number; empty at the end. */
static Word next_word(Word *line) {
    Word word;

    while ((word = text_word(line)).length && !(word = notation_skip_number(word, true)).length)
        ;
    return word;
}

const char *opening_defect(Word moves) {
    Position now, next;
    Word word;
    const char *defect = fen_parse(&now, word_of(FEN_START), false);

    while (!defect && (word = next_word(&moves)).length) {
        Move m;

        if (notation_parse(&m, &now, word))
            return "the moves are not all legal";
        position_play(&next, &now, m);
        now = next;
    }
    return defect;
}

Move opening_next(Word moves, const GameLine *game) {
    Position start;

    if (fen_parse(&start, word_of(FEN_START), false) || start.key != game->position[0].key)
        return NO_MOVE;
    for (size_t ply = 0; ply <= game->length; ply++) {
        Move m;

        if (notation_parse(&m, &game->position[ply], next_word(&moves)))
            return NO_MOVE;
        if (ply == game->length)
            return m;
        if (game->move[ply] != m)
            return NO_MOVE;
    }
    return NO_MOVE;
}
