/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "startup.h"

static char folder[512];

void fuzz_init(void) {
    static bool ready;

    if (!ready)
        startup_init_tables();
    ready = true;
}

void fuzz_split(const uint8_t *data, size_t size, Word *line, Word *rest) {
    *rest = (Word){(const char *)data, size};
    *line = text_until(rest, '\n');
}

/* Remove what is in a folder, and in the folders in it. */
static void empty(const char *path) {
    DIR *dir = opendir(path);
    const struct dirent *entry;
    char inner[1024];

    while (dir && (entry = readdir(dir))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        if (snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name) >= (int)sizeof inner)
            continue;
        if (remove(inner)) {
            empty(inner);
            remove(inner);
        }
    }
    if (dir)
        closedir(dir);
}

void fuzz_clean(void) {
    empty(fuzz_folder());
}

static void remove_folder(void) {
    empty(folder);
    rmdir(folder);
}

const char *fuzz_folder(void) {
    if (!*folder) {
        const char *parent = getenv("TMPDIR");

        if (!parent) /* in memory, where there is such a folder: ten times as fast */
            parent = access("/dev/shm", W_OK | X_OK) ? "/tmp" : "/dev/shm";
        snprintf(folder, sizeof folder, "%s/alula-fuzz-XXXXXX", parent);
        PROMISE(mkdtemp(folder));
        atexit(remove_folder);
    }
    return folder;
}

const char *fuzz_path(const char *name) {
    static char path[4][1024];
    static unsigned turn;

    snprintf(path[++turn % 4], sizeof *path, "%s/%s", fuzz_folder(), name);
    return path[turn % 4];
}

const char *fuzz_file(const char *name, const void *bytes, size_t size) {
    const char *path = fuzz_path(name);
    FILE *file = fopen(path, "wb");

    PROMISE(file);
    PROMISE(fwrite(bytes, 1, size, file) == size);
    PROMISE(!fclose(file));
    return path;
}

uint8_t *fuzz_read(const char *path, size_t *size) {
    char *text;

    PROMISE(!file_read_all(path, &text, size));
    return (uint8_t *)text;
}
