/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alula-annotate: adds notes to the games of a PGN file, and makes reports. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alula-annotate.h"
#include "search/result.h"
#include "tools/common/tool.h"
#include "tools/common/units.h"
#include "tools/player/chessclock.h"

enum { MOVE_MS = 2000, JUDGE_ROOM = 240, COPY_BYTES = 65536 };

static const char *const usage[] = {
#include "usage/alula-annotate.inc"
    NULL};

typedef struct {
    AnnotatePlan plan;
    Pages pages;
    PageSearches searches;
    NotesFile file;
    char judge[JUDGE_ROOM], refusal[300]; /* refusal: why the engine does not play Chess960 */
    char job[SOLVER_JOB_SIZE];
    const char *from, *out;
    bool limited; /* an option sets a search limit */
    Slice slice;  /* .of is 0 without --slice */
    bool merge;
    const char *const *given; /* [files]: the games, and the parts to merge */
    int files;
    char **parts; /* parts to merge, NULL-terminated */
    int *numbers; /* numbers in the input of the games of the slice */
} Options;

/* Rejects options that exclude each other. */
static void check_kind(const Options *o, Text *error) {
    const SolverSetup *s = &o->plan.setup;

    if (!o->files)
        text_add(error, "a PGN file is missing");
    else if (o->files > 1 && !o->merge)
        text_add(error, "one PGN file at a time");
    else if (o->files == 1 && o->merge)
        text_add(error, "--merge needs the games, and the parts with notes: GAMES.pgn PART.pgn...");
    else if (o->merge && (o->limited || s->options.engine || s->tables || o->slice.of))
        text_add(error, "--merge does not search: it takes no limits, engine, tables or slice");
    else if (s->tables && s->options.engine)
        text_add(
            error,
            "--tb applies to the built-in engine; with --engine, use option.SyzygyPath=FOLDER");
    else if (o->slice.of && o->out && file_output_hits(o->out, o->from))
        text_add(error, "--slice writes only its games, so --out must be another file");
}

static bool read_options(Options *o, int argc, char **argv, Text *error) {
    SolverSetup *const s = &o->plan.setup;
    EngineLimits *const limits = &s->options.limits;
    const CommandOption rows[] = {
        {"-o", .text = &o->out},
        {"--out", .text = &o->out},
        {"--html", .text = &o->pages.html},
        {"--json", .text = &o->pages.json},
        {"--svg", .text = &o->pages.svg},
        {"--movetime", .number = &limits->move_ms, 1, 1000000000},
        {"--nodes", .number = &limits->nodes, 1, INT64_MAX / 1000000},
        {"--depth", .number = &s->depth, 1, 1000},
        {"--threads", .number = &s->options.threads, 1, MAX_THREADS},
        {"--hash", .number = &s->options.hash_megabytes, 1, 1 << 20},
        {"--jobs", .number = &s->jobs, 1, SOLVER_MAX_JOBS},
        {"--engine", .text = &s->options.engine},
        {"--tb", .text = &s->tables},
        {"--patience", .number = &s->patience_s, 1, 100000},
        {"--slice", .read = slice_option, .context = &o->slice},
        {"--merge", .on = &o->merge},
    };

    if (!commandline_read(rows, sizeof rows / sizeof *rows, argc, argv, &o->files, error))
        return false;
    solver_setup_take(s, "alula-annotate");
    o->limited = limits->move_ms || limits->nodes || limits->depth;
    if (!o->limited)
        limits->move_ms = MOVE_MS;
    o->given = (const char *const *)argv + 1;
    o->from = argv[1];
    if (o->files && !strcmp(o->from, "-") && !o->out)
        o->out = "-";
    argv[o->files + 1] = NULL;
    o->parts = argv + 2;
    check_kind(o, error);
    return !error->length;
}

/* --- files -------------------------------------------------------------------------------------
 */

/* Returns true if no report would replace the games, another report, or other games. */
static bool are_apart(const Options *o) {
    const ToolFile output[] = {
        {"--html", o->pages.html}, {"--json", o->pages.json}, {"--svg", o->pages.svg}};

    return !tool_check_outputs(output, 3, o->given, (size_t)o->files) &&
           !tool_check_outputs(output, 3, (const char *[]){o->file.to}, 1);
}

