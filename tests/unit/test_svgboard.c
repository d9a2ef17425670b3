/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of svgboard.h: arrows, marks and pieces at the right places, in well-formed XML. */
#include "chess/svgboard.h"

#include "chess/zobrist.h"
#include "tests.h"

#define CHECKED "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"

typedef void Writer(FILE *out, const SvgBoard *b);

static void write_definitions(FILE *out, const SvgBoard *b) {
    (void)b;
    svgboard_definitions(out);
}

/* Returns the text that a function writes, to be freed. */
static char *written(Writer *write, const SvgBoard *b) {
    enum { ROOM = 200000 };
    char *text = malloc(ROOM);
    FILE *file = tmpfile();

    ck_assert_ptr_nonnull(text);
    ck_assert_ptr_nonnull(file);
    write(file, b);
    rewind(file);
    text[fread(text, 1, ROOM - 1, file)] = '\0';
    fclose(file);
    return text;
}

/*
 * Returns the end of a tag "<...>", whose attributes must be in quotes; NULL if the tag is not
 * valid.
 */
static const char *tag_end(const char *at) {
    bool quoted = false;

    for (; *at && (quoted || *at != '>'); at++) {
        quoted ^= *at == '"';
        if (*at == '<' || (*at == '=' && !quoted && at[1] != '"'))
            return NULL;
    }
    return *at && !quoted ? at : NULL;
}

/* Returns true if elements are closed in the right order, and each & and < of text is escaped. */
static bool is_well_formed(const char *at) {
    enum { DEEP = 16 };
    Word open[DEEP];
    size_t depth = 0, elements = 0;

    for (; *at; at++) {
        if (*at == '&') {
            if (strncmp(at, "&lt;", 4) && strncmp(at, "&gt;", 4) && strncmp(at, "&amp;", 5))
                return false;
        } else if (*at == '<') {
            const bool closes = at[1] == '/';
            const Word name = {at + 1 + closes, strcspn(at + 1 + closes, " />\n")};

            if (!(at = tag_end(name.at)) || !name.length || (!closes && !depth && elements))
                return false;
            if (closes) {
                if (!depth-- || open[depth].length != name.length ||
                    memcmp(open[depth].at, name.at, name.length) != 0)
                    return false;
            } else if (at[-1] != '/') {
                if (depth == DEEP)
                    return false;
                open[depth++] = name;
            }
            elements += !closes;
        } else if (!depth && *at != '\n') {
            return false;
        }
    }
    return !depth && elements;
}

START_TEST(the_checker) {
    ck_assert(is_well_formed("<a b=\"1\"><c/>x &amp; y</a>\n"));
    ck_assert(!is_well_formed("<a>"));
    ck_assert(!is_well_formed("<a></b>"));
    ck_assert(!is_well_formed("<a b=1></a>"));
    ck_assert(!is_well_formed("<a>x & y</a>"));
    ck_assert(!is_well_formed("<a/><b/>"));
    ck_assert(!is_well_formed("<a b=\"></a>"));
    ck_assert(!is_well_formed("x"));
}

static SvgArrow arrow_of(const char *text) {
    SvgArrow arrow;

    ck_assert_msg(svgboard_read_arrow(&arrow, word_of(text)), "%s", text);
    return arrow;
}

static SvgMark mark_of(const char *text) {
    SvgMark mark;

    ck_assert_msg(svgboard_read_mark(&mark, word_of(text)), "%s", text);
    return mark;
}

