/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "movetext.h"

#include "chess/notation.h"

static bool is_written(Word text, const Position *p, Move m, MoveWriter *write) {
    char right[NOTATION_SIZE];
    Text t = text_in(right, sizeof right);

    write(&t, p, m);
    return word_is(text, right);
}

static MoveTextForm read_uci(Move *out, const Position *p, Word text, bool chess960) {
    const Word word = text_word(&text);
    const bool alone = !text_rest(text).length;
    char lower[6];
    Text t = text_in(lower, sizeof lower);
    Move m;

    if (word.length < 4 || word.length > 5 || notation_parse(&m, p, word) != MOVE_FINE)
        return MOVETEXT_WRONG;
    text_add_word(&t, (Word){word.at, 4});
    if (word.length == 5)
        text_add_char(&t, text_lower(word.at[4]));
    if (is_written(word, p, m, chess960 ? notation_write_chess960 : notation_write) &&
        word.at[0] != 'O') {
        *out = m;
        return alone ? MOVETEXT_RIGHT : MOVETEXT_LOOSE;
    }
    if (word.at[0] == 'O' || (!is_written(word_of(lower), p, m, notation_write) &&
                              !is_written(word_of(lower), p, m, notation_write_chess960)))
        return MOVETEXT_WRONG;
    *out = m;
    return MOVETEXT_LOOSE;
}

static MoveTextForm read_cecp(Move *out, const Position *p, Word text) {
    char san[NOTATION_SIZE];
    Text t = text_in(san, sizeof san);
    Move m;

    if (notation_parse(&m, p, text) != MOVE_FINE)
        return MOVETEXT_WRONG;
    *out = m;
    notation_write_san(&t, p, m);
    if (is_written(text, p, m, notation_write) || word_is(text, san))
        return MOVETEXT_RIGHT;
    if (san[t.length - 1] == '+' || san[t.length - 1] == '#')
        san[t.length - 1] = '\0';
    return word_is(text, san) ? MOVETEXT_RIGHT : MOVETEXT_LOOSE;
}

MoveTextForm movetext_read(Move *out, const Position *p, Word text, bool uci, bool chess960) {
    return uci ? read_uci(out, p, text, chess960) : read_cecp(out, p, text);
}
