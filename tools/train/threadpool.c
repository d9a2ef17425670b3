/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "threadpool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    ThreadPool *pool;
    int number;
    pthread_t thread;
} PoolWorker;

struct ThreadPool {
    pthread_mutex_t lock;
    pthread_cond_t begun, ended;
    ThreadPoolJob *job;
    void *context;
    int jobs, next, busy; /* busy: running jobs */
    bool quit;
    int size;
    PoolWorker worker[]; /* worker[0] is the caller */
};

/* Runs jobs until none is left; called with the lock held. */
static void run_jobs(ThreadPool *pool, int worker) {
    while (pool->next < pool->jobs) {
        const int job = pool->next++;

        pool->busy++;
        pthread_mutex_unlock(&pool->lock);
        pool->job(pool->context, job, worker);
        pthread_mutex_lock(&pool->lock);
        if (!--pool->busy && pool->next >= pool->jobs)
            pthread_cond_signal(&pool->ended);
    }
}

static void *work(void *context) {
    const PoolWorker *w = context;
    ThreadPool *pool = w->pool;

    pthread_mutex_lock(&pool->lock);
    while (!pool->quit) {
        run_jobs(pool, w->number);
        if (!pool->quit)
            pthread_cond_wait(&pool->begun, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

ThreadPool *threadpool_new(int threads) {
    ThreadPool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof *pool->worker);

    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begun, NULL);
    pthread_cond_init(&pool->ended, NULL);
    for (pool->size = 1; pool->size < threads; pool->size++) {
        PoolWorker *w = &pool->worker[pool->size];

        *w = (PoolWorker){.pool = pool, .number = pool->size};
        if (pthread_create(&w->thread, NULL, work, w))
            break;
    }
    return pool;
}

void threadpool_free(ThreadPool *pool) {
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i < pool->size; i++)
        pthread_join(pool->worker[i].thread, NULL);
    pthread_cond_destroy(&pool->ended);
    pthread_cond_destroy(&pool->begun);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int threadpool_size(const ThreadPool *pool) {
    return pool->size;
}

void threadpool_run(ThreadPool *pool, int jobs, ThreadPoolJob *job, void *context) {
    pthread_mutex_lock(&pool->lock);
    pool->job = job;
    pool->context = context;
    pool->jobs = jobs;
    pool->next = 0;
    pthread_cond_broadcast(&pool->begun);
    run_jobs(pool, 0);
    while (pool->busy)
        pthread_cond_wait(&pool->ended, &pool->lock);
    pool->jobs = pool->next = 0;
    pthread_mutex_unlock(&pool->lock);
}