/* A picture, and the expected contents of its board without the definitions. */
static const struct {
    const char *fen, *arrow, *mark;
    Bitboard highlighted;
    bool flipped;
    const char *has[6];
    const char *lacks;
} pictures[] = {
    {.fen = FEN_START,
     .has = {"<title>White to move: " FEN_START "</title>", "<desc></desc>", "width=\"400\"",
             "<use href=\"#ab-k\" x=\"160\" y=\"280\"/>", /* on e1 */
             "<text x=\"1.5\" y=\"9\">8</text>", "y=\"318\" text-anchor=\"end\">a</text>"},
     .lacks = "ab-check"},
    {.fen = FEN_START,
     .flipped = true,
     .has = {"<use href=\"#ab-k\" x=\"120\" y=\"0\"/>", "<text x=\"1.5\" y=\"9\">1</text>",
             "<text x=\"38.5\" y=\"318\" text-anchor=\"end\">h</text>"}},
    {.fen = CHECKED,
     .has = {"White is in check. ", "<path fill=\"url(#ab-check)\" d=\"M160 280h40v40h-40z\"/>",
             "<use href=\"#ab-q\" x=\"280\" y=\"160\"/>"}},
    {.fen = CHECKED,
     .flipped = true,
     .has = {"<path fill=\"url(#ab-check)\" d=\"M120 0h40v40h-40z\"/>"}},
    {.fen = "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
     .highlighted = 1ull << E2 | 1ull << E4,
     .has = {"<title>Black to move: 4k3/", "e2 is highlighted. e4 is highlighted. ",
             "class=\"ab-last\" d=\"M160 240h40v40h-40z\"",
             "class=\"ab-last\" d=\"M160 160h40v40h-40z\""}},
    {.fen = FEN_START,
     .arrow = "e2e4",
     .has = {"Arrow from e2 to e4, played. ", "class=\"ab-played\" d=\"M183.2 248.0L",
             "L180.0 180.0L"}, /* the tip, in the middle of e4 */
     .lacks = "ab-better"},
    {.fen = FEN_START,
     .arrow = "e2e4:other",
     .flipped = true,
     .has = {"class=\"ab-other\"", "L140.0 140.0L"}},
    {.fen = FEN_START,
     .arrow = "a1h8:better",
     .has = {"Arrow from a1 to h8, better. ", "class=\"ab-better\"", "L300.0 20.0L"}},
    {.fen = FEN_START,
     .mark = "d5",
     .has = {"d5: circle. ", "<circle class=\"ab-circle\" cx=\"140\" cy=\"140\""},
     .lacks = "ab-badge"},
    {.fen = FEN_START,
     .mark = "h8:?!",
     .has = {"h8: ?!. ", "translate(311 9)",
             "<use href=\"#ab-ask\" x=\"-2.9\"/><use href=\"#ab-exclaim\" x=\"2.9\"/>"}},
    {.fen = FEN_START, .mark = "a1:!", .has = {"<use href=\"#ab-exclaim\" x=\"0\"/></g>"}},
    {.fen = "1r2k3/8/8/8/8/8/8/RR2K3 w Bb - 0 1", /* Chess960 */
     .has = {" w Bq - 0 1</title>", "<use href=\"#ab-r\" x=\"40\" y=\"280\"/>"}},
};

START_ROWS(boards, ROWS(pictures)) {
    const Position p = tests_position(pictures[_i].fen, true);
    const SvgArrow arrow = arrow_of(pictures[_i].arrow ? pictures[_i].arrow : "a1b1");
    const SvgMark mark = mark_of(pictures[_i].mark ? pictures[_i].mark : "a1");
    const SvgBoard b = {.position = &p,
                        .flipped = pictures[_i].flipped,
                        .highlighted = pictures[_i].highlighted,
                        .arrow = &arrow,
                        .arrows = pictures[_i].arrow != NULL,
                        .mark = &mark,
                        .marks = pictures[_i].mark != NULL};
    char *element = written(svgboard_element, &b), *again = written(svgboard_element, &b);
    char *file = written(svgboard_file, &b);

    tests_row_is(pictures[_i].fen);
    ck_assert(is_well_formed(element));
    ck_assert(is_well_formed(file));
    ck_assert_str_eq(element, again);
    ck_assert_uint_lt(strlen(element), 6000);
    for (int i = 0; i < 6 && pictures[_i].has[i]; i++)
        ck_assert_msg(strstr(element, pictures[_i].has[i]), "no %s", pictures[_i].has[i]);
    if (pictures[_i].lacks)
        ck_assert_ptr_null(strstr(element, pictures[_i].lacks));
    ck_assert_ptr_null(strstr(element, "<defs>"));
    ck_assert_ptr_nonnull(strstr(file, "<defs>"));
    free(element);
    free(again);
    free(file);
}

/* A page has the definitions once, with everything that its boards refer to. */
START_TEST(definitions) {
    static const char *const names[] = {"squares", "check", "exclaim", "ask", "p",
                                        "n",       "b",     "r",       "q",   "k"};
    char *page = written(write_definitions, NULL), id[32];

    ck_assert(is_well_formed(page));
    for (int i = 0; i < ROWS(names); i++) {
        snprintf(id, sizeof id, " id=\"ab-%s\"", names[i]);
        ck_assert_msg(strstr(page, id), "no %s", id);
    }
    ck_assert_ptr_nonnull(strstr(page, "prefers-color-scheme:dark"));
    ck_assert_ptr_nonnull(strstr(page, ".ab-played{"));
    ck_assert_ptr_null(strstr(page, "<title>"));
    free(page);
}

