/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include <stdio.h>
#include <stdlib.h>

#include "chess/movegen.h"
#include "chess/svgboard.h"
#include "library_game.h"

enum { MAX_ARROWS = 256, LEAST_PICTURE = offsetof(AlulaPicture, circles) + sizeof(uint64_t) };

/* Fills in the arrows and circles of a picture. Fails if a move is not a valid arrow. */
static const char *set_marks(SvgBoard *b, const AlulaPicture *picture, SvgArrow arrow[MAX_ARROWS],
                             SvgMark mark[SQUARE_COUNT]) {
    uint64_t circles = picture->circles;

    if (picture->arrow_count && !picture->arrows)
        return library_missing();
    if (picture->arrow_count > MAX_ARROWS)
        return library_fails(ALULA_ERROR_ARGUMENT, "there are too many arrows");
    for (size_t i = 0; i < picture->arrow_count; i++) {
        const Move m = picture->arrows[i];

        if (move_from(m) == move_to(m))
            return library_fails(ALULA_ERROR_ARGUMENT, "an arrow ends where it begins");
        arrow[b->arrows++] = (SvgArrow){move_from(m), svgboard_to(b->position, m), SVG_OTHER};
    }
    while (circles)
        mark[b->marks++] = (SvgMark){pop_lsb(&circles), SVG_CIRCLE};
    b->arrow = arrow;
    b->mark = mark;
    return NULL;
}

/* Returns a drawn board, to be freed, or NULL if there is not enough memory. */
static char *draw(const SvgBoard *b, size_t *length) {
    char *text = NULL;
    bool complete;
    FILE *out;

#ifdef _WIN32
    out = tmpfile(); /* Windows has no open_memstream() */
#else
    out = open_memstream(&text, length);
#endif
    if (!out)
        return NULL;
    svgboard_file(out, b);
#ifdef _WIN32
    *length = (size_t)ftell(out);
    text = malloc(*length + 1);
    rewind(out);
    if (text && fread(text, 1, *length, out) != *length)
        *text = '\0';
#endif
    complete = !ferror(out);
    if (!fclose(out) && complete && text && *text)
        return text;
    free(text);
    return NULL;
}

const char *alula_game_svg(const AlulaGame *g, const AlulaPicture *picture, AlulaSink *sink,
                           void *context) {
    SvgArrow arrow[MAX_ARROWS];
    SvgMark mark[SQUARE_COUNT];
    char *text;
    size_t length;
    SvgBoard b;

    if (!g || !sink)
        return library_missing();
    b = (SvgBoard){.position = gameline_now(&g->line)};
    if (g->line.length && g->line.move[g->line.length - 1] != NO_MOVE)
        b.highlighted =
            svgboard_squares(gameline_now(&g->line) - 1, g->line.move[g->line.length - 1]);
    if (picture) {
        if (picture->size < LEAST_PICTURE)
            return library_fails(ALULA_ERROR_ARGUMENT, "the size of the picture is not set");
        if (picture->pixels && (picture->pixels < SVG_SIZE_MIN || picture->pixels > SVG_SIZE_MAX))
            return library_fails(ALULA_ERROR_ARGUMENT, "a picture has 32 to 8192 pixels");
        b.size = picture->pixels;
        b.flipped = picture->flipped;
        if (set_marks(&b, picture, arrow, mark))
            return alula_error_text();
    }
    if (!(text = draw(&b, &length)))
        return library_no_memory();
    sink(context, text, length);
    free(text);
    return NULL;
}
