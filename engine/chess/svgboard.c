/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "svgboard.h"

#include <math.h>

#include "fen.h"
#include "notation.h"

/* Lengths are in SVG user units: a square is 40 wide, the board 320. */
enum { SIDE = 40, BOARD = 8 * SIDE };

static const char *const arrow_names[SVG_ARROW_KINDS] = {"played", "better", "other"};
static const char *const mark_names[SVG_MARK_KINDS] = {"circle", "!", "?", "!!", "??", "!?", "?!"};

Square svgboard_to(const Position *before, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const Square seen = position_is_castling(before, m) ? castling_king_to(from, to) : to;

    return seen == from ? to : seen;
}

Bitboard svgboard_squares(const Position *before, Move m) {
    return m == NO_MOVE ? 0 : bb_of(move_from(m)) | bb_of(svgboard_to(before, m));
}

/* --- reading --------------------------------------------------------------------------------- */

/*
 * Returns the index in names[count] of the text after the first `length` bytes and a colon;
 * otherwise -1.
 */
static int kind_after(Word w, size_t length, const char *const *names, int count) {
    int kind = 0;

    if (w.length == length)
        return 0;
    if (w.at[length] != ':')
        return -1;
    while (kind < count && !word_is((Word){w.at + length + 1, w.length - length - 1}, names[kind]))
        kind++;
    return kind < count ? kind : -1;
}

bool svgboard_read_arrow(SvgArrow *out, Word w) {
    SvgArrow arrow;
    int kind;

    if (w.length < 4 || !notation_read_square(&arrow.from, (Word){w.at, 2}) ||
        !notation_read_square(&arrow.to, (Word){w.at + 2, 2}) || arrow.from == arrow.to ||
        (kind = kind_after(w, 4, arrow_names, SVG_ARROW_KINDS)) < 0)
        return false;
    arrow.kind = (SvgArrowKind)kind;
    *out = arrow;
    return true;
}

bool svgboard_read_mark(SvgMark *out, Word w) {
    SvgMark mark;
    int kind;

    if (w.length < 2 || !notation_read_square(&mark.square, (Word){w.at, 2}) ||
        (kind = kind_after(w, 2, mark_names, SVG_MARK_KINDS)) < 0)
        return false;
    mark.kind = (SvgMarkKind)kind;
    *out = mark;
    return true;
}

/* --- pieces and colors ----------------------------------------------------------------------- */

