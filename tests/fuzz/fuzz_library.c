/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The library: each line is a call, a letter and its argument. What fails changes nothing, and what
 * succeeds keeps the game legal.
 */
#include <string.h>

#include "alula.h"
#include "fuzz.h"

enum { CALLS = 60, SEARCHES = 4, SEARCH_NODES = 60 };

typedef struct {
    AlulaGame *game;
    AlulaPgn *pgn;
    AlulaWriter *writer; /* of what is visited */
    AlulaEngine *engine;
    int searches; /* so far */
    size_t depth; /* of variations, in a visit */
} Session;

/* --- callbacks -------------------------------------------------------------------------------- */

static void take_text(void *context, const char *text, size_t length) {
    PROMISE(context && (text || !length));
}

static void take_comment(void *context, const char *text, size_t length) {
    PROMISE(!alula_writer_comment(((Session *)context)->writer, text, length));
}

static void take_nag(void *context, int nag) {
    PROMISE(!alula_writer_nag(((Session *)context)->writer, nag));
}

static void take_move(void *context, const AlulaGame *before, AlulaMove m) {
    char san[ALULA_MOVE_SIZE];

    PROMISE(context && before);
    PROMISE(m == ALULA_NO_MOVE || alula_game_san(before, m, san));
    PROMISE(!alula_writer_move(((Session *)context)->writer, m));
}

static void begin_variation(void *context) {
    ((Session *)context)->depth++;
    PROMISE(!alula_writer_begin(((Session *)context)->writer));
}

static void end_variation(void *context) {
    PROMISE(((Session *)context)->depth-- > 0);
    PROMISE(!alula_writer_end(((Session *)context)->writer));
}

static void take_info(void *context, const AlulaInfo *info) {
    const Session *s = context;
    AlulaGame *copy = alula_game_copy(s->game);

    PROMISE(copy && info->size == sizeof *info && info->length <= ALULA_MAX_LINE);
    for (size_t i = 0; i < info->length; i++)
        PROMISE(!alula_game_play(copy, info->moves[i]));
    alula_game_free(copy);
}

/* --- calls ------------------------------------------------------------------------------------ */

/* Asks all that can be asked of a game. */
static void look(const AlulaGame *g) {
    AlulaMove moves[ALULA_MAX_MOVES];
    const size_t count = alula_game_moves(g, moves);
    const AlulaOutcome outcome = alula_game_outcome(g);
    char text[ALULA_MOVE_SIZE];

    PROMISE(count <= ALULA_MAX_MOVES);
    PROMISE((outcome != ALULA_MATE && outcome != ALULA_STALEMATE) || !count);
    PROMISE(alula_game_perft(g, 1) == count);
    for (size_t i = 0; i < count; i++) {
        PROMISE(alula_game_san(g, moves[i], text) && alula_game_read(g, text) == moves[i]);
        PROMISE(alula_game_uci(g, moves[i], text) && alula_game_read(g, text) == moves[i]);
    }
    for (int side = ALULA_WHITE; side <= ALULA_BLACK; side++)
        PROMISE((alula_game_piece(g, alula_game_king(g, (AlulaColor)side)) | 0x20) == 'k');
    (void)alula_game_evaluate(g);
}

static void search(Session *s, const char *argument) {
    AlulaInfo best = {.size = sizeof best};
    AlulaLimits limits = {.size = sizeof limits, .nodes = SEARCH_NODES};
    const size_t length = strlen(argument);

    if (++s->searches > SEARCHES)
        return;
    limits.lines = length > 0 ? argument[0] - '0' : 0;
    limits.mate = length > 1 ? argument[1] - '0' : 0;
    limits.elo = length > 2 ? 100 * (argument[2] - '0') : 0;
    if (length > 3)
        alula_engine_stop(s->engine);
    if (!alula_engine_search(s->engine, s->game, &limits, &best))
        take_info(s, &best);
    PROMISE(!alula_engine_is_searching(s->engine));
}

