/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-book: make, probe, dump and merge Polyglot opening books. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "alula-book.h"
#include "base/file.h"
#include "chess/fen.h"
#include "tools/common/tool.h"

static const char *const usage[] = {
#include "usage/alula-book.inc"
    NULL};

enum { MAKE_PLIES = 40, MAKE_GAMES = 3 };

static const char book[] = "the last file, which is the book to write,";

/* --- commands -------------------------------------------------------------------------------- */

static int do_make(int argc, char **argv, Text *error) {
    BookOptions options = {.plies = MAKE_PLIES, .min_games = MAKE_GAMES};
    const CommandOption rows[] = {
        {"--plies", .whole = &options.plies, 1, 100000},
        {"--min-games", .whole = &options.min_games, 1, 1000000000},
        {"--only-white", .on = &options.skip_black},
        {"--only-black", .on = &options.skip_white},
        {"--uniform", .on = &options.uniform},
        {"--chess960", .on = &options.chess960},
        {"--json", .on = &options.json},
    };
    BookBuilder builder = {.games = 0};
    int others, status = TOOL_OK;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, error))
        return TOOL_USAGE;
    if (others < 2 || !strcmp(argv[others], "-"))
        return tool_usage_error("make needs files of games and a book to write");
    if (tool_check_outputs(&(ToolFile){book, argv[others]}, 1, (const char *const *)argv + 1,
                           (size_t)others - 1))
        return TOOL_USAGE;
    if (options.skip_white && options.skip_black)
        return tool_usage_error("--only-white and --only-black exclude each other");
    if (!file_output_possible(argv[others], error))
        return TOOL_FAILED;
    for (int i = 1; i < others && !status; i++)
        if (!book_builder_add(&builder, &options, argv[i], error))
            status = TOOL_FAILED;
    if (!status && (!book_builder_write(&builder, &options, argv[others], error) || builder.bad))
        status = TOOL_FAILED;
    book_builder_free(&builder);
    return status;
}

static int do_merge(int argc, char **argv, Text *error) {
    bool json = false;
    const CommandOption rows[] = {{"--json", .on = &json}};
    int others;

    if (!commandline_read(rows, 1, argc, argv, &others, error))
        return TOOL_USAGE;
    if (others < 2)
        return tool_usage_error("merge needs books to read and one to write");
    if (tool_check_outputs(&(ToolFile){book, argv[others]}, 1, NULL, 0))
        return TOOL_USAGE;
    return book_merge(argv + 1, others - 1, argv[others], json, error) ? TOOL_OK : TOOL_FAILED;
}

/*
 * Shows the tree below a position, to a depth of `plies`, or with 0 only its moves and its key.
 * Returns the exit status.
 */
static int show(const char *name, const char *fen, bool chess960, int plies, bool json,
                Text *error) {
    Json j = {.out = NULL}, *to = json ? &j : NULL;
    const char *why;
    int64_t entries;
    size_t moves;
    uint64_t key;
    Position p;
    Book b;

    if ((why = fen_parse(&p, word_of(fen), chess960)))
        return tool_usage_error("the position is not valid: %s", why);
    if ((why = book_open(&b, name))) {
        text_addf(error, "%s: %s", name, why);
        return TOOL_FAILED;
    }
    key = book_key(&p, fen_jumped(word_of(fen)));
    if (json) {
        j = tool_json();
        book_dump_key(&j, "key", key);
        json_open(&j, "moves", '[');
    } else if (!plies) {
        printf("key %016llx\n", (unsigned long long)key);
    }
    moves = plies ? book_dump_tree(&b, &p, key, plies, to) : book_dump_position(&b, &p, key, to);
    if (json) {
        json_close(&j, ']');
        startup_json_end(&j);
    }
    entries = b.count;
    book_close(&b);
    if (moves)
        return TOOL_OK;
    return plies ? tool_fail("the position is not in the book, which has %" PRId64
                             " entr%s: start from another position with --fen FEN",
                             entries, entries == 1 ? "y" : "ies")
                 : tool_fail("the position is not in the book");
}

static int do_probe(int argc, char **argv, Text *error) {
    bool chess960 = false, json = false;
    const CommandOption rows[] = {{"--chess960", .on = &chess960}, {"--json", .on = &json}};
    Text t = TEXT_OF(512);
    int others;

    if (!commandline_read(rows, 2, argc, argv, &others, error))
        return TOOL_USAGE;
    if (others < 2)
        return tool_usage_error("probe needs a book and a position");
    for (int i = 2; i <= others; i++) /* an unquoted FEN is several words */
        text_addf(&t, "%s ", argv[i]);
    return show(argv[1], t.at, chess960, 0, json, error);
}

static int do_dump(int argc, char **argv, Text *error) {
    const char *fen = FEN_START;
    int plies = BOOK_DUMP_MAX_PLIES;
    bool chess960 = false, json = false;
    const CommandOption rows[] = {
        {"--json", .on = &json},
        {"--fen", .text = &fen},
        {"--plies", .whole = &plies, 1, BOOK_DUMP_MAX_PLIES},
        {"--chess960", .on = &chess960},
    };
    int others;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, error))
        return TOOL_USAGE;
    if (others != 1)
        return tool_usage_error("dump needs one book");
    return show(argv[1], fen, chess960, plies, json, error);
}

int main(int argc, char **argv) {
    const Tool tool = {
        .name = "alula-book",
        .usage = usage,
        .command = {
            {"make", do_make}, {"probe", do_probe}, {"dump", do_dump}, {"merge", do_merge}}};

    startup_init_tables();
    return tool_main(&tool, argc, argv);
}
