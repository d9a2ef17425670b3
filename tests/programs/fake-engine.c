/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fake-engine MODE [N]: an engine for tests of alula-match. It speaks CECP and UCI; its moves
 * depend only on the position. At its Nth move of a game (default 1) it does what MODE says. It
 * refuses option values that end in 8, in UCI also those that end in 7 or 9, and exits at those
 * that end in 6.
 *
 *   ok             plays on           crash    exits
 *   abort          the same by a signal, with a line on stderr
 *   stall          hangs forever      late     thinks too long, but obeys "move now"
 *   illegal        moves e1e8         claim    claims a win
 *   drawclaim      claims a draw      refuse   calls the last move illegal
 *   resign         resigns            slow     takes N ms for every move
 *   garbage        prints noise, and then its move
 *   flood          prints thinking output forever
 *   postclaim      moves, and then claims a draw
 *   offer          offers a draw with every move
 *   old            without ping, setboard and reuse
 *   stubborn       ignores quit and the end of its input
 *   mute           never prints anything
 *   dienew FILE    creates FILE at its first move; if FILE exists, exits at the start of a game
 *   mutenew FILE   the same, but falls silent instead
 *   lenient        accepts all option values
 *   shortst        refuses `st` above a day
 *   boast          reports a mate in one that is not there
 *   nonps          does not announce nps
 *   nosd           calls `sd` an illegal move
 *   deaf           announces thousands of features, and reads nothing any more
 *   says TEXT      its first move of a game is TEXT
 *   ponder FILE    names the move it expects, its own choice; FILE gets each "go", "stop" and so on
 *   tardy FILE     as ponder, but "stop" takes it 60 ms, and FILE gets all of each "go"
 *   early          as ponder, but answers "go ponder" before it may (UCI)
 *   restless       as ponder, but does not end pondering at "stop" (UCI)
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chess/fen.h"
#include "chess/gameline.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/zobrist.h"

typedef struct {
    const char *mode, *file; /* FILE of some modes */
    int at;                  /* N */
    GameLine line;
    Color own;
    bool uci, forced, waiting, mute, pondering;
    int moves; /* its moves in this game */
} Fake;

static void sleep_ms(int ms) {
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};

    nanosleep(&t, NULL);
}

static bool is(const Fake *f, const char *mode) {
    return !strcmp(f->mode, mode);
}

static void restart(Fake *f, const char *fen) {
    Position p;

    if (!fen_parse(&p, word_of(fen), false))
        gameline_restart(&f->line, &p);
    f->moves = 0;
    f->forced = false;
    f->own = BLACK;
}

/* Modes that fail at the start of every game but the first; FILE exists after the first. */
static bool fails_at_start(const Fake *f) {
    return is(f, "dienew") || is(f, "mutenew");
}

static void begin_game(Fake *f) {
    FILE *file = fails_at_start(f) ? fopen(f->file, "r") : NULL;

    if (!file)
        return;
    fclose(file);
    if (is(f, "dienew"))
        exit(3);
    f->mute = true;
}

static void print_noise(void) {
    static const char noise[] =
        "pong\n\n\tmov e2e4\n# 1 2 3\nbestmove\n12 13 14\nfeature\n\001\377\n";

    fwrite(noise, 1, sizeof noise, stdout); /* with its NUL */
    putchar('\n');
    for (int i = 0; i < 200000; i++)
        putchar('x');
    putchar('\n');
}

/* A legal move that depends only on the position, or NO_MOVE. */
static Move choose(const Position *now) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&now->board, list);

    return count ? list[now->key % count] : NO_MOVE;
}

/* After "bestmove ...": " ponder ..." in modes that ponder. */
static void add_ponder(const Fake *f, Text *out, const Position *now, Move m) {
    Position next;
    Move expected;

    if (!is(f, "ponder") && !is(f, "tardy") && !is(f, "early") && !is(f, "restless"))
        return;
    position_play(&next, now, m);
    expected = choose(&next);
    text_add(out, expected == NO_MOVE ? "" : " ponder ");
    if (expected != NO_MOVE)
        notation_write(out, &next, expected);
}

/* Play a legal move that depends only on the position. */
static void make_move(Fake *f) {
    const Position *now = gameline_now(&f->line);
    char text[NOTATION_SIZE], expected[2 * NOTATION_SIZE];
    Text t = text_in(text, sizeof text), e = text_in(expected, sizeof expected);
    const Move m = choose(now);

    f->waiting = false;
    if (m == NO_MOVE)
        return;
    notation_write(&t, now, m);
    add_ponder(f, &e, now, m);
    if (f->uci)
        printf("info depth 1 score %s nodes 1 pv %s\nbestmove %s%s\n",
               is(f, "boast") ? "mate 1" : "cp 0", text, text, expected);
    else
        printf("1 %d 0 1 %s\nmove %s\n", is(f, "boast") ? 100001 : 0, text, text);
    if (!f->uci)
        gameline_play(&f->line, m);
}

