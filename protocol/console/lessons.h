/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The exercises of the command train: positions before mistakes of the user. They are EPD lines of
 * training.epd in the folder of statefile_path(), which people may read and edit. Several consoles
 * may use the file at the same time; unreadable lines are kept.
 */
#ifndef ALULA_LESSONS_H
#define ALULA_LESSONS_H

#include <stdio.h>

#include "base/text.h"
#include "report/notes.h"

/* The stages of an exercise: new; failed, and asked again after 1, 3, 7 and 21 days; learned. */
enum { LESSON_NEW, LESSON_STAGES = 4, LESSON_LEARNED = LESSON_STAGES + 1 };

enum { LESSON_SOURCE = 120 };

/* A position before a mistake. */
typedef struct {
    Position position;
    bool chess960;
    Move played;           /* the mistake */
    Move line[NOTE_PLIES]; /* the best line: [length], length >= 1 */
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
    unsigned sides; /* sides whose mistakes were searched; 0: unknown, from an earlier version */
} LessonGame;

typedef struct {
    Lesson *lesson;   /* [count], in the order of the file */
    LessonGame *game; /* [games], perhaps with duplicates */
    size_t count, games;
    size_t room, game_room; /* of the arrays */
    size_t damaged;         /* unreadable lines */
} Lessons;

/* Returns the days since 1970-01-01, by ALULA_DATE (YYYY-MM-DD) if set, else by local time. */
int lessons_today(void);

/*
 * Writes a day as YYYY-MM-DD, with `between` as the separator. Returns the buffer, which must be
 * empty; the buffer of DAY_OF() lives until the enclosing block ends.
 */
enum { DAY_SIZE = 16 };
const char *lessons_day_text(char buffer[DAY_SIZE], int day, char between);
#define DAY_OF(day, between) lessons_day_text((char[DAY_SIZE]){""}, day, between)

/*
 * Reads the file into *l, which must be zero; a missing file has no lessons. Returns NULL, or an
 * error message if the file cannot be read, is of another kind, or does not fit into memory. The
 * caller frees *l with lessons_free() in any case.
 */
const char *lessons_read(Lessons *l);

/* Frees the lessons, and leaves *l empty. */
void lessons_free(Lessons *l);

/* Returns the examined sides of a game, with `unknown` for marks of earlier versions. */
unsigned lessons_sides(const Lessons *l, uint32_t key, unsigned unknown);

/* Returns true if the player of this name, ignoring case, made the mistake; "" is any player. */
bool lessons_is_by(const Lesson *l, const char *person);

/* Returns the person's lesson that has been due for longest; NULL if none is due today. */
const Lesson *lessons_due(const Lessons *l, const char *person, int today);

/*
 * Adds the exercises of a game, and records which sides were examined. Does not add an exercise
 * twice. Returns NULL, or an error as a sentence with the file unchanged.
 */
const char *lessons_add(LessonGame game, const Lesson *lesson, size_t count);

/* Stores stage and day of a lesson, like lessons_add(); a lesson no longer there is added. */
const char *lessons_update(const Lesson *lesson);

/*
 * Sets stage and day after an answer on this day. A right answer to a new exercise completes it.
 * After a wrong answer the exercise is asked again after 1 day, and then, as long as the answers
 * are right, after 3, 7 and 21 more.
 */
void lessons_answered(Lesson *lesson, bool right, int today);

/* Room for a line of lessons_add_line(). */
enum { LESSON_LINE = 1024 };

/* Adds the EPD line of a lesson, without a line end. */
void lessons_add_line(Text *out, const Lesson *lesson);

#endif
