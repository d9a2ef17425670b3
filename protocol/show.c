/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "show.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "eval_trace.h"
#include "movegen.h"
#include "perft.h"

void show_key(Frontend *f) {
    frontend_say(f, "Key: %016" PRIx64, gameline_now(&f->line)->key);
}

/* --- the evaluation -------------------------------------------------------------------------- */

/* A line of the table, its name in small letters; none for a term that does not count here. */
static void show_term(Frontend *f, const char *name, const int white[2], const int black[2]) {
    char word[24];
    size_t n = 0;

    if (!white[0] && !white[1] && !black[0] && !black[1])
        return;
    for (; name[n] && n < sizeof word - 1; n++)
        word[n] = name[n] == '_'
                      ? ' '
                      : (char)(name[n] >= 'A' && name[n] <= 'Z' ? name[n] + 32 : name[n]);
    word[n] = '\0';
    frontend_say(f, "%-18s %6d %6d  %6d %6d  %6d %6d", word, white[0], white[1], black[0], black[1],
                 white[0] - black[0], white[1] - black[1]);
}

void show_eval(Frontend *f) {
    const Position *p = gameline_now(&f->line);
    int groups, value, white[2], black[2], whole[COLOR_COUNT][2] = {{0}};
    const EvalGroup *group = eval_groups(&groups);
    EvalTrace *trace = malloc(sizeof *trace);

    if (!trace) {
        frontend_say_text(f, "There is not enough memory for that.");
        return;
    }
    eval_trace(trace, p);
    frontend_say_text(f, "                       White          Black       White - Black");
    frontend_say_text(f, "term                 mid    end     mid    end     mid    end");
    for (int i = 0; i <= groups; i++) {
        const bool last = i == groups || group[i].first == W_DANGER_BASE;

        if (last) {
            eval_trace_danger(trace, WHITE, &white[0], &white[1]);
            eval_trace_danger(trace, BLACK, &black[0], &black[1]);
        } else {
            const int count = group[i].rows * group[i].columns;
            eval_trace_sum(trace, WHITE, group[i].first, count, &white[0], &white[1]);
            eval_trace_sum(trace, BLACK, group[i].first, count, &black[0], &black[1]);
        }
        for (int half = 0; half < 2; half++) {
            whole[WHITE][half] += white[half];
            whole[BLACK][half] += black[half];
        }
        show_term(f, last ? "DANGER_TO_KING" : group[i].name, white, black);
        if (last)
            break;
    }
    show_term(f, "SUM", whole[WHITE], whole[BLACK]);
    frontend_say(f, "middlegame %d/%d, chances in the endgame: White %d/64, Black %d/64",
                 trace->phase, (int)EVAL_PHASE_MAX, trace->chances[WHITE], trace->chances[BLACK]);
    value = eval_trace_value(trace);
    frontend_say(f, "%s %c%d.%02d for White%s",
                 trace->known ? "known ending, not by terms:" : "altogether:",
                 value < 0 ? '-' : '+', abs(value) / 100, abs(value) % 100,
                 position_in_check(p) ? " (of little use in check)" : "");
    free(trace);
}

/* --- counting moves -------------------------------------------------------------------------- */

static bool not_interrupted(void *frontend) {
    return !frontend_interrupted(frontend);
}

void show_perft(Frontend *f, Word arguments, bool divide) {
    const Position *p = gameline_now(&f->line);
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    const char *name = divide && !*f->protocol->tell ? "divide" : "perft"; /* UCI has one only */
    uint64_t all = 0;
    int64_t depth;

    if (!word_number(arguments, 1, 20, &depth)) {
        frontend_say(f, "%s%s wants a number of plies from 1 to 20, as in: %s 5", f->protocol->tell,
                     name, name);
        return;
    }
    if (perft_is_beyond(&p->board, (int)depth, SHOW_PERFT_MOST)) {
        frontend_say(f, "%sThat would take too long here; the program alula-perft counts so deep.",
                     f->protocol->tell);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        char buffer[64];
        Text text = text_in(buffer, sizeof buffer);
        Position next;
        uint64_t nodes = 0;

        position_play(&next, p, list[i]);
        if (!perft_count_while(&next, (int)depth - 1, not_interrupted, f, &nodes)) {
            frontend_say(f, "%sEnded after %d of %d moves, at %" PRIu64 " nodes.",
                         f->protocol->tell, (int)i, (int)count, all + nodes);
            return;
        }
        all += nodes;
        notation_write(&text, p, list[i]);
        text_addf(&text, ": %" PRIu64, nodes);
        if (divide)
            frontend_say_text(f, buffer);
    }
    frontend_say(f, "Nodes searched: %" PRIu64, all);
}
