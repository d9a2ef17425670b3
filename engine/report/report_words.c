/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report_words.h"

#include <inttypes.h>
#include <math.h>

#include "clocks.h"
#include "search/result.h"
#include "tactics.h"

const char *const report_mark_name[NO_MARK] = {"Blunder", "Mistake", "Inaccuracy"};
const char *const report_marks_name[NO_MARK] = {"Blunders", "Mistakes", "Inaccuracies"};

/* --- the game's own text --------------------------------------------------------------------- */

Word report_tag(const PgnGame *game, const char *name) {
    const Word value = text_rest(pgn_tag(game, name));

    for (size_t i = 0; i < value.length; i++) /* "?", "-", "????.??.??", "*" */
        if (!text_is_among(value.at[i], "?-.* "))
            return value;
    return (Word){0};
}

Word report_opening(const Report *r) {
    const Word own = report_tag(r->game, "Opening");

    return own.length ? own : r->opening.name;
}

Word report_eco(const Report *r) {
    const Word own = report_tag(r->game, "ECO");

    return own.length ? own : r->opening.eco;
}

void report_add_error(Text *out, const Report *r) {
    if (r->error_line)
        text_addf(out, "line %zu: ", r->error_line);
    text_add_quoted(out, word_of(r->error ? r->error : ""), NAME_LIMIT);
}

Word report_player(const PgnGame *game, Color side) {
    const Word name = report_tag(game, color_name(side));

    return name.length ? name : word_of(color_name(side));
}

/* --- moves and numbers ------------------------------------------------------------------------ */

void report_add_line(Text *out, const Position *p, const Move *move, size_t count) {
    notation_write_line(out, p, move, count, true, notation_write_san);
}

const char *report_score(char buffer[FIGURE_SIZE], int score) {
    Text text = text_in(buffer, FIGURE_SIZE);
    const int moves = score_is_mate(score) ? score_mate_moves(score) : 0;

    if (!score_is_mate(score))
        notation_write_pawns(&text, score);
    else if (moves)
        text_addf(&text, "#%d", moves);
    else
        text_add_char(&text, '#');
    return buffer;
}

const char *report_time(char buffer[FIGURE_SIZE], int64_t ms) {
    Text text = text_in(buffer, FIGURE_SIZE);
    const int64_t s = (ms + 500) / 1000;

    if (ms < 10000)
        text_addf(&text, "%" PRId64 ".%" PRId64 " s", (ms + 50) / 1000, (ms + 50) / 100 % 10);
    else if (s < 60)
        text_addf(&text, "%" PRId64 " s", s);
    else if (s < 3600)
        text_addf(&text, "%" PRId64 ":%02" PRId64, s / 60, s % 60);
    else
        text_addf(&text, "%" PRId64 ":%02" PRId64 ":%02" PRId64, s / 3600, s / 60 % 60, s % 60);
    return buffer;
}

/* Adds "1 hour 30 minutes", "0.50 seconds". */
static void add_span(Text *out, int64_t ms) {
    static const char *const names[] = {"day", "hour", "minute", "second"};
    static const int64_t units[] = {86400000, 3600000, 60000, 1000};
    const size_t from = out->length;

    for (int i = 0; i < 4; i++) {
        const int64_t part = i < 3 ? ms - ms % units[i] : ms;

        ms -= part;
        if (!part && (i < 3 || out->length > from))
            continue;
        text_add(out, out->length > from ? " " : "");
        text_addf(out, "%s %s%s", NUMBER_OF((double)part / (double)units[i], part % 1000 ? 2 : 0),
                  names[i], part == units[i] ? "" : "s");
    }
}

void report_add_control(Text *out, Word value) {
    ClockControl c;

    if (!clocks_read_control(&c, value))
        text_add_quoted(out, value, NAME_LIMIT);
    for (size_t i = 0; i < c.periods; i++) {
        const ClockPeriod *p = &c.period[i];
        const bool repeats = i + 1 == c.periods;

        text_add(out, i ? ", then " : "");
        add_span(out, p->base_ms);
        if (p->moves == 1 && repeats)
            text_add(out, " a move");
        else if (p->moves)
            text_addf(out, " for %s%zu moves", repeats ? "every " : "", p->moves);
        if (p->increment_ms) {
            text_add(out, " + ");
            add_span(out, p->increment_ms);
            text_add(out, " a move");
        }
    }
}

const char *report_number(char buffer[FIGURE_SIZE], double number, int decimals) {
    Text text = text_in(buffer, FIGURE_SIZE);
    int64_t factor = 1, n;

    for (int i = 0; i < decimals; i++)
        factor *= 10;
    n = llround(fabs(number) * (double)factor);
    text_addf(&text, "%s%" PRId64, number < 0 && n ? "-" : "", n / factor);
    if (decimals)
        text_addf(&text, ".%0*" PRId64, decimals, n % factor);
    return buffer;
}

/*
 * Returns how many of the moves played after a move can replace its best line, which the notes of a
 * PGN lack: those up to the next marked move.
 */
static size_t unmarked_after(const Report *r, size_t ply) {
    size_t count = 0;

    while (count < NOTE_PLIES && ply + 1 + count < r->plies &&
           r->ply[ply + 1 + count].mark == NO_MARK &&
           r->game->line.move[ply + 1 + count] != NO_MOVE)
        count++;
    return count;
}

/* Adds the reason why a move is bad: the one in the notes of the PGN, or one found in the lines. */
static bool add_cause(Text *out, const Report *r, size_t ply, int had, int has) {
    const Position *p = &r->game->line.position[ply];
    const size_t replies = r->note[ply + 1].length;
    const TacticMove move = {.before = ply ? p - 1 : NULL,
                             .from = p,
                             .played = r->game->line.move[ply],
                             .reply =
                                 replies ? r->note[ply + 1].line : &r->game->line.move[ply + 1],
                             .replies = replies ? replies : unmarked_after(r, ply),
                             .better = r->note[ply].line,
                             .betters = r->note[ply].length,
                             .had = had,
                             .has = has};
    Text noted = TEXT_OF(TACTIC_SIZE);

    notes_add_words(&noted, r->ply[ply].comment, TACTIC_SIZE - 1);
    if (replies || !tactics_is_reason((Word){noted.at, noted.length}))
        return tactics_add_reason(out, &move, NULL);
    text_add(out, noted.at);
    return true;
}

void report_add_reason(Text *out, const Report *r, size_t ply) {
    const ReportPly *before = &r->ply[ply], *after = before + 1;
    const bool white = report_mover(r, ply) == WHITE;
    const int had = white ? before->score : -before->score;
    const int has = white ? after->score : -after->score;
    const int from = (int)lround(white ? before->chances : 100 - before->chances);
    const int to = (int)lround(white ? after->chances : 100 - after->chances);

    if (add_cause(out, r, ply, had, has))
        text_add_char(out, ' ');
    if (from - to > 1) {
        text_addf(out, "%s\u2019s winning chances: %d\u00a0%% before, %d\u00a0%% after.",
                  white ? "White" : "Black", from, to);
    } else if (!score_is_mate(had) && !score_is_mate(has)) { /* only the score is known */
        text_addf(out, "The score falls by %s pawns in a decided game.",
                  NUMBER_OF((had - has) / 100.0, 1));
    }
}
