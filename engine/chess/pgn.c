/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pgn.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "fen.h"
#include "notation.h"

/* Limits of one game; more is an accident or an attack. */
enum {
    MAX_PLIES = 1 << 16,
    MAX_ITEMS = 1 << 20,
    MAX_TEXT = 1 << 24,
    MAX_TAGS = 1 << 16,
    MAX_DEPTH = 1 << 13,
};

enum {
    BUFFER_SIZE = 1 << 16,
    WORD_SIZE = 64, /* longer words are never valid */
};

static const char no_memory[] = "there is not enough memory for so long a game";

/* An open variation. */
typedef struct {
    Position before, now; /* before and after its last move */
    bool moved;           /* it has a last move */
} Variation;

struct PgnReader {
    PgnGame game;
    PgnOptions options;

    PgnSource *source;
    void *context;
    char *buffer;
    size_t at, end;     /* the next byte in the buffer, and the end of the bytes in it */
    uint64_t dropped;   /* bytes of the source before the buffer */
    size_t line;        /* line number, from 1 */
    bool over;          /* the source is exhausted */
    bool line_start;    /* at the start of a line */
    bool line_is_blank; /* only blanks so far on this line */

    char *text; /* [text_length]: what tags and items point to */
    size_t text_length, text_room, tag_room, item_room;

    Position initial; /* the initial position */
    Variation *open;  /* [kept]: the open variations that are kept */
    size_t open_room;
    size_t kept;       /* number of PGN_BEGIN without PGN_END */
    size_t depth;      /* number of open variations, kept or skipped */
    size_t skipped;    /* the outermost skipped one, counted from 1; 0: none */
    size_t depth_line; /* the line where the outermost begins */
    bool ignore_rest;  /* ignore the rest of this game */
    bool event;        /* a tag Event was read */

    char error[160]; /* a sentence that quotes the text */
};

/* --- bytes ----------------------------------------------------------------------------------- */

size_t pgn_from_file(void *context, char *buffer, size_t room) {
    return fread(buffer, 1, room, context);
}

size_t pgn_from_word(void *context, char *buffer, size_t room) {
    Word *rest = context;
    const size_t n = min_size(rest->length, room);

    if (n)
        memcpy(buffer, rest->at, n);
    rest->at += n;
    rest->length -= n;
    return n;
}

/* Look ahead: buffer this many bytes if the source has them; returns how many there are. */
static size_t look(PgnReader *r, size_t wanted) {
    while (r->end - r->at < wanted && !r->over) {
        size_t n;

        memmove(r->buffer, r->buffer + r->at, r->end - r->at);
        r->dropped += r->at;
        r->end -= r->at;
        r->at = 0;
        n = r->source(r->context, r->buffer + r->end, BUFFER_SIZE - r->end);
        r->end += n;
        r->over = !n;
    }
    return r->end - r->at;
}

/* The next byte, not consumed; -1 at the end. */
static int peek(PgnReader *r) {
    return r->at < r->end || look(r, 1) ? (unsigned char)r->buffer[r->at] : -1;
}

/* Are these the next bytes? */
static bool is_next(PgnReader *r, const char *string) {
    const size_t length = strlen(string);

    return look(r, length) >= length && !memcmp(r->buffer + r->at, string, length);
}

static bool is_blank(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\x1a'; /* DOS ended text files with 0x1a */
}

/* Consume the next byte, after peek() has seen it. Lines end with LF, CR LF or CR. */
static int take(PgnReader *r) {
    int c;

    assert(r->at < r->end);
    c = (unsigned char)r->buffer[r->at++];

    if (c == '\n' || (c == '\r' && peek(r) != '\n')) {
        r->line++;
        r->line_start = r->line_is_blank = true;
    } else if (c != '\r') {
        r->line_start = false;
        r->line_is_blank &= is_blank(c);
    }
    return c;
}

/* Consume the rest of the line. */
static void skip_line(PgnReader *r) {
    const size_t line = r->line;

    while (peek(r) >= 0 && r->line == line)
        take(r);
}

/* Consume blanks, escaped lines (%) and byte-order marks; returns peek(). */
static int skip_blanks(PgnReader *r) {
    for (;;) {
        const int c = peek(r);

        if (is_blank(c)) {
            take(r);
        } else if (c == '%' && r->line_start) {
            skip_line(r);
        } else if (c == 0xef && r->line_start && is_next(r, "\xef\xbb\xbf")) {
            r->at += 3;
        } else {
            return c;
        }
    }
}

