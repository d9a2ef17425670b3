/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shards: a first byte that is even is followed by the file itself; else by the settings, up to a
 * line feed, and records of games without length and checksums, each after its length. Every game
 * that is read is encoded and read again as the same.
 */
#include <string.h>

#include "base/checksum.h"
#include "chess/movegen.h"
#include "fuzz.h"
#include "tools/common/shard.h"

static size_t put_crc(uint8_t *bytes, size_t size) {
    const uint32_t crc = checksum_crc32(0, bytes, size);

    for (int i = 0; i < 4; i++)
        bytes[size + (size_t)i] = (uint8_t)(crc >> 8 * i);
    return size + 4;
}

/* A file with valid checksums. */
static size_t make(uint8_t *out, const uint8_t *data, size_t size) {
    static ShardHeader header;
    Text settings = text_in(header.settings, sizeof header.settings);
    Word line, rest;
    size_t at;

    fuzz_split(data, size, &line, &rest);
    for (size_t i = 0; i < line.length; i++)
        if (line.at[i])
            text_add_char(&settings, line.at[i]);
    header.stream = header.number = 1;
    at = shard_encode_header(out, &header);
    while (rest.length) {
        size_t length = (uint8_t)*rest.at;

        rest = (Word){rest.at + 1, rest.length - 1};
        if (length > rest.length)
            length = rest.length;
        out[at] = (uint8_t)length;
        out[at + 1] = (uint8_t)(length >> 8);
        memcpy(out + at + 2, rest.at, length);
        at += put_crc(out + at, length + 2);
        rest = (Word){rest.at + length, rest.length - length};
    }
    return at;
}

static void check_moves(const ShardGame *g) {
    for (size_t i = 0; i < g->plies; i++) {
        Move list[MAX_MOVES];
        const size_t count = movegen_all(&g->position[i].board, list);
        Position next;
        size_t at = 0;

        while (at < count && list[at] != g->move[i])
            at++;
        PROMISE(at < count);
        position_play(&next, &g->position[i], g->move[i]);
        PROMISE(next.key == g->position[i + 1].key);
        PROMISE(g->score[i] >= -SHARD_MAX_SCORE && g->score[i] <= SHARD_MAX_SCORE);
        shard_is_usable(g, i);
    }
    PROMISE(g->result < RESULT_COUNT && g->end < END_COUNT && g->plies <= SHARD_MAX_PLIES);
}

/* Encode a game in a file of its own, and read it again. */
static void check_again(const ShardGame *g, const ShardHeader *header) {
    static uint8_t file[SHARD_MAX_HEADER_SIZE + SHARD_MAX_GAME_SIZE];
    const size_t start = shard_encode_header(file, header);
    const size_t size = shard_encode_game(file + start, g);
    char sentence[400];
    Text error = text_in(sentence, sizeof sentence);
    ShardReader *r;
    ShardGame second;

    PROMISE(size <= SHARD_MAX_GAME_SIZE && shard_encoded_size(file + start) == size);
    PROMISE(shard_open(&r, fuzz_file("again.adg", file, start + size), &error));
    PROMISE(shard_next(r, &second) == SHARD_GAME);
    PROMISE(second.plies == g->plies && second.result == g->result && second.end == g->end);
    PROMISE(shard_game_hash(&second) == shard_game_hash(g));
    for (size_t i = 0; i < g->plies; i++)
        PROMISE(second.move[i] == g->move[i] && second.score[i] == g->score[i]);
    PROMISE(second.position[0].key == g->position[0].key);
    PROMISE(shard_next(r, &second) == SHARD_END);
    shard_close(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t file[SHARD_MAX_HEADER_SIZE + (1 << 17)];
    char sentence[400];
    Text error = text_in(sentence, sizeof sentence);
    const bool made = size && *data & 1;
    const size_t count = made ? make(file, data + 1, size < 4096 ? size - 1 : 4095) : size;
    size_t end = 0, games = 0, skipped = 0;
    ShardStatus status;
    ShardReader *r;
    ShardGame game;

    fuzz_init();
    if (!shard_open(&r, fuzz_file("shard.adg", made ? file : data, count), &error)) {
        PROMISE(error.length && !made);
        return 0;
    }
    PROMISE(r->size == count);
    while ((status = shard_next(r, &game)) != SHARD_END) {
        if (status == SHARD_BAD) {
            PROMISE(*r->error && r->error_offset <= count);
            continue;
        }
        PROMISE(game.offset >= end && game.offset + game.bytes <= count);
        end = game.offset + game.bytes;
        games++;
        check_moves(&game);
        check_again(&game, &r->header);
    }
    shard_close(r);
    PROMISE(shard_open(&r, fuzz_file("shard.adg", made ? file : data, count), &error));
    for (end = 0; (status = shard_skip(r)) != SHARD_END; end = r->at) {
        PROMISE(r->at > end && r->at <= count);
        skipped += status == SHARD_GAME;
    }
    PROMISE(skipped >= games && !memcmp(r->bytes, made ? file : data, count));
    shard_close(r);
    return 0;
}
