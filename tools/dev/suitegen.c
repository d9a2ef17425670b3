/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * suitegen: make, select, count and check the positions of perft-suites/. The same seed gives the
 * same positions with every compiler. perft-suites/README.md says how the suites were made.
 *
 * To build:  cc -O2 -I. -Iengine -o suitegen tools/dev/suitegen.c build/.../libalula.a -pthread
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "chess/fen.h"
#include "chess/zobrist.h"
#include "perft/perft.h"

static const char usage[] =
    "usage: suitegen make THEME COUNT SEED           print COUNT candidates\n"
    "       suitegen select COUNT FILE SUITE MATRIX  choose lines of FILE that add to SUITE\n"
    "       suitegen count MAX                       add D1 up to D6 to standard input\n"
    "       suitegen check MAX FILE...               print FILE:LINE DEPTH of wrong counts\n"
    "\n"
    "Themes: castling enpassant promotion check pins chess960 double games dense. MATRIX is the\n"
    "output of perft-mutants --matrix. Counts above MAX are not made or checked, except that "
    "count\n"
    "always adds D1 to D3. check runs every line in its own process, as a broken move generator\n"
    "may crash; DEPTH is 0 for a bad position, or \"crash\" or \"hang\".\n";

enum { LINE_SIZE = 4096, LINES = 20000, RULES = 200, NAME_SIZE = 64, MAX_DEPTH = 6 };

static int fail(const char *what, const char *text) {
    fprintf(stderr, "suitegen: %s: %s\n", what, text);
    return 2;
}

static uint64_t random_state;

static int below(int n) {
    return (int)(random_next(&random_state) % (uint64_t)n);
}

static bool one_in(int n) {
    return below(n) == 0;
}

/* --- candidates ------------------------------------------------------------------------------- */

typedef enum {
    CASTLING,
    ENPASSANT,
    PROMOTION,
    CHECK,
    PINS,
    CHESS960,
    DOUBLE,
    GAMES,
    DENSE,
    THEME_COUNT
} Theme;

static const char *const theme_name[THEME_COUNT] = {
    "castling", "enpassant", "promotion", "check", "pins", "chess960", "double", "games", "dense"};

/* A position with the square behind a pawn that just moved two squares, capturable or not. */
typedef struct {
    Position p;
    Square ep_square;
    bool letters; /* write castling rights as file letters */
    const char *origin;
} Candidate;

static bool has_ep_capture(const Candidate *c) {
    const Color us = position_turn(&c->p);

    return c->ep_square != NO_SQUARE &&
           (attacks_pawn(color_other(us), c->ep_square) & board_pieces(&c->p.board, us, PAWN));
}

/* Does the position fit the theme? */
static bool suits(const Candidate *c, Theme theme) {
    const Board *b = &c->p.board;
    const Color us = position_turn(&c->p);
    const Bitboard seventh = bb_rank(rank_for(us, 6));

    switch (theme) {
    case CASTLING:
    case CHESS960:
    case DOUBLE:
        return b->castling != 0;
    case ENPASSANT:
        return has_ep_capture(c);
    case PROMOTION:
        return (board_pieces(b, us, PAWN) & seventh) != 0;
    case CHECK:
        return c->p.checkers != 0;
    case PINS:
        return c->p.pinned != 0;
    default:
        return true;
    }
}

/* --- random games ----------------------------------------------------------------------------- */

/* Extra weights of kinds of moves, so that random games differ in style. */
typedef struct {
    int capture, promotion, castling, ep, pawn, jump, home;
} Style;

static const Style styles[] = {
    {0, 3, 0, 3, 0, 0, 0},    {2, 20, 20, 40, 0, 0, -1}, {0, 60, 20, 40, 4, 8, -1},
    {6, 40, 10, 40, 2, 2, 0}, {1, 30, 60, 60, 1, 9, -1},
};

