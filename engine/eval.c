/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Material, piece squares, mobility, pawns, kings: every term counts once for the middlegame and
 * once for the endgame, and the pieces left on the board blend the two ("tapered eval", as in
 * H. Berliner's application coefficients and Fruit by F. Letouzey). The weights are guesses of our
 * own, in centipawns, waiting to be tuned on games.
 */
#include "eval.h"

/* Two numbers in one word: the middlegame in the low half, the endgame in the high half. */
typedef int32_t Score;
#define S(mg, eg) ((Score)((uint32_t)(eg) << 16) + (mg))

static int middlegame(Score s) {
    return (int16_t)(uint16_t)((uint32_t)s & 0xffff);
}
static int endgame(Score s) {
    return (int16_t)(uint16_t)(((uint32_t)s + 0x8000) >> 16);
}

static const Score material[PIECE_COUNT] = {
    S(85, 105), S(340, 315), S(355, 325), S(480, 540), S(1010, 980), S(0, 0),
};

/* How much each piece makes it a middlegame; the sum at the start of a game is FULL_PHASE. */
static const int phase_of[PIECE_COUNT] = {0, 1, 1, 2, 4, 0};
enum { FULL_PHASE = 24 };

/* A piece's square is worth what its rank (from home) and its file (from the edge) are. */
static const Score rank_worth[PIECE_COUNT][8] = {
    {0, S(-6, 4), S(-6, 0), S(2, 2), S(10, 14), S(24, 48), S(60, 96), 0},
    {S(-26, -24), S(-14, -12), S(0, 0), S(10, 12), S(18, 16), S(26, 8), S(10, -6), S(-40, -22)},
    {S(-12, -8), S(4, -6), S(8, 2), S(8, 6), S(10, 6), S(12, 4), S(-8, 0), S(-18, -4)},
    {S(-2, -6), S(-10, -8), S(-8, -4), S(-6, 2), S(2, 8), S(10, 10), S(18, 14), S(14, 10)},
    {S(-2, -24), S(0, -16), S(0, -4), S(-2, 10), S(0, 20), S(6, 22), S(0, 20), S(8, 10)},
    {S(24, -36), S(4, -14), S(-24, 0), S(-44, 12), S(-50, 22), S(-40, 26), S(-30, 14), S(-30, -18)},
};
static const Score file_worth[PIECE_COUNT][4] = {
    {S(-8, 4), S(-2, 4), S(0, -2), S(10, -6)},  {S(-22, -18), S(-6, -6), S(4, 4), S(8, 10)},
    {S(-8, -6), S(4, -2), S(2, 2), S(2, 4)},    {S(-4, 2), S(0, 2), S(4, 0), S(8, -2)},
    {S(-6, -12), S(-2, -4), S(2, 4), S(2, 10)}, {S(22, -18), S(26, -2), S(-4, 6), S(-14, 10)},
};
/* Pawns that have reached the center are worth more than rank and file say. */
static const Score center_pawn = S(14, 2);

/* By number of squares that a piece may go to without being taken by a pawn. */
static const struct {
    Score each;
    int usual; /* worth nothing; fewer cost, more gain */
} mobility[PIECE_COUNT] = {
    [KNIGHT] = {S(5, 5), 4},
    [BISHOP] = {S(5, 5), 6},
    [ROOK] = {S(3, 5), 7},
    [QUEEN] = {S(2, 4), 13},
};

/* By rank from home, for a pawn that no enemy pawn can stop or take. */
static const Score passed[8] = {
    0, S(-4, 6), S(-6, 10), S(0, 28), S(18, 52), S(44, 94), S(80, 150), 0,
};
/* For each step that the enemy king is nearer to a passed pawn's next square than ours, by rank. */
static const Score passed_king[8] = {0, 0, 0, S(0, 4), S(0, 9), S(0, 15), S(0, 20), 0};
static const Score passed_free = S(4, 16);   /* nothing stands in front of it */
static const Score isolated = S(-12, -12);   /* no own pawn on the files beside */
static const Score doubled = S(-8, -18);     /* an own pawn stands somewhere in front */
static const Score defended_pawn = S(10, 8); /* by a pawn */
static const Score beside_pawn = S(6, 4);    /* a pawn next to it on the rank */
static const Score backward = S(-6, -8);     /* cannot be defended, nor advance safely */
static const Score bishop_pair = S(24, 48);
static const Score rook_open = S(32, 10);     /* no pawn on its file */
static const Score rook_half_open = S(14, 8); /* no own pawn */
static const Score outpost = S(22, 14);       /* a knight that pawns defend and cannot drive off */
static const Score minor_behind_pawn = S(6, 2);
static const Score pawn_threat = S(48, 28);  /* a pawn attacks a piece */
static const Score minor_threat = S(30, 26); /* a minor piece attacks a rook or queen */
static const Score hanging = S(14, 16);      /* a piece is attacked and not defended */
static const Score tempo = S(22, 14);

/* King safety: the attack on the squares around a king grows faster than its parts. */
static const int attack_weight[PIECE_COUNT] = {0, 22, 20, 28, 40, 0};
static const int attack_on_ring = 7; /* each square of the ring that a piece attacks */
static const int safe_check[PIECE_COUNT] = {0, 40, 24, 46, 40, 0};
static const Score shield_missing = S(-16, 0);  /* a file by the king without an own pawn */
static const Score shield_near = S(10, 0);      /* a pawn one or two ranks in front of it */
static const Score king_open_file = S(-18, -4); /* a file by the king without any pawn */

/* Filled by eval_init(). */
static Score square_worth[COLOR_COUNT][PIECE_COUNT][SQUARE_COUNT];
static Bitboard front_span[COLOR_COUNT][SQUARE_COUNT];  /* squares in front, on the file */
static Bitboard passed_span[COLOR_COUNT][SQUARE_COUNT]; /* and on the files beside */
static Bitboard beside_files[8];
static uint8_t steps[SQUARE_COUNT][SQUARE_COUNT]; /* a king's way between two squares */

static int absolute(int n) {
    return n < 0 ? -n : n;
}
static int larger(int a, int b) {
    return a > b ? a : b;
}

void eval_init(void) {
    if (beside_files[0])
        return;
    for (int f = 0; f < 8; f++)
        beside_files[f] = bb_east(bb_file(f)) | bb_west(bb_file(f));
    for (Square s = A1; s < SQUARE_COUNT; s++) {
        for (Square t = A1; t < SQUARE_COUNT; t++)
            steps[s][t] = (uint8_t)larger(absolute(square_file(s) - square_file(t)),
                                          absolute(square_rank(s) - square_rank(t)));
        for (Color c = WHITE; c <= BLACK; c++) {
            const int rank = rank_for(c, square_rank(s)), file = square_file(s);
            const int edge = file < 4 ? file : 7 - file;

            for (Piece p = PAWN; p <= KING; p++)
                square_worth[c][p][s] = material[p] + rank_worth[p][rank] + file_worth[p][edge];
            if (edge == 3 && (rank == 3 || rank == 4))
                square_worth[c][PAWN][s] += center_pawn;
            for (Bitboard b = bb_forward(bb_of(s), c); b; b = bb_forward(b, c))
                front_span[c][s] |= b;
            passed_span[c][s] =
                front_span[c][s] | bb_east(front_span[c][s]) | bb_west(front_span[c][s]);
        }
    }
}

/* What is found out once and used by several terms, for each color. */
typedef struct {
    Bitboard pawn_attacks[COLOR_COUNT];
    Bitboard attacks[COLOR_COUNT]; /* of all pieces and pawns */
    Bitboard attacks_by[COLOR_COUNT][PIECE_COUNT];
    Bitboard king_ring[COLOR_COUNT];
    int king_attack[COLOR_COUNT];    /* what this color does to the other king */
    int king_attackers[COLOR_COUNT]; /* pieces that take part */
} Facts;

static Score pawn_terms(const Board *b, Color us, const Facts *f) {
    const Color them = color_other(us);
    const Bitboard own = board_pieces(b, us, PAWN), enemy = board_pieces(b, them, PAWN);
    const Square our_king = board_king(b, us), their_king = board_king(b, them);
    Score score = 0;

    for (Bitboard left = own; left;) {
        const Square s = bb_take(&left);
        const int rank = rank_for(us, square_rank(s)), file = square_file(s);
        const Bitboard next = bb_forward(bb_of(s), us);
        const Bitboard behind_beside = passed_span[them][bb_first(next)] & beside_files[file];

        if (!(own & beside_files[file]))
            score += isolated;
        else if (!(own & behind_beside) && (next & (f->pawn_attacks[them] | enemy)))
            score += backward;
        if (own & front_span[us][s])
            score += doubled;
        if (bb_has(f->pawn_attacks[us], s))
            score += defended_pawn;
        if (own & (bb_east(bb_of(s)) | bb_west(bb_of(s))))
            score += beside_pawn;
        if (!(enemy & passed_span[us][s]) && !(own & front_span[us][s])) {
            score += passed[rank];
            score += passed_king[rank] *
                     (steps[their_king][bb_first(next)] - steps[our_king][bb_first(next)]);
            if (rank >= 3 && !(board_occupied(b) & next))
                score += passed_free;
        }
    }
    return score;
}

static Score king_terms(const Board *b, Color us) {
    const Square king = board_king(b, us);
    const Bitboard own = board_pieces(b, us, PAWN), pawns = b->piece[PAWN];
    const Bitboard near =
        bb_forward(bb_king_attacks(bb_of(king)) | bb_of(king), us) | bb_king_attacks(bb_of(king));
    const int middle = square_file(king) < 1 ? 1 : square_file(king) > 6 ? 6 : square_file(king);
    Score score = 0;

    for (int file = middle - 1; file <= middle + 1; file++) {
        const Bitboard shield = own & bb_file(file) & passed_span[us][king];
        if (!shield)
            score += shield_missing;
        else if (shield & near)
            score += shield_near;
        if (!(pawns & bb_file(file)))
            score += king_open_file;
    }
    return score;
}

/* One kind of piece: where it can go, what it does to the other king. */
static Score piece_terms(const Board *b, Color us, Piece kind, Facts *f) {
    const Color them = color_other(us);
    const Bitboard occupied = board_occupied(b);
    const Bitboard see_through = occupied ^ board_pieces(b, us, QUEEN);
    const Bitboard free =
        ~(b->color[us] & (b->piece[PAWN] | b->piece[KING])) & ~f->pawn_attacks[them];
    Score score = 0;

    for (Bitboard left = board_pieces(b, us, kind); left;) {
        const Square s = bb_take(&left);
        const Bitboard attacks = attacks_of(kind, s, kind == QUEEN ? occupied : see_through);
        const Bitboard on_ring = attacks & f->king_ring[them];

        score += mobility[kind].each * (bb_count(attacks & free) - mobility[kind].usual);
        f->attacks_by[us][kind] |= attacks;
        if (on_ring) {
            f->king_attackers[us]++;
            f->king_attack[us] += attack_weight[kind] + attack_on_ring * bb_count(on_ring);
        }
        if (kind == ROOK) {
            const Bitboard file = bb_file(square_file(s));
            if (!(b->piece[PAWN] & file))
                score += rook_open;
            else if (!(board_pieces(b, us, PAWN) & file))
                score += rook_half_open;
        } else if (kind == KNIGHT || kind == BISHOP) {
            const int rank = rank_for(us, square_rank(s));
            if (kind == KNIGHT && rank >= 3 && rank <= 5 && bb_has(f->pawn_attacks[us], s) &&
                !(board_pieces(b, them, PAWN) & passed_span[us][s] & ~front_span[us][s]))
                score += outpost;
            if (bb_forward(bb_of(s), us) & b->piece[PAWN])
                score += minor_behind_pawn;
        }
    }
    f->attacks[us] |= f->attacks_by[us][kind];
    return score;
}

/* The danger to a king, quadratic in what attacks it, while queens or several pieces take part. */
static Score attack_terms(const Board *b, Color us, const Facts *f) {
    const Color them = color_other(us);
    const Square king = board_king(b, them);
    const Bitboard safe = ~b->color[us] & ~(f->attacks[them] | f->attacks_by[them][KING]);
    const Bitboard diagonal = attacks_bishop(king, board_occupied(b));
    const Bitboard straight = attacks_rook(king, board_occupied(b));
    int danger = f->king_attack[us];

    if (f->king_attackers[us] < 2 && !board_pieces(b, us, QUEEN))
        return 0;
    danger += safe_check[KNIGHT] * !!(attacks_knight(king) & safe & f->attacks_by[us][KNIGHT]);
    danger += safe_check[BISHOP] * !!(diagonal & safe & f->attacks_by[us][BISHOP]);
    danger += safe_check[ROOK] * !!(straight & safe & f->attacks_by[us][ROOK]);
    danger += safe_check[QUEEN] * !!((diagonal | straight) & safe & f->attacks_by[us][QUEEN]);
    /* squares by the king that only it defends */
    danger += 10 * bb_count(f->king_ring[them] & f->attacks[us] & ~f->attacks[them]);
    if (!board_pieces(b, us, QUEEN))
        danger /= 2;
    danger = danger > 600 ? 600 : danger;
    return S(danger * danger / 640, danger / 12);
}

static Score threat_terms(const Board *b, Color us, const Facts *f) {
    const Color them = color_other(us);
    const Bitboard pieces = b->color[them] & ~b->piece[PAWN] & ~b->piece[KING];
    const Bitboard heavy = pieces & (b->piece[ROOK] | b->piece[QUEEN]);
    const Bitboard minors = f->attacks_by[us][KNIGHT] | f->attacks_by[us][BISHOP];
    const Bitboard loose = b->color[them] & ~b->piece[KING] & f->attacks[us] &
                           ~(f->attacks[them] | f->attacks_by[them][KING]);

    return pawn_threat * bb_count(pieces & f->pawn_attacks[us]) +
           minor_threat * bb_count(heavy & minors) + hanging * bb_count(loose);
}

static Score side_terms(const Board *b, Color us) {
    Score score = 0;

    for (Piece p = PAWN; p <= KING; p++)
        for (Bitboard left = board_pieces(b, us, p); left;)
            score += square_worth[us][p][bb_take(&left)];
    if (bb_several(board_pieces(b, us, BISHOP)))
        score += bishop_pair;
    return score;
}

/* In 64ths: how much of an endgame advantage the side that has it can hope to turn into a win. */
static int winning_chances(const Board *b, Color strong) {
    const Color weak = color_other(strong);
    const int pawns = bb_count(board_pieces(b, strong, PAWN));
    const Bitboard bishops = b->piece[BISHOP];
    int power[COLOR_COUNT];

    for (Color c = WHITE; c <= BLACK; c++)
        power[c] = 3 * bb_count(b->color[c] & (b->piece[KNIGHT] | bishops)) +
                   5 * bb_count(board_pieces(b, c, ROOK)) + 9 * bb_count(board_pieces(b, c, QUEEN));
    if (!pawns) {
        if (power[strong] <= 3)
            return 0;
        /* two knights do not mate; a minor piece more does not win without pawns */
        if (power[strong] - power[weak] <= 3)
            return power[strong] - power[weak] == 3 && !power[weak] ? 0 : 10;
        if (power[strong] == 6 && !bishops && !board_pieces(b, weak, PAWN))
            return 0;
    }
    if (bb_count(board_pieces(b, WHITE, BISHOP)) == 1 &&
        bb_count(board_pieces(b, BLACK, BISHOP)) == 1 && (bishops & LIGHT_SQUARES) &&
        (bishops & ~LIGHT_SQUARES))
        return power[WHITE] + power[BLACK] == 6 ? 22 + 4 * pawns : 46;
    return 40 + 4 * (pawns < 6 ? pawns : 6);
}

/* Against a bare king: drive it to the edge, bring the own king near. */
static int mop_up(const Board *b, Color strong) {
    const Square loser = board_king(b, color_other(strong)), winner = board_king(b, strong);
    const int file = square_file(loser), rank = square_rank(loser);
    const Bitboard bishops = board_pieces(b, strong, BISHOP);
    const int edge = larger(absolute(2 * file - 7), absolute(2 * rank - 7));
    int score = 10 * edge + 8 * (7 - steps[winner][loser]);

    if (bishops && board_pieces(b, strong, KNIGHT) && !bb_several(bishops)) {
        /* only a corner of the bishop's color will do: a1 and h8 are dark */
        const bool dark = !(bishops & LIGHT_SQUARES);
        const int near = steps[loser][dark ? A1 : A8], far = steps[loser][dark ? H8 : H1];
        score += 30 * (7 - (near < far ? near : far));
    }
    return score;
}

static bool is_bare(const Board *b, Color c) {
    return !bb_several(b->color[c]);
}

static int blend(const Board *b, Score score) {
    const int mg = middlegame(score), eg = endgame(score);
    const Color ahead = mg >= 0 ? WHITE : BLACK, strong = eg >= 0 ? WHITE : BLACK;
    const int mg_chances = winning_chances(b, ahead);
    int phase = 0, late = eg * winning_chances(b, strong) / 64;
    /* with next to no chances the middlegame is no comfort either */
    const int early = mg_chances < 16 ? mg * mg_chances / 64 : mg;

    for (Piece p = KNIGHT; p <= QUEEN; p++)
        phase += phase_of[p] * bb_count(b->piece[p]);
    phase = phase > FULL_PHASE ? FULL_PHASE : phase;
    if (is_bare(b, color_other(strong)) && late)
        late += strong == WHITE ? mop_up(b, WHITE) : -mop_up(b, BLACK);
    return (early * phase + late * (FULL_PHASE - phase)) / FULL_PHASE;
}

int eval_position(const Position *p) {
    const Board *b = &p->board;
    Facts f = {0};
    Score score;
    int value;

    for (Color c = WHITE; c <= BLACK; c++) {
        const Square king = board_king(b, c);
        const Bitboard ring = attacks_king(king) | bb_of(king);
        f.attacks_by[c][KING] = attacks_king(king);
        f.king_ring[c] = ring | bb_forward(ring, c);
        f.pawn_attacks[c] = bb_pawn_attacks(board_pieces(b, c, PAWN), c);
        f.attacks[c] = f.attacks_by[c][PAWN] = f.pawn_attacks[c];
    }
    score = side_terms(b, WHITE) - side_terms(b, BLACK);
    for (Piece k = KNIGHT; k <= QUEEN; k++)
        score += piece_terms(b, WHITE, k, &f) - piece_terms(b, BLACK, k, &f);
    score += pawn_terms(b, WHITE, &f) - pawn_terms(b, BLACK, &f);
    score += king_terms(b, WHITE) - king_terms(b, BLACK);
    score += attack_terms(b, WHITE, &f) - attack_terms(b, BLACK, &f);
    score += threat_terms(b, WHITE, &f) - threat_terms(b, BLACK, &f);
    score += p->board.turn == WHITE ? tempo : -tempo;

    value = blend(b, score);
    value = value > EVAL_MAX ? EVAL_MAX : value < -EVAL_MAX ? -EVAL_MAX : value;
    return p->board.turn == WHITE ? value : -value;
}
