/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "startup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/version.h"
#include "engine.h"

/*
 * Returns the value of ALULA_INSTRUCTIONS, or NULL if it is not set. Exits if this machine does not
 * support it.
 */
static const char *asked_instructions(void) {
    const char *const asked = getenv("ALULA_INSTRUCTIONS"), *name;

    if (!asked || !*asked)
        return NULL;
    if (nnue_simd_kernel(asked))
        return asked;
    fprintf(stderr, "alula: ALULA_INSTRUCTIONS is \"%s\", and this machine has", asked);
    for (int i = 0; (name = nnue_simd_name(i)); i++)
        fprintf(stderr, "%s %s", i ? "," : "", name);
    fprintf(stderr, ".\n");
    exit(2);
}

const char *startup_instructions(void) {
#ifdef USE_PEXT
    static const char sliders[] = ", PEXT";
#else
    static const char sliders[] = "";
#endif
    static char text[32];
    const char *asked = asked_instructions();

    snprintf(text, sizeof text, "%s%s", asked ? asked : nnue_simd_name(0), sliders);
    return text;
}

void startup_init_tables(void) {
    const char *const error = engine_init_tables(asked_instructions());

    if (error) {
        fprintf(stderr, "alula: the built-in network cannot be used: %s.\n", error);
        exit(1);
    }
}

Json startup_json(const char *program) {
    Json j = {.out = stdout};
    Text network = TEXT_OF(16);

    text_addf(&network, "%08" PRIx32, nnue_file_checksum(nnue_bytes));
    json_open(&j, NULL, '{');
    json_text(&j, "program", program);
    json_text(&j, "version", ALULA_VERSION);
    json_text(&j, "network", network.at);
    return j;
}

void startup_json_end(Json *j) {
    json_close(j, '}');
    fputc('\n', j->out);
    fflush(j->out);
}
