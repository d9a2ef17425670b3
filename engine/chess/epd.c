/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "epd.h"

#include <string.h>

#include "base/util.h"
#include "fen.h"
#include "notation.h"

/*
 * Limits of Edwards, 16.2.3.1 and 4.3: operations in a line, bytes of a string, bytes of an opcode.
 */
enum { MAX_OPERATIONS = 64, MAX_STRING = 255, MAX_OPCODE = 15 };

static bool fail(Text *error, const char *message, Word about) {
    text_add(error, message);
    if (about.length) {
        text_add(error, ": ");
        text_add_quoted(error, about, 40);
    }
    return false;
}

static Word unquoted(Word w) {
    return w.length >= 2 && *w.at == '"' && w.at[w.length - 1] == '"'
               ? (Word){w.at + 1, w.length - 2}
               : w;
}

/* --- single operations ----------------------------------------------------------------------- */

static bool is_opcode(Word w) {
    for (size_t i = 0; i < w.length; i++) {
        const char c = w.at[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

        if (!letter && (!i || (c != '_' && (c < '0' || c > '9'))))
            return false;
    }
    return w.length && w.length <= MAX_OPCODE;
}

/* Checks that strings are closed and not too long. */
static bool check_strings(Word operands, Text *error) {
    const char *open = NULL;

    for (size_t i = 0; i < operands.length; i++) {
        const char *at = operands.at + i;

        if (*at != '"' || (i && at[-1] == '\\'))
            continue;
        if (open && at - open - 1 > MAX_STRING)
            return fail(error, "a string is longer than 255 bytes", (Word){0});
        open = open ? NULL : at;
    }
    return !open || fail(error, "a string is not closed",
                         (Word){open, (size_t)(operands.at + operands.length - open)});
}

/* Returns a hint if the operands contain what looks like the next operation. */
static const char *hint(Word operands) {
    Word word;

    while ((word = text_word(&operands)).length)
        if (word_is_among(word, "acd,acn,acs,am,bm,c0,c1,ce,dm,fmvn,hmvc,id,pv"))
            return " (is a ; missing in front of the next opcode?)";
    return "";
}

/* Returns the next word of a list of moves, which may be separated by commas. */
static Word next_move(Word *list) {
    Word word;

    do {
        Word tail = text_word(list);

        word = text_until(&tail, ',');
        if (tail.length)
            *list = (Word){tail.at, (size_t)(list->at + list->length - tail.at)};
    } while (!word.length && list->length);
    return word;
}

static bool read_moves(EpdMoves *out, const Position *p, Word opcode, Word operands, EpdRules rules,
                       Text *error) {
    Word rest = operands, word;

    out->text = operands;
    while ((word = next_move(&rest)).length) {
        const char *why = NULL;
        Move m = NO_MOVE;

        if (out->count && text_is_among(*word.at, "+#!?")) /* a separate suffix of a move */
            continue;
        switch (notation_parse(&m, p, word)) {
        case MOVE_FINE:
            if (!epd_moves_has(out, m))
                out->move[out->count++] = m;
            else if (rules == EPD_STRICT)
                why = "occurs twice";
            break;
        case MOVE_UNREADABLE:
            why = "is not a move";
            break;
        case MOVE_AMBIGUOUS:
            why = "is ambiguous";
            break;
        default:
            why = "is not a legal move";
        }
        if (why) {
            text_add_quoted(error, opcode, MAX_OPCODE);
            text_add(error, ": ");
            text_add_quoted(error, word, 20);
            return text_fail(error, " %s%s", why, hint(operands));
        }
    }
    if (!out->count) {
        text_add_quoted(error, opcode, MAX_OPCODE);
        text_add(error, " has no move");
    }
    return out->count > 0;
}

/* Checks the operand of an operation that takes a number, which some files put in quotes. */
static bool check_number(EpdProblem *p, Word opcode, Word operands, EpdRules rules, Text *error) {
    static const struct {
        const char *opcode;
        int64_t min, max;
    } rows[] = {{"acd", 0, 10000},     {"acn", 0, INT64_MAX}, {"acs", 0, INT64_MAX},
                {"ce", -32768, 32767}, {"dm", -10000, 10000}, {"hmvc", 0, 150},
                {"fmvn", 1, 9999}};
    int64_t n;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!word_is(opcode, rows[i].opcode))
            continue;
        if (!word_number(unquoted(operands), rows[i].min, rows[i].max, &n) ||
            (!n && word_is(opcode, "dm"))) {
            if (rules == EPD_LENIENT && !word_is(opcode, "dm"))
                return true;
            text_addf(error, "%s has a bad number%s", rows[i].opcode, hint(operands));
            return fail(error, "", operands);
        }
        if (word_is(opcode, "dm"))
            p->mate = (int)n;
    }
    return true;
}

static bool read_operation(EpdProblem *p, Word opcode, Word operands, EpdRules rules, Text *error) {
    if (rules == EPD_STRICT && !is_opcode(opcode))
        return fail(error, "this is not an opcode", opcode);
    if (rules == EPD_STRICT && !check_strings(operands, error))
        return false;
    if (!check_number(p, opcode, operands, rules, error))
        return false;
    epd_counter(&p->position, opcode, unquoted(operands));
    if (word_is(opcode, "bm"))
        return read_moves(&p->best, &p->position, opcode, operands, rules, error);
    if (word_is(opcode, "am"))
        return read_moves(&p->avoid, &p->position, opcode, operands, rules, error);
    if (word_is(opcode, "id"))
        p->id = unquoted(operands);
    return true;
}

/* --- points ---------------------------------------------------------------------------------- */

/*
 * Reads moves with their points, which are in another list (`apart`) or follow a '='. Anything else
 * is a comment; a comment may follow the last move with points, too.
 */
