/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pool of threads for numbered jobs. */
#ifndef ALULA_TRAIN_THREADPOOL_H
#define ALULA_TRAIN_THREADPOOL_H

typedef struct ThreadPool ThreadPool;

/* Does one job. Worker numbers, 0 to threadpool_size() - 1, are unique among running jobs. */
typedef void ThreadPoolJob(void *context, int job, int worker);

/*
 * Returns a pool of `threads` threads, including the caller; fewer if the system cannot start all.
 * Returns NULL if there is not enough memory.
 */
ThreadPool *threadpool_new(int threads);

/* Ends the threads of a pool; NULL is allowed. */
void threadpool_free(ThreadPool *pool);

/* Returns the number of threads, including the caller. */
int threadpool_size(const ThreadPool *pool);

/* Runs jobs 0 to jobs - 1, in any order and in parallel, and waits for all of them. */
void threadpool_run(ThreadPool *pool, int jobs, ThreadPoolJob *job, void *context);

#endif
