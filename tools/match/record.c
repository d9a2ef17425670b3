/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

#include <string.h>

#include "base/file.h"
#include "base/random.h"
#include "base/util.h"
#include "chess/notation.h"
#include "chess/pgn.h"
#include "tools/common/tool.h"

const EndText end_text[END_COUNT] = {
    [END_NONE] = {"The game was broken off", NULL, "unterminated", NO_SIDE, NULL},
    [END_MATE] = {" mates", "mate", "normal", WINNER, NULL},
    [END_STALEMATE] = {"Stalemate", "stalemate", "normal", NO_SIDE, NULL},
    [END_INSUFFICIENT] = {"Draw by insufficient material", "material", "normal", NO_SIDE, NULL},
    [END_THREEFOLD] = {"Draw by repetition", "repetition", "normal", NO_SIDE, NULL},
    [END_FIFTY] = {"Draw by fifty move rule", "fifty_moves", "normal", NO_SIDE, NULL},
    [END_AGREED] = {"Draw by agreement", "agreed", "normal", NO_SIDE, NULL},
    [END_RESIGNED] = {" resigns", "resigned", "normal", LOSER, NULL},
    [END_ADJUDICATED_WIN] = {" wins by adjudication", "adjudicated_win", "adjudication", WINNER,
                             NULL},
    [END_ADJUDICATED_DRAW] = {"Draw by adjudication", "adjudicated_draw", "adjudication", NO_SIDE,
                              NULL},
    [END_TABLE_WIN] = {" wins by tablebases", "tablebase_win", "adjudication", WINNER, NULL},
    [END_TABLE_DRAW] = {"Draw by tablebases", "tablebase_draw", "adjudication", NO_SIDE, NULL},
    [END_TIME] = {" loses on time", "time", "time forfeit", LOSER, "on time"},
    [END_STALL] = {" falls silent", "silence", "abandoned", LOSER, "silent"},
    [END_CRASH] = {" crashes", "crash", "abandoned", LOSER, "crashes"},
    [END_ILLEGAL] = {" makes an illegal move", "illegal_move", "rules infraction", LOSER,
                     "illegal"},
    [END_FALSE_CLAIM] = {" makes a false claim", "false_claim", "rules infraction", LOSER,
                         "claims"},
};

void record_start(GameRecord *r, const GameLine *opening) {
    *r = (GameRecord){.opening_plies = opening->length};
    r->room = opening->length + 200;
    r->info = memory_new(r->room, sizeof *r->info);
    if (gameline_init(&r->line, &opening->position[0]) || gameline_copy(&r->line, opening))
        memory_fail();
}

void record_destroy(GameRecord *r) {
    gameline_destroy(&r->line);
    free(r->info);
    r->info = NULL;
}

void record_play(GameRecord *r, Move m, const EngineInfo *info) {
    if (r->line.length == r->room) {
        r->room *= 2;
        r->info = memory_grow(r->info, r->room, sizeof *r->info);
    }
    r->info[r->line.length] = *info;
    if (gameline_play(&r->line, m))
        memory_fail();
}

int record_half_points(const GameRecord *r) {
    if (end_text[r->end].side == NO_SIDE)
        return 1;
    return r->loser == WHITE ? 0 : 2;
}

static uint64_t digest_of(const GameLine *line, size_t opening_plies) {
    uint64_t digest = 0;
    Text t = TEXT_OF(FEN_SIZE);

    if (line->length <= opening_plies)
        return 0;
    fen_write(&t, &line->position[0]);
    for (size_t i = 0; i < t.length; i++)
        digest = random_seed(digest, (uint64_t)t.at[i]);
    for (size_t i = 0; i < line->length; i++)
        digest = random_seed(digest, line->move[i]);
    return digest;
}

static void write_error_position(FinishedGame *f, const GameLine *line) {
    Text t = text_in(f->fen, sizeof f->fen);

    if (f->end >= END_FIRST_ERROR)
        fen_write(&t, gameline_now(line));
}