/* Pieces: filled outlines, and lines on them in the color of details. */
static const char *const outlines[PIECE_COUNT] = {
    [PAWN] = "M20 7c3 0 5.4 2.4 5.4 5.4c0 1.8-.8 3.3-2.1 4.3c1.7 .3 2.9 .8 2.9 1.7c0 .8-1 1.3-2.6 "
             "1.4c.4 4.7 1.6 8.7 4.4 11.7c1.4 .5 2 1.4 2 2.5v1c0 .7-.4 1-1 1h-9h-9c-.6 "
             "0-1-.3-1-1v-1c0-1.1 .6-2 2-2.5c2.8-3 4-7 4.4-11.7c-1.6-.1-2.6-.6-2.6-1.4c0-.9 "
             "1.2-1.4 2.9-1.7c-1.3-1-2.1-2.5-2.1-4.3c0-3 2.4-5.4 5.4-5.4z",
    [KNIGHT] =
        "M16.6 4c1.6.8 2.8 1.8 3.6 3.2C26.8 8.8 30.8 15 30 31.5c.7.4 1 1.4 1 2.5v1c0 .7-.4 1-1 "
        "1H10c-.6 0-1-.3-1-1v-1c0-1.2.8-2.1 2-2.5.3-5.5 6.2-7.3 7.3-12.3-2 1.4-4.2 1.9-6 3.9-1 "
        "1.2-3.5.8-4.3-1-.5-1.2-.1-2.5.8-3.9 2-3 2.4-5.8 4.8-8.3.7-.7 1.6-1.5 2.6-2z",
    [BISHOP] =
        "M20 4c1.3 0 2.2 .9 2.2 2.1c0 .7-.3 1.3-.8 1.7c3.6 2.4 6.2 6 6.2 9.8c0 2.4-1 4.3-2.6 "
        "5.6c1.4 .3 2.2 .8 2.2 1.6c0 .9-1 1.4-2.6 1.5c.4 .7 1.4 3.2 3.9 5.2c1.7 .5 2.5 1.4 2.5 "
        "2.5v1c0 .7-.4 1-1 1h-10h-10c-.6 0-1-.3-1-1v-1c0-1.1 .8-2 2.5-2.5c2.5-2 3.5-4.5 "
        "3.9-5.2c-1.6-.1-2.6-.6-2.6-1.5c0-.8 .8-1.3 2.2-1.6c-1.6-1.3-2.6-3.2-2.6-5.6c0-3.8 2.6-7.4 "
        "6.2-9.8c-.5-.4-.8-1-.8-1.7c0-1.2 .9-2.1 2.2-2.1z",
    [ROOK] =
        "M20 6h2.2v2.8h3v-2.8h3.8v6.2l-3 2.8c.2 5 .6 9 1.4 12.6c1.5 .4 2 1.4 2 2.8v1.1c1 .5 1.6 "
        "1.4 1.6 2.5v1c0 .7-.4 1-1 1h-10h-10c-.6 0-1-.3-1-1v-1c0-1.1 .6-2 1.6-2.5v-1.1c0-1.4 "
        ".5-2.4 2-2.8c.8-3.6 1.2-7.6 1.4-12.6l-3-2.8v-6.2h3.8v2.8h3v-2.8h2.2z",
    [QUEEN] =
        "M20 8.5l3 9.8l4.6-7.3l.8 8.4l4.4-4.6l-4 11.8c-.8 1-.8 2-.2 2.8l.6 2.1c1.2 .5 1.8 1.4 1.8 "
        "2.5v1c0 .7-.4 1-1 1h-10h-10c-.6 0-1-.3-1-1v-1c0-1.1 .6-2 1.8-2.5l.6-2.1c.6-.8 "
        ".6-1.8-.2-2.8l-4-11.8l4.4 4.6l.8-8.4l4.6 7.3l3-9.8zM18 7.2a2 2 0 1 0 4 0a2 2 0 1 0-4 "
        "0zM26 9.6a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM10 9.6a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM31.6 13.6a2 2 "
        "0 1 0 4 0a2 2 0 1 0-4 0zM4.4 13.6a2 2 0 1 0 4 0a2 2 0 1 0-4 0z",
    [KING] =
        "M20 2.5h1.4v2.3h2.3v2.6h-2.3v2.6c1.6 .2 2.8 1 3.4 2.2c2.8-.8 6.6 .8 6.6 4.8c0 3.6-2.4 "
        "6.6-4 9.6c0 1.4 1 2 1.2 3l.6 1.9c1.2 .5 1.8 1.4 1.8 2.5v1c0 .7-.4 1-1 1h-10h-10c-.6 "
        "0-1-.3-1-1v-1c0-1.1 .6-2 1.8-2.5l.6-1.9c.2-1 1.2-1.6 1.2-3c-1.6-3-4-6-4-9.6c0-4 3.8-5.6 "
        "6.6-4.8c.6-1.2 1.8-2 3.4-2.2v-2.6h-2.3v-2.6h2.3v-2.3h1.4z",
};
static const char *const details[PIECE_COUNT] = {
    [PAWN] = "M12.3 31.5h15.4",
    [KNIGHT] = "M11.7 31.5h17.6M22 10.8c3.9 3 5 8.8 4.7 16.9",
    [BISHOP] = "M11.8 31.5h16.4M15.6 26.3h8.8M23.2 11.5l-4 5.5",
    [ROOK] = "M14.4 15h11.2M13.1 27.6h13.8M11.1 31.5h17.8",
    [QUEEN] = "M11.9 26.4c5.3-1.4 10.9-1.4 16.2 0M11.4 31.3c5.7-1.3 11.5-1.3 17.2 0",
    [KING] = ("M13.2 26.4c4.4-1.2 9.2-1.2 13.6 0M11.4 31.3c5.7-1.3 11.5-1.3 17.2 0M20 "
              "24.6v-6.6c0-2.4-1.7-4.8-4.2-5.2M20 18c0-2.4 1.7-4.8 4.2-5.2"),
};

