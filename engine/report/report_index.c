/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a page with several games. */
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "report_page.h"

/* Data kept about a game. */
typedef struct ReportRow {
    char name[COLOR_COUNT][WORDS_SIZE];
    char opening[WORDS_SIZE]; /* or why it was left out */
    ReportSide side[COLOR_COUNT];
    PgnResult result;
    size_t plies, number;
    bool left_out, named[COLOR_COUNT]; /* named: the PGN has a name */
} ReportRow;

bool report_index_add(ReportIndex *index, const Report *r) {
    ReportRow *row = array_grow(index->row, &index->room, index->rows + 1, sizeof *row);
    Text opening;

    if (!row)
        return false;
    index->row = row;
    row += index->rows++;
    *row = (ReportRow){
        .result = r->game->result, .plies = r->plies, .number = r->number, .left_out = r->left_out};
    opening = text_in(row->opening, WORDS_SIZE);
    if (r->left_out)
        report_add_error(&opening, r);
    else
        text_add_quoted(&opening, report_opening(r), NAME_LIMIT);
    for (Color side = WHITE; side <= BLACK; side++) {
        Text text = text_in(row->name[side], WORDS_SIZE);

        text_add_quoted(&text, report_player(r->game, side), NAME_LIMIT);
        row->named[side] = report_tag(r->game, color_name(side)).length > 0;
        row->side[side] = r->side[side];
    }
    return true;
}

void report_index_free(ReportIndex *index) {
    free(index->row);
    *index = (ReportIndex){0};
}

void page_title(FILE *out, const ReportIndex *index) {
    if (index->rows != 1) {
        fprintf(out, "Report of %zu games", index->rows);
        return;
    }
    for (Color side = WHITE; side <= BLACK; side++) {
        xml_word(out, word_of(index->row[0].name[side]));
        fputs(side == WHITE ? " \u2013 " : ", game report", out);
    }
}

/* --- the games -------------------------------------------------------------------------------- */

static void write_marks(FILE *out, const ReportSide *s) {
    for (int mark = 0; mark < NO_MARK; mark++)
        page_cell(out, s->judged ? s->marks[mark] : -1, 0, "");
}

/* Writes the column heads that both tables have. */
static void write_mark_heads(FILE *out) {
    for (int mark = 0; mark < NO_MARK; mark++)
        fprintf(out, "<th scope=\"col\"><abbr title=\"%s\" class=\"m%d\">%s</abbr></th>",
                report_marks_name[mark], mark, mark_text[mark]);
}

static void write_row(FILE *out, const ReportRow *row) {
    fprintf(out, "<tr><th scope=\"row\"><a href=\"#g%zu\">%zu</a></th>", row->number, row->number);
    for (int i = 0; i < COLOR_COUNT; i++) {
        fputs("<td class=\"l\">", out);
        page_foreign(out, word_of(row->name[i]));
        fputs("</td>", out);
        page_cell(out, row->side[i].accuracy, 1, "\u00a0%");
        write_marks(out, &row->side[i]);
    }
    fprintf(out, "<td>%s</td><td>%zu</td><td class=\"l%s\">%s", page_result[row->result],
            (row->plies + 1) / 2, row->left_out ? " warn" : "",
            row->left_out ? "Not judged: " : "");
    page_foreign(out, word_of(row->opening));
    fputs("</td></tr>\n", out);
}

static void write_games(FILE *out, const ReportIndex *index) {
    fputs("<section class=\"card\">\n<h2>Games</h2>\n<div class=\"wide\" tabindex=\"0\" "
          "role=\"region\" aria-label=\"Games\"><table>\n<thead><tr><th scope=\"col\">No.</th>",
          out);
    for (int i = 0; i < COLOR_COUNT; i++) {
        fprintf(out, "<th scope=\"col\" class=\"l\">%s</th><th scope=\"col\">Accuracy</th>",
                i ? "Black" : "White");
        write_mark_heads(out);
    }
    fputs("<th scope=\"col\">Result</th><th scope=\"col\">Moves</th><th scope=\"col\" "
          "class=\"l\">Opening</th></tr></thead>\n<tbody>\n",
          out);
    for (size_t n = 0; n < index->rows; n++)
        write_row(out, &index->row[n]);
    fputs("</tbody>\n</table></div>\n</section>\n", out);
}

