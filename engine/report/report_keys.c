/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The key moments of a game: what happened, and exercises made from them. */
#include "chess/notation.h"
#include "chess/svgboard.h"
#include "report_page.h"

static void add_key(Text *text, const Report *r, size_t n) {
    text_addf(text, "%s%s", PLAYED_OF(r, n), mark_text[r->ply[n].mark]);
}

/* Where a line is shown on the board: from the nth position of a game, after this many moves. */
typedef struct {
    size_t number, n;
    int moves;
} Place;

/* Writes one of the two lines: its name, moves and score. */
static void write_line(FILE *out, const char *name, const char *dot, const Text *line, int score,
                       Place at) {
    fprintf(out, "<dt><span class=\"dot %s\"></span>%s</dt><dd>", dot, name);
    page_variation(out, line, at.number, at.n, at.moves);
    fprintf(out, " <small>%s</small></dd>\n", SCORE_OF(score));
}

/* Writes a key moment: the position with both moves, and both continuations. */
static void write_seen(FILE *out, const Report *r, size_t n, size_t number) {
    static const SvgMarkKind kinds[NO_MARK] = {SVG_BLUNDER, SVG_MISTAKE, SVG_DUBIOUS};
    const Position *p = &r->game->line.position[n];
    const Move played = r->game->line.move[n], better = r->note[n].line[0];
    const SvgArrow arrows[] = {{move_from(played), svgboard_to(p, played), SVG_PLAYED},
                               {move_from(better), svgboard_to(p, better), SVG_BETTER}};
    const SvgMark mark = {arrows[0].to, kinds[r->ply[n].mark]};
    Text caption = TEXT_OF(REASON_SIZE), line = TEXT_OF(LINE_SIZE);
    const SvgBoard board = {.position = p,
                            .caption = caption.at,
                            .flipped = position_turn(p) == BLACK,
                            .arrow = arrows,
                            .arrows = 2,
                            .mark = &mark,
                            .marks = 1};

    text_add(&caption, "Before ");
    add_key(&caption, r, n);
    fputs("<div class=\"see\">\n", out);
    svgboard_element(out, &board);
    text_clear(&caption);
    report_add_reason(&caption, r, n);
    fprintf(out, "<p><b class=\"m%d\">%s.</b> %s</p>\n<dl>\n", (int)r->ply[n].mark,
            report_mark_name[r->ply[n].mark], caption.at);
    add_key(&line, r, n);
    if (r->note[n + 1].length) {
        text_add_char(&line, ' ');
        report_add_line(&line, p + 1, r->note[n + 1].line, r->note[n + 1].length);
    }
    write_line(out, "Played", "p", &line, r->ply[n + 1].score, (Place){number, n + 1, 0});
    text_clear(&line);
    report_add_line(&line, p, r->note[n].line, r->note[n].length);
    write_line(out, "Better", "g", &line, r->ply[n].score, (Place){number, n, 1});
    fputs("</dl>\n</div>\n", out);
}

/*
 * Begins an exercise with the data for its script: the squares of both moves, and the side to move.
 */
static void write_find(FILE *out, const Position *p, Move better, Move played) {
    fprintf(out, "<div class=\"find\" data-b=\"%s%s\" data-p=\"%s%s\" data-t=\"%c\">\n",
            SQUARE_OF(move_from(better)), SQUARE_OF(svgboard_to(p, better)),
            SQUARE_OF(move_from(played)), SQUARE_OF(svgboard_to(p, played)),
            position_turn(p) == WHITE ? 'w' : 'b');
}

/* Writes the exercise. */
static void write_exercise(FILE *out, const Report *r, size_t n, size_t number) {
    const Position *p = &r->game->line.position[n];
    const char *side = color_name(position_turn(p));
    Text caption = TEXT_OF(REASON_SIZE), line = TEXT_OF(LINE_SIZE);
    const SvgBoard board = {.position = p,
                            .caption = caption.at,
                            .flipped = position_turn(p) == BLACK,
                            .highlighted =
                                n ? svgboard_squares(p - 1, r->game->line.move[n - 1]) : 0};

    text_addf(&caption, "Find a better move for %s", side);
    write_find(out, p, r->note[n].line[0], r->game->line.move[n]);
    svgboard_element(out, &board);
    report_add_line(&line, p, r->note[n].line, r->note[n].length);
    text_clear(&caption);
    add_key(&caption, r, n);
    fprintf(out,
            "<p>%s to move. %s was played in the game. Find a better move.</p>\n"
            "<details><summary>Show the answer</summary><p class=\"better\"><b>Better:</b> ",
            side, caption.at);
    page_variation(out, &line, number, n, 1);
    fprintf(out, " <small>%s</small></p></details>\n</div>\n", SCORE_OF(r->ply[n].score));
}

void page_keys(FILE *out, const Report *r, size_t number) {
    if (!r->keys)
        return;
    fprintf(out,
            "<section class=\"card keys\">\n<h3>Key moments</h3>\n<fieldset><legend "
            "class=\"vh\">Key moments</legend>"
            "<label><input type=\"radio\" name=\"g%zuk\" checked> What happened</label>"
            "<label><input type=\"radio\" name=\"g%zuk\" class=\"quiz\"> Find the better "
            "move</label></fieldset>\n<ol>\n",
            number, number);
    for (size_t i = 0; i < r->keys; i++) {
        const size_t n = r->key[i];

        fprintf(out, "<li class=\"key\"><h4><a href=\"#g%zum%zu\">%s</a>", number, n + 1,
                PLAYED_OF(r, n));
        page_mark(out, r->ply[n].mark);
        fputs("</h4>\n", out);
        write_seen(out, r, n, number);
        write_exercise(out, r, n, number);
        fputs("</li>\n", out);
    }
    fputs("</ol>\n</section>\n", out);
}
