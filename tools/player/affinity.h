/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CPU affinity, where the system has it: Linux. */
#ifndef ALULA_PLAYER_AFFINITY_H
#define ALULA_PLAYER_AFFINITY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The CPUs that this process may use: one of each core first, then the other hardware threads of
 * these cores. Returns their number; 0 if the system cannot tell. The caller frees *cpu.
 */
size_t affinity_cpus(int **cpu);

/* Bind this process to one CPU. Safe after fork(). False with errno set. */
bool affinity_bind(int cpu);

#endif