static bool is_event_next(PgnReader *r) {
    return is_next(r, "[Event \"") || is_next(r, "[Event\"");
}

/* --- storing a game -------------------------------------------------------------------------- */

/* Record an error if it is the first, or the first that breaks the game. */
static void set_error(PgnReader *r, size_t line, bool broken, const char *error) {
    if (!r->game.error || (broken && !r->game.broken)) {
        r->game.error = error;
        r->game.error_line = line;
    }
    r->game.broken |= broken;
    r->ignore_rest |= broken;
}

/* The same for a sentence about a word: `"Sf3" is not a move`. */
static void set_error_word(PgnReader *r, size_t line, bool broken, Word subject,
                           const char *predicate) {
    Text t;

    if (r->game.error && (r->game.broken || !broken))
        return;
    t = text_in(r->error, sizeof r->error);
    text_add_char(&t, '"');
    text_add_quoted(&t, subject, 24);
    text_addf(&t, "\" %s", predicate);
    set_error(r, line, broken, r->error);
}

/* Let a Word point into the new copy of the text. */
static void rebase(Word *w, const char *from, const char *to) {
    if (w->at)
        w->at = to + (w->at - from);
}

static bool grow_text(PgnReader *r) {
    const size_t room = r->text_room ? 2 * r->text_room : 4096;
    PgnGame *g = &r->game;
    char *text = r->text_room < MAX_TEXT ? malloc(room) : NULL;

    if (!text) {
        set_error(r, r->line, true,
                  r->text_room < MAX_TEXT ? no_memory : "the game has more than 16 MB of text");
        return false;
    }
    if (r->text_length)
        memcpy(text, r->text, r->text_length);
    for (size_t i = 0; i < g->tags; i++) {
        rebase(&g->tag[i].name, r->text, text);
        rebase(&g->tag[i].value, r->text, text);
    }
    for (size_t i = 0; i < g->items; i++)
        rebase(&g->item[i].text, r->text, text);
    free(r->text);
    r->text = text;
    r->text_room = room;
    return true;
}

static void keep_byte(PgnReader *r, int c) {
    if (!r->ignore_rest && (r->text_length < r->text_room || grow_text(r)))
        r->text[r->text_length++] = (char)c;
}

/* The text stored from `start` on; .at is never NULL. */
static Word kept_since(PgnReader *r, size_t start) {
    if (!r->text_room && !grow_text(r))
        return (Word){"", 0};
    return (Word){r->text + start, r->text_length - start};
}

static void keep_tag(PgnReader *r, Word name, Word value) {
    PgnGame *g = &r->game;

    if (g->tags == r->tag_room) {
        const size_t room = r->tag_room ? 2 * r->tag_room : 32;
        PgnTag *tag = room <= MAX_TAGS ? realloc(g->tag, room * sizeof *tag) : NULL;

        if (!tag) {
            set_error(r, r->line, true,
                      room <= MAX_TAGS ? no_memory : "the game has more than 65,536 tags");
            return;
        }
        g->tag = tag;
        r->tag_room = room;
    }
    g->tag[g->tags++] = (PgnTag){name, value};
}

/* Store an item. There is always room left for the PGN_END of the open variations. */
static bool keep_item(PgnReader *r, PgnItem item) {
    const size_t wanted = r->game.items + r->kept + 2;

    if (wanted > r->item_room) {
        const size_t room = r->item_room ? 2 * r->item_room : 256;
        PgnItem *more = room <= MAX_ITEMS ? realloc(r->game.item, room * sizeof *more) : NULL;

        if (!more) {
            set_error(r, r->line, true,
                      room <= MAX_ITEMS ? no_memory : "the game has a million moves and comments");
            return false;
        }
        r->game.item = more;
        r->item_room = room;
    }
    r->game.item[r->game.items++] = item;
    return true;
}

/* Is the text here to be stored? */
static bool is_storing(const PgnReader *r) {
    return !r->ignore_rest && !r->skipped;
}

/* --- tags ------------------------------------------------------------------------------------ */

Word pgn_tag(const PgnGame *game, const char *name) {
    for (size_t i = 0; i < game->tags; i++)
        if (word_is(game->tag[i].name, name))
            return game->tag[i].value;
    return (Word){NULL, 0};
}

