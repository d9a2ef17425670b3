/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record.h"

#include <string.h>

#include "fen.h"
#include "memory.h"
#include "notation.h"

/* How each end is told. `words` follow the name of a side: the winner's, or the loser's. */
static const struct {
    const char *words, *termination;
    enum { NOBODY, WINNER, LOSER } side;
    const char *fault;
} ends[END_COUNT] = {
    [END_NONE] = {"The game was broken off", "unterminated", NOBODY, NULL},
    [END_MATE] = {" mates", "normal", WINNER, NULL},
    [END_STALEMATE] = {"Stalemate", "normal", NOBODY, NULL},
    [END_DEAD] = {"Draw by insufficient material", "normal", NOBODY, NULL},
    [END_THREEFOLD] = {"Draw by repetition", "normal", NOBODY, NULL},
    [END_FIFTY] = {"Draw by fifty move rule", "normal", NOBODY, NULL},
    [END_AGREED] = {"Draw by agreement", "normal", NOBODY, NULL},
    [END_RESIGNED] = {" resigns", "normal", LOSER, NULL},
    [END_ADJUDGED_WIN] = {" wins by adjudication", "adjudication", WINNER, NULL},
    [END_ADJUDGED_DRAW] = {"Draw by adjudication", "adjudication", NOBODY, NULL},
    [END_TIME] = {" loses on time", "time forfeit", LOSER, "on time"},
    [END_SILENCE] = {" falls silent", "abandoned", LOSER, "silent"},
    [END_DEATH] = {" crashes", "abandoned", LOSER, "crashes"},
    [END_ILLEGAL] = {" makes an illegal move", "rules infraction", LOSER, "illegal"},
    [END_CLAIM] = {" makes a false claim", "rules infraction", LOSER, "claims"},
};

const char *end_fault_name(End end) {
    return ends[end].fault;
}

void record_start(Record *r, const GameLine *opening) {
    *r = (Record){.book = opening->length};
    r->room = opening->length + 200;
    r->note = memory_new(r->room, sizeof *r->note);
    if (gameline_init(&r->line, &opening->position[0]) || gameline_copy(&r->line, opening))
        memory_grow(NULL, SIZE_MAX, 1);
}

void record_destroy(Record *r) {
    gameline_destroy(&r->line);
    free(r->note);
    r->note = NULL;
}

void record_play(Record *r, Move m, const Note *note) {
    if (r->line.length == r->room) {
        r->room *= 2;
        r->note = memory_grow(r->note, r->room, sizeof *r->note);
    }
    r->note[r->line.length] = *note;
    if (gameline_play(&r->line, m))
        memory_grow(NULL, SIZE_MAX, 1);
}

int record_white(const Record *r) {
    if (ends[r->end].side == NOBODY)
        return 1;
    return r->loser == WHITE ? 0 : 2;
}

const char *record_result(int white) {
    static const char *const result[] = {"0-1", "1/2-1/2", "1-0"};

    return white < 0 ? "*" : result[white];
}

void record_reason(Text *out, const Record *r) {
    if (ends[r->end].side != NOBODY)
        text_add(out, (ends[r->end].side == LOSER) == (r->loser == WHITE) ? "White" : "Black");
    text_add(out, ends[r->end].words);
    if (*r->detail)
        text_addf(out, ": %s", r->detail);
}

/* --- writing --------------------------------------------------------------------------------- */

/* Text that grows, in lines of 80 columns where it is told word by word. */
typedef struct {
    char *at;
    size_t length, room, column;
} Page;

static void print(Page *p, const char *text, size_t length) {
    if (p->length + length + 1 > p->room) {
        p->room = 2 * (p->length + length) + 1024;
        p->at = memory_grow(p->at, p->room, 1);
    }
    memcpy(p->at + p->length, text, length);
    p->length += length;
    p->at[p->length] = '\0';
}

/* A word of the moves' text, with a blank or a line end in front of it. */
static void print_word(Page *p, const char *word) {
    const size_t length = strlen(word);

    if (p->column && p->column + 1 + length > 80) {
        print(p, "\n", 1);
        p->column = 0;
    }
    if (p->column) {
        print(p, " ", 1);
        p->column++;
    }
    print(p, word, length);
    p->column += length;
}

/* All words of a text. */
static void print_words(Page *p, const char *text) {
    Word rest = word_of(text), w;
    char word[256];

    while ((w = text_word(&rest)).length) {
        Text t = text_in(word, sizeof word);

        text_add_word(&t, w);
        print_word(p, word);
    }
}

