/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "startup.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine.h"

const char *startup_instructions(void) {
#ifdef USE_PEXT
    static const char sliders[] = ", PEXT";
#else
    static const char sliders[] = "";
#endif
    static char text[32];
    const char *asked = getenv("ALULA_INSTRUCTIONS");

    snprintf(text, sizeof text, "%s%s",
             asked && nnue_simd_kernel(asked) ? asked : nnue_simd_name(0), sliders);
    return text;
}

void startup_init_tables(void) {
    const char *instructions = getenv("ALULA_INSTRUCTIONS"), *error, *name;

    if (instructions && *instructions && !nnue_simd_kernel(instructions)) {
        fprintf(stderr, "alula: ALULA_INSTRUCTIONS is \"%s\", and this machine has", instructions);
        for (int i = 0; (name = nnue_simd_name(i)); i++)
            fprintf(stderr, "%s %s", i ? "," : "", name);
        fprintf(stderr, ".\n");
        exit(2);
    }
    error = engine_init_tables(instructions && *instructions ? instructions : NULL);
    if (error) {
        fprintf(stderr, "alula: the network it was built with: %s.\n", error);
        exit(2);
    }
}