FinishedGame record_finished(const GameRecord *r) {
    FinishedGame f = {.white = record_half_points(r),
                      .end = r->end,
                      .loser = r->loser,
                      .overdraft = {r->overdraft[WHITE], r->overdraft[BLACK]},
                      .loose = {r->loose[WHITE], r->loose[BLACK]},
                      .digest = digest_of(&r->line, r->opening_plies)};
    Text t = text_in(f.detail, sizeof f.detail);

    text_add(&t, r->detail);
    write_error_position(&f, &r->line);
    return f;
}

static PgnResult result_of(int white) {
    static const PgnResult result[] = {PGN_BLACK_WINS, PGN_DRAW, PGN_WHITE_WINS};

    return white < 0 ? PGN_OPEN_END : result[white];
}

const char *record_result(int white) {
    return pgn_result_text(result_of(white));
}

/* Writes the end in words, for record_reason() and read_reason(). */
static void write_end(Text *out, End end, Color loser) {
    if (end_text[end].side != NO_SIDE)
        text_add(out, (end_text[end].side == LOSER) == (loser == WHITE) ? "White" : "Black");
    text_add(out, end_text[end].words);
}

void record_reason(Text *out, const GameRecord *r) {
    write_end(out, r->end, r->loser);
    if (*r->detail)
        text_addf(out, ": %s", r->detail);
}

/* --- writing --------------------------------------------------------------------------------- */

static void write_tag(PgnWriter *w, const char *name, const char *value) {
    pgn_write_tag(w, name, word_of(value));
}

static const char *const overdraft_tag[COLOR_COUNT] = {"WhiteOverdraft", "BlackOverdraft"};
static const char *const notation_tag[COLOR_COUNT] = {"WhiteNotation", "BlackNotation"};
static const char *const engine_tag[COLOR_COUNT] = {"WhiteEngine", "BlackEngine"};
static const char *const files_tag[COLOR_COUNT] = {"WhiteFiles", "BlackFiles"};

/* Writes "3 moves, 1250 us". */
static void write_overdraft(PgnWriter *w, Color c, const Overdraft *o) {
    Text t = TEXT_OF(64);

    text_addf(&t, "%lld moves, %lld us", (long long)o->moves, (long long)o->max_us);
    if (o->max_us)
        write_tag(w, overdraft_tag[c], t.at);
}

/* Writes "2 moves, e7e8Q". */
static void write_loose_moves(PgnWriter *w, Color c, const LooseMoves *l) {
    Text t = TEXT_OF(80);

    text_addf(&t, "%lld moves, %s", (long long)l->moves, l->first);
    if (l->moves)
        write_tag(w, notation_tag[c], t.at);
}

static void write_tags(PgnWriter *w, const GameRecord *r, const GameTags *h, const char *result) {
    char text[32], white[64], black[64];
    Text t;

    write_tag(w, "Event", "alula-match");
    write_tag(w, "Site", "?");
    t = text_in(text, sizeof text);
    text_addf(&t, "%04d.%02d.%02d", h->year, h->month, h->day);
    write_tag(w, "Date", text);
    t = text_in(text, sizeof text);
    text_addf(&t, "%d", h->round);
    write_tag(w, "Round", text);
    write_tag(w, "White", h->name[WHITE]);
    write_tag(w, "Black", h->name[BLACK]);
    write_tag(w, "Result", result);
    pgn_write_start(w, &r->line.position[0], h->chess960);
    t = text_in(text, sizeof text);
    text_addf(&t, "%zu", r->line.length);
    write_tag(w, "PlyCount", text);
    t = text_in(white, sizeof white);
    limits_write_pgn(&t, h->limits[WHITE]);
    t = text_in(black, sizeof black);
    limits_write_pgn(&t, h->limits[BLACK]);
    if (strcmp(white, black) != 0) {
        write_tag(w, "WhiteTimeControl", white);
        write_tag(w, "BlackTimeControl", black);
    } else {
        write_tag(w, "TimeControl", white);
    }
    write_tag(w, "AlulaMatch", h->match);
    if (h->schedule)
        write_tag(w, "AlulaSchedule", h->schedule);
    for (Color c = WHITE; c < COLOR_COUNT; c++) {
        if (h->engine[c])
            write_tag(w, engine_tag[c], h->engine[c]);
        if (h->files[c] && *h->files[c])
            write_tag(w, files_tag[c], h->files[c]);
        write_overdraft(w, c, &r->overdraft[c]);
        write_loose_moves(w, c, &r->loose[c]);
    }
    write_tag(w, "Termination", end_text[r->end].termination);
}

