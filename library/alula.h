/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chess as a library for C and C++: the rules of the game, moves and games as text, and searches.
 * docs/library.md has examples.
 *
 * Threads: an object may be used by one thread at a time, unless its function says otherwise.
 * Different objects are independent.
 * Strings end with a NUL, unless they are passed with a length.
 * Pointers must not be NULL unless the comment of a function allows it. A NULL context of a
 * callback is always allowed, and so is freeing or closing NULL.
 * Errors: a function that returns "NULL or an error message" has changed nothing when it returns a
 * message. The message is an English sentence without a full stop; it is constant, and valid as
 * long as the library is loaded. Other functions return 0, false, NULL, '.', ALULA_NO_MOVE,
 * ALULA_NO_SQUARE or an empty string instead. alula_error() returns the kind of the error in both
 * cases. A forbidden NULL, a number out of range and a call at the wrong time are errors, too;
 * pointers to the wrong kind of object are not detected.
 * dlclose() releases all memory of the library if every object has been freed or closed before.
 * Structs with a `size`: later versions may add members at the end, which old programs do not have.
 * Initialize the struct with {0} (in C++ with {}), and set `size` to the size of the struct.
 */
#ifndef ALULA_H
#define ALULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined __GNUC__ && !defined _WIN32
#define ALULA_API __attribute__((visibility("default")))
#else
#define ALULA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. */
#define ALULA_VERSION_MAJOR 1
#define ALULA_VERSION_MINOR 1
#define ALULA_VERSION_TEXT  "1.1-dev"

/*
 * Returns the version of the library in use: "1.1", or "1.1-dev" before its release. The library
 * may be newer than the header that a program was compiled with.
 */
ALULA_API const char *alula_version(void);

/* --- errors ----------------------------------------------------------------------------------- */

/* The kinds of errors. Later versions may add some. */
typedef enum {
    ALULA_OK,
    ALULA_ERROR_ARGUMENT, /* a NULL that is not allowed, or a number out of range */
    ALULA_ERROR_MEMORY,   /* the system has no memory or threads left */
    ALULA_ERROR_TEXT,     /* a text that cannot be understood: FEN, move, result, tag */
    ALULA_ERROR_ILLEGAL,  /* a move that is not legal in the position */
    ALULA_ERROR_FILE,     /* a file that cannot be read, or is of the wrong type */
    ALULA_ERROR_BUSY,     /* not allowed during a search */
    ALULA_ERROR_PROCESS,  /* the engine was created before fork() */
    ALULA_ERROR_ORDER,    /* another call has to come first */
    ALULA_ERROR_MISSING   /* the requested data does not exist */
} AlulaError;

/*
 * Return the last error of a call by this thread, and its message. As with errno, calls that
 * succeed leave the last error unchanged. Before the first error they return ALULA_OK and an empty
 * string.
 */
ALULA_API AlulaError alula_error(void);
ALULA_API const char *alula_error_text(void);

/* --- moves and squares ------------------------------------------------------------------------ */

/*
 * A move in a particular position. Squares are numbered 0 to 63: a1, b1 ... h1, a2 ... h8. Castling
 * is stored as the king's move to the square of its own rook, in standard chess and in Chess960.
 */
typedef uint16_t AlulaMove;

enum {
    ALULA_NO_MOVE = 0,
    ALULA_NO_SQUARE = -1,
    ALULA_MAX_MOVES = 256, /* no position has more legal moves */
    ALULA_MOVE_SIZE = 12,  /* bytes for a move as text, with its NUL */
    ALULA_FEN_SIZE = 128,  /* bytes for a position as FEN, with its NUL */
    ALULA_MAX_LINE = 256   /* maximum length of a line that a search reports, in moves */
};

typedef enum { ALULA_WHITE, ALULA_BLACK } AlulaColor;

/* Return the origin and the destination of a move as squares, 0 to 63. Any number is accepted. */
ALULA_API int alula_move_from(AlulaMove m);
ALULA_API int alula_move_to(AlulaMove m);

/* Returns the piece that a pawn promotes to: 'n', 'b', 'r' or 'q'; 0 for other moves. */
ALULA_API char alula_move_promotion(AlulaMove m);

/* --- games ------------------------------------------------------------------------------------ */

