/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "show_board.h"

#include <stdlib.h>
#include <string.h>

#include "base/util.h"

/* A board to draw. */
typedef struct {
    const Position *p;
    BoardStyle style;
    bool unicode; /* the terminal can show chess symbols */
    int colors;   /* number of terminal colors: 8, 16 or 256 */
    bool flipped, big, bare;
    Square from, to; /* of the last move; NO_SQUARE if there is none */
    Square checked;  /* the king in check, or NO_SQUARE */
} Picture;

static bool speaks_unicode(void) {
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (int i = 0; i < 3; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8");
    }
    return false;
}

/* Returns true if NO_COLOR is set and not empty (https://no-color.org). */
static bool wants_no_color(void) {
    const char *value = getenv("NO_COLOR");

    return value && *value;
}

static bool has_any(const char *text, const char *const *part) {
    while (*part && !strstr(text, *part))
        part++;
    return *part != NULL;
}

/* Returns the number of colors of a terminal by its name, as in terminfo: 0, 8, 16 or 256. */
static int terminal_colors(void) {
    static const char *const few[] = {"16color", "88color", NULL},
                             *const many[] = {"256",  "direct",  "kitty",   "alacritty",
                                              "foot", "wezterm", "ghostty", NULL},
                             *const none[] = {"dumb", "unknown", "mono", "vt1", "vt2", NULL};
    const char *name = getenv("TERM"), *color = getenv("COLORTERM");

    if (!name || !*name || has_any(name, none))
        return 0;
    if (has_any(name, few))
        return 16;
    return has_any(name, many) || (color && *color) ? 256 : 8;
}

static BoardStyle style_of(const Frontend *f, const BoardLook *look) {
    if (look->style != BOARD_AS_FITS)
        return look->style;
    if (!f->out.terminal || wants_no_color())
        return BOARD_ASCII;
    return terminal_colors() ? BOARD_COLOR : speaks_unicode() ? BOARD_UTF8 : BOARD_ASCII;
}

static Picture picture_of(const Frontend *f, const BoardLook *look) {
    const GameLine *g = &f->game.line;
    Picture picture = {.p = gameline_now(g),
                       .style = style_of(f, look),
                       .flipped = look->flipped,
                       .big = look->big,
                       .bare = look->bare,
                       .from = NO_SQUARE,
                       .to = NO_SQUARE,
                       .checked = NO_SQUARE};

    picture.unicode =
        picture.style == BOARD_UTF8 || (picture.style == BOARD_COLOR && speaks_unicode());
    picture.colors = terminal_colors();
    if (g->length && g->move[g->length - 1] != NO_MOVE) {
        const Move m = g->move[g->length - 1];
        picture.from = move_from(m);
        picture.to = move_to(m);
        if (position_is_castling(&g->position[g->length - 1], m))
            picture.to = castling_king_to(picture.from, picture.to);
    }
    if (position_in_check(picture.p))
        picture.checked = board_king(&picture.p->board, position_turn(picture.p));
    return picture;
}

static Color color_on(const Position *p, Square s) {
    return bb_has(p->board.color[BLACK], s) ? BLACK : WHITE;
}

/* Returns the character for a square, without color. */
static const char *sign(const Picture *b, Square s) {
    static const char *const letters[COLOR_COUNT][PIECE_COUNT] = {{"P", "N", "B", "R", "Q", "K"},
                                                                  {"p", "n", "b", "r", "q", "k"}};
    static const char *const figures[COLOR_COUNT][PIECE_COUNT] = {{"♙", "♘", "♗", "♖", "♕", "♔"},
                                                                  {"♟", "♞", "♝", "♜", "♛", "♚"}};
    const Piece piece = position_on(b->p, s);

    if (piece == NO_PIECE)
        return b->style == BOARD_COLOR                      ? " "
               : (square_file(s) + square_rank(s)) % 2 != 0 ? "."
               : b->unicode                                 ? "·"
                                                            : ":";
    /*
     * on colored squares the ink shows the color of a piece, and filled symbols are easier to see
     */
    if (b->style == BOARD_COLOR && b->unicode)
        return figures[BLACK][piece];
    return (b->unicode ? figures : letters)[color_on(b->p, s)][piece];
}

/* Returns the mark in the gap before a square that shows the last move or a check without color. */
static char mark_before(const Picture *b, Square s, Square left) {
    const Square marked[] = {b->checked, b->to, b->from};

    for (int i = 0; i < 3; i++)
        if (marked[i] != NO_SQUARE && (s == marked[i] || left == marked[i]))
            return s == marked[i] ? ">[("[i] : "<])"[i];
    return ' ';
}

/*
 * Sets the colors of a square and its piece, with a contrast of at least 3. None of 8 colors
 * contrasts with both white and black, so the squares are dark there, and Black's pieces yellow.
 * Bold is switched off for each square: bold black is grey, and bold yellow may be brown.
 */
static void add_colors(Text *text, const Picture *b, Square s) {
    const bool light = (square_file(s) + square_rank(s)) % 2 != 0;
    const bool marked = s == b->from || s == b->to;
    const bool white = color_on(b->p, s) == WHITE;

    if (b->colors == 256)
        text_addf(text, "\x1b[48;5;%d;38;5;%dm",
                  s == b->checked ? 160
                  : marked        ? (light ? 136 : 94)
                  : light         ? 103
                                  : 60,
                  white ? 231 : 16);
    else
        text_addf(text, "\x1b[0;%d;%sm",
                  s == b->checked ? 41
                  : marked        ? 45
                  : light         ? 44
                                  : 40,
                  b->colors == 16 ? (white ? "97" : "93") : (white ? "1;37" : "1;33"));
}

