/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shards: files of self-play games with a search score for every move. This module reads and
 * encodes the format, game by game. A finished shard is never changed.
 *
 *     for (each path of a ShardList) {
 *         ShardReader *reader;
 *         if (!shard_open(&reader, path, &error)) report error;
 *         while ((status = shard_next(reader, &game)) != SHARD_END)
 *             if (status == SHARD_GAME) use game.position[i], game.score[i], game.result ...
 *         shard_close(reader);
 *     }
 *
 * The format, all numbers little-endian:
 *
 *     header  8 bytes "ALULADG\n"; version (2); length of the settings (2); stream (8); number (4);
 *             settings as text "name=value name=value"; CRC-32 of all that (4)
 *     game    length of the rest, without the checksum (2);
 *             start: occupied squares (8), a nibble per piece from a1 to h8, low nibble first
 *             (Piece, +6 for Black; 12 and 13 are rooks that may castle); side to move (1),
 *             en-passant square or 64 (1), halfmove clock (1), move number (2);
 *             result + 4 * end (1); plies (2);
 *             per ply: index of the move in the legal moves sorted by shard_move_order() (1);
 *             score minus that of the previous ply, a zigzag varint (1 to 3);
 *             CRC-32 of the game, its length included (4)
 *
 * Scores of version 1 are search scores; those of version 2 are unscaled (see eval_unscaled()),
 * which train better networks.
 */
#ifndef ALULA_COMMON_SHARD_H
#define ALULA_COMMON_SHARD_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "chess/position.h"

enum {
    SHARD_VERSION = 2,          /* version of written shards; older versions can be read */
    SHARD_MAX_PLIES = 1024,     /* maximum plies of a game */
    SHARD_SETTINGS_SIZE = 1024, /* maximum bytes of the settings, with the NUL */
    SHARD_MIN_HEADER_SIZE = 28, /* bytes of a header without settings */
    SHARD_MAX_HEADER_SIZE = SHARD_MIN_HEADER_SIZE + SHARD_SETTINGS_SIZE,
    SHARD_MIN_GAME_SIZE = 23, /* bytes of a game with two kings and no moves */
    SHARD_MAX_GAME_SIZE = 48 + 4 * SHARD_MAX_PLIES, /* maximum bytes of a game */
    SHARD_MAX_SCORE = 32000,                        /* centipawns; scores are clamped to this */
    SHARD_MATE_SCORE = 20001,  /* from here on, mate in SHARD_MAX_SCORE - score plies */
    SHARD_USABLE_SCORE = 3000, /* centipawns; see shard_is_usable() */
};

#define SHARD_SUFFIX      ".adg"         /* a finished shard */
#define SHARD_PART_SUFFIX ".part"        /* a shard in progress, or left by a killed run */
#define SHARD_LOCK_NAME   "datagen.lock" /* the lock file of a folder of shards */

/* Results, as half points for White. */
typedef enum { RESULT_BLACK_WINS, RESULT_DRAW, RESULT_WHITE_WINS, RESULT_COUNT } ShardResult;

/* Why the game ended. */
typedef enum {
    END_MATE,
    END_STALEMATE,
    END_INSUFFICIENT,
    END_THREEFOLD,
    END_FIFTY,
    END_ADJUDICATED_WIN,
    END_ADJUDICATED_DRAW,
    END_MAX_LENGTH, /* too long, adjudicated as a draw */
    END_COUNT
} ShardEnd;

/*
 * A game. The arrays are not owned: those of a reader are valid until its next game. position[0] is
 * the position after the random opening; its move number counts from the start of the opening, or
 * of the earlier game from which the position was taken.
 */
typedef struct {
    const Position *position; /* [plies + 1]: before each move, and the final one */
    const Move *move;         /* [plies] */
    const int16_t *score; /* [plies]: search score before the move, centipawns for White; unscaled
                             from version 2 */
    size_t plies;
    ShardResult result;
    ShardEnd end;
    size_t offset, bytes; /* place in the file */
} ShardGame;

