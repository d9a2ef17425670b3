/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "syzygy.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "chess/movegen.h"
#include "syzygy_table.h"

_Static_assert((int)SYZYGY_MAX_MEN == (int)SYZYGY_MEN, "the interface names the true limit");

/* --- the set of tables ------------------------------------------------------------------------ */

enum { MAX_TABLES = 1600, SLOTS = 8192, MAX_FOLDERS = 64, MAX_NAME = 4096 };

typedef enum { ABSENT, FOUND, MAPPED, UNUSABLE } State;

/* A mapped file. A damaged one is kept, since other threads may still be reading it. */
typedef struct Mapped {
    SyzygyFile file;
    struct Mapped *before;
} Mapped;

/* One of the two files of a table. */
typedef struct {
    _Atomic int state;      /* a State */
    Mapped *_Atomic mapped; /* if MAPPED, the file to use */
    int folder;             /* the first one whose file exists and is not known to be bad */
} Half;

typedef struct Complaint {
    struct Complaint *next;
    char text[];
} Complaint;

typedef struct {
    SyzygyMaterial material;
    Half half[2]; /* by SyzygyKind */
} Table;

struct Syzygy {
    char *folder[MAX_FOLDERS];
    int folders, tables, men, count[2];
    Table *table;
    /* hash table of material keys, for either color as White; empty slots have a NULL table */
    struct {
        uint64_t key;
        Table *table;
    } slot[SLOTS];
    pthread_mutex_t lock; /* held for mapping and complaints */
    atomic_bool trouble;  /* there may be unreported complaints */
    bool speechless;      /* there was no memory for a complaint */
    Complaint *told, *untold;
};

/* Returns a key with four bits for each kind of piece except kings. */
static uint64_t material_key(const Board *b) {
    uint64_t key = 0;

    for (Color c = WHITE; c <= BLACK; c++)
        for (Piece p = PAWN; p < KING; p++)
            key = key << 4 | (uint64_t)bb_count(board_pieces(b, c, p));
    return key;
}

static uint64_t key_of_counts(const uint8_t first[PIECE_COUNT], const uint8_t second[PIECE_COUNT]) {
    uint64_t key = 0;

    for (Piece p = PAWN; p < KING; p++)
        key = key << 4 | first[p];
    for (Piece p = PAWN; p < KING; p++)
        key = key << 4 | second[p];
    return key;
}

/* Returns the slot of a key, or the empty slot where it belongs. */
static size_t slot_of(const Syzygy *s, uint64_t key) {
    size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 51);

    while (s->slot[i].table && s->slot[i].key != key)
        i = (i + 1) % SLOTS;
    return i;
}

static void insert(Syzygy *s, uint64_t key, Table *t) {
    const size_t i = slot_of(s, key);

    s->slot[i].key = key;
    s->slot[i].table = t;
}

static Table *find(const Syzygy *s, uint64_t key) {
    return s->slot[slot_of(s, key)].table;
}

static void path_of(const Syzygy *s, const char *name, SyzygyKind kind, int folder,
                    char path[MAX_NAME]) {
    snprintf(path, MAX_NAME, "%s/%s.%s", s->folder[folder], name,
             kind == SYZYGY_WDL ? "rtbw" : "rtbz");
}

/* Returns the first folder, from this one on, that has the file; s->folders if none has. */
static int folder_with(const Syzygy *s, const char *name, SyzygyKind kind, int from) {
    char path[MAX_NAME];

    for (; from < s->folders; from++) {
        path_of(s, name, kind, from, path);
        if (filemap_exists(path))
            break;
    }
    return from;
}

/* Searches all folders for the files of a table. */
static void look_for(Syzygy *s, const char *name) {
    Table *const t = &s->table[s->tables];
    bool found = false;

    if (s->tables == MAX_TABLES || !syzygy_material(&t->material, name))
        return;
    for (int kind = 0; kind < 2; kind++) {
        const int folder = folder_with(s, name, (SyzygyKind)kind, 0);
        t->half[kind].folder = folder;
        if (folder == s->folders)
            continue;
        t->half[kind].state = FOUND;
        s->count[kind]++;
        found = true;
    }
    if (!found)
        return;
    if (t->half[SYZYGY_WDL].state == FOUND)
        s->men = max(s->men, t->material.men);
    insert(s, key_of_counts(t->material.count[WHITE], t->material.count[BLACK]), t);
    insert(s, key_of_counts(t->material.count[BLACK], t->material.count[WHITE]), t);
    s->tables++;
}

/* Sets of pieces besides a king, by descending size, then by descending value. */
enum { MAX_SETS = 252 };
typedef char Pieces[SYZYGY_MEN - 1];