static void do_at_move(Fake *f) {
    const bool white = position_turn(gameline_now(&f->line)) == WHITE;

    if (is(f, "crash"))
        exit(3);
    if (is(f, "abort")) {
        fputs("begins to think\nno memory\n", stderr);
        abort();
    }
    while (is(f, "stall"))
        sleep_ms(1000);
    while (is(f, "flood")) {
        printf("%s\n", f->uci ? "info depth 1 score cp 0" : "1 0 0 1 e4");
        fflush(stdout);
    }
    if (is(f, "illegal"))
        puts(f->uci ? "bestmove e1e8" : "move e1e8");
    else if (is(f, "claim"))
        puts(white ? "1-0 {White mates}" : "0-1 {Black mates}");
    else if (is(f, "drawclaim"))
        puts("1/2-1/2 {Draw by repetition}");
    else if (is(f, "refuse"))
        puts("Illegal move: e2e4");
    else if (is(f, "resign"))
        puts("resign");
    else if (is(f, "late"))
        f->waiting = true;
    else
        make_move(f);
    if (is(f, "postclaim"))
        puts("1/2-1/2 {Draw by fifty move rule}");
}

static void play_text(Fake *f, Word text) {
    Move m;

    if (notation_parse(&m, gameline_now(&f->line), text) == MOVE_FINE)
        gameline_play(&f->line, m);
    else
        printf("Illegal move: %.*s\n", (int)text.length, text.at);
}

/* Play a text, with a score. */
static void say_move(Fake *f, const char *text) {
    puts(f->uci ? "info depth 1 score cp 0 nodes 1" : "1 0 0 1 e4");
    printf("%s %s\n", f->uci ? "bestmove" : "move", text);
    if (!f->uci)
        play_text(f, word_of(text));
}

static void think(Fake *f) {
    f->moves++;
    if (fails_at_start(f))
        fclose(fopen(f->file, "w"));
    if (is(f, "slow"))
        sleep_ms(f->at);
    if (is(f, "garbage"))
        print_noise();
    if (is(f, "offer"))
        puts("offer draw");
    if (is(f, "says") && f->moves == 1)
        say_move(f, f->file);
    else if (f->moves == f->at && !is(f, "slow"))
        do_at_move(f);
    else
        make_move(f);
}

/* Handle `edit`, with its lines up to ".". */
static void edit(Fake *f) {
    static const char letters[] = "PNBRQK";
    const Color turn = position_turn(gameline_now(&f->line));
    char line[256];
    Position p;
    Color c = WHITE;

    position_clear(&p);
    while (fgets(line, sizeof line, stdin) && *line != '.') {
        const char *found = strchr(letters, *line);

        if (*line == 'c')
            c = BLACK;
        else if (found && *line)
            position_put(&p, c, (Piece)(found - letters),
                         square_make(line[1] - 'a', line[2] - '1'));
    }
    p.board.turn = (uint8_t)turn;
    position_derive(&p);
    gameline_restart(&f->line, &p);
}

static void announce_forever(void) {
    for (int line = 0; line < 16; line++) {
        printf("feature");
        for (int i = 0; i < 600; i++)
            printf(" f%099d=1", i);
        putchar('\n');
    }
    for (;;)
        sleep_ms(1000);
}

static void hear_cecp(Fake *f, Word first, Word rest, Word line) {
    const bool old = is(f, "old");

    if (word_is(first, "protover")) {
        if (is(f, "deaf"))
            announce_forever();
        if (old)
            puts("feature ping=0 setboard=0 reuse=0 myname=\"Fake\" done=1");
        else
            printf(
                "feature done=0\nfeature ping=1 setboard=1 usermove=1 sigint=0 variants=\"normal\""
                " option=\"Some Thing -spin 1 0 9\" myname=\"Fake %s\"%s done=1\n",
                f->mode, is(f, "nonps") ? "" : " nps=1");
    } else if (word_is(first, "ping") && !old) {
        printf("pong %.*s\n", (int)rest.length, rest.at);
    } else if (word_is(first, "new")) {
        restart(f, FEN_START);
    } else if (word_is(first, "setboard")) {
        Position p;

        if (!fen_parse(&p, rest, false))
            gameline_restart(&f->line, &p);
    } else if (word_is(first, "edit")) {
        edit(f);
    } else if (word_is(first, "force")) {
        f->forced = true;
        f->waiting = false;
    } else if (word_is(first, "go")) {
        f->forced = false;
        f->own = position_turn(gameline_now(&f->line));
        think(f);
    } else if (word_is(first, "?") && f->waiting) {
        make_move(f);
    } else if (word_is(first, "st") && is(f, "shortst") && rest.length > 5) {
        printf("Error (bad parameter): st %.*s\n", (int)rest.length, rest.at);
    } else if (word_is(first, "option") && rest.length && rest.at[rest.length - 1] == '8') {
        if (!is(f, "lenient"))
            printf("Error (bad parameter): %s%.*s\n",
                   rest.at[rest.length - 2] == '8' ? "" : "option ", (int)rest.length, rest.at);
    } else if (word_is(first, "option")) {
        puts("# taken");
    } else if (word_is(first, "sd") && is(f, "nosd")) {
        printf("Illegal move: sd %.*s\n", (int)rest.length, rest.at);
    } else if (word_is(first, "usermove") ||
               (line.length >= 4 && line.length <= 5 && line.at[1] >= '1' && line.at[1] <= '8')) {
        play_text(f, word_is(first, "usermove") ? rest : line);
        if (!f->forced)
            think(f);
    }
}

