/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "epd.h"

#include <string.h>

#include "fen.h"
#include "notation.h"

/* Limits on operations of a line and bytes of a string (Edwards, 16.2.3.1 and 4.3). */
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

/* Strings must be closed, and not too long. */
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

/* A hint if the operands contain what looks like the next operation. */
static const char *hint(Word operands) {
    static const char *const opcodes[] = {"acd", "acn", "acs",  "am",   "bm", "c0", "c1",
                                          "ce",  "dm",  "fmvn", "hmvc", "id", "pv"};
    Word word;

    while ((word = text_word(&operands)).length)
        for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
            if (word_is(word, opcodes[i]))
                return " (is a ; missing in front of the next opcode?)";
    return "";
}

static bool read_moves(EpdMoves *out, const Position *p, Word opcode, Word operands, EpdRules rules,
                       Text *error) {
    Word rest = operands, word;

    out->text = operands;
    while ((word = text_word(&rest)).length) {
        const char *why = NULL;
        Move m = NO_MOVE;

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
            text_addf(error, " %s%s", why, hint(operands));
            return false;
        }
    }
    if (!out->count) {
        text_add_quoted(error, opcode, MAX_OPCODE);
        text_add(error, " has no move");
    }
    return out->count > 0;
}

/* Check the operand of operations with a number. Some files put it in quotes. */
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

/* --- lines ----------------------------------------------------------------------------------- */

/* The first four words: board, side, castling and en passant. */
static Word four_fields(Word line) {
    Word rest = line;

    for (int i = 0; i < 4; i++)
        text_word(&rest);
    return (Word){line.at, (size_t)(rest.at - line.at)};
}

bool epd_read_line(EpdProblem *out, Word line, bool chess960, EpdRules rules, Text *error) {
    Word seen[MAX_OPERATIONS], opcode, operands, rest = text_rest(line);
    const char *message;
    size_t count = 0;
    EpdProblem p = {.text = rest, .file = out->file, .line = out->line};

    if (rest.length && memchr(rest.at, '\0', rest.length))
        return fail(error, "the line contains a NUL byte", (Word){0});
    p.fields = four_fields(rest);
    if ((message = fen_parse_prefix(&p.position, &rest, chess960)))
        return fail(error, message, (Word){0});
    p.has_counters = text_rest((Word){p.fields.at + p.fields.length,
                                      (size_t)(rest.at - p.fields.at) - p.fields.length})
                         .length > 0;
    p.operations = text_rest(rest);
    while (epd_operation(&rest, &opcode, &operands)) {
        for (size_t i = 0; rules == EPD_STRICT && i < count; i++)
            if (seen[i].length == opcode.length && !memcmp(seen[i].at, opcode.at, opcode.length))
                return fail(error, "an opcode occurs twice", opcode);
        if (count == MAX_OPERATIONS)
            return fail(error, "there are more than 64 operations", (Word){0});
        seen[count++] = opcode;
        if (!read_operation(&p, opcode, operands, rules, error))
            return false;
    }
    for (int i = 0; rules == EPD_STRICT && i < p.best.count; i++)
        if (epd_moves_has(&p.avoid, p.best.move[i]))
            return fail(error, "bm and am name the same move", p.avoid.text);
    *out = p;
    return true;
}

bool epd_is_solved(const EpdProblem *p, Move m, bool mates) {
    return mates ||
           (m != NO_MOVE && (p->best.count || p->avoid.count) &&
            (!p->best.count || epd_moves_has(&p->best, m)) && !epd_moves_has(&p->avoid, m));
}