/* --- the players ------------------------------------------------------------------------------ */

/* One side of one game. */
typedef struct {
    const ReportRow *row;
    Color side;
} Seat;

static int compare_seats(const void *a, const void *b) {
    const Seat *x = a, *y = b;

    return strcmp(x->row->name[x->side], y->row->name[y->side]);
}

/* Writes the row of one player. */
static void write_player(FILE *out, const Seat *seat, size_t seats) {
    ReportSide sum = {0};
    size_t wins = 0, draws = 0, losses = 0, games = 0;
    double accuracy = 0, lost = 0;

    for (size_t i = 0; i < seats; i++) {
        const ReportSide *s = &seat[i].row->side[seat[i].side];
        const PgnResult result = seat[i].row->result;

        draws += result == PGN_DRAW;
        if (result == PGN_WHITE_WINS || result == PGN_BLACK_WINS) {
            const bool won = (result == PGN_WHITE_WINS) == (seat[i].side == WHITE);
            wins += won;
            losses += !won;
        }
        if (!s->judged)
            continue;
        games++;
        accuracy += s->accuracy;
        lost += s->lost * (double)s->judged;
        sum.judged += s->judged;
        for (int mark = 0; mark < NO_MARK; mark++)
            sum.marks[mark] += s->marks[mark];
    }
    fputs("<tr><th scope=\"row\">", out);
    page_foreign(out, word_of(seat->row->name[seat->side]));
    fprintf(out, "</th><td>%zu</td><td>%zu</td><td>%zu</td><td>%zu</td>", seats, wins, draws,
            losses);
    page_cell(out, games ? accuracy / (double)games : -1, 1, "\u00a0%");
    page_cell(out, games ? lost / (double)sum.judged : -1, 0, "");
    write_marks(out, &sum);
    fputs("</tr>\n", out);
}

/* Writes the players, unless there is not enough memory to sort them or nobody has a name. */
static void write_players(FILE *out, const ReportIndex *index) {
    Seat *seat = malloc(2 * index->rows * sizeof *seat);
    size_t seats = 0;

    for (size_t n = 0; seat && n < index->rows; n++)
        for (Color side = WHITE; side <= BLACK; side++)
            if (index->row[n].named[side] && !index->row[n].left_out)
                seat[seats++] = (Seat){&index->row[n], side};
    if (seats) {
        qsort(seat, seats, sizeof *seat, compare_seats);
        fputs("<section class=\"card\">\n<h2>Players</h2>\n<div class=\"wide\" tabindex=\"0\" "
              "role=\"region\" aria-label=\"Players\"><table>\n<thead><tr><th "
              "scope=\"col\">Player</th><th scope=\"col\">Games</th><th scope=\"col\">Won</th><th "
              "scope=\"col\">Drawn</th><th scope=\"col\">Lost</th><th "
              "scope=\"col\">Accuracy</th><th scope=\"col\">Average loss</th>",
              out);
        write_mark_heads(out);
        fputs("</tr></thead>\n<tbody>\n", out);
        for (size_t i = 0, next; i < seats; i = next) {
            for (next = i + 1; next < seats && !compare_seats(&seat[i], &seat[next]);)
                next++;
            write_player(out, &seat[i], next - i);
        }
        fputs("</tbody>\n</table></div>\n</section>\n", out);
    }
    free(seat);
}

void page_index(FILE *out, const ReportIndex *index) {
    size_t left_out = 0;

    for (size_t n = 0; n < index->rows; n++)
        left_out += index->row[n].left_out;
    if (index->rows == 1) {
        fputs("<h1>Game report</h1>\n", out);
        return;
    }
    fprintf(out, "<h1>Report of %zu games", index->rows);
    if (left_out)
        fprintf(out, ", %zu of them not judged", left_out);
    fputs("</h1>\n", out);
    write_games(out, index);
    write_players(out, index);
}