static int list_sets(Pieces set[MAX_SETS]) {
    static const char letters[] = "QRBNP";
    int count = 1, begin = 0;

    set[0][0] = '\0';
    for (int size = 1; size <= SYZYGY_MEN - 2; size++) {
        const int end = count;
        for (; begin < end; begin++) {
            const char *const last = size > 1 ? strchr(letters, set[begin][size - 2]) : letters;
            for (const char *c = last; *c; c++, count++) {
                memcpy(set[count], set[begin], sizeof *set);
                set[count][size - 1] = *c;
                set[count][size] = '\0';
            }
        }
    }
    return count;
}

/*
 * In the name of a table, the side with more pieces comes first; if equal, the more valuable side.
 */
static void look_for_all(Syzygy *s) {
    Pieces set[MAX_SETS];
    const int sets = list_sets(set);

    for (int a = 1; a < sets; a++)
        for (int b = 0; b < sets; b++) {
            const size_t first = strlen(set[a]), second = strlen(set[b]);
            char name[SYZYGY_MEN * 2];
            if (first + second + 2 > SYZYGY_MEN || second > first || (second == first && b < a))
                continue;
            snprintf(name, sizeof name, "K%.5svK%.5s", set[a], set[b]);
            look_for(s, name);
        }
}

static bool add_folder(Syzygy *s, Word name) {
    char *folder;

    name = text_rest(name);
    while (name.length > 1 && text_is_among(name.at[name.length - 1], "/\\"))
        name.length--;
    if (!name.length || s->folders == MAX_FOLDERS)
        return true;
    if (!(folder = malloc(name.length + 1)))
        return false;
    memcpy(folder, name.at, name.length);
    folder[name.length] = '\0';
    s->folder[s->folders++] = folder;
    return true;
}

/* Returns true if a name ends here: at a separator that is not the colon of a drive. */
static bool ends(const char *begin, const char *at) {
    const bool drive = at == begin + 1 && *at == ':' && (at[1] == '\\' || at[1] == '/') &&
                       ((*begin | 32) >= 'a' && (*begin | 32) <= 'z');

    return !*at || *at == ';' || (*at == ':' && !drive);
}

static bool add_folders(Syzygy *s, const char *list) {
    if (filemap_is_folder(list))
        return add_folder(s, word_of(list));
    while (*list) {
        const char *end = list;
        while (!ends(list, end))
            end++;
        if (!add_folder(s, (Word){list, (size_t)(end - list)}))
            return false;
        list = *end ? end + 1 : end;
    }
    return true;
}

Syzygy *syzygy_open(const char *folders) {
    Syzygy *const s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    pthread_mutex_init(&s->lock, NULL);
    if (!(s->table = calloc(MAX_TABLES, sizeof *s->table)) || !add_folders(s, folders)) {
        syzygy_close(s);
        return NULL;
    }
    if (s->folders)
        look_for_all(s);
    return s;
}

static void free_complaints(Complaint *c) {
    while (c) {
        Complaint *const next = c->next;
        free(c);
        c = next;
    }
}

