/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chess/pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/util.h"
#include "chess/movegen.h"
#include "engine.h"
#include "library_game.h"

static const char visits[] = "the visitor of the game is being called";

struct AlulaPgn {
    PgnReader *reader;
    const PgnGame *now; /* NULL before the first game and after the last one */
    AlulaGame game;     /* shares the line of `now` */
    AlulaGame *none;    /* an empty game, returned while there is no current one */
    AlulaTag *tags;     /* the tags of `now`, once requested, and their texts */
    char *texts;
    FILE *file; /* NULL when reading from elsewhere */
    Word text;
    AlulaSource *source; /* of the program, and its context; NULL: none */
    void *context;
    bool begun;    /* a game was read */
    bool visiting; /* a visitor is being called */
};

static void forget_tags(AlulaPgn *p) {
    free(p->tags);
    free(p->texts);
    p->tags = NULL;
    p->texts = NULL;
}

/* Reads from the source of a program. A source that returns more than `room` counts as ended. */
static size_t from_program(void *reader, char *buffer, size_t room) {
    const AlulaPgn *p = reader;
    const size_t count = p->source(p->context, buffer, room);

    return count <= room ? count : 0;
}

/* Starts reading with these options. Returns false if memory is refused. */
static bool start_reading(AlulaPgn *p, const PgnOptions *options) {
    PgnReader *reader = p->file     ? pgn_open(pgn_from_file, p->file, options)
                        : p->source ? pgn_open(from_program, p, options)
                                    : pgn_open(pgn_from_word, &p->text, options);

    if (!reader)
        return false;
    pgn_close(p->reader);
    p->reader = reader;
    return true;
}

/* Opens a reader of the file, source or text of *from. Closes the file on failure. */
static AlulaPgn *open_source(const AlulaPgn *from) {
    AlulaPgn *p = engine_init_tables(NULL) ? NULL : calloc(1, sizeof *p);

    if (p) {
        *p = *from;
        p->none = alula_game_new();
        if (p->none && start_reading(p, &(PgnOptions){.null_moves = true}))
            return p;
    }
    library_no_memory();
    if (p)
        alula_pgn_close(p);
    else if (from->file)
        fclose(from->file);
    return NULL;
}

AlulaPgn *alula_pgn_open(const char *path) {
    FILE *file = library_has(path) ? file_open_plain(path) : NULL;

    if (!file && path)
        library_fails(ALULA_ERROR_FILE, "the file cannot be opened");
    return file ? open_source(&(AlulaPgn){.file = file}) : NULL;
}

AlulaPgn *alula_pgn_text(const char *text) {
    return library_has(text) ? open_source(&(AlulaPgn){.text = word_of(text)}) : NULL;
}

AlulaPgn *alula_pgn_memory(const char *text, size_t length) {
    if (length && !library_has(text))
        return NULL;
    return open_source(&(AlulaPgn){.text = {text, length}});
}

AlulaPgn *alula_pgn_source(AlulaSource *source, void *context) {
    if (!source) {
        library_missing();
        return NULL;
    }
    return open_source(&(AlulaPgn){.source = source, .context = context});
}

const char *alula_pgn_keep_all(AlulaPgn *p) {
    const PgnOptions all = {.comments = true, .variations = true, .null_moves = true};

    if (!p)
        return library_missing();
    if (p->begun)
        return library_fails(ALULA_ERROR_ORDER, "a game was read already");
    return start_reading(p, &all) ? NULL : library_no_memory();
}

void alula_pgn_close(AlulaPgn *p) {
    if (!p || (p->visiting && library_fails(ALULA_ERROR_ORDER, visits)))
        return;
    pgn_close(p->reader);
    if (p->file)
        fclose(p->file);
    alula_game_free(p->none);
    forget_tags(p);
    free(p);
}

bool alula_pgn_next(AlulaPgn *p) {
    if (!library_has(p) || (p->visiting && library_fails(ALULA_ERROR_ORDER, visits)))
        return false;
    p->begun = true;
    forget_tags(p);
    if (!(p->now = pgn_next(p->reader)))
        return false;
    p->game = (AlulaGame){p->now->line, p->now->chess960};
    return true;
}

const AlulaGame *alula_pgn_game(const AlulaPgn *p) {
    return !library_has(p) ? NULL : p->now ? &p->game : p->none;
}

const char *alula_pgn_result(const AlulaPgn *p) {
    return pgn_result_text(library_has(p) && p->now ? p->now->result : PGN_OPEN_END);
}

