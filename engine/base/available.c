/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "available.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "util.h"

/*
 * Returns the number that follows `key` in a file of lines like "MemFree: 1234 kB", or the number
 * at the start of the file if `key` is empty. Returns SIZE_MAX if there is no such number.
 */
static size_t read_number(const char *path, const char *key) {
    const size_t length = strlen(key);
    size_t bytes, found = SIZE_MAX;
    char *text;

    if (file_read_all(path, &text, &bytes)) {
        free(text);
        return SIZE_MAX;
    }
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        const char *value;

        if (strncmp(at, key, length) != 0)
            continue;
        value = at + length + strspn(at + length, ": ");
        if (*value >= '0' && *value <= '9')
            found = (size_t)strtoull(value, NULL, 10);
        break;
    }
    free(text);
    return found;
}

/*
 * Returns the bytes that one control group may still use, including cached files, which can be
 * dropped.
 */
static size_t left_in_group(const char *folder, const char *limit_name, const char *usage_name,
                            const char *prefix) {
    char path[512], key[32];
    size_t limit, usage, cached = 0;

    snprintf(path, sizeof path, "%s/%s", folder, limit_name);
    limit = read_number(path, "");
    snprintf(path, sizeof path, "%s/%s", folder, usage_name);
    usage = read_number(path, "");
    if (limit == SIZE_MAX || usage == SIZE_MAX)
        return SIZE_MAX;
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    for (int i = 0; i < 2; i++) {
        size_t n;

        snprintf(key, sizeof key, "%s%s", prefix, i ? "inactive_file" : "active_file");
        n = read_number(path, key);
        cached += n == SIZE_MAX ? 0 : n;
    }
    return limit > usage ? limit - usage + cached : cached;
}

/* Returns the minimum of left_in_group() over a control group and all of its parents. */
static size_t left_in_groups(const char *root, char *name, bool second_version) {
    size_t least = SIZE_MAX;

    for (;;) {
        char folder[400];
        char *slash = strrchr(name, '/');

        if (snprintf(folder, sizeof folder, "%s%s", root, name) < (int)sizeof folder)
            least = min_size(least, second_version
                                        ? left_in_group(folder, "memory.max", "memory.current", "")
                                        : left_in_group(folder, "memory.limit_in_bytes",
                                                        "memory.usage_in_bytes", "total_"));
        if (!slash)
            return least;
        *slash = '\0';
    }
}

/*
 * Returns the minimum over the control groups of this process, see cgroups(7). Lines of the file
 * are "number:controllers:/name"; version 2 names no controllers.
 */
static size_t left_by_control_groups(void) {
    size_t bytes, least = SIZE_MAX;
    char *text, *line;

    if (file_read_all("/proc/self/cgroup", &text, &bytes)) {
        free(text);
        return SIZE_MAX;
    }
    for (char *next = text; *(line = next);) {
        char *controllers = line + strcspn(line, ":"), *name;

        next += strcspn(next, "\n");
        if (*next)
            *next++ = '\0';
        if (!*controllers || !(name = strchr(++controllers, ':')))
            continue;
        *name++ = '\0';
        if (!*controllers)
            least = min_size(least, left_in_groups("/sys/fs/cgroup", name, true));
        else if (strstr(controllers, "memory"))
            least = min_size(least, left_in_groups("/sys/fs/cgroup/memory", name, false));
    }
    free(text);
    return least;
}

size_t available_memory(void) {
    const size_t memory = read_number("/proc/meminfo", "MemAvailable");
    const size_t swap = read_number("/proc/meminfo", "SwapFree");
    size_t kilobytes = memory;

    if (memory == SIZE_MAX)
        return SIZE_MAX;
    kilobytes += swap == SIZE_MAX ? 0 : swap;
    return min_size(kilobytes < SIZE_MAX / 1024 ? kilobytes * 1024 : SIZE_MAX,
                    left_by_control_groups());
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the variables below */
static size_t total, reserved;

bool available_reserve(size_t bytes) {
    bool good;

    pthread_mutex_lock(&lock);
    if (!total)
        total = available_memory();
    good = bytes <= total && reserved <= total - bytes;
    reserved += good ? bytes : 0;
    pthread_mutex_unlock(&lock);
    return good;
}

void available_release(size_t bytes) {
    pthread_mutex_lock(&lock);
    reserved -= bytes;
    pthread_mutex_unlock(&lock);
}
