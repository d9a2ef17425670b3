/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rules for the page, which has its own copy of alula.wasm: the game, legal moves, SAN, FEN,
 * PGN, pictures of pieces. A question is a line, such as "play 12 e2e4"; some questions have a text
 * on the lines below. The answer is text or JSON, or an error as a sentence.
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

/*
 * These functions call the page: page_question() copies the bytes of the question to `at`;
 * page_answer() passes the answer, or the error unless it is NULL.
 */
EM_JS(void, page_question, (char *at), { HEAPU8.set(Module.question, at); })
EM_JS(void, page_answer, (const char *error, const char *at, size_t length), {
    Module.error = error ? UTF8ToString(error) : "";
    Module.answer = error ? "" : UTF8ToString(at, length);
})

/* Returns a game from the start position, or NULL if there is not enough memory. */
EMSCRIPTEN_KEEPALIVE PageGame *alula_page_new(void);

/* Answers the question, which has `size` bytes. */
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
 * Returns the square on which the user drops the king to castle: the king's destination, or the
 * rook's square if the destination is so near that the move would be an ordinary king move.
 */
static Square castling_drop(Move m) {
    const Square to = castling_king_to(move_from(m), move_to(m));

    return abs(square_file(to) - square_file(move_from(m))) < 2 ? move_to(m) : to;
}

/*
 * Writes a legal move as [coordinates, from, to, drop, promotion], where `drop` is castling_drop(),
 * or `to` for other moves.
 */
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

/* A question, and the stream for its answer. */
typedef struct {
    Word argument; /* the rest of the line */
    Word text;     /* the lines below */
    /* for a question about a ply: its number, given before the argument */
    size_t ply;
    const Position *position; /* the position after that many plies */
    FILE *out;
    Json json; /* writes to `out` */
} Asked;

/* Answers a question. Returns NULL, or an error message. */
typedef const char *Question(PageGame *g, Asked *q);

static const char no_memory[] = "there is not enough memory";

static const char *ask_pieces(PageGame *g, Asked *q) {
    svgboard_definitions(q->out);
    return NULL;
}

static const char *ask_fen(PageGame *g, Asked *q) {
    const Word fen = q->argument.length ? q->argument : word_of(FEN_START);
    bool chess960 = false;
    Position p;
    const char *error = fen_parse_either(&p, fen, &chess960);

    return error ? error : pagegame_start(g, &p, chess960);
}

static const char *ask_chess960(PageGame *g, Asked *q) {
    int64_t number;
    Position p;

    if (!word_number(q->argument, 0, 959, &number))
        return "start positions of Chess960 are numbered from 0 to 959";
    chess960_start(&p, (int)number);
    return pagegame_start(g, &p, true);
}

static const char *ask_read(PageGame *g, Asked *q) {
    int64_t number = 0;

    word_number(q->argument, 0, INT32_MAX, &number);
    return pagegame_read(g, q->text, (size_t)number);
}

/*
 * Lists the games of a PGN text as [White, Black, date, result, error]. The argument is the maximum
 * number of games.
 */
static const char *ask_list(PageGame *g, Asked *q) {
    static const PgnOptions headers = {.plies = 1};
    static const char *const names[] = {"White", "Black", "Date", "Result"};
    int64_t most = 1000;
    PgnReader *reader = pgn_open(pgn_from_word, &q->text, &headers);
    const PgnGame *game;

    if (!reader)
        return no_memory;
    word_number(q->argument, 1, INT32_MAX, &most);
    json_open(&q->json, NULL, '[');
    for (int64_t n = 0; n < most && (game = pgn_next(reader)); n++) {
        json_open(&q->json, NULL, '[');
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            const Word value = pgn_tag(game, names[i]);

            json_slice(&q->json, NULL, value.at ? value : word_of("?"));
        }
        /* the error, if not even one move can be read */
        json_text(&q->json, NULL, game->broken && !game->line.length ? game->error : "");
        json_close(&q->json, ']');
    }
    json_close(&q->json, ']');
    pgn_close(reader);
    return NULL;
}

/*
 * Writes the clock after each move, in milliseconds, from the comments; null if a comment has none.
 */
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

