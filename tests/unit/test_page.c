/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the output of report/report.h: page, graph and JSON, from harmless and hostile text. */
#include "base/text.h"
#include "chess/notation.h"
#include "engine.h"
#include "exhaust.h"
#include "report/report.h"
#include "reports.h"
#include "sha256.h"

/* --- output ----------------------------------------------------------------------------------- */

typedef void Writer(FILE *out, const Report *r);

static void write_page(FILE *out, const Report *r) {
    ReportIndex index = {0};

    ck_assert(report_index_add(&index, r));
    report_html_begin(out, &index);
    report_html_game(out, r);
    report_html_end(out);
    report_index_free(&index);
}

static void write_pages(FILE *out, const Report *r) {
    ReportIndex index = {0};
    Report second = *r;

    second.number = 2;
    ck_assert(report_index_add(&index, r) && report_index_add(&index, &second));
    report_html_begin(out, &index);
    report_html_game(out, r);
    report_html_game(out, &second);
    report_html_end(out);
    report_index_free(&index);
}

/* Returns the text that a function writes, to be freed. */
static char *written(Writer *write, const Report *r) {
    enum { ROOM = 2000000 };
    char *text = malloc(ROOM);
    FILE *file = tmpfile();
    size_t length;

    ck_assert_ptr_nonnull(text);
    ck_assert_ptr_nonnull(file);
    write(file, r);
    rewind(file);
    text[length = fread(text, 1, ROOM - 1, file)] = '\0';
    ck_assert_uint_lt(length, ROOM - 1);
    ck_assert_uint_eq(strlen(text), length); /* no NUL */
    fclose(file);
    return text;
}

/* Returns true if all characters are printable UTF-8 or line feeds. */
static bool is_clean(const char *text) {
    Word rest = word_of(text);

    while (rest.length) {
        const size_t bytes = *rest.at == '\n' ? 1 : text_character(rest);

        if (!bytes)
            return false;
        rest = (Word){rest.at + bytes, rest.length - bytes};
    }
    return true;
}

/*
 * Keeps only the tags of a page, with their attributes, and drops the contents of <script> and
 * <style>. Checks that each element is closed in the right order, and that attributes are in double
 * quotes.
 */
static void keep_tags(char *text) {
    static const char *const empty[] = {"!DOCTYPE", "meta", "input"};
    enum { DEEP = 32 };
    Word open[DEEP];
    size_t depth = 0;
    char *to = text;

    for (const char *at = text; (at = strchr(at, '<'));) {
        const bool closes = at[1] == '/';
        const Word name = {at + 1 + closes, strcspn(at + 1 + closes, " />\n")};
        const char *end = name.at;
        bool quoted = false, is_empty;

        for (; *end && (quoted || *end != '>'); end++)
            quoted ^= *end == '"';
        CLAIM(*end, "a tag without an end: %.60s", at);
        is_empty = end[-1] == '/';
        for (int i = 0; i < ROWS(empty); i++)
            is_empty |= word_is(name, empty[i]);
        if (closes) {
            CLAIM(depth && open[depth - 1].length == name.length &&
                      !memcmp(open[depth - 1].at, name.at, name.length),
                  "ends what is not open: %.60s", at);
            depth--;
        } else if (!is_empty) {
            ck_assert_uint_lt(depth, DEEP);
            open[depth] = (Word){to + (name.at - at), name.length}; /* its place in the result */
            depth++;
        }
        memmove(to, at, (size_t)(end + 1 - at));
        to += end + 1 - at;
        at = end + 1;
        if (!closes && depth && word_is(open[depth - 1], "script"))
            ck_assert_ptr_nonnull(at = strstr(at, "</script>"));
    }
    *to = '\0';
    ck_assert_uint_eq(depth, 0);
}