/* The letters of pieces in SVG ids. */
static const char letters[] = "pnbrqk";

/*
 * Writes each color twice: SVG renderers outside of browsers often do not support CSS variables,
 * and skip the second one.
 */
static void write_style(FILE *out) {
    static const struct {
        const char *name, *light, *dark; /* of the variable; the colors by scheme */
        const char *selector, *property; /* where this color is used */
    } colors[] = {
        {"light", "#eed9b6", "#b3a183", ".ab-l", "fill"},
        {"dark", "#ad8158", "#75604b", ".ab-x", "fill"},
        {"on-light", "#7d5632", "#4d3b2a", ".ab-cl", "fill"},
        {"on-dark", "#fff", "#e2d7c4", ".ab-cx", "fill"},
        {"white", "#fff", "#f4f1ea", ".ab-w", "fill"},
        {"white-lines", "#1d2125", "#101214", ".ab-w", "color"},
        {"black", "#3a3f46", "#2b2f35", ".ab-b", "fill"},
        {"black-lines", "#e6e3dc", "#cfccc4", ".ab-b", "color"},
        {"outline", "#1d2125", "#101214", ".ab-w,.ab-b", "stroke"},
        {"last", "#9fc131", "#9fc131", ".ab-last", "fill"},
        {"played", "#2f6db5", "#4a8ad6", ".ab-played", "fill"},
        {"better", "#1f8f4d", "#2fae62", ".ab-better", "fill"},
        {"other", "#d9822b", "#e59a4a", ".ab-other", "fill"},
    };
    enum { COLORS = sizeof colors / sizeof *colors };

    for (int scheme = 0; scheme < 2; scheme++) {
        fputs(scheme ? "@media(prefers-color-scheme:dark){.ab-board{" : "<style>.ab-board{", out);
        for (int i = 0; i < COLORS; i++)
            fprintf(out, "--ab-%s:%s;", colors[i].name, scheme ? colors[i].dark : colors[i].light);
        fputs(scheme ? "}}\n" : "}\n", out);
    }
    for (int i = 0; i < COLORS; i++)
        fprintf(out, "%s{%s:%s;%s:var(--ab-%s)}\n", colors[i].selector, colors[i].property,
                colors[i].light, colors[i].property, colors[i].name);
    fputs(".ab-w,.ab-b{stroke-width:1.4;stroke-linejoin:round}\n"
          ".ab-d{fill:none;stroke:currentColor;stroke-width:1.2}.ab-e{fill:currentColor;stroke:"
          "none}\n"
          ".ab-cl,.ab-cx{font:600 9px sans-serif}.ab-last{opacity:.6}.ab-arrows{opacity:.85}\n"
          ".ab-circle{fill:none;stroke:#c9302c;stroke-width:2.6}\n"
          ".ab-badge{fill:none;stroke:#fff;stroke-width:2;stroke-linecap:round}\n"
          ".ab-none{position:absolute}</style>\n",
          out);
}

/* Writes the squares, the pieces, and the glow behind a king in check. */
static void write_definitions(FILE *out) {
    write_style(out);
    fprintf(out,
            "<defs><g id=\"ab-squares\"><path class=\"ab-l\" d=\"M0 0h%dv%dH0z\"/>"
            "<path class=\"ab-x\" fill-rule=\"evenodd\" d=\"",
            BOARD, BOARD);
    for (int i = SIDE; i < BOARD; i += 2 * SIDE) /* light where files and ranks overlap */
        fprintf(out, "M%d 0h%dv%dh-%dzM0 %dh%dv%dH0z", i, SIDE, BOARD, SIDE, i, BOARD, SIDE);
    fputs("\"/></g>\n<radialGradient id=\"ab-check\"><stop offset=\".2\" stop-color=\"#e00000\"/>"
          "<stop offset=\"1\" stop-color=\"#e00000\" stop-opacity=\"0\"/></radialGradient>\n"
          "<path id=\"ab-exclaim\" d=\"M0-3.6V.6M0 3.6v.1\"/>\n"
          "<path id=\"ab-ask\" d=\"M-1.9-2.1c0-2.2 3.8-2.2 3.8 0C1.9-.6 0-.7 0 .9M0 3.6v.1\"/>\n",
          out);
    for (Piece p = PAWN; p < PIECE_COUNT; p++) {
        fprintf(out, "<g id=\"ab-%c\"><path d=\"%s\"/><path class=\"ab-d\" d=\"%s\"/>", letters[p],
                outlines[p], details[p]);
        if (p == KNIGHT) /* eye and nostril */
            fputs("<circle class=\"ab-e\" cx=\"14.8\" cy=\"13.6\" r=\"1.1\"/>"
                  "<circle class=\"ab-e\" cx=\"10.4\" cy=\"20.6\" r=\".7\"/>",
                  out);
        fputs("</g>\n", out);
    }
    fputs("</defs>\n", out);
}

