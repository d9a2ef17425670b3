/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "thread.h"

#include <stdlib.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#endif

#include "util.h"

enum { STACK = 16 << 20 };

bool thread_start(pthread_t *thread, void *(*run)(void *), void *context) {
    pthread_attr_t attributes;
    bool started;

    if (!THREADS_EXIST || pthread_attr_init(&attributes))
        return false;
    pthread_attr_setstacksize(&attributes, STACK);
    started = !pthread_create(thread, &attributes, run, context);
    pthread_attr_destroy(&attributes);
    return started;
}

int thread_processors(void) {
#ifdef _WIN32
    const char *n = getenv("NUMBER_OF_PROCESSORS"); /* set by the system */
    return n ? max((int)strtol(n, NULL, 10), 1) : 1;
#elif defined(__wasm__)
    return 1;
#else
#ifdef CPU_COUNT
    cpu_set_t set; /* fewer under taskset or in a container */
    if (!sched_getaffinity(0, sizeof set, &set))
        return max(CPU_COUNT(&set), 1);
#endif
    return max((int)sysconf(_SC_NPROCESSORS_ONLN), 1);
#endif
}

#if defined(_WIN32) || defined(__APPLE__) /* no pthread_condattr_setclock() */
enum { WAIT_CLOCK = CLOCK_REALTIME };
#else
enum { WAIT_CLOCK = CLOCK_MONOTONIC };
#endif

void thread_cond_init(pthread_cond_t *condition) {
#if defined(_WIN32) || defined(__APPLE__)
    pthread_cond_init(condition, NULL);
#else
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, WAIT_CLOCK);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
#endif
}

struct timespec thread_deadline(int ms) {
    struct timespec until;

    clock_gettime(WAIT_CLOCK, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    return until;
}

bool thread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                      const struct timespec *until) {
    return !pthread_cond_timedwait(condition, lock, until);
}
