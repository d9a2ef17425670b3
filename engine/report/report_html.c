/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/version.h"
#include "chess/svgboard.h"
#include "report_page.h"

static const char *const style[] = {
#include "report_style.inc"
};

static const char *const script[] = {
#include "report_script.inc"
};

/* SHA-256 of the script, the only one that browsers may run. See test_report. */
#define SCRIPT_HASH "sha256-UXr28Qh5JgDqgtqEpi5NbqvBkkmW8ag8nHz2KMqWEi8="

static void write_lines(FILE *out, const char *const *line, size_t lines) {
    for (size_t i = 0; i < lines; i++)
        fprintf(out, "%s\n", line[i]);
}

void report_html_begin(FILE *out, const ReportIndex *index) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
          "'unsafe-inline'; script-src '" SCRIPT_HASH "'; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
          out);
    page_title(out, index);
    fputs("</title>\n<style>\n", out);
    write_lines(out, style, sizeof style / sizeof *style);
    report_graph_style(out);
    fputs("</style>\n</head>\n<body>\n", out);
    svgboard_definitions(out);
    fputs("<main>\n", out);
    page_index(out, index);
}

/* --- the head of a game ----------------------------------------------------------------------- */

static void write_rating(FILE *out, const Report *r, Color side) {
    const Word elo = report_tag(r->game, side == WHITE ? "WhiteElo" : "BlackElo");

    if (elo.length) {
        fputs(" <small>", out);
        page_foreign(out, elo);
        fputs("</small>", out);
    }
}

/* Returns the known part of a date: "1858" for "1858.??.??". */
static Word known_part(Word date) {
    while (date.length && text_is_among(date.at[date.length - 1], ".?"))
        date.length--;
    return date;
}

static void write_facts(FILE *out, const Report *r) {
    static const char *const tags[] = {"Event",   "Site",  "Date",        "UTCDate",
                                       "UTCTime", "Round", "TimeControl", "Termination"};
    static const char *const before[] = {
        "", "", "", "UTC ", "UTC ", "round ", "time control: ", "termination: "};
    const char *separator = "";
    Word date = {NULL, 0}; /* already written */

    fputs("<p>", out);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        const bool is_date = i == 2 || i == 3;
        const Word tag = report_tag(r->game, tags[i]), value = is_date ? known_part(tag) : tag;
        Text text = TEXT_OF(WORDS_SIZE);

        if (!value.length || (is_date && word_same(value, date)))
            continue;
        date = is_date ? value : date;
        if (strcmp(tags[i], "TimeControl"))
            text_add_quoted(&text, value, NAME_LIMIT);
        else
            report_add_control(&text, value);
        fprintf(out, "%s%s", separator, before[i]);
        page_foreign(out, (Word){text.at, text.length});
        separator = " \u00b7 ";
    }
    if (r->game->chess960 || notes_begin_elsewhere(r->game))
        fprintf(out, "%s%s", separator, r->game->chess960 ? "Chess960" : "from a set-up position");
    fputs("</p>\n", out);
}

/* Writes how the game ended on the board, or that it was won in another way. */
static void write_ending(FILE *out, const Report *r) {
    static const char *const words[] = {
        [OUTCOME_MATE] = "Checkmate",
        [OUTCOME_STALEMATE] = "Draw by stalemate",
        [OUTCOME_INSUFFICIENT] = "Draw by insufficient material",
        [OUTCOME_THREEFOLD] = "Draw; the position was repeated three times",
        [OUTCOME_FIFTY] = "Draw; fifty moves without a capture or pawn move",
    };
    const Outcome outcome = gameline_outcome(&r->game->line);

    const bool decided = r->game->result == PGN_WHITE_WINS || r->game->result == PGN_BLACK_WINS;

    const Word tag = report_tag(r->game, "Termination");

    if (r->game->broken || (tag.length && !word_is_any_case(tag, "normal")))
        return;
    if (outcome == OUTCOME_NONE || (outcome > OUTCOME_MATE && decided))
        fputs(decided ? "<p>Won without mate, by resignation or on time</p>\n" : "", out);
    else
        fprintf(out, "<p>%s</p>\n", words[outcome]);
}

static void write_opening(FILE *out, const Report *r) {
    const Word eco = report_eco(r);
    const Word name = report_opening(r);

    if (!name.length && !eco.length)
        return;
    fputs("<p>Opening: ", out);
    if (name.length)
        page_foreign(out, name);
    if (eco.length) {
        fputs(name.length ? " (" : "", out);
        page_foreign(out, eco);
        fputs(name.length ? ")" : "", out);
    }
    if (r->book_plies)
        fprintf(out, "; in the book up to %s", PLAYED_OF(r, r->book_plies - 1));
    fputs("</p>\n", out);
}

