/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings_library.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "base/thread.h"
#include "chess/fen.h"
#include "eval/endings_solver.h"
#include "eval/syzygy.h"
#include "eval/syzygy_table.h"
#include "tools/common/tool.h"

enum { CHUNK = 4096, SHOWN = 5, LINE = 240, IMAGE_OF = 16, PATH_SIZE = 4096 };

/* State shared by the threads for one ending. */
typedef struct {
    const ComparePlan *plan;
    const Ending *e;
    Syzygy *syzygy;
    SyzygyMaterial material;
    SyzygyFile dtz; /* read for its flags */
    _Atomic size_t next;
    atomic_bool stopped;
    pthread_mutex_t lock; /* protects the rest */
    CompareCount count;
    char shown[SHOWN][LINE];
} Work;

/* The image of a position that is passed to the prober. */
typedef struct {
    unsigned flip; /* 7: files, 56: ranks */
    bool diagonal, swapped;
    int jumped; /* place of a pawn that may be captured en passant, or -1 */
} Image;

static void set_up(Position *p, const Ending *e, const EndingSquares s, Color turn, Image image) {
    position_clear(p);
    for (int i = 0; i < e->men; i++) {
        unsigned to = s[i] ^ image.flip;
        if (image.diagonal)
            to = (to >> 3 | to << 3) & 63;
        to ^= image.swapped ? 56 : 0;
        position_put(p, (Color)(e->color[i] ^ (unsigned)image.swapped), (Piece)e->piece[i],
                     (Square)to);
        if (i == image.jumped) /* the square behind the pawn: e3 for e4, e6 for e5 */
            p->board.ep_square = (uint8_t)(to ^ 8);
    }
    p->board.turn = (uint8_t)((unsigned)turn ^ image.swapped);
    position_derive(p);
}

/* Returns true if the table stores the distance of such a position in moves. */
static bool is_in_moves(const Work *w, const Position *p, int wdl) {
    const SyzygySequence *q;
    SyzygyBoard board;

    syzygy_look_at(&board, &w->material, &p->board);
    q = &w->dtz.sequence[0][board.leading_file];
    /* the other side's distance is one ply more than a stored one */
    if ((q->flags & SYZYGY_SECOND_MOVES) != board.second && !(w->e->symmetric && !w->e->pawns))
        wdl = -wdl;
    return wdl == WDL_WIN    ? !(q->flags & SYZYGY_WIN_IN_PLIES)
           : wdl == WDL_LOSS ? !(q->flags & SYZYGY_LOSS_IN_PLIES)
                             : wdl != WDL_DRAW;
}

static void show_difference(Work *w, const Position *p, EndingValue v, bool has_wdl, Wdl wdl,
                            bool has_dtz, int dtz) {
    int line;
    Text t;

    pthread_mutex_lock(&w->lock);
    for (line = 0; line < SHOWN && *w->shown[line];)
        line++;
    if (line < SHOWN) {
        t = text_in(w->shown[line], LINE);
        fen_write(&t, p);
        text_addf(&t, ": WDL %d, ", ending_wdl(v));
        has_wdl ? text_addf(&t, "the table has %d; ", (int)wdl)
                : text_add(&t, "the table has none; ");
        text_addf(&t, "DTZ %d, ", ending_dtz(v));
        has_dtz ? text_addf(&t, "the table has %d", dtz) : text_add(&t, "the table has none");
    }
    pthread_mutex_unlock(&w->lock);
}

static void compare_position(Work *w, CompareCount *c, const EndingSquares s, Color turn,
                             EndingValue v, Image image) {
    const int truth = ending_dtz(v);
    bool has_wdl, has_dtz, wdl_differs, dtz_differs;
    Wdl wdl = WDL_DRAW;
    int dtz = 0;
    Position p;

    set_up(&p, w->e, s, turn, image);
    has_wdl = syzygy_wdl(w->syzygy, &p, &wdl);
    has_dtz = syzygy_dtz(w->syzygy, &p, &dtz);
    wdl_differs = !has_wdl || (int)wdl != ending_wdl(v);
    dtz_differs = !has_dtz || dtz != truth;
    c->positions++;
    c->images += image.flip || image.diagonal;
    c->en_passant += image.jumped >= 0;
    if (truth && is_in_moves(w, &p, ending_wdl(v))) {
        c->in_moves++;
        if (has_dtz && truth - dtz == (truth > 0 ? 1 : -1)) {
            c->longer++;
            dtz_differs = false;
        }
    }
    c->wdl += wdl_differs;
    c->dtz += dtz_differs;
    if (wdl_differs || dtz_differs)
        show_difference(w, &p, v, has_wdl, wdl, has_dtz, dtz);
}

/* Compares positions with both color assignments, or with one if the sides have equal pieces. */
static void compare_colors(Work *w, CompareCount *c, const EndingSquares s, Color turn,
                           EndingValue v, Image image) {
    compare_position(w, c, s, turn, v, image);
    image.swapped = true;
    if (!w->e->symmetric)
        compare_position(w, c, s, turn, v, image);
}

/* Returns true if the pawn at this place can just have made its double step. */
static bool may_have_jumped(const Ending *e, const EndingSquares s, Color turn, int i) {
    const int step = e->color[i] == WHITE ? -8 : 8;

    if (e->color[i] == turn || relative_rank((Color)e->color[i], s[i] >> 3) != 3)
        return false;
    for (int k = 0; k < e->men; k++)
        if (s[k] == s[i] + step || s[k] == s[i] + 2 * step)
            return false;
    return true;
}

