/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/version.h"
#include "chess/book.h"
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
_Static_assert((int)ALULA_BLACK == (int)BLACK, "the same numbers");

static const char not_legal[] = "the move is not legal";

/* Return true if a number is a square, or a color; otherwise fail and return false. */
static bool is_square(int square) {
    return (square >= 0 && square < SQUARE_COUNT) ||
           !library_fails(ALULA_ERROR_ARGUMENT, "there is no such square");
}

static bool is_color(AlulaColor color) {
    return color == ALULA_WHITE || color == ALULA_BLACK ||
           !library_fails(ALULA_ERROR_ARGUMENT, "there is no such color");
}

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
    AlulaGame *g;
    Position start;

    library_begins();
    g = engine_init_tables(NULL) ? NULL : calloc(1, sizeof *g);
    if (!g || fen_parse(&start, word_of(FEN_START), false) || gameline_init(&g->line, &start)) {
        library_no_memory();
        free(g);
        library_ends();
        return NULL;
    }
    return g;
}

AlulaGame *alula_game_copy(const AlulaGame *g) {
    AlulaGame *copy = library_has(g) ? alula_game_new() : NULL;

    if (!copy)
        return NULL;
    if (library_fails(ALULA_ERROR_MEMORY, gameline_copy(&copy->line, &g->line))) {
        alula_game_free(copy);
        return NULL;
    }
    copy->chess960 = g->chess960;
    return copy;
}

void alula_game_free(AlulaGame *g) {
    if (!g)
        return;
    gameline_destroy(&g->line);
    free(g);
    library_ends();
}

const char *alula_game_set_fen(AlulaGame *g, const char *fen, bool chess960) {
    const char *error;
    Position p;

    if (!g || !fen)
        return library_missing();
    if ((error = fen_parse(&p, word_of(fen), chess960)))
        return library_fails(ALULA_ERROR_TEXT, error);
    gameline_restart(&g->line, &p);
    g->chess960 = chess960;
    return NULL;
}

void alula_game_fen(const AlulaGame *g, char fen[ALULA_FEN_SIZE]) {
    Text text;

    if (!library_has(fen))
        return;
    text = text_in(fen, ALULA_FEN_SIZE);
    if (library_has(g))
        fen_write(&text, gameline_now(&g->line));
}

AlulaColor alula_game_turn(const AlulaGame *g) {
    return library_has(g) ? (AlulaColor)position_turn(gameline_now(&g->line)) : ALULA_WHITE;
}

bool alula_game_in_check(const AlulaGame *g) {
    return library_has(g) && position_in_check(gameline_now(&g->line));
}

char alula_game_piece(const AlulaGame *g, int square) {
    return library_has(g) && is_square(square) ? fen_letter(gameline_now(&g->line), (Square)square)
                                               : '.';
}

uint64_t alula_game_castling(const AlulaGame *g) {
    return library_has(g) ? gameline_now(&g->line)->board.castling : 0;
}

int alula_game_ep_square(const AlulaGame *g) {
    const unsigned square = library_has(g) ? gameline_now(&g->line)->board.ep_square : NO_SQUARE;

    return square == NO_SQUARE ? ALULA_NO_SQUARE : (int)square;
}

int alula_game_halfmove_clock(const AlulaGame *g) {
    return library_has(g) ? gameline_now(&g->line)->halfmove_clock : 0;
}

int alula_game_fullmove_number(const AlulaGame *g) {
    return library_has(g) ? gameline_now(&g->line)->fullmove_number : 0;
}

int alula_game_king(const AlulaGame *g, AlulaColor color) {
    return library_has(g) && is_color(color)
               ? (int)board_king(&gameline_now(&g->line)->board, (Color)color)
               : ALULA_NO_SQUARE;
}

uint64_t alula_game_attackers(const AlulaGame *g, int square, AlulaColor by) {
    const Board *b;

    if (!library_has(g) || !is_square(square) || !is_color(by))
        return 0;
    b = &gameline_now(&g->line)->board;
    return board_attackers(b, (Square)square, board_occupied(b)) & b->color[by];
}

uint64_t alula_game_key(const AlulaGame *g) {
    return library_has(g) ? gameline_now(&g->line)->key : 0;
}

uint64_t alula_game_book_key(const AlulaGame *g) {
    return library_has(g) ? book_key_now(&g->line) : 0;
}

size_t alula_game_plies(const AlulaGame *g) {
    return library_has(g) ? g->line.length : 0;
}

AlulaMove alula_game_ply(const AlulaGame *g, size_t n) {
    return library_has(g) && n < g->line.length ? g->line.move[n] : NO_MOVE;
}

