/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graphs of a report, as elements of its page. */
#include <math.h>

#include "report_page.h"

enum { BOTTOM = GRAPH_TOP + GRAPH_HEIGHT, FULL = 1000 };

void report_graph_style(FILE *out) {
    static const struct {
        const char *selector, *property, *light, *dark;
    } colors[] = {
        {".rg", "background", "#fff", "#1b1e22"},   {".rg-w", "fill", "#fbfaf7", "#e9e5dc"},
        {".rg-d", "fill", "#b4bac1", "#767d86"},    {".rg-b", "fill", "#454b54", "#0b0d0f"},
        {".rg-f", "stroke", "#767d86", "#8b929b"},  {".rg text", "fill", "#4a5058", "#b9bfc7"},
        {".rg-e", "stroke", "#c2410c", "#f97316"},  {".rg-h:hover", "fill", "#c2410c", "#f97316"},
        {".rg-at", "stroke", "#1d6fd1", "#5aa2ff"},
    };

    for (int scheme = 0; scheme < 2; scheme++) {
        fputs(scheme ? "@media screen and (prefers-color-scheme:dark){\n" : "", out);
        for (size_t i = 0; i < sizeof colors / sizeof *colors; i++)
            fprintf(out, "%s{%s:%s}\n", colors[i].selector, colors[i].property,
                    scheme ? colors[i].dark : colors[i].light);
        fputs(scheme ? "}\n" : "", out);
    }
    fputs(".rg{font:13px system-ui,sans-serif}.rg text{stroke:none}\n"
          ".rg-f{fill:none;stroke-width:1}.rg-g{stroke:#888;stroke-opacity:.45;stroke-dasharray:3 "
          "4}\n"
          ".rg-e{fill:none;stroke-width:2.2;stroke-linejoin:round}\n"
          ".rg-h{fill:#888;fill-opacity:0}.rg-h:hover{fill-opacity:.3}.rg-at{stroke-width:2.5}\n"
          ".rg-m{stroke:#fff;stroke-width:1.6}.rg-m0{fill:#c9302c}.rg-m1{fill:#d9772b}"
          ".rg-m2{fill:#b58a00}.rg-p{fill:#888;fill-opacity:.18}.rg-t{stroke:#767d86;stroke-width:."
          "7}\n",
          out);
}

/* --- shared ----------------------------------------------------------------------------------- */

static void put_number(FILE *out, double x) {
    fputs(NUMBER_OF(x, 1), out);
}

static void put(FILE *out, double x, double y) {
    put_number(out, x);
    fputc(' ', out);
    put_number(out, y);
}

/* Returns the x coordinate of a position; the game starts at the left. */
static double x_of(const Report *r, double n) {
    return (double)GRAPH_LEFT + (r->plies ? (double)GRAPH_WIDTH * n / (double)r->plies : 0);
}

static double y_of(int permille) {
    return (double)BOTTOM - (double)GRAPH_HEIGHT * permille / (double)FULL;
}

/* Opens the SVG element. A file has its own size; in a page, the style sets it. */
static void open_svg(FILE *out, const char *kind, bool sized) {
    enum { WIDTH = GRAPH_LEFT + GRAPH_WIDTH + GRAPH_RIGHT, HEIGHT = BOTTOM + GRAPH_BELOW };

    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rg %s\" role=\"img\" viewBox=\"0 0 "
            "%d %d\"",
            kind, WIDTH, HEIGHT);
    if (sized)
        fprintf(out, " width=\"%d\" height=\"%d\"", WIDTH, HEIGHT);
    fputs(">\n", out);
}

/* Writes the whole area, as a background or a frame. */
static void write_panel(FILE *out, const char *kind) {
    fprintf(out, "<path class=\"%s\" d=\"M%d %dh%dv%dh-%dz\"/>\n", kind, GRAPH_LEFT, GRAPH_TOP,
            GRAPH_WIDTH, GRAPH_HEIGHT, GRAPH_WIDTH);
}

/* Writes a label to the left of the panel, and a line across it. */
static void write_level(FILE *out, double y, const char *label) {
    fputs("<path class=\"rg-g\" d=\"M", out);
    put(out, GRAPH_LEFT, y);
    fprintf(out, "h%d\"/><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", GRAPH_WIDTH,
            GRAPH_LEFT - 6, (int)y + 5, label);
}

/* Writes the numbers of moves, at most ten of them. */
static void write_move_numbers(FILE *out, const Report *r) {
    static const int steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
    size_t i = 0;

    while (i + 1 < sizeof steps / sizeof *steps && r->plies / 2 > 10 * (size_t)steps[i])
        i++;
    for (size_t n = 0; n < r->plies; n++) {
        const Position *p = &r->game->line.position[n];

        if (position_turn(p) != WHITE || p->fullmove_number % steps[i])
            continue;
        fputs("<path class=\"rg-f\" d=\"M", out);
        put(out, x_of(r, (double)n), BOTTOM);
        fputs("v5\"/><text text-anchor=\"middle\" transform=\"translate(", out);
        put(out, x_of(r, (double)n), BOTTOM + 20);
        fprintf(out, ")\">%d</text>\n", p->fullmove_number);
    }
}

