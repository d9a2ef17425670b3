/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The terms of the evaluation, written once and compiled twice: by eval.c to play, and by
 * eval_trace.c, with EVAL_TRACE, to count how often each weight is used. Included by these two
 * only; all of it is static.
 */
#ifndef ALULA_EVAL_TERMS_H
#define ALULA_EVAL_TERMS_H

#include "eval.h"
#include "eval_trace.h"

#ifdef __GNUC__
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

/* Filled by eval_init(). */
typedef struct {
    Bitboard front[COLOR_COUNT][SQUARE_COUNT]; /* squares in front, on the file */
    Bitboard span[COLOR_COUNT][SQUARE_COUNT];  /* and on the files beside */
    Bitboard beside[8];                        /* the files beside a file */
    uint8_t steps[SQUARE_COUNT][SQUARE_COUNT]; /* a king's way between two squares */
    /* what a piece on a square is worth, [color][king's square][kind][square]: material and square
       by its own king, and by the enemy king */
    Score own[COLOR_COUNT][SQUARE_COUNT][PIECE_COUNT][SQUARE_COUNT];
    Score enemy[COLOR_COUNT][SQUARE_COUNT][PIECE_COUNT][SQUARE_COUNT];
} EvalTables;

extern EvalTables eval_tables;

/* What depends on pawns and kings alone. */
typedef struct {
    Bitboard pawns[COLOR_COUNT];
    Bitboard passed;            /* of both colors */
    Bitboard span[COLOR_COUNT]; /* squares that a color's pawns attack or may come to attack */
    Score score;                /* for White */
    uint8_t king[COLOR_COUNT];
} PawnEntry;

/* What is found out once and used by several terms. */
typedef struct {
    const Board *board;
    EvalTrace *trace;
    Bitboard occupied;
    Bitboard attacks[COLOR_COUNT]; /* of all men */
    Bitboard twice[COLOR_COUNT];   /* squares attacked by two */
    Bitboard by[COLOR_COUNT][PIECE_COUNT];
    Bitboard area[COLOR_COUNT]; /* squares that count for mobility */
    Bitboard ring[COLOR_COUNT]; /* squares around the king */
    Square king[COLOR_COUNT];
    Score danger[COLOR_COUNT]; /* that a color is to the other king */
} Facts;

/* A weight that counts so many times. */
static ALWAYS_INLINE Score term(const Facts *f, Color us, int weight, int count) {
#ifdef EVAL_TRACE
    f->trace->count[us][weight] = (int16_t)(f->trace->count[us][weight] + count);
#endif
    (void)f;
    (void)us;
    return eval_weight[weight] * count;
}

/* --- squares --------------------------------------------------------------------------------- */

/* A square as its color sees it, and mirrored so that a king stands on the files e to h. */
static inline int seen_square(Color us, Square king, Square s) {
    const unsigned mirror = square_file(king) < 4 ? 7 : 0;

    return (int)((unsigned)s ^ mirror ^ (us == WHITE ? 0u : 56u));
}
static inline int own_square_weight(Color us, Square king, Piece p, Square s) {
    return W_OWN_SQUARE + (int)p * 64 + seen_square(us, king, s);
}
static inline int enemy_square_weight(Color us, Square king, Piece p, Square s) {
    return W_ENEMY_SQUARE + (int)p * 64 + seen_square(us, king, s);
}
/* How many ranks in front of a king, and how many files beside it; not for kings. */
static inline int offset_weight(int first, Color us, Square king, Piece p, Square s) {
    const int ranks = rank_for(us, square_rank(s)) - rank_for(us, square_rank(king));
    const int files = square_file(s) - square_file(king);

    return first + ((int)p * 15 + ranks + 7) * 8 + (files < 0 ? -files : files);
}

/* A piece, on its square. */
static ALWAYS_INLINE Score square_term(const Facts *f, Color us, Piece p, Square s) {
    const Square own = f->king[us], enemy = f->king[color_other(us)];

#ifdef EVAL_TRACE
    term(f, us, own_square_weight(us, own, p, s), 1);
    term(f, us, enemy_square_weight(us, enemy, p, s), 1);
    if (p != KING) {
        term(f, us, W_MATERIAL + (int)p, 1);
        term(f, us, offset_weight(W_OWN_OFFSET, us, own, p, s), 1);
        term(f, us, offset_weight(W_ENEMY_OFFSET, us, enemy, p, s), 1);
    }
#endif
    return eval_tables.own[us][own][p][s] + eval_tables.enemy[us][enemy][p][s];
}

