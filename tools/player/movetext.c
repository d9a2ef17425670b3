/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "movetext.h"

#include "chess/notation.h"

static bool is_written(Word text, const Position *p, Move m, MoveWriter *write) {
    Text t = TEXT_OF(NOTATION_SIZE);

    write(&t, p, m);
    return word_is(text, t.at);
}

static MoveTextForm read_uci(Move *out, const Position *p, Word text, bool chess960) {
    const Word word = text_word(&text);
    const bool alone = !text_rest(text).length;
    Text t = TEXT_OF(6);
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
    if (word.at[0] == 'O' || (!is_written(word_of(t.at), p, m, notation_write) &&
                              !is_written(word_of(t.at), p, m, notation_write_chess960)))
        return MOVETEXT_WRONG;
    *out = m;
    return MOVETEXT_LOOSE;
}

static MoveTextForm read_cecp(Move *out, const Position *p, Word text) {
    Text t = TEXT_OF(NOTATION_SIZE);
    Move m;

    if (notation_parse(&m, p, text) != MOVE_FINE)
        return MOVETEXT_WRONG;
    *out = m;
    notation_write_san(&t, p, m);
    if (is_written(text, p, m, notation_write) || word_is(text, t.at))
        return MOVETEXT_RIGHT;
    if (t.at[t.length - 1] == '+' || t.at[t.length - 1] == '#')
        t.at[t.length - 1] = '\0';
    return word_is(text, t.at) ? MOVETEXT_RIGHT : MOVETEXT_LOOSE;
}

MoveTextForm movetext_read(Move *out, const Position *p, Word text, bool uci, bool chess960) {
    return uci ? read_uci(out, p, text, chess960) : read_cecp(out, p, text);
}
