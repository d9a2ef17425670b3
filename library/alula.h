/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chess in a library: games by the rules, moves and games as text, searches. For C and C++; see
 * docs/library.md.
 *
 * One thread at a time may use an object, unless a function says more; different objects are
 * independent. Texts are NUL-terminated. A `const char *` that is called an error is NULL when all
 * went well; else it says in words what was wrong, and nothing was changed.
 */
#ifndef ALULA_H
#define ALULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#define ALULA_API __attribute__((visibility("default")))
#else
#define ALULA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* "1.1", or "1.1-dev" on the way to it. */
ALULA_API const char *alula_version(void);

/* --- moves and squares ------------------------------------------------------------------------ */

/*
 * A move of some position. Squares are 0 to 63: a1, b1 ... h1, a2 ... h8. Castling is the king's
 * move to the square of its own rook, in chess and in Chess960.
 */
typedef uint16_t AlulaMove;

enum {
    ALULA_NO_MOVE = 0,
    ALULA_MAX_MOVES = 256, /* no position has more legal moves */
    ALULA_MOVE_SIZE = 12,  /* bytes for a move as text */
    ALULA_FEN_SIZE = 128,  /* bytes for a position as text */
    ALULA_MAX_LINE = 256   /* moves of the longest line that a search tells */
};

typedef enum { ALULA_WHITE, ALULA_BLACK } AlulaColor;

ALULA_API int alula_move_from(AlulaMove m);
ALULA_API int alula_move_to(AlulaMove m);

/* 'n', 'b', 'r' or 'q'; 0 for a move that is no promotion. */
ALULA_API char alula_move_promotion(AlulaMove m);

/* --- games ------------------------------------------------------------------------------------ */

/* A start and the moves from there; the position is the one after the last move. */
typedef struct AlulaGame AlulaGame;

/* From the usual start. NULL without memory. */
ALULA_API AlulaGame *alula_game_new(void);

/* NULL without memory. */
ALULA_API AlulaGame *alula_game_copy(const AlulaGame *g);

/* NULL is allowed. */
ALULA_API void alula_game_free(AlulaGame *g);

/*
 * Error. Start anew from a FEN of four to six fields. In Chess960 castling rights may be X-FEN or
 * Shredder-FEN.
 */
ALULA_API const char *alula_game_set_fen(AlulaGame *g, const char *fen, bool chess960);

/* The position as FEN. */
ALULA_API void alula_game_fen(const AlulaGame *g, char fen[ALULA_FEN_SIZE]);

ALULA_API AlulaColor alula_game_turn(const AlulaGame *g);
ALULA_API bool alula_game_in_check(const AlulaGame *g);

/* What stands on a square, 0 to 63: a letter of PNBRQK, small for Black; '.' if it is empty. */
ALULA_API char alula_game_piece(const AlulaGame *g, int square);

/* The half-moves so far, and the nth of them, from 0. */
ALULA_API size_t alula_game_plies(const AlulaGame *g);
ALULA_API AlulaMove alula_game_ply(const AlulaGame *g, size_t n);

/* Write all legal moves; returns how many. */
ALULA_API size_t alula_game_moves(const AlulaGame *g, AlulaMove moves[ALULA_MAX_MOVES]);

/* Errors. Play a move; that of a text is read as alula_game_read() does. */
ALULA_API const char *alula_game_play(AlulaGame *g, AlulaMove m);
ALULA_API const char *alula_game_play_text(AlulaGame *g, const char *text);

/* Take the last move back; false at the start. */
ALULA_API bool alula_game_undo(AlulaGame *g);

/*
 * Read a legal move: Nf3, e8=Q, O-O, or e2e4, e7e8q, e1g1; check marks may be missing.
 * ALULA_NO_MOVE if it is none.
 */
ALULA_API AlulaMove alula_game_read(const AlulaGame *g, const char *text);

/* Write a legal move as Nf3, or as g1f3. False, and an empty text, if it is not legal. */
ALULA_API bool alula_game_san(const AlulaGame *g, AlulaMove m, char text[ALULA_MOVE_SIZE]);
ALULA_API bool alula_game_uci(const AlulaGame *g, AlulaMove m, char text[ALULA_MOVE_SIZE]);

/* The end by the rules; from ALULA_THREEFOLD on the draw has to be claimed. */
typedef enum {
    ALULA_OPEN,
    ALULA_MATE, /* the side to move is mated */
    ALULA_STALEMATE,
    ALULA_INSUFFICIENT, /* no mate is possible */
    ALULA_THREEFOLD,    /* the position occurred three times or more */
    ALULA_FIFTY         /* 50 moves of each side without capture or pawn move */
} AlulaOutcome;

ALULA_API AlulaOutcome alula_game_outcome(const AlulaGame *g);

/* Perft: the leaves of the tree of legal moves, 0 to 20 plies deep. 1 for none. */
ALULA_API uint64_t alula_game_perft(const AlulaGame *g, int plies);

/* The static evaluation of the position in centipawns, for the side to move. */
ALULA_API int alula_game_evaluate(const AlulaGame *g);

/* --- PGN -------------------------------------------------------------------------------------- */

/* Games of a PGN text, one after the other. Comments and variations are skipped. */
typedef struct AlulaPgn AlulaPgn;

/* NULL if the file cannot be read, see errno, or without memory. */
ALULA_API AlulaPgn *alula_pgn_open(const char *path);

/* From a text in memory, which must stay. NULL without memory. */
ALULA_API AlulaPgn *alula_pgn_text(const char *text);

/* NULL is allowed. */
ALULA_API void alula_pgn_close(AlulaPgn *p);