/* "name File value x8": refuse it as various engines do, or print harmless messages. */
static void set_option(const Fake *f, Word rest) {
    const char last = rest.length && !is(f, "lenient") ? rest.at[rest.length - 1] : '\0';
    const Word value = {rest.at + rest.length - 2, 2};

    if (last == '6')
        exit(3);
    if (last == '9')
        puts("info string ERROR: The network file was not loaded successfully.");
    else if (last == '8')
        printf("info string (there is no such file): %.*s\n", (int)rest.length, rest.at);
    else if (last == '7')
        printf("info string This is not a file: File=%.2s\n", value.at);
    else
        printf("info string Errors are shown\ninfo string (NNUE) is not used\n"
               "info string now File=%.2s\ninfo string not: %.*s\n",
               value.at, (int)rest.length, rest.at);
}

/* Keep what is said about pondering. */
static void note(const Fake *f, const char *line) {
    FILE *file = is(f, "ponder") || is(f, "tardy") ? fopen(f->file, "a") : NULL;

    if (!file)
        return;
    fprintf(file, "%s\n", line);
    fclose(file);
}

/* "go ponder", and what may follow; false if it is something else. */
static bool hear_ponder(Fake *f, Word first, Word rest) {
    if (word_is(first, "go") && word_is(text_word(&rest), "ponder")) {
        note(f, "go ponder");
        f->pondering = true;
        if (is(f, "early"))
            make_move(f);
    } else if (f->pondering && word_is(first, "ponderhit")) {
        note(f, "ponderhit");
        f->pondering = false;
        if (!is(f, "early"))
            make_move(f);
    } else if (f->pondering && word_is(first, "stop")) {
        note(f, "stop");
        f->pondering = is(f, "restless");
        if (is(f, "tardy"))
            sleep_ms(60);
        if (is(f, "ponder") || is(f, "tardy"))
            make_move(f);
    } else {
        return f->pondering && is(f, "restless");
    }
    return true;
}

static void hear_uci(Fake *f, Word first, Word rest, Word line) {
    char all[200];

    if (hear_ponder(f, first, rest))
        return;
    if (word_is(first, "uci")) {
        printf("id name Fake %s\noption name Hash type spin default 1 min 2 max 999\n"
               "option name File type string default <empty>\nuciok\n",
               f->mode);
    } else if (word_is(first, "setoption")) {
        set_option(f, rest);
    } else if (word_is(first, "isready")) {
        puts("readyok");
    } else if (word_is(first, "position")) {
        const int moves = f->moves;
        Position p;
        Word w;

        if (word_is(text_word(&rest), "startpos"))
            fen_parse(&p, word_of(FEN_START), false);
        else
            fen_parse_prefix(&p, &rest, false);
        gameline_restart(&f->line, &p);
        text_word(&rest);
        while ((w = text_word(&rest)).length)
            play_text(f, w);
        f->moves = f->line.length < 2 ? 0 : moves;
    } else if (word_is(first, "go")) {
        snprintf(all, sizeof all, "%.*s", (int)line.length, line.at);
        note(f, is(f, "tardy") ? all : "go");
        think(f);
    } else if (word_is(first, "stop") && f->waiting) {
        make_move(f);
    }
}

int main(int argc, char **argv) {
    Fake f = {.mode = argc > 1 ? argv[1] : "ok",
              .file = argc > 2 ? argv[2] : "",
              .at = argc > 2 ? atoi(argv[2]) : 1};
    static char text[1 << 16];
    Position start;

    attacks_init();
    zobrist_init();
    if (fen_parse(&start, word_of(FEN_START), false) || gameline_init(&f.line, &start))
        return 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(text, sizeof text, stdin)) {
        Word line = text_rest(word_of(text)), rest = line, first = text_word(&rest);

        rest = text_rest(rest);
        if (is(&f, "mute"))
            continue;
        if (word_is(first, "quit") && !is(&f, "stubborn"))
            break;
        if (word_is(first, "new") || word_is(first, "ucinewgame"))
            begin_game(&f);
        if (f.mute)
            continue;
        if (word_is(first, "uci"))
            f.uci = true;
        if (f.uci)
            hear_uci(&f, first, rest, line);
        else
            hear_cecp(&f, first, rest, line);
        fflush(stdout);
    }
    while (is(&f, "stubborn"))
        sleep_ms(1000);
    gameline_destroy(&f.line);
    return 0;
}
