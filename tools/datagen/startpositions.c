/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "startpositions.h"

#include "base/random.h"
#include "tools/common/tool.h"

static bool is_start(const ShardGame *game, size_t ply, int max_score) {
    const int pieces = bb_count(board_occupied(&game->position[ply].board));
    const int score = game->score[ply];

    return pieces >= START_MIN_PIECES && pieces <= START_MAX_PIECES && score <= max_score &&
           score >= -max_score;
}

/* Returns a random start position of a game, or NULL. */
static const Position *choose(const ShardGame *game, int max_score, uint64_t *random) {
    const Position *chosen = NULL;
    unsigned seen = 0;

    for (size_t i = 0; i < game->plies; i++)
        if (is_start(game, i, max_score) && !random_below(random, ++seen))
            chosen = &game->position[i];
    return chosen;
}

/*
 * Adds a position by reservoir sampling (Vitter's algorithm R), which keeps every position with the
 * same probability.
 */
static void add(StartPositions *starts, const Position *p, unsigned *seen, uint64_t *random) {
    const unsigned at = starts->count < START_MAX_COUNT ? *seen : random_below(random, *seen + 1);

    ++*seen;
    if (at >= START_MAX_COUNT)
        return;
    starts->position[at] = *p;
    if (starts->count <= at)
        starts->count = at + 1;
}

/*
 * Adds the positions of a shard. Returns false with an error message; an unfinished shard may be
 * truncated.
 */
static bool add_shard(StartPositions *starts, const char *path, int max_score, unsigned *seen,
                      uint64_t *random, Text *error) {
    ShardReader *reader;
    ShardStatus status;
    ShardGame game;

    if (!shard_open(&reader, path, error))
        return false;
    while ((status = shard_next(reader, &game)) == SHARD_GAME) {
        const Position *chosen = choose(&game, max_score, random);

        if (chosen)
            add(starts, chosen, seen, random);
    }
    if (status == SHARD_BAD && shard_is_part(path))
        status = SHARD_END;
    if (status == SHARD_BAD)
        text_addf(error, "%s: it has a damaged game (see alula-datagen verify)", path);
    shard_close(reader);
    return status == SHARD_END;
}

bool startpositions_read(StartPositions *starts, const ShardList *list, int max_score,
                         Text *error) {
    uint64_t random = 0;
    unsigned seen = 0;

    *starts = (StartPositions){.position = memory_new(START_MAX_COUNT, sizeof *starts->position)};
    for (size_t i = 0; i < list->count; i++)
        if (!add_shard(starts, list->path[i], max_score, &seen, &random, error))
            return false;
    for (size_t i = 0; i < starts->count; i++)
        starts->checksum = (uint32_t)random_seed(starts->checksum, starts->position[i].key);
    if (!starts->count)
        text_addf(error, "--start-from: no game has a balanced position with %d to %d pieces",
                  START_MIN_PIECES, START_MAX_PIECES);
    return starts->count != 0;
}

void startpositions_free(StartPositions *starts) {
    free(starts->position);
    *starts = (StartPositions){NULL, 0, 0};
}
