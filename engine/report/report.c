/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chances.h"
#include "chess/notation.h"
#include "clocks.h"
#include "search/result.h"

enum { START_CP = 15 /* lichess's value of the initial position */ };

/* --- accuracy --------------------------------------------------------------------------------- */

/*
 * Sources: lichess-org/lila, modules/analyse: AccuracyPercent.scala and AccuracyCP.scala; they
 * count the initial position as worth START_CP.
 */

static double move_accuracy(double before, double after) {
    if (after >= before)
        return 100;
    return fmin(100, fmax(0, 103.1668100711649 * exp(-0.04354415386753951 * (before - after)) -
                                 3.166924740191411 + 1));
}

/* Returns the weight of a move, which grows with the changes of the evaluations around it. */
static double weight(const Report *r, size_t n) {
    const size_t window = r->plies < 20 ? 2 : r->plies > 80 ? 8 : r->plies / 10;
    const size_t from = n < window - 2 ? 0 : n - (window - 2);
    double mean = 0, squares = 0;

    for (size_t i = from; i < from + window; i++)
        mean += r->ply[i].cut_chances / (double)window;
    for (size_t i = from; i < from + window; i++)
        squares += pow(r->ply[i].cut_chances - mean, 2);
    return fmin(12, fmax(0.5, sqrt(squares / (double)window)));
}

/* Sums over the moves of one side. */
typedef struct {
    double weights, weighted, inverse, lost;
    double phase[PHASES];
    size_t moves[PHASES];
} Sums;

int report_rating(double lost, size_t judged) {
    enum { LEAST_MOVES = 20 };

    if (judged < LEAST_MOVES)
        return REPORT_UNKNOWN;
    return clamp(50 * (int)lround((1961 - 3 * lost) / 50), REPORT_RATING_LEAST, REPORT_RATING_MOST);
}

/* Returns the phase of a position that follows a position in phase `before`. */
static Phase phase_after(Phase before, const Position *p) {
    enum { MIDDLEGAME = 10, ENDING = 6, SPARSE = 4 };
    const Board *b = &p->board;
    const int pieces = bb_count(board_occupied(b) & ~(b->piece[PAWN] | b->piece[KING]));
    const bool sparse = bb_count(b->color[WHITE] & bb_rank(0)) < SPARSE ||
                        bb_count(b->color[BLACK] & bb_rank(7)) < SPARSE;

    if (pieces <= ENDING)
        return PHASE_ENDING;
    return before == PHASE_OPENING && !sparse && pieces > MIDDLEGAME ? PHASE_OPENING
                                                                     : PHASE_MIDDLEGAME;
}

static void find_phases(Report *r) {
    Phase phase = PHASE_OPENING;

    r->from[PHASE_MIDDLEGAME] = r->from[PHASE_ENDING] = r->plies + 1;
    for (size_t n = 0; n <= r->plies; n++) {
        const Phase now = phase_after(phase, &r->game->line.position[n]);

        for (Phase next = PHASE_MIDDLEGAME; next <= now; next++)
            if (phase < next)
                r->from[next] = n;
        phase = now > phase ? now : phase;
    }
}

static Phase phase_at(const Report *r, size_t n) {
    return n >= r->from[PHASE_ENDING]       ? PHASE_ENDING
           : n >= r->from[PHASE_MIDDLEGAME] ? PHASE_MIDDLEGAME
                                            : PHASE_OPENING;
}

static void judge_moves(Report *r) {
    Sums sums[COLOR_COUNT] = {{0}};

    for (size_t n = 0; n < r->plies; n++) {
        const Color us = position_turn(&r->game->line.position[n]);
        const int side = us == WHITE ? 1 : -1;
        ReportPly *ply = &r->ply[n];
        ReportSide *s = &r->side[us];
        Sums *sum = &sums[us];
        double before, after, w;

        s->moves++;
        if (!ply->known || !ply[1].known)
            continue;
        before = us == WHITE ? ply->cut_chances : 100 - ply->cut_chances;
        after = us == WHITE ? ply[1].cut_chances : 100 - ply[1].cut_chances;
        w = weight(r, n);
        ply->accuracy = move_accuracy(before, after);
        ply->lost = max(0, side * (ply->cut_score - ply[1].cut_score));
        ply->mark = notes_mark(r->game, r->note, n);
        if (ply->mark != NO_MARK)
            s->marks[ply->mark]++;
        s->judged++;
        sum->weights += w;
        sum->weighted += w * ply->accuracy;
        sum->inverse += 1 / fmax(1, ply->accuracy);
        sum->lost += ply->lost;
        sum->phase[phase_at(r, n)] += ply->accuracy;
        sum->moves[phase_at(r, n)]++;
    }
    for (int i = 0; i < COLOR_COUNT; i++) {
        const double judged = (double)r->side[i].judged;
        const Sums *sum = &sums[i];

        if (!r->side[i].judged)
            continue;
        r->side[i].accuracy = (sum->weighted / sum->weights + judged / sum->inverse) / 2;
        r->side[i].lost = sum->lost / judged;
        r->side[i].rating =
            r->programs ? REPORT_UNKNOWN : report_rating(r->side[i].lost, r->side[i].judged);
        for (int phase = 0; phase < PHASES; phase++)
            if (sum->moves[phase])
                r->side[i].phase[phase] = sum->phase[phase] / (double)sum->moves[phase];
    }
}

