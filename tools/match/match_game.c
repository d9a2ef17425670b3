/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_game.h"

#include <string.h>

#include "chess/notation.h"

/* Returns true if the last plies all have scores from -max to max. */
static bool scores_within(const GameRecord *r, size_t plies, int max) {
    const size_t length = r->line.length;

    if (length - r->opening_plies < plies)
        return false;
    for (size_t i = length - plies; i < length; i++) {
        const int score = engine_info_score(&r->info[i]);

        if (!r->info[i].has_score || score > max || score < -max)
            return false;
    }
    return true;
}

/*
 * Returns true if the last `count` moves of one side, up to ply `last`, have sign * score >= min.
 */
static bool scores_beyond(const GameRecord *r, size_t last, int count, int sign, int min) {
    for (int n = 0; n < count; n++, last -= 2) {
        if (last < r->opening_plies || last >= r->line.length || !r->info[last].has_score ||
            sign * engine_info_score(&r->info[last]) < min)
            return false;
    }
    return true;
}

/*
 * Adjudicates by tablebases if the fifty-move rule cannot change the result: right after a capture
 * or pawn move, or if the distance to zero is small enough.
 */
static bool adjudicate_by_tables(GameRecord *r, Syzygy *tables) {
    enum { RULE_PLIES = 100 };
    const Position *now = gameline_now(&r->line);
    Wdl wdl;
    int dtz;

    if (!syzygy_wdl(tables, now, &wdl))
        return false;
    if (now->halfmove_clock && (wdl == WDL_WIN || wdl == WDL_LOSS) &&
        (!syzygy_dtz(tables, now, &dtz) ||
         (dtz < 0 ? -dtz : dtz) + now->halfmove_clock >= RULE_PLIES))
        return false;
    r->end = wdl == WDL_WIN || wdl == WDL_LOSS ? END_TABLE_WIN : END_TABLE_DRAW;
    r->loser = wdl == WDL_WIN ? color_other(position_turn(now)) : position_turn(now);
    return true;
}

bool game_adjudicate(GameRecord *r, const MatchRules *rules) {
    const size_t length = r->line.length;
    const Position *now = gameline_now(&r->line);

    if (!length)
        return false;
    if (rules->tables && adjudicate_by_tables(r, rules->tables))
        return true;
    if (rules->draw_count && now->fullmove_number > rules->draw_from &&
        now->halfmove_clock + 1 >= 2 * rules->draw_count &&
        scores_within(r, 2 * (size_t)rules->draw_count, rules->draw_score)) {
        r->end = END_ADJUDICATED_DRAW;
        return true;
    }
    if (!rules->resign_count)
        return false;
    /* the side that moved last is behind; or, if both sides must agree, behind or ahead */
    for (int sign = -1; sign <= (rules->resign_twosided ? 1 : -1); sign += 2) {
        if (!scores_beyond(r, length - 1, rules->resign_count, sign, rules->resign_score) ||
            (rules->resign_twosided &&
             !scores_beyond(r, length - 2, rules->resign_count, -sign, rules->resign_score)))
            continue;
        r->end = END_ADJUDICATED_WIN;
        r->loser = sign < 0 ? color_other(position_turn(now)) : position_turn(now);
        return true;
    }
    return false;
}

/* Applies the rules of chess; returns true if the game is over. */
static bool ends_by_rules(GameRecord *r) {
    static const End end[] = {
        [OUTCOME_NONE] = END_NONE,           [OUTCOME_MATE] = END_MATE,
        [OUTCOME_STALEMATE] = END_STALEMATE, [OUTCOME_INSUFFICIENT] = END_INSUFFICIENT,
        [OUTCOME_THREEFOLD] = END_THREEFOLD, [OUTCOME_FIFTY] = END_FIFTY,
    };

    r->end = end[gameline_outcome(&r->line)];
    r->loser = position_turn(gameline_now(&r->line));
    return r->end != END_NONE;
}

static bool lose(GameRecord *r, Color loser, End end, const char *detail) {
    Text t = text_in(r->detail, sizeof r->detail);

    r->end = end;
    r->loser = loser;
    text_add(&t, detail);
    return true;
}

/* Handles answers other than moves; returns true if the game is over. */
static bool ends_by_answer(GameRecord *r, Color us, const Answer *a) {
    static const End end[] = {
        [ANSWER_RESIGN] = END_RESIGNED,     [ANSWER_FALSE_CLAIM] = END_FALSE_CLAIM,
        [ANSWER_REFUSAL] = END_FALSE_CLAIM, [ANSWER_LATE] = END_TIME,
        [ANSWER_STALL] = END_STALL,         [ANSWER_CRASH] = END_CRASH,
        [ANSWER_STOPPED] = END_NONE,
    };
    const bool brief = a->kind == ANSWER_RESIGN || a->kind == ANSWER_LATE;

    return a->kind != ANSWER_MOVE && lose(r, us, end[a->kind], brief ? "" : a->text);
}