/* --- pawns and kings ------------------------------------------------------------------------- */

static inline int edge_of(int file) {
    return file < 4 ? file : 7 - file;
}

static inline Score pawn_structure(const Facts *f, Color us, Square s) {
    const Color them = color_other(us);
    const Bitboard own = board_pieces(f->board, us, PAWN);
    const Bitboard enemy = board_pieces(f->board, them, PAWN);
    const int rank = rank_for(us, square_rank(s)), file = square_file(s);
    const Bitboard next = bb_forward(bb_of(s), us), beside = eval_tables.beside[file];
    const bool faced = (enemy & eval_tables.front[us][s]) != 0;
    /* own pawns beside or behind that can defend it one day */
    const Bitboard helpers = own & eval_tables.span[them][bb_first(next)] & beside;
    const Bitboard stoppers = enemy & eval_tables.span[us][s] & beside;
    Score score = square_term(f, us, PAWN, s);

    if (!(own & beside))
        score += term(f, us, W_ISOLATED + 4 * !faced + edge_of(file), 1);
    else if (!helpers && (next & (f->by[them][PAWN] | enemy)))
        score += term(f, us, W_BACKWARD + !faced, 1);
    if (own & eval_tables.front[us][s])
        score += term(f, us, W_DOUBLED + !(own & next), 1);
    if (own & beside & bb_rank(square_rank(s)))
        score += term(f, us, W_PHALANX + rank, 1);
    if (bb_has(f->by[us][PAWN], s))
        score += term(f, us, W_SUPPORTED + rank, 1);
    if (!faced && !(own & eval_tables.front[us][s]) && stoppers &&
        bb_count(helpers) >= bb_count(stoppers))
        score += term(f, us, W_CANDIDATE + rank, 1);
    return score;
}

static inline Score pawn_terms(const Facts *f, PawnEntry *entry, Color us) {
    const Color them = color_other(us);
    const Bitboard own = board_pieces(f->board, us, PAWN);
    const Bitboard enemy = board_pieces(f->board, them, PAWN);
    Score score = 0;

    entry->span[us] = 0;
    for (Bitboard left = own; left;) {
        const Square s = bb_take(&left);
        const int rank = rank_for(us, square_rank(s));
        const Bitboard front = eval_tables.front[us][s];

        score += pawn_structure(f, us, s);
        entry->span[us] |= eval_tables.span[us][s] & ~front;
        if (!((enemy & eval_tables.span[us][s]) | (own & front))) {
            const Square next = bb_first(bb_forward(bb_of(s), us));

            entry->passed |= bb_of(s);
            score += term(f, us, W_PASSED + rank, 1);
            score +=
                term(f, us, W_PASSED_OWN_KING + 8 * rank + eval_tables.steps[f->king[us]][next], 1);
            score += term(
                f, us, W_PASSED_ENEMY_KING + 8 * rank + eval_tables.steps[f->king[them]][next], 1);
        }
    }
    return score;
}

/* The own pawns that shelter the king, and the enemy pawns that come near. */
static inline Score shelter_terms(const Facts *f, Color us) {
    const Color them = color_other(us);
    const Square king = f->king[us];
    const int file = square_file(king), middle = file < 1 ? 1 : file > 6 ? 6 : file;
    const Bitboard ahead = ~eval_tables.span[them][king] & ~eval_tables.front[them][king];
    Score score = square_term(f, us, KING, king);

    for (int i = middle - 1; i <= middle + 1; i++) {
        const Bitboard own = board_pieces(f->board, us, PAWN) & bb_file(i) & ahead;
        const Bitboard enemy = board_pieces(f->board, them, PAWN) & bb_file(i) & ahead;
        const Square near = !own ? NO_SQUARE : us == WHITE ? bb_first(own) : bb_last(own);
        const int rank = own ? rank_for(us, square_rank(near)) : 0;

        score += term(f, us, W_SHELTER + 8 * edge_of(i) + rank, 1);
        if (enemy) {
            const Square storm = us == WHITE ? bb_first(enemy) : bb_last(enemy);
            const int storm_rank = rank_for(us, square_rank(storm));
            const bool blocked = own && storm_rank == rank + 1;

            score += term(f, us, W_STORM + 32 * blocked + 8 * edge_of(i) + storm_rank, 1);
        }
    }
    return score;
}