void svgboard_definitions(FILE *out) {
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ab-none\" aria-hidden=\"true\" "
          "width=\"0\" height=\"0\">\n",
          out);
    write_definitions(out);
    fputs("</svg>\n", out);
}

/* --- text for screen readers ----------------------------------------------------------------- */

static void write_words(FILE *out, const SvgBoard *b) {
    const Color turn = position_turn(b->position);

    fputs("<title>", out);
    if (b->caption && *b->caption) {
        xml_text(out, b->caption);
        fputs(". ", out);
    }
    fprintf(out, "%s to move: %s</title>\n<desc>", color_name(turn), FEN_OF(b->position));
    if (position_in_check(b->position))
        fprintf(out, "%s is in check. ", color_name(turn));
    for (Bitboard squares = b->highlighted; squares;) {
        const Square s = pop_lsb(&squares);
        fprintf(out, "%s is highlighted. ", SQUARE_OF(s));
    }
    for (size_t i = 0; i < b->arrows; i++)
        fprintf(out, "Arrow from %s to %s, %s. ", SQUARE_OF(b->arrow[i].from),
                SQUARE_OF(b->arrow[i].to), arrow_names[b->arrow[i].kind]);
    for (size_t i = 0; i < b->marks; i++)
        fprintf(out, "%s: %s. ", SQUARE_OF(b->mark[i].square), mark_names[b->mark[i].kind]);
    fputs("</desc>\n", out);
}

/* --- the board ------------------------------------------------------------------------------- */

/* Return the left and the upper edge of a square. */
static int x_of(const SvgBoard *b, Square s) {
    return SIDE * (b->flipped ? 7 - square_file(s) : square_file(s));
}

static int y_of(const SvgBoard *b, Square s) {
    return SIDE * (b->flipped ? square_rank(s) : 7 - square_rank(s));
}

static void write_square(FILE *out, const SvgBoard *b, Square s, const char *attributes) {
    fprintf(out, "<path %s d=\"M%d %dh%dv%dh-%dz\"/>\n", attributes, x_of(b, s), y_of(b, s), SIDE,
            SIDE, SIDE);
}

/* Writes ranks in the left column and files in the lowest row, first those on light squares. */
static void write_coordinates(FILE *out, const SvgBoard *b) {
    for (int dark = 0; dark < 2; dark++) {
        fprintf(out, "<g class=\"ab-c%c\">", dark ? 'x' : 'l');
        for (int i = dark; i < 8; i += 2)
            fprintf(out, "<text x=\"1.5\" y=\"%d\">%d</text>", SIDE * i + 9,
                    b->flipped ? i + 1 : 8 - i);
        for (int i = 1 - dark; i < 8; i += 2)
            fprintf(out, "<text x=\"%d.5\" y=\"%d\" text-anchor=\"end\">%c</text>",
                    SIDE * (i + 1) - 2, BOARD - 2, b->flipped ? 'h' - i : 'a' + i);
        fputs("</g>\n", out);
    }
}

static void write_pieces(FILE *out, const SvgBoard *b) {
    for (Color c = WHITE; c <= BLACK; c++) {
        fprintf(out, "<g class=\"ab-%c\">", c == WHITE ? 'w' : 'b');
        for (Bitboard squares = b->position->board.color[c]; squares;) {
            const Square s = pop_lsb(&squares);
            fprintf(out, "<use href=\"#ab-%c\" x=\"%d\" y=\"%d\"/>",
                    letters[position_on(b->position, s)], x_of(b, s), y_of(b, s));
        }
        fputs("</g>\n", out);
    }
}

