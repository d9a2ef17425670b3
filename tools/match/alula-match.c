/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-match: games between engines, with Elo and SPRT. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "alula-match.h"
#include "base/file.h"
#include "chess/zobrist.h"
#include "match_report.h"
#include "match_tags.h"
#include "tools/common/tool.h"

static const char *const usage[] = {
#include "usage/alula-match.inc"
    NULL};

/*
 * Adopts the engine's own name, unless a name is given, and makes it unique. The caller frees the
 * old name.
 */
static void name_engine(MatchPlan *plan, int e, const char *own) {
    EngineSpec *spec = &plan->engine[e];
    Text t = TEXT_OF(64);

    text_add(&t, spec->name ? spec->name : own);
    if (!t.length)
        text_addf(&t, "engine %d", e + 1);
    for (int other = 0; other < e; other++)
        if (!strcmp(plan->engine[other].name, t.at)) {
            text_addf(&t, " %d", e + 1);
            break;
        }
    spec->name = memory_text(t.at, t.length);
}

/*
 * Starts an engine once, to get its name and to check its options. For --resume, records checksums
 * of its files, except files that the engine writes.
 */
static bool probe(MatchPlan *plan, int e, const PlayerSettings *settings, Text *error) {
    EngineSpec *spec = &plan->engine[e];
    char *given = spec->name; /* used in the player's log until its end */
    FileMark *before = plan->pgn ? engine_files_mark(spec) : NULL;
    Text files = text_in(plan->files[e], sizeof plan->files[e]);
    Player *p = player_new(spec, settings);
    const char *why = player_start(p);

    if (!why)
        why = player_unsupported(p);
    if (why) {
        text_add(error, why);
    } else {
        spec->protocol = player_protocol(p);
        name_engine(plan, e, player_own_name(p));
    }
    player_free(p);
    if (spec->name != given)
        free(given);
    if (!why && before)
        engine_files_write(&files, spec, before);
    free(before);
    return !why;
}

static int play(MatchPlan *plan, const Reaper *reaper, Text *error) {
    atomic_bool stop = false;
    PlayerSettings settings = {reaper, &stop, plan->chess960, plan->patience_ms, NULL, NULL};
    const char *why;
    Text t = TEXT_OF(200), failure = TEXT_OF(600);
    Match match;

    signal(SIGINT, SIG_DFL); /* even if ignored in a script's background job: print the report */
    interrupt_catch();
    if ((plan->svg && !file_output_possible(plan->svg, error)) ||
        (plan->summary && !file_output_possible(plan->summary, error)))
        return TOOL_FAILED;
    plan->files = memory_new((size_t)plan->engines, sizeof *plan->files);
    why = match_log_open(plan, 0, &settings.log);
    for (int e = 0; e < plan->engines && !why && !failure.length; e++)
        probe(plan, e, &settings, &failure);
    if (!why)
        why = match_log_close(settings.log);
    settings.log = NULL;
    if (why && !failure.length)
        text_addf(&failure, "%s: %s", plan->log, why);
    if (failure.length)
        return interrupt_pending() ? TOOL_INTERRUPTED : tool_fail("%s", failure.at);
    if ((why = match_init(&match, plan, &settings, &stop))) {
        tool_fail("%s", why);
        match_destroy(&match);
        return TOOL_FAILED;
    }
    match_report_warning(&t, plan, plan->games);
    if (t.length && !plan->quiet)
        tool_message("%s", t.at);
    match_run(&match);
    match_report_all(stdout, &match);
    if ((!plan->summary || summary_write(plan->summary, &match, error)) && plan->svg)
        picture_write(plan->svg, &match, error);
    if (*match.error)
        text_addf(error, "%s%s", error->length ? "; " : "", match.error);
    match_destroy(&match);
    return interrupt_pending() ? TOOL_INTERRUPTED : error->length ? TOOL_FAILED : TOOL_OK;
}

static int run(int argc, char **argv, Text *error) {
    MatchArguments arguments;
    Reaper reaper;
    const char *why;
    int status;

    attacks_init();
    zobrist_init();
    status = match_arguments_read(&arguments, argc, argv, error);
    if (!status && (why = reaper_start(&reaper))) {
        status = tool_fail("%s", why);
    } else if (!status) {
        reaper.errors = true; /* to report what engines write there */
        status = play(&arguments.plan, &reaper, error);
        reaper_end(&reaper);
    }
    tool_close_tables(arguments.plan.rules.tables);
    arguments.plan.rules.tables = NULL;
    match_arguments_free(&arguments);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {
        .name = "alula-match", .usage = usage, .command = {{"report", add_runs}, {NULL, run}}};

    return tool_main(&tool, argc, argv);
}