static bool is_name_byte(int c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c >= 0 && text_is_among((char)c, "_-+:./#="));
}

/*
 * The value of a tag, up to its bracket or the end of the line. Quotes within it need not be
 * escaped: the last one before the bracket ends it.
 */
static Word read_value(PgnReader *r) {
    const size_t start = r->text_length, line = r->line;
    size_t quote = SIZE_MAX; /* the last quote, if only blanks follow it */
    const bool quoted = peek(r) == '"';
    Word value;

    if (quoted)
        take(r);
    while (peek(r) >= 0) {
        int c = take(r);

        if (c == '\r' && r->line == line)
            continue; /* a line feed follows */
        if (r->line != line || (c == ']' && (!quoted || quote != SIZE_MAX)))
            break;
        if (c == '\\' && (peek(r) == '"' || peek(r) == '\\')) {
            c = take(r);
            quote = SIZE_MAX;
        } else if (c == '"') {
            quote = r->text_length;
        } else if (!is_blank(c)) {
            quote = SIZE_MAX;
        }
        keep_byte(r, (c >= 0 && c < ' ') ? ' ' : c);
    }
    if (quoted && quote < r->text_length)
        r->text_length = quote;
    value = kept_since(r, start);
    return quoted ? value : text_rest(value);
}

static void read_tag(PgnReader *r) {
    const size_t start = r->text_length;
    size_t length;
    Word value;

    take(r);
    while (peek(r) == ' ' || peek(r) == '\t')
        take(r);
    while (is_name_byte(peek(r)))
        keep_byte(r, take(r));
    length = r->text_length - start;
    while (peek(r) == ' ' || peek(r) == '\t')
        take(r);
    value = read_value(r);
    if (!length) {
        set_error(r, r->line, false, "a tag has no name");
        return;
    }
    if (r->ignore_rest)
        return;
    keep_tag(r, (Word){r->text + start, length}, value);
    r->event |= word_is((Word){r->text + start, length}, "Event");
}

/* Values of the tag Variant for chess and Chess960, as programs and sites write them. */
static const struct {
    const char *name;
    bool chess960;
} variants[] = {
    {"", false},
    {"?", false},
    {"-", false},
    {"chess", false},
    {"standard", false},
    {"normal", false},
    {"regular", false},
    {"orthodox", false},
    {"from position", false},
    {"chess960", true},
    {"chess 960", true},
    {"960", true},
    {"fischerandom", true},
    {"fischerrandom", true},
    {"fischer random", true},
    {"fischer random chess", true},
    {"frc", true},
    {"dfrc", true},
    {"freestyle", true},
};

static void read_variant(PgnReader *r, Word name) {
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (word_is_any_case(name, variants[i].name)) {
            r->game.chess960 = variants[i].chess960;
            return;
        }
    set_error_word(r, r->game.first_line, true, name, "is a variant that is not supported");
}

/* The start of the game, by its tags. */
static void set_up(PgnReader *r) {
    const Word fen = pgn_tag(&r->game, "FEN");
    PgnGame *g = &r->game;
    Position start;
    const char *error;

    read_variant(r, text_rest(pgn_tag(g, "Variant")));
    if (!fen.at || r->ignore_rest)
        return;
    error = fen_parse(&start, fen, g->chess960 || r->options.chess960);
    if (error && !fen_parse(&start, fen, true)) {
        g->chess960 = true;
        error = NULL;
    }
    if (error) {
        Text t = text_in(r->error, sizeof r->error);

        text_addf(&t, "the FEN is not valid: %s", error);
        set_error(r, g->first_line, true, r->error);
        return;
    }
    gameline_restart(&g->line, &start);
}

/* --- moves ----------------------------------------------------------------------------------- */

static const Position *now(const PgnReader *r) {
    return r->kept ? &r->open[r->kept - 1].now : gameline_now(&r->game.line);
}

/* A error of a move: its line, main line or variation, ends there. */
static void set_error_move(PgnReader *r, Word word, const char *what, const char *why) {
    const Position *p = now(r);
    char text[100];
    Text t = text_in(text, sizeof text);

    text_addf(&t, "%s at move %d of %s%s%s", what, p->fullmove_number,
              position_turn(p) == WHITE ? "White" : "Black", why ? ": " : "", why ? why : "");
    set_error_word(r, r->line, !r->kept, word, text);
    if (r->kept)
        r->skipped = r->depth;
}

