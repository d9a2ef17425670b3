/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "settings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

/* The first line, which identifies such a file. */
static const char title[] = "# Alula settings";

/* Level is saved as what it sets; a file does not name itself. */
static bool is_kept(OptionId id) {
    return !option_is_button(id) && id != OPTION_LEVEL && id != OPTION_SETTINGS_FILE;
}

/*
 * Read a line, without its end. Of a line that does not fit, or has a NUL byte, *whole becomes
 * false; the rest of it is skipped. False at the end of the file.
 */
static bool read_line(FILE *file, char *line, size_t size, bool *whole) {
    size_t length = 0;
    int c;

    *whole = true;
    while ((c = getc(file)) != EOF && c != '\n') {
        if (c && length + 1 < size)
            line[length++] = (char)c;
        else
            *whole = false;
    }
    line[length] = '\0';
    return c != EOF || length;
}

/*
 * Open a settings file and check its first line. NULL, with *out NULL if it does not exist; or what
 * is wrong.
 */
static const char *open_old(FILE **out, const char *path) {
    char line[sizeof title];
    bool whole;

    if (!(*out = file_open_plain(path)))
        return errno == EINVAL   ? "this is not a regular file"
               : errno == ENOENT ? NULL
                                 : "the settings file cannot be opened";
    if (read_line(*out, line, sizeof line, &whole) && !strcmp(line, title))
        return NULL;
    fclose(*out);
    *out = NULL;
    return "this is not a settings file";
}

const char *settings_read(Options *o, const char *path, const char **note) {
    Options options = *o;
    char line[OPTION_TEXT_SIZE + 64];
    const char *defect;
    FILE *file;
    bool whole;

    *note = NULL;
    if ((defect = open_old(&file, path)) || !file)
        return defect;
    while (!defect && read_line(file, line, sizeof line, &whole)) {
        const char *equals = strchr(line, '=');
        const Word text = text_rest(word_of(line));
        const Word name = text_rest((Word){line, equals ? (size_t)(equals - line) : 0});
        OptionId id;

        if ((whole && !text.length) || (text.length && *text.at == '#'))
            continue;
        if (options_retired(name))
            *note = options_retired(name);
        else if (!whole || !equals ||
                 options_set(&options, name, text_rest(word_of(equals + 1)), &id) || !is_kept(id))
            defect = "the settings file has a wrong line";
    }
    if (!defect && ferror(file))
        defect = "the settings file cannot be read";
    fclose(file);
    if (!defect)
        *o = options;
    return defect;
}

static bool write_settings(void *context, FILE *file) {
    const Options *o = context;

    fprintf(file, "%s\n", title);
    for (OptionId id = 0; id < OPTION_COUNT; id++) {
        if (!is_kept(id))
            continue;
        if (option_is_text(id))
            fprintf(file, "%s=%s\n", option_table[id].name, o->text[id]);
        else
            fprintf(file, "%s=%" PRId64 "\n", option_table[id].name, o->value[id]);
    }
    return !ferror(file);
}

const char *settings_write(const Options *o, const char *path) {
    Options copy = *o;
    const char *defect;
    FILE *file;

    if (!*path)
        return "SettingsFile is not set";
    if ((defect = open_old(&file, path)))
        return defect;
    if (file)
        fclose(file);
    return file_write(path, false, write_settings, &copy) ? NULL
                                                          : "the settings file cannot be written";
}
