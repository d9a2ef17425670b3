/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pgn.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/util.h"
#include "fen.h"
#include "notation.h"

/* Limits of one game; a larger one is an accident or an attack. */
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
    bool moved;           /* the line has a move */
} Variation;

struct PgnReader {
    PgnGame game;
    PgnOptions options;

    PgnSource *source;
    void *context;
    char *buffer;
    size_t at, end;     /* next byte in the buffer, and end of its contents */
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
    size_t skipped;    /* level of the outermost skipped variation, from 1; 0: none */
    size_t depth_line; /* line where the outermost variation begins */
    bool ignore_rest;  /* ignore the rest of this game */
    bool event;        /* a tag Event was read */
    bool no_castling;  /* by the tag Variant */
    bool raw;          /* every byte read is stored, from text[raw_start] on, for a PGN_RAW */
    size_t raw_start, fen_line, variant_line;
    size_t end_line; /* line of the result, or of the last item appended to it; 0: no result yet */

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

/* Tries to buffer this many bytes of the source. Returns the number of bytes in the buffer. */
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

/* Returns the next byte without consuming it; -1 at the end. */
static int peek(PgnReader *r) {
    return r->at < r->end || look(r, 1) ? (unsigned char)r->buffer[r->at] : -1;
}

/* Returns true if these are the next bytes. */
static bool is_next(PgnReader *r, const char *string) {
    const size_t length = strlen(string);

    return look(r, length) >= length && !memcmp(r->buffer + r->at, string, length);
}

static bool is_blank(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\x1a'; /* DOS ended text files with 0x1a */
}

/* Returns the next character, see notation_sign(). peek() must have been called before. */
static int peek_sign(PgnReader *r, size_t *bytes) {
    const size_t room = look(r, 3); /* look() may move the buffer */

    return notation_sign((Word){r->buffer + r->at, room}, bytes);
}

/*
 * Returns the length in bytes of the next blank, in ASCII, Latin-1 or Unicode; 0 if there is none.
 */
static size_t blank_bytes(PgnReader *r) {
    const int c = peek(r);
    size_t bytes;

    if (c < 0x80)
        return is_blank(c);
    return peek_sign(r, &bytes) == ' ' ? bytes : 0;
}

static void keep_byte(PgnReader *r, int c);

/* Consumes the byte that peek() has returned. Lines end with LF, CR LF or CR. */
static int take(PgnReader *r) {
    int c;

    assert(r->at < r->end);
    c = (unsigned char)r->buffer[r->at++];
    if (r->raw)
        keep_byte(r, c);

    if (c == '\n' || (c == '\r' && peek(r) != '\n')) {
        r->line++;
        r->line_start = r->line_is_blank = true;
    } else if (c != '\r') {
        r->line_start = false;
        r->line_is_blank &= is_blank(c);
    }
    return c;
}

/* Consumes blanks and returns peek(). Blanks other than ASCII do not end the start of a line. */
static int skip_space(PgnReader *r) {
    for (size_t n; (n = blank_bytes(r));) {
        if (n == 1 && is_blank(peek(r))) {
            take(r);
            continue;
        }
        for (; n; n--, r->at++)
            if (r->raw)
                keep_byte(r, (unsigned char)r->buffer[r->at]);
    }
    return peek(r);
}

static bool is_event_next(PgnReader *r) {
    return is_next(r, "[Event \"") || is_next(r, "[Event\"");
}

/* --- storing a game -------------------------------------------------------------------------- */

/* Records an error if it is the first one, or the first one that breaks the game. */
static void set_error(PgnReader *r, size_t line, bool broken, const char *error) {
    if (!r->game.error || (broken && !r->game.broken)) {
        r->game.error = error;
        r->game.error_line = line;
    }
    r->game.broken |= broken;
    r->ignore_rest |= broken;
}

/* Records an error with a sentence about a word: `"Sf3" is not a move`. */
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

/* Moves a Word to the new copy of the text. */
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

/* Returns the text stored from `start` on; .at is never NULL. */
static Word kept_since(PgnReader *r, size_t start) {
    if (!r->text_room && !grow_text(r))
        return (Word){"", 0};
    return (Word){r->text + start, r->text_length - start};
}

/*
 * Enlarges an array of elements of this size. Sets an error and returns NULL if memory is refused
 * or the array already has `most` elements.
 */
static void *larger(PgnReader *r, void *array, size_t size, size_t *room, size_t most,
                    const char *too_many) {
    void *grown = *room < most ? array_grow(array, room, *room ? *room + 1 : 32, size) : NULL;

    if (!grown)
        set_error(r, r->line, true, *room < most ? no_memory : too_many);
    return grown;
}

static void keep_tag(PgnReader *r, Word name, Word value) {
    static const char too_many[] = "the game has more than 65,536 tags";
    PgnGame *g = &r->game;

    if (g->tags == r->tag_room) {
        PgnTag *tag = larger(r, g->tag, sizeof *tag, &r->tag_room, MAX_TAGS, too_many);

        if (!tag)
            return;
        g->tag = tag;
    }
    g->tag[g->tags++] = (PgnTag){name, value};
}

/* Stores an item. There is always room left for the PGN_END of the open variations. */
static bool keep_item(PgnReader *r, PgnItem item) {
    static const char too_many[] = "the game has a million moves and comments";

    if (r->game.items + r->kept + 2 > r->item_room) {
        PgnItem *more = larger(r, r->game.item, sizeof *more, &r->item_room, MAX_ITEMS, too_many);

        if (!more)
            return false;
        r->game.item = more;
    }
    r->game.item[r->game.items++] = item;
    return true;
}

/* Returns true if the current text has to be stored. */
static bool is_storing(const PgnReader *r) {
    return !r->ignore_rest && !r->skipped;
}

static void keep_text(PgnReader *r, PgnKind kind, Word text) {
    if (!r->ignore_rest)
        keep_item(r, (PgnItem){.kind = kind, .text = text});
}

/* Stores all following text verbatim, until end_raw(). */
static void begin_raw(PgnReader *r) {
    r->raw = r->options.comments && r->options.variations && is_storing(r);
    r->raw_start = r->text_length;
}

/* Drops the verbatim text, which has been understood. */
static void drop_raw(PgnReader *r) {
    if (r->raw && !r->skipped) {
        r->raw = false;
        r->text_length = r->raw_start;
    }
}

/* Stores the verbatim text as an item, without its last bytes. */
static void end_raw(PgnReader *r, size_t without) {
    Word text;

    if (!r->raw)
        return;
    r->raw = false;
    text = kept_since(r, r->raw_start);
    text.length -= without < text.length ? without : text.length;
    keep_text(r, PGN_RAW, text_rest(text));
}

/* Reads a line that begins with %. */
static void read_escape(PgnReader *r) {
    const bool keep = r->options.comments && is_storing(r);
    const size_t line = r->line;
    size_t start;

    drop_raw(r);
    start = r->text_length;
    take(r);
    while (peek(r) >= 0 && r->line == line) {
        const int c = take(r);

        if (keep && c != '\n' && c != '\r')
            keep_byte(r, c);
    }
    if (keep)
        keep_text(r, PGN_ESCAPE, kept_since(r, start));
}

/* Consumes blanks and escaped lines; returns peek(). */
static int skip_blanks(PgnReader *r) {
    while (skip_space(r) == '%' && r->line_start)
        read_escape(r);
    return peek(r);
}

/* --- tags ------------------------------------------------------------------------------------ */

Word pgn_tag(const PgnGame *game, const char *name) {
    for (size_t i = 0; i < game->tags; i++)
        if (word_is(game->tag[i].name, name))
            return game->tag[i].value;
    return (Word){NULL, 0};
}

bool pgn_is_name_byte(int c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c >= 0 && text_is_among((char)c, "_-+:./#="));
}

