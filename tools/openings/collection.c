/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "collection.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../common/memory.h"
#include "fen.h"

/* --- keys ------------------------------------------------------------------------------------ */

/* Where a key stands, or where it belongs. */
static uint64_t *place(const Collection *c, uint64_t key) {
    size_t i = (size_t)key & (c->slots - 1);

    while (c->slot[i] && c->slot[i] != key)
        i = (i + 1) & (c->slots - 1);
    return &c->slot[i];
}

/* False if it was there already. */
static bool take_key(Collection *c, uint64_t key) {
    uint64_t *at;

    key += !key; /* 0 is a free place */
    if (2 * c->count >= c->slots) {
        const Collection old = *c;

        c->slots = old.slots ? 2 * old.slots : 1024;
        c->slot = memory_new(c->slots, sizeof *c->slot);
        for (size_t i = 0; i < old.slots; i++)
            if (old.slot[i])
                *place(c, old.slot[i]) = old.slot[i];
        free(old.slot);
    }
    at = place(c, key);
    if (*at)
        return false;
    *at = key;
    c->count++;
    return true;
}

/* --- reading --------------------------------------------------------------------------------- */

/* "name seed.number" in quotes: the number, if it is one of ours. */
static void note_number(Collection *c, Word id) {
    char own[80];
    Text t = text_in(own, sizeof own);
    int64_t number;

    text_addf(&t, "\"%s %llu.", c->name, (unsigned long long)c->seed);
    if (id.length <= t.length + 1 || memcmp(id.at, own, t.length) != 0)
        return;
    if (word_number((Word){id.at + t.length, id.length - t.length - 1}, 0, INT64_MAX - 1,
                    &number) &&
        (uint64_t)number >= c->next)
        c->next = (uint64_t)number + 1;
}

static const char *read_line(Collection *c, Word line, const MakerRules *rules) {
    Word opcode, operands;
    const char *defect;
    Position p;
    int64_t ce;

    if ((defect = fen_parse_prefix(&p, &line, rules->chess960)))
        return defect;
    while (epd_operation(&line, &opcode, &operands)) {
        if (word_is(opcode, "id"))
            note_number(c, operands);
        if (word_is(opcode, "ce") && word_number(operands, -32768, 32767, &ce) &&
            (llabs(ce) < rules->low || llabs(ce) > rules->high))
            return "the opening is of another kind: its ce is out of range";
    }
    return take_key(c, p.key) ? NULL : "the position was there before";
}

/* Everything in the file; *whole is the length of its whole lines. */
static int read_all(Collection *c, const char *text, size_t length, const MakerRules *rules,
                    size_t *whole, Text *fault) {
    const char *at = text, *stop;

    for (int number = 1; (stop = memchr(at, '\n', (size_t)(text + length - at))); number++) {
        const Word line = text_rest((Word){at, (size_t)(stop - at)});
        const char *defect = NULL;

        at = stop + 1;
        if (line.length && *line.at != '#')
            defect = read_line(c, line, rules);
        if (defect) {
            text_addf(fault, "%s:%d: %s", c->path, number, defect);
            return 2;
        }
    }
    *whole = (size_t)(at - text);
    return 0;
}

static int fail(Collection *c, Text *fault, const char *why) {
    text_addf(fault, "%s: %s", c->path, why);
    return 1;
}

int collection_open(Collection *c, const char *path, const char *name, const MakerRules *rules,
                    Text *fault) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    size_t length = 0, whole = 0;
    struct stat info;
    char *text = NULL;
    int status;

    *c = (Collection){.path = path, .name = name, .seed = rules->seed, .file = STDOUT_FILENO};
    if (!path)
        return 0;
    /* a device or a pipe has nothing of ours in it, and may have no end */
    if (!stat(path, &info) && !S_ISREG(info.st_mode)) {
        c->file = open(path, O_WRONLY | O_CLOEXEC);
        return c->file < 0 ? fail(c, fault, strerror(errno)) : 0;
    }
    c->file = open(path, O_RDWR | O_CREAT | O_APPEND, 0666);
    if (c->file < 0)
        return fail(c, fault, strerror(errno));
    if (fcntl(c->file, F_SETLK, &lock) && (errno == EACCES || errno == EAGAIN))
        return fail(c, fault, "another process is writing it");
    /* reading it through another descriptor would give the lock up */
    for (ssize_t got = 1; got > 0; length += (size_t)got) {
        text = memory_grow(text, length + (1 << 16), 1);
        got = read(c->file, text + length, 1 << 16);
        if (got < 0) {
            status = fail(c, fault, strerror(errno));
            free(text);
            return status;
        }
    }
    status = read_all(c, text, length, rules, &whole, fault);
    free(text);
    if (!status && whole < length && ftruncate(c->file, (off_t)whole))
        status = fail(c, fault, strerror(errno));
    return status;
}

void collection_close(Collection *c) {
    if (c->path && c->file >= 0)
        close(c->file);
    free(c->slot);
}

/* --- writing --------------------------------------------------------------------------------- */

bool collection_add(Collection *c, const Opening *o, uint64_t number) {
    char line[300], fen[FEN_SIZE];
    Text t = text_in(line, sizeof line), f = text_in(fen, sizeof fen);
    Word rest;

    if (!take_key(c, o->position.key))
        return true;
    fen_write(&f, &o->position);
    rest = word_of(fen);
    for (int i = 0; i < 4; i++) {
        text_add_word(&t, text_word(&rest));
        text_add_char(&t, ' ');
    }
    text_addf(&t, "ce %d; fmvn %d; hmvc %d; id \"%s %llu.%llu\";\n", o->score,
              o->position.fullmove_number, o->position.halfmove_clock, c->name,
              (unsigned long long)c->seed, (unsigned long long)number);
    /* one call: the file has the whole line, or it is cut off when it is opened again */
    for (size_t done = 0; done < t.length;) {
        const ssize_t n = write(c->file, t.at + done, t.length - done);

        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}