/* Writes the current game of a reader as it is told. The caller frees the writer. */
static AlulaWriter *copy_game(Session *s, AlulaPgn *p) {
    const AlulaVisitor visitor = {.size = sizeof visitor,
                                  .move = take_move,
                                  .comment = take_comment,
                                  .nag = take_nag,
                                  .begin = begin_variation,
                                  .end = end_variation,
                                  .unknown = take_comment};

    const AlulaTag *tags;
    size_t count;

    s->depth = 0;
    PROMISE(!alula_pgn_tags(p, &tags, &count));
    PROMISE(s->writer =
                alula_writer_new(alula_pgn_game(p), tags, count, alula_pgn_result(p), NULL, NULL));
    PROMISE(!alula_pgn_visit(p, &visitor, s) && !s->depth);
    PROMISE(!alula_writer_finish(s->writer));
    return s->writer;
}

/* The game that was read, as written by the library: read and written again, it is the same. */
static void visit(Session *s) {
    AlulaWriter *once = copy_game(s, s->pgn), *twice;
    size_t length, again;
    const char *text = alula_writer_text(once, &length), *same;
    AlulaPgn *p = alula_pgn_memory(text, length);

    PROMISE(p && !alula_pgn_keep_all(p) && alula_pgn_next(p));
    PROMISE(alula_pgn_error(s->pgn, NULL) || !alula_pgn_error(p, NULL));
    twice = copy_game(s, p);
    same = alula_writer_text(twice, &again);
    PROMISE(length == again && !memcmp(text, same, length));
    alula_writer_free(once);
    alula_writer_free(twice);
    alula_pgn_close(p);
}

/* Makes one call. Calls that fail must leave the game as it was. */
static void make_call(Session *s, char letter, const char *argument) {
    char before[ALULA_FEN_SIZE], after[ALULA_FEN_SIZE];
    const size_t plies = alula_game_plies(s->game);
    const char *error = NULL;

    alula_game_fen(s->game, before);
    switch (letter) {
    case 'f':
    case '9':
        error = alula_game_set_fen(s->game, argument, letter == '9');
        break;
    case 'm':
        error = alula_game_play_text(s->game, argument);
        break;
    case 'n':
        error = alula_game_play(
            s->game, (AlulaMove)((unsigned)argument[0] * 256U + (unsigned)strlen(argument)));
        break;
    case '0':
        error = alula_game_play_null(s->game);
        break;
    case 'u':
        PROMISE(alula_game_undo(s->game) == (plies > 0));
        break;
    case 's':
        search(s, argument);
        break;
    case 'v':
        PROMISE(!alula_game_svg(s->game, NULL, take_text, s));
        break;
    case 'w':
        PROMISE(!alula_pgn_write(s->game, NULL, 0, NULL, take_text, s));
        break;
    case 'p':
        if (alula_pgn_next(s->pgn))
            visit(s);
        break;
    default:
        look(s->game);
    }
    alula_game_fen(s->game, after);
    PROMISE(!error || (*error && plies == alula_game_plies(s->game) && !strcmp(before, after)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static AlulaEngine *engine;
    char *text = malloc(size + 1);
    Session s = {.game = alula_game_new()};
    int calls = 0;

    PROMISE(text && s.game);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    if (!engine)
        PROMISE(engine = alula_engine_new(1, 1));
    s.engine = engine;
    PROMISE(!alula_engine_forget(engine) && !alula_engine_listen(engine, take_info, &s));
    PROMISE(s.pgn = alula_pgn_memory((const char *)data, size));
    PROMISE(!alula_pgn_keep_all(s.pgn));
    for (char *at = text; at && *at && calls < CALLS; calls++) {
        char *end = strchr(at, '\n');

        if (end)
            *end = '\0';
        make_call(&s, *at, *at ? at + 1 : at);
        if (end)
            *end = '\n';
        at = end ? end + 1 : NULL;
    }
    look(s.game);
    PROMISE(!alula_engine_listen(engine, NULL, NULL));
    alula_pgn_close(s.pgn);
    alula_game_free(s.game);
    free(text);
    return 0;
}