static void compare_cell(Work *w, CompareCount *c, size_t cell, Color turn) {
    const EndingValue v = w->e->value[turn][cell];
    uint64_t dice = random_seed(cell, turn);
    Image image = {.jumped = -1};
    EndingSquares s;

    if (v == ENDING_ILLEGAL || random_below(&dice, (unsigned)w->plan->every))
        return;
    ending_squares(w->e, cell, s);
    if (!ending_is_first(w->e, s, cell))
        return;
    compare_colors(w, c, s, turn, v, image);
    if (!random_below(&dice, IMAGE_OF)) {
        const unsigned n = w->e->pawns ? 1 : 1 + random_below(&dice, 7);
        image = (Image){(n & 1 ? 7u : 0) | (n & 2 ? 56u : 0), n & 4, false, -1};
        compare_colors(w, c, s, turn, v, image);
    }
    for (int i = 0; i < w->e->pawns; i++) {
        EndingValue after;
        if (may_have_jumped(w->e, s, turn, i) &&
            solver_after_jump(&w->plan->library->set, w->e, s, turn, i, &after))
            compare_colors(w, c, s, turn, after, (Image){.jumped = i});
    }
}

static void add_count(CompareCount *to, const CompareCount *c) {
    to->positions += c->positions;
    to->images += c->images;
    to->wdl += c->wdl;
    to->dtz += c->dtz;
    to->en_passant += c->en_passant;
    to->in_moves += c->in_moves;
    to->longer += c->longer;
}

static void *compare_cells(void *context) {
    Work *const w = context;
    CompareCount c = {0};

    while (!w->stopped) {
        const size_t begin = atomic_fetch_add(&w->next, CHUNK);
        if (begin >= w->e->cells)
            break;
        for (size_t cell = begin; cell < begin + CHUNK && cell < w->e->cells; cell++)
            for (Color turn = WHITE; turn <= BLACK; turn++)
                compare_cell(w, &c, cell, turn);
        if (interrupt_pending())
            w->stopped = true;
    }
    pthread_mutex_lock(&w->lock);
    add_count(&w->count, &c);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void print_count(const char *name, const CompareCount *c) {
    char a[32], b[32], d[32], e[32];

    printf("%s: %s positions, of which %s images, %s differ in WDL, %s in DTZ", name,
           ending_grouped(c->positions, a), ending_grouped(c->images, b), ending_grouped(c->wdl, d),
           ending_grouped(c->dtz, e));
    if (c->in_moves)
        printf("; %s in moves, of which %s a ply longer", ending_grouped(c->in_moves, a),
               ending_grouped(c->longer, b));
    if (c->en_passant)
        printf("; %s with en passant", ending_grouped(c->en_passant, a));
    putchar('\n');
    fflush(stdout);
}

static bool open_dtz(Work *w, Text *error) {
    char path[PATH_SIZE];
    const char *sentence = "missing or unreadable";
    FileMap map;

    snprintf(path, sizeof path, "%s/%s.rtbz", w->plan->folder, w->e->name);
    if (filemap_open(&map, path))
        sentence = syzygy_file_read(&w->dtz, &w->material, SYZYGY_DTZ, map);
    if (sentence)
        text_addf(error, "%s is %s", path, sentence);
    return !sentence;
}

static LibraryStatus compare_ending(Work *w, Text *error) {
    pthread_t thread[COMPARE_THREADS];
    const char *complaint;
    int started = 0;

    pthread_mutex_init(&w->lock, NULL);
    while (started + 1 < w->plan->threads && thread_start(&thread[started], compare_cells, w))
        started++;
    compare_cells(w);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&w->lock);
    print_count(w->e->name, &w->count);
    for (int i = 0; i < SHOWN && *w->shown[i]; i++)
        printf("  %s\n", w->shown[i]);
    fflush(stdout);
    if (w->stopped)
        return LIBRARY_STOPPED;
    if (!(complaint = syzygy_complaint(w->syzygy)))
        return LIBRARY_DONE;
    text_add(error, complaint);
    return LIBRARY_FAILED;
}

LibraryStatus compare_run(const ComparePlan *plan, Ending *const *list, int count,
                          CompareCount *total, Text *error) {
    LibraryStatus status = LIBRARY_DONE;
    Syzygy *const syzygy = syzygy_open(plan->folder);
    int done = 0;
    Text name = TEXT_OF(40);

    *total = (CompareCount){0};
    for (int i = 0; syzygy && i < count && status == LIBRARY_DONE; i++) {
        Work w = {.plan = plan, .e = list[i], .syzygy = syzygy};

        if ((status = library_load(plan->library, list[i], true, error)) != LIBRARY_DONE)
            break;
        syzygy_material(&w.material, list[i]->name);
        if (!open_dtz(&w, error)) {
            status = LIBRARY_FAILED;
            break;
        }
        status = compare_ending(&w, error);
        syzygy_file_close(&w.dtz);
        add_count(total, &w.count);
        done++;
    }
    text_addf(&name, "%d %s", done, done == 1 ? "table" : "tables");
    print_count(name.at, total);
    syzygy_close(syzygy);
    if (!syzygy)
        text_add(error, "there is not enough memory");
    return syzygy ? status : LIBRARY_FAILED;
}
