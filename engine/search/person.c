/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "person.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "base/random.h"
#include "base/util.h"
#include "chess/attacks.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "result.h"

/* --- numbers --------------------------------------------------------------------------------- */

/* 1024 / (1 + exp(-cp / 200)), for every 50 centipawns from 0 to 2000. */
static const int16_t expected_table[] = {
    512,  576,  637,  695,  749,  796,  837,  872,  902,  926,  946,  962,  975,  986,
    994,  1000, 1006, 1010, 1013, 1015, 1017, 1019, 1020, 1021, 1021, 1022, 1022, 1023,
    1023, 1023, 1023, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024,
};

/* Returns the expected score of a game in 1024ths. */
static int expected(int cp) {
    const int size = min(abs(cp), 2000);
    const int16_t *low = &expected_table[size / 50];
    const int points = low[0] + (low[1] - low[0]) * (size % 50) / 50;

    return cp < 0 ? 1024 - points : points;
}

/* 64 * 2^(-n / 16) */
static int falling(int n) {
    static const uint8_t part[16] = {64, 61, 59, 56, 54, 52, 49, 47,
                                     45, 43, 41, 40, 38, 36, 35, 33};

    return n >= 16 * 7 ? 0 : part[n % 16] >> n / 16;
}

/* --- features -------------------------------------------------------------------------------- */

static const int8_t worth[PIECE_COUNT + 1] = {1, 3, 3, 5, 9, 0, 0};

/* Data shared by all moves of a position. */
typedef struct {
    const Position *now;
    Color us, them;
    Bitboard attacked, defended,
        by_pawns;    /* squares attacked by the opponent, by us, and by the opponent's pawns */
    Move last, mine; /* the last moves of the opponent and of us, or NO_MOVE */
    int best[PERSON_DEPTHS], best_points[PERSON_DEPTHS];
    int ply, men;
    size_t count;
} Scene;

static Scene scene_of(const PersonView *v) {
    const GameLine *line = v->line;
    const Position *now = gameline_now(line);
    Scene s = {.now = now, .us = position_turn(now), .count = v->count};

    s.them = color_other(s.us);
    s.attacked = movegen_attacked(&now->board, s.them);
    s.defended = movegen_attacked(&now->board, s.us);
    s.by_pawns = bb_pawn_attacks(board_pieces(&now->board, s.them, PAWN), s.them);
    s.last = line->length ? line->move[line->length - 1] : NO_MOVE;
    s.mine = line->length > 1 ? line->move[line->length - 2] : NO_MOVE;
    s.ply = position_game_ply(now);
    s.men = bb_count(board_occupied(&now->board));
    for (int d = 0; d < PERSON_DEPTHS; d++) {
        s.best[d] = v->move[0].score[d];
        for (size_t i = 1; i < v->count; i++)
            s.best[d] = max(s.best[d], v->move[i].score[d]);
        s.best_points[d] = expected(s.best[d]);
    }
    return s;
}

static int steps(Square a, Square b) {
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)));
}

/* Returns roughly the centipawns that a capture wins by exchange. */
static int exchange(const Position *p, Move m) {
    static const int threshold[] = {900, 500, 300, 100, 0, -100, -300, -500};

    for (size_t i = 0; i < sizeof threshold / sizeof *threshold; i++)
        if (see_ge(p, m, threshold[i]))
            return threshold[i];
    return -900;
}

/* Returns the largest gain by a capture that the moved piece threatens. */
static int threatens(const Scene *s, const Position *after, Bitboard targets, Piece piece,
                     Bitboard guarded) {
    int most = 0;

    for (Bitboard b = targets & after->board.color[s->them] & ~after->board.piece[KING]; b;) {
        const Square at = pop_lsb(&b);

        most = max(most, worth[position_on(after, at)] - (bb_has(guarded, at) ? worth[piece] : 0));
    }
    return most;
}

/*
 * Returns the value of the most valuable own piece that is attacked and undefended, or attacked by
 * a pawn.
 */
