/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-book: make Polyglot opening books from games, look into them, merge them. */
#include <stdio.h>
#include <string.h>

#include "book/book_dump.h"
#include "book/make.h"
#include "book/merge.h"
#include "common/commandline.h"
#include "engine.h"
#include "fen.h"
#include "file.h"
#include "startup.h"

static const char usage[] =
    "usage: alula-book make GAMES.pgn... BOOK.bin [OPTION...]\n"
    "       alula-book probe BOOK.bin FEN\n"
    "       alula-book dump BOOK.bin [--fen FEN] [--plies N]\n"
    "       alula-book merge BOOK.bin... OUT.bin\n"
    "\n"
    "Opening books in the format of Polyglot, of any size. A book that is written is there in "
    "full\n"
    "or not at all, and the same input makes the same book.\n"
    "\n"
    "make: the moves of all games of the files (\"-\": standard input). A move's weight is 2 for\n"
    "each win and 1 for each draw of the side that played it; moves that only lost are left out. "
    "A\n"
    "game without a result counts as a draw. Games may start from any position, and may be of\n"
    "Chess960; broken ones are left out.\n"
    "  --plies N        so many plies of each game (40)\n"
    "  --min-games N    moves that were played in so many games, at least (3)\n"
    "  --only-white, --only-black   moves of one side\n"
    "  --uniform        all weights are 1\n"
    "  --chess960       castling rights of all positions are those of Chess960\n"
    "\n"
    "probe: the key of a position, and its moves with weight and share.\n"
    "dump: all lines from the start of the game, or from another position, as a tree; what "
    "follows\n"
    "a position is shown where it comes about first.\n"
    "  --fen FEN        from this position\n"
    "  --plies N        so deep (300)\n"
    "  --chess960       it is one of Chess960 (probe as well)\n"
    "merge: weights of the same move are added; its learn field is that of the first book.\n"
    "\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 done; 1 the position is not in the book, there is nothing to make one of, or\n"
    "the output cannot be written; 2 wrong arguments or bad input: a sentence for each game that\n"
    "is broken, the others are in the book.\n";

enum { MAKE_PLIES = 40, MAKE_GAMES = 3 };

static int refuse(const char *sentence) {
    fprintf(stderr, "alula-book: %s (--help tells more)\n", sentence);
    return 2;
}

static int complain(int status, const char *sentence) {
    fprintf(stderr, "alula-book: %s\n", sentence);
    return status;
}

/* The status after a text that was asked for: 1 if it has not arrived. */
static int printed(int status) {
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    return complain(1, "the output cannot be written");
}

/* --- commands, each with its own name as argv[0] --------------------------------------------- */

/* A book that was forgotten would cost the last file of games. */
static bool looks_like_games(const char *name) {
    const size_t length = strlen(name);

    return length >= 4 && word_is_any_case((Word){name + length - 4, 4}, ".pgn");
}

static int do_make(int argc, char **argv, Text *fault) {
    MakeRules rules = {.plies = 0};
    int64_t plies = MAKE_PLIES, games = MAKE_GAMES;
    bool only_white = false, only_black = false;
    const CommandOption rows[] = {
        {"--plies", NULL, NULL, &plies, 1, 100000},
        {"--min-games", NULL, NULL, &games, 1, 1000000000},
        {"--only-white", &only_white, NULL, NULL, 0, 0},
        {"--only-black", &only_black, NULL, NULL, 0, 0},
        {"--uniform", &rules.uniform, NULL, NULL, 0, 0},
        {"--chess960", &rules.chess960, NULL, NULL, 0, 0},
    };
    Harvest h = {.games = 0};
    int others, status = 0;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, fault))
        return refuse(fault->at);
    if (others < 2 || !strcmp(argv[others], "-"))
        return refuse("make wants files of games and a book to write");
    if (looks_like_games(argv[others]))
        return refuse("the last file is the book to write, and may not end in .pgn");
    if (only_white && only_black)
        return refuse("--only-white and --only-black exclude each other");
    if (!file_output_possible(argv[others], fault))
        return complain(1, fault->at);
    rules.plies = (int)plies;
    rules.min_games = (int)games;
    rules.white_out = only_black;
    rules.black_out = only_white;
    for (int i = 1; i < others && !status; i++)
        if (!harvest_add(&h, &rules, argv[i], fault))
            status = complain(2, fault->at);
    if (!status && (status = harvest_write(&h, &rules, argv[others], fault)))
        complain(status, fault->at);
    if (h.bad)
        status = 2;
    harvest_free(&h);
    return printed(status);
}

