/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "shard.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/checksum.h"
#include "base/file.h"
#include "base/random.h"
#include "base/util.h"
#include "chess/movegen.h"
#include "tool.h"

static const uint8_t magic[8] = {'A', 'L', 'U', 'L', 'A', 'D', 'G', '\n'};

enum {
    FIXED_HEADER = 24,    /* bytes before the settings */
    CASTLING_ROOK = 12,   /* nibble; +1 for Black */
    SIZE_LIMIT = 1 << 30, /* maximum bytes of a file */
};

/* --- integers -------------------------------------------------------------------------------- */

static uint8_t *put(uint8_t *at, uint64_t n, int bytes) {
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)(n >> 8 * i);
    return at;
}

static uint64_t get(const uint8_t *at, int bytes) {
    uint64_t n = 0;

    for (int i = 0; i < bytes; i++)
        n |= (uint64_t)at[i] << 8 * i;
    return n;
}

/* The unread part of a record. */
typedef struct {
    const uint8_t *at, *end;
    bool overrun; /* read beyond the end; such reads return 0 */
} ByteReader;

static uint64_t take(ByteReader *b, int bytes) {
    const uint8_t *at = b->at;

    if (b->end - b->at < bytes) {
        b->overrun = true;
        return 0;
    }
    b->at += bytes;
    return get(at, bytes);
}

/*
 * Writes a zigzag varint: 0, -1, 1, -2 ... become 0, 1, 2, 3 ..., in 7-bit groups. Returns the end
 * of the written bytes.
 */
static uint8_t *put_varint(uint8_t *at, int value) {
    uint32_t n = value < 0 ? ~((uint32_t)value << 1) : (uint32_t)value << 1;

    for (; n >= 0x80; n >>= 7)
        *at++ = (uint8_t)(n | 0x80);
    *at++ = (uint8_t)n;
    return at;
}

static int take_varint(ByteReader *b) {
    uint32_t n = 0;

    for (int shift = 0; shift <= 14; shift += 7) {
        const uint32_t byte = (uint32_t)take(b, 1);

        n |= (byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return n & 1 ? -(int)(n >> 1) - 1 : (int)(n >> 1);
    }
    b->overrun = true; /* a score takes at most three bytes */
    return 0;
}

/* --- positions and moves --------------------------------------------------------------------- */

static uint8_t *put_position(uint8_t *at, const Position *p) {
    const Bitboard occupied = board_occupied(&p->board);
    unsigned half = 0, pieces = 0;

    at = put(at, occupied, 8);
    for (Bitboard rest = occupied; rest; pieces++) {
        const Square s = pop_lsb(&rest);
        const unsigned black = bb_has(p->board.color[BLACK], s);
        const unsigned nibble = bb_has(p->board.castling, s)
                                    ? CASTLING_ROOK + black
                                    : (unsigned)position_on(p, s) + 6 * black;
        if (pieces & 1)
            *at++ = (uint8_t)(half | nibble << 4);
        half = nibble;
    }
    if (pieces & 1)
        *at++ = (uint8_t)half;
    *at++ = p->board.turn;
    *at++ = p->board.ep_square;
    *at++ = (uint8_t)(p->halfmove_clock < 255 ? p->halfmove_clock : 255);
    return put(at, (uint64_t)(p->fullmove_number < 65535 ? p->fullmove_number : 65535), 2);
}

/* Decodes a position. Returns false if it is truncated or illegal. */
static bool take_position(ByteReader *b, Position *p) {
    const Bitboard occupied = take(b, 8);
    unsigned byte = 0, pieces = 0;

    if (bb_count(occupied) > 32)
        return false;
    position_clear(p);
    for (Bitboard rest = occupied; rest; pieces++) {
        const Square s = pop_lsb(&rest);
        unsigned nibble;

        byte = pieces & 1 ? byte >> 4 : (unsigned)take(b, 1);
        nibble = byte & 15;
        if (nibble > CASTLING_ROOK + 1)
            return false;
        if (nibble >= CASTLING_ROOK) {
            position_put(p, nibble > CASTLING_ROOK ? BLACK : WHITE, ROOK, s);
            p->board.castling |= bb_of(s);
        } else {
            position_put(p, nibble >= 6 ? BLACK : WHITE, (Piece)(nibble % 6), s);
        }
    }
    p->board.turn = (uint8_t)take(b, 1);
    p->board.ep_square = (uint8_t)take(b, 1);
    p->halfmove_clock = (int)take(b, 1);
    p->fullmove_number = (int)take(b, 2);
    if (b->overrun || p->board.turn > BLACK || p->board.ep_square > NO_SQUARE || position_error(p))
        return false;
    position_derive(p);
    return true;
}

/* Returns the index of a move in the sorted legal moves. */
static uint8_t move_index(const Position *p, Move m) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    unsigned before = 0;

    for (size_t i = 0; i < count; i++)
        before += shard_move_order(list[i]) < shard_move_order(m);
    return (uint8_t)before;
}

