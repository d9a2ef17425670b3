/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "base/json.h"
#include "chances.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "report.h"
#include "report_words.h"
#include "search/result.h"

/* Empty texts and REPORT_UNKNOWN become null. */

static void write_text(Json *j, const char *member, Word value) {
    json_slice(j, member, value.length ? value : (Word){NULL, 0});
}

static void write_number(Json *j, const char *member, double value) {
    json_real(j, member, value < 0 ? NAN : value, 1);
}

static void write_whole(Json *j, const char *member, int64_t value) {
    if (value < 0)
        json_null(j, member);
    else
        json_whole(j, member, value);
}

static void write_side(Json *j, const Report *r, Color side) {
    static const char *const marks[NO_MARK] = {"blunders", "mistakes", "inaccuracies"};
    static const char *const tags[COLOR_COUNT][2] = {{"White", "WhiteElo"}, {"Black", "BlackElo"}};
    static const char *const phases[PHASES] = {"accuracy_opening", "accuracy_middlegame",
                                               "accuracy_ending"};
    const ReportSide *s = &r->side[side];
    const Word player = report_tag(r->game, tags[side][0]);

    json_open(j, side == WHITE ? "white" : "black", '{');
    write_text(j, "name", player);
    write_text(j, "elo", report_tag(r->game, tags[side][1]));
    write_whole(j, "moves", (int64_t)s->moves);
    write_whole(j, "judged", (int64_t)s->judged);
    write_number(j, "accuracy", s->accuracy);
    for (int i = 0; i < PHASES; i++)
        write_number(j, phases[i], s->phase[i]);
    write_number(j, "average_centipawn_loss", s->lost);
    write_whole(j, "rating_by_loss", s->rating);
    for (int i = 0; i < NO_MARK; i++)
        write_whole(j, marks[i], s->marks[i]);
    write_whole(j, "used_ms", s->used_ms);
    json_close(j, '}');
}

static void write_game(Json *j, const Report *r) {
    static const char *const tags[][2] = {{"event", "Event"},
                                          {"site", "Site"},
                                          {"date", "Date"},
                                          {"utc_date", "UTCDate"},
                                          {"utc_time", "UTCTime"},
                                          {"round", "Round"},
                                          {"time_control", "TimeControl"},
                                          {"termination", "Termination"}};
    const Word told = pgn_tag(r->game, "FEN"); /* the position may differ from the tag */
    const bool is_unread =
        r->game->broken && !r->plies && (told.at || pgn_tag(r->game, "Variant").at);

    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        write_text(j, tags[i][0], report_tag(r->game, tags[i][1]));
    write_text(j, "result", word_of(pgn_result_text(r->game->result)));
    write_text(j, "eco", report_eco(r));
    write_text(j, "opening", report_opening(r));
    write_whole(j, "book_plies", (int64_t)r->book_plies);
    json_flag(j, "chess960", r->game->chess960);
    write_text(j, "fen", is_unread ? told : word_of(FEN_OF(&r->game->line.position[0])));
    write_text(j, "error", word_of(r->error ? r->error : ""));
    write_whole(j, "error_line", r->error_line ? (int64_t)r->error_line : REPORT_UNKNOWN);
    write_text(j, "judge", word_of(r->judge ? r->judge : ""));
    json_open(j, "key_moments", '[');
    for (size_t i = 0; i < r->keys; i++)
        json_count(j, NULL, r->key[i]);
    json_close(j, ']');
}

/* Writes a move in SAN and in coordinates; null moves are "--" and "0000". */
static void write_san(Json *j, const Position *p, Move m) {
    json_text(j, "san", SAN_OF(p, m));
    json_text(j, "uci", m == NO_MOVE ? "0000" : NOTATION_OF(notation_write_chess960, p, m));
}

/* Writes the better line as a list of moves in SAN. */
static void write_line(Json *j, const Position *p, const Note *note) {
    Position now = *p;

    json_open(j, "best", '[');
    for (size_t i = 0; i < note->length && move_is_legal(&now, note->line[i]); i++) {
        json_text(j, NULL, SAN_OF(&now, note->line[i]));
        position_advance(&now, note->line[i]);
    }
    json_close(j, ']');
}

static void write_evaluation(Json *j, const Report *r, size_t n) {
    const ReportPly *ply = &r->ply[n];
    int win, loss;

    if (!ply->known) {
        json_null(j, "evaluation");
        return;
    }
    json_open(j, "evaluation", '{');
    if (score_is_mate(ply->score)) {
        json_null(j, "cp");
        json_whole(j, "mate", score_mate_moves(ply->score));
    } else {
        json_whole(j, "cp", ply->score);
        json_null(j, "mate");
    }
    chances_wdl(ply->score, &win, &loss);
    json_open(j, "wdl", '[');
    json_whole(j, NULL, win);
    json_whole(j, NULL, 1000 - win - loss);
    json_whole(j, NULL, loss);
    json_close(j, ']');
    write_number(j, "winning_chances", ply->chances);
    write_whole(j, "depth", r->note[n].depth);
    write_line(j, &r->game->line.position[n], &r->note[n]);
    json_close(j, '}');
}

static void write_move(Json *j, const Report *r, size_t n) {
    const ReportPly *ply = &r->ply[n];

    json_open(j, "move", '{');
    write_san(j, &r->game->line.position[n], r->game->line.move[n]);
    write_text(j, "mark", word_of(ply->mark == NO_MARK ? "" : mark_text[ply->mark]));
    write_number(j, "accuracy", ply->accuracy);
    write_whole(j, "centipawn_loss", ply->lost);
    json_flag(j, "book", ply->is_book);
    write_whole(j, "used_ms", ply->used_ms);
    write_whole(j, "left_ms", ply->left_ms);
    write_text(j, "comment", ply->comment);
    json_close(j, '}');
}

void report_json(FILE *out, const Report *r) {
    Json j = {.out = out};

    json_open(&j, NULL, '{');
    json_count(&j, "number", r->number);
    write_side(&j, r, WHITE);
    write_side(&j, r, BLACK);
    write_game(&j, r);
    json_open(&j, "positions", '[');
    for (size_t n = 0; n <= r->plies; n++) {
        json_open(&j, NULL, '{');
        write_evaluation(&j, r, n);
        if (n < r->plies)
            write_move(&j, r, n);
        else
            json_null(&j, "move");
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
}
