/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "genfens.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/filemap.h"
#include "base/random.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/randomopening.h"
#include "search/searcher.h"

enum {
    NODES = 1000,           /* for the search that checks an opening */
    HASH_BYTES = 256 << 10, /* for its hash table, which is cleared for each search */
    MAX_TRIES = 10000,      /* per opening */
    MAX_PLIES = 200,
    MAX_SCORE = 30000,
};

#define MAX_COUNT INT64_C(1000000000)

/* --- the request ----------------------------------------------------------------------------- */

/* A numeric parameter. */
typedef struct {
    const char *name;
    int64_t most;
    int64_t *value;
    const char *error;
} Number;

/* Reads the value after `name`. Returns false if the parameter is unknown, or if *error is set. */
static bool read_number(const Number *table, Word name, Word *line, const char **error) {
    while (table->name && !word_is(name, table->name))
        table++;
    if (table->name && !word_number(text_word(line), 0, table->most, table->value))
        *error = table->error;
    return table->name && !*error;
}

static const char *read_book(Genfens *g, Word *line) {
    const Word word = text_word(line);
    Text path = text_in(g->book, sizeof g->book);

    if (!word.length)
        return "book needs None or a file";
    if (!word_is_any_case(word, "none"))
        text_add_word(&path, word);
    return path.full ? "the name of the book is too long" : NULL;
}

const char *genfens_read(Genfens *out, Word arguments) {
    Genfens g = {.plies = 0};
    int64_t seed = 0, plies = -1, shuffled = 15, score = 300;
    const Number numbers[] = {
        {"seed", INT64_MAX, &seed, "seed needs a number from 0 to 9223372036854775807"},
        {"plies", MAX_PLIES, &plies, "plies needs a number from 0 to 200"},
        {"shuffled", 100, &shuffled, "shuffled needs a percentage from 0 to 100"},
        {"score", MAX_SCORE, &score, "score needs centipawns from 0 to 30000"},
        {NULL, 0, NULL, NULL},
    };
    const char *error = NULL;
    Word name;

    if (!word_number(text_word(&arguments), 1, MAX_COUNT, &g.count))
        return "the first argument is the number of openings, from 1 to 1000000000, as in: genfens "
               "100 seed "
               "7 book None";
    while (!error && (name = text_word(&arguments)).length) {
        if (word_is(name, "book"))
            error = read_book(&g, &arguments);
        else if (!read_number(numbers, name, &arguments, &error) && !error)
            error = "after the number of openings, only seed, book, plies, shuffled and score are "
                    "allowed, each with a value";
    }
    if (error)
        return error;
    g.seed = (uint64_t)seed;
    g.plies = plies >= 0 ? (int)plies : *g.book ? 1 : 6;
    g.shuffled = *g.book ? 0 : (int)shuffled;
    g.score = (int)score;
    *out = g;
    return NULL;
}

/* --- the book -------------------------------------------------------------------------------- */

enum {
    SHORTEST = 16,    /* bytes of the shortest position */
    LONGEST = 1000,   /* bytes of the longest line */
    DRAWS = 1000000,  /* random bytes tried per line; a line of 100 bytes takes 6 on average */
    BAD_LINES = 1000, /* consecutive lines without a position after which a book is rejected */
};

static bool open_book(FileMap *book, const char *path, Text *error) {
    const char *reason;
    FILE *file;

    *book = (FileMap){NULL, 0};
    if (!*path || filemap_open(book, path))
        return true;
    if (!(reason = file_open(&file, path)))
        fclose(file);
    if (!reason)
        reason = file_mark(path).size ? "the file cannot be read" : "it is empty";
    return text_fail(error, "the book %s: %s", QUOTED_OF(word_of(path), 200), reason);
}

/*
 * Picks a random line, with equal probability whatever the length of the lines: a random byte
 * counts if it is among the first SHORTEST bytes of a line. Lines that are too short or too long
 * are never chosen.
 */
