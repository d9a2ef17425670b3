/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that search. */
#ifndef ALULA_THREAD_H
#define ALULA_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/*
 * Start a thread whose stack is large enough for a search of maximum depth. False if the system
 * refuses.
 */
bool thread_start(pthread_t *thread, void *(*run)(void *), void *context);

#endif
