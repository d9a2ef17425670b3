/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records of matches: any text is read game by game. The moves of each game, played again and
 * written by the match, are read as the same game.
 */
#include <string.h>

#include "chess/pgn.h"
#include "fuzz.h"
#include "tools/match/record.h"

static bool is_text(const char *t) {
    for (; *t; t++)
        if (*t < ' ' || *t > '~' || strchr("\"\\{}", *t))
            return false;
    return true;
}

/* The record of a stored game with other moves: those of the PGN game. */
static void check_again(const StoredGame *s, const GameLine *line) {
    static const EngineLimits limits;
    const EngineInfo info = {.has_score = true, .score = 25, .depth = 3, .time_us = 1000};
    const GameTags tags = {.name = {"A", "B"},
                           .limits = {&limits, &limits},
                           .round = s->round,
                           .year = 2026,
                           .month = 1,
                           .day = 2,
                           .match = is_text(s->match) ? s->match : "",
                           .files = {"", ""}};
    GameRecord record;
    GameLine opening;
    StoredGame second;
    size_t length, at = 0;
    char *pgn;

    PROMISE(!gameline_init(&opening, &line->position[0]));
    record_start(&record, &opening);
    for (size_t i = 0; i < line->length; i++)
        record_play(&record, line->move[i], &info);
    record.end = s->game.white == 1 ? END_AGREED : END_RESIGNED;
    record.loser = s->game.white ? BLACK : WHITE;
    pgn = record_pgn(&record, &tags, &length);
    PROMISE(record_read(&second, pgn, length, &at) && at == length);
    PROMISE(second.round == s->round && second.game.white == s->game.white);
    PROMISE(second.game.end == record.end && second.game.loser == record_finished(&record).loser);
    PROMISE(second.game.digest == record_finished(&record).digest);
    PROMISE(!strcmp(second.match, tags.match) && !strcmp(second.name[WHITE], "A"));
    for (at = 0; at < length; at++) { /* an incomplete game is none */
        size_t from = 0;

        if (at > 40 && at + 40 < length)
            at = length - 40;
        PROMISE(!record_read(&second, pgn, at, &from) && !from);
    }
    free(pgn);
    record_destroy(&record);
    gameline_destroy(&opening);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    size_t at = 0, before = 0;
    StoredGame stored;

    fuzz_init();
    while (record_read(&stored, text, size, &at)) {
        const PgnOptions options = {0};
        Word source = {text + before, at - before};
        PgnReader *r = pgn_open(pgn_from_word, &source, &options);
        const PgnGame *game;

        PROMISE(at > before && at <= size && r);
        PROMISE(stored.round > 0 && stored.game.white >= 0 && stored.game.white <= 2);
        PROMISE(stored.game.end < END_COUNT);
        game = pgn_next(r);
        PROMISE(game);
        if (!game->chess960)
            check_again(&stored, &game->line);
        pgn_close(r);
        before = at;
    }
    PROMISE(at == before);
    return 0;
}