/*
 * Reads the value of a tag, up to its bracket or the end of the line. Quotes within it need not be
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

/* Stores a tag without a name as a comment. */
static void read_nameless(PgnReader *r, size_t start) {
    const size_t line = r->line;
    int c = '[';

    set_error(r, r->line, false, "a tag has no name");
    for (keep_byte(r, c); c != ']' && peek(r) >= 0 && r->line == line;)
        keep_byte(r, c = take(r));
    if (r->options.comments)
        keep_text(r, PGN_COMMENT, text_rest(kept_since(r, start)));
}

/* Corrects the case of the important tag names, as in [Setup "1"]. */
static void mend_name(PgnReader *r, Word name, char *at) {
    static const char *const names[] = {"White", "Black", "Result", "Variant", "SetUp", "FEN"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word_is_any_case(name, names[i]) && !pgn_tag(&r->game, names[i]).at)
            memcpy(at, names[i], name.length);
}

static void read_tag(PgnReader *r) {
    const size_t start = r->text_length, line = r->line;
    size_t length;
    Word value, name;

    take(r);
    while (peek(r) == ' ' || peek(r) == '\t')
        take(r);
    while (pgn_is_name_byte(peek(r)))
        keep_byte(r, take(r));
    length = r->text_length - start;
    while (peek(r) == ' ' || peek(r) == '\t')
        take(r);
    if (!length) {
        read_nameless(r, start);
        return;
    }
    value = read_value(r);
    if (r->ignore_rest)
        return;
    name = (Word){r->text + start, length};
    mend_name(r, name, r->text + start);
    r->event |= word_is(name, "Event");
    if (word_is(name, "FEN") && !pgn_tag(&r->game, "FEN").at)
        r->fen_line = line;
    if (word_is(name, "Variant") && !pgn_tag(&r->game, "Variant").at)
        r->variant_line = line;
    keep_tag(r, name, value);
}