static const char *ask_game(PageGame *g, Asked *q) {
    const PgnGame *game = &g->pgn;
    const char *outcome =
        outcome_text(gameline_outcome(&game->line), position_turn(gameline_now(&game->line)));
    const OpeningName opening = opening_name(&game->line);

    json_open(&q->json, NULL, '{');
    json_text(&q->json, "start", FEN_OF(&game->line.position[0]));
    json_flag(&q->json, "chess960", game->chess960);
    json_whole(&q->json, "first", position_game_ply(&game->line.position[0]));
    json_text(&q->json, "result", pgn_result_text(game->result));
    json_count(&q->json, "line", game->error_line);
    json_text(&q->json, "outcome", outcome ? outcome : "");
    json_text(&q->json, "error", game->error ? game->error : "");
    json_slice(&q->json, "opening", opening.name.at ? opening.name : word_of(""));
    json_slice(&q->json, "eco", opening.eco.at ? opening.eco : word_of(""));
    put_clocks(&q->json, game);
    put_moves(&q->json, "moves", &game->line, coordinates(g));
    put_moves(&q->json, "san", &game->line, notation_write_san);
    json_open(&q->json, "tags", '[');
    for (size_t i = 0; i < game->tags; i++) {
        json_open(&q->json, NULL, '[');
        json_slice(&q->json, NULL, game->tag[i].name);
        json_slice(&q->json, NULL, game->tag[i].value);
        json_close(&q->json, ']');
    }
    json_close(&q->json, ']');
    json_close(&q->json, '}');
    return NULL;
}

/*
 * Writes a position and the move that led to it, if any; the caller adds the legal moves and closes
 * the object. Squares are numbered from a1 = 0, b1 = 1 to h8 = 63.
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

/* Answers with the position after q->ply plies, and its legal moves. */
static const char *ask_at(PageGame *g, Asked *q) {
    const GameLine *line = &g->pgn.line;
    Move move[MAX_MOVES];
    size_t count;

    put_position(&q->json, q->position, q->ply ? &line->position[q->ply - 1] : NULL,
                 q->ply ? line->move[q->ply - 1] : NO_MOVE);
    count = movegen_all(&q->position->board, move);
    for (size_t i = 0; i < count; i++)
        put_legal(&q->json, g, q->position, move[i]);
    json_close(&q->json, ']');
    json_close(&q->json, '}');
    return NULL;
}

/*
 * Answers with the position after q->ply plies and the moves of the argument, without its legal
 * moves.
 */
static const char *ask_peek(PageGame *g, Asked *q) {
    Position now, before;
    Move m, last = NO_MOVE;

    now = before = *q->position;
    while (!notation_parse(&m, &now, text_word(&q->argument))) {
        before = now;
        position_advance(&now, last = m);
    }
    put_position(&q->json, &now, last == NO_MOVE ? NULL : &before, last);
    json_close(&q->json, ']');
    json_close(&q->json, '}');
    return NULL;
}

static const char *ask_play(PageGame *g, Asked *q) {
    MoveError why;
    Move m;

    if ((why = notation_parse(&m, q->position, text_rest(q->argument))))
        return why == MOVE_UNREADABLE ? "that is not a move"
               : move_error_text(why) ? move_error_text(why)
                                      : "that move is illegal";
    return pagegame_play(g, q->ply, m);
}

/* Sets the clock after the last move, in milliseconds. */
static const char *ask_clock(PageGame *g, Asked *q) {
    int64_t ms;

    return word_number(text_word(&q->argument), 0, INT32_MAX, &ms) ? pagegame_clock(g, ms)
                                                                   : "that is not a time";
}

static const char *ask_cut(PageGame *g, Asked *q) {
    pagegame_cut(g, q->ply);
    return NULL;
}

static const char *ask_tag(PageGame *g, Asked *q) {
    return pagegame_tag(g, q->argument, q->text);
}

static const char *ask_result(PageGame *g, Asked *q) {
    for (PgnResult r = PGN_OPEN_END; r <= PGN_DRAW; r++)
        if (word_is(q->argument, pgn_result_text(r)))
            return pagegame_end(g, r), NULL;
    return "that is not a result";
}

/* Writes moves from a position on, each as [number or "", SAN, coordinates]. */
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

/*
 * Answers with the moves of the argument, in coordinates, as a line from the position after q->ply
 * plies.
 */
static const char *ask_line(PageGame *g, Asked *q) {
    enum { MOVES = 64 };
    Move move[MOVES];
    Position now;
    size_t count = 0;

    now = *q->position;
    while (count < MOVES && !notation_parse(&move[count], &now, text_word(&q->argument)))
        position_advance(&now, move[count++]);
    put_line(&q->json, g, *q->position, move, count);
    return NULL;
}