static void find_accuracy(Report *r) {
    const bool elsewhere = notes_begin_elsewhere(r->game);
    int score = START_CP;

    for (size_t n = r->plies + 1; n-- > 0 && elsewhere;)
        if (r->ply[n].known) /* ends with the first known position */
            score = chances_cut(r->ply[n].score);
    for (size_t n = 0; n <= r->plies; n++) {
        if (r->ply[n].known && (n || elsewhere))
            score = chances_cut(r->ply[n].score);
        r->ply[n].cut_score = score;
        r->ply[n].cut_chances = 50 + 50 * chances_of(score);
    }
    judge_moves(r);
}

/* --- the rest --------------------------------------------------------------------------------- */

/* Returns true if the player is a program, by the tags of the PGN standard or of lichess. */
static bool is_program(const PgnGame *game, Color side) {
    const bool white = side == WHITE;

    return word_is_any_case(pgn_tag(game, white ? "WhiteType" : "BlackType"), "program") ||
           word_is(pgn_tag(game, white ? "WhiteTitle" : "BlackTitle"), "BOT");
}

static void read_notes(Report *r) {
    for (size_t n = 0; n <= r->plies; n++) {
        const Note *note = &r->note[n];
        ReportPly *ply = &r->ply[n];

        *ply = (ReportPly){.mark = NO_MARK,
                           .accuracy = REPORT_UNKNOWN,
                           .lost = REPORT_UNKNOWN,
                           .used_ms = REPORT_UNKNOWN,
                           .left_ms = REPORT_UNKNOWN};
        if (!note->known)
            continue;
        ply->known = true;
        ply->score =
            position_turn(&r->game->line.position[n]) == WHITE ? note->score : -note->score;
        if (r->programs || score_is_mate(ply->score)) {
            chances_wdl(ply->score, &ply->win, &ply->loss);
        } else {
            ply->win = (int)lround(500 + 500 * chances_of(ply->score));
            ply->loss = 1000 - ply->win;
        }
        ply->draw = 1000 - ply->win - ply->loss;
        ply->chances = (ply->win + ply->draw / 2.0) / 10;
    }
}