bool alula_pgn_tag(const AlulaPgn *p, const char *name, char *text, size_t size) {
    const bool asked = library_has(p) && library_has(name);
    const Word value = asked && p->now ? pgn_tag(p->now, name) : (Word){NULL, 0};

    if (size && !library_has(text))
        return false;
    if (size) {
        const size_t length = value.length < size ? value.length : size - 1;

        if (length)
            memcpy(text, value.at, length);
        text[length] = '\0';
    }
    return value.at != NULL;
}

const char *alula_pgn_error(const AlulaPgn *p, size_t *line) {
    const PgnGame *game = library_has(p) ? p->now : NULL;

    if (line)
        *line = game && game->error ? game->error_line : 0;
    return game ? game->error : NULL;
}

/* Copies a word with a NUL to *at, and advances *at past it. */
static const char *copy_word(char **at, Word w) {
    char *copy = *at;

    if (w.length)
        memcpy(copy, w.at, w.length);
    copy[w.length] = '\0';
    *at += w.length + 1;
    return copy;
}

const char *alula_pgn_tags(AlulaPgn *p, const AlulaTag **tags, size_t *count) {
    const size_t n = p && p->now ? p->now->tags : 0;
    size_t bytes = 1;
    char *at;

    if (!p || !tags || !count)
        return library_missing();
    if (!p->tags) {
        for (size_t i = 0; i < n; i++)
            bytes += p->now->tag[i].name.length + p->now->tag[i].value.length + 2;
        p->tags = calloc(n + 1, sizeof *p->tags);
        at = p->texts = malloc(bytes);
        if (!p->tags || !at) {
            forget_tags(p);
            return library_no_memory();
        }
        for (size_t i = 0; i < n; i++) {
            p->tags[i].name = copy_word(&at, p->now->tag[i].name);
            p->tags[i].value = copy_word(&at, p->now->tag[i].value);
        }
    }
    *tags = p->tags;
    *count = n;
    return NULL;
}

/* --- visiting --------------------------------------------------------------------------------- */

enum { LEAST_VISITOR = offsetof(AlulaVisitor, unknown) + sizeof(AlulaTextVisitor *) };

/* A walk through the moves of a game and its variations. */
typedef struct {
    const AlulaVisitor *visitor;
    void *context;
    AlulaGame game; /* up to the next move of the line */
    struct {
        Move move;     /* replaced by the variation */
        size_t length; /* plies before that move */
    } * outer;         /* [depth]: for each open variation */
    size_t depth, room;
} Walk;

static void say(const Walk *w, AlulaTextVisitor *visit, Word text) {
    if (visit)
        visit(w->context, text.length ? text.at : "", text.length);
}

/* Enters a variation in place of the last move. Returns false if memory is refused. */
static bool enter(Walk *w) {
    GameLine *line = &w->game.line;
    void *larger = array_grow(w->outer, &w->room, w->depth + 1, sizeof *w->outer);

    if (!larger)
        return false;
    w->outer = larger;
    w->outer[w->depth].move = line->move[line->length - 1];
    w->outer[w->depth++].length = line->length - 1;
    gameline_undo(line);
    if (w->visitor->begin)
        w->visitor->begin(w->context);
    return true;
}

/* Returns from a variation to the line around it. */
static bool leave(Walk *w) {
    GameLine *line = &w->game.line;

    w->depth--;
    while (line->length > w->outer[w->depth].length)
        gameline_undo(line);
    if (w->visitor->end)
        w->visitor->end(w->context);
    return !gameline_play(line, w->outer[w->depth].move);
}

/* Returns false if memory is refused. */
static bool visit_item(Walk *w, const PgnItem *item) {
    switch (item->kind) {
    case PGN_MOVE:
        if (w->visitor->move)
            w->visitor->move(w->context, &w->game, item->move);
        return !gameline_play(&w->game.line, item->move);
    case PGN_COMMENT:
        say(w, w->visitor->comment, item->text);
        break;
    case PGN_NAG:
        if (w->visitor->nag)
            w->visitor->nag(w->context, item->nag);
        break;
    case PGN_BEGIN:
        return enter(w);
    case PGN_END:
        return leave(w);
    case PGN_RAW:
        say(w, w->visitor->unknown, item->text);
        break;
    case PGN_ESCAPE:
        break;
    }
    return true;
}

/* Returns true if a visitor gets nothing from the variation that begins with item i. */
static bool is_empty(const PgnGame *game, size_t i) {
    do
        i++;
    while (i < game->items && game->item[i].kind == PGN_ESCAPE);
    return i == game->items || game->item[i].kind == PGN_END;
}