/* Returns true and moves *at behind it if there is a JSON value. */
static bool skip_json(const char **at) {
    const char *s = *at;

    if (*s == '{' || *s == '[') {
        const char end = *s == '{' ? '}' : ']';

        for (s++; *s != end; s += *s == ',' && s[1] == ' ' ? 2 : 0) {
            const char *before = s;
            if (end == '}' && (*s != '"' || !skip_json(&s) || strncmp(s, ": ", 2) || !(s += 2)))
                return false;
            if (!skip_json(&s) || (*s != end && *s != ',') || s == before)
                return false;
        }
        s++;
    } else if (*s == '"') {
        for (s++; *s != '"'; s++)
            if (!*s || (unsigned char)*s < ' ' || (*s == '\\' && !strchr("\"\\", *++s)))
                return false;
        s++;
    } else {
        const size_t word = strspn(s, "-.0123456789"), letters = strspn(s, "aeflnrstu");
        if (!word && !letters)
            return false;
        s += word ? word : letters;
    }
    *at = s;
    return true;
}

static void check_json(const Report *r) {
    char *text = written(report_json, r);
    const char *at = text;

    CLAIM(skip_json(&at) && !*at, "no JSON from here: %.60s", at);
    ck_assert(is_clean(text));
    ck_assert_ptr_null(strchr(text, '\n'));
    free(text);
}

/* --- a small game ----------------------------------------------------------------------------- */

#define FOOLS_MATE                                                                                 \
    "[Event \"Who wins?\"]\n[White \"Ann & Bo\"]\n[Black \"Cy\"]\n[Date "                          \
    "\"2024.??.??\"]\n[WhiteElo \"1500\"]\n"                                                       \
    "[Result \"0-1\"]\n\n1. f3 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} 2. g4 {why \"?\"} Qh4# 0-1\n"

static void open_mate(Sample *s) {
    sample_open(s, FOOLS_MATE);
    sample_score(s, 0, 20);
    sample_score(s, 1, -60);
    sample_score(s, 2, -70);
    sample_score(s, 3, 1 - SCORE_MATE);
    s->note[4] = (Note){.known = true, .score = -SCORE_MATE};
}

/* The expected contents of each output. */
static const struct {
    Writer *write;
    const char *has;
} parts[] = {
    {report_json,
     "{\"number\": 1, \"white\": {\"name\": \"Ann & Bo\", \"elo\": \"1500\", \"moves\": 2, "},
    {report_json,
     "\"result\": \"0-1\", \"eco\": \"A00\", \"opening\": \"Barnes Opening: Fool's Mate\""},
    {report_json, "\"key_moments\": [0, 2]"},
    {report_json, "\"evaluation\": {\"cp\": -60, \"mate\": null, \"wdl\": ["},
    {report_json, "{\"cp\": null, \"mate\": -1, \"wdl\": [0, 0, 1000], \"winning_chances\": 0.0"},
    {report_json, "{\"san\": \"g4\", \"uci\": \"g2g4\", \"mark\": \"??\", \"accuracy\": "},
    {report_json, "\"used_ms\": null, \"left_ms\": 60000, \"comment\": null}"},
    {report_json, "\"comment\": \"why \\\"?\\\"\""},
    {report_json, "\"winning_chances\": 44.5"},
    {report_json, "\"error\": null, \"error_line\": null, "},
    {report_json, "\"mate\": 0, \"wdl\": [0, 0, 1000]"},
    {report_json, "\"best\": []}, \"move\": null}]}"},
    {report_json, "\"judge\": \"a test\""},
    {report_json, "\"date\": \"2024.??.??\""},
    {report_graph, "<title>Winning chances: Ann &amp; Bo \xe2\x80\x93 Cy</title>"},
    {report_graph, "<desc>Over 4 half-moves. Start +0.20"},
    {report_graph, "2. g4?? Allows mate in 1. White\xe2\x80\x99s winning chances: 44"},
    {report_graph, "<title>2... Qh4# #"},
    {report_graph, "prefers-color-scheme:dark"},
    {write_page, "<title>Ann &amp; Bo \xe2\x80\x93 Cy, game report</title>"},
    {write_page, "<bdi>Ann &amp; Bo</bdi> \xe2\x80\x93 <bdi>Cy</bdi> <span class=\"score\">0"},
    {write_page, "<bdi>2024</bdi>"},
    {write_page, "<bdi>Who wins?</bdi>"},
    {write_page, "<small><bdi>1500</bdi></small>"},
    {write_page, "<p><bdi>why &quot;?&quot;</bdi></p>"},
    {write_page, "Judged by <bdi>a test</bdi>"},
    {write_page, "data-f=\"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w\" data-w=\"0\" "
                 "data-k=\"e1\" data-n=\"2...\" data-h=\"d8h4\">"},
    {write_page, "data-n=\"2.\" data-h=\"g2g4\" data-x=\"0\" data-b=\"e1f2\""},
    {write_page, " data-w=\"445\""},
    {write_page, " data-l=\"2. Kf2:e1f2\" data-n=\"1...\""}, /* the best line, to step through */
    {write_page, "<a class=\"line\" href=\"#g1m2\" data-s=\"1\">2. Kf2</a>"},
    {write_page, "White wins 44.5\xc2\xa0%, Black wins 55.5"},
    {write_page, "<details><summary>Show the answer</summary>"},
    {write_page, "<div class=\"find\" data-b=\""}, /* the exercise is played on the board */
    {write_page, "Arrow from g2 to g4, played. "},
    {write_page, "Content-Security-Policy\" content=\"default-src 'none'; "},
    {write_page, "<p class=\"now\" aria-live=\"polite\">2... <span>Qh4#</span></p>"},
    {write_pages, "<h1>Report of 2 games</h1>"},
    {write_pages,
     "<tr><th scope=\"row\"><bdi>Cy</bdi></th><td>2</td><td>2</td><td>0</td><td>0</td>"},
    {write_pages, "<tr><th scope=\"row\"><a href=\"#g2\">2</a></th>"},
};

