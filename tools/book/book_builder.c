/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "alula-book.h"

#include <errno.h>
#include <unistd.h>

#include "base/file.h"
#include "base/random.h"
#include "base/util.h"
#include "chess/pgn.h"
#include "tools/common/tool.h"

/* --- reading --------------------------------------------------------------------------------- */

/*
 * Returns true if an inner rook has a castling right, which Polyglot keys cannot express: the
 * format requires that such positions are omitted.
 */
static bool is_ambiguous(const Board *b) {
    for (Bitboard rooks = b->castling; rooks;) {
        const Square rook = pop_lsb(&rooks);
        const Color c = bb_has(b->color[WHITE], rook) ? WHITE : BLACK;
        const Bitboard home = board_pieces(b, c, ROOK) & bb_rank(square_rank(rook));

        if (rook != (rook < board_king(b, c) ? bb_first(home) : bb_last(home)))
            return true;
    }
    return false;
}

/* Returns points for White: 2, 1 or 0. As in Polyglot, a game without a result counts as a draw. */
static unsigned white_points(PgnResult result) {
    return result == PGN_WHITE_WINS ? 2 : result == PGN_BLACK_WINS ? 0 : 1;
}

/* Finds or adds a move and counts a game for it. The pointer is valid until the next call. */
static TallyMove *count_move(BookBuilder *b, uint64_t key, uint16_t move) {
    const uint64_t both = random_seed(key, move);
    TallyMove *at;

    if (unit_table_add(&b->known, both, 0, b->moves) == UNIT_NEW) {
        if (b->moves == b->room)
            b->move = memory_grow(b->move, b->room = 2 * b->room + 1024, sizeof *b->move);
        b->move[b->moves++] = (TallyMove){.key = key, .move = move};
    }
    at = &b->move[unit_table_find(&b->known, both)->place];
    at->games += at->games < UINT32_MAX;
    return at;
}

static void add_game(BookBuilder *b, const BookOptions *options, const PgnGame *game) {
    const GameLine *g = &game->line;
    const size_t plies = min_size(g->length, (size_t)options->plies);
    const unsigned points = white_points(game->result);
    Square jumped = (Square)g->position[0].board.ep_square;

    for (size_t i = 0; i < plies; i++) {
        const Position *p = &g->position[i];
        const bool white = position_turn(p) == WHITE;

        if (!(white ? options->skip_white : options->skip_black) && !is_ambiguous(&p->board))
            count_move(b, book_key(p, jumped), book_encode(g->move[i]))->score +=
                white ? points : 2 - points;
        jumped = book_jumped(p, g->move[i]);
    }
}

/* Shows a progress line on a terminal; `last` clears it. */
static void show_progress(const BookBuilder *b, bool last) {
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r%zu games", b->games);
    if (last)
        fprintf(stderr, "\r%30s\r", "");
}

bool book_builder_add(BookBuilder *b, const BookOptions *options, const char *name, Text *error) {
    const PgnOptions pgn = {.chess960 = options->chess960, .plies = (size_t)options->plies};
    const bool standard = !strcmp(name, "-");
    FILE *file = standard ? stdin : fopen(name, "rb");
    PgnReader *reader = file ? pgn_open(pgn_from_file, file, &pgn) : NULL;
    const PgnGame *game;
    bool good = reader != NULL;
    size_t number = 0; /* number of the game in its file */

    if (!good)
        text_addf(error, "%s: %s", name,
                  file ? "there is not enough memory to read it" : strerror(errno));
    while (good && (game = pgn_next(reader))) {
        number++;
        if (game->error)
            fprintf(stderr, "%s:%zu: game %zu: %s\n", standard ? "standard input" : name,
                    game->error_line, number, game->error);
        b->bad += game->broken;
        if (game->broken)
            continue;
        add_game(b, options, game);
        if (++b->games % 1000 == 0)
            show_progress(b, false);
    }
    if (good && ferror(file)) {
        text_addf(error, "%s: %s", name, strerror(errno));
        good = false;
    }
    show_progress(b, true);
    pgn_close(reader);
    if (file && !standard)
        fclose(file);
    return good;
}

void book_builder_free(BookBuilder *b) {
    unit_table_free(&b->known);
    free(b->move);
}

/* --- writing --------------------------------------------------------------------------------- */

/*
 * Compares by key, then by score, highest first, then by move. Scaling to weights keeps this order.
 */
static int compare(const void *a, const void *b) {
    const TallyMove *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

typedef struct {
    const TallyMove *move;
    size_t count;
    bool uniform;
} Sorted;

static void write_moves(FILE *file, const void *context) {
    const Sorted *s = context;
    uint64_t largest = 0;

    for (size_t i = 0; i < s->count; i++) {
        const TallyMove *m = &s->move[i];
        BookEntry e = {.key = m->key, .move = m->move, .weight = 1};
        uint8_t bytes[BOOK_ENTRY_BYTES];

        if (!i || m->key != m[-1].key)
            largest = m->score;
        if (!s->uniform)
            e.weight = weight_scale(m->score, largest);
        book_pack(bytes, &e);
        fwrite(bytes, sizeof bytes, 1, file);
    }
}

bool book_builder_write(BookBuilder *b, const BookOptions *options, const char *path, Text *error) {
    Sorted sorted = {b->move, 0, options->uniform};
    bool good;

    for (size_t i = 0; i < b->moves; i++)
        if (b->move[i].games >= (uint32_t)options->min_games && b->move[i].score)
            b->move[sorted.count++] = b->move[i];
    if (sorted.count)
        qsort(b->move, sorted.count, sizeof *b->move, compare);
    else
        text_addf(error, "no move qualifies for the book: %zu game%s read, and --min-games is %d",
                  b->games, b->games == 1 ? " was" : "s were", options->min_games);
    good = sorted.count && file_output(path, write_moves, &sorted, error);
    if (good && options->json) {
        Json j = tool_json();

        json_text(&j, "file", path);
        json_count(&j, "entries", sorted.count);
        json_count(&j, "games", b->games);
        json_count(&j, "broken", b->bad);
        startup_json_end(&j);
    } else if (good) {
        printf("%s: %zu %s from %zu game%s\n", path, sorted.count,
               sorted.count == 1 ? "entry" : "entries", b->games, b->games == 1 ? "" : "s");
    }
    return good;
}
