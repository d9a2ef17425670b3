/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-match: games between engines, and what they say about their strength. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/memory.h"
#include "file.h"
#include "match/engine_files.h"
#include "match/match_arguments.h"
#include "match/match_report.h"
#include "match/picture.h"
#include "match/tournament.h"
#include "zobrist.h"

static atomic_int interrupted;

/* The first signal lets the match end with its report; at the second one we go at once. */
static void interrupt(int signal_number) {
    (void)signal_number;
    if (atomic_fetch_add(&interrupted, 1))
        _exit(130);
}

static void catch_signals(void) {
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = interrupt;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

static int refuse(const char *sentence) {
    fprintf(stderr, "alula-match: %s\n", sentence);
    return 2;
}

/* The status, or 2 if what was printed has not arrived. */
static int finish_output(int status) {
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    return refuse("the output could not be written");
}

/* Start every engine once: can it do what is asked of it, and what is its name? */
static const char *meet_engines(Plan *plan, const Manners *manners, char *defect, size_t room) {
    for (int e = 0; e < plan->engines; e++) {
        EngineSpec *spec = &plan->engine[e];
        Player *p = player_new(spec, manners);
        const char *why = player_start(p);

        if (!why)
            why = player_lacks(p);
        if (!why) {
            char name[64];
            Text t = text_in(name, sizeof name);

            spec->protocol = player_protocol(p);
            text_add(&t, spec->name ? spec->name : player_own_name(p));
            if (!t.length)
                text_addf(&t, "engine %d", e + 1);
            for (int other = 0; other < e; other++)
                if (!strcmp(plan->engine[other].name, name)) {
                    text_addf(&t, " %d", e + 1);
                    break;
                }
            free(spec->name);
            spec->name = memory_text(name, t.length);
        } else {
            snprintf(defect, room, "%s", why);
        }
        player_free(p);
        if (why)
            return defect;
    }
    return NULL;
}

/* Meet the engines, and tell the files they are made of from those they write by that. */
static const char *meet_engines_and_files(Plan *plan, const Manners *manners, char *defect,
                                          size_t room) {
    FileStamp **stamp = memory_new((size_t)plan->engines, sizeof *stamp);
    const char *why;

    for (int e = 0; e < plan->engines; e++)
        stamp[e] = engine_files_stamp(&plan->engine[e]);
    why = meet_engines(plan, manners, defect, room);
    plan->files = memory_new((size_t)plan->engines, sizeof *plan->files);
    for (int e = 0; e < plan->engines; e++) {
        Text t = text_in(plan->files[e], sizeof plan->files[e]);

        if (!why)
            engine_files_write(&t, &plan->engine[e], stamp[e]);
        free(stamp[e]);
    }
    free(stamp);
    return why;
}

/* Without a file of games nothing is to be gone on with, and no file needs to be known. */
static const char *meet(Plan *plan, const Manners *manners, char *defect, size_t room) {
    return plan->pgn ? meet_engines_and_files(plan, manners, defect, room)
                     : meet_engines(plan, manners, defect, room);
}

static int play(Plan *plan, const Guard *guard) {
    atomic_bool stop = false;
    const Manners manners = {guard, &stop, plan->chess960, plan->patience_ms};
    const char *defect;
    char room[400], words[400], warning[200];
    Text fault = text_in(words, sizeof words), doubt = text_in(warning, sizeof warning);
    Match match;
    int status = 0;

    catch_signals();
    if (plan->svg && !file_output_possible(plan->svg, &fault))
        return refuse(words);
    if ((defect = meet(plan, &manners, room, sizeof room)))
        return atomic_load(&interrupted) ? 130 : refuse(defect);
    if ((defect = match_init(&match, plan, &manners, &stop))) {
        status = refuse(defect);
        match_destroy(&match);
        return status;
    }
    match_report_doubt(&doubt, plan, plan->games);
    if (doubt.length && !plan->quiet)
        fprintf(stderr, "alula-match: %s\n", warning);
    match_run(&match, &interrupted);
    match_report_all(stdout, &match);
    status = finish_output(0);
    if (plan->svg && !picture_write(plan->svg, &match, &fault))
        status = refuse(words);
    if (*match.defect)
        status = refuse(match.defect);
    if (atomic_load(&interrupted))
        status = 130;
    match_destroy(&match);
    return status;
}

int main(int argc, char **argv) {
    Arguments arguments;
    Guard guard;
    const char *defect;
    int status;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(arguments_usage, stdout);
            return finish_output(0);
        }
        if (!strcmp(argv[i], "--version")) {
            puts("alula-match " ALULA_VERSION);
            return finish_output(0);
        }
    }
    attacks_init();
    zobrist_init();
    if ((defect = arguments_read(&arguments, argc, argv))) {
        status = refuse(defect);
    } else if ((defect = guard_start(&guard))) {
        status = refuse(defect);
    } else {
        status = play(&arguments.plan, &guard);
        guard_end(&guard);
    }
    arguments_free(&arguments);
    return status;
}
