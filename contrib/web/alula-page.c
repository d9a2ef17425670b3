/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rules for the page, which has its own copy of alula.wasm: the game, legal moves, SAN, FEN,
 * PGN, pictures of pieces. A question is a line, "play 12 e2e4"; some have a text below it. The
 * answer is text or JSON, or else a sentence that says what is wrong.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */

#include <emscripten.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/util.h"
#include "chess/chess960.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/opening.h"
#include "chess/svgboard.h"
#include "chess/zobrist.h"
#include "eval/eval.h"
#include "pagegame.h"
#include "report/chances.h"
#include "report/clocks.h"
#include "report/report.h"
#include "report/report_words.h"
#include "report/tactics.h"
#include "search/level.h"
#include "search/result.h"

/* The page's side: give the question's bytes; take the error, or else the answer. */
EM_JS(void, page_question, (char *at), { HEAPU8.set(Module.question, at); })
EM_JS(void, page_answer, (const char *error, const char *at, size_t length), {
    Module.error = error ? UTF8ToString(error) : "";
    Module.answer = error ? "" : UTF8ToString(at, length);
})

/* A game from the start position; NULL when memory is refused. */
EMSCRIPTEN_KEEPALIVE PageGame *alula_page_new(void);

/* Answer the question of `size` bytes. */
EMSCRIPTEN_KEEPALIVE void alula_page_ask(PageGame *g, size_t size);

/* --- answers ---------------------------------------------------------------------------------- */

static MoveWriter *coordinates(const PageGame *g) {
    return g->pgn.chess960 ? notation_write_chess960 : notation_write;
}

static void put_moves(Json *j, const char *name, const GameLine *line, MoveWriter *write) {
    json_open(j, name, '[');
    for (size_t i = 0; i < line->length; i++)
        json_text(j, NULL, NOTATION_OF(write, &line->position[i], line->move[i]));
    json_close(j, ']');
}

/*
 * The square besides the rook's where the king may be dropped to castle: that to which it goes,
 * unless it is so near that it would be a move of the king alone.
 */
static Square castling_drop(Move m) {
    const Square to = castling_king_to(move_from(m), move_to(m));

    return abs(square_file(to) - square_file(move_from(m))) < 2 ? move_to(m) : to;
}

/* A legal move as [coordinates, from, to, where else the king may be dropped or to, promotion]. */
static void put_legal(Json *j, const PageGame *g, const Position *p, Move m) {
    const Piece promotion = move_promotion(m);

    json_open(j, NULL, '[');
    json_text(j, NULL, NOTATION_OF(coordinates(g), p, m));
    json_whole(j, NULL, move_from(m));
    json_whole(j, NULL, move_to(m));
    json_whole(j, NULL, position_is_castling(p, m) ? castling_drop(m) : move_to(m));
    json_text(j, NULL, promotion == NO_PIECE ? "" : (char[]){"pnbrqk"[promotion], 0});
    json_close(j, ']');
}

/* --- questions -------------------------------------------------------------------------------- */

/* Writes the answer; NULL, or an error. `argument`: the rest of the line; `text`: what is below. */
typedef const char *Question(PageGame *g, Word argument, Word text, FILE *out);

static const char no_ply[] = "the game has no such move";
static const char no_memory[] = "there is not enough memory";

/* The next word, a number of plies that the game has; false if it is none. */
static bool read_ply(const PageGame *g, Word *line, size_t *ply) {
    int64_t n;

    if (!word_number(text_word(line), 0, (int64_t)g->pgn.line.length, &n))
        return false;
    *ply = (size_t)n;
    return true;
}

static const char *ask_pieces(PageGame *g, Word argument, Word text, FILE *out) {
    svgboard_definitions(out);
    return NULL;
}

static const char *ask_fen(PageGame *g, Word argument, Word text, FILE *out) {
    const Word fen = argument.length ? argument : word_of(FEN_START);
    Position p;
    const char *error = fen_parse(&p, fen, false);
    const bool chess960 = error && !fen_parse(&p, fen, true);

    return error && !chess960 ? error : pagegame_start(g, &p, chess960);
}

