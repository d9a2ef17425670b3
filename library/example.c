/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An example of the library: prints the best moves of a position, `example [FEN]`.
 *
 *     cc example.c $(pkg-config --cflags --libs alula) -o example
 */
#include <alula.h>
#include <stdio.h>

/* Prints a principal variation in SAN by playing it on a copy of the game. */
static void print_line(const AlulaGame *g, const AlulaInfo *info) {
    AlulaGame *copy = alula_game_copy(g);
    char san[ALULA_MOVE_SIZE];

    if (info->mate)
        printf("%2d  mate in %3d ", info->depth, info->mate);
    else
        printf("%2d  %+.2f (%d/%d/%d) ", info->depth, info->score / 100.0, info->win, info->draw,
               info->loss);
    for (size_t i = 0; copy && i < info->length && alula_game_san(copy, info->moves[i], san); i++) {
        printf(" %s", san);
        alula_game_play(copy, info->moves[i]);
    }
    printf("\n");
    alula_game_free(copy);
}

static void on_info(void *game, const AlulaInfo *info) {
    if (info->bound == ALULA_EXACT)
        print_line((const AlulaGame *)game, info);
}

int main(int argc, char **argv) {
    AlulaLimits limits = {0};
    AlulaEngine *engine = alula_engine_new(64, 1);
    AlulaGame *game = alula_game_new();
    const char *error = NULL;
    char san[ALULA_MOVE_SIZE];
    AlulaInfo best = {0};

    if (!engine || !game) {
        fprintf(stderr, "there is not enough memory\n");
        return 1;
    }
    limits.size = sizeof limits;
    limits.move_ms = 1000;
    best.size = sizeof best;
    if (argc > 1)
        error = alula_game_set_fen(game, argv[1], false);
    if (!error) {
        alula_engine_listen(engine, on_info, game);
        error = alula_engine_search(engine, game, &limits, &best);
    }
    if (!error && best.length && alula_game_san(game, best.moves[0], san))
        printf("best: %s\n", san);
    else if (!error)
        printf("the game is over\n");
    if (!error && (fflush(stdout) || ferror(stdout)))
        error = "the output cannot be written";
    if (error)
        fprintf(stderr, "%s\n", error);
    alula_engine_free(engine);
    alula_game_free(game);
    return error != NULL;
}
