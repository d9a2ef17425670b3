/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that share numbered jobs, again and again. */
#ifndef ALULA_TRAIN_CREW_H
#define ALULA_TRAIN_CREW_H

typedef struct Crew Crew;

/* Do one job. No two at a time have the same worker number, 0 to crew_size() - 1. */
typedef void CrewJob(void *context, int job, int worker);

/* The caller is one of the threads. There are fewer where the system refuses them; NULL when
 * memory is refused. */
Crew *crew_new(int threads);
void crew_free(Crew *crew);
int crew_size(const Crew *crew);

/* Have jobs 0 to jobs - 1 done by whoever is free; returns when all are. */
void crew_do(Crew *crew, int jobs, CrewJob *job, void *context);

#endif