static void write_head(FILE *out, const Report *r) {
    fputs("<header class=\"head\">\n<h2>", out);
    page_foreign(out, report_player(r->game, WHITE));
    fputs(" \u2013 ", out);
    page_foreign(out, report_player(r->game, BLACK));
    fprintf(out, " <span class=\"score\">%s</span></h2>\n", page_result[r->game->result]);
    write_facts(out, r);
    write_opening(out, r);
    write_ending(out, r);
    if (r->judge) {
        fputs("<p>Judged by ", out);
        page_foreign(out, word_of(r->judge));
        fputs("</p>\n", out);
    }
    if (r->error) {
        Text text = TEXT_OF(WORDS_SIZE);

        report_add_error(&text, r);
        fprintf(out, "<p class=\"warn\">%s",
                r->left_out       ? "Not judged: "
                : r->game->broken ? "The game could be read only up to its last move here: "
                                  : "An error in the game: ");
        page_foreign(out, (Word){text.at, text.length});
        fputs("</p>\n", out);
    }
    fputs("</header>\n", out);
}

/* --- both sides ------------------------------------------------------------------------------- */

/* Ends a table row with a number for each side. */
static void write_pair(FILE *out, double white, double black, int decimals, const char *unit) {
    page_cell(out, white, decimals, unit);
    page_cell(out, black, decimals, unit);
    fputs("</tr>\n", out);
}

/* Writes the accuracy in each phase, if the game has more than one. */
static void write_phases(FILE *out, const Report *r) {
    static const char *const words[PHASES] = {"opening", "middlegame", "ending"};

    if (r->from[PHASE_MIDDLEGAME] >= r->plies)
        return;
    for (int phase = 0; phase < PHASES; phase++) {
        if (r->side[WHITE].phase[phase] < 0 && r->side[BLACK].phase[phase] < 0)
            continue;
        fprintf(out, "<tr><th scope=\"row\"><small>in the %s</small></th>", words[phase]);
        write_pair(out, r->side[WHITE].phase[phase], r->side[BLACK].phase[phase], 1, "\u00a0%");
    }
}

static void write_ratings(FILE *out, const Report *r) {
    if (r->side[WHITE].rating < 0 && r->side[BLACK].rating < 0)
        return;
    fprintf(out, "<tr><th scope=\"row\">Played like about <small>(\u00b1\u00a0%d)</small></th>",
            (int)REPORT_RATING_ERROR);
    for (int i = 0; i < COLOR_COUNT; i++) {
        const int rating = r->side[i].rating;

        if (rating < 0)
            fputs("<td>\u2013</td>", out);
        else
            fprintf(out,
                    rating == REPORT_RATING_MOST    ? "<td>%d or more</td>"
                    : rating == REPORT_RATING_LEAST ? "<td>%d or less</td>"
                                                    : "<td>%d</td>",
                    rating);
    }
    fputs("</tr>\n", out);
}

static void write_sides(FILE *out, const Report *r) {
    const ReportSide *s = r->side;

    fputs("<section class=\"card\">\n<h3>Both sides</h3>\n", out);
    for (Color side = WHITE; side <= BLACK; side++) {
        fprintf(out, "<p class=\"who\"><span class=\"disc%s\"></span>", side == WHITE ? "" : " b");
        page_foreign(out, report_player(r->game, side));
        write_rating(out, r, side);
        fputs("</p>\n", out);
    }
    fputs("<table class=\"sides\">\n<thead><tr><td></td><th scope=\"col\">White</th><th "
          "scope=\"col\">Black</th></tr></thead>\n<tbody>\n<tr class=\"big\"><th "
          "scope=\"row\">Accuracy</th>",
          out);
    write_pair(out, s[WHITE].accuracy, s[BLACK].accuracy, 1, "\u00a0%");
    write_phases(out, r);
    for (int mark = NO_MARK - 1; mark >= 0; mark--) {
        fprintf(out, "<tr><th scope=\"row\">%s <b class=\"m%d\" aria-hidden=\"true\">%s</b></th>",
                report_marks_name[mark], mark, mark_text[mark]);
        write_pair(out, s[WHITE].judged ? s[WHITE].marks[mark] : -1,
                   s[BLACK].judged ? s[BLACK].marks[mark] : -1, 0, "");
    }
    fputs("<tr><th scope=\"row\">Average loss <small>(centipawns)</small></th>", out);
    write_pair(out, s[WHITE].lost, s[BLACK].lost, 0, "");
    write_ratings(out, r);
    if (r->has_clocks) {
        fputs("<tr><th scope=\"row\">Time used</th>", out);
        for (int i = 0; i < COLOR_COUNT; i++)
            fprintf(out, "<td>%s</td>", s[i].used_ms < 0 ? "\u2013" : TIME_OF(s[i].used_ms));
        fputs("</tr>\n", out);
    }
    fputs("</tbody>\n</table>\n</section>\n", out);
}

