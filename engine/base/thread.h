/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that search. */
#ifndef ALULA_THREAD_H
#define ALULA_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

/* A system without threads: WebAssembly that any web server may serve. */
#ifdef __wasm__
enum { THREADS_EXIST = 0 };
#else
enum { THREADS_EXIST = 1 };
#endif

/*
 * Start a thread whose stack is large enough for a search of maximum depth. False if the system
 * refuses, or has none.
 */
bool thread_start(pthread_t *thread, void *(*run)(void *), void *context);

/* Processors that this process may use; 1 if that is not known. */
int thread_processors(void);

/*
 * Condition variables with time limits by the clock of clock.h, where the system can: setting the
 * time of day then neither shortens a wait nor makes it last for hours.
 */
void thread_cond_init(pthread_cond_t *condition);

/* The time `ms` from now (0 or more), for thread_cond_wait(). */
struct timespec thread_deadline(int ms);

/* As pthread_cond_wait(), until this time at most; false once it is over. */
bool thread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                      const struct timespec *until);

#endif