static void print_tag(Page *p, const char *name, const char *value) {
    print(p, "[", 1);
    print(p, name, strlen(name));
    print(p, " \"", 2);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            print(p, "\\", 1);
        print(p, value, 1);
    }
    print(p, "\"]\n", 3);
}

static const char *const overdraft_tag[COLOR_COUNT] = {"WhiteOverdraft", "BlackOverdraft"};

/* "3 moves, 1250 us" */
static void print_overdraft(Page *p, Color c, const Overdraft *o) {
    char text[64];
    Text t = text_in(text, sizeof text);

    text_addf(&t, "%lld moves, %lld us", (long long)o->moves, (long long)o->most_us);
    if (o->most_us)
        print_tag(p, overdraft_tag[c], text);
}

static void print_heading(Page *page, const Record *r, const Heading *h, const char *result) {
    char text[FEN_SIZE], white[64], black[64];
    Text t;

    print_tag(page, "Event", "alula-match");
    print_tag(page, "Site", "?");
    t = text_in(text, sizeof text);
    text_addf(&t, "%04d.%02d.%02d", h->year, h->month, h->day);
    print_tag(page, "Date", text);
    t = text_in(text, sizeof text);
    text_addf(&t, "%d", h->round);
    print_tag(page, "Round", text);
    print_tag(page, "White", h->name[WHITE]);
    print_tag(page, "Black", h->name[BLACK]);
    print_tag(page, "Result", result);
    if (h->chess960)
        print_tag(page, "Variant", "fischerandom");
    t = text_in(text, sizeof text);
    fen_write(&t, &r->line.position[0]);
    if (strcmp(text, FEN_START) != 0) {
        print_tag(page, "SetUp", "1");
        print_tag(page, "FEN", text);
    }
    t = text_in(text, sizeof text);
    text_addf(&t, "%zu", r->line.length);
    print_tag(page, "PlyCount", text);
    t = text_in(white, sizeof white);
    control_write(&t, h->control[WHITE]);
    t = text_in(black, sizeof black);
    control_write(&t, h->control[BLACK]);
    if (strcmp(white, black) != 0) {
        print_tag(page, "WhiteTimeControl", white);
        print_tag(page, "BlackTimeControl", black);
    } else {
        print_tag(page, "TimeControl", white);
    }
    print_tag(page, "AlulaMatch", h->match);
    for (Color c = WHITE; c < COLOR_COUNT; c++)
        print_overdraft(page, c, &r->overdraft[c]);
    print_tag(page, "Termination", ends[r->end].termination);
    print(page, "\n", 1);
}

/* "{+0.34/12 0.54s}", "{-M3/20 1.0s}", "{book}" */
static void write_note(Text *t, const Note *n, bool book) {
    const int64_t ms = n->used_us / 1000;

    if (book) {
        text_add(t, "{book}");
        return;
    }
    text_add_char(t, '{');
    if (n->known) {
        const int size = n->score < 0 ? -n->score : n->score;

        if (n->mate)
            text_addf(t, "%cM%d", n->mate < 0 ? '-' : '+', n->mate < 0 ? -n->mate : n->mate);
        else
            text_addf(t, "%c%d.%02d", n->score < 0 ? '-' : '+', size / 100, size % 100);
        text_addf(t, "/%d ", n->depth);
    }
    text_addf(t, "%lld.%03ds}", (long long)(ms / 1000), (int)(ms % 1000));
}

char *record_pgn(const Record *r, const Heading *h, size_t *length) {
    const char *result = r->end == END_NONE ? "*" : record_result(record_white(r));
    Page page = {NULL, 0, 0, 0};
    char text[256];
    Text t;

    print_heading(&page, r, h, result);
    for (size_t i = 0; i < r->line.length; i++) {
        const Position *before = &r->line.position[i];

        t = text_in(text, sizeof text);
        if (position_turn(before) == WHITE)
            text_addf(&t, "%d. ", before->fullmove_number);
        else
            text_addf(&t, "%d... ", before->fullmove_number);
        notation_write_san(&t, before, r->line.move[i]);
        text_add_char(&t, ' ');
        write_note(&t, &r->note[i], i < r->book);
        print_words(&page, text);
    }
    t = text_in(text, sizeof text);
    text_add_char(&t, '{');
    record_reason(&t, r);
    for (char *c = text; *c; c++)
        if (*c == '}' || (*c == '{' && c != text))
            *c = *c == '}' ? ')' : '('; /* a comment has no braces within */
    text_add_char(&t, '}');
    print_words(&page, text);
    print_word(&page, result);
    print(&page, "\n\n", 2);
    *length = page.length;
    return page.at;
}