typedef struct {
    int version;     /* version of the format; ignored by shard_encode_header() */
    uint64_t stream; /* random seed of the games; see datagen/store.h */
    uint32_t number; /* number of the shard in its stream, from 1 */
    char settings[SHARD_SETTINGS_SIZE]; /* "name=value name=value" */
} ShardHeader;

/* --- reading --------------------------------------------------------------------------------- */

typedef struct {
    ShardHeader header;
    uint8_t *bytes;      /* the whole file */
    size_t size, at;     /* in bytes; at: where the next game begins */
    const char *error;   /* the error message of the last SHARD_BAD ... */
    size_t error_offset; /* ... and its place in the file */
    /* the last game */
    Position position[SHARD_MAX_PLIES + 1];
    Move move[SHARD_MAX_PLIES];
    int16_t score[SHARD_MAX_PLIES];
} ShardReader;

typedef enum {
    SHARD_GAME, /* a game was read */
    SHARD_BAD,  /* damaged: see ShardReader.error; reading may continue */
    SHARD_END   /* no more games */
} ShardStatus;

/* Reads a shard into memory; "-" is standard input. Returns false with an error message. */
bool shard_open(ShardReader **out, const char *path, Text *error);

typedef enum {
    SHARD_OPEN,
    SHARD_DAMAGED,   /* no valid header, so no readable games */
    SHARD_UNREADABLE /* may contain games: no permission, unknown version, out of memory */
} ShardOpenStatus;

/* Opens a shard like shard_open(), but returns the kind of failure. */
ShardOpenStatus shard_try_open(ShardReader **out, const char *path, Text *error);

/* Closes a reader and frees its memory. */
void shard_close(ShardReader *r);

/* Returns true if these bytes, the whole file, are a truncated header; true for an empty file. */
bool shard_is_truncated_header(const uint8_t *bytes, size_t count);

/*
 * Reads the next game, whose moves are all legal. After SHARD_BAD, reading continues at the next
 * game with a valid checksum, or at the end of the file.
 */
ShardStatus shard_next(ShardReader *r, ShardGame *game);

/* Skips the next game without decoding it; only its length and checksum are verified. */
ShardStatus shard_skip(ShardReader *r);

/*
 * Returns true for training positions: quiet (not in check, next move no capture or promotion) and
 * |score| <= SHARD_USABLE_SCORE.
 */
bool shard_is_usable(const ShardGame *game, size_t ply);

/*
 * Returns a hash of the start position and the moves, e.g. to choose the games of a validation set.
 */
uint64_t shard_game_hash(const ShardGame *game);

/* --- lists ----------------------------------------------------------------------------------- */

/* Paths of shards, sorted within each folder. */
typedef struct {
    char **path;
    size_t count;
} ShardList;

/*
 * Adds a file, "-" for standard input, or all shards of a folder, including unfinished ones.
 * Ignores lock files, since the shell expands a wildcard to them, too. Returns false with an error
 * message if nothing is found, or when out of memory.
 */
bool shard_list_add(ShardList *list, const char *path, Text *error);

/* Frees the paths. */
void shard_list_free(ShardList *list);

/* Returns true if the name ends in SHARD_PART_SUFFIX. */
bool shard_is_part(const char *path);

/* --- writing --------------------------------------------------------------------------------- */

/* Encodes a header; returns its size in bytes. */
size_t shard_encode_header(uint8_t out[SHARD_MAX_HEADER_SIZE], const ShardHeader *header);

/* Encodes a game of at most SHARD_MAX_PLIES plies; returns its size in bytes. */
size_t shard_encode_game(uint8_t out[SHARD_MAX_GAME_SIZE], const ShardGame *game);

/* Returns the size in bytes of an encoded game, from its first two bytes. */
size_t shard_encoded_size(const uint8_t *game);

/* Returns the sort key of a legal move; castling is king to rook. */
static inline unsigned shard_move_order(Move m) {
    return (unsigned)move_from(m) | (unsigned)move_to(m) << 6 | (unsigned)move_promotion(m) << 12;
}

#endif