static const char book[] = "book"; /* the comment on opening moves */

/* Writes "+0.34/12 0.54s", "-M3/20 1.0s", or "book". */
static void write_comment(PgnWriter *w, const EngineInfo *n, bool is_opening) {
    const int64_t ms = n->time_us / 1000;
    Text t = TEXT_OF(64);

    if (is_opening) {
        pgn_write_comment(w, word_of(book));
        return;
    }
    if (n->has_score) {
        if (n->mate)
            text_addf(&t, "%cM%d", n->mate < 0 ? '-' : '+', n->mate < 0 ? -n->mate : n->mate);
        else
            notation_write_pawns(&t, n->score);
        text_addf(&t, "/%d ", n->depth);
    }
    text_addf(&t, "%lld.%03ds", (long long)(ms / 1000), (int)(ms % 1000));
    pgn_write_comment(w, word_of(t.at));
}

char *record_pgn(const GameRecord *r, const GameTags *h, size_t *length) {
    const int white = r->end == END_NONE ? -1 : record_half_points(r);
    PgnText pgn = {.at = NULL};
    PgnWriter *w = pgn_writer_new(pgn_text_add, &pgn);
    Text t = TEXT_OF(ANSWER_TEXT + 80);

    if (!w)
        memory_fail();
    write_tags(w, r, h, record_result(white));
    for (size_t i = 0; i < r->line.length; i++) {
        pgn_write_move(w, r->line.move[i]);
        write_comment(w, &r->info[i], i < r->opening_plies);
    }
    record_reason(&t, r);
    pgn_write_comment(w, word_of(t.at));
    pgn_write_result(w, result_of(white));
    pgn_writer_free(w);
    *length = pgn.length;
    pgn_text_add(&pgn, "", 1); /* a NUL */
    if (pgn.refused)
        memory_fail();
    return pgn.at;
}

/* The beginning of each game, without the line end. */
static const char first_line[] = "[Event \"alula-match\"]";

bool record_may_begin(Word text) {
    const size_t size = min_size(text.length, strlen(first_line));

    return !memcmp(text.at, first_line, size);
}

/* --- reading --------------------------------------------------------------------------------- */

static void read_tag(const PgnGame *game, const char *name, char *out, size_t room) {
    Text t = text_in(out, room);

    text_add_word(&t, pgn_tag(game, name));
}

static void read_overdraft(const PgnGame *game, Color c, Overdraft *out) {
    Word rest = pgn_tag(game, overdraft_tag[c]);
    Overdraft read;

    if (word_number(text_word(&rest), 0, INT32_MAX, &read.moves) &&
        word_is(text_word(&rest), "moves,") &&
        word_number(text_word(&rest), 1, INT64_MAX, &read.max_us))
        *out = read;
}

static void read_loose_moves(const PgnGame *game, Color c, LooseMoves *out) {
    Word rest = pgn_tag(game, notation_tag[c]);
    Text t = text_in(out->first, sizeof out->first);

    if (word_number(text_word(&rest), 1, INT32_MAX, &out->moves) &&
        word_is(text_word(&rest), "moves,"))
        text_add_word(&t, text_rest(rest));
}

/* Sets the end of the game and its detail, if this is a text of record_reason(). */
static void read_reason(FinishedGame *p, Word reason) {
    for (End e = END_MATE; e < END_COUNT; e++) {
        char words[64];
        Text t = text_in(words, sizeof words);

        write_end(&t, e, p->loser);
        if (!text_skip(&reason, words))
            continue;
        p->end = e;
        if (reason.length > 2 && *reason.at == ':') {
            t = text_in(p->detail, sizeof p->detail);
            text_add_word(&t, (Word){reason.at + 2, reason.length - 2});
        }
        return;
    }
}