/* Removes a text from the beginning of a comment, whose lines may end at any blank. */
static bool skip_text(Word *comment, const char *text) {
    const size_t length = strlen(text);

    if (comment->length < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (comment->at[i] != text[i] && (text[i] != ' ' || comment->at[i] != '\n'))
            return false;
    *comment = (Word){comment->at + length, comment->length - length};
    return true;
}

/*
 * Returns true if a comment is the console's confession of an error by its own level, such as "9...
 * Qxg5: I did not see 10. Nxe6; I thought I was 0.9 better, and was 1.2 worse."
 */
static bool is_confession(const Report *r, size_t n, Word comment) {
    static const char *const words[] = {": I did not see ", ": I missed mate in one, ",
                                        ": careless; ", ": a mistake"};
    const Position *p = &r->game->line.position[n];
    Word name = pgn_tag(r->game, color_name(position_turn(p)));
    size_t i = 0;

    if (!text_skip(&name, "Alula") || !skip_text(&comment, MOVE_OF(p, r->game->line.move[n])))
        return false;
    while (i < sizeof words / sizeof *words && !skip_text(&comment, words[i]))
        i++;
    return i < sizeof words / sizeof *words;
}

/* Reads the comments of the main line, and the clocks in them. */
static void read_comments(Report *r) {
    const PgnGame *game = r->game;
    size_t depth = 0, ply = 0;

    for (size_t i = 0; i < game->items; i++) {
        const PgnItem *item = &game->item[i];

        if (item->kind == PGN_BEGIN)
            depth++;
        else if (item->kind == PGN_END)
            depth -= depth > 0;
        else if (!depth && item->kind == PGN_MOVE)
            ply++;
        if (depth || item->kind != PGN_COMMENT || !ply || ply > r->plies)
            continue;
        clocks_read_comment(item->text, &r->ply[ply - 1].used_ms, &r->ply[ply - 1].left_ms);
        if (!r->ply[ply - 1].comment.length && notes_has_words(item->text))
            r->ply[ply - 1].comment = item->text;
        if (is_confession(r, ply - 1, item->text))
            r->ply[ply - 1].confession = item->text;
    }
}

/* Computes the time used where the comments have only the time left. */
static void find_times(Report *r) {
    enum { LAG_MS = 2000 }; /* servers compensate for network lag */
    ClockControl control;
    int64_t clock[COLOR_COUNT];
    size_t moves[COLOR_COUNT] = {0};

    clocks_read_control(&control, pgn_tag(r->game, "TimeControl"));
    clock[WHITE] = clock[BLACK] = control.periods ? control.period[0].base_ms : CLOCK_UNKNOWN;
    for (size_t n = 0; n < r->plies; n++) {
        const Color us = position_turn(&r->game->line.position[n]);
        ReportPly *ply = &r->ply[n];
        const int64_t gain = clocks_gain(&control, ++moves[us]);
        const bool both = clock[us] >= 0 && ply->left_ms >= 0;
        /* on some servers the clocks start with the second move, and without increment */
        const bool waits = both && moves[us] == 1 && ply->left_ms == clock[us];

        if (ply->used_ms < 0 && both) {
            const int64_t used = waits ? 0 : clock[us] + gain - ply->left_ms;
            ply->used_ms = used >= 0 ? used : used >= -LAG_MS ? 0 : CLOCK_UNKNOWN;
        }
        clock[us] = ply->left_ms;
        if (ply->used_ms >= 0) {
            r->has_clocks = true;
            r->side[us].used_ms = max64(r->side[us].used_ms, 0) + ply->used_ms;
        }
    }
}

static void find_opening(Report *r) {
    const GameLine *line = &r->game->line;

    r->opening = opening_name(line);
    for (size_t n = 0; n < line->length; n++) {
        BookMove list[MAX_MOVES];
        const size_t count = opening_find(&line->position[n], list);
        size_t i = 0;

        while (i < count && list[i].move != line->move[n])
            i++;
        if (i == count)
            break;
        r->ply[n].is_book = true;
        r->book_plies++;
    }
}

/* Returns how bad a move is: by its mark, and then by the chances it lost. */
static double badness(const Report *r, size_t n) {
    const double fall = fabs(r->ply[n].chances - r->ply[n + 1].chances);

    return (NO_MARK - (int)r->ply[n].mark) * 1000 + fall;
}

static void find_keys(Report *r) {
    for (size_t n = 0; n < r->plies; n++) {
        size_t least = 0;

        if (r->ply[n].mark == NO_MARK)
            continue;
        if (r->keys < REPORT_KEYS) {
            r->key[r->keys++] = n;
            continue;
        }
        for (size_t i = 1; i < r->keys; i++)
            if (badness(r, r->key[i]) < badness(r, r->key[least]))
                least = i;
        if (badness(r, n) <= badness(r, r->key[least]))
            continue;
        memmove(&r->key[least], &r->key[least + 1], (r->keys - least - 1) * sizeof *r->key);
        r->key[r->keys - 1] = n;
    }
}

bool report_make(Report *r, const PgnGame *game, const Note *note, const char *judge) {
    *r = (Report){.game = game,
                  .note = note,
                  .judge = judge,
                  .error = game->error,
                  .error_line = game->error ? game->error_line : 0,
                  .number = 1,
                  .programs = is_program(game, WHITE) && is_program(game, BLACK),
                  .plies = game->line.length};
    r->ply = malloc((r->plies + 1) * sizeof *r->ply);
    for (int i = 0; i < COLOR_COUNT; i++) {
        r->side[i].accuracy = r->side[i].lost = REPORT_UNKNOWN;
        r->side[i].used_ms = r->side[i].rating = REPORT_UNKNOWN;
        for (int phase = 0; phase < PHASES; phase++)
            r->side[i].phase[phase] = REPORT_UNKNOWN;
    }
    if (!r->ply)
        return false;
    read_notes(r);
    find_phases(r);
    find_accuracy(r);
    read_comments(r);
    find_times(r);
    find_opening(r);
    find_keys(r);
    return true;
}

void report_free(Report *r) {
    free(r->ply);
    *r = (Report){0};
}
