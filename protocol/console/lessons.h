/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The exercises of the command train: positions before mistakes of the user. They are EPD lines of
 * training.epd in the folder of statefile_path(), which people may read and edit. Several consoles
 * may use the file at the same time; lines that are not understood stay in it.
 */
#ifndef ALULA_LESSONS_H
#define ALULA_LESSONS_H

#include <stdio.h>

#include "base/text.h"
#include "report/notes.h"

/* The stages of an exercise: new, failed and asked again after 1, 3, 7 and 21 days, and learned. */
enum { LESSON_NEW, LESSON_STAGES = 4, LESSON_LEARNED = LESSON_STAGES + 1 };

enum { LESSON_SOURCE = 120 };

/* A position before a mistake. */
typedef struct {
    Position position;
    bool chess960;
    Move played;           /* the mistake */
    Move line[NOTE_PLIES]; /* [length], length >= 1: the best move and what follows */
    size_t length;
    int score;                  /* of the best move for the side to move, centipawns */
    int stage;                  /* LESSON_NEW to LESSON_LEARNED */
    int due;                    /* the day from which it is asked, see lessons_today() */
    char source[LESSON_SOURCE]; /* "Smith - Jones, 2026.11.27": players and date */
} Lesson;

/* Sides of a game. */
enum { LESSON_WHITE = 1, LESSON_BLACK = 2, LESSON_BOTH = LESSON_WHITE | LESSON_BLACK };

/* A game that was examined. */
typedef struct {
    uint32_t key;
    unsigned sides; /* for their mistakes; 0: by an earlier version, which did not note that */
} LessonGame;

typedef struct {
    Lesson *lesson;   /* [count], in the order of the file */
    LessonGame *game; /* [games], the same one perhaps several times */
    size_t count, games;
    size_t room, game_room; /* of the arrays */
    size_t damaged;         /* lines that are not understood */
} Lessons;

/* Returns today as the number of days since 1970-01-01, from the environment's ALULA_DATE
 * (YYYY-MM-DD) if that is set, else by the local time. */
int lessons_today(void);

/*
 * Writes a day as YYYY-MM-DD, with this character in between. Returns the buffer, which is empty
 * before; that of DAY_OF() lives as long as a variable of the block.
 */
enum { DAY_SIZE = 16 };
const char *lessons_day_text(char buffer[DAY_SIZE], int day, char between);
#define DAY_OF(day, between) lessons_day_text((char[DAY_SIZE]){""}, day, between)

/*
 * Reads the file into *l, which must be zero; a missing file has no lessons. Returns NULL, or an
 * error as a sentence with nothing read: it cannot be read, memory is refused, or it is no file of
 * this kind. lessons_free() releases the memory in any case.
 */
const char *lessons_read(Lessons *l);
void lessons_free(Lessons *l);

/*
 * Returns the sides of a game that were examined. `unknown`: the sides that a mark of an earlier
 * version stands for.
 */
unsigned lessons_sides(const Lessons *l, uint32_t key, unsigned unknown);

/*
 * Returns true if the mistake is one of the player with this name, written as in the source, in any
 * case; "" is the name of all.
 */
bool lessons_is_by(const Lesson *l, const char *person);

/*
 * Returns the lesson by this person, see lessons_is_by(), that is due on this day or has been due
 * for longest; NULL if none is.
 */
const Lesson *lessons_due(const Lessons *l, const char *person, int today);

/*
 * Adds the exercises of a game, and records which sides were examined. Does not add an exercise
 * twice. Returns NULL, or an error as a sentence with the file unchanged.
 */
const char *lessons_add(LessonGame game, const Lesson *lesson, size_t count);

/* Stores stage and day of a lesson, in the same way. A lesson that is no longer there is added. */
const char *lessons_update(const Lesson *lesson);

/*
 * Sets stage and day after an answer on this day. A right answer to a new exercise ends it; after a
 * wrong one the exercise is asked again after 1 day, and after 3, 7 and 21 more when the answers
 * are right.
 */
void lessons_answered(Lesson *lesson, bool right, int today);

/* Room for a line of lessons_add_line(). */
enum { LESSON_LINE = 1024 };

/* Adds the EPD line of a lesson, without a line end. */
void lessons_add_line(Text *out, const Lesson *lesson);

#endif