/* Inserts the time limit before the stderr of an engine that fell silent. */
static void add_wait(Answer *a) {
    Text t = TEXT_OF(sizeof a->text);

    text_addf(&t, "no move in %lld.%lld s", (long long)(a->info.time_us / 1000000),
              (long long)(a->info.time_us / 100000 % 10));
    if (*a->text)
        text_addf(&t, ", stderr: %s", a->text);
    memcpy(a->text, t.at, t.capacity);
}

/* Ends the game: lost by an illegal move, or by a legal move in another notation. */
static bool lose_by_move(GameRecord *r, Color us, EngineProtocol protocol, const char *words) {
    Text t = TEXT_OF(sizeof r->detail);
    Move m;

    text_add_quoted(&t, word_of(words), 32);
    if (notation_parse(&m, gameline_now(&r->line), word_of(words)) == MOVE_FINE)
        text_addf(&t, " (not in the notation of %s)", protocol == PROTOCOL_UCI ? "UCI" : "CECP");
    return lose(r, us, END_ILLEGAL, t.at);
}

/* Plays one move; returns true if the game is over. */
static bool play_move(GameRecord *r, Player *const player[COLOR_COUNT],
                      ChessClock clock[COLOR_COUNT], bool *offered, const MatchRules *rules) {
    const Position *now = gameline_now(&r->line);
    const Color us = position_turn(now);
    const bool was_offered = *offered;
    const Turn turn = {.line = &r->line,
                       .clock = {[WHITE] = &clock[WHITE], [BLACK] = &clock[BLACK]},
                       .ponders = player[color_other(us)],
                       .draw_offered = was_offered,
                       .timeout_us = chessclock_timeout_us(&clock[us], rules->margin_us)};
    MoveTextForm form;
    Answer a;
    Move m;

    player_think(player[us], &turn, &a);
    if (a.kind == ANSWER_LATE && turn.timeout_us == INT64_MAX)
        a.kind = ANSWER_STALL; /* no loss on time without a time limit */
    if (a.kind == ANSWER_STALL)
        add_wait(&a);
    if (a.kind == ANSWER_LATE || a.kind == ANSWER_STALL)
        chessclock_spend(&clock[us], a.info.time_us, rules->margin_us); /* counts the overdraft */
    if (ends_by_answer(r, us, &a))
        return true;
    if (!chessclock_spend(&clock[us], a.info.time_us, rules->margin_us))
        return lose(r, us, END_TIME, "");
    form = player_read_move(player[us], now, &a, &m);
    if (form == MOVETEXT_WRONG)
        return lose_by_move(r, us, player_protocol(player[us]), a.text);
    if (form == MOVETEXT_LOOSE && !r->loose[us].moves++) {
        Text first = text_in(r->loose[us].first, sizeof r->loose[us].first);

        text_add_quoted(&first, word_of(a.text), sizeof r->loose[us].first - 8);
    }
    record_play(r, m, &a.info);
    if (ends_by_rules(r))
        return true;
    if (a.draw && was_offered) {
        r->end = END_AGREED;
        return true;
    }
    *offered = a.draw;
    if (game_adjudicate(r, rules))
        return true;
    player_ponder(player[us], &turn);
    return false;
}

const char *game_prepare(GameRecord *r, Player *const player[COLOR_COUNT],
                         const EngineSpec *const spec[COLOR_COUNT]) {
    Text t = TEXT_OF(ANSWER_TEXT);

    r->end = END_NONE;
    *r->detail = '\0';
    for (Color c = WHITE; c < COLOR_COUNT; c++) {
        const char *error = player_new_game(player[c], &r->line, c, spec[color_other(c)]->name);

        if (!error)
            continue;
        text_add(&t, "at the start of the game");
        if (player_failure(player[c]) == ANSWER_CRASH) {
            text_addf(&t, ": %s", player_end(player[c]));
            lose(r, c, END_CRASH, t.at);
        } else if (player_failure(player[c]) == ANSWER_STALL) {
            lose(r, c, END_STALL, t.at);
        }
        return error;
    }
    return NULL;
}

void game_play(GameRecord *r, Player *const player[COLOR_COUNT],
               const EngineSpec *const spec[COLOR_COUNT], const MatchRules *rules) {
    ChessClock clock[COLOR_COUNT];
    bool offered = false;
    Text t = TEXT_OF(ANSWER_TEXT + 80);

    for (Color c = WHITE; c < COLOR_COUNT; c++)
        clock[c] = chessclock_start(&spec[c]->limits);
    if (!ends_by_rules(r))
        while (!play_move(r, player, clock, &offered, rules))
            ;
    record_reason(&t, r);
    for (Color c = WHITE; c < COLOR_COUNT; c++)
        r->overdraft[c] = clock[c].overdraft;
    for (Color c = WHITE; c < COLOR_COUNT; c++)
        player_end_game(player[c], r->end == END_NONE ? "*" : record_result(record_half_points(r)),
                        t.at);
}