/* A start position and the moves played from it. "The position" is the one after the last move. */
typedef struct AlulaGame AlulaGame;

/*
 * Returns a game at the standard start position, or NULL if there is not enough memory. The caller
 * frees it with alula_game_free().
 */
ALULA_API AlulaGame *alula_game_new(void);

/* Returns a copy, to be freed like a new game, or NULL if there is not enough memory. */
ALULA_API AlulaGame *alula_game_copy(const AlulaGame *g);

/* Frees a game. NULL is allowed. */
ALULA_API void alula_game_free(AlulaGame *g);

/*
 * Removes all moves and sets the start position to a FEN of four to six fields. With `chess960` the
 * game is Chess960, and castling rights may be written as X-FEN or Shredder-FEN. Returns NULL or an
 * error message.
 */
ALULA_API const char *alula_game_set_fen(AlulaGame *g, const char *fen, bool chess960);

/* Writes the position as FEN. */
ALULA_API void alula_game_fen(const AlulaGame *g, char fen[ALULA_FEN_SIZE]);

/* Return the side to move, and whether its king is in check. */
ALULA_API AlulaColor alula_game_turn(const AlulaGame *g);
ALULA_API bool alula_game_in_check(const AlulaGame *g);

/*
 * Returns the piece on a square: a letter of PNBRQK for White, of pnbrqk for Black, or '.' if the
 * square is empty or out of range.
 */
ALULA_API char alula_game_piece(const AlulaGame *g, int square);

/*
 * Returns the squares of the rooks that may still castle, in chess as in Chess960: bit n stands for
 * square n, as in all sets of squares below. 0x81 are both rooks of White in chess.
 */
ALULA_API uint64_t alula_game_castling(const AlulaGame *g);

/* Returns the square to which a pawn can legally capture en passant, or ALULA_NO_SQUARE. */
ALULA_API int alula_game_ep_square(const AlulaGame *g);

/* Returns the plies since the last capture or pawn move, including the count given in the FEN. */
ALULA_API int alula_game_halfmove_clock(const AlulaGame *g);

/* Returns the fullmove number, as in FEN: 1 at the start, incremented after each move of Black. */
ALULA_API int alula_game_fullmove_number(const AlulaGame *g);

/* Returns the square of a king. */
ALULA_API int alula_game_king(const AlulaGame *g, AlulaColor color);

/* Returns the squares of the pieces of a side that attack or protect a square, pinned or not. */
ALULA_API uint64_t alula_game_attackers(const AlulaGame *g, int square, AlulaColor by);

/*
 * Return the Zobrist key of the position, which is private to this library but the same on all
 * machines, and its key in Polyglot opening books. Equal positions have equal keys, whatever their
 * move numbers.
 */
ALULA_API uint64_t alula_game_key(const AlulaGame *g);
ALULA_API uint64_t alula_game_book_key(const AlulaGame *g);

/*
 * Return the number of plies (moves of one side) played so far, and the move at ply `n`, counted
 * from 0. The move is ALULA_NO_MOVE for a null move, or if `n` is too large.
 */
ALULA_API size_t alula_game_plies(const AlulaGame *g);
ALULA_API AlulaMove alula_game_ply(const AlulaGame *g, size_t n);

/* Writes all legal moves in unspecified order and returns their number. */
ALULA_API size_t alula_game_moves(const AlulaGame *g, AlulaMove moves[ALULA_MAX_MOVES]);

/*
 * Play a move, given as an AlulaMove or as text that alula_game_read() understands. Return NULL or
 * an error message; an illegal move is an error.
 */
ALULA_API const char *alula_game_play(AlulaGame *g, AlulaMove m);
ALULA_API const char *alula_game_play_text(AlulaGame *g, const char *text);

/*
 * Plays a null move, which passes the turn and counts as a ply. Returns NULL or an error message; a
 * side in check cannot pass.
 */
ALULA_API const char *alula_game_play_null(AlulaGame *g);

/* Returns true if the move is legal and gives check. */
ALULA_API bool alula_game_gives_check(const AlulaGame *g, AlulaMove m);

/* Takes the last move back. Returns false if there is none, which is not an error. */
ALULA_API bool alula_game_undo(AlulaGame *g);