/* Writes a square of this kind and its meaning. */
static void write_legend(FILE *out, const char *kind, const char *shape, const char *words) {
    fprintf(out,
            "<span><svg class=\"lg\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><g class=\"%s\" "
            "stroke=\"#767d86\">%s</g></svg>%s</span>\n",
            kind, shape, words);
}

static void write_chances(FILE *out, const Report *r) {
    static const char square[] = "<path d=\"M1 1h14v14H1z\"/>";

    fputs("<section class=\"card\">\n<h3>Winning chances</h3>\n<figure>\n", out);
    report_graph_chances(out, r);
    fputs("<figcaption>\n", out);
    write_legend(out, "rg-w", square, "White wins");
    if (r->programs)
        write_legend(out, "rg-d", square, "draw");
    write_legend(out, "rg-b", square, "Black wins");
    write_legend(out, "rg-e", "<path d=\"M0 8h16\"/>", "White\u2019s winning chances");
    write_legend(out, "rg-m2", "<circle cx=\"8\" cy=\"8\" r=\"6\"/>", "inaccuracy");
    write_legend(out, "rg-m1", "<path d=\"M8 1l7 13H1z\"/>", "mistake");
    write_legend(out, "rg-m0", "<path d=\"M8 0l8 8-8 8-8-8z\"/>", "blunder");
    if (r->programs)
        fputs("<span>Both players are programs: winning chances follow the results of Alula\u2019s "
              "games against itself, with draws as half a win.</span>\n",
              out);
    fputs("</figcaption>\n</figure>\n</section>\n", out);
}

static void write_times(FILE *out, const Report *r) {
    if (!r->has_clocks)
        return;
    fputs("<section class=\"card\">\n<h3>Time for each move</h3>\n<figure>\n", out);
    report_graph_times(out, r);
    fputs("<figcaption>White upwards, Black downwards</figcaption>\n</figure>\n</section>\n", out);
}

/* Writes what a level of Alula has confessed in the comments of the game. */
static void write_confessions(FILE *out, const Report *r) {
    bool any = false;

    for (size_t n = 0; n < r->plies; n++) {
        if (!r->ply[n].confession.length)
            continue;
        fputs(any ? ""
                  : "<section class=\"card\">\n<h3>What Alula overlooked, in its own words</h3>\n",
              out);
        any = true;
        fprintf(out, "<p><a href=\"#g%zum%zu\" aria-label=\"Show the move\">\u25b8</a> ", r->number,
                n + 1);
        page_foreign(out, r->ply[n].confession);
        fputs("</p>\n", out);
    }
    fputs(any ? "</section>\n" : "", out);
}

void report_html_game(FILE *out, const Report *r) {
    fprintf(out, "<article class=\"game%s\" id=\"g%zu\">\n", r->left_out ? "-left-out" : "",
            r->number);
    write_head(out, r);
    if (r->left_out) {
        fputs("</article>\n", out);
        return;
    }
    fputs("<div class=\"top\">\n", out);
    write_sides(out, r);
    write_chances(out, r);
    fputs("</div>\n", out);
    page_moves(out, r, r->number);
    page_keys(out, r, r->number);
    write_confessions(out, r);
    write_times(out, r);
    fputs("</article>\n", out);
}

void report_html_end(FILE *out) {
    fputs("<footer>\n<p>Scores are in pawns for White; #3 is a mate in three. Accuracy, winning "
          "chances and marks follow the formulas of lichess: ?! for a fall of the winning "
          "chances, from \u22121 to 1, by 0.1, ? by 0.2, ?? by 0.3, or for a mate allowed or "
          "missed. \u201cPlayed like about\u201d is the lichess rating of people who lose as much "
          "on average; two of three are within the error.</p>\n"
          "<p>Made by Alula " ALULA_VERSION ".</p>\n</footer>\n</main>\n<script>",
          out);
    write_lines(out, script, sizeof script / sizeof *script);
    fputs("</script>\n</body>\n</html>\n", out);
}