/* Rewinds a temporary file; if writing failed, closes it and returns NULL with errno. */
static FILE *written(FILE *file, bool good) {
    int cause;

    if (good && !fflush(file) && !ferror(file)) {
        rewind(file);
        return file;
    }
    cause = errno ? errno : EIO;
    fclose(file);
    errno = cause;
    return NULL;
}

/* Returns a temporary copy of the rest of a stream; NULL with errno on failure. */
static FILE *copy_of_stream(FILE *in) {
    FILE *out = tmpfile();
    char *buffer;
    size_t bytes;

    if (!out)
        return NULL;
    buffer = memory_new(COPY_BYTES, 1);
    while ((bytes = fread(buffer, 1, COPY_BYTES, in)) && fwrite(buffer, 1, bytes, out) == bytes)
        ;
    free(buffer);
    return written(out, !ferror(in) && !ferror(out));
}

/*
 * Returns a temporary copy of the games of a slice, each with the text before it; broken games,
 * which stay unchanged, are in no slice. *numbers are their numbers in the input, from 1; the
 * caller frees them. Returns NULL with errno on failure.
 */
static FILE *copy_of_slice(FILE *in, const Slice *slice, int **numbers) {
    const PgnOptions options = {.null_moves = true};
    NotesFile n = {.source = in};
    PgnReader *reader = pgn_open(pgn_from_file, in, &options);
    FILE *out = reader ? tmpfile() : NULL;
    const PgnGame *game;
    size_t games = 0;
    bool good = true;

    *numbers = NULL;
    for (int number = 1; out && good && (game = pgn_next(reader)); number++) {
        if (slice_has(slice, number - 1) && !game->broken) {
            good = notes_file_copy(&n, game->to);
            good = good && fwrite(n.games.at, 1, n.games.length, out) == n.games.length;
            n.games.length = 0;
            *numbers = memory_grow(*numbers, games + 1, sizeof **numbers);
            (*numbers)[games++] = number;
        }
        notes_file_done(&n, game->to);
    }
    good = good && !ferror(in);
    pgn_close(reader);
    free(n.games.at);
    if (!reader)
        errno = ENOMEM;
    return out ? written(out, good) : NULL;
}

/* Opens the games: the file, or a copy of standard input or of the slice. */
static bool open_source(Options *o, Text *error) {
    FILE **source = &o->file.source, *whole;
    const bool is_input = !strcmp(o->from, "-");
    const char *why = is_input ? NULL : file_open(source, o->from);

    if (why)
        return text_fail(error, "%s: %s", o->from, why);
    if (is_input)
        *source = copy_of_stream(stdin);
    if (*source && o->slice.of) {
        whole = *source;
        *source = copy_of_slice(whole, &o->slice, &o->numbers);
        fclose(whole);
    }
    if (!*source)
        text_addf(error, "%s: the games cannot be copied to a temporary file: %s", o->from,
                  strerror(errno));
    return *source;
}

/* Opens the files. Returns the exit status, or TOOL_OK. */
static int open_files(Options *o, Text *error) {
    NotesFile *n = &o->file;
    char name[NOTES_NAME_SIZE];
    int fd;
    Text from = text_in(n->from, sizeof n->from), to = text_in(n->to, sizeof n->to);

    text_add(&from, o->from);
    text_add(&to, o->out ? o->out : "");
    if (o->slice.of && !o->out) { /* instead of the choice of notes_file_open() */
        notes_file_add_stem(&to, o->from);
        text_addf(&to, "-%" PRId64 "-of-%" PRId64 ".pgn", o->slice.index, o->slice.of);
    }
    n->a_part = o->slice.of > 0;
    if (o->out && !strcmp(o->out, "-"))
        n->stream = stdout;
    else if (!file_is_replaceable(n->to) &&
             ((fd = file_open_device(n->to)) < 0 || !(n->stream = fdopen(fd, "wb"))))
        return tool_fail("%s: cannot be written: %s", n->to, strerror(errno));
    o->plan.said = n->stream ? stderr : stdout;
    if (!open_source(o, error))
        return TOOL_FAILED;
    switch (from.full || to.full ? NOTES_LONG : notes_file_open(n)) {
    case NOTES_OPEN:
        break;
    case NOTES_LONG:
        return tool_usage_error("the name of the file is too long");
    case NOTES_EXISTS:
        text_addf(error, "%s already exists, and ", notes_file_name(name, n));
        if (n->differs)
            text_addf(error, "game %d differs there", n->differs);
        else
            text_add(error, "no game has notes there");
        text_add(error, "; give --out another name");
        return TOOL_USAGE;
    case NOTES_READONLY:
        return tool_fail("%s: cannot be written: %s", notes_file_name(name, n), strerror(errno));
    }
    if (!are_apart(o))
        return TOOL_USAGE;
    return pages_possible(&o->pages, error) ? TOOL_OK : TOOL_FAILED;
}

