/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Initialization and instruction sets, for all programs that use the engine. */
#ifndef ALULA_STARTUP_H
#define ALULA_STARTUP_H

#include "base/json.h"

/*
 * Initializes the engine's tables. The environment variable ALULA_INSTRUCTIONS, if set, selects the
 * instruction set for the network (see nnue_simd_name()); in a build with ARCH=x86-64, it selects
 * that of all other code, too. Prints to stderr and exits with status 2 if this machine does not
 * support it, or if the embedded network is damaged.
 */
void startup_init_tables(void);

/*
 * Returns the instruction sets in use, such as "avx2, PEXT". Valid until the next call. Exits as
 * startup_init_tables() does.
 */
const char *startup_instructions(void);

/*
 * Begins the JSON object that a program prints for --json on stdout, with the name of the program,
 * the version, and the checksum of the built-in network. startup_json_end() closes the object and
 * flushes the line.
 */
Json startup_json(const char *program);
void startup_json_end(Json *j);

#endif
