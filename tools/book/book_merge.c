/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging books. */
#include "alula-book.h"
#include "base/file.h"
#include "tools/common/tool.h"

enum { WORDS = UINT16_MAX + 1 };

/* A book and its current entry. */
typedef struct {
    Book book;
    int64_t at;
    BookEntry entry;
    bool over;
} Input;

typedef struct {
    Input *input;
    int count;
    size_t written;
    /* of the current position, by encoded move */
    uint64_t sum[WORDS];
    uint32_t learn[WORDS];
    bool present[WORDS];
    BookEntry list[WORDS];
} Merger;

static void step(Input *in) {
    in->over = ++in->at >= in->book.count || !book_read(&in->book, in->at, &in->entry);
}

static void start(Input *in) {
    in->at = -1;
    step(in);
}

/* Gets the smallest current key; returns false at the end of all inputs. */
static bool next_key(const Merger *m, uint64_t *key) {
    bool found = false;

    for (int i = 0; i < m->count; i++)
        if (!m->input[i].over && (!found || m->input[i].entry.key < *key)) {
            *key = m->input[i].entry.key;
            found = true;
        }
    return found;
}

/* Merges and writes the moves of the smallest key; returns false at the end. */
static bool write_position(FILE *file, Merger *m) {
    uint64_t key = 0, largest = 0;
    size_t moves = 0;

    if (!next_key(m, &key))
        return false;
    for (int i = 0; i < m->count; i++)
        for (Input *in = &m->input[i]; !in->over && in->entry.key == key; step(in)) {
            const uint16_t move = in->entry.move;

            if (!move)
                continue;
            if (!m->present[move]) {
                m->present[move] = true;
                m->sum[move] = 0;
                m->learn[move] = in->entry.learn;
                m->list[moves++] = (BookEntry){.key = key, .move = move};
            }
            m->sum[move] += in->entry.weight;
            largest = m->sum[move] > largest ? m->sum[move] : largest;
        }
    for (size_t i = 0; i < moves; i++) {
        BookEntry *e = &m->list[i];

        m->present[e->move] = false;
        e->weight = weight_scale(m->sum[e->move], largest);
        e->learn = m->learn[e->move];
    }
    qsort(m->list, moves, sizeof *m->list, book_compare);
    for (size_t i = 0; i < moves; i++) {
        uint8_t bytes[BOOK_ENTRY_BYTES];

        book_pack(bytes, &m->list[i]);
        fwrite(bytes, sizeof bytes, 1, file);
    }
    m->written += moves;
    return true;
}

static void write_all(FILE *file, const void *context) {
    Merger *m = *(Merger *const *)context;

    for (int i = 0; i < m->count; i++)
        start(&m->input[i]);
    while (!ferror(file) && write_position(file, m))
        ;
}

/* Checks that all entries are readable and in order, before anything is written. */
static bool check(Input *in, const char *name, Text *error) {
    uint64_t before = 0;

    for (start(in); !in->over; step(in)) {
        if (in->entry.key < before)
            return text_fail(error, "%s: entry %lld is out of order", name, (long long)in->at + 1);
        before = in->entry.key;
    }
    if (in->at < in->book.count)
        text_addf(error, "%s: entry %lld cannot be read", name, (long long)in->at + 1);
    return in->at >= in->book.count;
}

bool book_merge(char *const *name, int count, const char *out, bool json, Text *error) {
    Merger *m = memory_new(1, sizeof *m);
    bool good = true;

    m->input = memory_new((size_t)count, sizeof *m->input);
    for (int i = 0; i < count && good; i++) {
        const char *why = book_open(&m->input[i].book, name[i]);

        m->count++;
        if (why)
            text_addf(error, "%s: %s", name[i], why);
        good = !why && check(&m->input[i], name[i], error);
    }
    good = good && file_output(out, write_all, &m, error);
    if (good && json) {
        Json j = tool_json();

        json_text(&j, "file", out);
        json_count(&j, "entries", m->written);
        json_whole(&j, "books", count);
        startup_json_end(&j);
    } else if (good) {
        printf("%s: %zu %s from %d book%s\n", out, m->written,
               m->written == 1 ? "entry" : "entries", count, count == 1 ? "" : "s");
    }
    for (int i = 0; i < m->count; i++)
        book_close(&m->input[i].book);
    free(m->input);
    free(m);
    return good;
}