size_t alula_game_moves(const AlulaGame *g, AlulaMove moves[ALULA_MAX_MOVES]) {
    return library_has(g) && library_has(moves) ? movegen_all(&gameline_now(&g->line)->board, moves)
                                                : 0;
}

/* --- playing ---------------------------------------------------------------------------------- */

const char *alula_game_play(AlulaGame *g, AlulaMove m) {
    if (!g)
        return library_missing();
    if (m == NO_MOVE || !move_is_legal(gameline_now(&g->line), m))
        return library_fails(ALULA_ERROR_ILLEGAL, not_legal);
    return library_fails(ALULA_ERROR_MEMORY, gameline_play(&g->line, m));
}

/* Fails with the error of notation_parse(). */
static const char *no_move(MoveError error) {
    const char *words = move_error_text(error);

    if (error == MOVE_UNREADABLE)
        return library_fails(ALULA_ERROR_TEXT, words ? words : "that is not a move");
    return library_fails(ALULA_ERROR_ILLEGAL, words ? words : not_legal);
}

const char *alula_game_play_text(AlulaGame *g, const char *text) {
    MoveError error;
    Move m;

    if (!g || !text)
        return library_missing();
    if ((error = notation_parse(&m, gameline_now(&g->line), word_of(text))))
        return no_move(error);
    return library_fails(ALULA_ERROR_MEMORY, gameline_play(&g->line, m));
}

const char *alula_game_play_null(AlulaGame *g) {
    if (!g)
        return library_missing();
    if (position_in_check(gameline_now(&g->line)))
        return library_fails(ALULA_ERROR_ILLEGAL, "a side in check cannot pass");
    return library_fails(ALULA_ERROR_MEMORY, gameline_play(&g->line, NO_MOVE));
}

bool alula_game_gives_check(const AlulaGame *g, AlulaMove m) {
    Position child;

    if (!library_has(g))
        return false;
    if (m == NO_MOVE || !move_is_legal(gameline_now(&g->line), m))
        return !library_fails(ALULA_ERROR_ILLEGAL, not_legal);
    position_play(&child, gameline_now(&g->line), m);
    return position_in_check(&child);
}

bool alula_game_undo(AlulaGame *g) {
    return library_has(g) && gameline_undo(&g->line);
}

AlulaMove alula_game_read(const AlulaGame *g, const char *text) {
    MoveError error;
    Move m;

    if (!library_has(g) || !library_has(text))
        return NO_MOVE;
    if (!(error = notation_parse(&m, gameline_now(&g->line), word_of(text))))
        return m;
    no_move(error);
    return NO_MOVE;
}

static bool write_move(const AlulaGame *g, AlulaMove m, char *buffer, MoveWriter *write) {
    const Position *p;
    Text text;

    if (!library_has(buffer))
        return false;
    text = text_in(buffer, ALULA_MOVE_SIZE);
    if (!library_has(g))
        return false;
    p = gameline_now(&g->line);
    if (m == NO_MOVE || !move_is_legal(p, m))
        return !library_fails(ALULA_ERROR_ILLEGAL, not_legal);
    write(&text, p, m);
    return true;
}

bool alula_game_san(const AlulaGame *g, AlulaMove m, char text[ALULA_MOVE_SIZE]) {
    return write_move(g, m, text, notation_write_san);
}

bool alula_game_uci(const AlulaGame *g, AlulaMove m, char text[ALULA_MOVE_SIZE]) {
    return write_move(g, m, text, g && g->chess960 ? notation_write_chess960 : notation_write);
}

/* --- queries ---------------------------------------------------------------------------------- */

AlulaOutcome alula_game_outcome(const AlulaGame *g) {
    static const AlulaOutcome unclaimed[] = {ALULA_OPEN,         ALULA_MATE,     ALULA_STALEMATE,
                                             ALULA_INSUFFICIENT, ALULA_FIVEFOLD, ALULA_SEVENTYFIVE};
    Outcome claimed;

    if (!library_has(g))
        return ALULA_OPEN;
    if (gameline_outcome_unclaimed(&g->line))
        return unclaimed[gameline_outcome_unclaimed(&g->line)];
    claimed = gameline_outcome(&g->line);
    return claimed == OUTCOME_THREEFOLD ? ALULA_THREEFOLD
           : claimed == OUTCOME_FIFTY   ? ALULA_FIFTY
                                        : ALULA_OPEN;
}

uint64_t alula_game_perft(const AlulaGame *g, int plies) {
    return library_has(g) ? perft_count(&gameline_now(&g->line)->board, clamp(plies, 0, 20)) : 0;
}

int alula_game_evaluate(const AlulaGame *g) {
    return library_has(g) ? eval_position(gameline_now(&g->line), NULL, 0) : 0;
}