/* A board with every square in use is drawn completely. */
START_TEST(as_much_as_fits) {
    static const char *const kinds[] = {"", ":!", ":?", ":!!", ":??", ":!?", ":?!"};
    const Position p = tests_position(FEN_START, false);
    SvgArrow arrows[63];
    SvgMark marks[64];
    size_t found = 0;
    char *text;

    for (int i = 0; i < 64; i++) {
        char name[24];
        snprintf(name, sizeof name, "%c%d%s", 'a' + i % 8, i / 8 + 1, kinds[i % 7]);
        marks[i] = mark_of(name);
        if (i)
            arrows[i - 1] = (SvgArrow){A1, (Square)i, (SvgArrowKind)(i % 3)};
    }
    text = written(svgboard_file, &(SvgBoard){.position = &p,
                                              .size = 64,
                                              .highlighted = ~0ull,
                                              .arrow = arrows,
                                              .arrows = 63,
                                              .mark = marks,
                                              .marks = 64});
    ck_assert(is_well_formed(text));
    ck_assert_ptr_nonnull(strstr(text, "width=\"64\" height=\"64\" viewBox=\"0 0 320 320\""));
    ck_assert_ptr_null(strstr(text, "nan"));
    for (const char *at = text; (at = strstr(at, "<use href=\"#ab-ask")); at++)
        found++;
    ck_assert_uint_eq(found, 9 * 5); /* nine each of ? ?? !? ?! */
    free(text);
}

/* Captions, and the titles that they become. */
static const char *const captions[][2] = {
    {"", "<title>White to move: "},
    {"Carol - Dave", "<title>Carol - Dave. White to move: "},
    {"</title><script>x()</script>", "<title>&lt;/title&gt;&lt;script&gt;x()&lt;/script&gt;. "},
    {"a & b &amp; \"c\"", "<title>a &amp; b &amp;amp; \"c\". "},
    {"\xff\x01\x1b[0m\xc0\xaf", "<title>???[0m??. "},
    {"]]>\n<!-- x --> <![CDATA[", "<title>]]&gt;?&lt;!-- x --&gt; &lt;![CDATA[. "},
    {"\xed\xa0\x80 \xef\xbf\xbe \xc3\xa9", "<title>??? ??? \xc3\xa9. "},
};

START_ROWS(hostile_captions, ROWS(captions)) {
    const Position p = tests_position(FEN_START, false);
    char *text = written(svgboard_file, &(SvgBoard){.position = &p, .caption = captions[_i][0]});

    ck_assert(is_well_formed(text));
    ck_assert_msg(strstr(text, captions[_i][1]), "%s", text);
    free(text);
}

static const char *const bad_arrows[] = {"",
                                         "e2",
                                         "e2e",
                                         "e2e2",
                                         "e2e9",
                                         "i2e4",
                                         "e2e4:",
                                         "e2e4 ",
                                         "e2e4:!",
                                         "E2E4",
                                         "e2e4better",
                                         "e2e4:betterx",
                                         "e2e4:bette",
                                         "e7e8q",
                                         "e2-e4",
                                         "e2e4::",
                                         " e2e4",
                                         "e2\n4",
                                         "\xff\xff\xff\xff",
                                         "e2e4:Better"};
static const char *const bad_marks[] = {"",     "e",     "e9",  "e4:",   "e4!",     "e4:!!!",
                                        "e4:x", "e4: ?", "e4 ", "e4:?x", "e4:\xff", "e4e5"};

START_TEST(refused) {
    SvgArrow arrow = {H8, A1, SVG_OTHER};
    SvgMark mark = {H8, SVG_BLUNDER};

    for (int i = 0; i < ROWS(bad_arrows); i++)
        ck_assert_msg(!svgboard_read_arrow(&arrow, word_of(bad_arrows[i])), "%s", bad_arrows[i]);
    for (int i = 0; i < ROWS(bad_marks); i++)
        ck_assert_msg(!svgboard_read_mark(&mark, word_of(bad_marks[i])), "%s", bad_marks[i]);
    ck_assert(arrow.from == H8 && arrow.to == A1 && arrow.kind == SVG_OTHER);
    ck_assert(mark.square == H8 && mark.kind == SVG_BLUNDER);
    arrow = arrow_of("a7b8:played");
    ck_assert(arrow.from == A7 && arrow.to == B8 && arrow.kind == SVG_PLAYED);
    ck_assert_int_eq(mark_of("h1:circle").kind, SVG_CIRCLE);
}

/* Castling is shown by the squares of the king. */
START_TEST(squares_of_a_move) {
    const Position p = tests_position("4k3/8/8/8/8/8/8/1R2K2R w KB - 0 1", true);

    ck_assert_uint_eq(svgboard_squares(&p, move_make(E1, H1, NO_PIECE)), 1ull << E1 | 1ull << G1);
    ck_assert_uint_eq(svgboard_squares(&p, move_make(E1, B1, NO_PIECE)), 1ull << E1 | 1ull << C1);
    ck_assert_uint_eq(svgboard_squares(&p, move_make(H1, H8, NO_PIECE)), 1ull << H1 | 1ull << H8);
    ck_assert_uint_eq(svgboard_squares(&p, NO_MOVE), 0);
}

int main(void) {
    attacks_init();
    zobrist_init();
    return tests_run("svgboard");
}
