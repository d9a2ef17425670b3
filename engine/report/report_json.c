/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include "base/escape.h"
#include "chances.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "report.h"
#include "report_words.h"
#include "search/result.h"

/* Writes the name of a member that is not the first one. */
static void name(FILE *out, const char *words) {
    fprintf(out, ", \"%s\": ", words);
}

static void write_text(FILE *out, const char *member, Word value) {
    name(out, member);
    if (value.length)
        json_word(out, value);
    else
        fputs("null", out);
}

static void write_number(FILE *out, const char *member, double value, int decimals) {
    Text text = TEXT_OF(48);

    name(out, member);
    report_add_number(&text, value, decimals);
    fputs(value < 0 ? "null" : text.at, out); /* REPORT_UNKNOWN */
}

static void write_whole(FILE *out, const char *member, int64_t value) {
    name(out, member);
    if (value < 0)
        fputs("null", out);
    else
        fprintf(out, "%" PRId64, value);
}

static void write_flag(FILE *out, const char *member, bool value) {
    name(out, member);
    fputs(value ? "true" : "false", out);
}

static void write_side(FILE *out, const Report *r, Color side) {
    static const char *const marks[NO_MARK] = {"blunders", "mistakes", "inaccuracies"};
    static const char *const tags[COLOR_COUNT][2] = {{"White", "WhiteElo"}, {"Black", "BlackElo"}};
    static const char *const phases[PHASES] = {"accuracy_opening", "accuracy_middlegame",
                                               "accuracy_ending"};
    const ReportSide *s = &r->side[side];
    const Word player = report_tag(r->game, tags[side][0]);

    name(out, side == WHITE ? "white" : "black");
    fputs("{\"name\": ", out);
    if (player.length)
        json_word(out, player);
    else
        fputs("null", out);
    write_text(out, "elo", report_tag(r->game, tags[side][1]));
    write_whole(out, "moves", (int64_t)s->moves);
    write_whole(out, "judged", (int64_t)s->judged);
    write_number(out, "accuracy", s->accuracy, 1);
    for (int i = 0; i < PHASES; i++)
        write_number(out, phases[i], s->phase[i], 1);
    write_number(out, "average_centipawn_loss", s->lost, 1);
    write_whole(out, "rating_by_loss", s->rating);
    for (int i = 0; i < NO_MARK; i++)
        write_whole(out, marks[i], s->marks[i]);
    write_whole(out, "used_ms", s->used_ms);
    fputc('}', out);
}

static void write_game(FILE *out, const Report *r) {
    static const char *const tags[][2] = {{"event", "Event"},
                                          {"site", "Site"},
                                          {"date", "Date"},
                                          {"utc_date", "UTCDate"},
                                          {"utc_time", "UTCTime"},
                                          {"round", "Round"},
                                          {"time_control", "TimeControl"},
                                          {"termination", "Termination"}};
    const Word told = pgn_tag(r->game, "FEN"); /* the position may not be that of the text */
    const bool is_unread =
        r->game->broken && !r->plies && (told.at || pgn_tag(r->game, "Variant").at);
    Text fen = TEXT_OF(FEN_SIZE);

    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        write_text(out, tags[i][0], report_tag(r->game, tags[i][1]));
    write_text(out, "result", word_of(pgn_result_text(r->game->result)));
    write_text(out, "eco", report_eco(r));
    write_text(out, "opening", report_opening(r));
    write_whole(out, "book_plies", (int64_t)r->book_plies);
    write_flag(out, "chess960", r->game->chess960);
    fen_write(&fen, &r->game->line.position[0]);
    write_text(out, "fen", is_unread ? told : (Word){fen.at, fen.length});
    write_text(out, "error", word_of(r->error ? r->error : ""));
    write_whole(out, "error_line", r->error_line ? (int64_t)r->error_line : REPORT_UNKNOWN);
    write_text(out, "judge", word_of(r->judge ? r->judge : ""));
    name(out, "key_moments");
    for (size_t i = 0; i < r->keys; i++)
        fprintf(out, "%s%zu", i ? ", " : "[", r->key[i]);
    fputs(r->keys ? "]" : "[]", out);
}

/* Writes a move in SAN and in coordinates; null moves are "--" and "0000". */
static void write_san(FILE *out, const Position *p, Move m, const char *member) {
    Text a = TEXT_OF(NOTATION_SIZE), b = TEXT_OF(NOTATION_SIZE);

    notation_write_san(&a, p, m);
    if (m == NO_MOVE)
        text_add(&b, "0000");
    else
        notation_write_chess960(&b, p, m);
    fprintf(out, "%s\"%s\", \"uci\": \"%s\"", member, a.at, b.at);
}

/* Writes the better line as a list of moves in SAN. */
static void write_line(FILE *out, const Position *p, const Note *note) {
    Position now = *p;

    name(out, "best");
    fputc('[', out);
    for (size_t i = 0; i < note->length && move_is_legal(&now, note->line[i]); i++) {
        Text text = TEXT_OF(NOTATION_SIZE);

        notation_write_san(&text, &now, note->line[i]);
        fprintf(out, "%s\"%s\"", i ? ", " : "", text.at);
        position_advance(&now, note->line[i]);
    }
    fputc(']', out);
}

static void write_evaluation(FILE *out, const Report *r, size_t n) {
    const ReportPly *ply = &r->ply[n];
    int win, loss;

    if (!ply->known) {
        fputs("null", out);
        return;
    }
    if (score_is_mate(ply->score))
        fprintf(out, "{\"cp\": null, \"mate\": %d", score_mate_moves(ply->score));
    else
        fprintf(out, "{\"cp\": %d, \"mate\": null", ply->score);
    chances_wdl(ply->score, &win, &loss);
    fprintf(out, ", \"wdl\": [%d, %d, %d]", win, 1000 - win - loss, loss);
    write_number(out, "winning_chances", ply->chances, 1);
    write_whole(out, "depth", r->note[n].depth);
    write_line(out, &r->game->line.position[n], &r->note[n]);
    fputc('}', out);
}

static void write_move(FILE *out, const Report *r, size_t n) {
    const ReportPly *ply = &r->ply[n];

    write_san(out, &r->game->line.position[n], r->game->line.move[n], "{\"san\": ");
    write_text(out, "mark", word_of(ply->mark == NO_MARK ? "" : mark_text[ply->mark]));
    write_number(out, "accuracy", ply->accuracy, 1);
    write_whole(out, "centipawn_loss", ply->lost);
    write_flag(out, "book", ply->is_book);
    write_whole(out, "used_ms", ply->used_ms);
    write_whole(out, "left_ms", ply->left_ms);
    write_text(out, "comment", ply->comment);
    fputc('}', out);
}

void report_json(FILE *out, const Report *r) {
    fprintf(out, "{\"number\": %zu", r->number);
    write_side(out, r, WHITE);
    write_side(out, r, BLACK);
    write_game(out, r);
    fputs(", \"positions\": [", out);
    for (size_t n = 0; n <= r->plies; n++) {
        fprintf(out, "%s{\"evaluation\": ", n ? ", " : "");
        write_evaluation(out, r, n);
        fputs(", \"move\": ", out);
        if (n < r->plies)
            write_move(out, r, n);
        else
            fputs("null", out);
        fputc('}', out);
    }
    fputs("]}", out);
}