START_ROWS(small_game, ROWS(parts)) {
    static Sample s;
    Report r;
    char *text;

    open_mate(&s);
    r = report_of(&s);
    text = written(parts[_i].write, &r);
    CLAIM(strstr(text, parts[_i].has), "it lacks %s", parts[_i].has);
    ck_assert(is_clean(text));
    free(text);
    report_free(&r);
    sample_close(&s);
}

/* A best move, as the script of the page plays it. */
static const struct {
    const char *fen, *move, *has;
} played[] = {
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "data-l=\"1. O-O:e1g1h1f1\""},
    {"r3k3/8/8/8/8/8/8/4K3 b q - 0 7", "O-O-O", "data-l=\"7... O-O-O:e8c8a8d8\""},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "data-l=\"1. a8=N:a7a8n\""},
    {"4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "dxe6", "data-l=\"1. dxe6:d5e6x\""},
};

START_ROWS(best_line, ROWS(played)) {
    static Sample s;
    char buffer[512], *page;
    Text text = text_in(buffer, sizeof buffer);
    Report r;

    text_addf(&text, "[FEN \"%s\"]\n\n*\n", played[_i].fen);
    sample_open(&s, buffer);
    s.note[0] = (Note){.known = true, .score = 50, .depth = 9, .length = 1};
    ck_assert(
        !notation_parse(&s.note[0].line[0], &s.game->line.position[0], word_of(played[_i].move)));
    r = report_of(&s);
    page = written(write_page, &r);
    CLAIM(strstr(page, played[_i].has), "it lacks %s", played[_i].has);
    free(page);
    report_free(&r);
    sample_close(&s);
}

/* A comment in a game of Alula, and whether the page shows it as a confession of the level. */
static const struct {
    const char *white, *comment;
    bool shown;
} confessions[] = {
    {"Alula 1.1 (level 800)", "1. e4: I did not see 1... e5; I thought it was even.", true},
    {"Alula 1.1 (level 800)", "1.\ne4: careless; even at a glance, 1. d4 is better.", true},
    {"Ann", "1. e4: I did not see 1... e5; I thought it was even.", false},
    {"Alula 1.1 (level 800)", "1. d4: I did not see 1... e5; I thought it was even.", false},
    {"Alula 1.1 (level 800)", "1. e4: a good move.", false},
    {"Alula 1.1 (level 800)", "1. e4", false},
};