static Square square_at(const Picture *b, int row, int column) {
    return square_make(b->flipped ? 7 - column : column, b->flipped ? row : 7 - row);
}

/* Writes a line of a rank; the middle one shows the pieces. */
static void say_line(Frontend *f, const Picture *b, int row, bool middle) {
    const int wide = b->big ? 2 : 0; /* extra blanks on each side of a piece */
    Text text = TEXT_OF(1024);

    if (b->bare || !middle)
        text_add(&text, b->bare ? "  " : "    ");
    else
        text_addf(&text, "  %d ", square_rank(square_at(b, row, 0)) + 1);
    for (int column = 0; column < 8; column++) {
        const Square s = square_at(b, row, column);
        const Square left = column ? square_at(b, row, column - 1) : NO_SQUARE;

        if (b->style == BOARD_COLOR) {
            add_colors(&text, b, s);
            text_addf(&text, "%*s%s%*s", wide + 1, "", middle ? sign(b, s) : " ", wide + 1, "");
        } else if (middle) {
            text_addf(&text, "%*s%c%*s%s", wide / 2, "", mark_before(b, s, left), wide / 2, "",
                      sign(b, s));
        }
    }
    if (b->style == BOARD_COLOR) {
        text_add(&text, "\x1b[0m");
    } else {
        const char last = mark_before(b, NO_SQUARE, square_at(b, row, 7));
        if (middle && last != ' ')
            text_addf(&text, "%*s%c", wide / 2, "", last);
    }
    while (text.length && text.at[text.length - 1] == ' ')
        text.at[--text.length] = '\0';
    frontend_say_text(f, text.at);
}

/* --- below the board ------------------------------------------------------------------------- */

/* Shows the captured pieces of each side, the most valuable first. */
static void say_taken(Frontend *f) {
    static const int points[PIECE_COUNT] = {1, 3, 3, 5, 9, 0};
    const GameLine *g = &f->game.line;
    const Board *now = &gameline_now(g)->board;
    int taken[COLOR_COUNT][PIECE_COUNT] = {{0}}; /* by color of the piece */
    int balance = 0;
    bool any[COLOR_COUNT] = {false, false};
    Text text = TEXT_OF(256);

    for (size_t i = 0; i < g->length; i++) {
        const Piece piece =
            g->move[i] == NO_MOVE ? NO_PIECE : captured_piece(&g->position[i], g->move[i]);
        if (piece < PIECE_COUNT) {
            taken[color_other(position_turn(&g->position[i]))][piece]++;
            any[color_other(position_turn(&g->position[i]))] = true;
        }
    }
    if (!any[WHITE] && !any[BLACK])
        return;
    for (Color c = WHITE; c <= BLACK; c++) {
        const Color other = color_other(c);
        bool first = true;

        if (c == BLACK && text.length > 40) { /* too long for one line */
            frontend_say_text(f, text.at);
            text_clear(&text);
        }
        text_addf(&text, "%s has taken%s",
                  c == WHITE    ? "  White"
                  : text.length ? "   Black"
                                : "  Black",
                  any[other] ? "" : " nothing");
        for (Piece p = KING; p-- > PAWN;) {
            const int n = taken[other][p];
            if (n)
                text_addf(&text, "%s %d %s%s", first ? "" : ",", n, piece_name(p),
                          n > 1 ? "s" : "");
            first &= !n;
        }
        for (Piece p = PAWN; p < KING; p++)
            balance += (c == WHITE ? 1 : -1) * points[p] * bb_count(board_pieces(now, c, p));
    }
    if (balance && text.length > 58) { /* no room for the rest */
        frontend_say_text(f, text.at);
        text_clear(&text);
    }
    if (balance)
        text_addf(&text, "   (%s is %d ahead)", balance > 0 ? "White" : "Black", abs(balance));
    frontend_say_text(f, text.at);
}

static void add_clock(Text *text, const char *side, int64_t ms) {
    const int64_t seconds = max64(ms, 0) / 1000;

    text_addf(text, "%s %d:%02d", side, (int)(seconds / 60), (int)(seconds % 60));
}

void show_board(Frontend *f, const BoardLook *look, const int64_t clock_ms[COLOR_COUNT]) {
    const Picture b = picture_of(f, look);
    Text text = TEXT_OF(128);

    frontend_say_text(f, "");
    for (int row = 0; row < 8; row++) {
        if (b.big && b.style == BOARD_COLOR)
            say_line(f, &b, row, false);
        say_line(f, &b, row, true);
        if (b.big)
            say_line(f, &b, row, false);
    }
    if (!b.bare) {
        const bool color = b.style == BOARD_COLOR;
        const int step = color ? (b.big ? 7 : 3) : (b.big ? 4 : 2);

        text_addf(&text, "%*s", 3 + (color ? 1 + step / 2 : step), "");
        for (int column = 0; column < 8; column++)
            text_addf(&text, "%c%*s", 'a' + square_file(square_at(&b, 0, column)),
                      column < 7 ? step - 1 : 0, "");
        frontend_say_text(f, text.at);
    }
    say_taken(f);
    if (clock_ms) {
        text_clear(&text);
        add_clock(&text, "  White", clock_ms[WHITE]);
        add_clock(&text, "   Black", clock_ms[BLACK]);
        frontend_say_text(f, text.at);
    }
    frontend_say_text(f, "");
}
