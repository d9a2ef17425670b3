/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "notes_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/clock.h"
#include "base/util.h"
#include "notes.h"

enum { COPY_BYTES = 8192, WRITE_MS = 30000, MAX_NAME = 200 };

/* --- the finished games ----------------------------------------------------------------------- */

/* Restores the position of the reader. */
bool notes_file_read(NotesFile *n, uint64_t from, uint64_t to, PgnSink *sink, void *context) {
    const long place = ftell(n->source);
    char buffer[COPY_BYTES];
    bool good = place >= 0 && !fseek(n->source, (long)from, SEEK_SET);

    while (good && from < to) {
        const uint64_t most = min_u64(to - from, sizeof buffer);
        const size_t bytes = fread(buffer, 1, (size_t)most, n->source);
        const int next = bytes ? ungetc(getc(n->source), n->source) : EOF;
        size_t kept = 0;

        if (!bytes)
            break;
        for (size_t i = 0; i < bytes; i++)
            if (buffer[i] != '\r' || (i + 1 < bytes ? buffer[i + 1] : next) != '\n')
                buffer[kept++] = buffer[i];
        sink(context, buffer, kept);
        from += bytes;
    }
    good = good && !ferror(n->source);
    return !fseek(n->source, place, SEEK_SET) && good;
}

static bool ends_a_game(const NotesFile *n) {
    return !n->games.length ||
           (n->games.length > 1 && !memcmp(n->games.at + n->games.length - 2, "\n\n", 2));
}

void notes_file_end(NotesFile *n) {
    while (!n->games.refused && !ends_a_game(n))
        pgn_text_add(&n->games, "\n", 1);
}

bool notes_file_copy(NotesFile *n, uint64_t to) {
    const size_t length = n->games.length;
    bool good = notes_file_read(n, n->upto, to, pgn_text_add, &n->games);

    notes_file_end(n);
    good = good && !n->games.refused;
    if (!good)
        n->games.length = length;
    return good;
}

