/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Output of engines, as alula-match reads it: a first byte that is odd is followed by that of a UCI
 * engine, else of one that speaks CECP. The first line is the answer to the position of the second,
 * if that is a FEN; the text is the handshake, and then the output during a search.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "fuzz.h"
#include "tools/player/player_internal.h"

/* Let the player read these bytes, and then the end of the output. */
static void feed(Player *p, const uint8_t *data, size_t size) {
    int ends[2];

    PROMISE(!pipe(ends));
    PROMISE(write(ends[1], data, size) == (ssize_t)size);
    close(ends[1]);
    p->process.out = ends[0];
    p->process.start = p->process.end = p->process.searched = 0;
    p->process.ended = p->process.skipping = false;
}

static bool check_info(void *context, const EngineInfo *info, Word pv) {
    const Word *text = context;

    PROMISE(info->depth >= 0 && info->nodes >= 0);
    PROMISE(!pv.length || pv.length <= text->length);
    engine_info_score(info);
    return false;
}

static void check_answer(const Player *p, const Position *now, const Answer *answer) {
    Move list[MAX_MOVES], m = NO_MOVE;
    const size_t count = movegen_all(&now->board, list);
    size_t at = 0;

    PROMISE(answer->kind <= ANSWER_STOPPED);
    PROMISE(memchr(answer->text, 0, sizeof answer->text));
    for (const char *c = answer->text; *c; c++)
        PROMISE(*c >= ' ' && *c <= '~');
    if (answer->kind != ANSWER_MOVE)
        return;
    if (player_read_move(p, now, answer, &m) == MOVETEXT_WRONG) {
        PROMISE(m == NO_MOVE);
        return;
    }
    while (at < count && list[at] != m)
        at++;
    PROMISE(at < count);
}

static void play(Player *p, const GameLine *line, const uint8_t *data, size_t size) {
    Word text = {(const char *)data, size};
    const Turn turn = {
        .line = line, .timeout_us = INT64_MAX, .on_info = check_info, .context = &text};
    Answer answer = {.kind = ANSWER_MOVE};
    Word word;

    feed(p, data, size);
    p->driver->handshake(p);
    close(p->process.out);
    PROMISE(memchr(p->own_name, 0, sizeof p->own_name));
    PROMISE(memchr(p->refusal, 0, sizeof p->refusal));
    player_has_option(p, "Hash");

    feed(p, data, size);
    p->line = line;
    p->thinking = true;
    p->turn = &turn;
    p->go_us = clock_us();
    while (process_read(&p->process, &word, INT64_MAX) == READ_LINE) {
        p->driver->is_pong(p, word);
        if (p->driver->handle_line(p, word, &answer)) {
            answer.info = p->info;
            check_answer(p, gameline_now(line), &answer);
            answer = (Answer){.kind = ANSWER_MOVE};
        }
    }
    close(p->process.out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char *buffer;
    static int nowhere = -1;
    EngineOption option = {"Hash", "16"};
    const EngineSpec spec = {.command = "engine", .option = &option, .options = 1, .threads = 1};
    const PlayerSettings settings = {.patience_ms = 1000, .chess960 = size && *data & 2};
    Player player = {.spec = &spec, .settings = &settings};
    GameLine line;
    Position start;

    fuzz_init();
    if (size < 2 || size > 1 << 15)
        return 0;
    if (nowhere < 0)
        nowhere = open("/dev/null", O_WRONLY | O_NONBLOCK);
    if (!buffer)
        buffer = malloc(1 << 16); /* of process_read() */
    PROMISE(nowhere >= 0 && buffer);
    PROMISE(!fen_parse(
        &start, word_of(*data & 4 ? "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1" : FEN_START),
        false));
    PROMISE(!gameline_init(&line, &start));
    player.driver = *data & 1 ? &uci_driver : &cecp_driver;
    player.process.in = nowhere;
    player.process.buffer = buffer;
    play(&player, &line, data + 1, size - 1);
    free(player.option_names);
    gameline_destroy(&line);
    return 0;
}