/* Fill an entry for the pawns and kings on the board. */
static inline void pawn_entry_fill(const Facts *f, PawnEntry *entry) {
    for (Color c = WHITE; c <= BLACK; c++) {
        entry->pawns[c] = board_pieces(f->board, c, PAWN);
        entry->king[c] = (uint8_t)f->king[c];
    }
    entry->passed = 0;
    entry->score = pawn_terms(f, entry, WHITE) - pawn_terms(f, entry, BLACK) +
                   shelter_terms(f, WHITE) - shelter_terms(f, BLACK);
}

/* --- pieces ---------------------------------------------------------------------------------- */

static ALWAYS_INLINE Score minor_terms(const Facts *f, const PawnEntry *pawns, Color us, Piece kind,
                                       Square s, Bitboard attacks) {
    const Color them = color_other(us);
    const Bitboard camp = UINT64_C(0xffffff) << (us == WHITE ? 24 : 16); /* ranks 4 to 6 */
    const Bitboard outposts = camp & f->by[us][PAWN] & ~pawns->span[them];
    Score score = 0;

    if (bb_has(outposts, s))
        score += term(f, us, W_OUTPOST + (kind == KNIGHT ? 0 : 2), 1);
    else if (kind == KNIGHT && (attacks & outposts & ~f->board->color[us]))
        score += term(f, us, W_OUTPOST + 1, 1);
    if (bb_forward(bb_of(s), us) & f->board->piece[PAWN])
        score += term(f, us, W_BEHIND_PAWN + (kind == BISHOP), 1);
    if (kind == BISHOP) {
        const Bitboard color = bb_has(LIGHT_SQUARES, s) ? LIGHT_SQUARES : ~LIGHT_SQUARES;
        const int blockers = bb_count(board_pieces(f->board, us, PAWN) & color);
        score += term(f, us, W_BISHOP_PAWNS + (blockers < 8 ? blockers : 8), 1);
    }
    return score;
}

static ALWAYS_INLINE Score rook_terms(const Facts *f, Color us, Square s) {
    const Color them = color_other(us);
    const Bitboard file = bb_file(square_file(s)), pawns = f->board->piece[PAWN];
    const Bitboard seventh = bb_rank(rank_for(us, 6));
    Score score = 0;

    if (!(pawns & file))
        score += term(f, us, W_ROOK_FILE, 1);
    else if (!(pawns & file & f->board->color[us]))
        score += term(f, us, W_ROOK_FILE + 1, 1);
    if (bb_has(seventh, s) && ((pawns & f->board->color[them] & seventh) ||
                               bb_has(bb_rank(rank_for(us, 7)), f->king[them])))
        score += term(f, us, W_ROOK_SEVENTH, 1);
    return score;
}

