/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CPU affinity, where supported: on Linux. */
#ifndef ALULA_PLAYER_AFFINITY_H
#define ALULA_PLAYER_AFFINITY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Lists the CPUs that this process may use: one of each core first, then the other hardware
 * threads. Returns their number; 0 if unknown. The caller frees *cpu.
 */
size_t affinity_cpus(int **cpu);

/* Binds this process to a CPU. Safe after fork(). Returns false with errno set. */
bool affinity_bind(int cpu);

#endif