static bool random_line(const FileMap *book, uint64_t *random, Word *line) {
    const char *text = (const char *)book->bytes;

    for (int i = 0; i < DRAWS; i++) {
        const size_t at = (size_t)(random_next(random) % book->size);
        size_t start = at, length = 0;

        while (start && at - start < SHORTEST && text[start - 1] != '\n')
            start--;
        if (at - start >= SHORTEST)
            continue;
        while (start + length < book->size && length <= LONGEST && text[start + length] != '\n')
            length++;
        if (length < SHORTEST || length > LONGEST)
            continue;
        *line = (Word){text + start, length};
        return true;
    }
    return false;
}

/* Picks a random EPD or FEN position; comments and other lines are skipped. */
static bool random_position(const FileMap *book, uint64_t *random, Position *p) {
    Word line, opcode, operands;

    for (int i = 0; i < BAD_LINES && random_line(book, random, &line); i++) {
        Text stray = TEXT_OF(100);

        if (!epd_trim(&line, &stray) || fen_parse_prefix(p, &line, true))
            continue;
        while (epd_operation(&line, &opcode, &operands))
            epd_counter(p, opcode, operands);
        return true;
    }
    return false;
}

/* --- the openings ---------------------------------------------------------------------------- */

typedef struct {
    const Genfens *asked;
    Searcher *search;
    GameLine line;
    FileMap book;
} Maker;

static bool open_maker(Maker *m, const NnueNet *net, Text *error) {
    uint64_t random = 0;
    Position start;

    if (!open_book(&m->book, m->asked->book, error))
        return false;
    randomopening_start(&start, false, &random);
    if ((m->search = searcher_new(HASH_BYTES, 1, net)) && !gameline_init(&m->line, &start))
        return true;
    return text_fail(error, "there is not enough memory for that");
}

/* Returns true if the score is within the limit for both sides. */
static bool is_balanced(Maker *m) {
    searcher_clear(m->search);
    return abs(searcher_search_nodes(m->search, &m->line, UINT64_MAX, NODES).score) <=
           m->asked->score;
}

/*
 * Tries to generate one opening. Returns false with an error message if further attempts are
 * pointless.
 */
static bool try_one(Maker *m, uint64_t *random, bool *good, Text *error) {
    const Genfens *asked = m->asked;
    const bool shuffled = random_below(random, 100) < (unsigned)asked->shuffled;
    const int plies = asked->plies + (int)random_below(random, 2);
    OpeningEnd end;
    Position start;

    *good = false;
    if (!m->book.bytes) {
        randomopening_start(&start, shuffled, random);
    } else if (!random_position(&m->book, random, &start)) {
        return text_fail(error,
                         "the book %s has no positions: it must have one per line, as EPD or FEN",
                         QUOTED_OF(word_of(asked->book), 200));
    }
    end = randomopening_play(&m->line, &start, plies, random);
    if (end == OPENING_NO_MEMORY)
        text_add(error, "there is not enough memory for that");
    *good = end == OPENING_PLAYED && is_balanced(m);
    return end != OPENING_NO_MEMORY;
}

static void write_opening(const Maker *m, GenfensListener *listener, void *context) {
    Text text = TEXT_OF(FEN_SIZE + 32);

    text_addf(&text, "info string genfens %s", FEN_OF(gameline_now(&m->line)));
    listener(context, text.at);
}

/* Generates all openings, unless `end` stops it. */
static bool make_all(Maker *m, GenfensListener *listener, GenfensEnd *end, void *context,
                     Text *error) {
    for (int64_t i = 0; i < m->asked->count; i++) {
        uint64_t random = random_seed(m->asked->seed, (uint64_t)i);
        bool good = false;

        for (int tries = 0; !good; tries++) {
            if (end && end(context))
                return true;
            if (tries == MAX_TRIES)
                return text_fail(error, "none of %d attempts gave an opening within %d centipawns",
                                 (int)MAX_TRIES, m->asked->score);
            if (!try_one(m, &random, &good, error))
                return false;
        }
        write_opening(m, listener, context);
    }
    return true;
}

bool genfens_run(const Genfens *g, const NnueNet *net, GenfensListener *listener, GenfensEnd *end,
                 void *context, Text *error) {
    Maker m = {.asked = g};
    const bool good = open_maker(&m, net, error) && make_all(&m, listener, end, context, error);

    filemap_close(&m.book);
    gameline_destroy(&m.line);
    searcher_free(m.search);
    return good;
}