/* Returns the move at an index of the sorted legal moves; NO_MOVE beyond the last. */
static Move move_at(const Position *p, size_t index) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);

    if (index >= count)
        return NO_MOVE;
    for (size_t i = 1; i < count; i++) {
        const Move m = list[i];
        size_t to = i;

        for (; to > 0 && shard_move_order(list[to - 1]) > shard_move_order(m); to--)
            list[to] = list[to - 1];
        list[to] = m;
    }
    return list[index];
}

/* --- writing --------------------------------------------------------------------------------- */

size_t shard_encode_header(uint8_t out[SHARD_MAX_HEADER_SIZE], const ShardHeader *header) {
    const size_t length = strlen(header->settings);
    uint8_t *at = out;

    memcpy(at, magic, sizeof magic);
    at = put(at + sizeof magic, SHARD_VERSION, 2);
    at = put(at, length, 2);
    at = put(at, header->stream, 8);
    at = put(at, header->number, 4);
    memcpy(at, header->settings, length);
    at += length;
    at = put(at, checksum_crc32(0, out, (size_t)(at - out)), 4);
    return (size_t)(at - out);
}

size_t shard_encode_game(uint8_t out[SHARD_MAX_GAME_SIZE], const ShardGame *game) {
    uint8_t *at = out + 2;
    int before = 0;

    assert(game->plies <= SHARD_MAX_PLIES);
    at = put_position(at, &game->position[0]);
    *at++ = (uint8_t)((unsigned)game->result | (unsigned)game->end << 2);
    at = put(at, game->plies, 2);
    for (size_t i = 0; i < game->plies; i++) {
        const int score = clamp(game->score[i], -SHARD_MAX_SCORE, SHARD_MAX_SCORE);

        *at++ = move_index(&game->position[i], game->move[i]);
        at = put_varint(at, score - before);
        before = score;
    }
    put(out, (uint64_t)(at - out - 2), 2);
    at = put(at, checksum_crc32(0, out, (size_t)(at - out)), 4);
    return (size_t)(at - out);
}

size_t shard_encoded_size(const uint8_t *game) {
    return (size_t)get(game, 2) + 6;
}

/* --- reading --------------------------------------------------------------------------------- */

static const char not_a_shard[] = "is not a shard of training games";
static const char unknown_version[] = "has a format version that this program does not know";

static bool is_known_version(int version) {
    return version >= 1 && version <= SHARD_VERSION;
}

/* Reads the header. Returns an error message or NULL. */
static const char *read_header(ShardReader *r) {
    size_t length;

    if (r->size < sizeof magic || memcmp(r->bytes, magic, sizeof magic))
        return not_a_shard;
    if (r->size < FIXED_HEADER)
        return "ends within its header";
    r->header.version = (int)get(r->bytes + 8, 2);
    if (!is_known_version(r->header.version))
        return unknown_version;
    length = (size_t)get(r->bytes + 10, 2);
    if (length >= SHARD_SETTINGS_SIZE)
        return "has a damaged header";
    if (r->size < FIXED_HEADER + length + 4)
        return "ends within its header";
    if (checksum_crc32(0, r->bytes, FIXED_HEADER + length) !=
        get(r->bytes + FIXED_HEADER + length, 4))
        return "has a damaged header";
    r->header.stream = get(r->bytes + 12, 8);
    r->header.number = (uint32_t)get(r->bytes + 20, 4);
    memcpy(r->header.settings, r->bytes + FIXED_HEADER, length);
    r->header.settings[length] = '\0';
    r->at = FIXED_HEADER + length + 4;
    return NULL;
}