/*
 * Reads a legal move in SAN (Nf3, e8=Q, O-O; check marks are optional) or in UCI notation (e2e4,
 * e7e8q, e1g1). Returns ALULA_NO_MOVE if the text is not a legal move.
 */
ALULA_API AlulaMove alula_game_read(const AlulaGame *g, const char *text);

/*
 * Write a legal move in SAN (Nf3) and in UCI notation (g1f3). Return false and write an empty
 * string if the move is not legal.
 */
ALULA_API bool alula_game_san(const AlulaGame *g, AlulaMove m, char text[ALULA_MOVE_SIZE]);
ALULA_API bool alula_game_uci(const AlulaGame *g, AlulaMove m, char text[ALULA_MOVE_SIZE]);

/* How a game ends by the rules. From ALULA_THREEFOLD on, a player has to claim the draw. */
typedef enum {
    ALULA_OPEN,
    ALULA_MATE, /* the side to move is mated */
    ALULA_STALEMATE,
    ALULA_INSUFFICIENT, /* neither side has enough material to mate */
    ALULA_SEVENTYFIVE,  /* 75 moves by each side without capture or pawn move */
    ALULA_FIVEFOLD,     /* the position occurred five times or more */
    ALULA_THREEFOLD,    /* the position occurred three times or more */
    ALULA_FIFTY         /* 50 moves by each side without capture or pawn move */
} AlulaOutcome;

/* Returns the first outcome in the list that applies to the position, or ALULA_OPEN. */
ALULA_API AlulaOutcome alula_game_outcome(const AlulaGame *g);

/*
 * Returns the perft count: the number of legal move sequences of `plies` plies. Values outside 0 to
 * 20 are clamped; the count for 0 plies is 1.
 */
ALULA_API uint64_t alula_game_perft(const AlulaGame *g, int plies);

/*
 * Returns the static evaluation of the position by the built-in network, without a search, in
 * centipawns from the point of view of the side to move.
 */
ALULA_API int alula_game_evaluate(const AlulaGame *g);

/* --- tablebases, books, pictures -------------------------------------------------------------- */

/* Syzygy tablebases, for positions with few pieces. Several threads may probe them at once. */
typedef struct AlulaTables AlulaTables;

/*
 * Opens the tablebases in folders separated by ':' (on Windows by ';'), to be closed with
 * alula_tables_close(). Returns NULL if the folders contain none or if there is not enough memory.
 */
ALULA_API AlulaTables *alula_tables_open(const char *folders);

/* Closes tablebases. NULL is allowed. */
ALULA_API void alula_tables_close(AlulaTables *t);

/* Returns the number of pieces of the largest table, kings included: 3 to 7. */
ALULA_API int alula_tables_men(const AlulaTables *t);

/*
 * Set *wdl to the result of the position for the side to move, as if its halfmove clock were 0: 2 a
 * win, 1 a win that the fifty-move rule makes a draw, 0 a draw, -1 and -2 the same for losses; and
 * *dtz to the plies to the next capture or pawn move that keeps the result, or to mate: above 0 for
 * a win, below for a loss, 0 for a draw. A distance may be one ply too short, because the tables
 * round. Return NULL or an error message; positions with castling rights or too many pieces and
 * missing tables are errors.
 */
ALULA_API const char *alula_tables_wdl(AlulaTables *t, const AlulaGame *g, int *wdl);
ALULA_API const char *alula_tables_dtz(AlulaTables *t, const AlulaGame *g, int *dtz);

/* A Polyglot opening book, which stays on disk. */
typedef struct AlulaBook AlulaBook;

/*
 * Opens a book, to be closed with alula_book_close(). Returns NULL if the file cannot be read or is
 * not a book, or if there is not enough memory.
 */
ALULA_API AlulaBook *alula_book_open(const char *path);

/* Closes a book. NULL is allowed. */
ALULA_API void alula_book_close(AlulaBook *b);

/*
 * Writes the legal moves that the book has for the position, by descending weight, with their
 * weights, 0 to 65535. Moves of weight 0 should not be played. Returns their number; `weights` may
 * be NULL.
 */
ALULA_API size_t alula_book_moves(AlulaBook *b, const AlulaGame *g,
                                  AlulaMove moves[ALULA_MAX_MOVES],
                                  unsigned weights[ALULA_MAX_MOVES]);

