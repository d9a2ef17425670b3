/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "console.h"
#include "console_state.h"
#include "path.h"

enum { COPY_BYTES = 8192, WRITE_MS = 30000, MAX_NAME = 200 };

/* --- the finished games ----------------------------------------------------------------------- */

void notes_file_add(void *notes_file, const char *at, size_t length) {
    NotesFile *n = notes_file;

    if (n->refused)
        return;
    if (length > n->room - n->length) {
        const size_t room = 2 * n->room + length + COPY_BYTES;
        char *larger = realloc(n->text, room);

        if (!larger) {
            n->refused = true;
            return;
        }
        n->text = larger;
        n->room = room;
    }
    memcpy(n->text + n->length, at, length);
    n->length += length;
}

/* Copy bytes of the source to a sink, up to `to`. The position of the reader is restored. */
static bool copy_source(NotesFile *n, uint64_t to, PgnSink *sink, void *context) {
    const long place = ftell(n->source);
    uint64_t from = n->upto;
    char buffer[COPY_BYTES];
    bool good = place >= 0 && !fseek(n->source, (long)from, SEEK_SET);

    while (good && from < to) {
        const uint64_t most = min_u64(to - from, sizeof buffer);
        const size_t bytes = fread(buffer, 1, (size_t)most, n->source);

        if (!bytes)
            break;
        sink(context, buffer, bytes);
        from += bytes;
    }
    good = good && !ferror(n->source);
    return !fseek(n->source, place, SEEK_SET) && good;
}

static bool ends_a_game(const NotesFile *n) {
    return !n->length || (n->length > 1 && !memcmp(n->text + n->length - 2, "\n\n", 2));
}

bool notes_file_copy(NotesFile *n, uint64_t to) {
    const size_t length = n->length;
    bool good = copy_source(n, to, notes_file_add, n);

    while (!n->refused && !ends_a_game(n))
        notes_file_add(n, "\n", 1);
    good = good && !n->refused;
    if (!good)
        n->length = length;
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

static void sink_file(void *context, const char *at, size_t length) {
    fwrite(at, 1, length, context); /* errors are noticed when the file is closed */
}

/* The finished games, then the others unchanged. */
static bool write_all(void *notes_file, FILE *out) {
    NotesFile *n = notes_file;

    if (n->length)
        fwrite(n->text, 1, n->length, out);
    return !n->source || copy_source(n, UINT64_MAX, sink_file, out);
}

/* Windows cannot replace an open file: there the rest is read into memory first. */
static bool release_source(NotesFile *n) {
#ifdef _WIN32
    if (!copy_source(n, UINT64_MAX, notes_file_add, n) || n->refused)
        return false;
    fclose(n->source);
    n->source = NULL;
#endif
    return n->source || n->text;
}

const char *notes_file_name(char buffer[NOTES_NAME_SIZE], const NotesFile *n) {
    Text text = text_in(buffer, NOTES_NAME_SIZE);

    text_add_quoted(&text, word_of(n->to), MAX_NAME);
    return buffer;
}

/* If another program changed the file, choose a new name; false if there is none. */
static bool step_aside(Frontend *f, NotesFile *n) {
    char old[NOTES_NAME_SIZE], new[NOTES_NAME_SIZE];

    if (file_is_unchanged(n->to, &n->mark) || !file_mark(n->to).exists)
        return true;
    notes_file_name(old, n);
    if (!file_free_name(n->to, sizeof n->to))
        return false;
    frontend_say(f, "%s was changed by another program; the notes go to %s.", old,
                 notes_file_name(new, n));
    n->mark = file_mark(n->to);
    return true;
}

static bool write_out(Frontend *f, NotesFile *n) {
    const bool good = step_aside(f, n) && file_write(n->to, false, write_all, n);

    if (good)
        n->mark = file_mark(n->to);
    n->written_ms = clock_ms();
    return good;
}

void notes_file_checkpoint(Frontend *f, NotesFile *n) {
#ifdef _WIN32
    if (!strcmp(n->from, n->to)) /* which is open */
        return;
#endif
    if (clock_ms() - n->written_ms >= WRITE_MS)
        write_out(f, n); /* a failure is reported at the end */
}

/* The last resort, for a full disk: write to the console's own folder. */
static bool write_elsewhere(NotesFile *n) {
    if (!console_state_file(n->to, "annotated.pgn"))
        return false;
    n->mark = file_mark(n->to);
    return (!n->mark.exists || file_free_name(n->to, sizeof n->to)) &&
           file_write(n->to, false, write_all, n);
}

bool notes_file_save(Frontend *f, NotesFile *n) {
    if (!release_source(n)) {
        console_refuse(f, "The file can no longer be read.");
        return false;
    }
    if (write_out(f, n))
        return true;
    console_refuse_file(f, word_of(n->to), "write");
    return write_elsewhere(n);
}

/* --- opening and closing ---------------------------------------------------------------------- */

/* games.pgn becomes games-annotated.pgn. */
static bool name_output(char to[OPTION_TEXT_SIZE], const char *from) {
    size_t stem = strlen(from);
    Text text = text_in(to, OPTION_TEXT_SIZE);

    if (stem > 4 && word_is_any_case(word_of(from + stem - 4), ".pgn"))
        stem -= 4;
    text_add_word(&text, (Word){from, stem});
    text_add(&text, "-annotated.pgn");
    return !text.full;
}

/* Check before hours of work that the output can be written. Another file that exists is not
   overwritten. */
static bool can_write(Frontend *f, NotesFile *n) {
    n->mark = file_mark(n->to);
    n->written_ms = clock_ms();
    if (strcmp(n->from, n->to) && n->mark.exists) {
        char name[128];
        Text text = text_in(name, sizeof name);

        text_add_quoted(&text, word_of(n->to), 60);
        console_refuse(f,
                       "There is a file %s already: choose another name, or name the input "
                       "file twice to replace it.",
                       name);
        return false;
    }
    if (file_can_write(n->to))
        return true;
    console_refuse_file(f, word_of(n->to), "write");
    return false;
}

bool notes_file_open(Frontend *f, NotesFile *n, Word from, Word to) {
    if (!(n->source = console_open(f, from, n->from)))
        return false;
    if (to.length ? console_path(n->to, to) : name_output(n->to, n->from))
        return can_write(f, n);
    console_refuse(f, "That name is too long.");
    return false;
}

void notes_file_close(NotesFile *n) {
    if (n->source)
        fclose(n->source);
    free(n->text);
}