bool shard_is_truncated_header(const uint8_t *bytes, size_t count) {
    size_t length;

    if (memcmp(bytes, magic, count < sizeof magic ? count : sizeof magic))
        return false;
    if (count >= 10 && !is_known_version((int)get(bytes + 8, 2)))
        return false;
    if (count < 12)
        return true;
    length = (size_t)get(bytes + 10, 2);
    return length < SHARD_SETTINGS_SIZE && count < FIXED_HEADER + length + 4;
}

/* Reads a whole file, but stops early if it is not a shard. Returns an error message or NULL. */
static const char *read_all(ShardReader *r, FILE *file) {
    enum { PART = 1 << 12 };
    size_t room = 0, got;

    do {
        uint8_t *grown = array_grow(r->bytes, &room, r->size + PART, 1);

        if (!grown)
            return "does not fit into memory";
        r->bytes = grown;
        got = fread(r->bytes + r->size, 1, room - r->size, file);
        r->size += got;
        if (r->size > SIZE_LIMIT ||
            memcmp(r->bytes, magic, r->size < sizeof magic ? r->size : sizeof magic))
            return not_a_shard;
    } while (got);
    return ferror(file) ? strerror(errno) : NULL;
}

/* Reads the file at a path, or standard input for "-", like read_all(). */
static const char *read_path(ShardReader *r, const char *path) {
    FILE *file = !strcmp(path, "-") ? stdin : file_open_plain(path);
    const char *error;

    if (!file)
        return errno == EINVAL ? "this is not a regular file" : strerror(errno);
    error = read_all(r, file);
    if (file != stdin)
        fclose(file);
    return error;
}

ShardOpenStatus shard_try_open(ShardReader **out, const char *path, Text *error) {
    ShardReader *r = calloc(1, sizeof *r);
    const char *why = r ? read_path(r, path) : "cannot be read: not enough memory";
    ShardOpenStatus status = why && why != not_a_shard ? SHARD_UNREADABLE : SHARD_DAMAGED;

    if (!why && (why = read_header(r)) == unknown_version)
        status = SHARD_UNREADABLE;
    if (why) {
        text_addf(error, "%s: %s", path, why);
        shard_close(r);
        return status;
    }
    *out = r;
    return SHARD_OPEN;
}

bool shard_open(ShardReader **out, const char *path, Text *error) {
    return shard_try_open(out, path, error) == SHARD_OPEN;
}

void shard_close(ShardReader *r) {
    if (r)
        free(r->bytes);
    free(r);
}

/* Checks length and checksum of the record at an offset. Returns an error message or NULL. */
static const char *check_record(const ShardReader *r, size_t at, size_t *bytes) {
    const size_t left = r->size - at;
    size_t length;

    if (left < SHARD_MIN_GAME_SIZE)
        return "the file ends within a game";
    length = (size_t)get(r->bytes + at, 2);
    if (length + 6 > SHARD_MAX_GAME_SIZE || length + 6 < SHARD_MIN_GAME_SIZE)
        return "the length of a game is invalid";
    if (length + 6 > left)
        return "the file ends within a game";
    if (checksum_crc32(0, r->bytes + at, length + 2) != get(r->bytes + at + length + 2, 4))
        return "a checksum is wrong";
    *bytes = length + 6;
    return NULL;
}

/* Decodes a record with a valid checksum. Returns an error message or NULL. */
static const char *decode_game(ShardReader *r, size_t at, size_t bytes, ShardGame *game) {
    ByteReader b = {r->bytes + at + 2, r->bytes + at + bytes - 4, false};
    unsigned kind;
    int score = 0;
    size_t plies;

    if (!take_position(&b, &r->position[0]))
        return "the start position is not legal";
    kind = (unsigned)take(&b, 1);
    plies = (size_t)take(&b, 2);
    if ((kind & 3) >= RESULT_COUNT || kind >> 2 >= END_COUNT || plies > SHARD_MAX_PLIES)
        return "the result or the length of a game is invalid";
    for (size_t i = 0; i < plies; i++) {
        r->move[i] = move_at(&r->position[i], (size_t)take(&b, 1));
        score += take_varint(&b);
        if (b.overrun)
            return "a game has fewer moves than its header says";
        if (r->move[i] == NO_MOVE)
            return "a move is illegal";
        if (score < -SHARD_MAX_SCORE || score > SHARD_MAX_SCORE)
            return "a score is out of range";
        r->score[i] = (int16_t)score;
        position_play(&r->position[i + 1], &r->position[i], r->move[i]);
    }
    if (b.at != b.end)
        return "a game has more moves than its header says";
    *game = (ShardGame){.position = r->position,
                        .move = r->move,
                        .score = r->score,
                        .plies = plies,
                        .result = (ShardResult)(kind & 3),
                        .end = (ShardEnd)(kind >> 2),
                        .offset = at,
                        .bytes = bytes};
    return NULL;
}

