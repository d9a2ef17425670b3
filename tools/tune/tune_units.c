/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune_units.h"

#include <inttypes.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "tools/common/tool.h"
#include "tools/common/units.h"

enum { VALUE_BYTES = 64, FRAME_BYTES = 200 };

static const char points_word[] = " ;points ";

/* --- writing --------------------------------------------------------------------------------- */

Text tune_unit_make(const TuneBatch *b, size_t number) {
    const Spsa *s = b->spsa;
    const uint64_t pair = s->done + number;
    TuneSide plus, minus;
    GameLine opening;
    size_t room;
    Text line;

    openings_line(&opening);
    openings_get(b->openings, (size_t)pair, &opening);
    spsa_perturb(s, pair, &plus, &minus);
    room = FEN_SIZE + strlen(b->job) + s->count * VALUE_BYTES + opening.length * 6 + FRAME_BYTES;
    line = text_in(memory_new(room, 1), room);
    fen_write(&line, &opening.position[0]);
    text_addf(&line, " ;tune %s ;pair %" PRIu64 "/%" PRIu64, b->job, pair + 1, s->plan.pairs);
    for (size_t i = 0; i < opening.length; i++) {
        text_add(&line, i ? " " : " ;moves ");
        notation_write(&line, &opening.position[i], opening.move[i]);
    }
    text_add(&line, " ;values");
    for (size_t i = 0; i < s->count; i++)
        text_addf(&line, " %s=%d,%d", s->row[i].name, plus.value[s->row[i].place],
                  minus.value[s->row[i].place]);
    gameline_destroy(&opening);
    return line;
}

void tune_unit_add_points(Text *line, const int points[2]) {
    text_addf(line, "%s%d %d", points_word, points[0], points[1]);
    unit_line_close(line);
}

/* --- reading --------------------------------------------------------------------------------- */

/* Reads "name=12,14 name=3,2"; other parameters keep their defaults. */
static bool read_values(TuneUnit *u, Word values) {
    Word w;

    u->side[0].params = u->side[1].params = params_default;
    while ((w = text_word(&values)).length) {
        const ParamRow *row = params_find(text_until(&w, '='));
        int64_t value[2];

        if (!row || !word_number(text_until(&w, ','), row->low, row->high, &value[0]) ||
            !word_number(w, row->low, row->high, &value[1]))
            return false;
        *params_value(&u->side[0].params, row) = (int)value[0];
        *params_value(&u->side[1].params, row) = (int)value[1];
    }
    return true;
}

static bool read_moves(GameLine *opening, Word moves) {
    Word w;
    Move m;

    while ((w = text_word(&moves)).length)
        if (notation_parse(&m, gameline_now(opening), w) || gameline_play(opening, m))
            return false;
    return true;
}

static bool read_pair(TuneUnit *u, Word of) {
    const Word pair = text_until(&of, '/');

    return word_number(of, 1, INT64_MAX, &u->of) && word_number(pair, 1, u->of, &u->pair);
}

/* Strips points from the end of the line, if it has any. */
static bool read_points(TuneUnit *u) {
    const size_t n = sizeof points_word - 1;
    size_t end = u->unit.length;
    int64_t points[2];
    Word rest;

    while (end && u->unit.at[end - 1] != ';')
        end--;
    if (end < 2 || u->unit.length < end + n - 2 ||
        memcmp(u->unit.at + end - 2, points_word, n) != 0)
        return true;
    rest = (Word){u->unit.at + end - 2 + n, u->unit.length - (end - 2 + n)};
    for (int i = 0; i < 2; i++) {
        if (!word_number(text_word(&rest), -1, 1, &points[i]))
            return false;
        u->points[i] = (int)points[i];
    }
    u->played = true;
    u->unit.length = end - 2;
    return !rest.length;
}

const char *tune_unit_read(TuneUnit *u, GameLine *opening, Word line) {
    static const char no_unit[] = "this is not a unit of alula-tune";
    bool values = false, good;
    Word rest, opcode, operands;
    Position start;

    *u = (TuneUnit){.unit = line};
    good = read_points(u);
    rest = u->unit;
    if (!good || fen_parse_prefix(&start, &rest, false))
        return no_unit;
    gameline_restart(opening, &start);
    while (good && epd_operation(&rest, &opcode, &operands)) {
        if (word_is(opcode, "tune"))
            u->job = operands;
        else if (word_is(opcode, "pair"))
            good = read_pair(u, operands);
        else if (word_is(opcode, "moves"))
            good = read_moves(opening, operands);
        else if (word_is(opcode, "values"))
            good = values = read_values(u, operands);
    }
    return good && values && u->job.length && u->pair && gameline_outcome(opening) == OUTCOME_NONE
               ? NULL
               : no_unit;
}

/* --- files ----------------------------------------------------------------------------------- */

bool tune_unit_next(LineFile *l, TuneUnit *u, GameLine *opening, const char **why) {
    Word line;

    if (!linefile_next(l, &line))
        return false;
    if (!l->whole) /* a part of a line may look complete */
        *why = "this line is cut short: it has no line end";
    else if (!(*why = unit_line_open(&line)))
        *why = tune_unit_read(u, opening, line);
    return true;
}
