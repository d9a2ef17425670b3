/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source.h"

#include <errno.h>

#include "report/notes_file.h"
#include "tools/common/memory.h"

enum { COPY_BYTES = 65536 };

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

FILE *source_of_stream(FILE *in) {
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

FILE *source_of_slice(FILE *in, const Slice *slice, int **numbers) {
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