/* One kind of piece: where it stands, where it can go, what it does to the other king. */
static ALWAYS_INLINE Score piece_terms(Facts *f, const PawnEntry *pawns, const Color us,
                                       const Piece kind) {
    static const int mobility[PIECE_COUNT] = {
        0, W_KNIGHT_MOBILITY, W_BISHOP_MOBILITY, W_ROOK_MOBILITY, W_QUEEN_MOBILITY, 0};
    const Color them = color_other(us);
    const Board *b = f->board;
    /* sliders that move alike support each other through */
    const Bitboard through = b->color[us] & (kind == BISHOP ? b->piece[QUEEN]
                                             : kind == ROOK ? b->piece[QUEEN] | b->piece[ROOK]
                                                            : 0);
    Score score = 0;

    for (Bitboard left = board_pieces(b, us, kind); left;) {
        const Square s = bb_take(&left);
        const Bitboard attacks = attacks_of(kind, s, f->occupied ^ through);
        const Bitboard on_ring = attacks & f->ring[them];

        score += square_term(f, us, kind, s);
        score += term(f, us, mobility[kind] + bb_count(attacks & f->area[us]), 1);
        f->twice[us] |= f->attacks[us] & attacks;
        f->attacks[us] |= attacks;
        f->by[us][kind] |= attacks;
        if (on_ring) {
            f->danger[us] += term(f, us, W_DANGER_ATTACKER + (int)kind - KNIGHT, 1);
            f->danger[us] += term(f, us, W_DANGER_RING + (int)kind - KNIGHT, bb_count(on_ring));
        }
        if (kind == KNIGHT || kind == BISHOP)
            score += minor_terms(f, pawns, us, kind, s, attacks);
        else if (kind == ROOK)
            score += rook_terms(f, us, s);
    }
    if (kind == BISHOP && bb_several(board_pieces(b, us, BISHOP)))
        score += term(f, us, W_BISHOP_PAIR, 1);
    return score;
}

/* --- what all pieces do together ------------------------------------------------------------- */

static ALWAYS_INLINE Score passed_terms(const Facts *f, const PawnEntry *pawns, const Color us) {
    const Color them = color_other(us);
    const Board *b = f->board;
    Score score = 0;

    for (Bitboard left = pawns->passed & b->color[us]; left;) {
        const Square s = bb_take(&left);
        const int rank = rank_for(us, square_rank(s));
        const Bitboard next = bb_forward(bb_of(s), us), path = eval_tables.front[us][s];
        const Bitboard behind = eval_tables.front[them][s] & b->piece[ROOK];
        const Bitboard rooks = behind ? behind & attacks_rook(s, f->occupied) : 0;

        if (!(f->occupied & next))
            score += term(f, us, W_PASSED_FREE + rank, 1);
        if (!(f->attacks[them] & next))
            score += term(f, us, W_PASSED_SAFE + rank, 1);
        if (!((f->attacks[them] | f->occupied) & path))
            score += term(f, us, W_PASSED_PATH + rank, 1);
        if (f->attacks[us] & next)
            score += term(f, us, W_PASSED_DEFENDED + rank, 1);
        if (rooks)
            score += term(f, us, W_PASSED_ROOK + !(rooks & b->color[us]), 1);
        if (b->color[them] == (b->color[them] & (b->piece[PAWN] | b->piece[KING])) &&
            !(path & b->color[us])) {
            const Square last = square_make(square_file(s), rank_for(us, 7));
            const int way = 7 - rank - (rank == 1) - (b->turn == us);
            if (eval_tables.steps[f->king[them]][last] - 1 > way)
                score += term(f, us, W_PASSED_RUNS, 1);
        }
    }
    return score;
}

/* Attacks on the enemy's men. */
static ALWAYS_INLINE Score threat_terms(const Facts *f, const Color us) {
    const Color them = color_other(us);
    const Board *b = f->board;
    const Bitboard enemies = b->color[them] & ~b->piece[KING], pieces = enemies & ~b->piece[PAWN];
    const Bitboard held = f->by[them][PAWN] | (f->twice[them] & ~f->twice[us]);
    const Bitboard weak = enemies & ~held & f->attacks[us];
    const Bitboard minors = f->by[us][KNIGHT] | f->by[us][BISHOP];
    const Bitboard safe = ~f->attacks[them] | f->attacks[us];
    const Bitboard by_minor = minors & (pieces | weak), by_rook = f->by[us][ROOK] & weak;
    const Bitboard by_pawn = pieces & bb_pawn_attacks(board_pieces(b, us, PAWN) & safe, us);
    Bitboard push = bb_forward(board_pieces(b, us, PAWN), us) & ~f->occupied;
    Score score = 0;

    for (Piece p = PAWN; p <= QUEEN; p++) {
        if (by_minor & b->piece[p])
            score += term(f, us, W_THREAT_MINOR + (int)p, bb_count(by_minor & b->piece[p]));
        if (by_rook & b->piece[p])
            score += term(f, us, W_THREAT_ROOK + (int)p, bb_count(by_rook & b->piece[p]));
        if (by_pawn & b->piece[p])
            score += term(f, us, W_THREAT_PAWN + (int)p, bb_count(by_pawn & b->piece[p]));
    }
    if (weak & f->by[us][KING])
        score += term(f, us, W_THREAT_KING, 1);
    score += term(f, us, W_HANGING, bb_count(weak & ~f->attacks[them]));
    score += term(f, us, W_RESTRICTED, bb_count(f->attacks[them] & ~held & f->attacks[us]));
    push |= bb_forward(push & bb_rank(rank_for(us, 2)), us) & ~f->occupied;
    push &= ~f->by[them][PAWN] & safe;
    score += term(f, us, W_THREAT_PUSH, bb_count(bb_pawn_attacks(push, us) & pieces & ~by_pawn));
    return score;
}

