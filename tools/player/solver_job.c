/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver_job.h"

#include <inttypes.h>
#include <string.h>

#include "base/checksum.h"
#include "base/version.h"
#include "eval/eval.h"
#include "tools/common/gamesearch.h"

bool solver_job_write(Text *job, const SolverJob *s) {
    if (s->external) {
        text_add(job, "engine=");
        for (const char *c = external_engine_name(s->external); *c; c++)
            text_add_char(job, *c <= ' ' || text_is_among(*c, "\"\\;") ? '_' : *c);
        text_addf(job, " command=%08" PRIx32,
                  checksum_fnv(CHECKSUM_FNV, s->command, strlen(s->command)));
    } else {
        const uint32_t search = gamesearch_fingerprint(NULL, false);

        if (!search)
            return false;
        text_addf(job, "alula=" ALULA_VERSION " search=%08" PRIx32 " net=%08" PRIx32, search,
                  eval_net(NULL)->checksum);
    }
    text_addf(
        job, " movetime=%" PRId64 " nodes=%" PRId64 " depth=%d hash=%" PRId64 " threads=%" PRId64,
        s->limits->move_ms, s->limits->nodes, s->limits->depth, s->hash_megabytes, s->threads);
    return true;
}
