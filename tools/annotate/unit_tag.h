/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The last tag of an annotated game in a part, which identifies the game, and which the merged file
 * does not have: settings of the searches, its number in the input, and a checksum of its other
 * text.
 *     [AlulaUnit "alula=1.0 ... nodes=1000 ... tb=0 ;unit 17 ;game 0123456789abcdef ;check ..."]
 */
#ifndef ALULA_ANNOTATE_UNIT_TAG_H
#define ALULA_ANNOTATE_UNIT_TAG_H

#include "report/notes.h"
#include "tools/common/units.h"

#define UNIT_TAG_NAME NOTES_UNIT_TAG

enum { UNIT_TAG_SIZE = 520 }; /* of a tag with settings of at most SOLVER_JOB_SIZE bytes */

/* Writes the tag with its line end. The game is as pgn_write() wrote it, without the empty line. */
void unit_tag_write(Text *out, const char *job, int64_t number, Word game);

/* Returns the place of the tag: before the empty line after the tags. */
size_t unit_tag_place(Word game);

typedef struct {
    Word job;           /* points into the game */
    int64_t number;     /* from 1 */
    size_t from, to;    /* the tag's line in the game */
    uint64_t game_hash; /* checksum of the other text */
} UnitTag;

typedef enum { UNIT_TAG_NONE, UNIT_TAG_GOOD, UNIT_TAG_WRONG } UnitTagStatus;

/* Finds and verifies the tag in a text of any kind. Wrong: the game or the tag was changed. */
UnitTagStatus unit_tag_read(UnitTag *out, Word game);

#endif
