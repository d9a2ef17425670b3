/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Perft units and logs: the input is a log, whose check words are made right where it begins with a
 * '+'. A sum that is given stays the same with the lines in another order and with all lines
 * twice.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/checksum.h"
#include "fuzz.h"
#include "tools/perft/perft_arguments.h"

/* Sum up a log; what is printed goes to a file. Returns the exit status. */
static int sum(const void *log, size_t size, char *said, size_t room) {
    const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    const int file = open(fuzz_path("said"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    char *names[] = {NULL, NULL};
    char path[1024];
    const PerftOptions options = {.files = names, .file_count = 1, .summing = true};
    uint8_t *bytes;
    size_t length;
    int status;

    PROMISE(out >= 0 && err >= 0 && file >= 0);
    snprintf(path, sizeof path, "%s", fuzz_file("log", log, size));
    names[0] = path;
    fflush(stdout);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    status = perft_units_sum(&options);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    close(file);
    bytes = fuzz_read(fuzz_path("said"), &length);
    snprintf(said, room, "%s", bytes);
    free(bytes);
    return status;
}

/* Correct the check word of each line that has one; but a huge number of units takes long. */
static size_t sign(char *out, size_t room, Word log) {
    Text text = text_in(out, room);

    while (log.length) {
        const Word line = text_until(&log, '\n');
        const size_t start = text.length;

        for (size_t i = 0; i < line.length; i++) {
            const Word rest = {line.at + i, line.length - i};

            if (rest.length >= 8 && !memcmp(rest.at, " ;check ", 8)) {
                text_addf(&text, " ;check %08" PRIx32,
                          checksum_fnv(CHECKSUM_FNV, text.at + start, text.length - start));
                break;
            }
            text_add_char(&text, line.at[i]);
        }
        text_add_char(&text, '\n');
    }
    return text.length;
}

static bool has_long_number(Word text) {
    size_t digits = 0;

    while (text.length && digits < 7) {
        digits = text_is_digit(*text.at) ? digits + 1 : 0;
        text = (Word){text.at + 1, text.length - 1};
    }
    return digits >= 7;
}

static void check(const char *log, size_t size) {
    static char said[1 << 16], again[1 << 16], turned[1 << 16];
    Text text = text_in(turned, sizeof turned);
    size_t end = size;

    if (sum(log, size, said, sizeof said)) {
        PROMISE(*said);
        return;
    }
    text_add_word(&text, (Word){log, size});
    text_add_word(&text, (Word){log, size});
    PROMISE(!sum(turned, text.length, again, sizeof again) && !strcmp(said, again));
    text = text_in(turned, sizeof turned);
    if (log[size - 1] != '\n') /* turned, its last line would become part of another one */
        text_add_word(&text, (Word){log, size});
    while (end) {
        size_t start = end - 1;

        while (start && log[start - 1] != '\n')
            start--;
        text_add_word(&text, (Word){log + start, end - start});
        end = start;
    }
    PROMISE(!sum(turned, text.length, again, sizeof again) && !strcmp(said, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char log[1 << 15];
    Word text = {(const char *)data, size};

    fuzz_init();
    if (size > 8192)
        return 0;
    if (size && *data == '+') {
        if (has_long_number(text))
            return 0;
        size = sign(log, sizeof log, (Word){text.at + 1, size - 1});
        check(log, size);
    } else {
        check((const char *)data, size);
    }
    return 0;
}