/* Values of the tag Variant for chess and Chess960, as programs and sites write them. */
static const char variants[] = ",?,-,chess,standard,normal,regular,orthodox,from position,"
                               "nocastle,no castling";
static const char variants_960[] = "chess960,chess 960,960,fischerandom,fischerrandom,"
                                   "fischer random,fischer random chess,frc,dfrc,freestyle";

static void read_variant(PgnReader *r, Word name) {
    r->no_castling = word_is_among(name, "nocastle,no castling");
    r->game.chess960 = word_is_among(name, variants_960);
    if (!r->game.chess960 && !word_is_among(name, variants))
        set_error_word(r, r->variant_line, true, name, "is a variant that is not supported");
}

/* Sets up the start of the game by its tags. */
static void set_up(PgnReader *r) {
    const Word fen = pgn_tag(&r->game, "FEN");
    PgnGame *g = &r->game;
    Position start = r->initial;
    const char *error = NULL;
    Text left_out = TEXT_OF(100), t = text_in(r->error, sizeof r->error);
    bool chess960;

    read_variant(r, text_rest(pgn_tag(g, "Variant")));
    if (r->ignore_rest || !(fen.at || r->no_castling))
        return;
    chess960 = g->chess960 || r->options.chess960;
    if (fen.at)
        error = fen_parse(&start, fen, chess960);
    if (error && !fen_parse(&start, fen, true)) {
        g->chess960 = true;
        error = NULL;
    } else if (error && !fen_parse_playable(&start, fen, chess960, &left_out)) {
        text_addf(&t, "the FEN has what the board does not allow: %s", left_out.at);
        set_error(r, r->fen_line, false, r->error);
        error = NULL;
    }
    if (error) {
        text_addf(&t, "the FEN is not valid: %s", error);
        set_error(r, r->fen_line, true, r->error);
        return;
    }
    if (r->no_castling) {
        g->chess960 = false;
        start.board.castling = 0;
        start.key = position_key(&start);
    }
    gameline_restart(&g->line, &start);
}

/* --- moves ----------------------------------------------------------------------------------- */

static const Position *now(const PgnReader *r) {
    return r->kept ? &r->open[r->kept - 1].now : gameline_now(&r->game.line);
}

/* Sets an error about a move; the main line or variation ends there. */
static void set_error_move(PgnReader *r, Word word, const char *what, const char *why) {
    const Position *p = now(r);
    Text t = TEXT_OF(100);

    text_addf(&t, "%s at move %d of %s%s%s", what, p->fullmove_number, color_name(position_turn(p)),
              why ? ": " : "", why ? why : "");
    set_error_word(r, r->line, !r->kept, word, t.at);
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
    if (gameline_play(&g->line, m)) {
        set_error(r, r->line, true, no_memory);
        return;
    }
    if (!keep_item(r, (PgnItem){.kind = PGN_MOVE, .move = m}))
        gameline_undo(&g->line);
}

/*
 * Reads SAN with upper-case pieces only: with lower-case ones, pawn and bishop moves are ambiguous
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

/* Compares the first byte first, as most words differ in it. */
static bool is_null_move(Word word) {
    return text_is_among(*word.at, "-Znp0@<") &&
           word_is_among(word, "--,Z0,null,pass,0000,@@@@,<>");
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
    if (error == MOVE_FINE)
        play(r, m);
    else
        set_error_move(r, word, error == MOVE_UNREADABLE ? "is not a move" : "is not legal",
                       move_error_text(error));
}

/* --- words ----------------------------------------------------------------------------------- */

typedef struct {
    const char *text;
    uint16_t nag; /* 0: ignored */
} SignOfNag;

/*
 * Suffixes of moves, which may also be separate words, in the characters of notation_plain(). Of
 * suffixes with the same end, the longest comes first. The meanings are those of Chess Informant.
 */
