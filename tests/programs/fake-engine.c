/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fake-engine MODE [N]: an engine for tests of the tools. It speaks CECP and UCI; its moves depend
 * only on the position. At its Nth move of a game (default 1) it does what MODE says. It
 * refuses option values that end in 8, in UCI also those that end in 7 or 9, and exits at those
 * that end in 6.
 *
 *   ok             plays on           crash    exits
 *   abort          the same by a signal, with a line on stderr
 *   stall          hangs forever      late     thinks too long, but obeys "move now"
 *   illegal        moves e1e8         claim    claims a win
 *   resign         resigns            slow     takes N ms for every move
 *   flood          prints thinking output forever
 *   postclaim      moves, and then claims a draw
 *   offer          offers a draw with every move
 *   old            without ping, setboard and reuse
 *   stubborn       ignores quit and the end of its input
 *   mute           never prints anything
 *   dienew FILE    creates FILE at its first move; if FILE exists, exits at the start of a game
 *   mutenew FILE   the same, but falls silent instead
 *   lenient        accepts all option values
 *   boast          reports a mate in one that is not there
 *   nonps          does not announce nps
 *   deaf           announces thousands of features, and reads nothing any more
 *   says TEXT      its first move of a game is TEXT
 *   ponder FILE    names the move it expects, its own choice; FILE gets each "go", "stop" and so on
 *   tardy FILE     as ponder, but "stop" takes it 60 ms, and FILE gets all of each "go"
 *   early          as ponder, but answers "go ponder" before it may (UCI)
 *   restless       as ponder, but does not end pondering at "stop" (UCI)
 *
 * fake-engine perft RULE [STYLE] only counts, for tests of alula-perft --check, by a wrong rule of
 * chess, see rule_names, or by the right ones: sound. STYLE is uci or cecp; or it is UCI and
 *
 *   totals         tells no counts of moves       bare       tells no total
 *   early          answers isready before it counts, and is slow then
 *   earlybare      the same without totals
 *   lazy           the same as early, and slow before its first count
 *   deaf           ignores the moves behind a position
 *   deaftotals     the same without counts of moves
 *   count FEN DEPTH [MOVES]    counts once
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
    } else if (word_is(first, "option") && rest.length && rest.at[rest.length - 1] == '8') {
        if (!is(f, "lenient"))
            printf("Error (bad parameter): %s%.*s\n",
                   rest.at[rest.length - 2] == '8' ? "" : "option ", (int)rest.length, rest.at);
    } else if (word_is(first, "option")) {
        puts("# taken");
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

/* --- counting -------------------------------------------------------------------------------- */

enum Rule {
    SOUND,
    CASTLES_IN_CHECK,
    RIGHT_KEPT_BY_CAPTURED_ROOK,
    RIGHT_KEPT_BY_MOVED_ROOK,
    RIGHT_KEPT_FOR_ANOTHER_ROOK, /* that comes after one that is captured */
    RIGHT_NEVER_LOST_BY_ROOKS,   /* if only a rook stands there */
    NO_EP,
    EP_PIN_UNSEEN,
    EP_FROM_WEST_ONLY,
    ONLY_QUEENS,
    NO_DOUBLE_STEP_OF_BLACK,
    MOODY, /* a knight does not like the d-file: nothing that anybody would forget */
    RULE_COUNT
};
static const char *const rule_names[RULE_COUNT] = {
    "sound", "castles-in-check", "captured-rook", "moved-rook",  "another-rook", "any-rook",
    "no-ep", "ep-pin",           "ep-from-west",  "only-queens", "no-step",      "moody"};

typedef struct {
    Position now;
    Square jumped; /* by the pawn that has just made a double step, or NO_SQUARE */
    Bitboard kept; /* the corners for which the rule sees a castling right */
} Counted;

/* The moves of a position, by the rule; those that are illegal are NO_MOVE. */
typedef struct {
    struct {
        Move move;
        char text[NOTATION_SIZE];
    } of[MAX_MOVES + 8];
    size_t count;
} Moves;

static enum Rule rule;

static void list_move(Moves *l, Move m, const Position *p) {
    l->of[l->count].move = m;
    notation_text(l->of[l->count++].text, notation_write, p, m);
}

static void list_illegal(Moves *l, Square from, Square to) {
    l->of[l->count].move = NO_MOVE;
    snprintf(l->of[l->count++].text, NOTATION_SIZE, "%s%s", SQUARE_OF(from), SQUARE_OF(to));
}

static bool forgets(const Position *p, Move m) {
    const Square from = move_from(m), to = move_to(m);
    const Piece piece = position_on(p, from);
    const Color us = position_turn(p);

    switch (rule) {
    case NO_EP:
        return position_is_ep(p, m);
    case ONLY_QUEENS:
        return move_promotion(m) != NO_PIECE && move_promotion(m) != QUEEN;
    case NO_DOUBLE_STEP_OF_BLACK:
        return piece == PAWN && us == BLACK && (from ^ to) == 16;
    case MOODY:
        return piece == KNIGHT && square_file(to) == 3;
    default:
        return false;
    }
}

/* List castling that the rule allows, and chess does not. */
static void list_castling(Moves *l, const Counted *c) {
    const Position *p = &c->now;
    const Color us = position_turn(p);
    const Square king = square_make(4, us == WHITE ? 0 : 7);
    const Bitboard unsafe = movegen_attacked(&p->board, color_other(us));
    Bitboard corners = c->kept & bb_rank(square_rank(king));

    if (board_king(&p->board, us) != king || bb_has(unsafe, king) != (rule == CASTLES_IN_CHECK))
        return;
    while (corners) {
        const Square corner = pop_lsb(&corners), to = castling_king_to(king, corner);

        if ((rule != CASTLES_IN_CHECK && bb_has(p->board.castling, corner)) ||
            (rule > RIGHT_KEPT_BY_MOVED_ROOK &&
             !bb_has(board_pieces(&p->board, us, ROOK), corner)) ||
            (attacks_between(king, corner) & board_occupied(&p->board)) ||
            ((attacks_between(king, to) | bb_of(to)) & unsafe))
            continue;
        list_illegal(l, king, to);
    }
}

static void list_moves(Moves *l, const Counted *c) {
    const Position *p = &c->now;
    const Color us = position_turn(p);
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    l->count = 0;
    for (size_t i = 0; i < count; i++)
        if (!forgets(p, list[i]))
            list_move(l, list[i], p);
    if (rule == EP_PIN_UNSEEN && c->jumped != NO_SQUARE) {
        Bitboard takers = attacks_pawn(color_other(us), c->jumped) &
                          board_pieces(&p->board, us, PAWN) & ~p->pinned;

        while (takers && !position_in_check(p)) {
            const Square from = pop_lsb(&takers);

            if (!board_ep_is_legal(&p->board, us, from, c->jumped))
                list_illegal(l, from, c->jumped);
        }
    }
    if (rule != SOUND && rule <= RIGHT_NEVER_LOST_BY_ROOKS)
        list_castling(l, c);
}

static void play_counted(Counted *child, const Counted *c, Move m) {
    const Bitboard from = bb_of(move_from(m)), to = bb_of(move_to(m));
    const Piece piece = position_on(&c->now, move_from(m));
    const bool jumps = piece == PAWN && (move_from(m) ^ move_to(m)) == 16;

    position_play(&child->now, &c->now, m);
    child->jumped = jumps ? (Square)((move_from(m) + move_to(m)) / 2) : NO_SQUARE;
    if (jumps && rule == EP_FROM_WEST_ONLY &&
        !(bb_west(to) & board_pieces(&child->now.board, position_turn(&child->now), PAWN))) {
        child->now.board.ep_square = NO_SQUARE;
        position_derive(&child->now);
    }
    child->kept = c->kept;
    if (piece == KING)
        child->kept &= ~c->now.board.color[position_turn(&c->now)];
    if (rule != RIGHT_KEPT_BY_MOVED_ROOK && rule != RIGHT_NEVER_LOST_BY_ROOKS)
        child->kept &= ~from;
    if (rule == CASTLES_IN_CHECK || rule == RIGHT_KEPT_BY_MOVED_ROOK)
        child->kept &= ~to;
}

/* An illegal move counts 1 at any depth. */
static unsigned long long count_leaves(const Counted *c, int depth) {
    unsigned long long sum = 0;
    Counted child;
    Moves l;

    if (depth <= 0)
        return 1;
    list_moves(&l, c);
    if (depth == 1)
        return l.count;
    for (size_t i = 0; i < l.count; i++) {
        if (l.of[i].move == NO_MOVE) {
            sum++;
            continue;
        }
        play_counted(&child, c, l.of[i].move);
        sum += count_leaves(&child, depth - 1);
    }
    return sum;
}

static bool set_counted(Counted *c, Word fen) {
    Word rest = fen;

    if (fen_parse_prefix(&c->now, &rest, false))
        return false;
    c->jumped = fen_jumped((Word){fen.at, (size_t)(rest.at - fen.at)});
    c->kept = c->now.board.castling;
    return true;
}

static void play_words(Counted *c, Word moves) {
    Word w;

    while ((w = text_word(&moves)).length) {
        const Counted before = *c;
        Move m;

        if (notation_parse(&m, &before.now, w) == MOVE_FINE)
            play_counted(c, &before, m);
    }
}

/* Does it answer isready before it counts? */
static bool is_early(const char *style) {
    return !strncmp(style, "early", 5) || !strcmp(style, "lazy");
}

static void divide(const Counted *c, int depth, const char *style) {
    static bool woken;
    unsigned long long sum = 0;
    Moves l;

    if (!woken && !strcmp(style, "lazy"))
        sleep_ms(2000);
    woken = true;
    list_moves(&l, c);
    for (size_t i = 0; i < l.count; i++) {
        const char *text = l.of[i].text;
        unsigned long long n = 1;
        Counted child;

        if (l.of[i].move != NO_MOVE) {
            play_counted(&child, c, l.of[i].move);
            n = count_leaves(&child, depth - 1);
        }
        sum += n;
        if (!strcmp(style, "cecp"))
            printf("%zu. %.2s-%s = %llu\n", i + 1, text, text + 2, n);
        else if (!strstr(style, "totals"))
            printf("%s: %llu\n", text, n);
        if (!i && depth > 1 && is_early(style))
            sleep_ms(2000);
    }
    if (!strstr(style, "bare"))
        printf("\nNodes searched: %llu\n", sum);
}

static void hear_count(Counted *c, Word line, const char *style) {
    static bool ready; /* it was said already */
    Word rest = line, moves = {"", 0};
    const Word first = text_word(&rest);

    if (word_is(first, "uci")) {
        puts(!strcmp(style, "cecp") ? "Error (unknown command): uci" : "id name Fake\nuciok");
    } else if (word_is(first, "protover")) {
        puts("feature ping=1 setboard=1 usermove=1 done=1");
    } else if (word_is(first, "isready")) {
        if (!ready)
            puts("readyok");
        ready = false;
    } else if (word_is(first, "ping")) {
        printf("pong%.*s\n", (int)rest.length, rest.at);
    } else if (word_is(first, "position") && word_is(text_word(&rest), "fen")) {
        text_split(&rest, "moves ", &moves);
        if (set_counted(c, rest) && strncmp(style, "deaf", 4) != 0)
            play_words(c, moves);
    } else if (word_is(first, "setboard")) {
        set_counted(c, rest);
    } else if (word_is(first, "usermove")) {
        play_words(c, rest);
    } else if (word_is(first, "divide") ||
               (word_is(first, "go") && word_is(text_word(&rest), "perft"))) {
        int64_t depth = 0;

        word_whole(text_word(&rest), 0, 100, &depth);
        if ((ready = is_early(style)))
            puts("readyok");
        divide(c, (int)depth, style);
    }
}

/* The words are RULE [STYLE [FEN DEPTH [MOVES]]]. */
static int count_only(int words, char **word) {
    const char *style = words > 1 ? word[1] : "uci";
    static char text[1 << 12];
    Counted c;

    while (words && rule < RULE_COUNT && strcmp(word[0], rule_names[rule]) != 0)
        rule++;
    if (!words || rule == RULE_COUNT)
        return 2;
    if (words > 3) {
        if (!set_counted(&c, word_of(word[2])))
            return 2;
        play_words(&c, word_of(words > 4 ? word[4] : ""));
        divide(&c, (int)strtol(word[3], NULL, 10), style);
        return 0;
    }
    while (fgets(text, sizeof text, stdin)) {
        const Word line = text_rest(word_of(text));

        if (word_is(line, "quit"))
            break;
        hear_count(&c, line, style);
    }
    return 0;
}

int main(int argc, char **argv) {
    Fake f = {.mode = argc > 1 ? argv[1] : "ok",
              .file = argc > 2 ? argv[2] : "",
              .at = argc > 2 ? atoi(argv[2]) : 1};
    static char text[1 << 16];
    Position start;

    attacks_init();
    zobrist_init();
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (is(&f, "perft"))
        return count_only(argc - 2, argv + 2);
    if (fen_parse(&start, word_of(FEN_START), false) || gameline_init(&f.line, &start))
        return 1;
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