void syzygy_close(Syzygy *s) {
    if (!s)
        return;
    for (int i = 0; s->table && i < s->tables; i++)
        for (int kind = 0; kind < 2; kind++) {
            Mapped *m = s->table[i].half[kind].mapped;
            while (m) {
                Mapped *const before = m->before;
                syzygy_file_close(&m->file);
                free(m);
                m = before;
            }
        }
    free_complaints(s->told);
    free_complaints(s->untold);
    for (int i = 0; i < s->folders; i++)
        free(s->folder[i]);
    free(s->table);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

int syzygy_men(const Syzygy *s) {
    return s->men;
}
int syzygy_wdl_tables(const Syzygy *s) {
    return s->count[SYZYGY_WDL];
}
int syzygy_dtz_tables(const Syzygy *s) {
    return s->count[SYZYGY_DTZ];
}

/* --- mapping ---------------------------------------------------------------------------------- */

/*
 * Reports an unusable file, and switches to the file in the next folder. The caller holds the lock.
 */
static void give_up(Syzygy *s, Table *t, SyzygyKind kind, const char *why) {
    static const char words[] = "%s is %s; it is not used";
    Half *const h = &t->half[kind];
    char path[MAX_NAME];
    Complaint *c;
    size_t room;

    path_of(s, t->material.name, kind, h->folder, path);
    room = strlen(path) + strlen(why) + sizeof words;
    if ((c = malloc(sizeof *c + room))) {
        snprintf(c->text, room, words, path, why);
        c->next = s->untold;
        s->untold = c;
    }
    s->speechless |= !c;
    h->folder = folder_with(s, t->material.name, kind, h->folder + 1);
    atomic_store(&h->state, h->folder < s->folders ? FOUND : UNUSABLE);
    atomic_store(&s->trouble, true);
}

/* Maps a table that was found. Returns an error, or NULL. */
static const char *map_half(const Syzygy *s, Table *t, SyzygyKind kind) {
    Half *const h = &t->half[kind];
    char path[MAX_NAME];
    const char *error;
    FileMap map;
    Mapped *m;

    path_of(s, t->material.name, kind, h->folder, path);
    if (!filemap_open(&map, path))
        return "not readable";
    if (!(m = malloc(sizeof *m))) {
        filemap_close(&map);
        return "not read for lack of memory";
    }
    if ((error = syzygy_file_read(&m->file, &t->material, kind, map))) {
        free(m);
        return error;
    }
    m->before = h->mapped;
    atomic_store(&h->mapped, m);
    return NULL;
}

/* Returns the file of a table, or NULL if it does not exist or is unusable. */
static const SyzygyFile *file_of(Syzygy *s, Table *t, SyzygyKind kind) {
    Half *const h = &t->half[kind];
    const char *error;

    if (atomic_load_explicit(&h->state, memory_order_acquire) == FOUND) {
        pthread_mutex_lock(&s->lock);
        while (h->state == FOUND)
            if ((error = map_half(s, t, kind)))
                give_up(s, t, kind, error);
            else
                atomic_store_explicit(&h->state, MAPPED, memory_order_release);
        pthread_mutex_unlock(&s->lock);
    }
    return atomic_load_explicit(&h->state, memory_order_acquire) == MAPPED
               ? &atomic_load_explicit(&h->mapped, memory_order_acquire)->file
               : NULL;
}

/* Reports that a value of this file is invalid, unless another thread has done so. */
static void found_damage(Syzygy *s, Table *t, SyzygyKind kind, const SyzygyFile *f) {
    Half *const h = &t->half[kind];

    pthread_mutex_lock(&s->lock);
    if (h->state == MAPPED && &h->mapped->file == f)
        give_up(s, t, kind, "damaged");
    pthread_mutex_unlock(&s->lock);
}

const char *syzygy_complaint(Syzygy *s) {
    const char *text = NULL;
    Complaint *c;

    if (!atomic_load(&s->trouble))
        return NULL;
    pthread_mutex_lock(&s->lock);
    if ((c = s->untold)) {
        s->untold = c->next;
        c->next = s->told;
        s->told = c;
        text = c->text;
    } else if (s->speechless) {
        s->speechless = false;
        text = "a table is not used for lack of memory";
    } else {
        atomic_store(&s->trouble, false);
    }
    pthread_mutex_unlock(&s->lock);
    return text;
}

/* --- probing ---------------------------------------------------------------------------------- */

typedef enum { PROBE_FAILED, PROBE_DONE, PROBE_OTHER_SIDE } Probe;

/*
 * Reads the stored value of a position. PROBE_OTHER_SIDE: the DTZ table only has the other side to
 * move.
 */
static Probe probe(Syzygy *s, const Board *b, SyzygyKind kind, const SyzygySequence **sequence,
                   int *value) {
    Table *const t = find(s, material_key(b));
    const SyzygyFile *const f = t ? file_of(s, t, kind) : NULL;
    const SyzygySequence *q;
    SyzygyBoard board;

    if (!f)
        return PROBE_FAILED;
    syzygy_look_at(&board, &t->material, b);
    q = &f->sequence[f->sides == 2 && board.second][board.leading_file];
    if (kind == SYZYGY_DTZ && (q->flags & SYZYGY_SECOND_MOVES) != board.second &&
        !(t->material.symmetric && !t->material.pawns))
        return PROBE_OTHER_SIDE;
    *value = syzygy_value(q, syzygy_number(&t->material, &q->layout, &board));
    *sequence = q;
    if (*value >= 0)
        return PROBE_DONE;
    found_damage(s, t, kind, f);
    return PROBE_FAILED;
}

/* Reads the result from the WDL table alone. */
static bool stored_wdl(Syzygy *s, const Board *b, Wdl *out) {
    const SyzygySequence *sequence;
    int value;

    *out = WDL_DRAW;
    if (bb_count(board_occupied(b)) == 2)
        return true;
    if (probe(s, b, SYZYGY_WDL, &sequence, &value) != PROBE_DONE)
        return false;
    *out = (Wdl)(clamp(value, 0, 4) - 2);
    return true;
}

/*
 * Finds the result. Where a capture is best, tables may store any value up to the true result, and
 * they ignore en passant, so captures are searched first; with `pawns`, also all pawn moves. Sets
 * *zeroing to true if one of these moves is best, or nothing else is legal.
 */
static bool find_wdl(Syzygy *s, const Position *p, bool pawns, Wdl *out, bool *zeroing) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    size_t tried = 0;
    Wdl best = WDL_LOSS, value = WDL_LOSS;
    bool deeper;

    for (size_t i = 0; i < count; i++) {
        Position child;

        if (!position_is_capture(p, list[i]) &&
            !(pawns && position_on(p, move_from(list[i])) == PAWN))
            continue;
        tried++;
        position_play(&child, p, list[i]);
        if (!find_wdl(s, &child, false, &value, &deeper))
            return false;
        value = (Wdl)-value;
        best = value > best ? value : best;
        if (best == WDL_WIN)
            break;
    }
    *zeroing = true;
    *out = best;
    if (best == WDL_WIN || (tried && tried == count))
        return true;
    if (!stored_wdl(s, &p->board, &value))
        return false;
    *zeroing = tried && best >= value && best > WDL_DRAW;
    *out = best > value ? best : value;
    return true;
}

