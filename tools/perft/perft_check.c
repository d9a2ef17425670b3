/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perft_arguments.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "perft_count.h"
#include "perft_engine.h"
#include "tools/common/interrupt.h"
#include "tools/common/linefile.h"
#include "tools/common/memory.h"
#include "tools/common/tool.h"

/* Positions that are known to reveal bugs, selected from perft-suites/. */
static const char *const builtin[] = {
#include "perft_positions.inc"
};

/* A position of the suite, and the depth up to which the other program agrees. */
typedef struct {
    char *fen, *name;
    Position position;
    uint64_t count; /* at `depth` */
    int depth;
    bool done; /* the next depth is beyond the limits */
} Entry;

typedef struct {
    Entry *entry;
    size_t count;
    int bad, bad_files; /* rejected lines and files */
} Suite;

static void add_entry(Suite *s, Word fen, const Position *p, const char *file, long number) {
    Text text = TEXT_OF(300), whole = TEXT_OF(300);

    if (file)
        text_addf(&text, "%s:%ld", file, number);
    else
        text_addf(&text, "built-in:%ld", number);
    perft_add_fen(&whole, fen);
    s->entry = memory_grow(s->entry, s->count + 1, sizeof *s->entry);
    s->entry[s->count++] = (Entry){.position = *p,
                                   .count = 1,
                                   .fen = memory_text(whole.at, whole.length),
                                   .name = memory_text(text.at, text.length)};
}

/* Reads a suite; returns after a message on failure. */
static void read_file(const PerftOptions *o, Suite *s, const char *name) {
    LineFile l;
    Word line;

    if (!linefile_open(&l, name)) {
        s->bad_files++;
        return;
    }
    while (linefile_next(&l, &line)) {
        const char *const start = line.at;
        Position p;

        if (!perft_read_position(o, &l, &line, &p)) {
            s->bad++;
            continue;
        }
        add_entry(s, (Word){start, (size_t)(line.at - start)}, &p, l.name, l.number);
    }
    s->bad_files += l.failed;
    linefile_close(&l);
}

static void read_suite(const PerftOptions *o, Suite *s) {
    for (char **name = o->files; name && *name && !interrupt_pending(); name++)
        read_file(o, s, *name);
    if (!o->files)
        for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++) {
            Position p;

            if (!fen_parse(&p, word_of(builtin[i]), o->chess960))
                add_entry(s, word_of(builtin[i]), &p, NULL, (long)i + 1);
        }
}

static void free_suite(Suite *s) {
    for (size_t i = 0; i < s->count; i++) {
        free(s->entry[i].fen);
        free(s->entry[i].name);
    }
    free(s->entry);
}

/* Gets the count of the next depth, if it is within the limits. */
static bool next_count(const PerftOptions *o, Entry *e, uint64_t *wanted) {
    const uint64_t limit = (uint64_t)o->max_nodes;

    if (!e->done)
        e->done = e->depth >= o->max_depth || e->count > limit;
    if (e->done)
        return false;
    if (!perft_count_within(&e->position, e->depth + 1, limit, wanted))
        return false;
    e->done = *wanted > limit;
    return !e->done;
}

/* Prints how many counts agreed, even if something failed later. */
static int print_agreed(const Suite *s) {
    int agreed = 0;

    for (size_t i = 0; i < s->count; i++) {
        const Entry *e = &s->entry[i];

        if (!e->depth)
            continue;
        printf("ok   %s to depth %d, %" PRIu64 " node%s\n", e->name, e->depth, e->count,
               tool_plural(e->count));
        agreed++;
    }
    return agreed;
}

/* Reports where a count or a list of moves differs, and why. */
static int report(PerftEngine *engine, const Suite *s, const Entry *e, uint64_t wanted,
                  const PerftAnswer *answer) {
    const char *error;

    print_agreed(s);
    if (answer->total == wanted)
        printf("FAIL %s D%d: the total is right, the list of moves is not: %s\n", e->name,
               e->depth + 1, e->fen);
    else
        printf("FAIL %s D%d: %" PRIu64 " instead of %" PRIu64 ": %s\n", e->name, e->depth + 1,
               answer->total, wanted, e->fen);
    error = perft_walk(engine, e->fen, &e->position, e->depth + 1, answer);
    if (interrupt_pending())
        return TOOL_INTERRUPTED;
    return error ? perft_fail(error, NULL) : TOOL_FAILED;
}