START_ROWS(confession, ROWS(confessions)) {
    static Sample s;
    char buffer[512], *page;
    Text text = text_in(buffer, sizeof buffer);
    Report r;

    text_addf(&text, "[White \"%s\"]\n\n1. e4 {[%%clk 0:01:00]} {%s} *\n", confessions[_i].white,
              confessions[_i].comment);
    sample_open(&s, buffer);
    sample_score(&s, 0, 30);
    sample_score(&s, 1, 40);
    r = report_of(&s);
    page = written(write_page, &r);
    CLAIM(!strstr(page, "What Alula overlooked") == !confessions[_i].shown, "%s",
          confessions[_i].comment);
    free(page);
    report_free(&r);
    sample_close(&s);
}

/* The tags of a game, and the text of its page. */
static const struct {
    const char *tags;
    bool left_out;
    const char *has, *lacks;
} heads[] = {
    {"[TimeControl \"300+3\"]", false, "<bdi>5 minutes + 3 seconds a move</bdi>", "300+3"},
    {"[TimeControl \"40/7200:3600\"]", false, "2 hours for 40 moves, then 1 hour<", "then 1 hours"},
    {"[TimeControl \"40/5400+30:1800+30\"]", false,
     "1 hour 30 minutes for 40 moves + 30 seconds a move, then 30 minutes + 30 seconds a move<",
     "seconds moves"},
    {"[TimeControl \"1/259200\"]", false, "3 days a move<", "moves<"},
    {"[TimeControl \"40/60\"]", false, "1 minute for every 40 moves<", "minutes"},
    {"[TimeControl \"0.5+0.05\"]", false, "0.50 seconds + 0.05 seconds a move<", "hour"},
    {"[TimeControl \"0+1\"]", false, "0 seconds + 1 second a move<", "hour"},
    {"[TimeControl \"*180\"]", false, "time control: <bdi>*180</bdi>", "minute"},
    {"[TimeControl \"-\"]", false, "<h2>", "time control"},
    {"[Termination \"Time forfeit\"]", false, "termination: <bdi>Time forfeit</bdi>", "UTC"},
    {"[UTCDate \"2024.01.05\"]\n[UTCTime \"10:11:12\"]", false,
     "UTC <bdi>2024.01.05</bdi> \xc2\xb7 UTC <bdi>10:11:12</bdi>", "Chess960"},
    {"[Date \"2024.01.05\"]\n[UTCDate \"2024.01.05\"]", false, "<bdi>2024.01.05</bdi>", "UTC"},
    {"[Date \"2024.01.05\"]\n[UTCDate \"2024.01.06\"]", false,
     "<bdi>2024.01.05</bdi> \xc2\xb7 UTC <bdi>2024.01.06</bdi>", "set-up"},
    {"[Variant \"chess960\"]\n[FEN \"rkqnbrbn/pppppppp/8/8/8/8/PPPPPPPP/RKQNBRBN w FAfa - 0 1\"]",
     false, "<p>Chess960</p>", "set-up"},
    {"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]", false, "from a set-up position", "Chess960"},
    {"[ECO \"X11\"]", false, "<bdi>King&#39;s Pawn Game</bdi> (<bdi>X11</bdi>)", "B00"},
    {"[Opening \"Mine\"]", false, "<bdi>Mine</bdi> (<bdi>B00</bdi>)", "King&#39;s Pawn Game"},
    {"[WhiteType \"program\"]\n[BlackTitle \"BOT\"]", false, "draws as half a win", "White wins 5"},
    {"[WhiteType \"program\"]\n[BlackType \"human\"]", false, "White wins 5", "draw"},
    {"[White \"Ann\"]", true, "Not judged: <bdi>line 7: too bad</bdi>", "class=\"top\""},
};

START_ROWS(head, ROWS(heads)) {
    static Sample s;
    char buffer[512];
    Text text = text_in(buffer, sizeof buffer);
    char *page, *body;
    Report r;

    text_addf(&text, "%s\n\n1. e4 *\n", heads[_i].tags);
    sample_open(&s, buffer);
    ck_assert_ptr_null(s.game->error);
    sample_score(&s, 0, 30);
    sample_score(&s, 1, 40);
    r = report_of(&s);
    if ((r.left_out = heads[_i].left_out)) {
        r.error = "too bad";
        r.error_line = 7;
    }
    page = written(write_page, &r);
    ck_assert_ptr_nonnull(body = strstr(page, "<article"));
    *strstr(body, "<footer>") = '\0';
    CLAIM(strstr(body, heads[_i].has), "it lacks %s", heads[_i].has);
    CLAIM(!strstr(body, heads[_i].lacks), "it has %s", heads[_i].lacks);
    free(page);
    report_free(&r);
    sample_close(&s);
}