static void play(PgnReader *r, Move m) {
    PgnGame *g = &r->game;

    if (r->kept) {
        Variation *v = &r->open[r->kept - 1];

        if (!keep_item(r, (PgnItem){.kind = PGN_MOVE, .move = m}))
            return;
        v->before = v->now;
        v->moved = true;
        position_play_or_null(&v->now, &v->before, m);
        return;
    }
    if (g->line.length == MAX_PLIES) {
        set_error(r, r->line, true, "the game has more than 65,536 plies");
        return;
    }
    if (m == NO_MOVE ? gameline_null_move(&g->line) : gameline_play(&g->line, m)) {
        set_error(r, r->line, true, no_memory);
        return;
    }
    if (!keep_item(r, (PgnItem){.kind = PGN_MOVE, .move = m}))
        gameline_undo(&g->line);
}

/*
 * SAN with a capital letter for the piece: with small letters, pawn and bishop moves are ambiguous
 * and other words would be taken for moves.
 */
static MoveError read_san(Move *out, const Position *p, Word word) {
    const char first = *word.at;
    MoveError error;
    Move m;

    if (first == 'n' || first == 'r' || first == 'q' || first == 'k' || first == 'p')
        return MOVE_UNREADABLE;
    error = notation_parse(&m, p, word);
    if (error != MOVE_FINE)
        return error;
    if (first == 'b' && position_on(p, move_from(m)) != PAWN && square_file(move_from(m)) != 1)
        return MOVE_ILLEGAL;
    *out = m;
    return MOVE_FINE;
}

static bool is_null_move(Word word) {
    static const char *const names[] = {"--", "Z0", "null", "pass", "0000", "@@@@", "<>"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word_is(word, names[i]))
            return true;
    return false;
}

static void read_move(PgnReader *r, Word word) {
    const Position *p = now(r);
    MoveError error;
    Move m;

    if (is_null_move(word)) {
        if (position_in_check(p)) {
            set_error_move(r, word, "is a null move in check", NULL);
        } else if (!r->kept && !r->options.null_moves) {
            set_error_move(r, word, "is a null move", NULL);
        } else {
            play(r, NO_MOVE);
        }
        return;
    }
    error = read_san(&m, p, word);
    if (error == MOVE_FINE) {
        play(r, m);
    } else if (error == MOVE_UNREADABLE) {
        set_error_move(r, word, "is not a move", NULL);
    } else {
        set_error_move(r, word, "is not legal", move_error_text(error));
    }
}

/* --- words ----------------------------------------------------------------------------------- */

/* Suffixes and words that mean a NAG; 0: ignored. */
static const struct {
    const char *mark;
    uint16_t nag;
} marks[] = {
    {"!", 1},    {"?", 2},    {"!!", 3},  {"??", 4},   {"!?", 5},        {"?!", 6},   {"=", 10},
    {"+=", 14},  {"+/=", 14}, {"=+", 15}, {"=/+", 15}, {"\xc2\xb1", 16}, {"+/-", 16}, {"-/+", 17},
    {"+-", 18},  {"-+", 19},  {"N", 146}, {"D", 220},  {"+", 0},         {"++", 0},   {"#", 0},
    {"e.p.", 0}, {"ep", 0},   {"ch", 0},  {"ch.", 0},
};

static void keep_nag(PgnReader *r, unsigned nag) {
    if (nag && r->options.comments && is_storing(r))
        keep_item(r, (PgnItem){.kind = PGN_NAG, .nag = (uint16_t)nag});
}

/* Store such a mark; false if the word is none. */
static bool read_mark(PgnReader *r, Word word) {
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (word_is(word, marks[i].mark)) {
            keep_nag(r, marks[i].nag);
            return true;
        }
    return false;
}

static bool read_result(Word word, PgnResult *out) {
    for (PgnResult result = PGN_OPEN_END; result <= PGN_DRAW; result++)
        if (word_is(word, pgn_result_text(result))) {
            *out = result;
            return true;
        }
    if (!word_is(word, "1/2"))
        return false;
    *out = PGN_DRAW;
    return true;
}