static const char *ask_chess960(PageGame *g, Word argument, Word text, FILE *out) {
    int64_t number;
    Position p;

    if (!word_number(argument, 0, 959, &number))
        return "start positions of Chess960 are numbered from 0 to 959";
    chess960_start(&p, (int)number);
    return pagegame_start(g, &p, true);
}

static const char *ask_read(PageGame *g, Word argument, Word text, FILE *out) {
    int64_t number = 0;

    word_number(argument, 0, INT32_MAX, &number);
    return pagegame_read(g, text, (size_t)number);
}

/* The games of a PGN text as [White, Black, date, result], at most so many. */
static const char *ask_list(PageGame *g, Word argument, Word text, FILE *out) {
    static const PgnOptions headers = {.plies = 1};
    static const char *const names[] = {"White", "Black", "Date", "Result"};
    int64_t most = 1000;
    PgnReader *reader = pgn_open(pgn_from_word, &text, &headers);
    const PgnGame *game;
    Json j = {.out = out};

    if (!reader)
        return no_memory;
    word_number(argument, 1, INT32_MAX, &most);
    json_open(&j, NULL, '[');
    for (int64_t n = 0; n < most && (game = pgn_next(reader)); n++) {
        json_open(&j, NULL, '[');
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            const Word value = pgn_tag(game, names[i]);

            json_slice(&j, NULL, value.at ? value : word_of("?"));
        }
        /* what is wrong with it, if not even a move can be read */
        json_text(&j, NULL, game->broken && !game->line.length ? game->error : "");
        json_close(&j, ']');
    }
    json_close(&j, ']');
    pgn_close(reader);
    return NULL;
}

/* The clocks after each move, in milliseconds, by the comments; null where none is told. */
static void put_clocks(Json *j, const PgnGame *game) {
    size_t inside = 0;
    int64_t left = CLOCK_UNKNOWN;
    bool moved = false;

    json_open(j, "clocks", '[');
    for (size_t i = 0; i <= game->items; i++) {
        const PgnItem *item = &game->item[i];

        if (i < game->items && (inside || item->kind != PGN_MOVE)) {
            int64_t used;

            inside += (size_t)(item->kind == PGN_BEGIN);
            inside -= (size_t)(item->kind == PGN_END);
            if (!inside && item->kind == PGN_COMMENT)
                clocks_read_comment(item->text, &used, &left);
            continue;
        }
        if (moved && left < 0)
            json_null(j, NULL);
        else if (moved)
            json_whole(j, NULL, left);
        left = CLOCK_UNKNOWN;
        moved = true;
    }
    json_close(j, ']');
}

