/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver_setup.h"

#include <inttypes.h>
#include <string.h>

#include "base/checksum.h"
#include "base/version.h"
#include "eval/eval.h"
#include "search/searcher.h"
#include "tools/common/tool.h"

void solver_setup_take(SolverSetup *s, const char *program) {
    s->options.limits.depth = (int)s->depth;
    s->options.patience_ms = s->patience_s * 1000;
    s->options.opponent = program;
    s->jobs = s->jobs ? s->jobs : 1;
}

/* Returns a setting; 0 for the default of an external engine. */
static int64_t value_of(const SolverSetup *s, int64_t given, int64_t own_default) {
    return given || s->options.engine ? given : own_default;
}

static int64_t hash_megabytes(const SolverSetup *s) {
    return value_of(s, s->options.hash_megabytes, 64);
}

static int64_t threads(const SolverSetup *s) {
    return value_of(s, s->options.threads, 1);
}

bool solver_setup_open(SolverSetup *s, Text *error) {
    if (s->options.engine)
        return (s->external = external_engine_open(&s->options, error)) != NULL;
    if (s->tables && !(s->syzygy = syzygy_open(s->tables)))
        text_add(error, "there is not enough memory");
    else if (s->tables && !syzygy_men(s->syzygy))
        text_addf(error, "--tb: there are no Syzygy tablebases in %s", s->tables);
    return !error->length;
}

void solver_setup_close(SolverSetup *s) {
    external_engine_close(s->external);
    tool_close_tables(s->syzygy);
}

Solver *solver_setup_new(const SolverSetup *s, bool final) {
    return s->external ? external_solver_new(s->external)
                       : builtin_solver_new(&s->options.limits, (size_t)hash_megabytes(s) << 20,
                                            (int)threads(s), s->syzygy, final);
}

bool solver_setup_write(Text *job, const SolverSetup *s) {
    const SolverLimits *limits = &s->options.limits;

    if (s->external) {
        text_add(job, "engine=");
        for (const char *c = external_engine_name(s->external); *c; c++)
            text_add_char(job, *c <= ' ' || text_is_among(*c, "\"\\;") ? '_' : *c);
        text_addf(job, " command=%08" PRIx32,
                  checksum_fnv(CHECKSUM_FNV, s->options.engine, strlen(s->options.engine)));
    } else {
        const uint32_t search = searcher_fingerprint(NULL, false);

        if (!search)
            return false;
        text_addf(job, "alula=" ALULA_VERSION " search=%08" PRIx32 " net=%08" PRIx32, search,
                  eval_net(NULL)->checksum);
    }
    text_addf(job,
              " movetime=%" PRId64 " nodes=%" PRId64 " depth=%d hash=%" PRId64 " threads=%" PRId64,
              limits->move_ms, limits->nodes, limits->depth, hash_megabytes(s), threads(s));
    return true;
}
