/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * faulty-engine RULE [uci|cecp|totals|bare|early|earlybare|lazy|deaf|deaftotals|count FEN DEPTH
 * [MOVES]]: a slow engine that only counts, for tests of alula-perft --check. It shares no code
 * with Alula. RULE is the number of a wrong rule of chess, see below, 0 for none. `totals` is UCI
 * without the counts of moves; `bare` has no totals; `early` and `earlybare` answer isready before
 * they count, and are slow then; `lazy` is slow in its first count of depth 1, too; `deaf` and
 * `deaftotals` ignore the moves behind a position; `count` counts once.
 *
 * Or RULE is a way to fail: hang, die, late (dies at its third count), crash (by a signal, after a
 * line on stderr), noise, huge, negative, flood, many (lists moves without end), mute (no answer to
 * anything), search (does that instead of counting); or a wrong list with a right total: other (an
 * illegal move for a legal one), twice (lists a move twice), shifted (a count too large, one too
 * small), uneven (so from depth 2 on);
 * or wraps (no total, and counts whose sum exceeds 64 bits).
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum Rule {
    SOUND,
    CASTLES_OUT_OF_CHECK, /* 1 */
    CASTLES_THROUGH_CHECK,
    CASTLES_INTO_CHECK,
    CASTLES_WITH_B_FILE_OCCUPIED,
    CASTLES_THROUGH_A_PIECE, /* 5 */
    NO_CASTLING_IF_ROOK_ATTACKED,
    NO_CASTLING_IF_B_FILE_ATTACKED,
    RIGHT_KEPT_BY_CAPTURED_ROOK,
    RIGHT_KEPT_BY_MOVED_ROOK,
    RIGHTS_KEPT_BY_MOVED_KING, /* 10 */
    RIGHT_LOST_BY_OTHER_ROOK,
    CASTLING_LEAVES_ROOK,
    NO_EP,
    EP_RANK_PIN_UNSEEN,
    EP_DIAGONAL_PIN_UNSEEN, /* 15 */
    EP_TAKES_NOTHING,
    EP_FOR_EVER,
    EP_FROM_WEST_ONLY,
    EP_ANSWERS_NO_CHECK,
    EP_FROM_TWO_FILES_AWAY, /* 20 */
    ONLY_QUEENS,
    NO_PROMOTION_BY_CAPTURE,
    NO_PROMOTION_TO_KNIGHT,
    PAWN_STAYS_PAWN,
    PROMOTES_TO_KING, /* 25 */
    EVERY_PROMOTION_A_QUEEN,
    DOUBLE_STEP_JUMPS,
    DOUBLE_STEP_FROM_THIRD_RANK,
    NO_DOUBLE_STEP_OF_BLACK,
    PAWN_TAKES_AHEAD, /* 30 */
    PAWN_WRAPS,
    KNIGHT_WRAPS,
    BISHOP_JUMPS,
    ROOK_STOPS_SHORT,
    KNIGHT_TAKES_OWN, /* 35 */
    DIAGONAL_PINS_UNSEEN,
    KING_HIDES_BEHIND_ITSELF,
    KING_TAKES_PROTECTED,
    DOUBLE_CHECK_AS_SINGLE,
    KINGS_TOUCH, /* 40 */
    MOODY,       /* a knight does not like the d-file: nothing that anybody would forget */
    RIGHT_KEPT_FOR_ANOTHER_ROOK, /* that comes after one that is captured */
    RIGHT_NEVER_LOST_BY_ROOKS,   /* if only a rook stands there */
};

enum { EMPTY = '.', NOWHERE = -1, LIST = 512 };

typedef struct {
    char on[64];   /* as in FEN */
    bool right[4]; /* KQkq */
    bool black;
    int ep;
} Board;

enum Kind { PLAIN, DOUBLE, EN_PASSANT, CASTLING };

typedef struct {
    int from, to;
    char promotion; /* lower case, or NUL */
    enum Kind kind;
} Move;

static int rule;
static const char *way = "";

