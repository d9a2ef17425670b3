/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * States of alula-train: the input is the file, and where it begins with a '+' the right checksum
 * is added. What can be restored is written again as the same bytes.
 */
#include <string.h>

#include "base/checksum.h"
#include "fuzz.h"
#include "tools/train/train_state.h"

enum { COUNT = 4 }; /* parameters */

static const char settings[] = "a=1 b=2";

static void check(const char *path, const TrainStateFile *state, const uint8_t *data, size_t size) {
    float params[COUNT], moment1[COUNT], moment2[COUNT];
    TrainerState progress = {.params = params, .moment1 = moment1, .moment2 = moment2};
    TrainLog log = {.training = 10, .validation = 2, .hash = 3, .scale = 400};
    char sentence[1000];
    Text error = text_in(sentence, sizeof sentence);
    uint8_t *again;
    size_t length;

    text_add(&(Text){.at = log.settings, .capacity = sizeof log.settings}, settings);
    if (!train_state_restore(state, &log, &progress, COUNT, &error)) {
        PROMISE(error.length && !log.checkpoint);
        return;
    }
    PROMISE(strlen(log.builds) < sizeof log.builds);
    PROMISE(train_state_write(path, &log, &progress, COUNT, &error));
    again = fuzz_read(path, &length);
    /* builds with a NUL in them are cut, older versions become the newest, zero is not read */
    if (length == size) {
        PROMISE(!memcmp(again + 16, data + 16, 68));
        PROMISE(!memcmp(again + 88, data + 88, length - 92));
    }
    PROMISE(length <= size);
    free(again);
    free(log.checkpoint);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t file[1 << 16];
    TrainStateFile *state = NULL;
    char sentence[4000];
    Text error = text_in(sentence, sizeof sentence);
    TrainStateStatus status;
    const char *path;

    if (size && *data == '+' && size < sizeof file - 4) {
        uint32_t crc;

        memcpy(file, data + 1, --size);
        crc = checksum_crc32(0, file, size);
        memcpy(file + size, &crc, sizeof crc);
        data = file;
        size += sizeof crc;
    }
    path = fuzz_file("train.state", data, size);
    status = train_state_read(&state, path, settings, &error);
    PROMISE(status != TRAIN_STATE_NONE && (status == TRAIN_STATE_READ) == !error.length);
    if (status == TRAIN_STATE_READ)
        check(path, state, data, size);
    train_state_close(state);
    return 0;
}