/*
 * A callback that receives a text in parts of `length` bytes, without a NUL, valid during the call.
 * It must not use the writer that calls it: functions of that writer fail.
 */
typedef void AlulaSink(void *context, const char *text, size_t length);

/* How a board is drawn. */
typedef struct {
    size_t size;             /* sizeof(AlulaPicture) */
    int pixels;              /* width and height, 32 to 8192; 0 means 400 */
    bool flipped;            /* Black at the bottom */
    const AlulaMove *arrows; /* moves drawn as arrows, legal or not */
    size_t arrow_count;      /* at most 256; if 0, `arrows` may be NULL */
    uint64_t circles;        /* a set of squares with circles */
} AlulaPicture;

/*
 * Draws the position as a complete SVG file, which needs no font and no other file: the last move
 * and a check are marked. `picture` may be NULL for the defaults; `context` is passed to `sink`.
 * Returns NULL or an error message.
 */
ALULA_API const char *alula_game_svg(const AlulaGame *g, const AlulaPicture *picture,
                                     AlulaSink *sink, void *context);

/* --- PGN -------------------------------------------------------------------------------------- */

/*
 * A PGN reader: returns one game after another. A game with more than 16 MB of text, 65,536 plies
 * or tags, 2^20 moves, comments and so on, or 8,192 nested variations is truncated with an error.
 * Null moves ("--") are understood.
 */
typedef struct AlulaPgn AlulaPgn;

/*
 * Returns a reader of a file, to be closed with alula_pgn_close(). Returns NULL (see errno) if the
 * file cannot be opened or there is not enough memory.
 */
ALULA_API AlulaPgn *alula_pgn_open(const char *path);

/*
 * Returns a reader of a string, which must stay valid and unchanged until alula_pgn_close().
 * Returns NULL if there is not enough memory.
 */
ALULA_API AlulaPgn *alula_pgn_text(const char *text);

/* Like alula_pgn_text(), for a text of `length` bytes; NULL is allowed for 0 bytes. */
ALULA_API AlulaPgn *alula_pgn_memory(const char *text, size_t length);

/*
 * A callback that writes the next 1 to `room` bytes of a text and returns their number, 0 at the
 * end.
 */
typedef size_t AlulaSource(void *context, char *buffer, size_t room);

/* Like alula_pgn_text(), for a text that a callback provides; `context` is passed to it. */
ALULA_API AlulaPgn *alula_pgn_source(AlulaSource *source, void *context);

/*
 * Keeps comments, NAGs and variations for alula_pgn_visit(), which takes more time. Must be called
 * before the first game is read. Returns NULL or an error message.
 */
ALULA_API const char *alula_pgn_keep_all(AlulaPgn *p);

/* Closes a reader and frees what it returned. NULL is allowed. */
ALULA_API void alula_pgn_close(AlulaPgn *p);

/*
 * Reads the next game. Returns false at the end of the text. The functions below refer to that
 * game; before the first call and after the end, to a game without moves and tags.
 */
ALULA_API bool alula_pgn_next(AlulaPgn *p);

/*
 * Returns the main line up to its first illegal move (see alula_pgn_error()). The game belongs to
 * the reader and is valid until the next one is read; to keep it, use alula_game_copy().
 */
ALULA_API const AlulaGame *alula_pgn_game(const AlulaPgn *p);

/* Returns the result: "1-0", "0-1", "1/2-1/2" or "*", a constant. */
ALULA_API const char *alula_pgn_result(const AlulaPgn *p);

/*
 * Writes the value of a tag, truncated to `size` bytes including the NUL; `text` may be NULL if
 * `size` is 0. Returns false and writes an empty string if there is no such tag, which is not an
 * error.
 */
ALULA_API bool alula_pgn_tag(const AlulaPgn *p, const char *name, char *text, size_t size);

/*
 * Returns the first error of the game, a constant, or NULL if there is none. The error is in the
 * text, not in the call, so alula_error() does not report it. Sets *line to the line of the error
 * in the text, counted from 1, or to 0 if there is no error; `line` may be NULL.
 */
ALULA_API const char *alula_pgn_error(const AlulaPgn *p, size_t *line);

/* A tag of a game. In tags that were read, neither string is NULL. */
typedef struct {
    const char *name, *value;
} AlulaTag;