/* The danger to the other king; the pieces have been counted already. */
static ALWAYS_INLINE Score danger_terms(const Facts *f, const Color us) {
    const Color them = color_other(us);
    const Board *b = f->board;
    const Square king = f->king[them];
    const Bitboard only_king = f->by[them][KING] & ~f->twice[them];
    const Bitboard weak = f->attacks[us] & (~f->attacks[them] | only_king);
    const Bitboard safe = ~b->color[us] & (~f->attacks[them] | (weak & f->twice[us]));
    const Bitboard diagonal = attacks_bishop(king, f->occupied);
    const Bitboard straight = attacks_rook(king, f->occupied);
    const Bitboard checks[4] = {attacks_knight(king) & f->by[us][KNIGHT],
                                diagonal & f->by[us][BISHOP], straight & f->by[us][ROOK],
                                (diagonal | straight) & f->by[us][QUEEN]};
    const int file = square_file(king);
    const Bitboard files = file < 3   ? UINT64_C(0x0f0f0f0f0f0f0f0f)
                           : file > 4 ? UINT64_C(0xf0f0f0f0f0f0f0f0)
                                      : UINT64_C(0x3c3c3c3c3c3c3c3c);
    const Bitboard camp = files & (them == WHITE ? UINT64_C(0xffffffffff) : ~UINT64_C(0xffffff));
    Bitboard unsafe = 0;
    Score danger = f->danger[us] + term(f, us, W_DANGER_BASE, 1);

    if (!board_pieces(b, us, QUEEN))
        danger += term(f, us, W_DANGER_NO_QUEEN, 1);
    for (int i = 0; i < 4; i++) {
        const Bitboard good = checks[i] & safe;
        if (good)
            danger += term(f, us, W_DANGER_CHECK + 2 * i + bb_several(good), 1);
        else
            unsafe |= checks[i] & ~b->color[us];
    }
    danger += term(f, us, W_DANGER_UNSAFE, bb_count(unsafe));
    danger += term(f, us, W_DANGER_WEAK, bb_count(f->ring[them] & weak));
    danger += term(f, us, W_DANGER_FLANK, bb_count(f->attacks[us] & camp));
    danger += term(f, us, W_DANGER_FLANK + 1, bb_count(f->twice[us] & camp));
    danger += term(f, us, W_DANGER_DEFENSE, bb_count(f->attacks[them] & camp));
    if (f->by[them][KNIGHT] & f->ring[them])
        danger += term(f, us, W_DANGER_GUARD, 1);
    return danger_worth(danger);
}

static ALWAYS_INLINE Score space_terms(const Facts *f, const Color us) {
    const Bitboard own = board_pieces(f->board, us, PAWN);
    const Bitboard center = UINT64_C(0x3c3c3c) << (us == WHITE ? 8 : 32);
    const Bitboard safe = center & ~own & ~f->by[color_other(us)][PAWN];
    Bitboard behind = own;

    behind |= bb_back(behind, us);
    behind |= bb_back(bb_back(behind, us), us);
    return term(f, us, W_SPACE,
                bb_count(safe) + bb_count(safe & behind & ~f->attacks[color_other(us)]));
}

/* --- everything ------------------------------------------------------------------------------ */