static int weight(const Position *p, Move m, const Style *t) {
    const Piece piece = position_on(p, move_from(m));
    const bool at_home =
        piece == KING || (piece == ROOK && bb_has(p->board.castling, move_from(m)));
    int w = 4;

    if (position_is_castling(p, m))
        return w + 4 * t->castling;
    if (position_is_ep(p, m))
        return w + 4 * t->ep;
    if (position_is_capture(p, m))
        w += 4 * t->capture;
    if (move_promotion(m) != NO_PIECE)
        w += 4 * t->promotion;
    else if (piece == PAWN)
        w += 4 * ((move_from(m) ^ move_to(m)) == 16 ? t->jump : t->pawn);
    return at_home && t->home < 0 ? 1 : w;
}

static Move choose_move(const Position *p, const Style *t) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    int total = 0;

    for (size_t i = 0; i < count; i++)
        total += weight(p, list[i], t);
    if (!total)
        return NO_MOVE;
    total = below(total);
    for (size_t i = 0;; i++)
        if ((total -= weight(p, list[i], t)) < 0)
            return list[i];
}

/* A random Chess960 back rank: bishops on different colors, the king between the rooks. */
static void back_rank(char rank[9], bool black) {
    bool good = false;

    while (!good) {
        const char *king, *rook, *bishop;

        memcpy(rank, "RNBQKBNR", 9);
        for (int i = 7; i > 0; i--) {
            const int other = below(i + 1);
            const char c = rank[i];
            rank[i] = rank[other];
            rank[other] = c;
        }
        king = strchr(rank, 'K');
        rook = strchr(rank, 'R');
        bishop = strchr(rank, 'B');
        good = rook < king && strchr(rook + 1, 'R') > king &&
               (strchr(bishop + 1, 'B') - bishop) % 2 != 0;
    }
    for (int i = 0; black && i < 8; i++)
        rank[i] = (char)(rank[i] - 'A' + 'a');
}

