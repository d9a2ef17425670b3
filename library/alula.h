/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chess as a library for C and C++: the rules of the game, moves and games as text, and searches.
 * docs/library.md has examples.
 *
 * Threads: an object may be used by one thread at a time, unless its function says otherwise.
 * Different objects are independent.
 * Texts end with a NUL.
 * Pointers must not be NULL, unless a function says that NULL is allowed.
 * Errors: a function that returns "NULL or an error message" has changed nothing when it returns a
 * message. The message is an English sentence without a full stop; it is never freed by the caller
 * and may change with the next call for the same object.
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

/* Returns the version of the library: "1.1", or "1.1-dev" before its release. */
ALULA_API const char *alula_version(void);

/* --- moves and squares ------------------------------------------------------------------------ */

/*
 * A move in a certain position. Squares are numbered 0 to 63: a1, b1 ... h1, a2 ... h8. Castling is
 * stored as the king's move to the square of its own rook, in chess as in Chess960.
 */
typedef uint16_t AlulaMove;

enum {
    ALULA_NO_MOVE = 0,
    ALULA_MAX_MOVES = 256, /* no position has more legal moves */
    ALULA_MOVE_SIZE = 12,  /* bytes for a move as text, with its NUL */
    ALULA_FEN_SIZE = 128,  /* bytes for a position as FEN, with its NUL */
    ALULA_MAX_LINE = 256   /* moves of the longest line that a search reports */
};

typedef enum { ALULA_WHITE, ALULA_BLACK } AlulaColor;

/* Return the square, 0 to 63, where a move starts and where it ends. */
ALULA_API int alula_move_from(AlulaMove m);
ALULA_API int alula_move_to(AlulaMove m);

/* Returns the piece that a pawn becomes: 'n', 'b', 'r' or 'q'; 0 if the move is no promotion. */
ALULA_API char alula_move_promotion(AlulaMove m);

/* --- games ------------------------------------------------------------------------------------ */

/* A start position and the moves played from it. "The position" is the one after the last move. */
typedef struct AlulaGame AlulaGame;

/*
 * Returns a game from the usual start position, to be freed with alula_game_free(); NULL if there
 * is no memory.
 */
ALULA_API AlulaGame *alula_game_new(void);

/* Returns a copy, to be freed like a new game; NULL if there is no memory. */
ALULA_API AlulaGame *alula_game_copy(const AlulaGame *g);

/* Frees a game. NULL is allowed. */
ALULA_API void alula_game_free(AlulaGame *g);

/*
 * Drops the moves and starts from a FEN of four to six fields. With `chess960` the game is
 * Chess960, whose castling rights may be written as X-FEN or Shredder-FEN. Returns NULL or an error
 * message.
 */
ALULA_API const char *alula_game_set_fen(AlulaGame *g, const char *fen, bool chess960);

/* Writes the position as FEN. */
ALULA_API void alula_game_fen(const AlulaGame *g, char fen[ALULA_FEN_SIZE]);

/* Returns the side to move, and whether its king is in check. */
ALULA_API AlulaColor alula_game_turn(const AlulaGame *g);
ALULA_API bool alula_game_in_check(const AlulaGame *g);

/*
 * Returns the piece on a square: a letter of PNBRQK for White, of pnbrqk for Black, '.' if the
 * square is empty or not from 0 to 63.
 */
ALULA_API char alula_game_piece(const AlulaGame *g, int square);

/*
 * Return the number of plies (moves of one side) played so far, and the nth of them, counted from
 * 0; ALULA_NO_MOVE if there is none.
 */
ALULA_API size_t alula_game_plies(const AlulaGame *g);
ALULA_API AlulaMove alula_game_ply(const AlulaGame *g, size_t n);

/* Writes all legal moves, in no promised order, and returns their number. */
ALULA_API size_t alula_game_moves(const AlulaGame *g, AlulaMove moves[ALULA_MAX_MOVES]);

/*
 * Play a move, given as such or as text that alula_game_read() understands. Return NULL or an error
 * message; an illegal move is an error.
 */
ALULA_API const char *alula_game_play(AlulaGame *g, AlulaMove m);
ALULA_API const char *alula_game_play_text(AlulaGame *g, const char *text);

/* Takes the last move back. Returns false if there is none. */
ALULA_API bool alula_game_undo(AlulaGame *g);

/*
 * Reads a legal move in SAN (Nf3, e8=Q, O-O; check marks may be missing) or in the notation of UCI
 * (e2e4, e7e8q, e1g1). Returns ALULA_NO_MOVE if the text is no legal move.
 */
