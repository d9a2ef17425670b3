/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moves: the first line is a FEN, all other words are moves. A move that is accepted is legal, and
 * is read again from all forms that are written.
 */
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "fuzz.h"

static void check_form(const Position *p, Move m, MoveWriter *write) {
    char buffer[NOTATION_SIZE];
    Text text = text_in(buffer, sizeof buffer);
    Move again = NO_MOVE;

    write(&text, p, m);
    PROMISE(!text.full && text.length);
    PROMISE(notation_parse(&again, p, word_of(buffer)) == MOVE_FINE);
    PROMISE(again == m);
}

static void check_move(const Position *p, Move m) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    bool legal = false;

    for (size_t i = 0; i < count; i++)
        legal |= list[i] == m;
    PROMISE(legal);
    check_form(p, m, notation_write);
    check_form(p, m, notation_write_chess960);
    check_form(p, m, notation_write_san);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Word line, rest, word;
    Position now, next;
    Square square = NO_SQUARE;

    fuzz_init();
    fuzz_split(data, size, &line, &rest);
    if (fen_parse(&now, line, false) && fen_parse(&now, line, true))
        return 0;
    while ((word = text_word(&rest)).length) {
        const Word bare = notation_skip_number(word, false);
        Move m = NO_MOVE;
        MoveError error;

        PROMISE(bare.at >= word.at && bare.at + bare.length == word.at + word.length);
        if (notation_read_square(&square, word))
            PROMISE(word.length == 2 && square >= A1 && square < SQUARE_COUNT);
        error = notation_parse(&m, &now, word);
        PROMISE(error == MOVE_FINE || m == NO_MOVE);
        if (error != MOVE_FINE && notation_parse(&m, &now, bare) != MOVE_FINE)
            continue;
        check_move(&now, m);
        position_play(&next, &now, m);
        PROMISE(!position_error(&next));
        now = next;
    }
    return 0;
}