/* --- winning chances -------------------------------------------------------------------------- */

/* Returns the first known position, or the last one if none is known. */
static const ReportPly *first_known(const Report *r) {
    size_t i = 0;

    while (i < r->plies && !r->ply[i].known)
        i++;
    return &r->ply[i];
}

typedef int Height(const ReportPly *ply);

static int height_of_win(const ReportPly *ply) {
    return ply->known ? ply->win : FULL / 2;
}

static int height_of_draw(const ReportPly *ply) {
    return ply->known ? ply->win + ply->draw : FULL / 2;
}

static int height_of_points(const ReportPly *ply) {
    return ply->known ? report_expected(ply) : FULL / 2;
}

/* Writes the area below a line, down to the bottom, or the line alone. */
static void write_curve(FILE *out, const Report *r, const char *kind, Height *height, bool area) {
    const ReportPly *ply = first_known(r);

    fprintf(out, "<path class=\"%s\" d=\"M", kind);
    if (area) {
        put(out, GRAPH_LEFT, BOTTOM);
        fputc('L', out);
    }
    for (size_t n = 0; n <= r->plies; n++) {
        if (r->ply[n].known)
            ply = &r->ply[n];
        if (n)
            fputc('L', out);
        put(out, x_of(r, (double)n), y_of(height(ply)));
    }
    if (area)
        fprintf(out, "V%dH%dz", BOTTOM, GRAPH_LEFT);
    fputs("\"/>\n", out);
}

/*
 * Writes a mark. Shapes as well as colors distinguish the marks: a diamond, a triangle, a circle.
 */
static void write_mark(FILE *out, const Report *r, size_t n) {
    static const char *const shapes[NO_MARK] = {"<path d=\"M0-7L7 0L0 7L-7 0z\"/>",
                                                "<path d=\"M0-6.5L6.5 5h-13z\"/>",
                                                "<circle r=\"4.6\"/>"};

    fprintf(out, "<g class=\"rg-m rg-m%d\" transform=\"translate(", (int)r->ply[n].mark);
    put(out, x_of(r, (double)n + 1), y_of(height_of_points(&r->ply[n + 1])));
    fprintf(out, ")\">%s</g>\n", shapes[r->ply[n].mark]);
}

/* Adds "12. Nf3 +0.35" and the winning chances. */
static void add_ply(Text *text, const Report *r, size_t n) {
    const ReportPly *ply = &r->ply[n];

    text_add(text, n ? PLAYED_OF(r, n - 1) : "Start");
    if (n && r->ply[n - 1].mark != NO_MARK)
        text_add(text, mark_text[r->ply[n - 1].mark]);
    if (!ply->known)
        return;
    text_addf(text, " %s\nWhite wins %d.%d\u00a0%%, ", SCORE_OF(ply->score), ply->win / 10,
              ply->win % 10);
    if (r->programs)
        text_addf(text, "draw %d.%d\u00a0%%, ", ply->draw / 10, ply->draw % 10);
    text_addf(text, "Black wins %d.%d\u00a0%%", ply->loss / 10, ply->loss % 10);
}

/* Writes an invisible column with a tooltip for each position. */
static void write_columns(FILE *out, const Report *r) {
    for (size_t n = 0; n <= r->plies; n++) {
        const double left = fmax(GRAPH_LEFT, x_of(r, (double)n - 0.5));
        const double right = fmin(GRAPH_LEFT + GRAPH_WIDTH, x_of(r, (double)n + 0.5));
        Text text = TEXT_OF(WORDS_SIZE);

        add_ply(&text, r, n);
        fputs("<path class=\"rg-h\" d=\"M", out);
        put(out, left, GRAPH_TOP);
        fprintf(out, "v%dH", GRAPH_HEIGHT);
        put_number(out, right);
        fprintf(out, "v-%dz\"><title>%s</title></path>\n", GRAPH_HEIGHT, text.at);
    }
}

/* Describes the graph for screen readers: where it starts and ends, and the worst moves. */
static void describe(FILE *out, const Report *r) {
    Text text = TEXT_OF(REASON_SIZE);

    text_addf(&text, "Over %zu half-moves. ", r->plies);
    add_ply(&text, r, 0);
    text_add(&text, ". ");
    if (r->plies) {
        text_add(&text, "At the end: ");
        add_ply(&text, r, r->plies);
        text_add(&text, ". ");
    }
    fprintf(out, "<desc>%s", text.at);
    for (size_t i = 0; i < r->keys; i++) {
        text_clear(&text);
        text_addf(&text, "%s%s ", PLAYED_OF(r, r->key[i]), mark_text[r->ply[r->key[i]].mark]);
        report_add_reason(&text, r, r->key[i]);
        fprintf(out, "%s%s", i ? " " : "", text.at);
    }
    fputs("</desc>\n", out);
}

