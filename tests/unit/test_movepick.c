/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of movepick.h and history.h: every move once, whatever the histories say; bounds. */
#include "search/movepick.h"

#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/see.h"
#include "engine.h"
#include "tests.h"

static History history;
static SharedHistory *shared;
static uint64_t seed = 4711;

static int roll(int n) {
    return (int)random_below(&seed, (unsigned)n);
}

/* Allocates tables of a number of workers. */
static void new_shared(int workers) {
    shared = calloc(1, history_shared_bytes(workers));
    ck_assert_ptr_nonnull(shared);
    shared->parts = (uint32_t)workers;
}

static void fill(HistoryEntry *entry, size_t count) {
    for (size_t i = 0; i < count; i++)
        atomic_init(&entry[i], (int16_t)(roll(2 * HISTORY_MAX + 1) - HISTORY_MAX));
}

static void fill_scores(PieceToHistory *h, size_t count) {
    for (size_t i = 0; i < count; i++)
        fill(h[i].score[0], PIECE_COUNT * SQUARE_COUNT);
}

/* Returns a random move of the list, or random bits. */
static Move random_move(const Move *list, size_t count) {
    return count && roll(3) ? list[roll((int)count)] : (Move)roll(65536);
}

static PickContext random_context(const Position *p, const Move *list, size_t count) {
    PickContext context = {
        .history = &history,
        .continuation = {&shared->continuation[roll(PIECE_COUNT)][roll(64)],
                         &shared->null_continuation,
                         &shared->continuation[roll(PIECE_COUNT)][roll(64)]},
        .pawns = history_pawns(shared, &p->board),
        .killer = {random_move(list, count), random_move(list, count)},
        .noisy_divisor = 1 + roll(400),
        .threats = movegen_attacked(&p->board, color_other(position_turn(p))),
    };

    position_check_squares(p, context.checks);
    return context;
}

static bool is_among(const Move *list, size_t count, Move m) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == m)
            return true;
    return false;
}

/*
 * Collects the moves of the picker and returns their number; each must be in `list` and come only
 * once.
 */
static size_t all_of(MovePick *k, const Position *p, const Move *list, size_t count, Move *out,
                     size_t skip_after) {
    size_t n = 0;
    Move m;

    while ((m = movepick_next(k)) != NO_MOVE) {
        CLAIM(is_among(list, count, m), "%s: not a legal move", tests_fen(p));
        CLAIM(!is_among(out, n, m), "%s: a move comes twice", tests_fen(p));
        out[n++] = m;
        if (n == skip_after)
            movepick_skip_quiets(k);
    }
    ck_assert_int_eq(movepick_next(k), NO_MOVE);
    return n;
}