/*
 * Skips to the end of the next record with a valid checksum, and stores its offset in *at; returns
 * SHARD_BAD if damaged bytes come first.
 */
static ShardStatus next_record(ShardReader *r, size_t *at, size_t *bytes) {
    *at = r->at;
    if (r->at >= r->size)
        return SHARD_END;
    r->error = check_record(r, r->at, bytes);
    if (!r->error) {
        r->at += *bytes;
        return SHARD_GAME;
    }
    do
        r->at++;
    while (r->at < r->size && check_record(r, r->at, bytes));
    r->error_offset = *at;
    return SHARD_BAD;
}

ShardStatus shard_next(ShardReader *r, ShardGame *game) {
    size_t at, bytes = 0;
    const ShardStatus status = next_record(r, &at, &bytes);

    if (status != SHARD_GAME || !(r->error = decode_game(r, at, bytes, game)))
        return status;
    r->error_offset = at;
    return SHARD_BAD;
}

ShardStatus shard_skip(ShardReader *r) {
    size_t at, bytes = 0;

    return next_record(r, &at, &bytes);
}

bool shard_is_usable(const ShardGame *game, size_t ply) {
    const Position *p = &game->position[ply];
    const int score = game->score[ply];

    return !position_in_check(p) && !position_is_noisy(p, game->move[ply]) &&
           score <= SHARD_USABLE_SCORE && score >= -SHARD_USABLE_SCORE;
}

uint64_t shard_game_hash(const ShardGame *game) {
    uint64_t hash = game->position[0].key;

    for (size_t i = 0; i < game->plies; i++) {
        hash ^= game->move[i];
        hash = random_next(&hash);
    }
    return hash;
}

/* --- lists ----------------------------------------------------------------------------------- */

static bool has_suffix(const char *name, const char *suffix) {
    const size_t length = strlen(name), tail = strlen(suffix);

    return length > tail && !strcmp(name + length - tail, suffix);
}

bool shard_is_part(const char *path) {
    return has_suffix(path, SHARD_PART_SUFFIX);
}

/* Adds "folder/name", or just "name" for an empty folder. */
static void add(ShardList *list, const char *folder, const char *name) {
    const size_t room = strlen(folder) + strlen(name) + 2;
    char *path = memory_new(room, 1);

    list->path = memory_grow(list->path, list->count + 1, sizeof *list->path);
    snprintf(path, room, "%s%s%s", folder, *folder ? "/" : "", name);
    list->path[list->count++] = path;
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool shard_list_add(ShardList *list, const char *path, Text *error) {
    const bool is_stdin = !strcmp(path, "-");
    const size_t before = list->count;
    struct stat info;
    struct dirent *entry;
    DIR *folder;

    if (!strcmp(path, SHARD_LOCK_NAME) || has_suffix(path, "/" SHARD_LOCK_NAME))
        return true;
    if (!is_stdin && stat(path, &info))
        return text_fail(error, "%s: %s", path, strerror(errno));
    if (is_stdin || !S_ISDIR(info.st_mode)) {
        add(list, "", path);
    } else if (!(folder = opendir(path))) {
        return text_fail(error, "%s: %s", path, strerror(errno));
    } else {
        while ((entry = readdir(folder)))
            if (has_suffix(entry->d_name, SHARD_SUFFIX) || shard_is_part(entry->d_name))
                add(list, path, entry->d_name);
        closedir(folder);
    }
    if (list->count == before)
        return text_fail(error, "%s: there are no shards in this folder", path);
    qsort(list->path + before, list->count - before, sizeof *list->path, compare_paths);
    return true;
}

void shard_list_free(ShardList *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->path[i]);
    free(list->path);
    *list = (ShardList){NULL, 0};
}
