/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/file.h"
#include "tools/common/tool.h"

/*
 * The file format: this header, the settings, the builds, the checkpoints, the parameters and
 * Adam's moments, and a CRC-32 of all that. Native byte order.
 */
typedef struct {
    char magic[8];
    uint32_t version, byte_order;
    uint64_t training, validation, hash, step, checkpoints, count;
    double loss;
    uint32_t scale, settings, builds, zero; /* settings, builds: bytes, without a NUL */
} Header;

static const char magic[8] = {'A', 'L', 'U', 'L', 'A', 'T', 'R', '\n'};

/* Older versions counted epochs, and added gradients in another order. */
enum { VERSION = 5, BYTE_ORDER_MARK = 0x01020304, MAX_CHECKPOINTS = 1000000 };

/* More parameters than the largest network has. */
static const uint64_t max_count = 1 << 24;

/* --- writing --------------------------------------------------------------------------------- */

typedef struct {
    const TrainLog *log;
    const TrainerState *progress;
    size_t count;
} Contents;

static void put(FILE *file, const void *bytes, size_t count, uint32_t *crc) {
    *crc = checksum_crc32(*crc, bytes, count);
    fwrite(bytes, 1, count, file);
}

static void write_state(FILE *file, const void *context) {
    const Contents *c = context;
    const TrainLog *a = c->log;
    const TrainerState *p = c->progress;
    Header h;
    uint32_t crc = 0;

    memset(&h, 0, sizeof h);
    memcpy(h.magic, magic, sizeof magic);
    h.version = VERSION;
    h.byte_order = BYTE_ORDER_MARK;
    h.training = a->training;
    h.validation = a->validation;
    h.hash = a->hash;
    h.step = p->step;
    h.checkpoints = a->checkpoints;
    h.count = c->count;
    h.loss = p->loss;
    h.scale = (uint32_t)a->scale;
    h.settings = (uint32_t)strlen(a->settings);
    h.builds = (uint32_t)strlen(a->builds);
    put(file, &h, sizeof h, &crc);
    put(file, a->settings, h.settings, &crc);
    put(file, a->builds, h.builds, &crc);
    put(file, a->checkpoint, a->checkpoints * sizeof *a->checkpoint, &crc);
    put(file, p->params, c->count * sizeof(float), &crc);
    put(file, p->moment1, c->count * sizeof(float), &crc);
    put(file, p->moment2, c->count * sizeof(float), &crc);
    fwrite(&crc, 1, sizeof crc, file);
}

bool train_state_write(const char *path, const TrainLog *log, const TrainerState *progress,
                       size_t count, Text *error) {
    const Contents contents = {log, progress, count};

    return file_output(path, write_state, &contents, error);
}

/* --- reading --------------------------------------------------------------------------------- */

struct TrainStateFile {
    const char *path;
    Header header;
    char *bytes;
    size_t size;
};

void train_state_close(TrainStateFile *file) {
    if (file)
        free(file->bytes);
    free(file);
}

static uint64_t expected_size(const Header *h) {
    return sizeof *h + h->settings + h->builds + h->checkpoints * sizeof(CheckpointStats) +
           3 * h->count * sizeof(float) + sizeof(uint32_t);
}

/* Checks the header, the size and the checksum. Returns an error message or NULL. */
static const char *check(TrainStateFile *s) {
    Header *h = &s->header;
    uint32_t crc;

    if (s->size < sizeof *h)
        return "is not a state of alula-train, or is cut short";
    memcpy(h, s->bytes, sizeof *h);
    if (memcmp(h->magic, magic, sizeof magic) != 0)
        return "is not a state of alula-train";
    if (h->byte_order != BYTE_ORDER_MARK || h->version != VERSION)
        return "has a version or a byte order that this program does not know";
    if (h->settings >= STATE_SETTINGS_SIZE || h->builds >= STATE_BUILDS_SIZE ||
        h->checkpoints > MAX_CHECKPOINTS || h->count > max_count || s->size != expected_size(h))
        return "is damaged: its length is wrong";
    memcpy(&crc, s->bytes + s->size - sizeof crc, sizeof crc);
    if (crc != checksum_crc32(0, (const uint8_t *)s->bytes, s->size - sizeof crc))
        return "is damaged: its checksum is wrong";
    return NULL;
}