static const SignOfNag suffixes[] = {
    {"!!", 3},   {"??", 4},   {"!?", 5},   {"?!", 6},  {"!", 1},     {"?", 2},   {"=/+", 15},
    {"+/=", 14}, {"+/-", 16}, {"-/+", 17}, {"+=", 14}, {"=+", 15},   {"+-", 18}, {"-+", 19},
    {"=", 10},   {"∓", 17},   {"⩲", 14},   {"⩱", 15},  {"∞", 13},    {"□", 7},   {"‼", 3},
    {"⁇", 4},    {"⁈", 6},    {"⁉", 5},    {"⌓", 142}, {"\xb1", 16},
};

static const SignOfNag words[] = {
    {"N", 146}, {"TN", 146}, {"D", 220}, {"+", 0},  {"++", 0},
    {"#", 0},   {"e.p.", 0}, {"ep", 0},  {"ch", 0}, {"ch.", 0},
};

enum { SUFFIXES = sizeof suffixes / sizeof *suffixes, WORDS = sizeof words / sizeof *words };
enum { MOST_SUFFIXES = WORD_SIZE / 2 }; /* of a move */

static void keep_nag(PgnReader *r, unsigned nag) {
    if (nag && r->options.comments && is_storing(r))
        keep_item(r, (PgnItem){.kind = PGN_NAG, .nag = (uint16_t)nag});
}

/* Stores the NAG of a word such as "+-". Returns false for other words. */
static bool read_mark(PgnReader *r, Word word) {
    for (size_t i = 0; i < WORDS; i++)
        if (word_is(word, words[i].text)) {
            keep_nag(r, words[i].nag);
            return true;
        }
    return false;
}

static bool ends_with(Word word, const char *text) {
    const size_t n = strlen(text);

    return word.length >= n && !memcmp(word.at + word.length - n, text, n);
}

/*
 * Removes the suffixes from the end of a word, the last one first, and returns their number. "!!!"
 * counts as "!!", "!!?" as "!" and "!?".
 */
static size_t cut_marks(Word *word, uint16_t nag[MOST_SUFFIXES]) {
    size_t count = 0, bare, i;

    while (count < MOST_SUFFIXES) {
        for (bare = word->length; bare && text_is_among(word->at[bare - 1], "!?"); bare--)
            ;
        while (word->length > bare + 2 &&
               word->at[word->length - 1] == word->at[word->length - 2] &&
               word->at[word->length - 1] == word->at[word->length - 3])
            word->length--;
        for (i = 0; i < SUFFIXES && !ends_with(*word, suffixes[i].text); i++)
            ;
        if (i == SUFFIXES)
            break;
        word->length -= strlen(suffixes[i].text);
        nag[count++] = suffixes[i].nag;
    }
    return count;
}

/* Spellings of results, in the characters of notation_plain(). */
static const struct {
    const char *text;
    PgnResult result;
} results[] = {
    {"*", PGN_OPEN_END}, {"1-0", PGN_WHITE_WINS}, {"0-1", PGN_BLACK_WINS}, {"1/2-1/2", PGN_DRAW},
    {"1/2", PGN_DRAW},   {"\xbd-\xbd", PGN_DRAW}, {"\xbd", PGN_DRAW},
};

static bool read_result(Word word, PgnResult *out) {
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (word_is(word, results[i].text)) {
            *out = results[i].result;
            return true;
        }
    return false;
}

/* Removes a result from the end of a word that is not a move by itself: Qh5#1-0. */
static bool cut_result(const PgnReader *r, Word *word, PgnResult *out) {
    Move m;

    for (size_t i = 0; !r->kept && i < sizeof results / sizeof *results; i++) {
        const size_t n = strlen(results[i].text);

        if (word->length > n && ends_with(*word, results[i].text) &&
            read_san(&m, now(r), *word) == MOVE_UNREADABLE) {
            word->length -= n;
            *out = results[i].result;
            return true;
        }
    }
    return false;
}

/* Consumes the blanks and the dash of a result such as "1/2 - 1/2", and stores the dash. */
static bool take_dash(PgnReader *r, char *buffer, size_t *length) {
    const Word word = {buffer, *length};

    if (!(word_is(word, "1") && is_next(r, " - 0")) &&
        !(word_is(word, "0") && is_next(r, " - 1")) &&
        !(word_is(word, "1/2") && is_next(r, " - 1/2")))
        return false;
    take(r);
    buffer[(*length)++] = (char)take(r);
    take(r);
    return true;
}

