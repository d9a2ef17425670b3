/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "collection.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/lock.h"
#include "chess/epd.h"
#include "chess/fen.h"

/* --- reading --------------------------------------------------------------------------------- */

/* Reads the number of an id "name seed.number" with our name and seed. */
static void update_next_number(Collection *c, Word id) {
    Text t = TEXT_OF(80);
    int64_t number;

    text_addf(&t, "\"%s %llu.", c->name, (unsigned long long)c->seed);
    if (id.length <= t.length + 1 || memcmp(id.at, t.at, t.length) != 0)
        return;
    if (word_number((Word){id.at + t.length, id.length - t.length - 1}, 0, INT64_MAX - 1,
                    &number) &&
        (uint64_t)number >= c->next)
        c->next = (uint64_t)number + 1;
}

static const char *read_line(Collection *c, Word line, const MakerOptions *options, Text *room) {
    Word opcode, operands;
    const char *error;
    Position p;
    int64_t ce;

    if (!epd_trim(&line, room))
        return room->at;
    if ((error = fen_parse_prefix(&p, &line, options->chess960)))
        return error;
    while (epd_operation(&line, &opcode, &operands)) {
        if (word_is(opcode, "id"))
            update_next_number(c, operands);
        if (word_is(opcode, "ce") && word_number(operands, -32768, 32767, &ce) &&
            (llabs(ce) < options->low || llabs(ce) > options->high))
            return "the opening is of another kind: its ce is out of range";
    }
    return unit_table_add(&c->known, p.key, 0, 0) == UNIT_NEW ? NULL
                                                              : "the position was there before";
}

/* Reads the complete lines of the file; *complete is their length. */
static bool read_lines(Collection *c, const char *text, size_t length, const MakerOptions *options,
                       size_t *complete, Text *error) {
    const char *at = text, *stop;

    for (int number = 1; (stop = memchr(at, '\n', (size_t)(text + length - at))); number++) {
        const Word raw = {at, (size_t)(stop - at)}, line = text_rest(raw);
        Text room = TEXT_OF(100);
        const char *why = NULL;

        at = stop + 1;
        if (line.length && *line.at != '#')
            why = read_line(c, raw, options, &room);
        if (why)
            return text_fail(error, "%s:%d: %s", c->path, number, why);
    }
    *complete = (size_t)(at - text);
    return true;
}

static bool fail(Collection *c, Text *error, const char *why) {
    return text_fail(error, "%s: %s", c->path, why);
}

/*
 * Returns true for a whole line, rather than the start of one that collection_add() failed to write
 * completely.
 */
static bool is_whole_line(Word line, const MakerOptions *options) {
    Position p;

    if (*line.at == '#')
        return true;
    if (fen_parse_prefix(&p, &line, options->chess960))
        return false;
    line = text_rest(line);
    return !line.length || line.at[line.length - 1] == ';';
}

/*
 * Handles a last line without a newline: completes a whole one, which a user wrote; removes an
 * incomplete one of ours; refuses anything else.
 */
static bool end_last_line(Collection *c, const char *text, size_t length, size_t complete,
                          const MakerOptions *options, Text *error) {
    const Word line = text_rest((Word){text + complete, length - complete});
    Text room = TEXT_OF(100);
    const char *why = NULL;

    if (line.length && is_whole_line(line, options)) {
        if (*line.at != '#')
            why = read_line(c, line, options, &room);
        return why                                     ? fail(c, error, why)
               : file_write_all(c->file, "\n", 1) == 1 ? true
                                                       : fail(c, error, strerror(errno));
    }
    if (!unit_begins_with_board(line))
        return fail(c, error, "the last line is no position");
    return !ftruncate(c->file, (off_t)complete) || fail(c, error, strerror(errno));
}

bool collection_open(Collection *c, const char *path, const char *name, const MakerOptions *options,
                     Text *error) {
    size_t length = 0, complete = 0;
    const char *why;
    char *text;
    bool good;

    *c = (Collection){.path = path, .name = name, .seed = options->seed, .file = STDOUT_FILENO};
    if (!path)
        return true;
    if (!file_is_replaceable(path)) { /* a device or a pipe: nothing to continue */
        c->file = file_open_device(path);
        return c->file >= 0 || fail(c, error, strerror(errno));
    }
    c->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (c->file < 0)
        return fail(c, error, strerror(errno));
    if (lock_file(c->file, false) == LOCK_BUSY)
        return fail(c, error, "another process is writing it");
    why = file_read_descriptor(c->file, &text, &length);
    good = why ? fail(c, error, why) : read_lines(c, text, length, options, &complete, error);
    if (good && complete < length)
        good = end_last_line(c, text, length, complete, options, error);
    free(text);
    return good;
}

void collection_close(Collection *c) {
    if (c->path && c->file >= 0)
        close(c->file);
    unit_table_free(&c->known);
}

/* --- writing --------------------------------------------------------------------------------- */

bool collection_add(Collection *c, const Opening *o, uint64_t number) {
    Text t = TEXT_OF(300);

    if (unit_table_add(&c->known, o->position.key, 0, 0) != UNIT_NEW)
        return true;
    fen_write_fields(&t, &o->position);
    text_addf(&t, " ce %d; fmvn %d; hmvc %d; id \"%s %llu.%llu\";\n", o->score,
              o->position.fullmove_number, o->position.halfmove_clock, c->name,
              (unsigned long long)c->seed, (unsigned long long)number);
    /* a single write: an incomplete line is removed when the file is opened again */
    return file_write_all(c->file, t.at, t.length) == t.length;
}