ALULA_API AlulaMove alula_game_read(const AlulaGame *g, const char *text);

/*
 * Write a legal move in SAN (Nf3) and in the notation of UCI (g1f3). Return false and write an
 * empty text if the move is not legal.
 */
ALULA_API bool alula_game_san(const AlulaGame *g, AlulaMove m, char text[ALULA_MOVE_SIZE]);
ALULA_API bool alula_game_uci(const AlulaGame *g, AlulaMove m, char text[ALULA_MOVE_SIZE]);

/* How a game ends by the rules. From ALULA_THREEFOLD on a player has to claim the draw. */
typedef enum {
    ALULA_OPEN,
    ALULA_MATE, /* the side to move is mated */
    ALULA_STALEMATE,
    ALULA_INSUFFICIENT, /* neither side has enough material to mate */
    ALULA_THREEFOLD,    /* the position occurred three times or more */
    ALULA_FIFTY         /* 50 moves of each side without capture or pawn move */
} AlulaOutcome;

/* Returns the first of these that holds in the position; ALULA_OPEN if none does. */
ALULA_API AlulaOutcome alula_game_outcome(const AlulaGame *g);

/*
 * Returns perft: the number of legal move sequences of this many plies, 0 to 20. 0 plies are one
 * sequence.
 */
ALULA_API uint64_t alula_game_perft(const AlulaGame *g, int plies);

/*
 * Returns the static evaluation by the built-in network, without a search: centipawns, above 0 if
 * the side to move stands better.
 */
ALULA_API int alula_game_evaluate(const AlulaGame *g);

/* --- PGN -------------------------------------------------------------------------------------- */

/* A reader of PGN: one game after another, without comments and variations. */
typedef struct AlulaPgn AlulaPgn;

/*
 * Returns a reader of a file, to be closed with alula_pgn_close(); NULL if the file cannot be
 * opened or there is no memory: see errno.
 */
ALULA_API AlulaPgn *alula_pgn_open(const char *path);

/*
 * Returns a reader of a text, which must not change or go away before alula_pgn_close(); NULL if
 * there is no memory.
 */
ALULA_API AlulaPgn *alula_pgn_text(const char *text);

/* Closes a reader and frees what it returned. NULL is allowed. */
ALULA_API void alula_pgn_close(AlulaPgn *p);

/*
 * Goes to the next game. Returns false at the end of the text. The functions below are about that
 * game; before the first call and after the end it is one without moves and tags.
 */
ALULA_API bool alula_pgn_next(AlulaPgn *p);

/*
 * Returns the main line up to its first illegal move, see alula_pgn_error(). The game belongs to
 * the reader and is valid until the next one is read; alula_game_copy() keeps it.
 */
ALULA_API const AlulaGame *alula_pgn_game(const AlulaPgn *p);

/* Returns the result: "1-0", "0-1", "1/2-1/2" or "*". */
ALULA_API const char *alula_pgn_result(const AlulaPgn *p);

/*
 * Writes the value of a tag, cut where `size` bytes with the NUL are too few. Returns false and
 * writes an empty text if there is no such tag.
 */
ALULA_API bool alula_pgn_tag(const AlulaPgn *p, const char *name, char *text, size_t size);

/*
 * Returns the first error of the game, or NULL if it has none. *line becomes the line of the text,
 * counted from 1, that has the error; `line` may be NULL.
 */
ALULA_API const char *alula_pgn_error(const AlulaPgn *p, size_t *line);

/* A tag of a game. */
typedef struct {
    const char *name, *value;
} AlulaTag;

/*
 * Gives all tags in the order of the text: *tags becomes an array of *count. It belongs to the
 * reader and is valid until the next game is read. Returns NULL or an error message.
 */
ALULA_API const char *alula_pgn_tags(AlulaPgn *p, const AlulaTag **tags, size_t *count);

/* A function of the caller that receives a text in parts of `length` bytes, without a NUL. */
typedef void AlulaSink(void *context, const char *text, size_t length);

/*
 * Writes a game as PGN with `count` tags; `tags` may be NULL if there are none. Missing tags of the
 * Seven Tag Roster are written as "?"; Result, FEN, SetUp and Variant follow from the game.
 * `result` is one of those that alula_pgn_result() returns, or NULL for the result by the rules.
 * `context` is passed to `sink`. Returns NULL or an error message.
 */
ALULA_API const char *alula_pgn_write(const AlulaGame *g, const AlulaTag *tags, size_t count,
                                      const char *result, AlulaSink *sink, void *context);

/* --- searches --------------------------------------------------------------------------------- */

