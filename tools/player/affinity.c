/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* sched_setaffinity() */
#include "process.h"

#include <errno.h>

#ifdef __linux__
#include <sched.h>

#include "tools/common/memory.h"

enum { SETS = 8 }; /* 8192 CPUs, the maximum of Linux */

/* Returns the first hardware thread of a CPU's core. */
static size_t core_of(size_t cpu) {
    char path[96];
    FILE *file;
    size_t first;

    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%zu/topology/thread_siblings_list",
             cpu);
    file = fopen(path, "r");
    if (!file || fscanf(file, "%zu", &first) != 1)
        first = cpu;
    if (file)
        fclose(file);
    return first;
}

size_t affinity_cpus(int **cpu) {
    cpu_set_t set[SETS], cores[SETS], others[SETS];
    size_t count = 0;

    *cpu = NULL;
    CPU_ZERO_S(sizeof set, set);
    CPU_ZERO_S(sizeof set, cores);
    CPU_ZERO_S(sizeof set, others);
    if (sched_getaffinity(0, sizeof set, set))
        return 0;
    *cpu = memory_new((size_t)CPU_COUNT_S(sizeof set, set), sizeof **cpu);
    for (size_t i = 0; i < SETS * CPU_SETSIZE; i++) {
        if (!CPU_ISSET_S(i, sizeof set, set))
            continue;
        if (CPU_ISSET_S(core_of(i), sizeof set, cores)) {
            CPU_SET_S(i, sizeof set, others);
        } else {
            CPU_SET_S(core_of(i), sizeof set, cores);
            (*cpu)[count++] = (int)i;
        }
    }
    for (size_t i = 0; i < SETS * CPU_SETSIZE; i++)
        if (CPU_ISSET_S(i, sizeof set, others))
            (*cpu)[count++] = (int)i;
    return count;
}

bool affinity_bind(int cpu) {
    cpu_set_t set[SETS];

    CPU_ZERO_S(sizeof set, set);
    CPU_SET_S((size_t)cpu, sizeof set, set);
    return !sched_setaffinity(0, sizeof set, set);
}

#else

size_t affinity_cpus(int **cpu) {
    *cpu = NULL;
    return 0;
}

bool affinity_bind(int cpu) {
    errno = ENOSYS;
    return false;
}

#endif