/*
 * Go to the next game. False at the end; then, as before the first call, there is a game without
 * moves and tags.
 */
ALULA_API bool alula_pgn_next(AlulaPgn *p);

/* The main line, until the next game is read. An illegal move ends it: see alula_pgn_error(). */
ALULA_API const AlulaGame *alula_pgn_game(const AlulaPgn *p);

/* "1-0", "0-1", "1/2-1/2" or "*". */
ALULA_API const char *alula_pgn_result(const AlulaPgn *p);

/*
 * Write the value of a tag, as much of it as fits into `size` bytes with its NUL. False, and an
 * empty text, if there is no such tag.
 */
ALULA_API bool alula_pgn_tag(const AlulaPgn *p, const char *name, char *text, size_t size);

/* The error of the game, if there is one; unless `line` is NULL, its line in the text, from 1. */
ALULA_API const char *alula_pgn_error(const AlulaPgn *p, size_t *line);

typedef struct {
    const char *name, *value;
} AlulaTag;

/* Error. All tags in their order, until the next game is read. */
ALULA_API const char *alula_pgn_tags(AlulaPgn *p, const AlulaTag **tags, size_t *count);

/* Receives the next `length` bytes of a text, which has no NUL. */
typedef void AlulaSink(void *context, const char *text, size_t length);

/*
 * Error. Write a game with these tags as PGN; unknown values of the seven tag roster are "?". Those
 * of the result and the start follow from the game. `result` is one of those above; NULL: by the
 * rules.
 */
ALULA_API const char *alula_pgn_write(const AlulaGame *g, const AlulaTag *tags, size_t count,
                                      const char *result, AlulaSink *sink, void *context);

/* --- searches --------------------------------------------------------------------------------- */

/*
 * It searches in threads of its own; a program may have several. The threads stay in the process
 * that made the engine: a child of fork() may free its copy, of which all else is an error there,
 * and a wait ends at once with nothing found. The engine of the parent goes on.
 */
typedef struct AlulaEngine AlulaEngine;

/* What a search knows. Scores are for the side to move. */
typedef struct {
    int line;            /* 1: the best move, 2: the second best ... */
    int depth;           /* in plies; 0: the search found nothing, or the game is over */
    int score;           /* centipawns, 0 for a mate; beyond 20000 tablebases decide */
    int mate;            /* moves to mate, below 0 if this side is mated; 0: no mate is known */
    int win, draw, loss; /* permille, from games of Alula with itself; 0 without a line */
    uint64_t nodes;
    int64_t time_ms;
    size_t length; /* of the line of best play, moves[0] being the best move; 0: there is none */
    AlulaMove moves[ALULA_MAX_LINE];
} AlulaInfo;

/* Limits of a search; all zero: none, until it is stopped. In C++: AlulaLimits limits{}; */
typedef struct {
    int depth;               /* plies, at most 120 */
    uint64_t nodes;          /* positions */
    int64_t move_ms;         /* milliseconds for this move */
    int64_t clock_ms[2];     /* what each side has on its clock, [AlulaColor]; ... */
    int64_t increment_ms[2]; /* ... what each gets for a move; with any, a clock has at least 1 */
    int moves_to_go;         /* moves until more time is added; 0: none is */
    int lines;               /* that many best moves, 1 to 256; 0: one */
    int elo; /* play like a person of this rating, 400 to 2800; 0: as well as it can */
} AlulaLimits;

/*
 * Hash table in megabytes, 1 to 2^20; threads, 1 to 256. NULL if memory or threads are refused, or
 * a number is out of range.
 */
ALULA_API AlulaEngine *alula_engine_new(size_t megabytes, int threads);

/* Stops a search first. NULL is allowed. */
ALULA_API void alula_engine_free(AlulaEngine *e);

/*
 * Called with each result of a search, from a thread of the engine; of the engine's functions it
 * may call alula_engine_stop() only. NULL: nothing is called.
 */
typedef void AlulaListener(void *context, const AlulaInfo *info);

/* Error, while it searches. */
ALULA_API const char *alula_engine_listen(AlulaEngine *e, AlulaListener *listener, void *context);

/* Error, as all that follow. Another size, see alula_engine_new(). */
ALULA_API const char *alula_engine_resize(AlulaEngine *e, size_t megabytes, int threads);

/* The network of a file; NULL: the built-in one. */
ALULA_API const char *alula_engine_network(AlulaEngine *e, const char *path);

/* Syzygy tablebases in folders separated by : or ; NULL: none. */
ALULA_API const char *alula_engine_tablebases(AlulaEngine *e, const char *folders);

/* Forget what earlier searches found, before another game, in which it errs at other places. */
ALULA_API const char *alula_engine_forget(AlulaEngine *e);

/*
 * Search the position of a game, which is copied; its repetitions count. Returns at once. While it
 * runs the engine can be stopped and waited for; all else is refused.
 */
ALULA_API const char *alula_engine_start(AlulaEngine *e, const AlulaGame *g,
                                         const AlulaLimits *limits);

/* Any thread may stop a search; it ends soon. */
ALULA_API void alula_engine_stop(AlulaEngine *e);

/* Wait for the end of the search; the best line goes into *best, unless that is NULL. */
ALULA_API void alula_engine_wait(AlulaEngine *e, AlulaInfo *best);

/* Both: search and wait. */
ALULA_API const char *alula_engine_search(AlulaEngine *e, const AlulaGame *g,
                                          const AlulaLimits *limits, AlulaInfo *best);

#ifdef __cplusplus
}
#endif

#endif
