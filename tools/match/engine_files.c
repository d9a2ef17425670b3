/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine_files.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/checksum.h"
#include "tools/common/memory.h"

enum { QUOTED = 120, ENTRY_SIZE = 300 };

/* --- which files ----------------------------------------------------------------------------- */

/* Possible files of an engine: item 0 is the program, the others are the option values. */
static int item_count(const EngineSpec *spec) {
    return 1 + spec->options;
}

static const char *item_name(const EngineSpec *spec, int item) {
    return item ? spec->option[item - 1].name : "program";
}

/* NULL if it cannot be a file. The caller frees it. */
static char *item_path(const EngineSpec *spec, int item) {
    const char *value = item ? spec->option[item - 1].value : NULL;

    if (!item)
        return process_find(spec->command);
    return value && *value ? memory_text(value, strlen(value)) : NULL;
}

FileMark *engine_files_mark(const EngineSpec *spec) {
    FileMark *mark = memory_new((size_t)item_count(spec), sizeof *mark);

    for (int i = 0; i < item_count(spec); i++) {
        char *path = item_path(spec, i);

        if (path)
            mark[i] = file_mark(path);
        free(path);
    }
    return mark;
}

/* --- checksums ------------------------------------------------------------------------------- */

/* CRC-32 of a file; false if it cannot be read. */
static bool file_checksum(const char *path, uint32_t *sum) {
    FILE *file = file_open_plain(path);
    uint8_t block[1 << 16];
    size_t got;
    bool read;

    if (!file)
        return false;
    *sum = 0;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        *sum = checksum_crc32(*sum, block, got);
    read = !ferror(file);
    fclose(file);
    return read;
}

/* Write "NAME SUM" if it is a file that did not change; false if there is no room. */
static bool write_item(Text *out, const EngineSpec *spec, int item, const FileMark *before) {
    char *path = item_path(spec, item), words[ENTRY_SIZE];
    Text entry = text_in(words, sizeof words);
    bool fits = true;
    uint32_t sum;

    if (path && file_is_unchanged(path, before) && file_checksum(path, &sum)) {
        text_addf(&entry, "%s%s %08" PRIx32, out->length ? ", " : "", item_name(spec, item), sum);
        fits = !entry.full && out->length + entry.length < out->capacity;
        if (fits)
            text_add(out, words);
    }
    free(path);
    return fits;
}

void engine_files_write(Text *out, const EngineSpec *spec, const FileMark *before) {
    for (int i = 0; i < item_count(spec); i++)
        if (!write_item(out, spec, i, &before[i]))
            return;
}

/* --- comparing ------------------------------------------------------------------------------- */

/* Read "NAME SUM" and advance *text; an empty word if the text is something else. */
static Word next_item(const char **text, const char *name) {
    const size_t length = strlen(name);
    Word sum = {*text, 0};

    if (strncmp(*text, name, length) != 0 || (*text)[length] != ' ')
        return sum;
    sum.at = *text + length + 1;
    sum.length = strspn(sum.at, "0123456789abcdef");
    if (sum.length != 8 || (sum.at[8] && sum.at[8] != ','))
        return (Word){*text, 0};
    *text = sum.at + 8;
    *text += strspn(*text, ", ");
    return sum;
}

bool engine_files_differ(Text *out, const EngineSpec *spec, const char *one, const char *other) {
    for (int i = 0; i < item_count(spec); i++) {
        const Word a = next_item(&one, item_name(spec, i)),
                   b = next_item(&other, item_name(spec, i));
        char *path;

        /* only one has it: a log, or a file that is missing, which the engine will report */
        if (!a.length || !b.length || !memcmp(a.at, b.at, a.length))
            continue;
        path = item_path(spec, i);
        text_add_quoted(out, word_of(path ? path : spec->command), QUOTED);
        free(path);
        return true;
    }
    return false;
}

/* Read the next "NAME SUM" of such a text; false at its end. */
static bool next_entry(const char **text, Word *name, Word *sum) {
    const char *at = *text, *end;

    for (; (at = strchr(at, ' ')); at++)
        if (strspn(at + 1, "0123456789abcdef") == 8 && (!at[9] || at[9] == ','))
            break;
    if (!at)
        return false;
    end = at + 9;
    *name = (Word){*text, (size_t)(at - *text)};
    *sum = (Word){at + 1, 8};
    *text = end + strspn(end, ", ");
    return true;
}

bool engine_files_changed(Text *out, const char *one, const char *other) {
    Word name, sum, its_name, its_sum;

    while (next_entry(&one, &name, &sum))
        for (const char *rest = other; next_entry(&rest, &its_name, &its_sum);)
            if (name.length == its_name.length && !memcmp(name.at, its_name.at, name.length) &&
                memcmp(sum.at, its_sum.at, sum.length) != 0) {
                text_add_quoted(out, name, QUOTED);
                return true;
            }
    return false;
}
