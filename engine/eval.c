/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every term counts once for the middlegame and once for the endgame, and the pieces left on the
 * board blend the two ("tapered eval", as in H. Berliner's application coefficients and Fruit by
 * F. Letouzey). The weights are fitted to games of the engine with itself (the method of P.
 * Österlund, Texel 2014, by gradients); the terms are common knowledge of the field, most of them
 * described at the Chess Programming Wiki. What pawns and kings alone decide is kept in a table.
 */
#include "eval.h"

#include <stdlib.h>

#include "endgame.h"
#include "eval_terms.h"

#define S SCORE
const Score eval_weight[EVAL_WEIGHT_COUNT] = {
#include "eval_weights.inc"
};
#undef S

EvalTables eval_tables;

/* Exact: an entry holds all it depends on, so that no evaluation can be a mistaken one. */
enum { CACHE_ENTRIES = 4096 };
struct EvalCache {
    NnueCache *network; /* NULL: the terms judge */
    PawnEntry entry[CACHE_ENTRIES];
};

static void fill_squares(Color c, Square king) {
    for (Piece p = PAWN; p <= KING; p++)
        for (Square s = A1; s < SQUARE_COUNT; s++) {
            Score own = eval_weight[own_square_weight(c, king, p, s)];
            Score enemy = eval_weight[enemy_square_weight(c, king, p, s)];

            if (p != KING) {
                own += eval_weight[W_MATERIAL + (int)p] +
                       eval_weight[offset_weight(W_OWN_OFFSET, c, king, p, s)];
                enemy += eval_weight[offset_weight(W_ENEMY_OFFSET, c, king, p, s)];
            }
            eval_tables.own[c][king][p][s] = own;
            eval_tables.enemy[c][king][p][s] = enemy;
        }
}

static void fill_geometry(Square s) {
    for (Square t = A1; t < SQUARE_COUNT; t++) {
        const int files = abs(square_file(s) - square_file(t));
        const int ranks = abs(square_rank(s) - square_rank(t));
        eval_tables.steps[s][t] = (uint8_t)(files > ranks ? files : ranks);
    }
    for (Color c = WHITE; c <= BLACK; c++) {
        Bitboard front = 0;

        for (Bitboard b = bb_forward(bb_of(s), c); b; b = bb_forward(b, c))
            front |= b;
        eval_tables.front[c][s] = front;
        eval_tables.span[c][s] = front | bb_east(front) | bb_west(front);
    }
}

void eval_init(void) {
    if (eval_tables.beside[0])
        return;
    endgame_init();
    nnue_init();
    for (int file = 0; file < 8; file++)
        eval_tables.beside[file] = bb_east(bb_file(file)) | bb_west(bb_file(file));
    for (Square s = A1; s < SQUARE_COUNT; s++) {
        fill_geometry(s);
        for (Color c = WHITE; c <= BLACK; c++)
            fill_squares(c, s);
    }
}

EvalCache *eval_cache_new(const NnueNet *net, int plies) {
    EvalCache *cache = calloc(1, sizeof(EvalCache));

    if (cache && net && !(cache->network = nnue_cache_new(net, plies))) {
        free(cache);
        return NULL;
    }
    return cache;
}

void eval_cache_free(EvalCache *cache) {
    if (cache)
        nnue_cache_free(cache->network);
    free(cache);
}

size_t eval_cache_bytes(const NnueNet *net, int plies) {
    return sizeof(EvalCache) + (net ? nnue_cache_bytes(net, plies) : 0);
}

/* The entry of these pawns and kings, or `own` filled for them. */
static const PawnEntry *find_pawns(const Facts *f, EvalCache *cache, PawnEntry *own) {
    const Bitboard white = board_pieces(f->board, WHITE, PAWN);
    const Bitboard black = board_pieces(f->board, BLACK, PAWN);
    const uint64_t mix = (white * UINT64_C(0x9e3779b97f4a7c15)) ^
                         ((black ^ (uint64_t)f->king[WHITE] << 58 ^ (uint64_t)f->king[BLACK]) *
                          UINT64_C(0xc2b2ae3d27d4eb4f));
    PawnEntry *entry =
        cache ? &cache->entry[(mix ^ mix >> 32) * UINT64_C(0x9e3779b97f4a7c15) >> 52] : own;

    _Static_assert(CACHE_ENTRIES == 1 << 12, "52 bits less");
    /* the kings never stand on the same square: an entry of zeros belongs to nobody */
    if (!cache || entry->pawns[WHITE] != white || entry->pawns[BLACK] != black ||
        entry->king[WHITE] != f->king[WHITE] || entry->king[BLACK] != f->king[BLACK])
        pawn_entry_fill(f, entry);
    return entry;
}

/* For the side to move, before the fifty-move rule is thought of. */
static int judge_by_network(const Board *b, const Position *p, NnueCache *network, int ply) {
    const int value = nnue_evaluate(network, p, ply);
    const Color strong = (value >= 0) == (b->turn == WHITE) ? WHITE : BLACK;
    const int chances = endgame_chances(b, strong);
    const int fair = chances < ENDGAME_DRAWISH ? value * chances / ENDGAME_DRAWISH : value;

    return fair > EVAL_MAX ? EVAL_MAX : fair < -EVAL_MAX ? -EVAL_MAX : fair;
}

int eval_position(const Position *p, EvalCache *cache, int ply) {
    const Board *b = &p->board;
    PawnEntry own;
    Facts f;
    int value;

    if ((!bb_several(b->color[WHITE]) || !bb_several(b->color[BLACK])) &&
        endgame_known(b, &value)) {
        value = value > EVAL_MAX ? EVAL_MAX : value < -EVAL_MAX ? -EVAL_MAX : value;
    } else if (cache && cache->network) {
        return fade(judge_by_network(b, p, cache->network, ply), p->halfmove_clock);
    } else {
        Score score;
        int middlegame, endgame;

        facts_init(&f, b, NULL);
        score = all_terms(&f, find_pawns(&f, cache, &own));
        middlegame = score_middlegame(score);
        endgame = score_endgame(score);
        value = blend(middlegame, endgame, phase_of(b),
                      endgame_chances(b, middlegame >= 0 ? WHITE : BLACK),
                      endgame_chances(b, endgame >= 0 ? WHITE : BLACK));
        value = fade(value, p->halfmove_clock);
    }
    return p->board.turn == WHITE ? value : -value;
}