static bool is_covered(const Syzygy *s, const Board *b) {
    return !b->castling && bb_count(board_occupied(b)) <= s->men;
}

bool syzygy_wdl(Syzygy *s, const Position *p, Wdl *out) {
    bool zeroing;

    return is_covered(s, &p->board) && find_wdl(s, p, false, out, &zeroing);
}

/* Returns the DTZ if the next move is a capture or pawn move with this result. */
static int zeroing_dtz(Wdl wdl) {
    static const int dtz[] = {-1, -101, 0, 101, 1};
    return dtz[wdl - WDL_LOSS];
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

/* Returns the distance in plies for a stored value; -1 if the table's list is too short. */
static int dtz_of_value(const SyzygySequence *q, int value, Wdl wdl) {
    static const int list_of[] = {1, 3, 0, 2, 0}; /* by result, from loss to win */
    const int list = list_of[wdl - WDL_LOSS];
    const bool in_plies = wdl == WDL_WIN    ? q->flags & SYZYGY_WIN_IN_PLIES
                          : wdl == WDL_LOSS ? q->flags & SYZYGY_LOSS_IN_PLIES
                                            : false;

    if (q->flags & SYZYGY_MAPPED) {
        const uint8_t *const at = q->list + q->list_at[list];
        if ((uint32_t)value >= q->list_size[list])
            return -1;
        value = q->flags & SYZYGY_WIDE ? at[2 * value] | at[2 * value + 1] << 8 : at[value];
    }
    return (in_plies ? value : 2 * value) + 1;
}

static bool find_dtz(Syzygy *s, const Position *p, int *out);

/* Finds the DTZ by trying all moves, for tables that only have the other side to move. */
static bool dtz_by_moves(Syzygy *s, const Position *p, Wdl wdl, int *out) {
    Move list[MAX_MOVES];
    const size_t count = movegen_all(&p->board, list);
    int best = 0;

    for (size_t i = 0; i < count; i++) {
        const bool zeroing =
            position_is_capture(p, list[i]) || position_on(p, move_from(list[i])) == PAWN;
        Position child;
        bool deeper;
        Wdl value;
        int dtz;

        position_play(&child, p, list[i]);
        if (zeroing) {
            if (!find_wdl(s, &child, false, &value, &deeper))
                return false;
            dtz = zeroing_dtz((Wdl)-value);
        } else {
            if (!find_dtz(s, &child, &dtz))
                return false;
            dtz = -dtz + sign(-dtz);
        }
        if (position_in_check(&child) && !movegen_count(&child.board))
            dtz = 1;
        if (sign(dtz) == sign((int)wdl) && (!best || dtz < best))
            best = dtz;
    }
    *out = count ? best : -1;
    return !count || best;
}

static bool find_dtz(Syzygy *s, const Position *p, int *out) {
    const SyzygySequence *sequence;
    bool zeroing;
    int value;
    Wdl wdl;

    if (!find_wdl(s, p, true, &wdl, &zeroing))
        return false;
    *out = wdl == WDL_DRAW ? 0 : zeroing_dtz(wdl);
    if (wdl == WDL_DRAW || zeroing)
        return true;
    switch (probe(s, &p->board, SYZYGY_DTZ, &sequence, &value)) {
    case PROBE_DONE:
        value = dtz_of_value(sequence, value, wdl);
        *out = sign((int)wdl) * (value + (wdl == WDL_CURSED_WIN || wdl == WDL_BLESSED_LOSS) * 100);
        return value > 0;
    case PROBE_OTHER_SIDE:
        return dtz_by_moves(s, p, wdl, out);
    default:
        return false;
    }
}

bool syzygy_dtz(Syzygy *s, const Position *p, int *out) {
    return is_covered(s, &p->board) && find_dtz(s, p, out);
}
