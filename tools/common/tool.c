/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "tool.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/version.h"
#include "search/searcher.h"

const char tool_compiler[] =
#if defined __clang__
    __VERSION__;
#elif defined __GNUC__
    "gcc " __VERSION__;
#else
    "unknown compiler";
#endif

static const char *tool_name = "alula";

#ifdef __GNUC__
__attribute__((format(printf, 1, 0)))
#endif
static void
print_message(const char *format, va_list arguments, const char *end) {
    fprintf(stderr, "%s: ", tool_name);
    vfprintf(stderr, format, arguments);
    fputs(end, stderr);
}

void tool_message(const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    print_message(format, arguments, "\n");
    va_end(arguments);
}

int tool_fail(const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    print_message(format, arguments, "\n");
    va_end(arguments);
    return TOOL_FAILED;
}

int tool_usage_error(const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    print_message(format, arguments, " (see --help)\n");
    va_end(arguments);
    return TOOL_USAGE;
}

Json tool_json(void) {
    return startup_json(tool_name);
}

bool tool_read_net(NnueNet **net, const char *path) {
    const char *error = path ? nnue_read(net, path) : NULL;

    if (error)
        tool_fail("%s: %s", path, error);
    return !error;
}

uint32_t tool_fingerprint(const NnueNet *net, bool for_scores) {
    const uint32_t fingerprint = searcher_fingerprint(net, for_scores);

    if (!fingerprint)
        exit(tool_fail("there is not enough memory"));
    return fingerprint;
}

static bool collide(const char *a, const char *b) {
    return a && b && file_is_replaceable(a) && (file_same_place(a, b) || file_output_hits(a, b));
}

/* Returns true if the file exists and either has a PGN name or begins with a PGN tag. */
static bool has_games(const char *path) {
    const size_t length = strlen(path);
    FILE *file = file_open_plain(path);
    char text[512];
    Word rest = {text, file ? fread(text, 1, sizeof text, file) : 0}, tag;
    bool found = rest.length && length >= 4 && word_is_any_case(word_of(path + length - 4), ".pgn");

    if (file)
        fclose(file);
    text_skip(&rest, "\xef\xbb\xbf"); /* the byte order mark of UTF-8 */
    tag = text_word(&rest);
    rest = text_rest(rest);
    return found || (tag.length > 1 && *tag.at == '[' && text_lower(tag.at[1]) >= 'a' &&
                     text_lower(tag.at[1]) <= 'z' && rest.length && *rest.at == '"');
}

int tool_check_outputs(const ToolFile *output, size_t outputs, const char *const *input,
                       size_t inputs) {
    for (size_t i = 0; i < outputs; i++) {
        const char *path = output[i].path;

        for (size_t k = 0; k < inputs; k++)
            if (collide(path, input[k]))
                return tool_usage_error("%s would replace another file of this run: %s",
                                        output[i].option, input[k]);
        for (size_t k = 0; k < i; k++)
            if (collide(path, output[k].path))
                return tool_usage_error("%s and %s are the same file: %s", output[k].option,
                                        output[i].option, path);
        if (path && has_games(path))
            return tool_usage_error("%s would replace a file of games: %s", output[i].option, path);
    }
    return TOOL_OK;
}

static int help(const Tool *t) {
    for (const char *const *line = t->usage; *line; line++)
        fputs(*line, stdout);
    return TOOL_OK;
}

static int version(const Tool *t) {
    printf("%s " ALULA_VERSION " (%s; %s)%s\n", t->name, alula_revision, startup_instructions(),
           t->version ? t->version : "");
    return TOOL_OK;
}

static int run_command(const Tool *t, int argc, char **argv, Text *error) {
    const ToolCommand *c = t->command;
    Text names = TEXT_OF(200);

    for (; c->run; c++) {
        if (!c->name)
            return c->run(argc, argv, error);
        if (argc > 1 && !strcmp(argv[1], c->name))
            return c->run(argc - 1, argv + 1, error);
        if (names.length)
            text_add(&names, c[1].run ? ", " : " or ");
        text_add(&names, c->name);
    }
    return tool_usage_error("the first word must be %s", names.at);
}

static int run(const Tool *t, int argc, char **argv) {
    Text error = TEXT_OF(1400);
    int status;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return help(t);
        if (!strcmp(argv[i], "--version"))
            return version(t);
    }
    status = run_command(t, argc, argv, &error);
    if (error.length)
        status == TOOL_USAGE ? tool_usage_error("%s", error.at) : tool_fail("%s", error.at);
    return status;
}

void tool_close_tables(Syzygy *tables) {
    const char *complaint;

    while (tables && (complaint = syzygy_complaint(tables)))
        tool_message("%s", complaint);
    syzygy_close(tables);
}

int tool_main(const Tool *tool, int argc, char **argv) {
    int status;

    tool_name = tool->name;
#ifdef _WIN32
    if (!windows_start(&argc, &argv))
        return tool_fail("there is not enough memory to start");
#else
    signal(SIGXFSZ, SIG_IGN); /* exceeding the file size limit becomes a write error */
#endif
    if (!file_guard_standard())
        return TOOL_FAILED; /* stderr may be unavailable */
    status = run(tool, argc, argv);
    if ((fflush(stdout) || ferror(stdout)) && status != TOOL_USAGE)
        status = tool_fail("the output cannot be written");
    return status;
}
