/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    Crew *crew;
    int number;
    pthread_t thread;
} CrewWorker;

struct Crew {
    pthread_mutex_t lock;
    pthread_cond_t begun, ended;
    CrewJob *job;
    void *context;
    int jobs, next, busy; /* busy: jobs that were begun and not ended */
    bool leaving;
    int size;
    CrewWorker worker[]; /* worker[0] is the caller */
};

/* Take jobs until there are none; with the lock held. */
static void take_jobs(Crew *crew, int worker) {
    while (crew->next < crew->jobs) {
        const int job = crew->next++;

        crew->busy++;
        pthread_mutex_unlock(&crew->lock);
        crew->job(crew->context, job, worker);
        pthread_mutex_lock(&crew->lock);
        if (!--crew->busy && crew->next >= crew->jobs)
            pthread_cond_signal(&crew->ended);
    }
}

static void *work(void *context) {
    const CrewWorker *w = context;
    Crew *crew = w->crew;

    pthread_mutex_lock(&crew->lock);
    while (!crew->leaving) {
        take_jobs(crew, w->number);
        if (!crew->leaving)
            pthread_cond_wait(&crew->begun, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

Crew *crew_new(int threads) {
    Crew *crew = calloc(1, sizeof *crew + (size_t)threads * sizeof *crew->worker);

    if (!crew)
        return NULL;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begun, NULL);
    pthread_cond_init(&crew->ended, NULL);
    for (crew->size = 1; crew->size < threads; crew->size++) {
        CrewWorker *w = &crew->worker[crew->size];

        *w = (CrewWorker){.crew = crew, .number = crew->size};
        if (pthread_create(&w->thread, NULL, work, w))
            break;
    }
    return crew;
}

void crew_free(Crew *crew) {
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->leaving = true;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 1; i < crew->size; i++)
        pthread_join(crew->worker[i].thread, NULL);
    pthread_cond_destroy(&crew->ended);
    pthread_cond_destroy(&crew->begun);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

int crew_size(const Crew *crew) {
    return crew->size;
}

void crew_do(Crew *crew, int jobs, CrewJob *job, void *context) {
    pthread_mutex_lock(&crew->lock);
    crew->job = job;
    crew->context = context;
    crew->jobs = jobs;
    crew->next = 0;
    pthread_cond_broadcast(&crew->begun);
    take_jobs(crew, 0);
    while (crew->busy)
        pthread_cond_wait(&crew->ended, &crew->lock);
    crew->jobs = crew->next = 0;
    pthread_mutex_unlock(&crew->lock);
}