/* Visits the current game, whose tags are read. Returns false if memory is refused. */
static bool visit_game(AlulaPgn *p, const AlulaVisitor *visitor, void *context) {
    Walk w = {.visitor = visitor, .context = context, .game.chess960 = p->now->chess960};
    bool good = !gameline_init(&w.game.line, p->now->line.position);

    for (size_t i = 0; visitor->tag && p->tags && i < p->now->tags; i++)
        visitor->tag(context, p->tags[i].name, p->tags[i].value);
    for (size_t i = 0; good && i < p->now->items; i++)
        if (p->now->item[i].kind != PGN_BEGIN || !is_empty(p->now, i))
            good = visit_item(&w, &p->now->item[i]);
        else
            while (i + 1 < p->now->items && p->now->item[i].kind != PGN_END)
                i++;
    while (good && w.depth) /* left open by an error */
        good = leave(&w);
    if (good && visitor->result)
        visitor->result(context, alula_pgn_result(p));
    gameline_destroy(&w.game.line);
    free(w.outer);
    return good;
}

const char *alula_pgn_visit(AlulaPgn *p, const AlulaVisitor *visitor, void *context) {
    AlulaVisitor known = {.size = sizeof known};
    const AlulaTag *tags;
    size_t count;
    bool good;

    if (!p || !visitor)
        return library_missing();
    if (visitor->size < LEAST_VISITOR)
        return library_fails(ALULA_ERROR_ARGUMENT, "the size of the visitor is not set");
    if (p->visiting)
        return library_fails(ALULA_ERROR_ORDER, visits);
    if (!p->now)
        return library_fails(ALULA_ERROR_ORDER, "no game was read");
    if (alula_pgn_tags(p, &tags, &count))
        return alula_error_text();
    memcpy(&known, visitor, min_size(visitor->size, sizeof known));
    p->visiting = true;
    good = visit_game(p, &known, context);
    p->visiting = false;
    return good ? NULL : library_no_memory();
}

/* --- writing ---------------------------------------------------------------------------------- */

static PgnResult result_by_rules(const AlulaGame *g) {
    const Outcome outcome = gameline_outcome(&g->line);

    if (outcome == OUTCOME_NONE)
        return PGN_OPEN_END;
    if (outcome != OUTCOME_MATE)
        return PGN_DRAW;
    return position_turn(gameline_now(&g->line)) == WHITE ? PGN_BLACK_WINS : PGN_WHITE_WINS;
}

/* Returns false if the text is not a result. */
static bool read_result(const char *text, PgnResult *result) {
    for (*result = PGN_OPEN_END; *result <= PGN_DRAW; (*result)++)
        if (!strcmp(text, pgn_result_text(*result)))
            return true;
    return false;
}

/* Returns true if the name is valid for a tag. */
static bool is_name(const char *name) {
    size_t i = 0;

    while (name && pgn_is_name_byte(name[i]))
        i++;
    return i && !name[i];
}

static const char sinks[] = "the sink of the writer is being called";

struct AlulaWriter {
    PgnWriter *writer;
    PgnText text; /* the output if the program has no sink */
    AlulaSink *sink;
    void *context;
    PgnResult result;
    bool empty;   /* a variation has just begun */
    bool ended;   /* the game is complete */
    bool sinking; /* the sink is being called */
};

/* Passes the text to the sink of a program, which must not use the writer. */
static void to_program(void *writer, const char *text, size_t length) {
    AlulaWriter *w = writer;

    w->sinking = true;
    w->sink(w->context, text, length);
    w->sinking = false;
}

/*
 * Sets the result and the tags of a game, except tags that are derived from the game. Fails if the
 * result or a tag is not valid.
 */
static const char *set_head(PgnGame *game, const AlulaTag *tags, size_t count, const char *result) {
    if (result && !read_result(result, &game->result))
        return library_fails(ALULA_ERROR_TEXT, "the result must be 1-0, 0-1, 1/2-1/2 or *");
    for (size_t i = 0; i < count; i++)
        if (!is_name(tags[i].name))
            return library_fails(ALULA_ERROR_TEXT,
                                 "the name of a tag may only have letters, digits and _-+:./#=");
    if (!(game->tag = calloc(count + 1, sizeof *game->tag)))
        return library_no_memory();
    for (size_t i = 0; i < count; i++) {
        const Word name = word_of(tags[i].name);

        if (!word_is_among(name, "Result,FEN,SetUp,Variant"))
            game->tag[game->tags++] = (PgnTag){name, word_of(tags[i].value ? tags[i].value : "?")};
    }
    return NULL;
}

