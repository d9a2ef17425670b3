/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads and condition variables. */
#ifndef ALULA_THREAD_H
#define ALULA_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

/* WebAssembly is built without threads, so that any web server can serve it. */
#ifdef __wasm__
enum { THREADS_EXIST = 0 };
#else
enum { THREADS_EXIST = 1 };
#endif

/*
 * Starts a thread whose stack is large enough for a search of maximum depth. Returns false if the
 * system cannot start one, or has no threads.
 */
bool thread_start(pthread_t *thread, void *(*run)(void *), void *context);

/* Returns the number of processors that this process may use; 1 if unknown. */
int thread_processors(void);

/*
 * Initializes a condition variable whose timeouts use the monotonic clock of clock.h, if the system
 * supports that: setting the time of day then neither shortens nor prolongs a wait.
 */
void thread_cond_init(pthread_cond_t *condition);

/* Returns the time `ms` from now (0 or more), for thread_cond_wait(). */
struct timespec thread_deadline(int ms);

/*
 * Waits like pthread_cond_wait(), but no longer than until this time. Returns false on a timeout.
 */
bool thread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                      const struct timespec *until);

#endif