/*
 * An engine searches in threads of its own; a program may have several engines. The threads stay in
 * the process that made the engine. A child of fork() may free its copy; every other call for that
 * copy returns an error there, and a wait ends at once with nothing found. The engine of the parent
 * is not affected.
 */
typedef struct AlulaEngine AlulaEngine;

/* A result of a search. Scores are those of the side to move. */
typedef struct {
    int line;            /* 1 for the best move, 2 for the second best ... */
    int depth;           /* plies; 0 if the search found nothing or the game is over */
    int score;           /* centipawns, 0 for a mate; beyond +-20000 a tablebase has decided */
    int mate;            /* moves to mate, below 0 if this side is mated; 0 if no mate is known */
    int win, draw, loss; /* per mille, fitted to games of Alula with itself; 0 without moves */
    uint64_t nodes;      /* positions searched so far */
    int64_t time_ms;     /* milliseconds since the search began */
    size_t length;       /* number of moves below */
    AlulaMove moves[ALULA_MAX_LINE]; /* the expected line of play, from the best move on */
} AlulaInfo;

/*
 * Limits of a search, which ends at the first that is reached; 0 is no limit. With none it searches
 * until it is stopped. Initialize all with {0}, in C++ with {}.
 */
typedef struct {
    int depth;               /* plies, at most 120 */
    uint64_t nodes;          /* positions */
    int64_t move_ms;         /* milliseconds for this move */
    int64_t clock_ms[2];     /* milliseconds on the clock of each AlulaColor; if any of these ... */
    int64_t increment_ms[2]; /* ... or of what each gains by a move is set, 0 on a clock is 1 */
    int moves_to_go;         /* moves until the next time control; 0 if there is none */
    int lines;               /* best moves to report, 1 to 256; 0 is one */
    int elo;                 /* rating to play at, 400 to 2800; 0 is full strength */
} AlulaLimits;

/*
 * Returns an engine with a hash table of 1 to 2^20 megabytes and 1 to 256 threads, to be freed with
 * alula_engine_free(); NULL if memory or threads are refused, or a number is out of range.
 */
ALULA_API AlulaEngine *alula_engine_new(size_t megabytes, int threads);

/* Stops the search and frees the engine. NULL is allowed. */
ALULA_API void alula_engine_free(AlulaEngine *e);

/*
 * A function of the caller that is called with each result of a search, by a thread of the engine.
 * *info is valid during the call. Of the functions for this engine the listener may call
 * alula_engine_stop() only.
 */
typedef void AlulaListener(void *context, const AlulaInfo *info);

/*
 * Sets the listener, and the context passed to it; NULL for none. Returns NULL or an error message,
 * as all functions below that return text do; during a search it is an error.
 */
ALULA_API const char *alula_engine_listen(AlulaEngine *e, AlulaListener *listener, void *context);

/*
 * Changes the size of the hash table and the number of threads, see alula_engine_new(). An error
 * during a search.
 */
ALULA_API const char *alula_engine_resize(AlulaEngine *e, size_t megabytes, int threads);

/* Evaluates with the network of a file; NULL for the built-in one. An error during a search. */
ALULA_API const char *alula_engine_network(AlulaEngine *e, const char *path);

/*
 * Uses the Syzygy tablebases of folders, separated by : or, on Windows, by ; and NULL for none. An
 * error during a search.
 */
ALULA_API const char *alula_engine_tablebases(AlulaEngine *e, const char *folders);

/*
 * Clears what earlier searches found, before another game. A limited rating makes its mistakes at
 * other places then. An error during a search.
 */
ALULA_API const char *alula_engine_forget(AlulaEngine *e);

/*
 * Starts a search of the position of a game, which is copied, and returns at once; earlier
 * positions of the game count for repetitions. During the search the engine can be stopped and
 * waited for; all else is an error.
 */
ALULA_API const char *alula_engine_start(AlulaEngine *e, const AlulaGame *g,
                                         const AlulaLimits *limits);

/* Asks the search to end soon, and returns at once. Any thread may call this. */
ALULA_API void alula_engine_stop(AlulaEngine *e);

/* Waits for the end of the search. *best becomes its best line; `best` may be NULL. */
ALULA_API void alula_engine_wait(AlulaEngine *e, AlulaInfo *best);

/* Searches and waits: alula_engine_start() and alula_engine_wait(). */
ALULA_API const char *alula_engine_search(AlulaEngine *e, const AlulaGame *g,
                                          const AlulaLimits *limits, AlulaInfo *best);

#ifdef __cplusplus
}
#endif

#endif
