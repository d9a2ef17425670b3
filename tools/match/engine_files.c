/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match_tags.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/checksum.h"
#include "tools/common/memory.h"

enum { QUOTED = 120, ENTRY_SIZE = 300 };

/* --- which files ----------------------------------------------------------------------------- */

/* Returns the number of possible files of an engine: the program, item 0, and the option values. */
static int item_count(const EngineSpec *spec) {
    return 1 + spec->options;
}

static const char *item_name(const EngineSpec *spec, int item) {
    return item ? spec->option[item - 1].name : "program";
}

/* Returns the path of an item; NULL if it cannot be a file. The caller frees it. */
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

/* Computes the CRC-32 of a file; returns false if it cannot be read. */
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

/* Writes "NAME SUM" if the item is an unchanged file; returns false if there is no room. */
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

/* Reads the next "NAME SUM" of such a text; returns false at its end. */
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

/* Returns the path of the file of this name, to be freed; NULL without an engine. */
static char *path_of(const EngineSpec *spec, Word name) {
    for (int i = 0; spec && i < item_count(spec); i++)
        if (word_is(name, item_name(spec, i)))
            return item_path(spec, i);
    return NULL;
}

bool engine_files_differ(Text *out, const EngineSpec *spec, const char *one, const char *other) {
    Word name, sum, its_name, its_sum;

    while (next_entry(&one, &name, &sum)) {
        bool there = false, same = false;

        for (const char *rest = other; next_entry(&rest, &its_name, &its_sum);) {
            there |= word_same(name, its_name);
            same |= word_same(name, its_name) && word_same(sum, its_sum);
        }
        if (there && !same) {
            char *path = path_of(spec, name);

            text_add_quoted(out, path ? word_of(path) : name, QUOTED);
            free(path);
            return true;
        }
    }
    return false;
}
