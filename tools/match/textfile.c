/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "textfile.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "memory.h"

const char *textfile_read(const char *name, char **text, size_t *length) {
    FILE *file = !strcmp(name, "-") ? stdin : fopen(name, "rb");
    size_t room = 1 << 16, got;
    const char *defect = NULL;

    *text = NULL;
    *length = 0;
    if (!file)
        return strerror(errno);
    *text = memory_grow(NULL, room, 1);
    while ((got = fread(*text + *length, 1, room - *length - 1, file)) > 0) {
        *length += got;
        if (*length + 1 == room)
            *text = memory_grow(*text, room *= 2, 1);
    }
    (*text)[*length] = '\0';
    if (ferror(file))
        defect = strerror(errno);
    if (file != stdin)
        fclose(file);
    return defect;
}