static int hangs(const Scene *s, const Position *after, Bitboard guarded) {
    const Bitboard own = movegen_attacked(&after->board, s->us),
                   by_pawns = bb_pawn_attacks(board_pieces(&after->board, s->them, PAWN), s->them);
    int most = 0;

    for (Bitboard b = guarded & after->board.color[s->us] & ~after->board.piece[KING]; b;) {
        const Square at = pop_lsb(&b);
        const int value = worth[position_on(after, at)];

        most = max(most, !bb_has(own, at) ? value : bb_has(by_pawns, at) ? value - 1 : 0);
    }
    return most;
}

/*
 * Returns the value of the most valuable own piece, attacked and undefended, that the moved piece
 * defends.
 */
static int defends(const Scene *s, const Position *after, Bitboard targets) {
    int most = 0;

    for (Bitboard b = targets & after->board.color[s->us] & s->attacked & ~s->defended &
                      ~after->board.piece[KING];
         b;)
        most = max(most, worth[position_on(after, pop_lsb(&b))]);
    return most;
}

static bool is_passed(const Scene *s, Square to) {
    const int file = square_file(to);
    const Bitboard files = bb_file(file) | bb_east(bb_file(file)) | bb_west(bb_file(file));
    Bitboard ahead = 0;

    for (Bitboard b = bb_forward(bb_rank(square_rank(to)), s->us); b; b = bb_forward(b, s->us))
        ahead |= b;
    return !(ahead & files & board_pieces(&s->now->board, s->them, PAWN));
}

/* Writes the features of a move. Returns the value of the piece that hangs after the move. */
static int describe(const Scene *s, const PersonMove *x, int16_t *f) {
    const Position *now = s->now;
    const Move m = x->move;
    const Square from = move_from(m), to = move_to(m);
    const Square king = bb_first(board_pieces(&now->board, s->them, KING));
    const Piece piece = position_on(now, from), victim = captured_piece(now, m);
    const int value = worth[piece], see = exchange(now, m),
              last_steps = s->last == NO_MOVE ? 4 : steps(to, move_to(s->last));
    const int forward = (square_rank(to) - square_rank(from)) * (s->us == WHITE ? 1 : -1);
    const int file = square_file(to), rank = square_rank(to);
    const bool early = s->ply < 24, late = s->men <= 12,
               same = s->mine != NO_MOVE && move_to(s->mine) == from;
    const int16_t *const start = f;
    Bitboard targets, guarded;
    Position after;
    int loose, threat;

#define ADD(x)       (*f++ = (int16_t)(x))
#define YES(x)       ADD((x) ? PERSON_UNIT : 0)
#define PARTS(x, of) ADD((x)*PERSON_UNIT / (of))
    position_play(&after, now, m);
    guarded = movegen_attacked(&after.board, s->them);
    targets = piece == PAWN ? attacks_pawn(s->us, to)
                            : attacks_of(piece, to, board_occupied(&after.board));
    threat = threatens(s, &after, targets, piece, guarded);
    loose = hangs(s, &after, guarded);

    for (int d = 0; d < PERSON_DEPTHS; d++)
        ADD((expected(x->score[d]) - s->best_points[d]) / 4);
    for (int d = 0; d < PERSON_DEPTHS; d++)
        YES(x->score[d] == s->best[d]);
    for (int d = 0; d < 6; d += 2)
        PARTS(clamp(x->score[d], -1500, 1500) - clamp(s->best[d], -1500, 1500), 300);
    for (int d = 0; d < PERSON_DEPTHS; d++)
        ADD(falling(min(s->best[d] - x->score[d], 4000) * 16 / 21));
    for (int d = 0; d < PERSON_DEPTHS; d += 2)
        ADD(late ? (expected(x->score[d]) - s->best_points[d]) / 4 : 0);
    ADD(s->count < 8
            ? (expected(x->score[PERSON_DEPTHS - 1]) - s->best_points[PERSON_DEPTHS - 1]) / 4
            : 0);
    for (Piece p = KNIGHT; p <= KING; p++)
        YES(piece == p);
    for (Piece p = PAWN; p <= QUEEN; p++)
        YES(victim == p);
    PARTS(see, 300);
    PARTS(min(see, 0), 300);
    YES(victim != NO_PIECE && s->last != NO_MOVE && move_to(s->last) == to);
    YES(victim != NO_PIECE && !bb_has(s->attacked, to));
    YES(victim != NO_PIECE && worth[victim] == value);
    YES(after.checkers);
    YES(after.checkers && !movegen_count(&after.board));
    YES(move_promotion(m) != NO_PIECE);
    YES(position_is_castling(now, m));
    PARTS(bb_has(s->attacked, from) * value, 3);
    PARTS(bb_has(s->by_pawns, from) * value, 3);
    PARTS(bb_has(s->attacked, to) * value, 3);
    PARTS(bb_has(s->by_pawns, to) * value, 3);
    YES(bb_has(s->defended, to));
    PARTS(forward, 3);
    YES(forward < 0);
    PARTS(steps(from, to), 3);
    PARTS((file >= 2 && file <= 5 && rank >= 2 && rank <= 5) +
              (file >= 3 && file <= 4 && rank >= 3 && rank <= 4),
          1);
    YES(same);
    YES(same && move_from(s->mine) == to);
    for (Piece p = PAWN; p <= KING; p++)
        YES(early && piece == p && !position_is_castling(now, m));
    YES(early && same);
    YES(late && piece == PAWN);
    YES(late && piece == KING);
    PARTS(threat, 3);
    YES(threat > 0);
    PARTS(defends(s, &after, targets), 3);
    PARTS(min(last_steps, 5), 3);
    YES(last_steps <= 1);
    PARTS(steps(from, king) - steps(to, king), 2);
    YES(piece == PAWN && is_passed(s, to));
    YES(piece == PAWN && forward == 2);
    YES(piece == ROOK && !(bb_file(file) & board_pieces(&now->board, s->us, PAWN)));
    PARTS(loose, 3);
    YES(loose >= 3);
    YES(s->best[PERSON_DEPTHS - 1] > 300 && x->score[PERSON_DEPTHS - 1] > 300);
    YES(position_in_check(now));
#undef ADD
#undef YES
#undef PARTS
    assert(f - start == PERSON_FEATURES - 1);
    (void)start;
    return loose;
}