/* Writes to the folder for temporary files, as a last resort if the output cannot be written. */
static void write_elsewhere(NotesFile *n) {
    const char *folder = getenv("TMPDIR");
    char path[NOTES_PATH_SIZE], name[NOTES_NAME_SIZE];
    Text text = text_in(path, sizeof path);

    text_addf(&text, "%s/alula-annotated.pgn", folder && *folder ? folder : "/tmp");
    if (!text.full && notes_file_write_to(n, path))
        tool_message("the annotated games are in %s", notes_file_name(name, n));
    else
        tool_message("they cannot be written to %s either: %s", path, strerror(errno));
}

/* Returns the name of the output. */
static const char *output_name(char buffer[NOTES_NAME_SIZE], const Options *o) {
    return o->file.stream == stdout ? "standard output" : notes_file_name(buffer, &o->file);
}

static bool save(Options *o) {
    char buffer[NOTES_NAME_SIZE], new[NOTES_NAME_SIZE];
    const char *old = output_name(buffer, o);

    switch (notes_file_write(&o->file, true)) {
    case NOTES_WRITTEN:
        return true;
    case NOTES_ASIDE:
        tool_message("%s was changed by another program; the notes go to %s", old,
                     notes_file_name(new, &o->file));
        return true;
    case NOTES_FAILED:
        break;
    }
    tool_message("%s: cannot be written: %s", old, strerror(errno));
    write_elsewhere(&o->file);
    return false;
}

/* --- the engine --------------------------------------------------------------------------------
 */

/*
 * Writes "Alula 1.0, 100000 nodes" or "Alula 1.0 with Stockfish 16, depth 20". PGN separates names
 * by ;.
 */
static void name_judge(Options *o) {
    Text text = text_in(o->judge, sizeof o->judge);

    text_add(&text, NOTES_JUDGE);
    if (o->plan.setup.external) {
        text_add(&text, " with ");
        text_add_quoted(&text, word_of(external_engine_name(o->plan.setup.external)), 100);
    }
    text_add(&text, ", ");
    limits_describe(&text, &o->plan.setup.options.limits);
    for (char *c = o->judge; *c; c++)
        if (*c == ';' || *c == '"' || *c == '\\')
            *c = ',';
    o->plan.judge = o->judge;
}

/* Writes everything that the notes of a part depend on. */
static void write_job(Options *o) {
    const SolverSetup *s = &o->plan.setup;
    Text job = text_in(o->job, sizeof o->job);

    solver_setup_write(&job, s);
    text_addf(&job, " tb=%d", s->syzygy ? syzygy_men(s->syzygy) : 0);
    o->plan.job = o->job;
}

/* Opens the external engine, and a second time for Chess960 if there are such games. */
static bool open_engine(Options *o, const AnnotateWork *work, Text *error) {
    SolverSetup *s = &o->plan.setup;
    Text why = text_in(o->refusal, sizeof o->refusal);

    if (!solver_setup_open(s, error))
        return false;
    if (s->external && work->chess960) {
        s->options.chess960 = true;
        o->plan.external_960 = external_engine_open(&s->options, &why);
    }
    o->plan.refuses_960 = o->refusal;
    return true;
}

/* --- the run -----------------------------------------------------------------------------------
 */

