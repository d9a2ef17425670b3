/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An example of the library: prints the blunders in the games of a PGN file, `blunders FILE`. Each
 * position is searched to depth 8; a move that loses 2 pawns or more is a blunder.
 *
 *     cc blunders.c $(pkg-config --cflags --libs alula) -o blunders
 */
#include <alula.h>
#include <stdio.h>

enum { DEPTH = 8, BLUNDER = 200, CAP = 1000 };

/* Returns the score of a result for the side to move, in centipawns, limited to +-CAP. */
static int value(const AlulaInfo *info) {
    const int score = info->mate ? info->mate * CAP : info->score;

    return score > CAP ? CAP : score < -CAP ? -CAP : score;
}

/*
 * Searches a position: sets *best and its score for the side to move. Returns NULL or an error
 * message.
 */
static const char *judge(AlulaEngine *e, const AlulaGame *g, AlulaInfo *best, int *score) {
    const AlulaOutcome outcome = alula_game_outcome(g);
    AlulaLimits limits = {0};
    const char *error;

    limits.size = sizeof limits;
    limits.depth = DEPTH;
    best->size = sizeof *best;
    error = alula_engine_search(e, g, &limits, best);
    *score = outcome == ALULA_MATE ? -CAP : outcome != ALULA_OPEN ? 0 : value(best);
    return error;
}

/* Prints the blunders of a game. Returns NULL or an error message. */
static const char *examine(AlulaEngine *e, const AlulaGame *game, int number) {
    AlulaGame *g = alula_game_copy(game); /* replays the game from its start */
    AlulaInfo best = {0}, next = {0};
    const char *error = g ? NULL : "there is not enough memory";
    int before = 0, after = 0;

    while (g && alula_game_undo(g))
        ;
    if (!error)
        error = judge(e, g, &best, &before);
    for (size_t n = 0; !error && n < alula_game_plies(game); n++) {
        const AlulaMove m = alula_game_ply(game, n);
        const int move = alula_game_fullmove_number(g);
        const char *dots = alula_game_turn(g) == ALULA_WHITE ? "." : "...";
        char played[ALULA_MOVE_SIZE] = "--", better[ALULA_MOVE_SIZE] = "";

        alula_game_san(g, m, played);
        if (best.length)
            alula_game_san(g, best.moves[0], better);
        error = m == ALULA_NO_MOVE ? alula_game_play_null(g) : alula_game_play(g, m);
        if (!error)
            error = judge(e, g, &next, &after);
        if (!error && before + after >= BLUNDER && (!best.length || m != best.moves[0]))
            printf("game %d: %d%s %s loses %.1f, better is %s\n", number, move, dots, played,
                   (before + after) / 100.0, better);
        best = next;
        before = after;
    }
    alula_game_free(g);
    return error;
}

int main(int argc, char **argv) {
    AlulaEngine *e = alula_engine_new(64, 1);
    AlulaPgn *p = argc == 2 ? alula_pgn_open(argv[1]) : NULL;
    const char *error = e && p ? NULL : "usage: blunders FILE, a PGN file that can be read";

    for (int number = 1; !error && alula_pgn_next(p); number++)
        error = examine(e, alula_pgn_game(p), number);
    if (error)
        fprintf(stderr, "%s\n", error);
    alula_pgn_close(p);
    alula_engine_free(e);
    return error != NULL;
}