static bool read_points(EpdProblem *p, Word moves, Word numbers, bool apart, Text *error) {
    Word word, number;

    moves = unquoted(moves);
    numbers = unquoted(numbers);
    while ((word = next_move(&moves)).length || numbers.length) {
        EpdPoints *const s = &p->points;
        Move m = NO_MOVE;
        int64_t n;

        if (apart) {
            number = next_move(&numbers);
        } else {
            number = (Word){word.at + word.length, 0};
            while (number.at > word.at && number.at[-1] != '=')
                number = (Word){number.at - 1, number.length + 1};
            if (number.at == word.at)
                return true;
            word.length -= number.length + 1;
        }
        if (s->count == EPD_SCORED || notation_parse(&m, &p->position, word) != MOVE_FINE ||
            !word_number(number, -1000, 1000, &n)) {
            if (!s->count)
                return true;
            text_add(error, "a move with points is illegal, or has no points: ");
            text_add_quoted(error, word, 20);
            return false;
        }
        s->move[s->count] = m;
        s->points[s->count++] = (int16_t)n;
        s->most = max(s->most, (int)n);
    }
    return true;
}

int epd_points(const EpdProblem *p, Move m) {
    for (int i = 0; i < p->points.count; i++)
        if (p->points.move[i] == m)
            return p->points.points[i];
    return 0;
}

/* --- lines ----------------------------------------------------------------------------------- */

/* Returns the name of an invalid byte at the start of the word, or NULL. */
static const char *stray(Word w, bool quoted) {
    static const char *const rows[][2] = {{"\xef\xbb\xbf", "a byte order mark"},
                                          {"\xc2\xa0", "a no-break space"},
                                          {"\xa0", "a no-break space"}, /* in Latin-1 */
                                          {"\xe2\x80\xaf", "a narrow no-break space"},
                                          {"\xe2\x80\x8b", "a zero-width space"},
                                          {"\x7f", "a control character"}};

    if (!*w.at || *w.at == '\r')
        return *w.at ? "a carriage return" : "a NUL byte";
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !quoted; i++)
        if (text_skip(&w, rows[i][0]))
            return rows[i][1];
    return !quoted && *w.at > 0 && *w.at < ' ' && text_rest((Word){w.at, 1}).length
               ? "a control character"
               : NULL;
}

bool epd_trim(Word *line, Text *error) {
    Word rest = *line;
    bool quoted = false;

    *line = text_rest(*line);
    if (line->length && !line->at[line->length - 1])
        *line = text_rest((Word){line->at, line->length - 1});
    rest.length = line->length ? (size_t)(line->at + line->length - rest.at) : 0;
    for (size_t column = 1, step; rest.length; column++, rest.at += step, rest.length -= step) {
        const char *name = rest.at < line->at ? NULL : stray(rest, quoted);

        if (name)
            return text_fail(error, "%s stands in column %zu of the line", name, column);
        if (*rest.at == '"' && (rest.at == line->at || rest.at[-1] != '\\'))
            quoted = !quoted;
        step = text_character(rest);
        step += !step;
    }
    return true;
}

/* Returns the first four fields: board, side, castling and en passant; a ';' may follow. */
static Word four_fields(Word line) {
    Word copy = line, rest = text_until(&copy, ';');

    for (int i = 0; i < 4; i++)
        text_word(&rest);
    return (Word){line.at, (size_t)(rest.at - line.at)};
}

bool epd_read_line(EpdProblem *out, Word line, bool chess960, EpdRules rules, Text *error) {
    Word seen[MAX_OPERATIONS], opcode, operands, rest = line;
    Word comment[10] = {{0}}; /* c0 to c9 */
    const char *message;
    size_t count = 0;
    EpdProblem p = {.file = out->file, .line = out->line};

    if (!epd_trim(&rest, error))
        return false;
    p.text = rest;
    p.fields = four_fields(rest);
    if ((message = fen_parse_prefix(&p.position, &rest, chess960)))
        return fail(error, message, (Word){0});
    p.has_counters = text_rest((Word){p.fields.at + p.fields.length,
                                      (size_t)(rest.at - p.fields.at) - p.fields.length})
                         .length > 0;
    p.operations = text_rest(rest);
    while (epd_operation(&rest, &opcode, &operands)) {
        for (size_t i = 0; rules == EPD_STRICT && i < count; i++)
            if (word_same(seen[i], opcode))
                return fail(error, "an opcode occurs twice", opcode);
        if (count == MAX_OPERATIONS)
            return fail(error, "there are more than 64 operations", (Word){0});
        seen[count++] = opcode;
        if (opcode.length == 2 && *opcode.at == 'c' && text_is_digit(opcode.at[1]))
            comment[opcode.at[1] - '0'] = operands;
        if (!read_operation(&p, opcode, operands, rules, error))
            return false;
    }
    for (int i = 0; rules == EPD_STRICT && i < p.best.count; i++)
        if (epd_moves_has(&p.avoid, p.best.move[i]))
            return fail(error, "bm and am name the same move", p.avoid.text);
    if (!(read_points(&p, comment[9], comment[8], true, error) &&
          (p.points.count || read_points(&p, comment[7], comment[8], true, error)) &&
          (p.points.count || read_points(&p, comment[0], (Word){0}, false, error)))) {
        if (rules == EPD_STRICT)
            return false;
        p.points = (EpdPoints){.count = 0};
        text_clear(error);
    }
    *out = p;
    return true;
}

bool epd_is_solved(const EpdProblem *p, Move m, bool mates) {
    return mates ||
           (m != NO_MOVE && (p->best.count || p->avoid.count) &&
            (!p->best.count || epd_moves_has(&p->best, m)) && !epd_moves_has(&p->avoid, m));
}