static int do_merge(int argc, char **argv, Text *fault) {
    int others, status;

    if (!commandline_read(NULL, 0, argc, argv, &others, fault))
        return refuse(fault->at);
    if (others < 2)
        return refuse("merge wants books to read and one to write");
    status = merge(argv + 1, others - 1, argv[others], fault);
    return status ? complain(status, fault->at) : printed(0);
}

static bool read_position(Position *p, uint64_t *key, const char *fen, bool chess960, Text *fault) {
    const char *defect = fen_parse(p, word_of(fen), chess960);

    if (defect)
        text_addf(fault, "the position is not good: %s", defect);
    else
        *key = book_key(p, fen_jumped(word_of(fen)));
    return !defect;
}

static bool open_book(Book *b, const char *name, Text *fault) {
    const char *defect = book_open(b, name);

    if (defect)
        text_addf(fault, "%s: %s", name, defect);
    return !defect;
}

static int do_probe(int argc, char **argv, Text *fault) {
    bool chess960 = false, found;
    const CommandOption rows[] = {{"--chess960", &chess960, NULL, NULL, 0, 0}};
    char fen[512];
    Text t = text_in(fen, sizeof fen);
    int others;
    uint64_t key;
    Position p;
    Book b;

    if (!commandline_read(rows, 1, argc, argv, &others, fault))
        return refuse(fault->at);
    if (others < 2)
        return refuse("probe wants a book and a position");
    for (int i = 2; i <= others; i++) /* a shell may have made several words of it */
        text_addf(&t, "%s ", argv[i]);
    if (!read_position(&p, &key, fen, chess960, fault) || !open_book(&b, argv[1], fault))
        return complain(2, fault->at);
    printf("key %016llx\n", (unsigned long long)key);
    found = book_dump_position(&b, &p, key);
    book_close(&b);
    return found ? printed(0) : complain(1, "the position is not in the book");
}

static int do_dump(int argc, char **argv, Text *fault) {
    const char *fen = FEN_START;
    int64_t plies = BOOK_DUMP_MAX_PLIES;
    bool chess960 = false;
    const CommandOption rows[] = {
        {"--fen", NULL, &fen, NULL, 0, 0},
        {"--plies", NULL, NULL, &plies, 1, BOOK_DUMP_MAX_PLIES},
        {"--chess960", &chess960, NULL, NULL, 0, 0},
    };
    int others;
    size_t moves;
    uint64_t key;
    Position p;
    Book b;

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &others, fault))
        return refuse(fault->at);
    if (others != 1)
        return refuse("dump wants one book");
    if (!read_position(&p, &key, fen, chess960, fault) || !open_book(&b, argv[1], fault))
        return complain(2, fault->at);
    moves = book_dump_tree(&b, &p, key, (int)plies);
    book_close(&b);
    return moves ? printed(0) : complain(1, "the position is not in the book");
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv, Text *fault);
    } commands[] = {{"make", do_make}, {"probe", do_probe}, {"dump", do_dump}, {"merge", do_merge}};
    char words[600];
    Text fault = text_in(words, sizeof words);

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help")) {
            fputs(usage, stdout);
            return printed(0);
        }
        if (!strcmp(argv[i], "--version")) {
            puts("alula-book " ALULA_VERSION);
            return printed(0);
        }
    }
    startup_init_tables();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (argc > 1 && !strcmp(argv[1], commands[i].name))
            return commands[i].run(argc - 1, argv + 1, &fault);
    return refuse(argc > 1 ? "the command is make, probe, dump or merge" : "a command is missing");
}