/* Read a word: move, number, mark or result. True if it is the result, which ends the game. */
static bool read_word(PgnReader *r) {
    char buffer[WORD_SIZE];
    size_t length = 0, bare;
    PgnResult result;
    Word word;

    do {
        const int c = take(r);

        if (length < sizeof buffer)
            buffer[length++] = (char)c;
    } while (peek(r) >= 0 && !is_blank(peek(r)) && !text_is_among((char)peek(r), "(){};$["));
    word = (Word){buffer, length};
    if (read_result(word, &result)) {
        if (r->depth)
            return false; /* some programs write the result of a variation */
        r->game.result = result;
        r->game.terminated = true;
        return true;
    }
    if (!is_storing(r) ||
        !(word = is_null_move(word) ? word : notation_skip_number(word, false)).length)
        return false;
    if (read_mark(r, word))
        return false;
    for (bare = word.length; bare && text_is_among(word.at[bare - 1], "!?"); bare--)
        ;
    if (!bare) {
        read_mark(r, (Word){word.at, 2}); /* "!!!" counts as "!!" */
        return false;
    }
    if (!r->kept && r->options.plies && r->game.line.length == r->options.plies) {
        r->ignore_rest = true;
        return false;
    }
    read_move(r, (Word){word.at, bare});
    if (bare < word.length && is_storing(r))
        read_mark(r, (Word){word.at + bare, word.length - bare < 2 ? 1 : 2});
    return false;
}

/* --- comments, NAGs, variations -------------------------------------------------------------- */

/* Consume bytes of a comment, not at the start of a line, up to one that needs more care. */
static bool take_plain(PgnReader *r, bool keep) {
    const size_t from = r->at;

    while (r->at < r->end && (unsigned char)r->buffer[r->at] > ' ' && r->buffer[r->at] != '}') {
        if (keep)
            keep_byte(r, r->buffer[r->at]);
        r->at++;
    }
    r->line_is_blank &= r->at == from;
    return r->at > from;
}

/*
 * A comment in braces, where line ends become blanks, or up to the end of the line. False if it is
 * left open.
 */
static bool read_comment(PgnReader *r) {
    const bool keep = r->options.comments && is_storing(r), braces = take(r) == '{';
    const size_t start = r->text_length, line = r->line;
    bool open = true, carriage = false;
    Word text;

    while (open && peek(r) >= 0) {
        int c;

        if (!r->line_start && take_plain(r, keep)) {
            carriage = false;
            continue;
        }
        if (braces && r->line_start && is_event_next(r))
            break;
        c = take(r);
        open = braces ? c != '}' : r->line == line;
        if (open && keep && !(c == '\n' && carriage))
            keep_byte(r, c < ' ' ? ' ' : c);
        carriage = c == '\r';
    }
    if (open && braces)
        set_error(r, line, true, "a comment is left open");
    if (!keep)
        return !open || !braces;
    text = text_rest(kept_since(r, start));
    r->text_length = start + (text.length ? (size_t)(text.at - r->text) + text.length - start : 0);
    if (text.length)
        keep_item(r, (PgnItem){.kind = PGN_COMMENT, .text = text});
    return !open || !braces;
}

static void read_nag(PgnReader *r) {
    unsigned nag = 0, digits = 0;

    take(r);
    while (peek(r) >= '0' && peek(r) <= '9') {
        const unsigned digit = (unsigned)take(r) - '0';

        nag = nag > UINT16_MAX ? nag : 10 * nag + digit;
        digits++;
    }
    if (!digits || nag > UINT16_MAX) {
        set_error(r, r->line, false, "a NAG is not a number up to 65,535");
    } else {
        keep_nag(r, nag);
    }
}

/* Make room for another open variation. */
static bool reserve_variation(PgnReader *r) {
    const size_t room = r->open_room ? 2 * r->open_room : 8;
    Variation *v;

    if (r->kept < r->open_room)
        return true;
    v = room <= MAX_DEPTH ? realloc(r->open, room * sizeof *v) : NULL;
    if (!v) {
        set_error(r, r->line, true,
                  room <= MAX_DEPTH ? no_memory : "there are more than 8,192 nested variations");
        return false;
    }
    r->open = v;
    r->open_room = room;
    return true;
}

static void begin_variation(PgnReader *r) {
    const GameLine *line = &r->game.line;
    const Variation *around = r->kept ? &r->open[r->kept - 1] : NULL;

    take(r);
    if (!r->depth++)
        r->depth_line = r->line;
    if (!is_storing(r))
        return;
    if (!r->options.variations) {
        r->skipped = r->depth;
    } else if (around ? !around->moved : !line->length) {
        set_error(r, r->line, false, "a variation has no move to replace");
        r->skipped = r->depth;
    } else if (reserve_variation(r) && keep_item(r, (PgnItem){.kind = PGN_BEGIN})) {
        around = r->kept ? &r->open[r->kept - 1] : NULL;
        r->open[r->kept++] =
            (Variation){.now = around ? around->before : line->position[line->length - 1]};
    }
}