static void write_title(FILE *out, const char *what, const Report *r) {
    fprintf(out, "<title>%s: ", what);
    for (Color side = WHITE; side <= BLACK; side++) {
        xml_word(out, word_of(QUOTED_OF(report_player(r->game, side), NAME_LIMIT)));
        fputs(side == WHITE ? " \u2013 " : "</title>\n", out);
    }
}

static void write_chances(FILE *out, const Report *r) {
    write_title(out, "Winning chances", r);
    describe(out, r);
    write_panel(out, "rg-b");
    if (r->programs)
        write_curve(out, r, "rg-d", height_of_draw, true);
    write_curve(out, r, "rg-w", height_of_win, true);
    write_level(out, y_of(FULL), "100%");
    write_level(out, y_of(FULL / 2), "50%");
    write_level(out, y_of(0), "0%");
    write_curve(out, r, "rg-e", height_of_points, false);
    write_panel(out, "rg-f");
    write_move_numbers(out, r);
    if (r->book_plies && r->book_plies < r->plies) {
        fputs("<path class=\"rg-f\" d=\"M", out);
        put(out, x_of(r, (double)r->book_plies), GRAPH_TOP);
        fprintf(out, "v%d\"><title>The book of common openings ends here</title></path>\n",
                GRAPH_HEIGHT);
    }
    write_columns(out, r);
    for (size_t n = 0; n < r->plies; n++)
        if (r->ply[n].mark != NO_MARK)
            write_mark(out, r, n);
    fputs("</svg>\n", out);
}

void report_graph_chances(FILE *out, const Report *r) {
    open_svg(out, "rg-chances", false);
    write_chances(out, r);
}

void report_graph(FILE *out, const Report *r) {
    open_svg(out, "rg-chances", true);
    fputs("<style>", out);
    report_graph_style(out);
    fputs("</style>\n", out);
    write_chances(out, r);
}

/* --- time ------------------------------------------------------------------------------------- */

/* Returns the longest time for a move, at least a second. */
static int64_t longest(const Report *r) {
    int64_t most = 1000;

    for (size_t n = 0; n < r->plies; n++)
        most = max64(most, r->ply[n].used_ms);
    return most;
}

/* Writes a bar: White's times grow upwards from the middle, Black's downwards. */
static void write_bar(FILE *out, const Report *r, size_t n, int64_t most) {
    const bool white = report_mover(r, n) == WHITE;
    const double half = (double)GRAPH_HEIGHT / 2, middle = (double)GRAPH_TOP + half;
    const double width = (double)GRAPH_WIDTH / (double)r->plies;
    const double height = (half - 4) * (double)r->ply[n].used_ms / (double)most;
    Text text = TEXT_OF(WORDS_SIZE);

    text_addf(&text, "%s, used %s", PLAYED_OF(r, n), TIME_OF(r->ply[n].used_ms));
    if (r->ply[n].left_ms >= 0)
        text_addf(&text, ", left %s", TIME_OF(r->ply[n].left_ms));
    /* two half-moves wide: the other side's bars point the other way */
    fprintf(out, "<path class=\"rg-%c rg-t\" d=\"M", white ? 'w' : 'b');
    put(out, fmax(GRAPH_LEFT, x_of(r, (double)n) - width * .4), middle);
    fputs(white ? "v-" : "v", out);
    put_number(out, height);
    fputc('h', out);
    put_number(out, fmax(1, width * 1.6));
    fprintf(out, "V%d.0z\"><title>%s</title></path>\n", (int)middle, text.at);
}

void report_graph_times(FILE *out, const Report *r) {
    const int64_t most = longest(r);
    Text text = TEXT_OF(WORDS_SIZE);

    open_svg(out, "rg-times", false);
    write_title(out, "Time used", r);
    for (Color side = WHITE; side <= BLACK; side++)
        if (r->side[side].used_ms >= 0)
            text_addf(&text, "%s used %s in all. ", color_name(side),
                      TIME_OF(r->side[side].used_ms));
    fprintf(out, "<desc>%sThe longest time for a move: %s.</desc>\n", text.at, TIME_OF(most));
    write_panel(out, "rg-p");
    write_level(out, GRAPH_TOP + 4, TIME_OF(most));
    write_level(out, GRAPH_TOP + GRAPH_HEIGHT / 2, "0");
    write_level(out, BOTTOM - 4, TIME_OF(most));
    write_panel(out, "rg-f");
    write_move_numbers(out, r);
    for (size_t n = 0; n < r->plies; n++)
        if (r->ply[n].used_ms > 0)
            write_bar(out, r, n, most);
    fputs("</svg>\n", out);
}