/*
 * Consumes a word, up to a blank or a character that ends it, including "*". Drops surplus bytes.
 */
static Word take_word(PgnReader *r, char buffer[WORD_SIZE]) {
    size_t length = 0, bytes;
    int c = 0;

    *buffer = '\0';
    do {
        peek_sign(r, &bytes);
        for (; bytes; bytes--) {
            c = take(r);
            if (length < WORD_SIZE)
                buffer[length++] = (char)c;
        }
    } while (c != '*' && (*buffer != '$' || (peek(r) >= '0' && peek(r) <= '9')) && peek(r) >= 0 &&
             (!blank_bytes(r) || take_dash(r, buffer, &length)) &&
             !text_is_among((char)peek(r), "(){};$[*"));
    return (Word){buffer, notation_plain(buffer, length)};
}

/* Reads a move with its suffixes and an appended result. Returns true if there is a result. */
static bool read_decorated(PgnReader *r, Word word) {
    uint16_t nag[MOST_SUFFIXES];
    Word bare = word;
    size_t count = cut_marks(&bare, nag);
    PgnResult result;
    bool over = false;

    if (bare.length && !r->kept && r->options.plies && r->game.line.length == r->options.plies) {
        r->ignore_rest = true;
        return false;
    }
    if (bare.length && cut_result(r, &word, &result)) {
        bare = word;
        count = cut_marks(&bare, nag);
        over = true;
    }
    if (bare.length)
        read_move(r, bare);
    while (count)
        keep_nag(r, nag[--count]);
    if (over && !r->game.broken) {
        r->game.result = result;
        r->game.terminated = true;
    }
    return over;
}

/* Reads a word: move, number, mark or result. Returns true for the result, which ends the game. */
static bool read_word(PgnReader *r) {
    char buffer[WORD_SIZE];
    const bool storing = is_storing(r);
    PgnResult result;
    bool over = false;
    int64_t nag;
    Word word;

    if (storing && (r->kept || peek(r) == '$') && !r->raw)
        begin_raw(r);
    word = take_word(r, buffer);
    if (read_result(word, &result)) {
        if (r->depth) { /* some programs write the result of a variation */
            if (storing)
                end_raw(r, 0);
            return false;
        }
        r->game.result = result;
        r->game.terminated = true;
        return true;
    }
    if (!storing)
        return false;
    if (*word.at == '$') {
        if (word_number((Word){word.at + 1, word.length - 1}, 0, UINT16_MAX, &nag)) {
            drop_raw(r);
            keep_nag(r, (unsigned)nag);
            return false;
        }
        set_error(r, r->line, false, "a NAG is not a number up to 65,535");
        end_raw(r, 0);
        return false;
    }
    word = is_null_move(word) ? word : notation_skip_number(word, false);
    if (!word.length)
        return false; /* a number belongs to the next word */
    if (!read_mark(r, word))
        over = read_decorated(r, word);
    drop_raw(r);
    return over;
}

/* --- comments, NAGs, variations -------------------------------------------------------------- */

/*
 * Consumes bytes of a comment, not at the start of a line, up to one that needs special treatment.
 */
static bool take_plain(PgnReader *r, bool keep) {
    const size_t from = r->at;

    while (r->at < r->end && (unsigned char)r->buffer[r->at] > ' ' && r->buffer[r->at] != '}') {
        if (keep || r->raw)
            keep_byte(r, r->buffer[r->at]);
        r->at++;
    }
    r->line_is_blank &= r->at == from;
    return r->at > from;
}

/*
 * Reads a comment in braces, where line ends become blanks, or up to the end of the line. Returns
 * false if the closing brace is missing.
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

/* Makes room for another open variation. */
static bool reserve_variation(PgnReader *r) {
    static const char too_many[] = "there are more than 8,192 nested variations";
    Variation *v;

    if (r->kept < r->open_room)
        return true;
    v = larger(r, r->open, sizeof *v, &r->open_room, MAX_DEPTH, too_many);
    r->open = v ? v : r->open;
    return v;
}