/*
 * Sets *tags to an array of all tags in the order of the text, and *count to its length. The array
 * belongs to the reader and is valid until the next game is read. Returns NULL or an error message.
 */
ALULA_API const char *alula_pgn_tags(AlulaPgn *p, const AlulaTag **tags, size_t *count);

/* A callback that receives a text of `length` bytes, without a NUL, valid during the call. */
typedef void AlulaTextVisitor(void *context, const char *text, size_t length);

/*
 * Callbacks for the parts of a game, in the order of the text. Each may be NULL. A callback must
 * not read the next game, close the reader or start another visit: these calls fail. The arguments
 * of a callback are valid during the call.
 */
typedef struct {
    size_t size; /* sizeof(AlulaVisitor) */
    void (*tag)(void *context, const char *name, const char *value);
    /* a move of the main line or a variation, and the game up to it; ALULA_NO_MOVE: a null move */
    void (*move)(void *context, const AlulaGame *before, AlulaMove m);
    AlulaTextVisitor *comment;           /* on the move before it, or on the line that it starts */
    void (*nag)(void *context, int nag); /* 1 to 65535; "!", "?!" etc. are NAGs, too */
    void (*begin)(void *context);        /* a variation replaces the last move of its line */
    void (*end)(void *context);          /* the variation ends: that move is the last one again */
    void (*result)(void *context, const char *result); /* see alula_pgn_result() */
    AlulaTextVisitor *unknown;                         /* text that is not understood */
} AlulaVisitor;

/*
 * Calls a visitor for the game that was read last; `context` is passed to the callbacks. Without
 * alula_pgn_keep_all() the visitor gets only the tags, the main line and the result. After an error
 * that truncates the game, only the result follows; after an error in a variation, `unknown` gets
 * the rest of the variation. Returns NULL or an error message.
 */
ALULA_API const char *alula_pgn_visit(AlulaPgn *p, const AlulaVisitor *visitor, void *context);

/*
 * Writes a game as PGN with `count` tags; `tags` may be NULL if there are none. Missing tags of the
 * Seven Tag Roster are written as "?"; Result, FEN, SetUp and Variant are derived from the game.
 * `result` is a value that alula_pgn_result() returns, or NULL for the result by the rules.
 * `context` is passed to `sink`. Returns NULL or an error message.
 */
ALULA_API const char *alula_pgn_write(const AlulaGame *g, const AlulaTag *tags, size_t count,
                                      const char *result, AlulaSink *sink, void *context);

/*
 * A writer of a game with comments, NAGs and variations, item by item. If a visitor passes every
 * item of a game without errors to a writer, reading the written text gives the same items; only
 * the tags may be reordered, and missing ones added.
 */
typedef struct AlulaWriter AlulaWriter;

/*
 * Returns a writer that begins with the tags, as alula_pgn_write() does, and the start position of
 * `g`; the moves of `g` are not written. It is freed with alula_writer_free(). With a NULL sink the
 * writer keeps the text. Returns NULL after an error.
 */
ALULA_API AlulaWriter *alula_writer_new(const AlulaGame *g, const AlulaTag *tags, size_t count,
                                        const char *result, AlulaSink *sink, void *context);

/* Frees a writer and its text. NULL is allowed. */
ALULA_API void alula_writer_free(AlulaWriter *w);

/*
 * Writes an item, see AlulaVisitor. A move must be legal in its line, or ALULA_NO_MOVE for a null
 * move; a NAG is 1 to 65535; a variation must replace a move and must not be empty. A comment has
 * `length` bytes (NULL is allowed for 0); control characters become blanks, leading and trailing
 * blanks are dropped, and an empty comment is not written. Lines have at most 80 columns unless a
 * word is longer; a comment that contains '}' becomes a comment to the end of the line, after ';'.
 * Return NULL or an error message, of kind ALULA_ERROR_ORDER if the item is not allowed at this
 * point.
 */
ALULA_API const char *alula_writer_move(AlulaWriter *w, AlulaMove m);
ALULA_API const char *alula_writer_comment(AlulaWriter *w, const char *text, size_t length);
ALULA_API const char *alula_writer_nag(AlulaWriter *w, int nag);
ALULA_API const char *alula_writer_begin(AlulaWriter *w);
ALULA_API const char *alula_writer_end(AlulaWriter *w);