/* --- reading --------------------------------------------------------------------------------- */

/* The value of a tag pair "[Name "value"]" of this line, without its backslashes. */
static bool read_tag(Word line, const char *name, char *out, size_t room) {
    Word rest;
    Text t;

    if (!line.length || *line.at != '[')
        return false;
    rest = (Word){line.at + 1, line.length - 1};
    if (!word_is(text_word(&rest), name))
        return false;
    rest = text_rest(rest);
    t = text_in(out, room);
    for (size_t i = 1; i < rest.length && rest.at[i] != '"'; i++) {
        if (rest.at[i] == '\\' && i + 1 < rest.length)
            i++;
        text_add_char(&t, rest.at[i]);
    }
    return true;
}

/* False if the line is not such a tag. */
static bool read_overdraft(Word line, Color c, Overdraft *out) {
    char text[64];
    Overdraft read;
    Word rest;

    if (!read_tag(line, overdraft_tag[c], text, sizeof text))
        return false;
    rest = word_of(text);
    if (word_number(text_word(&rest), 0, INT32_MAX, &read.moves) &&
        word_is(text_word(&rest), "moves,") &&
        word_number(text_word(&rest), 1, INT64_MAX, &read.most_us))
        *out = read;
    return true;
}

/* Which end is told in the last comment of a game; line ends in it are blanks. */
static void read_reason(Played *p, const char *from, const char *end) {
    char text[256];
    size_t length;

    p->end = END_NONE;
    while (end > from && end[-1] != '{')
        end--;
    for (length = 0; length < sizeof text - 1 && end[length] && end[length] != '}'; length++)
        text[length] = end[length] == '\n' ? ' ' : end[length];
    text[length] = '\0';
    for (End e = END_MATE; e < END_COUNT; e++) {
        const size_t skip = ends[e].side == NOBODY ? 0 : strlen("White");

        if (length > skip && !strncmp(text + skip, ends[e].words, strlen(ends[e].words)))
            p->end = e;
    }
    p->loser = p->white ? BLACK : WHITE;
}

/* The line at *at, which moves behind it; false at the end of the text or without a line end. */
static bool read_line(Word *line, const char *text, size_t length, size_t *at) {
    const char *end = *at < length ? memchr(text + *at, '\n', length - *at) : NULL;

    if (!end)
        return false;
    *line = (Word){text + *at, (size_t)(end - text) - *at};
    *at = (size_t)(end - text) + 1;
    return true;
}

bool record_read(Played *out, const char *text, size_t length, size_t *at) {
    char result[16] = "", round[16] = "";
    Played p = {.round = 0, .white = -1};
    size_t next = *at, moves;
    int64_t number;
    Word line, last = {"", 0};

    do
        if (!read_line(&line, text, length, &next))
            return false;
    while (!text_rest(line).length);
    do {
        if (!read_tag(line, "Round", round, sizeof round) &&
            !read_tag(line, "White", p.name[WHITE], sizeof p.name[WHITE]) &&
            !read_tag(line, "Black", p.name[BLACK], sizeof p.name[BLACK]) &&
            !read_tag(line, "AlulaMatch", p.match, sizeof p.match) &&
            !read_overdraft(line, WHITE, &p.overdraft[WHITE]) &&
            !read_overdraft(line, BLACK, &p.overdraft[BLACK]))
            read_tag(line, "Result", result, sizeof result);
        if (!read_line(&line, text, length, &next))
            return false;
    } while (text_rest(line).length);
    moves = next;
    for (;;) {
        if (!read_line(&line, text, length, &next))
            return false;
        if (!text_rest(line).length)
            break;
        last = line;
    }
    while (last.length > strlen(result)) {
        last.at++;
        last.length--;
    }
    for (int white = 0; white <= 2; white++)
        if (!strcmp(result, record_result(white)))
            p.white = white;
    if (p.white < 0 || !word_is(last, result) ||
        !word_number(word_of(round), 1, INT32_MAX, &number))
        return false;
    p.round = (int)number;
    read_reason(&p, text + moves, last.at);
    *out = p;
    *at = next;
    return true;
}