void person_features(const PersonView *v, int16_t (*out)[PERSON_FEATURES]) {
    const Scene s = scene_of(v);
    int least = INT16_MAX;

    for (size_t i = 0; i < v->count; i++) {
        const int loose = describe(&s, &v->move[i], out[i]);

        out[i][PERSON_FEATURES - 1] = (int16_t)loose;
        least = min(least, loose);
    }
    for (size_t i = 0; i < v->count; i++) /* relative to the safest move */
        out[i][PERSON_FEATURES - 1] =
            (int16_t)((out[i][PERSON_FEATURES - 1] - least) * PERSON_UNIT / 3);
}

/* --- choice ---------------------------------------------------------------------------------- */

/*
 * A network with one hidden layer gives each move a weight: inputs are the features and the rating.
 * Written by tools/dev/people.c from human games.
 */
#include "person.inc"

/*
 * Returns the rating as a network input: 0 for 1500, PERSON_UNIT for 2000. The range extends 200
 * points beyond the highest fitted rating, as players of 2400 are stronger than those of 2200.
 */
static int rating_input(int rating) {
    return (clamp(rating, PERSON_LEAST, PERSON_MOST + 200) - 1500) * PERSON_UNIT / 500;
}

/* Returns the logarithm of a move's weight, in LOG_UNITs. */
static int64_t log_weight(const Position *p, Move m, const int16_t *f, int rating) {
    const Color us = position_turn(p);
    const unsigned piece = (unsigned)position_on(p, move_from(m));
    const unsigned turn = us == WHITE ? 0 : 56; /* flips the board to the mover's side */
    int64_t sum = ((int64_t)person_from[piece * SQUARE_COUNT + (move_from(m) ^ turn)] +
                   person_to[piece * SQUARE_COUNT + (move_to(m) ^ turn)]) *
                  PERSON_UNIT;

    for (int i = 0; i < PERSON_FEATURES; i++)
        sum += f[i] * (person_linear[i] + person_by_rating[i] * rating / PERSON_UNIT);
    for (int h = 0; h < PERSON_HIDDEN; h++) {
        int64_t in =
            (int64_t)person_bias[h] * PERSON_UNIT + person_hidden[h][PERSON_FEATURES] * rating;

        for (int i = 0; i < PERSON_FEATURES; i++)
            in += f[i] * person_hidden[h][i];
        if (in > 0)
            sum += in / PERSON_SCALE * person_out[h];
    }
    return sum;
}

