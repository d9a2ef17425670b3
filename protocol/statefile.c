/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "statefile.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/text.h"

static bool make_folder(const char *path) {
    return !mkdir(path, 0700) || errno == EEXIST;
}

bool statefile_path(char path[STATEFILE_SIZE], const char *name) {
    const char *base = getenv("XDG_STATE_HOME"), *rest = "/alula/";
    Text text = text_in(path, STATEFILE_SIZE); /* "" until the folder is known */

#ifdef _WIN32
    base = getenv("LOCALAPPDATA");
    if (!base || !*base)
        return false;
#else
    if (!base || *base != '/') { /* the XDG specification ignores relative paths */
        base = getenv("HOME");
        rest = "/.local/state/alula/";
    }
    if (!base || *base != '/')
        return false;
#endif
    text_add(&text, base);
    text_add(&text, rest);
    if (text.full)
        return false;
    for (size_t i = 1; i < text.length; i++) {
        bool made;

        if (path[i] != '/')
            continue;
        path[i] = '\0';
        made = make_folder(path);
        path[i] = '/';
        if (!made)
            return false;
    }
    text_add(&text, name);
    return !text.full;
}