/* Writes the result. No variation may be open. Returns NULL or an error message. */
ALULA_API const char *alula_writer_finish(AlulaWriter *w);

/*
 * Returns what a writer without a sink has written so far, without a NUL, and sets *length to its
 * length in bytes. The text is valid until the next call for this writer. Returns NULL if there is
 * no text.
 */
ALULA_API const char *alula_writer_text(const AlulaWriter *w, size_t *length);

/* --- searches --------------------------------------------------------------------------------- */

/*
 * An engine searches in its own threads; a program may have several engines. The threads exist only
 * in the process that created the engine. After fork(), the child may free its copy; every other
 * call for that copy fails at once with ALULA_ERROR_PROCESS. The engine of the parent is not
 * affected.
 */
typedef struct AlulaEngine AlulaEngine;

/* The kind of a score: exact or, in some interim results, a lower or an upper bound. */
typedef enum { ALULA_EXACT, ALULA_AT_LEAST, ALULA_AT_MOST } AlulaBound;

/*
 * Result of a search. Scores are from the point of view of the side to move. In a result passed to
 * a callback, `size` bytes are valid.
 */
typedef struct {
    size_t size;      /* sizeof(AlulaInfo) */
    int line;         /* 1 for the best move, 2 for the second best, ... */
    int depth;        /* plies; 0 if the search found nothing or the game is over */
    int seldepth;     /* length of the longest line searched, in plies */
    int score;        /* centipawns; 0 for a mate; beyond +-20000 it is a tablebase win or loss */
    int mate;         /* moves to mate; negative if the side to move is mated; 0: no mate known */
    AlulaBound bound; /* whether the score is exact */
    int win, draw, loss;             /* per mille, fitted to self-play; all 0 if there is no line */
    uint64_t nodes;                  /* positions searched so far */
    uint64_t tb_hits;                /* positions found in tablebases so far */
    int hashfull;                    /* per mille of the hash table filled by this search */
    int64_t time_ms;                 /* milliseconds since the start of the search */
    size_t length;                   /* number of moves below */
    AlulaMove moves[ALULA_MAX_LINE]; /* principal variation */
} AlulaInfo;

/*
 * Limits of a search, which stops at the first one reached; 0 means no limit. Without limits the
 * search runs until it is stopped, has found a mate for certain or has reached depth 120. If any
 * clock or increment is set, a clock of 0 or less has run out and counts as 1 ms, and an increment
 * below 0 counts as 0. Other numbers below 0 are errors. `nodes` is exact with one thread; several
 * threads stop earlier, often at half of it. With a rating, the engine begins games with common
 * openings of people of that rating; the results for such moves have depth 1. It does not do so
 * when pondering, or with `no_openings`, `moves` or several `lines`.
 */
typedef struct {
    size_t size;             /* sizeof(AlulaLimits) */
    int depth;               /* plies; more than 120 counts as 120 */
    uint64_t nodes;          /* positions searched; see above */
    int64_t move_ms;         /* milliseconds for this move */
    int64_t clock_ms[2];     /* milliseconds left on the clock of each AlulaColor */
    int64_t increment_ms[2]; /* milliseconds that each AlulaColor gains per move */
    int moves_to_go;         /* moves to the next time control; 0: sudden death */
    int lines;               /* number of best moves to report (MultiPV), 1 to 256; 0 means 1 */
    int elo;                 /* rating to play at, 400 to 2800; 0 means full strength */
    int mate;                /* stops at a mate in this many moves or fewer */
    int64_t overhead_ms;     /* milliseconds lost per move to communication; at most half of a fixed
                                move_ms is deducted */
    const AlulaMove *moves;  /* search only these legal moves, which are copied */
    size_t move_count;       /* at most 256; 0 means all moves, and `moves` may be NULL */
    bool ponder; /* only depth, nodes and mate limit the search until alula_engine_ponderhit() */
    bool no_openings; /* see above */
} AlulaLimits;

/*
 * Returns an engine with a hash table of 1 to 2^20 megabytes and 1 to 256 threads, to be freed with
 * alula_engine_free(). Returns NULL if the system has no memory or threads left, or if an argument
 * is out of range.
 */
ALULA_API AlulaEngine *alula_engine_new(size_t megabytes, int threads);