/* Returns the name in "NAME=VALUE". */
static Word setting_name(Word setting) {
    return text_until(&setting, '=');
}

/* Returns the setting of this name; an empty word if there is none. */
static Word find_setting(Word settings, Word name) {
    Word setting;

    do
        setting = text_word(&settings);
    while (setting.length && !word_same(setting_name(setting), name));
    return setting;
}

/* Adds a setting, or "no NAME" if there is none. */
static void add_setting(Text *text, Word settings, Word name) {
    const Word setting = find_setting(settings, name);

    text_add(text, setting.length ? "" : "no ");
    text_add_quoted(text, setting.length ? setting : name, 60);
}

/* Adds the settings that differ: "batch=20 there, batch=10 here; no from there, from=1a here". */
static void add_differences(Text *text, Word theirs, Word ours) {
    const Word list[] = {ours, theirs};
    const char *gap = "";

    for (int i = 0; i < 2; i++) {
        Word rest = list[i], setting;

        while ((setting = text_word(&rest)).length) {
            const Word name = setting_name(setting), other = find_setting(list[!i], name);

            if (i ? other.length > 0 : word_same(other, setting))
                continue;
            text_add(text, gap);
            add_setting(text, theirs, name);
            text_add(text, " there, ");
            add_setting(text, ours, name);
            text_add(text, " here");
            gap = "; ";
        }
    }
}

/* Returns false with an error message that names all differences. */
static bool compare(const TrainStateFile *s, const char *settings, Text *error) {
    const Word theirs = {s->bytes + sizeof s->header, s->header.settings};

    if (word_is(theirs, settings))
        return true;
    text_addf(error, "%s: has different settings: ", s->path);
    add_differences(error, theirs, word_of(settings));
    return false;
}

TrainStateStatus train_state_read(TrainStateFile **out, const char *path, const char *settings,
                                  Text *error) {
    TrainStateFile *s = *out = memory_new(1, sizeof *s);
    const char *why;
    FILE *file;

    s->path = path;
    if ((why = file_open(&file, path))) {
        if (errno == ENOENT)
            return TRAIN_STATE_NONE;
    } else {
        why = file_read_stream(file, &s->bytes, &s->size);
        fclose(file);
    }
    if (!why)
        why = check(s);
    if (why) {
        text_addf(error, "%s: %s", path, why);
        return TRAIN_STATE_BAD;
    }
    return compare(s, settings, error) ? TRAIN_STATE_READ : TRAIN_STATE_OTHER;
}

bool train_state_restore(const TrainStateFile *s, TrainLog *log, TrainerState *progress,
                         size_t count, Text *error) {
    const Header *h = &s->header;
    const char *at = s->bytes + sizeof *h + h->settings;
    float *const arrays[] = {progress->params, progress->moment1, progress->moment2};

    if (h->training != log->training || h->validation != log->validation || h->hash != log->hash ||
        h->scale != (uint32_t)log->scale || h->count != count) {
        text_addf(error,
                  "%s: has different data: %" PRIu64 " and %" PRIu64 " positions there, %" PRIu64
                  " and %" PRIu64 " here",
                  s->path, h->training, h->validation, log->training, log->validation);
        if (h->training == log->training && h->validation == log->validation)
            text_add(error, ", but different ones or other weights");
        return false;
    }
    log->checkpoint = memory_grow(NULL, (size_t)h->checkpoints, sizeof *log->checkpoint);
    memcpy(log->builds, at, h->builds);
    log->builds[h->builds] = '\0';
    at += h->builds;
    log->checkpoints = (size_t)h->checkpoints;
    memcpy(log->checkpoint, at, log->checkpoints * sizeof *log->checkpoint);
    at += log->checkpoints * sizeof *log->checkpoint;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++, at += count * sizeof(float))
        memcpy(arrays[i], at, count * sizeof(float));
    progress->step = h->step;
    progress->loss = h->loss;
    return true;
}
