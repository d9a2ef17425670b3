/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * States of alula-tune: the input is the file without its last line; where it begins with a '+',
 * the right checksum is added. What is accepted is written again as the same bytes but for the form
 * of numbers, and what is refused changes nothing.
 */
#include <inttypes.h>
#include <string.h>

#include "../../tools/tune/tune_state.h"
#include "checksum.h"
#include "fuzz.h"

static void start(Spsa *s) {
    static const SpsaPlan plan = {.pairs = 1000, .seed = 1, .c = 1, .a = 0.1};

    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < PARAM_COUNT && s->count < 2; i++)
        if (params_row(i)->step > 0)
            s->row[s->count++] = params_row(i);
    spsa_init(s, &plan, &params_default);
}

static const char settings[] = "nodes=100 seed=1";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Spsa first, second, presets;
    static uint8_t file[1 << 16];
    TuneTally tally = {0, 0, 0}, counted = {0, 0, 0};
    char sentence[800];
    Text fault = text_in(sentence, sizeof sentence);
    const char *path;

    if (size && *data == '+' && size < sizeof file - 40) {
        memcpy(file, data + 1, --size);
        size += (size_t)snprintf((char *)file + size, 40, "check %08" PRIx32 "\n",
                                 checksum_crc32(0, file, size));
        data = file;
    }
    start(&presets);
    first = second = presets;
    path = fuzz_file("tune.state", data, size);
    if (tune_state_read(path, settings, &first, &tally, &fault) != TUNE_STATE_READ) {
        PROMISE(fault.length);
        PROMISE(!memcmp(&first, &presets, sizeof first));
        return 0;
    }
    PROMISE(!fault.length && first.done <= first.plan.pairs);
    for (size_t i = 0; i < first.count; i++)
        PROMISE(first.value[i] >= first.row[i]->low && first.value[i] <= first.row[i]->high);
    PROMISE(tune_state_write(path, settings, &first, &tally, &fault));
    PROMISE(tune_state_read(path, settings, &second, &counted, &fault) == TUNE_STATE_READ);
    PROMISE(!memcmp(&first, &second, sizeof first));
    PROMISE(!memcmp(&tally, &counted, sizeof tally));
    return 0;
}