static void game_start(Position *p, Theme theme) {
    char white[9] = "RNBQKBNR", black[9] = "rnbqkbnr", line[FEN_SIZE];

    if (theme == CHESS960 || theme == DOUBLE || (theme == GAMES && one_in(4))) {
        back_rank(white, false);
        if (theme == DOUBLE)
            back_rank(black, true);
        else
            for (int i = 0; i < 8; i++)
                black[i] = (char)(white[i] - 'A' + 'a');
        if (theme == GAMES) { /* no castling rights, so that the suite is not Chess960 */
            snprintf(line, sizeof line, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w - - 0 1", black, white);
            fen_parse(p, word_of(line), true);
            return;
        }
    }
    snprintf(line, sizeof line, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", black, white);
    fen_parse(p, word_of(line), true);
}

/* Play a random game and pick a random position that fits the theme. False if there is none. */
static bool from_game(Candidate *c, Theme theme) {
    const Style *style = &styles[below((int)(sizeof styles / sizeof *styles))];
    const int plies = 12 + below(one_in(3) ? 160 : 70);
    Candidate now = {.ep_square = NO_SQUARE, .origin = "random game"};
    int found = 0;

    game_start(&now.p, theme);
    for (int ply = 0; ply < plies; ply++) {
        const Move m = choose_move(&now.p, style);
        Position child;

        if (m == NO_MOVE || now.p.halfmove_clock > 90)
            break;
        position_play(&child, &now.p, m);
        now.ep_square = NO_SQUARE;
        if (position_on(&now.p, move_from(m)) == PAWN && (move_from(m) ^ move_to(m)) == 16)
            now.ep_square = (Square)((move_from(m) + move_to(m)) / 2);
        now.p = child;
        if (now.ep_square != NO_SQUARE && !has_ep_capture(&now) && one_in(2))
            now.ep_square = NO_SQUARE;
        if (ply >= 8 && suits(&now, theme) && one_in(++found))
            *c = now;
    }
    return found > 0;
}

/* --- random positions ------------------------------------------------------------------------- */

static bool put(Position *p, Color c, Piece piece, Square s) {
    if (bb_has(board_occupied(&p->board), s))
        return false;
    position_put(p, c, piece, s);
    return true;
}

static void put_anywhere(Position *p, Color c, Piece piece) {
    while (!put(p, c, piece, piece == PAWN ? (Square)(8 + below(48)) : (Square)below(64)))
        ;
}

static Square home_square(Color c, int file) {
    return square_make(file, rank_for(c, 0));
}

/* King and rooks on the back rank with castling rights, in chess or Chess960. */
static void put_castling(Position *p, Theme theme) {
    int king = 4, west = 0, east = 7;

    for (Color c = WHITE; c <= BLACK; c++) {
        if (theme != CASTLING && (c == WHITE || theme == DOUBLE)) {
            king = 1 + below(6);
            west = below(king);
            east = king + 1 + below(7 - king);
        }
        if (c != position_turn(p) && one_in(3)) {
            if (!one_in(3))
                put_anywhere(p, c, KING);
            else
                put(p, c, KING, home_square(c, king));
            continue;
        }
        put(p, c, KING, home_square(c, king));
        if (!one_in(4)) {
            put(p, c, ROOK, home_square(c, west));
            p->board.castling |= one_in(6) ? 0 : bb_of(home_square(c, west));
        }
        if (!one_in(4)) {
            put(p, c, ROOK, home_square(c, east));
            p->board.castling |= one_in(6) ? 0 : bb_of(home_square(c, east));
        }
        if (one_in(6))
            put(p, c, ROOK, home_square(c, below(8)));
    }
}

/* A pawn that just moved two squares, and pawns beside it. Returns the en passant square. */
static Square put_double_step(Position *p) {
    const Color us = position_turn(p), them = color_other(us);
    const int file = below(8), rank = rank_for(us, 4);
    const int side = below(3); /* capturing pawns: west, east or both */

    position_put(p, them, PAWN, square_make(file, rank));
    if (side != 1 && file > 0)
        position_put(p, us, PAWN, square_make(file - 1, rank));
    if (side != 0 && file < 7)
        position_put(p, us, PAWN, square_make(file + 1, rank));
    if (one_in(2)) /* the king on the rank or file of the pawn */
        put(p, us, KING, square_make(below(8), rank));
    else if (one_in(3))
        put(p, us, KING, square_make(file, below(8)));
    else
        put(p, us, KING, (Square)below(64));
    if (one_in(3)) {
        const Square s = square_make(below(8), rank);
        put(p, them, one_in(2) ? ROOK : QUEEN, s);
    }
    p->board.ep_square = (uint8_t)square_make(file, rank_for(us, 5));
    return (Square)p->board.ep_square;
}

static void put_promotions(Position *p) {
    for (int i = 1 + below(3); i; i--) {
        const Color c = one_in(3) ? color_other(position_turn(p)) : position_turn(p);
        const int file = below(8), beside = file ? file - 1 : 1;

        put(p, c, PAWN, square_make(file, rank_for(c, 6)));
        if (one_in(2))
            put(p, color_other(c), (Piece)(KNIGHT + below(4)), square_make(beside, rank_for(c, 7)));
    }
}

/* The double step must have been legal: before it, the side to move now was not in check. */
static bool double_step_was_legal(const Position *p, Square ep_square) {
    const Color us = position_turn(p), them = color_other(us);
    const Bitboard over = bb_of(ep_square);
    const Bitboard from = bb_back(over, them), to = bb_forward(over, them);
    Board b = p->board;

    if (board_occupied(&b) & (over | from))
        return false;
    b.piece[PAWN] ^= from | to;
    b.color[them] ^= from | to;
    return !(board_attackers(&b, board_king(&b, us), board_occupied(&b)) & b.color[them]);
}

static bool from_random_squares(Candidate *c, Theme theme) {
    static const Piece often[] = {PAWN, PAWN, PAWN, KNIGHT, BISHOP, BISHOP, ROOK, QUEEN, QUEEN};
    Position *p = &c->p;

    c->origin = "random set-up";
    c->ep_square = NO_SQUARE;
    position_clear(p);
    p->board.turn = (uint8_t)below(2);
    if (theme == CASTLING || theme == CHESS960 || theme == DOUBLE)
        put_castling(p, theme);
    else if (theme == ENPASSANT)
        c->ep_square = put_double_step(p);
    else if (theme == PROMOTION || (theme == CHECK && one_in(4)))
        put_promotions(p);
    for (Color side = WHITE; side <= BLACK; side++)
        if (!board_pieces(&p->board, side, KING))
            put_anywhere(p, side, KING);
    for (int i = 1 + below(one_in(3) ? 12 : 6); i; i--) {
        const Piece piece = often[below((int)(sizeof often / sizeof *often))];
        put_anywhere(p, (Color)below(2), piece);
    }
    if (theme != CASTLING && theme != CHESS960 && theme != DOUBLE && one_in(5))
        for (Color side = WHITE; side <= BLACK; side++) {
            const Bitboard at = board_pieces(&p->board, side, ROOK) & (FILE_A | FILE_H);
            if (board_king(&p->board, side) == home_square(side, 4))
                p->board.castling |= at & bb_rank(rank_for(side, 0));
        }
    if (position_defect(p) ||
        (c->ep_square != NO_SQUARE && !double_step_was_legal(p, c->ep_square)))
        return false;
    position_derive(p);
    return bb_count(p->checkers) <= 2 && suits(c, theme);
}

/* --- many moves ------------------------------------------------------------------------------- */

typedef struct {
    Color color;
    Piece piece;
    Square square;
} PlacedPiece;

/* Set up a position. False if it is illegal, or the side to move is in check. */
static bool set_pieces(Position *p, const PlacedPiece *pieces, int count, Color turn) {
    position_clear(p);
    p->board.turn = (uint8_t)turn;
    for (int i = 0; i < count; i++)
        if ((pieces[i].piece == PAWN && (pieces[i].square < A2 || pieces[i].square > H7)) ||
            !put(p, pieces[i].color, pieces[i].piece, pieces[i].square))
            return false;
    if (position_defect(p))
        return false;
    position_derive(p);
    return !p->checkers;
}

static int count_moves(const Position *p, bool both) {
    Position other;

    if (!both)
        return (int)movegen_count(&p->board);
    position_null_move(&other, p);
    return (int)movegen_count(&p->board) + (int)movegen_count(&other.board);
}

/* Hill climbing: move random pieces, and keep changes that do not reduce the number of moves. */
static bool from_climb(Candidate *c, Theme theme) {
    static const int at_start[PIECE_COUNT] = {8, 2, 2, 2, 1, 1};
    const bool both = one_in(2);
    const Color turn = (Color)below(2);
    const Piece extra_piece = (Piece)(KNIGHT + below(4));
    PlacedPiece pieces[32];
    Position p;
    int count = 0, best;

    (void)theme;
    *c = (Candidate){.ep_square = NO_SQUARE, .origin = both ? "many moves a side" : "many moves"};
    do {
        count = 0;
        for (Color side = WHITE; side <= BLACK; side++) {
            const bool full = both || side == turn;
            const int promoted = full ? below(9) : 0;

            pieces[count++] = (PlacedPiece){side, KING, (Square)below(64)};
            for (Piece piece = KNIGHT; full && piece <= QUEEN; piece++)
                for (int i = at_start[piece] + (piece == extra_piece ? promoted : 0); i; i--)
                    pieces[count++] = (PlacedPiece){side, piece, (Square)below(64)};
            for (int i = below(9 - promoted); i; i--)
                pieces[count++] = (PlacedPiece){side, PAWN, (Square)(8 + below(48))};
        }
    } while (!set_pieces(&p, pieces, count, turn) && !one_in(20000));
    if (!set_pieces(&p, pieces, count, turn))
        return false;
    best = count_moves(&p, both);
    for (int i = 0; i < 20000; i++) {
        PlacedPiece *piece = &pieces[below(count)];
        const PlacedPiece before = *piece;
        int moves = -1;

        piece->square = (Square)below(64);
        if (set_pieces(&c->p, pieces, count, turn))
            moves = count_moves(&c->p, both);
        if (moves < best)
            *piece = before;
        else
            best = moves;
    }
    return set_pieces(&c->p, pieces, count, turn);
}

/* --- writing ---------------------------------------------------------------------------------- */

static void write_letters(Text *out, const Board *b) {
    for (Color c = WHITE; c <= BLACK; c++)
        for (int file = 7; file >= 0; file--)
            if (bb_has(b->castling, home_square(c, file)))
                text_add_char(out, (char)((c == WHITE ? 'A' : 'a') + file));
    if (!b->castling)
        text_add_char(out, '-');
}

/* The FEN, with the en passant square even if no pawn can capture there. */
static void write_candidate(Text *out, const Candidate *c) {
    char buffer[FEN_SIZE];
    Text fen = text_in(buffer, sizeof buffer);
    Word rest;

    fen_write(&fen, &c->p);
    rest = word_of(buffer);
    for (int i = 0; i < 6; i++) {
        const Word field = text_word(&rest);
        if (i)
            text_add_char(out, ' ');
        if (i == 2 && c->letters)
            write_letters(out, &c->p.board);
        else if (i == 3 && c->ep_square != NO_SQUARE)
            text_addf(out, "%c%c", 'a' + square_file(c->ep_square),
                      '1' + square_rank(c->ep_square));
        else
            text_add_word(out, field);
    }
}

/* Add " ;D1 20 ;D2 400 ...", at least to depth 3, then as long as counts are at most `max`. */
static int add_counts(Text *out, const Board *b, uint64_t max, uint64_t counts[MAX_DEPTH + 1]) {
    int depth = 0;

    counts[0] = 1;
    while (depth < MAX_DEPTH) {
        const uint64_t last = counts[depth];
        /* skip a count that would be far above the limit */
        if (depth >= 3 && last / 10 * (last / (counts[depth - 1] + 1) + 1) > max)
            break;
        counts[depth + 1] = perft_count(b, depth + 1);
        if (depth >= 3 && counts[depth + 1] > max)
            break;
        depth++;
        text_addf(out, " ;D%d %" PRIu64, depth, counts[depth]);
    }
    return depth;
}

static int make(const char *name, int wanted, uint64_t seed) {
    static uint64_t seen[LINES];
    Theme theme = CASTLING;
    int made = 0;

    while (theme < THEME_COUNT && strcmp(theme_name[theme], name))
        theme++;
    if (theme == THEME_COUNT || wanted < 1 || wanted > LINES)
        return fail("unknown theme, or too many", name);
    random_state = seed;
    while (made < wanted) {
        char buffer[LINE_SIZE];
        Text line = text_in(buffer, sizeof buffer);
        uint64_t counts[MAX_DEPTH + 1];
        Candidate c;
        int i = 0;
        bool good;

        if (theme == DENSE)
            good = from_climb(&c, theme);
        else if (theme == GAMES || one_in(theme == CHESS960 || theme == DOUBLE ? 2 : 3))
            good = from_game(&c, theme);
        else
            good = from_random_squares(&c, theme);
        while (good && i < made && seen[i] != c.p.key)
            i++;
        if (!good || i < made)
            continue;
        c.letters = theme == DOUBLE || (theme == CHESS960 && one_in(2));
        write_candidate(&line, &c);
        if (add_counts(&line, &c.p.board, 200000, counts) < 3 || !counts[3])
            continue;
        text_addf(&line, " ;id \"%s\"", c.origin);
        puts(buffer);
        seen[made++] = c.p.key;
    }
    return 0;
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct {
    Position p;
    Word fen, id;
    uint64_t counts[100];
    bool has[100];
} Entry;

/* Read a line. Returns NULL or an error message. *empty: the line has no position. */
static const char *read_entry(Entry *e, Word line, bool *empty) {
    Word opcode, operands;
    const char *defect;

    memset(e, 0, sizeof *e);
    line = text_rest(line);
    *empty = !line.length || *line.at == '#';
    if (*empty)
        return NULL;
    e->fen = line;
    if ((defect = fen_parse_prefix(&e->p, &line, true)))
        return defect;
    e->fen.length = (size_t)(line.at - e->fen.at);
    while (epd_operation(&line, &opcode, &operands)) {
        int64_t depth, count;

        if (word_is(opcode, "id"))
            e->id = operands;
        if (opcode.length < 2 || *opcode.at != 'D' ||
            !word_number((Word){opcode.at + 1, opcode.length - 1}, 0, 99, &depth))
            continue;
        if (!word_number(operands, 0, INT64_MAX, &count))
            return "a count is not a number";
        e->counts[depth] = (uint64_t)count;
        e->has[depth] = true;
    }
    return NULL;
}

static int count_lines(uint64_t max) {
    static char buffer[LINE_SIZE], out[LINE_SIZE];
    int status = 0;

    while (fgets(buffer, sizeof buffer, stdin)) {
        Text line = text_in(out, sizeof out);
        uint64_t counts[MAX_DEPTH + 1];
        const char *defect;
        Entry e;
        bool empty;
        int depth;

        if ((defect = read_entry(&e, word_of(buffer), &empty)))
            return fail(defect, buffer);
        if (empty) {
            fputs(buffer, stdout);
            continue;
        }
        text_add_word(&line, text_rest(e.fen));
        depth = add_counts(&line, &e.p.board, max, counts);
        for (int d = 1; d < 100; d++)
            if (e.has[d] && d > depth)
                text_addf(&line, " ;D%d %" PRIu64, d, e.counts[d]);
            else if (e.has[d] && e.counts[d] != counts[d])
                status = fail("a count of this line is wrong", buffer);
        if (e.id.length) {
            text_add(&line, " ;id ");
            text_add_word(&line, e.id);
        }
        puts(out);
    }
    return status;
}

/* --- checking --------------------------------------------------------------------------------- */

enum { ALL_RIGHT = 100, BAD_POSITION = 101, SECONDS = 5 };

/* In a child process: exit with the first wrong depth, ALL_RIGHT or BAD_POSITION. */
static void check_entry(const char *text, uint64_t max) {
    Entry e;
    bool empty;

    alarm(SECONDS);
    if (read_entry(&e, word_of(text), &empty))
        _exit(BAD_POSITION);
    for (int depth = 1; depth < 100 && !empty; depth++)
        if (e.has[depth] && e.counts[depth] <= max &&
            perft_count(&e.p.board, depth) != e.counts[depth])
            _exit(depth);
    _exit(ALL_RIGHT);
}

static int check_file(const char *name, uint64_t max) {
    static char buffer[LINE_SIZE];
    FILE *f = fopen(name, "r");
    int wrong = 0;

    if (!f)
        return fail("cannot read", name);
    for (long number = 1; fgets(buffer, sizeof buffer, f); number++) {
        pid_t child;
        int status;

        fflush(stdout);
        child = fork();
        if (child == 0)
            check_entry(buffer, max);
        if (child < 0 || waitpid(child, &status, 0) != child)
            return fail("cannot start a process for", name);
        if (WIFEXITED(status) && WEXITSTATUS(status) == ALL_RIGHT)
            continue;
        wrong = 1;
        if (!WIFEXITED(status))
            printf("%s:%ld %s\n", name, number, WTERMSIG(status) == SIGALRM ? "hang" : "crash");
        else
            printf("%s:%ld %d\n", name, number,
                   WEXITSTATUS(status) == BAD_POSITION ? 0 : WEXITSTATUS(status));
    }
    fclose(f);
    return wrong;
}

/* --- selecting -------------------------------------------------------------------------------- */

/* The wrong rules that each line detects, by line number. */
static struct {
    char rule[RULES][NAME_SIZE];
    int rules;
    bool detects[LINES + 1][RULES];
    int by_suite[RULES], by_all[RULES]; /* number of lines that detect the rule */
} matrix;

static int rule_number(const char *name) {
    int i = 0;

    while (i < matrix.rules && strcmp(matrix.rule[i], name))
        i++;
    if (i == matrix.rules && i < RULES) {
        matrix.rules++;
        snprintf(matrix.rule[i], NAME_SIZE, "%s", name);
    }
    return i;
}

/* Read lines "RULE FILE:LINE DEPTH". */
static int read_matrix(const char *name, const char *candidates, const char *suite) {
    char line[LINE_SIZE], rule[NAME_SIZE], place[LINE_SIZE];
    FILE *f = fopen(name, "r");

    if (!f)
        return fail("cannot read", name);
    while (fgets(line, sizeof line, f)) {
        char *colon;
        int r;
        long number;

        if (sscanf(line, "%63s %4095s", rule, place) != 2 || !(colon = strrchr(place, ':')) ||
            (r = rule_number(rule)) == RULES)
            return fail("not a matrix", name);
        *colon = '\0';
        number = strtol(colon + 1, NULL, 10);
        matrix.by_all[r]++;
        if (!strcmp(place, suite))
            matrix.by_suite[r]++;
        else if (!strcmp(place, candidates) && number > 0 && number <= LINES)
            matrix.detects[number][r] = true;
    }
    fclose(f);
    return 0;
}

/* Print a selected line, with the two rarest rules that it detects in its id. */
static void print_chosen(char *text, const bool *detects) {
    int rare[2] = {-1, -1};
    char *end = strrchr(text, '"');

    for (int r = 0; r < matrix.rules; r++) {
        if (!detects[r])
            continue;
        if (rare[0] < 0 || matrix.by_all[r] < matrix.by_all[rare[0]]) {
            rare[1] = rare[0];
            rare[0] = r;
        } else if (rare[1] < 0 || matrix.by_all[r] < matrix.by_all[rare[1]]) {
            rare[1] = r;
        }
    }
    if (end)
        *end = '\0';
    fputs(text, stdout);
    for (int i = 0; i < 2 && rare[i] >= 0; i++)
        printf("%s%s", i ? ", " : ": ", matrix.rule[rare[i]]);
    puts("\"");
}

/*
 * Greedy selection: always the line that detects rules with the fewest selected lines so far, and
 * with the fewest candidates. The lines of the suite count as selected.
 */
static int choose_lines(int wanted, const char *name) {
    static char *text[LINES + 1];
    char buffer[LINE_SIZE];
    FILE *f = fopen(name, "r");
    int lines = 0;

    if (!f)
        return fail("cannot read", name);
    while (lines < LINES && fgets(buffer, sizeof buffer, f)) {
        text[++lines] = strdup(buffer);
        if (!text[lines])
            return fail("no memory for", name);
    }
    fclose(f);
    while (wanted-- > 0) {
        int64_t best = -1;
        int chosen = 0;

        for (int i = 1; i <= lines; i++) {
            int64_t value = 0;
            for (int r = 0; text[i] && r < matrix.rules; r++) {
                const int64_t n = 1 + matrix.by_suite[r], rare = 200 + matrix.by_all[r];
                value += matrix.detects[i][r] ? INT64_C(1000000000000) / (n * n * rare) : 0;
            }
            if (text[i] && value > best) {
                best = value;
                chosen = i;
            }
        }
        if (!chosen)
            break;
        for (int r = 0; r < matrix.rules; r++)
            matrix.by_suite[r] += matrix.detects[chosen][r];
        print_chosen(text[chosen], matrix.detects[chosen]);
        free(text[chosen]);
        text[chosen] = NULL;
    }
    for (int i = 1; i <= lines; i++)
        free(text[i]);
    return 0;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int status = 0;

    attacks_init();
    zobrist_init();
    if (!strcmp(what, "make") && argc == 5)
        return make(argv[2], (int)strtol(argv[3], NULL, 10), strtoull(argv[4], NULL, 10));
    if (!strcmp(what, "select") && argc == 6) {
        status = read_matrix(argv[5], argv[3], argv[4]);
        return status ? status : choose_lines((int)strtol(argv[2], NULL, 10), argv[3]);
    }
    if (!strcmp(what, "count") && argc == 3)
        return count_lines(strtoull(argv[2], NULL, 10));
    if (!strcmp(what, "check") && argc > 3) {
        for (int i = 3; i < argc && status < 2; i++) {
            const int one = check_file(argv[i], strtoull(argv[2], NULL, 10));
            status = one > status ? one : status;
        }
        return status;
    }
    fputs(usage, strcmp(what, "--help") ? stderr : stdout);
    return strcmp(what, "--help") ? 2 : 0;
}
