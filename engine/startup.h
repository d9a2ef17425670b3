/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every program does before it uses the engine. */
#ifndef ALULA_STARTUP_H
#define ALULA_STARTUP_H

/*
 * Fill the engine's tables. The environment variable ALULA_INSTRUCTIONS, if set, names what the
 * network is computed with (see nnue_simd_name()), and with ARCH=x86-64 all other code, too. Prints
 * to stderr and exits with status 2 if this machine does not support it, or if the embedded network
 * is damaged.
 */
void startup_init_tables(void);

/* What is used of the processor: "avx2, PEXT". Valid until the next call. Exits as above. */
const char *startup_instructions(void);

#endif
