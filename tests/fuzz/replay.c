/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay FILE...: run each file through a fuzz target, without libFuzzer. */
#include "fuzz.h"

int main(int count, char **names) {
    for (int i = 1; i < count; i++) {
        FILE *file = fopen(names[i], "rb");
        /* of the exact size, so that the address sanitizer sees every byte read too many */
        uint8_t *data = NULL;
        long size = -1;

        if (file && !fseek(file, 0, SEEK_END))
            size = ftell(file);
        if (size >= 0)
            data = malloc(size > 0 ? (size_t)size : 1);
        if (data)
            rewind(file);
        if (!data || fread(data, 1, (size_t)size, file) != (size_t)size) {
            fprintf(stderr, "%s: it cannot be read\n", names[i]);
            return 2;
        }
        fclose(file);
        LLVMFuzzerTestOneInput(data, (size_t)size);
        free(data);
    }
    printf("%s: %d inputs\n", names[0], count - 1);
    return 0;
}
