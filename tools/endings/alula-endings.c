/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-endings: solve endings of few pieces, and compare Syzygy tables with the results. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/filemap.h"
#include "base/random.h"
#include "chess/fen.h"
#include "chess/zobrist.h"
#include "endings_library.h"
#include "tools/common/tool.h"

static const char *const usage[] = {
#include "usage/alula-endings.inc"
    NULL};

static Library library;

static int start(const char *folder) {
    if (!folder)
        return tool_usage_error("--out DIR is needed: the folder of solved endings");
    attacks_init();
    zobrist_init();
    interrupt_catch();
    endings_init(&library.set);
    library.folder = folder;
    return TOOL_OK;
}

static int finish(LibraryStatus status) {
    endings_free(&library.set);
    return status == LIBRARY_DONE     ? TOOL_OK
           : status == LIBRARY_FAILED ? TOOL_FAILED
                                      : TOOL_INTERRUPTED;
}

static int unknown(const char *name) {
    Text t = TEXT_OF(80);

    text_add_quoted(&t, word_of(name), 40);
    return tool_usage_error("no ending of three or four pieces has the name %s; one is KQvKR",
                            t.at);
}

/* Looks up the endings of these names, or all. Returns the exit status. */
static int choose(Ending *list[ENDINGS], int *count, char **name, int names) {
    if (names > ENDINGS)
        return tool_usage_error("there are %d endings", ENDINGS);
    *count = names ? names : ENDINGS;
    for (int i = 0; i < *count; i++)
        if (!(list[i] = names ? endings_named(&library.set, name[i]) : &library.set.ending[i]))
            return unknown(name[i]);
    return TOOL_OK;
}

static int solve(int argc, char **argv, Text *error) {
    const char *folder = NULL;
    int64_t men = ENDING_MEN;
    bool all = false;
    int names;
    const CommandOption rows[] = {
        {"--out", .text = &folder},
        {"--all", .on = &all},
        {"--men", .number = &men, 3, ENDING_MEN},
    };
    LibraryStatus status = LIBRARY_DONE;
    Ending *list[ENDINGS];
    int code, count = 0;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &names, error))
        return TOOL_USAGE;
    if (all == (names > 0))
        return tool_usage_error("solve needs the names of endings, or --all");
    if ((code = start(folder)) || (code = choose(list, &count, argv + 1, names)))
        return code;
    if (mkdir(folder, 0777) && errno != EEXIST)
        return tool_fail("%s cannot be made: %s", folder, strerror(errno));
    if (!filemap_is_folder(folder))
        return tool_fail("%s is not a folder", folder);
    for (int i = 0; status == LIBRARY_DONE && i < count; i++)
        if (list[i]->men <= men)
            status = library_get(&library, list[i], error);
    return finish(status);
}

static int show(int argc, char **argv, Text *error) {
    static const char *const result[] = {"loss", "loss, drawn by the fifty-move rule", "draw",
                                         "win, drawn by the fifty-move rule", "win"};
    const char *folder = NULL, *sentence;
    const CommandOption rows[] = {{"--out", .text = &folder}};
    EndingBoard b = {0};
    EndingValue v;
    Position p;
    unsigned key = 0;
    bool swapped;
    Ending *e;
    int code, words;
    LibraryStatus status;

    if (!commandline_read(rows, 1, argc, argv, &words, error))
        return TOOL_USAGE;
    if (words != 1)
        return tool_usage_error("show needs one FEN, in quotation marks");
    if ((code = start(folder)))
        return code;
    if ((sentence = fen_parse(&p, word_of(argv[1]), false)))
        return tool_usage_error("the FEN is not valid: %s", sentence);
    if (p.board.castling || p.board.ep_square != NO_SQUARE ||
        bb_count(board_occupied(&p.board)) > ENDING_MEN)
        return tool_usage_error("show takes at most %d pieces, and no castling or en passant",
                                ENDING_MEN);
    b.turn = position_turn(&p);
    for (Bitboard left = board_occupied(&p.board); left; b.men++) {
        const Square s = pop_lsb(&left);
        b.square[b.men] = (uint8_t)s;
        b.piece[b.men] = (uint8_t)position_on(&p, s);
        b.color[b.men] = !bb_has(p.board.color[WHITE], s);
        key += ending_key((Piece)b.piece[b.men], (Color)b.color[b.men]);
    }
    e = endings_of_key(&library.set, key, &swapped);
    if (e && (status = library_load(&library, e, false, error)) != LIBRARY_DONE)
        return finish(status);
    v = endings_value(&library.set, &b);
    printf("%s: %s for the side to move", e ? e->name : "KvK", result[ending_wdl(v) + 2]);
    if (v)
        printf(" in %d pl%s", v < 0 ? -1 - v : v, v == 1 || v == -2 ? "y" : "ies");
    printf("\n");
    return finish(LIBRARY_DONE);
}