/* Asks for the next count of a position. */
static const char *ask(PerftEngine *engine, const Suite *s, size_t i, PerftAnswer *answer) {
    const Entry *e = &s->entry[i];
    const PerftPlace place = {.fen = e->fen, .root = e->position, .here = e->position};
    const char *error;
    Text text = TEXT_OF(60);

    text_addf(&text, "depth %d, position %zu of %zu", e->depth + 1, i + 1, s->count);
    perft_show_words(text.at);
    error = perft_engine_count(engine, &place, e->depth + 1, answer);
    perft_wipe_progress();
    return error;
}

/* Asks for all counts of one depth. *any: there was at least one. Returns the exit status. */
static int check_depth(const PerftOptions *o, PerftEngine *engine, Suite *s, bool *any) {
    PerftAnswer *answer = memory_new(1, sizeof *answer);
    int status = TOOL_OK;

    for (size_t i = 0; i < s->count && status == TOOL_OK; i++) {
        Entry *e = &s->entry[i];
        const char *error;
        uint64_t wanted;
        bool right;

        if (interrupt_pending() || !next_count(o, e, &wanted))
            continue;
        *any = true;
        error = ask(engine, s, i, answer);
        right = !error && answer->total == wanted &&
                perft_list_is_right(engine, &e->position, e->depth + 1, answer);
        if (interrupt_pending())
            break;
        if (error) {
            print_agreed(s);
            fflush(stdout);
            tool_message("%s: depth %d of %s", error, e->depth + 1, e->fen);
            status = TOOL_FAILED;
        } else if (!right) {
            status = report(engine, s, e, wanted, answer);
        } else {
            e->depth++;
            e->count = wanted;
        }
    }
    free(answer);
    return status;
}

static int check(const PerftOptions *o, PerftEngine *engine, Suite *s) {
    bool any = true;
    int status = TOOL_OK, agreed;

    while (any && status == TOOL_OK && !interrupt_pending()) {
        any = false;
        status = check_depth(o, engine, s, &any);
    }
    if (status != TOOL_OK)
        return status;
    agreed = print_agreed(s);
    if (!agreed && !interrupt_pending())
        return perft_fail("nothing was compared: every count is beyond the limits", NULL);
    if (s->bad)
        printf("%d line%s refused\n", s->bad, s->bad == 1 ? " was" : "s were");
    if (s->bad_files)
        printf("%d file%s refused\n", s->bad_files, s->bad_files == 1 ? " was" : "s were");
    printf("%d position%s%s\n", agreed, agreed == 1 ? " agrees" : "s agree",
           interrupt_pending()         ? "; interrupted"
           : (size_t)agreed < s->count ? "; the others are beyond the limits"
                                       : "");
    return interrupt_pending() ? TOOL_INTERRUPTED : s->bad || s->bad_files ? TOOL_FAILED : TOOL_OK;
}

/* Prints suggestions for the user. */
static void print_hints(const PerftOptions *o, const PerftEngine *e) {
    if (e->proven && !e->totals && e->waited_us >= 2000000)
        printf("note: without a line \"Nodes searched: N\" behind the moves each answer is waited "
               "for: %" PRId64 " s in all\n",
               e->waited_us / 1000000);
    if (o->chess960 && !o->files)
        printf("note: these positions are not of Chess960; those of perft-suites are: --suite "
               "perft-suites/*960.epd\n");
}

int perft_check(const PerftOptions *o, Text *sentence) {
    PerftEngine engine = {.protocol = (PerftProtocol)o->protocol,
                          .chess960 = o->chess960,
                          .timeout_ms = o->timeout_s * 1000};
    Suite suite = {.entry = NULL};
    const char *error = "there are no positions to check";
    int status;

    if (!perft_command_read(&engine, o->check, "--check", sentence)) {
        free(engine.word);
        return TOOL_USAGE;
    }
    read_suite(o, &suite);
    if (!suite.count || (error = perft_engine_open(&engine))) {
        status = interrupt_pending() ? TOOL_INTERRUPTED : perft_fail(error, NULL);
    } else {
        status = check(o, &engine, &suite);
        print_hints(o, &engine);
        fflush(stdout);
        perft_engine_close(&engine);
    }
    free(engine.word);
    free_suite(&suite);
    return status;
}