AlulaWriter *alula_writer_new(const AlulaGame *g, const AlulaTag *tags, size_t count,
                              const char *result, AlulaSink *sink, void *context) {
    AlulaWriter *w;
    PgnGame game;

    if (!library_has(g) || (count && !library_has(tags)))
        return NULL;
    game = (PgnGame){.line = g->line, .chess960 = g->chess960, .result = result_by_rules(g)};
    if (set_head(&game, tags, count, result))
        return NULL;
    if ((w = calloc(1, sizeof *w))) {
        w->sink = sink;
        w->context = context;
        w->writer = sink ? pgn_writer_new(to_program, w) : pgn_writer_new(pgn_text_add, &w->text);
    }
    if (w && w->writer) {
        pgn_write_head(w->writer, &game);
        w->result = game.result;
    } else {
        library_no_memory();
        free(w);
        w = NULL;
    }
    free(game.tag);
    return w;
}

void alula_writer_free(AlulaWriter *w) {
    if (!w || (w->sinking && library_fails(ALULA_ERROR_ORDER, sinks)))
        return;
    pgn_writer_free(w->writer);
    free(w->text.at);
    free(w);
}

/* The place of a writer's next item. */
typedef struct {
    const Position *now; /* NULL after an error, which is set */
    bool moved;          /* the line has a move */
    size_t depth;
} Place;

static Place place_of(const AlulaWriter *w) {
    Place place = {.now = NULL};

    if (!library_has(w))
        return place;
    if (w->sinking || w->ended)
        library_fails(ALULA_ERROR_ORDER, w->sinking ? sinks : "the game has ended");
    else
        place.now = pgn_writer_now(w->writer, &place.moved, &place.depth);
    return place;
}

const char *alula_writer_move(AlulaWriter *w, AlulaMove m) {
    const Place place = place_of(w);

    if (!place.now)
        return alula_error_text();
    if (m == NO_MOVE ? position_in_check(place.now) : !move_is_legal(place.now, m))
        return library_fails(ALULA_ERROR_ILLEGAL, "the move is not legal");
    pgn_write_move(w->writer, m);
    w->empty = false;
    return NULL;
}

const char *alula_writer_comment(AlulaWriter *w, const char *text, size_t length) {
    const Place place = place_of(w);

    if (!place.now)
        return alula_error_text();
    if (length && !text)
        return library_missing();
    if (pgn_write_comment(w->writer, (Word){text, length}))
        w->empty = false;
    return NULL;
}

const char *alula_writer_nag(AlulaWriter *w, int nag) {
    const Place place = place_of(w);

    if (!place.now)
        return alula_error_text();
    if (nag < 1 || nag > UINT16_MAX)
        return library_fails(ALULA_ERROR_ARGUMENT, "a NAG is 1 to 65535");
    pgn_write_nag(w->writer, (unsigned)nag);
    w->empty = false;
    return NULL;
}

const char *alula_writer_begin(AlulaWriter *w) {
    enum { DEEPEST = 8192 }; /* see pgn_next() */
    const Place place = place_of(w);

    if (!place.now)
        return alula_error_text();
    if (!place.moved)
        return library_fails(ALULA_ERROR_ORDER, "a variation has no move to replace");
    if (place.depth == DEEPEST)
        return library_fails(ALULA_ERROR_ORDER, "there are too many nested variations");
    if (!pgn_write_begin(w->writer)) {
        pgn_write_end(w->writer);
        return library_no_memory();
    }
    w->empty = true;
    return NULL;
}

const char *alula_writer_end(AlulaWriter *w) {
    const Place place = place_of(w);

    if (!place.now)
        return alula_error_text();
    if (!place.depth)
        return library_fails(ALULA_ERROR_ORDER, "a variation ends that has not begun");
    if (w->empty)
        return library_fails(ALULA_ERROR_ORDER, "the variation is empty");
    pgn_write_end(w->writer);
    return NULL;
}

const char *alula_writer_finish(AlulaWriter *w) {
    const Place place = place_of(w);

    if (!place.now)
        return alula_error_text();
    if (place.depth)
        return library_fails(ALULA_ERROR_ORDER, "a variation has not ended");
    pgn_write_result(w->writer, w->result);
    w->ended = true;
    return w->text.refused ? library_no_memory() : NULL;
}

const char *alula_writer_text(const AlulaWriter *w, size_t *length) {
    if (!library_has(w) || !library_has(length))
        return NULL;
    *length = w->text.refused ? 0 : w->text.length;
    if (w->text.refused)
        library_no_memory();
    return *length ? w->text.at : NULL;
}

const char *alula_pgn_write(const AlulaGame *g, const AlulaTag *tags, size_t count,
                            const char *result, AlulaSink *sink, void *context) {
    const char *error = NULL;
    AlulaWriter *w;

    if (!sink)
        return library_missing();
    if (!(w = alula_writer_new(g, tags, count, result, sink, context)))
        return alula_error_text();
    for (size_t i = 0; !error && i < g->line.length; i++)
        error = alula_writer_move(w, g->line.move[i]);
    if (!error)
        error = alula_writer_finish(w);
    alula_writer_free(w);
    return error;
}