/* Writes a letter and a point, to tenths, in the same way in all locales. */
static void write_point(FILE *out, char letter, double x, double y) {
    const long a = lround(10 * x), b = lround(10 * y);

    fprintf(out, "%c%ld.%ld %ld.%ld", letter, a / 10, a % 10, b / 10, b % 10);
}

/* Draws an arrow between points near the centers of two squares: the shaft, and a head. */
static void write_arrow(FILE *out, const SvgBoard *b, const SvgArrow *a) {
    static const struct {
        double along, across; /* from the start or, with `head`, from the tip */
        bool head;
    } corners[] = {{12, 3.2, false},  {-15, 3.2, true},  {-15, 9.5, true}, {0, 0, true},
                   {-15, -9.5, true}, {-15, -3.2, true}, {12, -3.2, false}};
    const double dx = x_of(b, a->to) - x_of(b, a->from), dy = y_of(b, a->to) - y_of(b, a->from);
    const double length = sqrt(dx * dx + dy * dy);

    if (a->from == a->to)
        return;
    fprintf(out, "<path class=\"ab-%s\" d=\"", arrow_names[a->kind]);
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        const Square base = corners[i].head ? a->to : a->from;
        write_point(
            out, i ? 'L' : 'M',
            x_of(b, base) + SIDE / 2 + (corners[i].along * dx - corners[i].across * dy) / length,
            y_of(b, base) + SIDE / 2 + (corners[i].along * dy + corners[i].across * dx) / length);
    }
    fputs("z\"/>\n", out);
}

static void write_mark(FILE *out, const SvgBoard *b, const SvgMark *mark) {
    static const char *const colors[SVG_MARK_KINDS] = {"",        "#1f8f4d", "#d9772b", "#12857f",
                                                       "#c9302c", "#2f6db5", "#b58a00"};
    const int x = x_of(b, mark->square), y = y_of(b, mark->square);
    const char *name = mark_names[mark->kind];

    if (mark->kind == SVG_CIRCLE) {
        fprintf(out, "<circle class=\"ab-circle\" cx=\"%d\" cy=\"%d\" r=\"18\"/>\n", x + SIDE / 2,
                y + SIDE / 2);
        return;
    }
    fprintf(out,
            "<g class=\"ab-badge\" transform=\"translate(%d %d)\">"
            "<circle r=\"8\" fill=\"%s\" stroke=\"none\"/>",
            x + SIDE - 9, y + 9, colors[mark->kind]);
    for (int i = 0; name[i]; i++)
        fprintf(out, "<use href=\"#ab-%s\" x=\"%s\"/>", name[i] == '!' ? "exclaim" : "ask",
                !name[1] ? "0"
                : i      ? "2.9"
                         : "-2.9");
    fputs("</g>\n", out);
}

static void write_svg(FILE *out, const SvgBoard *b, bool whole) {
    const Position *p = b->position;
    const int size = b->size ? b->size : SVG_SIZE_DEFAULT;

    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ab-board\" role=\"img\" "
            "width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n",
            size, size, BOARD, BOARD);
    write_words(out, b);
    if (whole)
        write_definitions(out);
    fputs("<use href=\"#ab-squares\"/>\n", out);
    for (Bitboard squares = b->highlighted; squares;)
        write_square(out, b, pop_lsb(&squares), "class=\"ab-last\"");
    if (position_in_check(p))
        write_square(out, b, board_king(&p->board, position_turn(p)), "fill=\"url(#ab-check)\"");
    write_coordinates(out, b);
    write_pieces(out, b);
    if (b->arrows) {
        fputs("<g class=\"ab-arrows\">\n", out);
        for (size_t i = 0; i < b->arrows; i++)
            write_arrow(out, b, &b->arrow[i]);
        fputs("</g>\n", out);
    }
    for (size_t i = 0; i < b->marks; i++)
        write_mark(out, b, &b->mark[i]);
    fputs("</svg>\n", out);
}

void svgboard_file(FILE *out, const SvgBoard *b) {
    write_svg(out, b, true);
}

void svgboard_element(FILE *out, const SvgBoard *b) {
    write_svg(out, b, false);
}