static void begin_variation(PgnReader *r) {
    const GameLine *line = &r->game.line;
    const Variation *around = r->kept ? &r->open[r->kept - 1] : NULL;
    const bool storing = is_storing(r), moved = around ? around->moved : line->length > 0;

    if (storing && !moved)
        begin_raw(r);
    take(r);
    if (!r->depth++)
        r->depth_line = r->line;
    if (!storing)
        return;
    if (!r->options.variations) {
        r->skipped = r->depth;
    } else if (!moved) {
        set_error(r, r->line, false, "a variation has no move to replace");
        r->skipped = r->depth;
    } else if (reserve_variation(r) && keep_item(r, (PgnItem){.kind = PGN_BEGIN})) {
        around = r->kept ? &r->open[r->kept - 1] : NULL;
        r->open[r->kept++] =
            (Variation){.now = around ? around->before : line->position[line->length - 1]};
    }
}

/* Ends the innermost kept variation; drops it if it is empty. */
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
    if (!r->depth) {
        set_error(r, r->line, false, "a ) closes no variation");
        begin_raw(r);
        take(r);
        end_raw(r, 0);
        return;
    }
    take(r);
    r->depth--;
    if (r->depth < r->skipped) {
        end_raw(r, r->depth < r->kept); /* without the bracket of a kept one */
        r->skipped = 0;
    }
    if (r->depth < r->kept)
        end_kept(r);
}

/* --- games ----------------------------------------------------------------------------------- */

const char *pgn_result_text(PgnResult result) {
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};

    return texts[result];
}

static uint64_t place(const PgnReader *r) {
    return r->dropped + r->at;
}

/* Starts the next game in the same memory. */
static void restart(PgnReader *r) {
    PgnGame *g = &r->game;

    r->text_length = r->kept = r->depth = r->skipped = 0;
    r->ignore_rest = r->event = r->no_castling = r->raw = false;
    r->fen_line = r->variant_line = r->end_line = 0;
    gameline_restart(&g->line, &r->initial);
    *g = (PgnGame){
        .tag = g->tag, .item = g->item, .line = g->line, .first_line = r->line, .from = place(r)};
}

/* Reads everything before the moves. Comments may appear before and between tags. */
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

/*
 * Returns true if the following text belongs to the game whose result has been read: a variation,
 * or a comment or NAG on the line of the result.
 */
static bool is_appended(PgnReader *r, size_t line) {
    const int c = skip_space(r);

    return c == '(' || c == ')' || (r->line == line && c > 0 && text_is_among((char)c, "{;$"));
}

static void read_moves(PgnReader *r) {
    bool begun = false, over = false;

    while (!over && (!r->end_line || r->depth || is_appended(r, r->end_line))) {
        const int c = skip_blanks(r);

        if (c >= 0 && text_is_among((char)c, "[{;()"))
            drop_raw(r);
        switch (c) {
        case -1:
            over = true;
            break;
        case '[':
            over = !begun || r->line_is_blank;
            if (!over && read_word(r))
                r->end_line = r->line;
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
        default:
            if (read_word(r))
                r->end_line = r->line;
            begun = true;
        }
        if (r->end_line && !r->depth)
            r->end_line = r->line;
        if (r->end_line)
            r->game.to = place(r);
    }
}

static bool read_result_tag(Word value, PgnResult *out) {
    Text t = TEXT_OF(WORD_SIZE);

    text_add_word(&t, value);
    return read_result((Word){t.at, notation_plain(t.at, t.length)}, out);
}

static void finish(PgnReader *r) {
    PgnGame *g = &r->game;
    const Word tag = text_rest(pgn_tag(g, "Result"));
    PgnResult by_tag = PGN_OPEN_END;
    const bool known = read_result_tag(tag, &by_tag);
    Text t;

    if (r->depth)
        set_error(r, r->depth_line, true, "a variation is left open");
    while (r->kept)
        end_kept(r);
    r->raw = false;
    if (!g->to)
        g->to = place(r);
    if (!g->terminated)
        g->result = by_tag;
    if (!g->error && (known ? g->result != by_tag : tag.length && !word_is(tag, "?"))) {
        t = text_in(r->error, sizeof r->error);
        text_add(&t, "the tag Result says ");
        text_add_quoted(&t, tag, 24);
        text_addf(&t, ", the game ends %s, which counts", pgn_result_text(g->result));
        set_error(r, r->end_line ? r->end_line : g->first_line, false, r->error);
    }
}

const PgnGame *pgn_next(PgnReader *r) {
    const bool utf16 = !place(r) && (is_next(r, "\xff\xfe") || is_next(r, "\xfe\xff"));

    skip_space(r);
    restart(r);
    if (utf16) {
        set_error(r, r->line, true, "this file is UTF-16; save it as UTF-8");
        while (look(r, 1))
            r->at = r->end;
    }
    skip_blanks(r);
    r->game.first_line = r->line;
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