static void say_sums(const Options *o, const AnnotateWork *work, const AnnotateDone *done,
                     int status, bool written, bool saved) {
    const int games = done->annotated + done->noted;
    char name[NOTES_NAME_SIZE];

    if (done->noted_otherwise && (o->limited || o->plan.setup.external))
        tool_message("%d game%s had notes by another engine or with other limits, which were kept",
                     done->noted_otherwise, done->noted_otherwise == 1 ? "" : "s");
    if (!written)
        fputs(done->noted ? "no game needs notes, and none were written\n"
                          : "no game was annotated, and nothing was written\n",
              o->plan.said);
    else if (saved)
        fprintf(o->plan.said, "%d game%s with notes in %s\n", games, games == 1 ? "" : "s",
                output_name(name, o));
    if (status == TOOL_INTERRUPTED && done->annotated < work->without_notes)
        tool_message("interrupted: repeat the command to continue; an unfinished game is "
                     "searched again");
}

static void say_pages(const Options *o) {
    const char *const names[] = {o->pages.html, o->pages.json, o->pages.svg};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i])
            fprintf(o->plan.said, "report in %s\n", names[i]);
}

/* Counts the games. Returns the exit status, or TOOL_OK. */
static int count(Options *o, AnnotateWork *work) {
    annotate_count(o->file.source, work);
    if (interrupt_pending())
        return TOOL_INTERRUPTED;
    if (ferror(o->file.source))
        return tool_fail("%s: it cannot be read", o->from);
    if (!work->games && !o->file.a_part)
        return tool_fail("%s: there are no games in this file", o->from);
    if (o->pages.svg && work->games > 1)
        return tool_usage_error("--svg draws a single game, not the %d in %s", work->games,
                                o->from);
    return TOOL_OK;
}

/*
 * Returns true if the output must be written. A part and standard output are written even if no
 * game needs notes.
 */
static bool is_to_write(const Options *o, const AnnotateDone *done, int status) {
    return done->annotated || (o->file.a_part && !status && !o->file.resumed) ||
           (o->file.stream && (!o->merge || done->noted || done->broken));
}

static int annotate(Options *o, Text *error) {
    AnnotateWork work;
    AnnotateDone done;
    bool saved = true, writes;
    int status;

    interrupt_catch();
    if ((status = count(o, &work)))
        return status;
    if (!o->merge && !open_engine(o, &work, error))
        return TOOL_FAILED;
    name_judge(o);
    if (o->slice.of)
        write_job(o);
    o->plan.number = o->numbers;
    o->plan.searches = o->pages.html ? &o->searches : NULL;
    if (o->file.resumed)
        tool_message("continuing with %s", o->file.to);
    status = o->merge ? merge_run(&o->file, o->parts, &done)
                      : annotate_run(&o->plan, &work, &o->file, &done);
    writes = is_to_write(o, &done, status);
    if (writes)
        saved = save(o);
    say_sums(o, &work, &done, status, writes, saved);
    if (!done.annotated && !done.noted)
        saved = saved && (writes || (o->file.a_part && o->file.resumed));
    else if (pages_write(&o->pages,
                         &(PagesGames){.annotated = {o->file.games.at, o->file.games.length},
                                       .noted = (size_t)(done.annotated + done.noted),
                                       .source = o->file.source,
                                       .number = o->numbers,
                                       .searches = &o->searches},
                         error))
        say_pages(o);
    else
        saved = false;
    return saved || status ? status : TOOL_FAILED;
}

static int run(int argc, char **argv, Text *error) {
    Options o = {.plan.setup.patience_s = 15};
    int status;

    if (!read_options(&o, argc, argv, error))
        return TOOL_USAGE;
    startup_init_tables();
    status = open_files(&o, error);
    if (!status)
        status = annotate(&o, error);
    external_engine_close(o.plan.external_960); /* close them in reverse order */
    solver_setup_close(&o.plan.setup);
    notes_file_close(&o.file);
    pages_forget(&o.searches);
    free(o.numbers);
    return status;
}

int main(int argc, char **argv) {
    const Tool tool = {.name = "alula-annotate", .usage = usage, .command = {{NULL, run}}};

    return tool_main(&tool, argc, argv);
}
