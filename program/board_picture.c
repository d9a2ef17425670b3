/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board_picture.h"

#include <string.h>

#include "base/file.h"
#include "chess/fen.h"

/* Reads the value of an option. Returns false with an error message. */
typedef bool OptionReader(BoardPicture *p, const char *value, Text *error);

static bool refuse(Text *error, const char *value, const char *why) {
    return text_fail(error, "\"%s\" %s", QUOTED_OF(word_of(value), 80), why);
}

static bool read_file(BoardPicture *p, const char *value, Text *error) {
    if (!*value)
        return refuse(error, value, "is not a file name");
    p->file = value;
    return true;
}

static bool read_flip(BoardPicture *p, const char *value, Text *error) {
    p->board.flipped = true;
    return true;
}

static bool read_size(BoardPicture *p, const char *value, Text *error) {
    int64_t size;

    if (!word_number(word_of(value), SVG_SIZE_MIN, SVG_SIZE_MAX, &size))
        return text_fail(error, "--size needs a number of pixels from %d to %d", (int)SVG_SIZE_MIN,
                         (int)SVG_SIZE_MAX);
    p->board.size = (int)size;
    return true;
}

static bool read_arrow(BoardPicture *p, const char *value, Text *error) {
    if (p->board.arrows == PICTURE_ARROWS)
        return text_fail(error, "there may be at most %d arrows", (int)PICTURE_ARROWS);
    if (!svgboard_read_arrow(&p->arrow[p->board.arrows], word_of(value)))
        return refuse(error, value, "is not an arrow, as in e2e4, e2e4:better or e2e4:other");
    p->board.arrows++;
    return true;
}

static bool read_mark(BoardPicture *p, const char *value, Text *error) {
    if (p->board.marks == PICTURE_MARKS)
        return text_fail(error, "there may be at most %d marks", (int)PICTURE_MARKS);
    if (!svgboard_read_mark(&p->mark[p->board.marks], word_of(value)))
        return refuse(error, value,
                      "is not a mark, as in e4, e4:!, e4:?, e4:!!, e4:??, e4:!? or e4:?!");
    p->board.marks++;
    return true;
}

static const struct {
    const char *name;
    bool has_value, of_picture; /* of_picture: only with --svg */
    OptionReader *read;
} options[] = {
    {"--svg", true, false, read_file}, {"--flip", false, false, read_flip},
    {"--size", true, true, read_size}, {"--arrow", true, true, read_arrow},
    {"--mark", true, true, read_mark},
};

enum { OPTIONS = sizeof options / sizeof *options };

static bool read_position(BoardPicture *p, const char *fen, Text *error) {
    const char *why = fen_parse_either(&p->position, word_of(fen), &p->chess960);

    if (why)
        text_addf(error, "the position is not valid: %s", why);
    return !why;
}

bool board_picture_read(BoardPicture *out, int count, char **words, Text *error) {
    const char *fen = NULL, *needs_svg = NULL;
    int i;

    memset(out, 0, sizeof *out);
    out->board = (SvgBoard){.position = &out->position, .arrow = out->arrow, .mark = out->mark};
    for (int at = 0; at < count; at++) {
        const char *word = words[at];

        for (i = 0; i < OPTIONS && strcmp(word, options[i].name); i++)
            ;
        if (i < OPTIONS) {
            if (options[i].has_value && (at + 1 == count || !strncmp(words[at + 1], "--", 2)))
                return text_fail(error, "%s needs a value", word);
            at += options[i].has_value;
            if (!options[i].read(out, words[at], error))
                return false;
            needs_svg = options[i].of_picture ? options[i].name : needs_svg;
        } else if (*word == '-') {
            text_add(error, "unknown option ");
            return refuse(error, word, "(see --help)");
        } else if (fen) {
            return refuse(error, word, "is too much: put the FEN in quotes");
        } else {
            fen = word;
        }
    }
    if (needs_svg && !out->file)
        return text_fail(error, "%s needs --svg FILE", needs_svg);
    return read_position(out, fen ? fen : FEN_START, error);
}

static void print_picture(FILE *file, const void *picture) {
    svgboard_file(file, &((const BoardPicture *)picture)->board);
}

bool board_picture_write(const BoardPicture *p, Text *error) {
    if (strcmp(p->file, "-"))
        return file_output(p->file, print_picture, p, error);
    print_picture(stdout, p);
    if (!fflush(stdout) && !ferror(stdout))
        return true;
    return text_fail(error, "the output cannot be written");
}