static int compare(int argc, char **argv, Text *error) {
    const char *folder = NULL;
    int64_t every = 1, threads = 1;
    const CommandOption rows[] = {
        {"--out", .text = &folder},
        {"--every", .number = &every, 1, 1000000000},
        {"--threads", .number = &threads, 1, COMPARE_THREADS},
    };
    Ending *list[ENDINGS];
    CompareCount total;
    LibraryStatus status;
    int code, words, count = 0;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &words, error))
        return TOOL_USAGE;
    if (!words)
        return tool_usage_error("compare needs the folder of the tables");
    if ((code = start(folder)) || (code = choose(list, &count, argv + 2, words - 1)))
        return code;
    if (!filemap_is_folder(argv[1]))
        return tool_fail("%s is not a folder", argv[1]);
    status = compare_run(&(ComparePlan){&library, argv[1], (int)every, (int)threads}, list, count,
                         &total, error);
    code = finish(status);
    return code == TOOL_OK && (total.wdl || total.dtz) ? TOOL_FAILED : code;
}

static int known(int argc, char **argv, Text *error) {
    const char *folder = NULL;
    const CommandOption rows[] = {{"--out", .text = &folder}};
    Ending *list[ENDINGS];
    uint64_t wrong;
    int code, words, count = 0;

    if (!commandline_read(rows, 1, argc, argv, &words, error))
        return TOOL_USAGE;
    if ((code = start(folder)) || (code = choose(list, &count, argv + 1, words)))
        return code;
    code = finish(known_run(&library, list, count, &wrong, error));
    return code == TOOL_OK && wrong ? TOOL_FAILED : code;
}

/* --- speed ----------------------------------------------------------------------------------- */

enum { POSITIONS = 20000, ROUNDS = 10 };

/* Gets a random legal position that the tables contain. */
static void random_position(Position *p, Syzygy *tables, int men, uint64_t *seed) {
    Wdl wdl;

    do {
        position_clear(p);
        position_put(p, WHITE, KING, (Square)random_below(seed, SQUARE_COUNT));
        for (int n = 1; n < men;) {
            const Square s = (Square)random_below(seed, SQUARE_COUNT);
            const Piece piece = n == 1 ? KING : (Piece)random_below(seed, KING);
            const bool back = square_rank(s) == 0 || square_rank(s) == 7;

            if (position_on(p, s) != NO_PIECE || (piece == PAWN && back))
                continue;
            position_put(p, n == 1 ? BLACK : (Color)random_below(seed, 2), piece, s);
            n++;
        }
        p->board.turn = (uint8_t)random_below(seed, 2);
        p->board.ep_square = NO_SQUARE;
        position_derive(p);
    } while (position_error(p) || !syzygy_wdl(tables, p, &wdl));
}

/*
 * Probes random positions with the maximum number of men of the tables. Prints nanoseconds per
 * probe: the best of several rounds, after a first round that maps the tables.
 */
static void measure(Syzygy *tables) {
    Position *const p = memory_new(POSITIONS, sizeof *p);
    int64_t best[2] = {INT64_MAX, INT64_MAX};
    uint64_t seed = 1, found[2] = {0, 0};

    for (int i = 0; i < POSITIONS; i++)
        random_position(&p[i], tables, syzygy_men(tables), &seed);
    for (int round = 0; round <= ROUNDS; round++)
        for (int kind = 0; kind < 2; kind++) {
            const int64_t start = clock_us();
            int64_t us;
            found[kind] = 0;
            for (int i = 0; i < POSITIONS; i++) {
                Wdl wdl;
                int dtz;
                found[kind] +=
                    kind ? syzygy_dtz(tables, &p[i], &dtz) : syzygy_wdl(tables, &p[i], &wdl);
            }
            us = clock_us() - start;
            best[kind] = round && us < best[kind] ? us : best[kind];
        }
    printf("%d positions of %d pieces, best of %d rounds:\n", POSITIONS, syzygy_men(tables),
           ROUNDS);
    for (int kind = 0; kind < 2; kind++)
        printf("%s: %" PRId64 " ns a probe, %" PRIu64 " found\n", kind ? "DTZ" : "WDL",
               best[kind] * 1000 / POSITIONS, found[kind]);
    free(p);
}

static int speed(int argc, char **argv, Text *error) {
    Syzygy *tables;
    int words;
    bool good;

    if (!commandline_read(NULL, 0, argc, argv, &words, error))
        return TOOL_USAGE;
    if (words != 1)
        return tool_usage_error("speed needs the folder of the tables");
    attacks_init();
    zobrist_init();
    tables = syzygy_open(argv[1]);
    good = tables && syzygy_men(tables);
    if (good)
        measure(tables);
    syzygy_close(tables);
    return good ? TOOL_OK : tool_fail("there are no tables in %s", argv[1]);
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-endings",
                       .usage = usage,
                       .command = {{"solve", solve},
                                   {"compare", compare},
                                   {"known", known},
                                   {"show", show},
                                   {"speed", speed}}};

    return tool_main(&tool, argc, argv);
}