static const char *ask_game(PageGame *g, Word argument, Word text, FILE *out) {
    const PgnGame *game = &g->pgn;
    const char *outcome =
        outcome_text(gameline_outcome(&game->line), position_turn(gameline_now(&game->line)));
    const OpeningName opening = opening_name(&game->line);
    Json j = {.out = out};

    json_open(&j, NULL, '{');
    json_text(&j, "start", FEN_OF(&game->line.position[0]));
    json_flag(&j, "chess960", game->chess960);
    json_whole(&j, "first", position_game_ply(&game->line.position[0]));
    json_text(&j, "result", pgn_result_text(game->result));
    json_count(&j, "line", game->error_line);
    json_text(&j, "outcome", outcome ? outcome : "");
    json_text(&j, "error", game->error ? game->error : "");
    json_slice(&j, "opening", opening.name.at ? opening.name : word_of(""));
    json_slice(&j, "eco", opening.eco.at ? opening.eco : word_of(""));
    put_clocks(&j, game);
    put_moves(&j, "moves", &game->line, coordinates(g));
    put_moves(&j, "san", &game->line, notation_write_san);
    json_open(&j, "tags", '[');
    for (size_t i = 0; i < game->tags; i++) {
        json_open(&j, NULL, '[');
        json_slice(&j, NULL, game->tag[i].name);
        json_slice(&j, NULL, game->tag[i].value);
        json_close(&j, ']');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    return NULL;
}

/*
 * A position, and the move that led to it, if any; the caller adds the legal moves and ends it.
 * Squares are numbered from a1 = 0, b1 = 1 to h8 = 63.
 */
static void put_position(Json *j, const Position *p, const Position *before, Move m) {
    Bitboard squares = before ? svgboard_squares(before, m) : 0;
    char board[SQUARE_COUNT + 1] = "";

    for (Square s = 0; s < SQUARE_COUNT; s++)
        board[s] = fen_letter(p, s);
    json_open(j, NULL, '{');
    json_text(j, "fen", FEN_OF(p));
    json_text(j, "board", board);
    json_text(j, "turn", position_turn(p) == WHITE ? "w" : "b");
    json_whole(j, "check",
               position_in_check(p) ? (int)board_king(&p->board, position_turn(p)) : -1);
    json_open(j, "last", '[');
    while (squares)
        json_whole(j, NULL, pop_lsb(&squares));
    json_close(j, ']');
    json_open(j, "legal", '[');
}

/* The position after so many plies. */
static const char *ask_at(PageGame *g, Word argument, Word text, FILE *out) {
    const GameLine *line = &g->pgn.line;
    Move move[MAX_MOVES];
    size_t ply, count;
    Json j = {.out = out};

    if (!read_ply(g, &argument, &ply))
        return no_ply;
    put_position(&j, &line->position[ply], ply ? &line->position[ply - 1] : NULL,
                 ply ? line->move[ply - 1] : NO_MOVE);
    count = movegen_all(&line->position[ply].board, move);
    for (size_t i = 0; i < count; i++)
        put_legal(&j, g, &line->position[ply], move[i]);
    json_close(&j, ']');
    json_close(&j, '}');
    return NULL;
}

/* The position after so many plies and the moves that follow, in which nothing can be moved. */
static const char *ask_peek(PageGame *g, Word argument, Word text, FILE *out) {
    Position now, before;
    Move m, last = NO_MOVE;
    size_t ply;
    Json j = {.out = out};

    if (!read_ply(g, &argument, &ply))
        return no_ply;
    now = before = g->pgn.line.position[ply];
    while (!notation_parse(&m, &now, text_word(&argument))) {
        before = now;
        position_advance(&now, last = m);
    }
    put_position(&j, &now, last == NO_MOVE ? NULL : &before, last);
    json_close(&j, ']');
    json_close(&j, '}');
    return NULL;
}

static const char *ask_play(PageGame *g, Word argument, Word text, FILE *out) {
    MoveError why;
    size_t ply;
    Move m;

    if (!read_ply(g, &argument, &ply))
        return no_ply;
    if ((why = notation_parse(&m, &g->pgn.line.position[ply], text_rest(argument))))
        return why == MOVE_UNREADABLE ? "that is not a move"
               : move_error_text(why) ? move_error_text(why)
                                      : "that move is illegal";
    return pagegame_play(g, ply, m);
}

/* The clock after the last move, in milliseconds. */
static const char *ask_clock(PageGame *g, Word argument, Word text, FILE *out) {
    int64_t ms;

    return word_number(text_word(&argument), 0, INT32_MAX, &ms) ? pagegame_clock(g, ms)
                                                                : "that is no time";
}

static const char *ask_cut(PageGame *g, Word argument, Word text, FILE *out) {
    size_t ply;

    if (!read_ply(g, &argument, &ply))
        return no_ply;
    pagegame_cut(g, ply);
    return NULL;
}

static const char *ask_tag(PageGame *g, Word argument, Word text, FILE *out) {
    return pagegame_tag(g, argument, text);
}

static const char *ask_result(PageGame *g, Word argument, Word text, FILE *out) {
    for (PgnResult r = PGN_OPEN_END; r <= PGN_DRAW; r++)
        if (word_is(argument, pgn_result_text(r)))
            return pagegame_end(g, r), NULL;
    return "that is no result";
}

/* Moves from a position on as [number or "", SAN, coordinates] of each. */
static void put_line(Json *j, const PageGame *g, Position now, const Move *move, size_t count) {
    json_open(j, NULL, '[');
    for (size_t i = 0; i < count && move_is_legal(&now, move[i]); i++) {
        Text number = TEXT_OF(16);

        if (!i || position_turn(&now) == WHITE)
            notation_write_number(&number, &now);
        json_open(j, NULL, '[');
        json_text(j, NULL, number.at);
        json_text(j, NULL, SAN_OF(&now, move[i]));
        json_text(j, NULL, NOTATION_OF(coordinates(g), &now, move[i]));
        json_close(j, ']');
        position_advance(&now, move[i]);
    }
    json_close(j, ']');
}

/* Moves after so many plies, in coordinates, as a line. */
static const char *ask_line(PageGame *g, Word argument, Word text, FILE *out) {
    enum { MOVES = 64 };
    Move move[MOVES];
    Position now;
    size_t ply, count = 0;

    if (!read_ply(g, &argument, &ply))
        return no_ply;
    now = g->pgn.line.position[ply];
    while (count < MOVES && !notation_parse(&move[count], &now, text_word(&argument)))
        position_advance(&now, move[count++]);
    put_line(&(Json){.out = out}, g, g->pgn.line.position[ply], move, count);
    return NULL;
}

static const char *ask_pgn(PageGame *g, Word argument, Word text, FILE *out) {
    PgnWriter *writer = pgn_writer_new(pgn_to_file, out);
    const char *error = writer ? pgn_write(writer, &g->pgn) : no_memory;

    pgn_writer_free(writer);
    return error;
}

/* A score as UCI tells it, for the side to move: "cp 34" or "mate -3". */
static bool read_score(Word *line, int *score) {
    const bool is_mate = word_is(text_word(line), "mate");
    int64_t n;

    if (!word_number(text_word(line), -SCORE_DECIDED + 1, SCORE_DECIDED - 1, &n))
        return false;
    *score = (int)(!is_mate ? n : n > 0 ? SCORE_MATE - (2 * n - 1) : -SCORE_MATE - 2 * n);
    return !is_mate || score_is_mate(*score);
}

/* A note from a line, "cp 34 12 e2e4 e7e5": score, depth, moves. Without one it is unknown. */
static Note read_search(Position now, Word said) {
    Note note = {0};
    int64_t depth;

    if (!read_score(&said, &note.score) || !word_number(text_word(&said), 1, MAX_DEPTH, &depth))
        return note;
    note.known = true;
    note.depth = (int)depth;
    while (note.length < NOTE_PLIES &&
           !notation_parse(&note.line[note.length], &now, text_word(&said)))
        position_advance(&now, note.line[note.length++]);
    return note;
}

/* The same of a position of the game. */
static Note read_note(const GameLine *line, size_t ply, Word said) {
    Note plain;

    if (ply == line->length && notes_plain(line, true, &plain))
        return plain;
    return read_search(line->position[ply], said);
}

/* What the first move of a searched line does, "forks the king and ..."; empty if that is not
 * certain. */
static const char *ask_purpose(PageGame *g, Word argument, Word text, FILE *out) {
    Text words = TEXT_OF(TACTIC_SIZE);
    const Position *p;
    size_t ply;
    Note note;

    if (!read_ply(g, &argument, &ply))
        return no_ply;
    p = &g->pgn.line.position[ply];
    note = read_note(&g->pgn.line, ply, argument);
    if (note.length && !score_is_mate(note.score))
        tactics_add_purpose(&words, &(TacticLine){.before = ply ? p - 1 : NULL,
                                                  .from = p,
                                                  .move = note.line,
                                                  .length = note.length,
                                                  .score = note.score});
    fputs(words.at, out);
    return NULL;
}

/* What is wrong with a move, in a sentence; empty if it is not bad. `text`: the searches of the
 * position and of that after the move, a line each. */
static const char *ask_warning(PageGame *g, Word argument, Word text, FILE *out) {
    Text words = TEXT_OF(TACTIC_SIZE);
    const Position *p;
    Position after;
    Note best, reply;
    bool ends;
    size_t ply;
    Move m;

    if (!read_ply(g, &argument, &ply))
        return no_ply;
    p = &g->pgn.line.position[ply];
    if (notation_parse(&m, p, text_rest(argument)))
        return "that is not a move";
    best = read_search(*p, text_until(&text, '\n'));
    after = *p;
    position_advance(&after, m);
    reply = read_search(after, text);
    ends = !position_in_check(&after) && !movegen_count(&after.board);
    if (best.known && (reply.known || ends))
        notes_add_warning(&words, &(NotesTry){.from = p,
                                              .move = m,
                                              .best = &best,
                                              .reply = reply.line,
                                              .replies = reply.length,
                                              .score = -reply.score,
                                              .outcome = ends ? OUTCOME_STALEMATE : OUTCOME_NONE});
    fputs(words.at, out);
    return NULL;
}

/* The FEN after passing; in check, or at the end of a game, a sentence in its place. */
static const char *ask_pass(PageGame *g, Word argument, Word text, FILE *out) {
    const Position *p;
    Position passed;
    size_t ply;

    if (!read_ply(g, &argument, &ply))
        return no_ply;
    p = &g->pgn.line.position[ply];
    if (!movegen_count(&p->board))
        return "the game is over here: nothing is threatened";
    if (position_in_check(p)) {
        static char said[160];
        Text words = text_in(said, sizeof said);

        text_addf(&words, "%s is in check: ", color_name(position_turn(p)));
        notes_add_check(&words, p);
        return said;
    }
    position_null_move(&passed, p);
    fputs(FEN_OF(&passed), out);
    return NULL;
}

/* What the opponent threatens. `text`: the searches of the position and of that after passing. */
static const char *ask_threat(PageGame *g, Word argument, Word text, FILE *out) {
    Text words = TEXT_OF(TACTIC_SIZE + NOTATION_SIZE + 64);
    const Position *p;
    Position passed;
    Note now, next;
    NotesPass pass;
    size_t ply;
    int gain;

    if (!read_ply(g, &argument, &ply))
        return no_ply;
    p = &g->pgn.line.position[ply];
    position_null_move(&passed, p);
    now = read_search(*p, text_until(&text, '\n'));
    next = read_search(passed, text);
    pass = (NotesPass){.from = p,
                       .score = now.score,
                       .line = next.line,
                       .length = next.length,
                       .score_passed = next.score};
    if (eval_init(NULL) || !notes_is_threat(&pass, &gain)) {
        fprintf(out, "%s threatens nothing.", color_name(position_turn(&passed)));
        return NULL;
    }
    text_addf(&words, "%s threatens ", color_name(position_turn(&passed)));
    notation_write_number(&words, &passed);
    notation_write_san(&words, &passed, next.line[0]);
    if (score_is_mate(next.score)) {
        if (next.score < SCORE_MATE - 1)
            text_addf(&words, ", with mate in %d", (SCORE_MATE - next.score + 1) / 2);
    } else {
        text_add(&words, ", which ");
        if (!tactics_add_purpose(&words, &(TacticLine){.from = &passed,
                                                       .move = next.line,
                                                       .length = next.length,
                                                       .score = next.score}))
            text_addf(&words, "gains %d.%d", (gain + 5) / 100, (gain + 5) / 10 % 10);
    }
    text_add_char(&words, '.');
    fputs(words.at, out);
    return NULL;
}

/*
 * The rating of the person, "You" in a text of games, as [games, rating, error]: from those
 * against a level, from a position of 32 pieces, and of two moves by each side or more.
 */
static const char *ask_rating(PageGame *g, Word argument, Word text, FILE *out) {
    static const PgnOptions moves = {0};
    PgnReader *reader = pgn_open(pgn_from_word, &text, &moves);
    RatedGame *rated = NULL;
    size_t count = 0, room = 0;
    const PgnGame *game;
    int rating, error;

    if (!reader)
        return no_memory;
    while ((game = pgn_next(reader))) {
        const bool white = word_is(pgn_tag(game, "White"), "You");
        const Position *start = &game->line.position[0];
        int64_t level;
        void *larger;

        if (white == word_is(pgn_tag(game, "Black"), "You") || game->result == PGN_OPEN_END ||
            !word_number(pgn_tag(game, "AlulaLevel"), LEVEL_MIN, LEVEL_MAX, &level) ||
            game->line.length < 4 ||
            bb_count(start->board.color[WHITE] | start->board.color[BLACK]) != 32)
            continue;
        if (!(larger = array_grow(rated, &room, count + 1, sizeof *rated)))
            break;
        rated = larger;
        rated[count++] = (RatedGame){.level = (int)level,
                                     .points = game->result == PGN_DRAW                    ? 1
                                               : (game->result == PGN_WHITE_WINS) == white ? 2
                                                                                           : 0};
    }
    rating = chances_rating(rated, count, &error);
    fprintf(out, "[%zu,%d,%d]", count, rating, error);
    free(rated);
    pgn_close(reader);
    return NULL;
}

typedef bool ReportPart(FILE *out, const PageGame *g, const Report *report);

/* A part of the report of the game. `text`: a note on each position, a line each. */
static const char *put_report(PageGame *g, Word judge, Word text, FILE *out, ReportPart *put) {
    const size_t plies = g->pgn.line.length;
    Note *note = calloc(plies + 1, sizeof *note);
    Text words = TEXT_OF(128);
    Report report;
    bool good = false;

    if (!note)
        return no_memory;
    for (size_t i = 0; i <= plies; i++)
        note[i] = read_note(&g->pgn.line, i, text_until(&text, '\n'));
    text_add_word(&words, judge);
    if (report_make(&report, &g->pgn, note, words.at)) {
        good = put(out, g, &report);
        report_free(&report);
    }
    free(note);
    return good ? NULL : no_memory;
}

static bool put_page(FILE *out, const PageGame *g, const Report *report) {
    ReportIndex index = {0};
    const bool good = report_index_add(&index, report);

    if (good) {
        report_html_begin(out, &index);
        report_html_game(out, report);
        report_html_end(out);
    }
    report_index_free(&index);
    return good;
}

/* The marked moves as [ply, index and text of the mark, its name, the reason, the better line]. */
static bool put_marks(FILE *out, const PageGame *g, const Report *report) {
    Json j = {.out = out};

    json_open(&j, NULL, '[');
    for (size_t n = 0; n < report->plies; n++) {
        const Mark mark = report->ply[n].mark;
        Text reason = TEXT_OF(REASON_SIZE);

        if (mark >= NO_MARK) /* or unknown */
            continue;
        report_add_reason(&reason, report, n);
        json_open(&j, NULL, '[');
        json_count(&j, NULL, n);
        json_whole(&j, NULL, (int)mark);
        json_text(&j, NULL, mark_text[mark]);
        json_text(&j, NULL, report_mark_name[mark]);
        json_text(&j, NULL, reason.at);
        put_line(&j, g, report->game->line.position[n], report->note[n].line,
                 report->note[n].length);
        json_close(&j, ']');
    }
    json_close(&j, ']');
    return true;
}

static const char *ask_report(PageGame *g, Word argument, Word text, FILE *out) {
    return put_report(g, argument, text, out, put_page);
}

static const char *ask_marks(PageGame *g, Word argument, Word text, FILE *out) {
    return put_report(g, argument, text, out, put_marks);
}

static const struct {
    const char *name;
    Question *ask;
} questions[] = {
    {"at", ask_at},           {"chess960", ask_chess960}, {"clock", ask_clock},
    {"cut", ask_cut},         {"fen", ask_fen},           {"game", ask_game},
    {"line", ask_line},       {"list", ask_list},         {"marks", ask_marks},
    {"pass", ask_pass},       {"peek", ask_peek},         {"pgn", ask_pgn},
    {"pieces", ask_pieces},   {"play", ask_play},         {"purpose", ask_purpose},
    {"rating", ask_rating},   {"read", ask_read},         {"report", ask_report},
    {"result", ask_result},   {"tag", ask_tag},           {"threat", ask_threat},
    {"warning", ask_warning},
};

static const char *answer(PageGame *g, Word question, FILE *out) {
    Word text = question, line = text_until(&text, '\n');
    const Word name = text_word(&line);

    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (word_is(name, questions[i].name))
            return questions[i].ask(g, text_rest(line), text, out);
    return "unknown question";
}

PageGame *alula_page_new(void) {
    PageGame *g = calloc(1, sizeof *g);
    Position start;

    attacks_init();
    zobrist_init();
    if (!g || fen_parse(&start, word_of(FEN_START), false) || pagegame_start(g, &start, false)) {
        free(g);
        return NULL;
    }
    return g;
}

void alula_page_ask(PageGame *g, size_t size) {
    char *question = malloc(size + 1), *said = NULL;
    size_t length = 0;
    FILE *out = question ? open_memstream(&said, &length) : NULL;
    const char *error = no_memory;

    if (out) {
        page_question(question);
        error = answer(g, (Word){question, size}, out);
        if (fclose(out))
            error = no_memory;
    }
    page_answer(error, said, length);
    free(said);
    free(question);
}
