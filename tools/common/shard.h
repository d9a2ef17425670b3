/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shards: files of self-play games, written once and never changed. This module knows the format
 * and reads it game by game; it needs nothing of the engine but positions and legal moves.
 *
 *     for (each path of a ShardList) {
 *         ShardReader *reader;
 *         if (!shard_open(&reader, path, &fault)) complain;
 *         while ((status = shard_next(reader, &game)) != SHARD_END)
 *             if (status == SHARD_GAME) use game.position[i], game.score[i], game.result ...
 *         shard_close(reader);
 *     }
 *
 * The format, all numbers little-endian:
 *
 *     header  8 bytes "ALULADG\n"; version (2); length of the settings (2); seed (8); number (4);
 *             settings as text "name=value name=value"; CRC-32 of all that (4)
 *     game    length of what follows up to the checksum (2);
 *             start: occupied squares (8), a nibble per piece from a1 to h8, the lower nibble first
 *             (Piece, +6 for Black; 12 and 13 are rooks that may castle); side to move (1),
 *             en-passant square or 64 (1), halfmove clock (1), move number (2);
 *             result + 4 * end (1); plies (2);
 *             per ply: number of the move among the legal ones ordered by shard_move_order() (1);
 *             what the score adds to that of the ply before, zigzag in 7-bit groups (1 to 3);
 *             CRC-32 of the game, its length included (4)
 */
#ifndef ALULA_COMMON_SHARD_H
#define ALULA_COMMON_SHARD_H

#include <stddef.h>
#include <stdint.h>

#include "position.h"
#include "text.h"

enum {
    SHARD_VERSION = 1,
    SHARD_MAX_PLIES = 1024,     /* of one game in the format */
    SHARD_SETTINGS_SIZE = 1024, /* room for the settings with their NUL */
    SHARD_HEADER_MIN = 28,      /* bytes without settings */
    SHARD_HEADER_SIZE = SHARD_HEADER_MIN + SHARD_SETTINGS_SIZE,
    SHARD_GAME_MIN = 23,                        /* bytes of a game of two pieces without moves */
    SHARD_GAME_SIZE = 48 + 4 * SHARD_MAX_PLIES, /* bytes that no game exceeds */
    SHARD_MAX_SCORE = 32000,                    /* centipawns; scores are clamped to it */
    SHARD_MATE_SCORE = 20001, /* scores from here on are mates: SHARD_MAX_SCORE - plies to it */
    SHARD_QUIET_SCORE = 3000, /* centipawns; see shard_is_usable() */
};

#define SHARD_SUFFIX      ".adg"         /* a finished shard */
#define SHARD_LOCK_NAME   "datagen.lock" /* no shard, but it stands among them */
#define SHARD_PART_SUFFIX ".part" /* one that is being written, or was when its writer died */

/* What White got: half points. */
typedef enum { RESULT_BLACK_WINS, RESULT_DRAW, RESULT_WHITE_WINS, RESULT_COUNT } ShardResult;

/* Why the game ended. */
typedef enum {
    END_MATE,
    END_STALEMATE,
    END_INSUFFICIENT,
    END_THREEFOLD,
    END_FIFTY,
    END_ADJUDICATED_WIN,  /* adjudicated: far ahead for long */
    END_ADJUDICATED_DRAW, /* adjudicated: level for long, late */
    END_MAX_LENGTH,       /* too long; a draw */
    END_COUNT
} ShardEnd;

/*
 * A game. The arrays belong to somebody else: to the reader until its next step, or to the writer.
 * position[0] is where scores begin, behind the random opening; its move number tells how long
 * that was. Every move has a score.
 */
typedef struct {
    const Position *position; /* [0 … plies]: before each move, and the last one */
    const Move *move;         /* [0 … plies-1] */
    const int16_t *score; /* [0 … plies-1]: centipawns for White, by a search before the move */
    size_t plies;
    ShardResult result;
    ShardEnd end;
    size_t offset, bytes; /* where it stands in its file, and how much it takes there */
} ShardGame;

typedef struct {
    uint64_t seed;                      /* of the stream of games that the shard is part of */
    uint32_t number;                    /* of the shard in that stream, from 1 */
    char settings[SHARD_SETTINGS_SIZE]; /* "name=value name=value" */
} ShardHeader;

/* --- reading --------------------------------------------------------------------------------- */

typedef struct ShardReader ShardReader;

typedef enum {
    SHARD_GAME, /* here is a game */
    SHARD_BAD,  /* something is wrong: see shard_fault(); going on is allowed */
    SHARD_END   /* that was all */
} ShardStatus;

/* Read a shard into memory, standard input for "-". False with a sentence that names the file if it
 * cannot be used. */
bool shard_open(ShardReader **out, const char *path, Text *fault);

typedef enum {
    SHARD_OPEN,
    SHARD_DAMAGED,   /* no header, or a bad one: as good as empty */
    SHARD_UNREADABLE /* nobody knows what is in it: permissions, another version ... */
} ShardOpenStatus;

/* The same, which tells why not. */
ShardOpenStatus shard_try_open(ShardReader **out, const char *path, Text *fault);
void shard_close(ShardReader *r);

const ShardHeader *shard_header(const ShardReader *r);

/* Are these bytes, all that a file has, less than a whole header? Also true if there are none. */
bool shard_ends_in_header(const uint8_t *bytes, size_t count);

/* Bytes of the whole file. */
size_t shard_size(const ShardReader *r);

/*
 * The next game. All its moves are legal. After SHARD_BAD the reader has found the next place in
 * the file where a game with a right checksum begins, or its end.
 */
ShardStatus shard_next(ShardReader *r, ShardGame *game);

/* What was wrong at the last SHARD_BAD, in a few words, and where in the file, in bytes. */
const char *shard_fault(const ShardReader *r);
size_t shard_fault_offset(const ShardReader *r);

/*
 * May an evaluation learn from the position before this ply? Not in check, no capture or promotion
 * next, and a score of SHARD_QUIET_SCORE at most: what the static evaluation of the position can
 * be asked for.
 */
bool shard_is_usable(const ShardGame *game, size_t ply);

/* The same for the same moves from the same start, wherever the game is found: for lots by game. */
uint64_t shard_game_hash(const ShardGame *game);

/* --- names ----------------------------------------------------------------------------------- */

/* Paths of shards, sorted within each folder. */
typedef struct {
    char **path;
    size_t count;
} ShardList;

/*
 * Add a file, "-" for standard input, or all shards of a folder, unfinished ones included. False
 * with a sentence if there is nothing of the name or the memory is refused. The lock of a folder,
 * which a shell puts among them for DIR/ and a star, is passed over.
 */
bool shard_list_add(ShardList *list, const char *path, Text *fault);
void shard_list_free(ShardList *list);

bool shard_is_part(const char *path);

/* --- writing --------------------------------------------------------------------------------- */

/* The bytes of a header; returns how many. */
size_t shard_encode_header(uint8_t out[SHARD_HEADER_SIZE], const ShardHeader *header);

/* The bytes of a game of at most SHARD_MAX_PLIES plies; returns how many. */
size_t shard_encode_game(uint8_t out[SHARD_GAME_SIZE], const ShardGame *game);

/* The bytes that an encoded game takes, by its first two. */
size_t shard_record_bytes(const uint8_t *game);

/* Among the legal moves of a position, a smaller number stands first. Castling is king to rook. */
static inline unsigned shard_move_order(Move m) {
    return (unsigned)move_from(m) | (unsigned)move_to(m) << 6 | (unsigned)move_promotion(m) << 12;
}

#endif