static const char *ask_pgn(PageGame *g, Asked *q) {
    PgnWriter *writer = pgn_writer_new(pgn_to_file, q->out);
    const char *error = writer ? pgn_write(writer, &g->pgn) : no_memory;

    pgn_writer_free(writer);
    return error;
}

/* Reads a score as in UCI, for the side to move: "cp 34" or "mate -3". */
static bool read_score(Word *line, int *score) {
    const bool is_mate = word_is(text_word(line), "mate");
    int64_t n;

    if (!word_number(text_word(line), -SCORE_DECIDED + 1, SCORE_DECIDED - 1, &n))
        return false;
    *score = (int)(!is_mate ? n : n > 0 ? SCORE_MATE - (2 * n - 1) : -SCORE_MATE - 2 * n);
    return !is_mate || score_is_mate(*score);
}

/*
 * Reads a note from a line, "cp 34 12 e2e4 e7e5": score, depth, moves. Returns an unknown note for
 * an invalid line.
 */
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

/* Reads a note on a position of the game; a game that has ended there needs no search. */
static Note read_note(const GameLine *line, size_t ply, Word said) {
    Note plain;

    if (ply == line->length && notes_plain(line, true, &plain))
        return plain;
    return read_search(line->position[ply], said);
}

/*
 * Answers with the purpose of the first move of a searched line ("forks the king and ..."), or with
 * nothing if the purpose is not certain.
 */
static const char *ask_purpose(PageGame *g, Asked *q) {
    Text words = TEXT_OF(TACTIC_SIZE);
    const Position *p = q->position;
    Note note;

    note = read_note(&g->pgn.line, q->ply, q->argument);
    if (note.length && !score_is_mate(note.score))
        tactics_add_purpose(&words, &(TacticLine){.before = q->ply ? p - 1 : NULL,
                                                  .from = p,
                                                  .move = note.line,
                                                  .length = note.length,
                                                  .score = note.score});
    fputs(words.at, q->out);
    return NULL;
}

/*
 * Answers with a sentence on what is wrong with a move, or with nothing if the move is not bad.
 * `text` has the searches of the positions before and after the move, one per line.
 */
static const char *ask_warning(PageGame *g, Asked *q) {
    Text words = TEXT_OF(TACTIC_SIZE);
    const Position *p = q->position;
    Position after;
    Note best, reply;
    bool ends;
    Move m;

    if (notation_parse(&m, p, text_rest(q->argument)))
        return "that is not a move";
    best = read_search(*p, text_until(&q->text, '\n'));
    after = *p;
    position_advance(&after, m);
    reply = read_search(after, q->text);
    ends = !position_in_check(&after) && !movegen_count(&after.board);
    if (best.known && (reply.known || ends))
        notes_add_warning(&words, &(NotesTry){.from = p,
                                              .move = m,
                                              .best = &best,
                                              .reply = reply.line,
                                              .replies = reply.length,
                                              .score = -reply.score,
                                              .outcome = ends ? OUTCOME_STALEMATE : OUTCOME_NONE});
    fputs(words.at, q->out);
    return NULL;
}

/* Answers with the FEN after passing; in check, or at the end of a game, fails with a sentence. */
static const char *ask_pass(PageGame *g, Asked *q) {
    const Position *p = q->position;
    Position passed;

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
    fputs(FEN_OF(&passed), q->out);
    return NULL;
}

/*
 * Answers with the opponent's threat. `text` has the searches of the positions before and after
 * passing, one per line.
 */
static const char *ask_threat(PageGame *g, Asked *q) {
    Text words = TEXT_OF(TACTIC_SIZE + NOTATION_SIZE + 64);
    const Position *p = q->position;
    Position passed;
    Note now, next;
    NotesPass pass;
    int gain;

    position_null_move(&passed, p);
    now = read_search(*p, text_until(&q->text, '\n'));
    next = read_search(passed, q->text);
    pass = (NotesPass){.from = p,
                       .score = now.score,
                       .line = next.line,
                       .length = next.length,
                       .score_passed = next.score};
    if (eval_init(NULL) || !notes_is_threat(&pass, &gain)) {
        fprintf(q->out, "%s threatens nothing.", color_name(position_turn(&passed)));
        return NULL;
    }
    text_addf(&words, "%s threatens %s", color_name(position_turn(&passed)),
              MOVE_OF(&passed, next.line[0]));
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
    fputs(words.at, q->out);
    return NULL;
}

/*
 * Answers with the rating of the user ("You" in the games of the text) as [games, rating, error].
 * Counts games against a level that began with 32 pieces and in which each side made at least two
 * moves.
 */
