/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/version.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "engine.h"
#include "eval/eval.h"
#include "library_game.h"
#include "perft/perft.h"

_Static_assert((int)ALULA_NO_MOVE == (int)NO_MOVE && (int)ALULA_MAX_MOVES == (int)MAX_MOVES,
               "the same moves");
_Static_assert((int)ALULA_FEN_SIZE >= (int)FEN_SIZE && (int)ALULA_MOVE_SIZE >= (int)NOTATION_SIZE,
               "room for texts");
_Static_assert((int)ALULA_FIFTY == (int)OUTCOME_FIFTY && (int)ALULA_MATE == (int)OUTCOME_MATE &&
                   (int)ALULA_BLACK == (int)BLACK,
               "the same numbers");

const char *alula_version(void) {
    return ALULA_VERSION;
}

/* --- moves ------------------------------------------------------------------------------------ */

int alula_move_from(AlulaMove m) {
    return (int)move_from(m);
}

int alula_move_to(AlulaMove m) {
    return (int)move_to(m);
}

char alula_move_promotion(AlulaMove m) {
    const Piece piece = move_promotion(m);

    return m != NO_MOVE && piece > PAWN && piece < KING ? "pnbrq"[piece] : '\0';
}

/* --- games ------------------------------------------------------------------------------------ */

AlulaGame *alula_game_new(void) {
    AlulaGame *g = engine_init_tables(NULL) ? NULL : calloc(1, sizeof *g);
    Position start;

    if (!g)
        return NULL;
    if (fen_parse(&start, word_of(FEN_START), false) || gameline_init(&g->line, &start)) {
        free(g);
        return NULL;
    }
    return g;
}

AlulaGame *alula_game_copy(const AlulaGame *g) {
    AlulaGame *copy = alula_game_new();

    if (!copy)
        return NULL;
    if (gameline_copy(&copy->line, &g->line)) {
        alula_game_free(copy);
        return NULL;
    }
    copy->chess960 = g->chess960;
    return copy;
}

void alula_game_free(AlulaGame *g) {
    if (g)
        gameline_destroy(&g->line);
    free(g);
}

const char *alula_game_set_fen(AlulaGame *g, const char *fen, bool chess960) {
    const char *error;
    Position p;

    if (!fen)
        return "there is no FEN";
    if ((error = fen_parse(&p, word_of(fen), chess960)))
        return error;
    gameline_restart(&g->line, &p);
    g->chess960 = chess960;
    return NULL;
}

void alula_game_fen(const AlulaGame *g, char fen[ALULA_FEN_SIZE]) {
    Text text = text_in(fen, ALULA_FEN_SIZE);

    fen_write(&text, gameline_now(&g->line));
}

AlulaColor alula_game_turn(const AlulaGame *g) {
    return (AlulaColor)position_turn(gameline_now(&g->line));
}

bool alula_game_in_check(const AlulaGame *g) {
    return position_in_check(gameline_now(&g->line));
}

char alula_game_piece(const AlulaGame *g, int square) {
    return square >= 0 && square < SQUARE_COUNT ? fen_letter(gameline_now(&g->line), (Square)square)
                                                : '.';
}

size_t alula_game_plies(const AlulaGame *g) {
    return g->line.length;
}

AlulaMove alula_game_ply(const AlulaGame *g, size_t n) {
    return n < g->line.length ? g->line.move[n] : NO_MOVE;
}

size_t alula_game_moves(const AlulaGame *g, AlulaMove moves[ALULA_MAX_MOVES]) {
    return movegen_all(&gameline_now(&g->line)->board, moves);
}

/* --- playing ---------------------------------------------------------------------------------- */

const char *alula_game_play(AlulaGame *g, AlulaMove m) {
    if (m == NO_MOVE || !move_is_legal(gameline_now(&g->line), m))
        return "the move is not legal";
    return gameline_play(&g->line, m);
}

const char *alula_game_play_text(AlulaGame *g, const char *text) {
    MoveError error;
    const char *words;
    Move m;

    if (!text)
        return "there is no move";
    if (!(error = notation_parse(&m, gameline_now(&g->line), word_of(text))))
        return gameline_play(&g->line, m);
    if ((words = move_error_text(error)))
        return words;
    return error == MOVE_UNREADABLE ? "that is no move" : "the move is not legal";
}

bool alula_game_undo(AlulaGame *g) {
    return gameline_undo(&g->line);
}

AlulaMove alula_game_read(const AlulaGame *g, const char *text) {
    Move m;

    return text && !notation_parse(&m, gameline_now(&g->line), word_of(text)) ? m : NO_MOVE;
}

static bool write_move(const AlulaGame *g, AlulaMove m, char *buffer, MoveWriter *write) {
    const Position *p = gameline_now(&g->line);
    Text text = text_in(buffer, ALULA_MOVE_SIZE);

    buffer[0] = '\0';
    if (m == NO_MOVE || !move_is_legal(p, m))
        return false;
    write(&text, p, m);
    return true;
}

bool alula_game_san(const AlulaGame *g, AlulaMove m, char text[ALULA_MOVE_SIZE]) {
    return write_move(g, m, text, notation_write_san);
}

bool alula_game_uci(const AlulaGame *g, AlulaMove m, char text[ALULA_MOVE_SIZE]) {
    return write_move(g, m, text, g->chess960 ? notation_write_chess960 : notation_write);
}

/* --- what is known of a position -------------------------------------------------------------- */

AlulaOutcome alula_game_outcome(const AlulaGame *g) {
    return (AlulaOutcome)gameline_outcome(&g->line);
}

uint64_t alula_game_perft(const AlulaGame *g, int plies) {
    return perft_count(&gameline_now(&g->line)->board, clamp(plies, 0, 20));
}

int alula_game_evaluate(const AlulaGame *g) {
    return eval_position(gameline_now(&g->line), NULL, 0);
}