/* Stops the search and frees the engine. NULL is allowed. */
ALULA_API void alula_engine_free(AlulaEngine *e);

/*
 * A callback that a thread of the engine calls with each result of a search. *info is valid during
 * the call. With several `lines`, the callback is called for each line. If the search stops within
 * an iteration, the remaining lines are from the previous iteration, and may begin with the same
 * move as a new line. The only functions that the callback may call for this engine are
 * alula_engine_stop(), alula_engine_is_searching() and alula_engine_evaluate(); all others fail.
 */
typedef void AlulaListener(void *context, const AlulaInfo *info);

/*
 * Sets the listener and the context passed to it; NULL removes the listener. Returns NULL or an
 * error message, like all functions below that return a string; it fails during a search.
 */
ALULA_API const char *alula_engine_listen(AlulaEngine *e, AlulaListener *listener, void *context);

/*
 * Sets a callback of the same kind that is called once at the end of each search, with its best
 * line; alula_engine_wait() then returns soon. This can wake an event loop. NULL removes the
 * callback. Fails during a search.
 */
ALULA_API const char *alula_engine_listen_end(AlulaEngine *e, AlulaListener *listener,
                                              void *context);

/*
 * Changes the size of the hash table and the number of threads (ranges: see alula_engine_new()).
 * Fails during a search.
 */
ALULA_API const char *alula_engine_resize(AlulaEngine *e, size_t megabytes, int threads);

/* Loads a network from a file; a NULL path selects the built-in one. Fails during a search. */
ALULA_API const char *alula_engine_network(AlulaEngine *e, const char *path);

/*
 * Sets *centipawns to the static evaluation of a position by the network of the engine, without a
 * search, from the point of view of the side to move. Allowed during a search. Returns NULL or an
 * error message.
 */
ALULA_API const char *alula_engine_evaluate(const AlulaEngine *e, const AlulaGame *g,
                                            int *centipawns);

/*
 * Sets the folders with Syzygy tablebases, separated by ':' (on Windows by ';'); NULL for none.
 * Fails during a search.
 */
ALULA_API const char *alula_engine_tablebases(AlulaEngine *e, const char *folders);

/*
 * Clears the hash table and histories, for a new game. With a rating limit, the next game gets
 * different random mistakes. Fails during a search.
 */
ALULA_API const char *alula_engine_forget(AlulaEngine *e);

/*
 * Starts a search of the position and returns at once. The game is copied; its earlier positions
 * count for repetitions. Until alula_engine_wait() has returned, even if the search has ended, the
 * program may only call alula_engine_stop(), alula_engine_is_searching(), alula_engine_ponderhit(),
 * alula_engine_evaluate(), alula_engine_wait() and alula_engine_free(); all other functions fail.
 */
ALULA_API const char *alula_engine_start(AlulaEngine *e, const AlulaGame *g,
                                         const AlulaLimits *limits);

/*
 * Makes the search stop soon, with a best move, and returns at once. Called before a search, stops
 * the next search as soon as it has started, unless alula_engine_wait() is called in between. Any
 * thread may call this function.
 */
ALULA_API void alula_engine_stop(AlulaEngine *e);

/*
 * Returns true from the start of a search until it has ended by itself or, a moment later, after a
 * stop. Any thread may call this function.
 */
ALULA_API bool alula_engine_is_searching(const AlulaEngine *e);

/*
 * Reports to a search with `ponder` that the expected move was played: its clock starts, and all
 * its limits count. Returns NULL or an error message; fails if no such search is running, or after
 * an earlier call. A search that has already ended keeps its result.
 */
ALULA_API const char *alula_engine_ponderhit(AlulaEngine *e);

/*
 * Waits for the end of the search and sets *best to its best line, or to a result of depth 0 if
 * there was no search; `best` may be NULL. best->size must be set, and is not changed. Returns NULL
 * or an error message.
 */
ALULA_API const char *alula_engine_wait(AlulaEngine *e, AlulaInfo *best);

/* Calls alula_engine_start() and, if that succeeds, alula_engine_wait(). `best` may be NULL. */
ALULA_API const char *alula_engine_search(AlulaEngine *e, const AlulaGame *g,
                                          const AlulaLimits *limits, AlulaInfo *best);

#ifdef __cplusplus
}
#endif

#endif