static int file_of(int s) {
    return s & 7;
}
static int rank_of(int s) {
    return s >> 3;
}
static char kind_of(char piece) {
    return (char)(piece | 32);
}
static bool is_own(const Board *b, char piece) {
    return piece != EMPTY && (piece >= 'a') == b->black;
}
static bool is_theirs(const Board *b, char piece) {
    return piece != EMPTY && (piece >= 'a') != b->black;
}
static char colored(char kind, bool black) {
    return (char)(black ? kind : kind - 32);
}

/* --- attacks --------------------------------------------------------------------------------- */

static const int knight_steps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                       {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
static const int king_steps[8][2] = {{1, 0}, {0, 1},  {-1, 0}, {0, -1},
                                     {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

/* The square a step away, or NOWHERE. */
static int step(int s, int files, int ranks) {
    const int f = file_of(s) + files, r = rank_of(s) + ranks;

    return f < 0 || f > 7 || r < 0 || r > 7 ? NOWHERE : r * 8 + f;
}

/* The attackers of one color of a square, at most 16. */
static int attackers(const Board *b, int s, bool black, int out[16]) {
    int n = 0;

    for (int i = 0; i < 8; i++) {
        int to = step(s, knight_steps[i][0], knight_steps[i][1]);

        if (to != NOWHERE && b->on[to] == colored('n', black))
            out[n++] = to;
        to = step(s, king_steps[i][0], king_steps[i][1]);
        if (rule != KINGS_TOUCH && to != NOWHERE && b->on[to] == colored('k', black))
            out[n++] = to;
        for (to = s; (to = step(to, king_steps[i][0], king_steps[i][1])) != NOWHERE;) {
            if (b->on[to] == EMPTY)
                continue;
            if (b->on[to] == colored('q', black) || b->on[to] == colored(i < 4 ? 'r' : 'b', black))
                out[n++] = to;
            break;
        }
    }
    for (int side = -1; side <= 1; side += 2) {
        const int from = step(s, side, black ? 1 : -1);

        if (from != NOWHERE && b->on[from] == colored('p', black))
            out[n++] = from;
    }
    return n;
}

static bool attacked(const Board *b, int s, bool black) {
    int list[16];

    return attackers(b, s, black, list) > 0;
}

static int king_of(const Board *b, bool black) {
    const char *at = memchr(b->on, colored('k', black), 64);

    return at ? (int)(at - b->on) : NOWHERE;
}

static bool on_diagonal(int a, int b) {
    return abs(file_of(a) - file_of(b)) == abs(rank_of(a) - rank_of(b));
}

/* --- making moves ---------------------------------------------------------------------------- */

static const int corner[4] = {7, 0, 63, 56};

static void lose_rights(Board *b, const Board *before, int square, bool moved) {
    for (int i = 0; i < 4; i++) {
        if (corner[i] != square)
            continue;
        if (rule != RIGHT_NEVER_LOST_BY_ROOKS &&
            rule != (moved ? RIGHT_KEPT_BY_MOVED_ROOK : RIGHT_KEPT_BY_CAPTURED_ROOK) &&
            (moved || rule != RIGHT_KEPT_FOR_ANOTHER_ROOK))
            b->right[i] = false;
        if (moved && rule == RIGHT_LOST_BY_OTHER_ROOK && before->right[i])
            b->right[i ^ 1] = false;
    }
}

static void make(Board *b, const Board *before, const Move *m) {
    const char piece = before->on[m->from];
    const bool black = before->black;

    *b = *before;
    b->black = !black;
    if (rule != EP_FOR_EVER)
        b->ep = NOWHERE;
    b->on[m->from] = EMPTY;
    b->on[m->to] = piece;
    if (m->promotion && m->promotion != 'p')
        b->on[m->to] = colored(rule == EVERY_PROMOTION_A_QUEEN ? 'q' : m->promotion, black);
    if (m->kind == EN_PASSANT && rule != EP_TAKES_NOTHING)
        b->on[rank_of(m->from) * 8 + file_of(m->to)] = EMPTY;
    if (m->kind == CASTLING) {
        const bool east = m->to > m->from;
        const int rook = m->from + (east ? 3 : -4);

        if (rule != CASTLING_LEAVES_ROOK) {
            b->on[m->from + (east ? 1 : -1)] = b->on[rook];
            b->on[rook] = EMPTY;
        }
    }
    lose_rights(b, before, m->from, true);
    lose_rights(b, before, m->to, false);
    if (kind_of(piece) == 'k' && (rule != RIGHTS_KEPT_BY_MOVED_KING || m->kind == CASTLING))
        b->right[black ? 2 : 0] = b->right[black ? 3 : 1] = false;
    if (m->kind == DOUBLE) {
        const int west = step(m->to, -1, 0);

        if (rule != EP_FROM_WEST_ONLY || (west != NOWHERE && b->on[west] == colored('p', !black)))
            b->ep = (m->from + m->to) / 2;
    }
}

/* --- which moves are legal ------------------------------------------------------------------- */

/* Does a wrong rule overlook this attack on the king after a move? */
static bool overlooks(const Board *b, const Move *m, int king, int by) {
    int before[16];
    const bool king_moves = kind_of(b->on[m->from]) == 'k';
    const int old_king = king_of(b, b->black);
    const int checks = attackers(b, old_king, !b->black, before);
    const bool slider = strchr("qrb", kind_of(b->on[by])) != NULL;
    const int taken = rank_of(m->from) * 8 + file_of(m->to);

    switch (rule) {
    case EP_RANK_PIN_UNSEEN:
        return m->kind == EN_PASSANT && slider && rank_of(king) == rank_of(by) &&
               rank_of(by) == rank_of(m->from);
    case EP_DIAGONAL_PIN_UNSEEN:
        return m->kind == EN_PASSANT && slider && on_diagonal(king, by) &&
               on_diagonal(king, taken) && !checks;
    case DIAGONAL_PINS_UNSEEN:
        return !king_moves && !checks && slider && on_diagonal(king, by);
    case KING_HIDES_BEHIND_ITSELF: {
        int now[16], n;
        Board behind = *b;

        if (!king_moves)
            return false;
        behind.on[m->to] = EMPTY;
        n = attackers(&behind, m->to, !b->black, now);
        for (int i = 0; i < n; i++)
            if (now[i] == by)
                return false;
        return true;
    }
    case KING_TAKES_PROTECTED:
        return king_moves && b->on[m->to] != EMPTY;
    case DOUBLE_CHECK_AS_SINGLE:
        return !king_moves && checks == 2 && by == before[1];
    default:
        return false;
    }
}

static bool is_legal(const Board *b, const Move *m) {
    int by[16], n, king;
    Board after;

    make(&after, b, m);
    if (m->promotion == 'k' && rule == PROMOTES_TO_KING)
        after.on[m->to] = colored('q', b->black);
    if ((king = king_of(&after, b->black)) == NOWHERE)
        return false;
    n = attackers(&after, king, !b->black, by);
    for (int i = 0; i < n; i++)
        if (!overlooks(b, m, king, by[i]))
            return false;
    return true;
}

/* --- generating ------------------------------------------------------------------------------ */

typedef struct {
    Move move[LIST];
    int count;
} Moves;

static void add(Moves *l, const Board *b, int from, int to, char promotion, enum Kind kind) {
    const Move m = {from, to, promotion, kind};

    if (is_theirs(b, b->on[to]) && kind_of(b->on[to]) == 'k')
        return;
    if (l->count < LIST && is_legal(b, &m))
        l->move[l->count++] = m;
}

static void add_pawn(Moves *l, const Board *b, int from, int to) {
    const bool last = rank_of(to) == (b->black ? 0 : 7);

    if (!last) {
        add(l, b, from, to, '\0', PLAIN);
        return;
    }
    if (rule == NO_PROMOTION_BY_CAPTURE && file_of(from) != file_of(to))
        return;
    add(l, b, from, to, 'q', PLAIN);
    if (rule == ONLY_QUEENS)
        return;
    add(l, b, from, to, 'r', PLAIN);
    add(l, b, from, to, 'b', PLAIN);
    if (rule != NO_PROMOTION_TO_KNIGHT)
        add(l, b, from, to, 'n', PLAIN);
    if (rule == PROMOTES_TO_KING)
        add(l, b, from, to, 'k', PLAIN);
    if (rule == PAWN_STAYS_PAWN)
        add(l, b, from, to, '\0', PLAIN);
}

static void pawn_moves(Moves *l, const Board *b, int from) {
    const int ahead = b->black ? -1 : 1, one = step(from, 0, ahead), two = step(from, 0, 2 * ahead);
    const int home = b->black ? 6 : 1, third = b->black ? 5 : 2;
    const bool free = one != NOWHERE && b->on[one] == EMPTY;
    const bool may_jump =
        rank_of(from) == home || (rule == DOUBLE_STEP_FROM_THIRD_RANK && rank_of(from) == third);

    if (free || (one != NOWHERE && rule == PAWN_TAKES_AHEAD && is_theirs(b, b->on[one])))
        add_pawn(l, b, from, one);
    if (may_jump && two != NOWHERE && b->on[two] == EMPTY && (free || rule == DOUBLE_STEP_JUMPS) &&
        !(rule == NO_DOUBLE_STEP_OF_BLACK && b->black))
        add(l, b, from, two, '\0', DOUBLE);
    for (int side = -2; side <= 2; side++) {
        int to = step(from, side, ahead);

        if (side == 0 || (abs(side) == 2 && rule != EP_FROM_TWO_FILES_AWAY))
            continue;
        if (to == NOWHERE && rule == PAWN_WRAPS && abs(side) == 1)
            to = from + 8 * ahead + side;
        if (to < 0 || to > 63)
            continue;
        if (abs(side) == 1 && is_theirs(b, b->on[to]))
            add_pawn(l, b, from, to);
        if (to == b->ep && b->on[to] == EMPTY && rank_of(from) == (b->black ? 3 : 4) &&
            rule != NO_EP &&
            !(rule == EP_ANSWERS_NO_CHECK && attacked(b, king_of(b, b->black), !b->black)))
            add(l, b, from, to, '\0', EN_PASSANT);
    }
}

static void knight_moves(Moves *l, const Board *b, int from) {
    for (int i = 0; i < 8; i++) {
        int to = step(from, knight_steps[i][0], knight_steps[i][1]);

        if (to == NOWHERE && rule == KNIGHT_WRAPS)
            to = from + knight_steps[i][0] + 8 * knight_steps[i][1];
        if (to < 0 || to > 63 || (rule == MOODY && file_of(to) == 3))
            continue;
        if (!is_own(b, b->on[to]) || (rule == KNIGHT_TAKES_OWN && kind_of(b->on[to]) != 'k'))
            add(l, b, from, to, '\0', PLAIN);
    }
}

static void slider_moves(Moves *l, const Board *b, int from, char kind) {
    for (int i = kind == 'b' ? 4 : 0; i < (kind == 'r' ? 4 : 8); i++) {
        int to = from, steps = 0;

        while ((to = step(to, king_steps[i][0], king_steps[i][1])) != NOWHERE) {
            if (rule == ROOK_STOPS_SHORT && kind == 'r' && steps++ == 5)
                break;
            if (!is_own(b, b->on[to]))
                add(l, b, from, to, '\0', PLAIN);
            if (b->on[to] != EMPTY && !(rule == BISHOP_JUMPS && kind == 'b' && !steps++))
                break;
        }
    }
}

static bool way_is_free(const Board *b, int king, bool east) {
    const int king_to = king + (east ? 2 : -2), over = king + (east ? 1 : -1);

    if (b->on[king_to] != EMPTY || (b->on[over] != EMPTY && rule != CASTLES_THROUGH_A_PIECE))
        return false;
    return east || b->on[king - 3] == EMPTY || rule == CASTLES_WITH_B_FILE_OCCUPIED;
}

/* The rights alone tell where king and rook are. */
static void castlings(Moves *l, const Board *b) {
    const int king = b->black ? 60 : 4;

    for (int side = 0; side < 2; side++) {
        const bool east = side == 0;
        const int over = king + (east ? 1 : -1), king_to = king + (east ? 2 : -2);

        if (!b->right[(b->black ? 2 : 0) + side] || !way_is_free(b, king, east))
            continue;
        if (rule >= RIGHT_KEPT_FOR_ANOTHER_ROOK &&
            b->on[king + (east ? 3 : -4)] != colored('r', b->black))
            continue;
        if ((rule != CASTLES_OUT_OF_CHECK && attacked(b, king, !b->black)) ||
            (rule != CASTLES_THROUGH_CHECK && attacked(b, over, !b->black)) ||
            (rule == NO_CASTLING_IF_ROOK_ATTACKED &&
             attacked(b, king + (east ? 3 : -4), !b->black)) ||
            (rule == NO_CASTLING_IF_B_FILE_ATTACKED && !east && attacked(b, king - 3, !b->black)))
            continue;
        if (rule == CASTLES_INTO_CHECK && attacked(b, king_to, !b->black)) {
            if (l->count < LIST)
                l->move[l->count++] = (Move){king, king_to, '\0', CASTLING};
            continue;
        }
        add(l, b, king, king_to, '\0', CASTLING);
    }
}

static void generate(Moves *l, const Board *b) {
    l->count = 0;
    for (int from = 0; from < 64; from++) {
        const char piece = b->on[from], kind = kind_of(piece);

        if (!is_own(b, piece))
            continue;
        if (kind == 'p')
            pawn_moves(l, b, from);
        else if (kind == 'n')
            knight_moves(l, b, from);
        else if (kind != 'k')
            slider_moves(l, b, from, kind);
        for (int i = 0; i < 8 && kind == 'k'; i++) {
            const int to = step(from, king_steps[i][0], king_steps[i][1]);

            if (to != NOWHERE && !is_own(b, b->on[to]))
                add(l, b, from, to, '\0', PLAIN);
        }
    }
    castlings(l, b);
}

static unsigned long long count(const Board *b, int depth) {
    unsigned long long sum = 0;
    Moves l;
    Board child;

    if (depth <= 0)
        return 1;
    generate(&l, b);
    for (int i = 0; i < l.count && depth > 1; i++) {
        make(&child, b, &l.move[i]);
        sum += count(&child, depth - 1);
    }
    return depth == 1 ? (unsigned long long)l.count : sum;
}

/* --- talking --------------------------------------------------------------------------------- */

static bool read_fen(Board *b, const char *fen) {
    int s = 56;

    *b = (Board){.ep = NOWHERE};
    memset(b->on, EMPTY, 64);
    for (; *fen && *fen != ' '; fen++) {
        if (*fen == '/')
            s -= 16;
        else if (*fen >= '1' && *fen <= '8')
            s += *fen - '0';
        else if (s >= 0 && s < 64)
            b->on[s++] = *fen;
    }
    if (!*fen || !fen[1])
        return false;
    b->black = *++fen == 'b';
    for (fen += 2; *fen && *fen != ' '; fen++)
        for (int i = 0; i < 4; i++)
            b->right[i] |= *fen == "KQkq"[i];
    if (*fen && fen[1] >= 'a' && fen[1] <= 'h')
        b->ep = (fen[2] - '1') * 8 + fen[1] - 'a';
    return true;
}

static void move_text(char out[8], const Move *m) {
    out[0] = (char)('a' + file_of(m->from));
    out[1] = (char)('1' + rank_of(m->from));
    out[2] = (char)('a' + file_of(m->to));
    out[3] = (char)('1' + rank_of(m->to));
    out[4] = m->promotion;
    out[5] = '\0';
}

static void play(Board *b, const char *moves) {
    char word[8], text[8];
    int used;

    while (sscanf(moves, " %7s%n", word, &used) == 1) {
        Moves l;

        moves += used;
        generate(&l, b);
        for (int i = 0; i < l.count; i++) {
            move_text(text, &l.move[i]);
            if (!strcmp(text, word)) {
                Board child;

                make(&child, b, &l.move[i]);
                *b = child;
                break;
            }
        }
    }
}

static bool is(const char *what) {
    return !strcmp(way, what);
}

/* The ways to fail. */
static void fail(void) {
    if (is("die"))
        exit(1);
    if (is("crash")) {
        fprintf(stderr, "no net was found\n\n");
        abort();
    }
    if (is("search"))
        printf("info nodes 20 depth 1 score cp 13 pv e2e4\nbestmove e2e4\n");
    while ((is("hang") || is("mute")) && getchar() >= 0)
        ;
    while (is("flood"))
        puts("all work and no play makes Jack a dull boy");
    while (is("many"))
        puts("e2e4: 20");
    if (is("noise"))
        printf("\1\2\3 \xff\xfe ;;; e9e4: x\n: 7\ne2e4:\nNodes searched: many\n");
    if (is("refuses")) /* as Glaurung */
        puts("Unknown command: go perft 1\n1");
    if (is("refuses20"))
        puts("Unrecognized command\n20");
    if (is("echo"))
        puts("1");
    if (is("huge"))
        puts("Nodes searched: 99999999999999999999999");
    if (is("negative"))
        printf("e2e4: -20\nNodes searched: -20\n");
}

/* Does it answer isready before it counts? */
static bool is_early(const char *style) {
    return !strncmp(style, "early", 5) || !strcmp(style, "lazy");
}

static void divide(const Board *b, int depth, const char *style) {
    static int counts;
    static bool woken;
    unsigned long long sum = 0;
    Moves l;

    if (is("late")) {
        if (++counts == 3)
            exit(1);
    } else if (*way && !is("other") && !is("shifted") && !is("uneven") && !is("twice") &&
               !is("wraps")) {
        fail();
        return;
    }
    if (!woken && !strcmp(style, "lazy"))
        sleep(2);
    woken = true;
    generate(&l, b);
    for (int i = 0; i < l.count; i++) {
        unsigned long long n;
        char text[8];
        Board child;

        make(&child, b, &l.move[i]);
        n = count(&child, depth - 1);
        sum += n;
        move_text(text, &l.move[i]);
        if (is("wraps"))
            n = i == 0 ? -1ULL - 10 : i == 1 ? (unsigned long long)l.count + 9 : 1;
        if (is("other") && !i)
            memcpy(text, "e1e1", 5);
        if ((is("shifted") || (is("uneven") && depth > 1)) && i < 2 && l.count > 1)
            n += i ? -1ULL : 1ULL;
        if (!strcmp(style, "cecp"))
            printf("%d. %.2s-%s = %llu\n", i + 1, text, text + 2, n);
        else if (!strstr(style, "totals"))
            printf("%s: %llu\n", text, n);
        if (is("twice") && !i && depth > 1)
            printf("%s: %llu\n", text, n);
        if (!i && depth > 1 && is_early(style))
            sleep(2);
    }
    if (!is("wraps") && !strstr(style, "bare"))
        printf("\nNodes searched: %llu\n", sum);
}

static bool begins(const char *line, const char *with) {
    return !strncmp(line, with, strlen(with));
}

static void obey(Board *b, char *line, const char *style) {
    static bool ready; /* it was said already */
    char *moves = strstr(line, " moves ");

    if (!strcmp(line, "uci")) {
        puts(!strcmp(style, "cecp") ? "Error (unknown command): uci" : "id name Faulty\nuciok");
    } else if (begins(line, "protover")) {
        puts("feature ping=1 setboard=1 usermove=1 done=1");
    } else if (!strcmp(line, "isready")) {
        if (!ready)
            puts("readyok");
        ready = false;
    } else if (begins(line, "ping ")) {
        printf("pong %s\n", line + 5);
    } else if (begins(line, "position fen ")) {
        read_fen(b, line + 13);
        play(b, moves && strncmp(style, "deaf", 4) != 0 ? moves + 7 : "");
    } else if (begins(line, "setboard ")) {
        read_fen(b, line + 9);
    } else if (begins(line, "usermove ")) {
        play(b, line + 9);
    } else if (begins(line, "go perft ") || begins(line, "divide ")) {
        if ((ready = is_early(style)))
            puts("readyok");
        divide(b, (int)strtol(strrchr(line, ' '), NULL, 10), style);
    }
}

int main(int argc, char **argv) {
    const char *style = argc > 2 ? argv[2] : "uci";
    char line[1000];
    Board b = {.ep = NOWHERE};

    if (argc < 2)
        return 2;
    rule = (int)strtol(argv[1], NULL, 10);
    way = argv[1][0] >= '0' && argv[1][0] <= '9' ? "" : argv[1];
    if (is("mute"))
        fail();
    if (argc > 4) {
        if (!read_fen(&b, argv[3]))
            return 2;
        play(&b, argc > 5 ? argv[5] : "");
        divide(&b, (int)strtol(argv[4], NULL, 10), style);
        return 0;
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    while (fgets(line, sizeof line, stdin) && strcmp(line, "quit\n") != 0) {
        line[strcspn(line, "\r\n")] = '\0';
        obey(&b, line, style);
    }
    return 0;
}