/* What the pawns and kings attack, and what follows from it. */
static inline void facts_init(Facts *f, const Board *b, EvalTrace *trace) {
    f->board = b;
    f->trace = trace;
    f->occupied = board_occupied(b);
    for (Color c = WHITE; c <= BLACK; c++)
        f->by[c][PAWN] = bb_pawn_attacks(board_pieces(b, c, PAWN), c);
    for (Color c = WHITE; c <= BLACK; c++) {
        const Square king = f->king[c] = board_king(b, c);
        const Bitboard pawns = board_pieces(b, c, PAWN), ahead = bb_forward(pawns, c);
        const int file = square_file(king), rank = square_rank(king);
        const Square middle = square_make(file < 1   ? 1
                                          : file > 6 ? 6
                                                     : file,
                                          rank < 1   ? 1
                                          : rank > 6 ? 6
                                                     : rank);
        const Bitboard stuck = pawns & (bb_back(f->occupied, c) | bb_rank(rank_for(c, 1)));

        f->by[c][KING] = attacks_king(king);
        f->by[c][KNIGHT] = f->by[c][BISHOP] = f->by[c][ROOK] = f->by[c][QUEEN] = 0;
        f->attacks[c] = f->by[c][KING] | f->by[c][PAWN];
        f->twice[c] = (f->by[c][KING] & f->by[c][PAWN]) | (bb_east(ahead) & bb_west(ahead));
        f->area[c] = ~(stuck | bb_of(king) | f->by[color_other(c)][PAWN]);
        f->ring[c] = attacks_king(middle) | bb_of(middle);
        f->danger[c] = 0;
    }
}

/* Everything but pawns and kings, for White. All attacks are known before they are looked at. */
static ALWAYS_INLINE Score all_terms(Facts *f, const PawnEntry *pawns) {
    Score score = pawns->score;

    score += piece_terms(f, pawns, WHITE, KNIGHT) - piece_terms(f, pawns, BLACK, KNIGHT);
    score += piece_terms(f, pawns, WHITE, BISHOP) - piece_terms(f, pawns, BLACK, BISHOP);
    score += piece_terms(f, pawns, WHITE, ROOK) - piece_terms(f, pawns, BLACK, ROOK);
    score += piece_terms(f, pawns, WHITE, QUEEN) - piece_terms(f, pawns, BLACK, QUEEN);
    score += passed_terms(f, pawns, WHITE) - passed_terms(f, pawns, BLACK);
    score += threat_terms(f, WHITE) - threat_terms(f, BLACK);
    score += danger_terms(f, WHITE) - danger_terms(f, BLACK);
    score += space_terms(f, WHITE) - space_terms(f, BLACK);
    score += f->board->turn == WHITE ? term(f, WHITE, W_TEMPO, 1) : -term(f, BLACK, W_TEMPO, 1);
    return score;
}

/* How much of a middlegame it is, by the pieces that are left. */
static inline int phase_of(const Board *b) {
    const int phase = bb_count(b->piece[KNIGHT] | b->piece[BISHOP]) + 2 * bb_count(b->piece[ROOK]) +
                      4 * bb_count(b->piece[QUEEN]);

    return phase < EVAL_PHASE_MAX ? phase : EVAL_PHASE_MAX;
}

/* Where there are next to no chances, the middlegame is no comfort either. */
static inline int middlegame_chances(int chances) {
    return chances < 16 ? chances : 64;
}

/*
 * What leads nowhere fades as the fifty-move rule draws near. Not so a win that is known: there,
 * the brighter values of positions seen earlier would look better to the search than any progress.
 */
enum { FADE_WHOLE = 220, FADE_MOST = 100 };
static inline int fade(int value, int halfmove_clock) {
    return value * (FADE_WHOLE - (halfmove_clock < FADE_MOST ? halfmove_clock : FADE_MOST)) /
           FADE_WHOLE;
}

/* One value of the two scores, for White; `chances` are those of the sides they favor. */
static inline int blend(int middlegame, int endgame, int phase, int middlegame_chance,
                        int endgame_chance) {
    const int early = middlegame * middlegame_chances(middlegame_chance) / 64;
    const int late = endgame * endgame_chance / 64;
    const int value = (early * phase + late * (EVAL_PHASE_MAX - phase)) / EVAL_PHASE_MAX;

    return value > EVAL_MAX ? EVAL_MAX : value < -EVAL_MAX ? -EVAL_MAX : value;
}

#endif