/* 65536 * exp(-n / LOG_UNIT) */
enum { LOG_UNIT = PERSON_UNIT * PERSON_SCALE };

static int64_t fading(int64_t n) {
    static const uint16_t part[16] = {65535, 62757, 60097, 57549, 55109, 52773, 50536, 48394,
                                      46341, 44376, 42495, 40693, 38968, 37316, 35734, 34219};
    const int64_t sixteenths = n * 2308 / (LOG_UNIT * 100); /* 16 / ln 2 = 23.08 */

    return sixteenths >= 16 * 16 ? 0 : part[sixteenths % 16] >> sixteenths / 16;
}

static int square_root(int n) {
    int root = 0;

    while ((root + 1) * (root + 1) <= n)
        root++;
    return root;
}

/* Returns a random index, with probability proportional to weight. Some weight must be above 0. */
static size_t draw(const int64_t *weight, size_t count, uint64_t random) {
    int64_t sum = 0, at;
    size_t i = 0;

    for (size_t k = 0; k < count; k++)
        sum += weight[k];
    at = sum > 0 ? (int64_t)(random % (uint64_t)sum) : 0;
    while (i + 1 < count && (at -= weight[i]) >= 0)
        i++;
    return i;
}

/*
 * Returns the probability, in 65536ths, that people of a rating make an error which is not the
 * likeliest move, for 20 centipawns of expected loss; it grows with the square of the loss. The
 * table has a row for every 200 points from 400.
 */
static int error_rate(int rating) {
    const int above = clamp(rating, 400, 2400) - 400, row = min(above / 200, PERSON_ERROR_ROWS - 2);

    return person_errors[row] +
           (person_errors[row + 1] - person_errors[row]) * (above - 200 * row) / 200;
}

/*
 * Returns how many of a thousand mates in one people of this rating play, as measured by `people
 * judge` (tools/dev/people.c).
 */
static unsigned mates_given(int rating) {
    return (unsigned)(300 + 45 * (min(rating, 1400) - 400) / 100 +
                      20 * (max(rating, 1400) - 1400) / 100);
}

static bool is_mate(const PersonMove *m) {
    return m->score[PERSON_DEPTHS - 1] == SCORE_MATE - 1;
}

/* Returns true if there is a mate in one, but also another move. */
static bool may_miss_mate(const PersonView *v) {
    size_t mates = 0;

    for (size_t i = 0; i < v->count; i++)
        mates += is_mate(&v->move[i]);
    return mates && mates < v->count;
}

/*
 * Weights of the moves for a person: of all moves or, with a mate in one, of the mates or the
 * others.
 */
typedef struct {
    int64_t varied[MAX_MOVES], wrong[MAX_MOVES]; /* for a move without an error, and for an error */
    int64_t wrong_sum;                           /* 0: there is no error to make */
    int64_t errors; /* probability of an error, in 65536ths; may exceed 1 */
    size_t best;    /* the likeliest move */
} Weights;

/*
 * Computes the weights of all moves; with `chooses`, only those of mates in one, or of other moves.
 */