void notes_file_done(NotesFile *n, uint64_t to) {
    const long place = ftell(n->source);
    int c = ' ';

    n->upto = to;
    if (place < 0 || fseek(n->source, (long)to, SEEK_SET))
        return;
    while (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        c = getc(n->source);
        n->upto++;
    }
    n->upto--;
    if (fseek(n->source, place, SEEK_SET))
        n->upto = to;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes the finished games, then the others unchanged. */
static bool write_all(void *notes_file, FILE *out) {
    NotesFile *n = notes_file;

    if (n->games.length)
        fwrite(n->games.at, 1, n->games.length, out);
    return !n->source || notes_file_read(n, n->upto, UINT64_MAX, pgn_to_file, out);
}

/* Windows cannot replace an open file: reads the rest into memory first. */
static bool release_source(NotesFile *n) {
#ifdef _WIN32
    if (!notes_file_read(n, n->upto, UINT64_MAX, pgn_text_add, &n->games) || n->games.refused)
        return false;
    fclose(n->source);
    n->source = NULL;
#endif
    return n->source || n->games.at;
}

const char *notes_file_name(char buffer[NOTES_NAME_SIZE], const NotesFile *n) {
    Text text = text_in(buffer, NOTES_NAME_SIZE);

    text_add_quoted(&text, word_of(n->to), MAX_NAME);
    return buffer;
}

/* Chooses a new name if another program changed the file. Returns false if no name is free. */
static bool step_aside(NotesFile *n, bool *aside) {
    *aside = !file_is_unchanged(n->to, &n->mark) && file_mark(n->to).exists;
    if (!*aside)
        return true;
    if (!file_free_name(n->to, sizeof n->to)) {
        errno = EEXIST;
        return false;
    }
    n->mark = file_mark(n->to);
    return true;
}

NotesWriting notes_file_write(NotesFile *n, bool last) {
    bool aside, good;

    if (last && !release_source(n)) {
        errno = n->games.refused ? ENOMEM : EIO;
        return NOTES_FAILED;
    }
    if (n->stream)
        return write_all(n, n->stream) && !fflush(n->stream) && !ferror(n->stream) ? NOTES_WRITTEN
                                                                                   : NOTES_FAILED;
    good = step_aside(n, &aside) && file_write(n->to, false, write_all, n);
    if (good)
        n->mark = file_mark(n->to);
    n->written_ms = clock_ms();
    return !good ? NOTES_FAILED : aside ? NOTES_ASIDE : NOTES_WRITTEN;
}

bool notes_file_is_due(const NotesFile *n) {
    if (n->stream)
        return false;
#ifdef _WIN32
    if (!strcmp(n->from, n->to)) /* the source is open */
        return false;
#endif
    return clock_ms() - n->written_ms >= WRITE_MS;
}

bool notes_file_write_to(NotesFile *n, const char *path) {
    Text text = text_in(n->to, sizeof n->to);

    text_add(&text, path);
    n->mark = file_mark(n->to);
    return !text.full && (!n->mark.exists || file_free_name(n->to, sizeof n->to)) &&
           file_write(n->to, false, write_all, n);
}

/* --- resuming -------------------------------------------------------------------------------- */

/* A PgnSink that computes a checksum of the text without its blanks. */
static void sink_sum(void *sum, const char *at, size_t length) {
    for (uint32_t *hash = sum; length; length--, at++)
        if ((unsigned char)*at > ' ')
            *hash = checksum_fnv(*hash, at, 1);
}

/* Returns true if `to` is the game `from` of the source, unchanged or with notes. */
static bool is_same(NotesFile parts[2], const PgnGame *from, const PgnGame *to) {
    uint32_t sum[2] = {CHECKSUM_FNV, CHECKSUM_FNV};
    char key[NOTES_KEY_SIZE];

    notes_key_write(key, notes_key(from));
    return word_is(pgn_tag(to, NOTES_KEY_TAG), key) ||
           (notes_file_read(&parts[0], from->from, from->to, sink_sum, &sum[0]) &&
            notes_file_read(&parts[1], to->from, to->to, sink_sum, &sum[1]) && sum[0] == sum[1]);
}

/* Returns true if the output has the games of the source, some of them with notes. */
static bool is_of_source(NotesFile *n, FILE *output) {
    PgnReader *readers[2] = {pgn_open(pgn_from_file, n->source, &notes_options),
                             pgn_open(pgn_from_file, output, &notes_options)};
    NotesFile parts[2] = {{.source = n->source}, {.source = output}};
    const PgnGame *from = NULL, *to = NULL;
    bool same = readers[0] && readers[1], noted = false;

    for (int game = 1; same; game++) {
        from = pgn_next(readers[0]);
        to = pgn_next(readers[1]);
        if (!from && !to)
            break;
        same = from && to && is_same(parts, from, to);
        n->differs = same ? 0 : game;
        noted |= same && notes_are_ours(to) && !notes_are_ours(from);
    }
    same = same && (noted || n->a_part) && !ferror(n->source) && !ferror(output);
    for (int i = 0; i < 2; i++) {
        pgn_close(readers[i]);
        rewind(parts[i].source);
    }
    return same;
}

/* Continues from the output of an earlier run, if there is one. */
static bool resume(NotesFile *n) {
    FILE *output = file_open_plain(n->to);

    if (!output)
        return false;
    if (!is_of_source(n, output)) {
        fclose(output);
        return false;
    }
    fclose(n->source);
    n->source = output;
    n->resumed = true;
    memcpy(n->from, n->to, sizeof n->from);
    return true;
}

/* --- opening and closing ---------------------------------------------------------------------- */

void notes_file_add_stem(Text *out, const char *path) {
    size_t stem = strlen(path);

    if (stem > 4 && word_is_any_case(word_of(path + stem - 4), ".pgn"))
        stem -= 4;
    text_add_word(out, (Word){path, stem});
    text_add(out, "-annotated");
}

/* Changes games.pgn to games-annotated.pgn. */
static bool name_output(NotesFile *n) {
    Text text = text_in(n->to, sizeof n->to);

    notes_file_add_stem(&text, n->from);
    text_add(&text, ".pgn");
    return !text.full;
}

/* Checks the output before hours of work. Does not overwrite an existing file of other contents. */
NotesOpening notes_file_open(NotesFile *n) {
    if (n->stream)
        return NOTES_OPEN;
    if (!*n->to && !name_output(n))
        return NOTES_LONG;
    n->mark = file_mark(n->to);
    n->written_ms = clock_ms();
    if (strcmp(n->from, n->to) != 0 && n->mark.exists && !resume(n))
        return NOTES_EXISTS;
    return file_can_write(n->to) ? NOTES_OPEN : NOTES_READONLY;
}

void notes_file_close(NotesFile *n) {
    if (n->source)
        fclose(n->source);
    free(n->games.at);
}