static void pick_moves(const Position *p, bool chess960) {
    static int position_count;
    Move list[MAX_MOVES], out[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    const PickContext context = random_context(p, list, count);
    const Move tt_move = random_move(list, count);
    size_t wanted = 0, n, skip;
    MovePick k;

    (void)chess960;
    movepick_all(&k, p, &context, tt_move);
    n = all_of(&k, p, list, count, out, 0);
    CLAIM(n == count, "%s: %zu of %zu moves", tests_fen(p), n, count);
    if (is_among(list, count, tt_move))
        ck_assert_int_eq(out[0], tt_move);

    movepick_noisy(&k, p, &context, tt_move);
    n = all_of(&k, p, list, count, out, 0);
    for (size_t i = 0; i < count; i++) {
        const bool good =
            position_is_noisy(p, list[i]) && (list[i] == tt_move || see_ge(p, list[i], 0));

        wanted += good;
        CLAIM(is_among(out, n, list[i]) == good, "%s: noisy moves", tests_fen(p));
    }
    ck_assert_uint_eq(n, wanted);

    /* after skipping quiet moves, no quiet move comes any more, but every noisy one */
    movepick_all(&k, p, &context, tt_move);
    skip = 1 + (size_t)roll(20);
    n = all_of(&k, p, list, count, out, skip);
    for (size_t i = skip; i < n; i++)
        CLAIM(position_is_noisy(p, out[i]), "%s: a quiet move", tests_fen(p));
    for (size_t i = 0; i < count; i++)
        CLAIM(!position_is_noisy(p, list[i]) || is_among(out, n, list[i]), "%s: a noisy move",
              tests_fen(p));
    if (++position_count % 64 == 0)
        fill(history.capture[0][0], sizeof history.capture / sizeof(HistoryEntry));
}

START_TEST(every_move_once) {
    engine_init_tables(NULL);
    new_shared(3);
    fill((HistoryEntry *)&history, sizeof history / sizeof(HistoryEntry));
    fill_scores(shared->continuation[0], PIECE_COUNT * SQUARE_COUNT);
    fill_scores(&shared->null_continuation, 1);
    for (int i = 0; i < 3; i++)
        fill_scores(shared->part[i].pawns, PAWN_HISTORY_SIZE);
    tests_random_games(SANITIZED ? 2 : 10, 120, pick_moves);
    free(shared);
}

START_TEST(history_bounds) {
    HistoryEntry entry = 0;

    for (int i = 0; i < 100000; i++) {
        const int before = history_value(&entry), bonus = roll(2 * HISTORY_MAX + 1) - HISTORY_MAX;

        history_update(&entry, bonus);
        ck_assert_int_le(entry, HISTORY_MAX);
        ck_assert_int_ge(entry, -HISTORY_MAX);
        if (bonus > 0)
            ck_assert_int_ge(entry, before);
        else
            ck_assert_int_le(entry, before);
    }
    /* gravity: repeating the same bonus or malus leads to the limit, and not beyond */
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (int i = 0; i < 1000; i++)
            history_update(&entry, sign * HISTORY_MAX / 4);
        ck_assert_int_gt(sign * entry, HISTORY_MAX - HISTORY_MAX / 16);
        ck_assert_int_le(sign * entry, HISTORY_MAX);
    }
    for (int depth = 1; depth <= MAX_DEPTH; depth++) {
        const HistorySteps steps[] = {history_bonus(&params_default, depth),
                                      history_part(history_malus(&params_default, depth), -1, 1)};

        for (int i = 0; i < 2; i++) {
            ck_assert(steps[i].quiet > 0 && steps[i].quiet <= HISTORY_MAX);
            ck_assert(steps[i].pawns > 0 && steps[i].pawns <= HISTORY_MAX);
            ck_assert(steps[i].continuation > 0 && steps[i].continuation <= HISTORY_MAX);
            ck_assert(steps[i].capture > 0 && steps[i].capture <= HISTORY_MAX);
        }
    }
}

/* The correction moves towards the error, up to the limit of all entries together. */
START_TEST(correction_bounds) {
    /* two of the entries belong to moves that do not exist here */
    const int most = 4 * CORRECTION_MAX / CORRECTION_GRAIN;
    CorrectionEntries e;
    Position p;

    engine_init_tables(NULL);
    p = tests_position(FEN_START, false);
    new_shared(1);
    e = correction_entries(shared, &p.board);
    ck_assert_int_eq(correction_value(&e), 0);
    for (int i = 0; i < 100000; i++) {
        const int error = roll(60001) - 30000, before = correction_value(&e);

        correction_update(shared, &params_default, &e, error, 1 + roll(MAX_DEPTH));
        if (error > 0)
            ck_assert_int_ge(correction_value(&e), before);
        else
            ck_assert_int_le(correction_value(&e), before);
        ck_assert_int_le(abs(correction_value(&e)), most);
    }
    free(shared);
}

enum { PARTS = 5 };
static int uses[PARTS]; /* of each part */

/* Counts the use of the parts by a position. */
static void count_parts(const Position *p, bool chess960) {
    const CorrectionEntries e = correction_entries(shared, &p->board);
    const HistoryEntry *const entry[] = {e.pawns, e.pieces[WHITE], e.pieces[BLACK], e.minors,
                                         history_pawns(shared, &p->board)->score[0]};

    (void)chess960;
    for (size_t i = 0; i < sizeof entry / sizeof *entry; i++) {
        const ptrdiff_t at = (const char *)entry[i] - (const char *)shared->part;
        const size_t part = (size_t)at / sizeof *shared->part;

        CLAIM(at >= 0 && part < PARTS, "%s: entry %zu is outside the tables", tests_fen(p), i);
        uses[part]++;
    }
}

START_TEST(all_parts_are_used) {
    engine_init_tables(NULL);
    new_shared(PARTS);
    tests_random_games(20, 120, count_parts);
    for (int i = 0; i < PARTS; i++)
        CLAIM(uses[i] > 1000, "part %d: %d uses", i, uses[i]);
    free(shared);
}

int main(void) {
    return tests_run("movepick");
}