/*
 * Browsers run the script only if the page names its hash; after a change, this test prints the new
 * hash.
 */
START_TEST(script_hash) {
    static Sample s;
    unsigned char digest[33];
    char hash[45];
    Report r;
    char *text, *script, *end;

    sha256(digest, word_of("abc"));
    base64(hash, digest);
    ck_assert_str_eq(hash, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    open_mate(&s);
    r = report_of(&s);
    text = written(write_page, &r);
    ck_assert_ptr_nonnull(script = strstr(text, "<script>"));
    script += strlen("<script>");
    ck_assert_ptr_nonnull(end = strstr(script, "</script>"));
    ck_assert_ptr_null(strstr(end + 1, "<script"));
    sha256(digest, (Word){script, (size_t)(end - script)});
    base64(hash, digest);
    CLAIM(strstr(text, hash), "SCRIPT_HASH in report_html.c must be sha256-%s", hash);
    free(text);
    report_free(&r);
    sample_close(&s);
}

/*
 * --- hostile text ------------------------------------------------------------------------------
 */

#define H(text)                                                                                    \
    { text, sizeof text - 1 }

/* Tags, comments and names that must not be taken for markup. */
static const Word hostile[] = {
    /* elements */
    H("<script>alert(1)</script>"),
    H("</script><script>alert(1)</script>"),
    H("<ScRiPt src=//x.example/x.js>"),
    H("<img src=x onerror=alert(1)>"),
    H("<svg onload=alert(1)>"),
    H("<svg/onload=alert(1)//"),
    H("<iframe srcdoc='<script>alert(1)</script>'>"),
    H("<body onload=alert(1)>"),
    H("<a href=\"javascript:alert(1)\">x</a>"),
    H("<style>*{display:none}</style>"),
    H("</style><script>alert(1)</script>"),
    H("</title><script>alert(1)</script>"),
    H("</desc></svg><script>alert(1)</script>"),
    H("</textarea></noscript><b>x"),
    H("<link rel=stylesheet href=//x.example>"),
    H("<meta http-equiv=refresh content=0>"),
    H("<base href=//x.example>"),
    H("<form action=//x.example><input>"),
    H("<object data=x></object><embed src=x>"),
    H("<math><mtext></mtext></math>"),
    H("<details open ontoggle=alert(1)>"),
    H("</bdi></p></li></ol></main></html>x"),
    H("</td></tr></table>x"),
    H("<use href=\"data:image/svg+xml,x\"/>"),
    H("<foreignObject><p>x</foreignObject>"),
    H("<!-- x"),
    H("--><b>x</b>"),
    H("<!DOCTYPE x [<!ENTITY y SYSTEM \"file:///x\">]>"),
    H("<?xml version=\"1.0\"?><?x?>"),
    H("<![CDATA[<script>x</script>]]>"),
    H("]]>x"),
    H("<"),
    H("<x"),
    H("x<"),
    H(">x"),
    H("<<<>>>"),
    H("< script >"),
    H("<\0script>x"),
    H("<scr\0ipt>alert(1)"),
    /* quotes and attributes */
    H("\" onmouseover=\"alert(1)"),
    H("' onmouseover='alert(1)"),
    H("\"><script>alert(1)</script>"),
    H("'><script>alert(1)</script>"),
    H("\"x\"\"\"'''"),
    H("` onmouseover=alert(1)"),
    H("x\" style=\"background:url(//x.example)"),
    H("\\\"; alert(1); //"),
    H("x\\"),
    H("\\u003cscript\\u003e"),
    H("${alert(1)}{{x}}"),
    /* entities and addresses */
    H("&lt;script&gt;"),
    H("&#60;script&#62;"),
    H("&#x3c;script"),
    H("&x;&"),
    H("&amp;lt;"),
    H("&\0lt;x"),
    H("javascript:alert(1)"),
    H("java\tscript:alert(1)"),
    H("data:text/html,<script>alert(1)</script>"),
    H("//x.example/x"),
    H("url(javascript:x)"),
    H("expression(alert(1))"),
    H("%3Cscript%3E"),
    H("#g0m3"),
    /* bytes */
    H("\0"
      "x\0y\0"),
    H("\x01\x02\x08\x0b\x0c\x1b[31mx\x7f"),
    H("x\r\n<b>y"),
    H("x\ty"),
    H("\xff\xfe\xfdx"),
    H("x\xc3"),
    H("x\xe2\x82"),
    H("x\xf0\x9f\x98"),
    H("\xc0\xbcscript\xc0\xbe"),         /* overlong < and > */
    H("\xe0\x80\xbcscript"),             /* the same */
    H("\xed\xa0\x80\xed\xbf\xbfx"),      /* surrogates */
    H("\xf4\x90\x80\x80x"),              /* beyond Unicode */
    H("\xef\xbf\xbe\xef\xbf\xbfx"),      /* noncharacters */
    H("\xef\xbb\xbfx"),                  /* a byte-order mark */
    H("x\xc2\x85\xc2\x9by"),             /* C1 controls */
    H("x\xe2\x80\xa8\xe2\x80\xa9y"),     /* line and paragraph separators */
    H("x\xe2\x80\xae<tpircs>y"),         /* right to left */
    H("x\xe2\x81\xa6\xe2\x81\xa9y"),     /* isolates */
    H("\xef\xbc\x9cscript\xef\xbc\x9e"), /* full width */
    H("+ADw-script+AD4-"),               /* UTF-7 */
    H("\x1b$B<script>"),                 /* ISO 2022 */
    H("x\xcc\x81\xcc\x81\xcc\x81\xcc\x81"),
    H("\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d <b>"),
    /* text that the report itself looks for */
    H("[%clk <script>]x"),
    H("[%x <b>"),
    H("[%"),
    H("x [%eval \"><b>] y"),
    H("%s%s%n%d"),
    H("300+3\"><b>"),
    H("1-0<b>"),
    H("2024.<b>??"),
};

/*
 * Returns a copy of a game with all texts replaced by this one, using `tag` and `item` as storage.
 */
static PgnGame poisoned(const PgnGame *game, Word text, PgnTag *tag, PgnItem *item) {
    static const char *const names[] = {"White",   "Black",     "Event",    "Site", "Date",
                                        "Round",   "WhiteElo",  "BlackElo", "ECO",  "TimeControl",
                                        "Opening", "Annotator", "Result"};
    PgnGame out = *game;

    out.tag = tag;
    out.tags = 0;
    for (int i = 0; i < ROWS(names); i++)
        tag[out.tags++] = (PgnTag){word_of(names[i]), text};
    out.item = item;
    out.items = 0;
    item[out.items++] = (PgnItem){.kind = PGN_COMMENT, .text = text};
    for (size_t n = 0; n < game->line.length; n++) {
        item[out.items++] = (PgnItem){.kind = PGN_MOVE, .move = game->line.move[n]};
        item[out.items++] = (PgnItem){.kind = PGN_COMMENT, .text = text};
    }
    return out;
}

/* A page has the same tags as one with harmless text. */
START_ROWS(hostile_text, ROWS(hostile)) {
    static Sample s;
    static Writer *const writers[] = {write_page, write_pages, report_graph};
    const Word text = tests_copy(hostile[_i]);
    PgnTag tag[2][16];
    PgnItem item[2][16];
    char judge[200];
    PgnGame harmless, game;
    Report plain, r;

    snprintf(judge, sizeof judge, "x%.*s", (int)text.length, text.at);
    open_mate(&s);
    harmless = poisoned(s.game, word_of("x"), tag[0], item[0]);
    game = poisoned(s.game, text, tag[1], item[1]);
    ck_assert(report_make(&plain, &harmless, s.note, "x"));
    ck_assert(report_make(&r, &game, s.note, judge));
    for (int i = 0; i < ROWS(writers); i++) {
        char *expected = written(writers[i], &plain), *page = written(writers[i], &r);

        ck_assert(is_clean(page));
        keep_tags(expected);
        keep_tags(page);
        CLAIM(!strcmp(expected, page), "text %d became markup", _i);
        free(page);
        free(expected);
    }
    check_json(&r);
    report_free(&plain);
    report_free(&r);
    tests_free(text);
    sample_close(&s);
}

/* The last line of defense: the functions that escape text for XML. */
START_ROWS(escapes, ROWS(hostile)) {
    enum { ROOM = 1000 };
    const Word copy = tests_copy(hostile[_i]);
    FILE *file = tmpfile();
    char text[ROOM];

    ck_assert_ptr_nonnull(file);
    xml_word(file, copy);
    rewind(file);
    text[fread(text, 1, ROOM - 1, file)] = '\0';
    fclose(file);
    ck_assert(is_clean(text) && *text && !text[strcspn(text, "<>\"'\n")]);
    tests_free(copy);
}

/*
 * --- odd games ---------------------------------------------------------------------------------
 */

static const char *const odd_games[] = {
    "*",
    "1. e4 -- 2. d4 *",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\"]\n\nKd7 *",
    "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1\"]\n\nO-O Kd7 *",
    "[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n\n*",
    "1. e4 e5 2. Nf6 *", /* broken */
    "1. e4 (1. d4 {<b>} d5) e5 {a} {b} $1 1/2-1/2",
};

/* Without notes, with some, and with scores of all kinds. */
START_ROWS(odd_game, ROWS(odd_games)) {
    static const int scores[] = {0, 31000, SCORE_MATE - 1, -SCORE_MATE + 2, -30000, 20000};
    static Sample s;

    sample_open(&s, odd_games[_i]);
    for (size_t round = 0; round < 4; round++) {
        Report r;

        for (size_t n = 0; round && n <= s.game->line.length; n++)
            if (round > 1 || n % 2)
                sample_score(&s, n, scores[n * round % ROWS(scores)]);
        r = report_of(&s);
        for (int i = 0; i < 2; i++) {
            char *page = written(i ? write_page : write_pages, &r);

            ck_assert(is_clean(page));
            keep_tags(page);
            free(page);
        }
        check_json(&r);
        report_free(&r);
    }
    sample_close(&s);
}

/* The arrow for castling in Chess960 goes to the rook if the king stays. */
START_TEST(king_stays) {
    static Sample s;
    char *page;
    Report r;

    sample_open(
        &s, "[Annotator \"Alula\"]\n[Variant \"chess960\"]\n[FEN \"4k3/pppppppp/8/8/8/8/PPPPPPPP/"
            "6KR w H - 0 1\"]\n\n1. a3 $4 {[%eval -5.00,5]} (1. O-O {[%eval 0.30,5]}) *");
    notes_read(s.game, s.note);
    r = report_of(&s);
    page = written(write_page, &r);
    ck_assert_ptr_nonnull(strstr(page, "data-x=\"0\" data-b=\"g1h1\""));
    free(page);
    report_free(&r);
    sample_close(&s);
}

/* A long game in which everything is a blunder. */
START_TEST(size) {
    static Sample s;
    char buffer[2048];
    Text text = text_in(buffer, sizeof buffer);
    Report r;
    char *page;

    write_shuffle(&text, 100, false);
    sample_open(&s, buffer);
    for (size_t n = 0; n <= 100; n++)
        sample_score(&s, n, n % 2 ? -500 : 500);
    r = report_of(&s);
    page = written(write_page, &r);
    ck_assert_uint_lt(strlen(page), 300000);
    free(page);
    report_free(&r);
    sample_close(&s);
}

START_TEST(no_memory) {
    static Sample s;
    ReportIndex index = {0};
    Report r, other;
    bool made, added;
    void *all;

    open_mate(&s);
    r = report_of(&s);
    all = exhaust_begin();
    made = report_make(&other, s.game, s.note, NULL);
    added = report_index_add(&index, &r);
    exhaust_end(all);
    ck_assert(!all || (!made && !added));
    if (made)
        report_free(&other);
    report_index_free(&index);
    report_free(&r);
    sample_close(&s);
}

int main(void) {
    engine_init_tables(NULL);
    return tests_run("page");
}
