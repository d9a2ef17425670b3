/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * States of alula-tune: the input is the file without its last line; where it begins with a '+',
 * the right checksum is added. What is accepted is written again as the same bytes but for the form
 * of numbers, and what is refused changes nothing.
 */
#include <inttypes.h>
#include <string.h>

#include "base/checksum.h"
#include "fuzz.h"
#include "tools/tune/alula-tune.h"

static void start(Spsa *s) {
    static const SpsaPlan plan = {.pairs = 1000, .seed = 1, .c = 1, .a = 0.1};

    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < PARAM_COUNT && s->count < 2; i++)
        if (params_row(i)->step > 0)
            spsa_add_param(s, params_row(i));
    spsa_init(s, &plan);
}

static const char settings[] = "nodes=100 seed=1";

/* Add the checksum; each '@' becomes a parameter's line with its present value. */
static size_t complete(uint8_t *out, size_t room, Word input, const Spsa *s) {
    Text text = text_in((char *)out, room);
    size_t next = 0;

    for (size_t i = 0; i < input.length; i++) {
        const TuneRow *row = &s->row[next % s->count];
        const int from = s->start.value[row->place];

        if (input.at[i] != '@') {
            text_add_char(&text, input.at[i]);
            continue;
        }
        text_addf(&text, "param %s %d %d %d %d %d", row->name, from, row->low, row->high,
                  (int)row->step, from);
        next++;
    }
    text_addf(&text, "check %08" PRIx32 "\n", checksum_crc32(0, out, text.length));
    return text.length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Spsa first, second, presets;
    static uint8_t file[1 << 16];
    TuneTally tally = {0, 0, 0}, counted = {0, 0, 0};
    char sentence[800];
    Text error = text_in(sentence, sizeof sentence);
    const char *path;

    start(&presets);
    if (size && *data == '+' && size < 2048) {
        size = complete(file, sizeof file, (Word){(const char *)data + 1, size - 1}, &presets);
        data = file;
    }
    first = second = presets;
    path = fuzz_file("tune.state", data, size);
    if (!tune_state_read(path, settings, &first, &tally, &error)) {
        PROMISE(error.length);
        PROMISE(!memcmp(&first, &presets, sizeof first));
        return 0;
    }
    PROMISE(!error.length && first.done <= first.plan.pairs);
    for (size_t i = 0; i < first.count; i++)
        PROMISE(first.value[i] >= first.row[i].low && first.value[i] <= first.row[i].high);
    PROMISE(tune_state_write(path, settings, &first, &tally, &error));
    PROMISE(tune_state_read(path, settings, &second, &counted, &error));
    PROMISE(!memcmp(&first, &second, sizeof first));
    PROMISE(!memcmp(&tally, &counted, sizeof tally));
    return 0;
}