/* Finds the moves of the opening, and the end of the game in the last comment. */
static void read_comments(FinishedGame *p, const PgnGame *game) {
    Word reason = {"", 0};
    size_t opening_plies = 0;

    for (size_t i = 0; i < game->items; i++)
        if (game->item[i].kind == PGN_COMMENT) {
            reason = game->item[i].text;
            opening_plies += word_is(reason, book);
        }
    p->digest = digest_of(&game->line, opening_plies);
    p->loser = p->white ? BLACK : WHITE;
    p->end = END_NONE;
    read_reason(p, reason);
    write_error_position(p, &game->line);
}

/* Skips a blank line; returns false if there is none. */
static bool skip_line(Word *rest) {
    const size_t length = rest->length;
    const Word line = text_until(rest, '\n');

    return line.length < length && !text_rest(line).length;
}

/*
 * Converts a game, and skips the empty line after it; returns false if the game is incomplete or
 * not by alula-match.
 */
static bool read_game(StoredGame *p, const PgnGame *game, Word *rest) {
    const Word result = pgn_tag(game, "Result");
    int64_t round;

    if (game->broken || !game->terminated || !word_is(result, pgn_result_text(game->result)) ||
        game->result == PGN_OPEN_END || !word_number(pgn_tag(game, "Round"), 1, INT32_MAX, &round))
        return false;
    *rest = (Word){rest->at + game->to, rest->length - (size_t)game->to};
    if (!skip_line(rest) || !skip_line(rest))
        return false;
    *p = (StoredGame){.round = (int)round};
    p->game.white = game->result == PGN_DRAW ? 1 : 2 * (game->result == PGN_WHITE_WINS);
    read_tag(game, "White", p->name[WHITE], sizeof p->name[WHITE]);
    read_tag(game, "Black", p->name[BLACK], sizeof p->name[BLACK]);
    read_tag(game, "AlulaMatch", p->match, sizeof p->match);
    read_tag(game, "AlulaSchedule", p->schedule, sizeof p->schedule);
    for (Color c = WHITE; c < COLOR_COUNT; c++) {
        read_tag(game, engine_tag[c], p->engine[c], sizeof p->engine[c]);
        read_tag(game, files_tag[c], p->files[c], sizeof p->files[c]);
        read_overdraft(game, c, &p->game.overdraft[c]);
        read_loose_moves(game, c, &p->game.loose[c]);
    }
    read_comments(&p->game, game);
    return true;
}

bool record_read(StoredGame *out, const char *text, size_t length, size_t *at) {
    const PgnOptions wanted = {.comments = true};
    Word source = {text + *at, length - *at}, rest = source;
    PgnReader *r = pgn_open(pgn_from_word, &source, &wanted);
    const PgnGame *game;
    bool read;

    if (!r)
        memory_fail();
    game = pgn_next(r);
    read = game && read_game(out, game, &rest);
    if (read)
        *at = (size_t)(rest.at - text);
    pgn_close(r);
    return read;
}

/*
 * Checks what follows the last whole game: an incomplete game is valid only at the end of the file.
 */
static bool check_rest(Word rest, int last, bool *half, Text *error) {
    *half = rest.length > 0;
    if (!record_may_begin(rest))
        return text_fail(
            error, "it has games that alula-match did not write; --ratings counts results only");
    text_until(&rest, '\n');
    while (rest.length)
        if (word_is(text_until(&rest, '\n'), first_line)) {
            text_add(error, "it has an incomplete or edited game ");
            if (last)
                text_addf(error, "after game %d", last);
            else
                text_add(error, "at its start");
            return false;
        }
    return true;
}

bool record_read_file(const char *path, RecordTake *take, void *context, bool *half, Text *error) {
    size_t length = 0, at = 0;
    char *text = NULL;
    const char *why = file_read_all(path, &text, &length);
    StoredGame game = {.round = 0};
    bool good = !why;

    if (why)
        text_add(error, why);
    while (good && record_read(&game, text, length, &at))
        good = take(context, &game, error);
    good = good && check_rest(text_rest((Word){text + at, length - at}), game.round, half, error);
    free(text);
    return good;
}