/* End the innermost kept variation; drop it if it is empty. */
static void end_kept(PgnReader *r) {
    PgnGame *g = &r->game;

    assert(r->kept > 0 && g->items < r->item_room);
    r->kept--;
    if (g->item[g->items - 1].kind == PGN_BEGIN) {
        g->items--;
    } else {
        g->item[g->items++] = (PgnItem){.kind = PGN_END};
    }
}

static void end_variation(PgnReader *r) {
    take(r);
    if (!r->depth) {
        set_error(r, r->line, false, "a variation ends that has not begun");
        return;
    }
    r->depth--;
    if (r->depth < r->kept)
        end_kept(r);
    if (r->depth < r->skipped)
        r->skipped = 0;
}

/* --- games ----------------------------------------------------------------------------------- */

const char *pgn_result_text(PgnResult result) {
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};

    return texts[result];
}

static uint64_t place(const PgnReader *r) {
    return r->dropped + r->at;
}

/* Start the next game in the same memory. */
static void restart(PgnReader *r) {
    PgnGame *g = &r->game;

    r->text_length = r->kept = r->depth = r->skipped = 0;
    r->ignore_rest = r->event = false;
    gameline_restart(&g->line, &r->initial);
    *g = (PgnGame){
        .tag = g->tag, .item = g->item, .line = g->line, .first_line = r->line, .from = place(r)};
}

/* Everything before the moves. Comments may appear before and between tags. */
static void read_tags(PgnReader *r) {
    for (;;) {
        const int c = skip_blanks(r);

        if (c == '[' && !(r->event && is_event_next(r))) {
            read_tag(r);
        } else if ((c != '{' && c != ';') || !read_comment(r)) {
            return; /* tags after an open comment belong to the next game */
        }
    }
}

static void read_moves(PgnReader *r) {
    bool begun = false, over = false;

    while (!over) {
        switch (skip_blanks(r)) {
        case -1:
            over = true;
            break;
        case '[':
            over = !begun || r->line_is_blank;
            if (!over)
                over = read_word(r);
            break;
        case '{':
        case ';':
            read_comment(r);
            break;
        case '(':
            begin_variation(r);
            begun = true;
            break;
        case ')':
            end_variation(r);
            begun = true;
            break;
        case '$':
            read_nag(r);
            break;
        default:
            over = read_word(r);
            begun = true;
        }
    }
}

static void finish(PgnReader *r) {
    PgnGame *g = &r->game;
    PgnResult by_tag;

    if (r->depth)
        set_error(r, r->depth_line, true, "a variation is left open");
    while (r->kept)
        end_kept(r);
    g->to = place(r);
    if (!read_result(text_rest(pgn_tag(g, "Result")), &by_tag))
        return;
    if (!g->terminated) {
        g->result = by_tag;
    } else if (g->result != by_tag) {
        set_error(r, r->line, false, "the result after the moves differs from the tag Result");
    }
}

const PgnGame *pgn_next(PgnReader *r) {
    skip_blanks(r);
    restart(r);
    read_tags(r);
    if (!r->game.tags && !r->game.error && peek(r) < 0)
        return NULL;
    set_up(r);
    read_moves(r);
    finish(r);
    return &r->game;
}

PgnReader *pgn_open(PgnSource *source, void *context, const PgnOptions *options) {
    PgnReader *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->source = source;
    r->context = context;
    r->options = *options;
    r->line = 1;
    r->line_start = r->line_is_blank = true;
    r->buffer = malloc(BUFFER_SIZE);
    if (!r->buffer || fen_parse(&r->initial, word_of(FEN_START), false) ||
        gameline_init(&r->game.line, &r->initial)) {
        pgn_close(r);
        return NULL;
    }
    return r;
}

void pgn_close(PgnReader *r) {
    if (!r)
        return;
    gameline_destroy(&r->game.line);
    free(r->game.tag);
    free(r->game.item);
    free(r->text);
    free(r->open);
    free(r->buffer);
    free(r);
}