static const char *ask_rating(PageGame *g, Asked *q) {
    static const PgnOptions moves = {0};
    PgnReader *reader = pgn_open(pgn_from_word, &q->text, &moves);
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
    fprintf(q->out, "[%zu,%d,%d]", count, rating, error);
    free(rated);
    pgn_close(reader);
    return NULL;
}

typedef bool ReportPart(Asked *q, const PageGame *g, const Report *report);

/* Writes a part of the report of the game. `text` has a note on each position, one per line. */
static const char *put_report(PageGame *g, Asked *q, ReportPart *put) {
    const size_t plies = g->pgn.line.length;
    Note *note = calloc(plies + 1, sizeof *note);
    Text words = TEXT_OF(128);
    Report report;
    bool good = false;

    if (!note)
        return no_memory;
    for (size_t i = 0; i <= plies; i++)
        note[i] = read_note(&g->pgn.line, i, text_until(&q->text, '\n'));
    text_add_word(&words, q->argument);
    if (report_make(&report, &g->pgn, note, words.at)) {
        good = put(q, g, &report);
        report_free(&report);
    }
    free(note);
    return good ? NULL : no_memory;
}

static bool put_page(Asked *q, const PageGame *g, const Report *report) {
    ReportIndex index = {0};
    const bool good = report_index_add(&index, report);

    if (good) {
        report_html_begin(q->out, &index);
        report_html_game(q->out, report);
        report_html_end(q->out);
    }
    report_index_free(&index);
    return good;
}

/*
 * Writes the marked moves, each as [ply, index of the mark, its text, its name, the reason, the
 * better line].
 */
static bool put_marks(Asked *q, const PageGame *g, const Report *report) {
    Json *j = &q->json;

    json_open(j, NULL, '[');
    for (size_t n = 0; n < report->plies; n++) {
        const Mark mark = report->ply[n].mark;
        Text reason = TEXT_OF(REASON_SIZE);

        if (mark >= NO_MARK) /* not marked, or unknown */
            continue;
        report_add_reason(&reason, report, n);
        json_open(j, NULL, '[');
        json_count(j, NULL, n);
        json_whole(j, NULL, (int)mark);
        json_text(j, NULL, mark_text[mark]);
        json_text(j, NULL, report_mark_name[mark]);
        json_text(j, NULL, reason.at);
        put_line(j, g, report->game->line.position[n], report->note[n].line,
                 report->note[n].length);
        json_close(j, ']');
    }
    json_close(j, ']');
    return true;
}

static const char *ask_report(PageGame *g, Asked *q) {
    return put_report(g, q, put_page);
}

static const char *ask_marks(PageGame *g, Asked *q) {
    return put_report(g, q, put_marks);
}

static const struct {
    const char *name;
    Question *ask;
    bool of_ply; /* the question is about a ply of the game */
} questions[] = {
    {"at", ask_at, true},           {"chess960", ask_chess960, false},
    {"clock", ask_clock, false},    {"cut", ask_cut, true},
    {"fen", ask_fen, false},        {"game", ask_game, false},
    {"line", ask_line, true},       {"list", ask_list, false},
    {"marks", ask_marks, false},    {"pass", ask_pass, true},
    {"peek", ask_peek, true},       {"pgn", ask_pgn, false},
    {"pieces", ask_pieces, false},  {"play", ask_play, true},
    {"purpose", ask_purpose, true}, {"rating", ask_rating, false},
    {"read", ask_read, false},      {"report", ask_report, false},
    {"result", ask_result, false},  {"tag", ask_tag, false},
    {"threat", ask_threat, true},   {"warning", ask_warning, true},
};

/* Reads the ply of a question. Returns false if the game has no such ply. */
static bool read_ply(const PageGame *g, Asked *q) {
    int64_t n;

    if (!word_number(text_word(&q->argument), 0, (int64_t)g->pgn.line.length, &n))
        return false;
    q->ply = (size_t)n;
    q->position = &g->pgn.line.position[n];
    return true;
}

static const char *answer(PageGame *g, Word question, FILE *out) {
    Asked q = {.text = question, .out = out, .json = {.out = out}};
    Word line = text_until(&q.text, '\n');
    const Word name = text_word(&line);

    q.argument = text_rest(line);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (word_is(name, questions[i].name))
            return questions[i].of_ply && !read_ply(g, &q) ? "the game has no such move"
                                                           : questions[i].ask(g, &q);
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