static void weigh(Weights *w, const PersonView *v, int16_t (*features)[PERSON_FEATURES], int rating,
                  bool chooses, bool mates) {
    enum { LEAST_LOSS = 15, SOUND_LOSS = 50, MOST_LOSS = 1000 };
    const Position *now = gameline_now(v->line);
    int64_t less[MAX_MOVES], sum = 0, loss_sum = 0;
    int best_score = INT_MIN;

    w->best = v->count;
    w->wrong_sum = w->errors = 0;
    for (size_t i = 0; i < v->count; i++) {
        if (chooses && is_mate(&v->move[i]) != mates)
            continue;
        less[i] = log_weight(now, v->move[i].move, features[i], rating_input(rating));
        w->best = w->best == v->count || less[i] > less[w->best] ? i : w->best;
        best_score = max(best_score, v->move[i].score[PERSON_DEPTHS - 1]);
    }
    for (size_t i = v->count; i-- > 0;) {
        const int loss = min(best_score - v->move[i].score[PERSON_DEPTHS - 1], MOST_LOSS);
        int64_t below;

        w->varied[i] = w->wrong[i] = 0;
        if (chooses && is_mate(&v->move[i]) != mates)
            continue;
        below = less[w->best] - less[i];
        w->varied[i] = loss <= SOUND_LOSS || i == w->best ? fading(below) : 0;
        /* errors: weighted by likelihood and gravity */
        w->wrong[i] = loss > LEAST_LOSS ? fading(below * 13 / 10) * square_root(loss) : 0;
        sum += fading(below);
        loss_sum += fading(below) * loss;
        w->wrong_sum += w->wrong[i];
    }
    if (w->wrong_sum > 0) {
        const int64_t loss = loss_sum / sum; /* expected loss for this person */

        w->errors = loss * loss / 4 * error_rate(rating) / 100;
    }
}

/* Returns true in the opening, where moves without an error are varied. */
static bool varies(const PersonView *v) {
    enum { OPENING_PLIES = 10 };

    return position_game_ply(gameline_now(v->line)) < OPENING_PLIES;
}

Move person_choose(const PersonView *v, int rating, uint64_t seed) {
    int16_t features[MAX_MOVES][PERSON_FEATURES];
    uint64_t random = random_seed(seed, gameline_now(v->line)->key);
    const uint64_t dice = random_next(&random) >> 48, choice = random_next(&random) >> 1;
    const bool mates = random_below(&random, 1000) < mates_given(rating);
    Weights w;

    if (!v->count)
        return NO_MOVE;
    person_features(v, features);
    weigh(&w, v, features, rating, may_miss_mate(v), mates);
    if ((int64_t)dice < w.errors)
        return v->move[draw(w.wrong, v->count, choice)].move;
    if (!varies(v))
        return v->move[w.best].move;
    return v->move[draw(w.varied, v->count, choice)].move;
}

/* Adds the probabilities of one set of weights, which are used with probability `part`. */
static void add_chances(const Weights *w, const PersonView *v, double part, double *chance) {
    const double errors = (double)min64(w->errors, 65536) / 65536;
    double varied_sum = 0;

    for (size_t i = 0; i < v->count; i++)
        varied_sum += (double)w->varied[i];
    for (size_t i = 0; i < v->count; i++) {
        const double sound = varies(v) ? (double)w->varied[i] / varied_sum : i == w->best;

        chance[i] += part * (1 - errors) * sound;
        if (w->wrong_sum > 0)
            chance[i] += part * errors * (double)w->wrong[i] / (double)w->wrong_sum;
    }
}

void person_chances(const PersonView *v, int rating, double *chance) {
    const bool chooses = may_miss_mate(v);
    const double mates = chooses ? mates_given(rating) / 1000.0 : 1;
    int16_t features[MAX_MOVES][PERSON_FEATURES];
    Weights w;

    for (size_t i = 0; i < v->count; i++)
        chance[i] = 0;
    if (!v->count)
        return;
    person_features(v, features);
    weigh(&w, v, features, rating, chooses, true);
    add_chances(&w, v, mates, chance);
    if (!chooses)
        return;
    weigh(&w, v, features, rating, chooses, false);
    add_chances(&w, v, 1 - mates, chance);
}
