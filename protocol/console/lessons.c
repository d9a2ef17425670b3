/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lessons.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/lock.h"
#include "base/util.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "protocol/statefile.h"
#include "search/result.h"

static const char file_name[] = "training.epd";
static const char heading[] = "# Exercises of Alula's command train";
static const char game_mark[] = "# game ";
static const char *const side_names[] = {
    "", [LESSON_WHITE] = "white", [LESSON_BLACK] = "black", [LESSON_BOTH] = "both"};

/* --- days ------------------------------------------------------------------------------------- */

/* Returns the days since 1970-01-01 of a date of the Gregorian calendar (H. Hinnant 2013,
 * "chrono-compatible low-level date algorithms": years begin in March). */
static int day_of(int year, int month, int day) {
    const int y = year - (month <= 2), m = (month + 9) % 12;

    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
}

static bool read_day(Word w, int *out) {
    int64_t year, month, day;

    if (w.length != 10 || w.at[4] != '-' || w.at[7] != '-' ||
        !word_number((Word){w.at, 4}, 1970, 9999, &year) ||
        !word_number((Word){w.at + 5, 2}, 1, 12, &month) ||
        !word_number((Word){w.at + 8, 2}, 1, 31, &day))
        return false;
    *out = day_of((int)year, (int)month, (int)day);
    return true;
}

int lessons_today(void) {
    const char *set = getenv("ALULA_DATE");
    const time_t now = time(NULL);
    const struct tm *local = localtime(&now);
    int day;

    if (set && read_day(word_of(set), &day))
        return day;
    return local ? day_of(local->tm_year + 1900, local->tm_mon + 1, local->tm_mday)
                 : (int)(now / 86400);
}

const char *lessons_day_text(char buffer[DAY_SIZE], int day, char between) {
    Text text = text_in(buffer, DAY_SIZE);
    int year = 1970, month = 1;

    while (day_of(year + 1, 1, 1) <= day)
        year++;
    while (month < 12 && day_of(year, month + 1, 1) <= day)
        month++;
    text_addf(&text, "%04d%c%02d%c%02d", year, between, month, between,
              day - day_of(year, month, 1) + 1);
    return buffer;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Returns the operand of an operation without quotes; empty if the line lacks it. */
static Word operand(Word operations, const char *opcode) {
    Word code, operands;

    while (epd_operation(&operations, &code, &operands))
        if (word_is(code, opcode))
            return operands.length > 1 && *operands.at == '"'
                       ? (Word){operands.at + 1, operands.length - 2}
                       : operands;
    return (Word){"", 0};
}

/* Sets the halfmove clock and the move number, where the line has them. */
static void read_counters(Position *p, Word operations) {
    Word code, operands;

    while (epd_operation(&operations, &code, &operands))
        epd_counter(p, code, operands);
}

/* Reads the best line, which begins with the move of bm. */
static bool read_line(Lesson *l, Word moves) {
    Position p = l->position;
    Word w;

    for (l->length = 0; l->length < NOTE_PLIES && (w = text_word(&moves)).length; l->length++) {
        if (notation_parse(&l->line[l->length], &p, w))
            break;
        position_advance(&p, l->line[l->length]);
    }
    return l->length > 0;
}

/* Reads a line of the file. Returns false if the line is unreadable. */
static bool read_lesson(Lesson *l, Word line) {
    Text error = TEXT_OF(200);
    EpdProblem e;
    Word schedule;
    int64_t n;

    l->chess960 = false;
    if (!epd_read_line(&e, line, false, EPD_LENIENT, &error)) {
        text_clear(&error);
        l->chess960 = true;
        if (!epd_read_line(&e, line, true, EPD_LENIENT, &error))
            return false;
    }
    l->position = e.position;
    read_counters(&l->position, e.operations);
    if (!e.best.count || !e.avoid.count || !read_line(l, operand(e.operations, "pv")) ||
        l->line[0] != e.best.move[0] ||
        !word_number(operand(e.operations, "ce"), -SCORE_MATE, SCORE_MATE, &n))
        return false;
    l->played = e.avoid.move[0];
    l->score = (int)n;
    schedule = operand(e.operations, "c1"); /* "due YYYY-MM-DD stage N" */
    if (!word_is(text_word(&schedule), "due") || !read_day(text_word(&schedule), &l->due) ||
        !word_is(text_word(&schedule), "stage") ||
        !word_number(text_word(&schedule), LESSON_NEW, LESSON_LEARNED, &n))
        return false;
    l->stage = (int)n;
    snprintf(l->source, sizeof l->source, "%.*s",
             (int)min_size(operand(e.operations, "c0").length, sizeof l->source - 1),
             operand(e.operations, "c0").at);
    return true;
}

void lessons_add_line(Text *out, const Lesson *l) {
    Text moves = TEXT_OF(NOTE_PLIES * NOTATION_SIZE + 1);

    fen_write_fields(out, &l->position);
    notation_write_line(&moves, &l->position, l->line, l->length, false, notation_write_san);
    text_addf(out,
              " am %s; bm %s; c0 \"%s\"; c1 \"due %s stage %d\"; ce %d; fmvn %d; hmvc %d; pv %s;",
              SAN_OF(&l->position, l->played), SAN_OF(&l->position, l->line[0]), l->source,
              DAY_OF(l->due, '-'), l->stage, l->score, l->position.fullmove_number,
              l->position.halfmove_clock, moves.at);
}

static bool write_lesson(FILE *out, const Lesson *l) {
    Text line = TEXT_OF(LESSON_LINE);

    lessons_add_line(&line, l);
    return fprintf(out, "%s\n", line.at) > 0;
}

/* --- the file --------------------------------------------------------------------------------- */

/* Returns the line without a trailing carriage return. */
static Word without_return(Word line) {
    line.length -= line.length && line.at[line.length - 1] == '\r';
    return line;
}

/* Reads the mark of an examined game: "# game 0123abcd white". */
static bool read_game(Word line, LessonGame *game) {
    Word side;

    *game = (LessonGame){0, 0};
    if (!text_skip(&line, game_mark) || line.length < 8)
        return false;
    for (size_t i = 0; i < 8; i++) {
        const char *digits = "0123456789abcdef", c = line.at[i];
        const char *at = c ? strchr(digits, c) : NULL;

        if (!at)
            return false;
        game->key = game->key << 4 | (uint32_t)(at - digits);
    }
    side = text_rest((Word){line.at + 8, line.length - 8});
    for (unsigned i = LESSON_WHITE; i <= LESSON_BOTH; i++)
        if (word_is(side, side_names[i]))
            game->sides = i;
    return true;
}

static bool add_line(Lessons *l, Word whole) {
    const Word line = without_return(whole);
    LessonGame game;
    void *more;

    if (read_game(line, &game)) {
        if ((more = array_grow(l->game, &l->game_room, l->games + 1, sizeof *l->game))) {
            l->game = more;
            l->game[l->games++] = game;
        }
        return more != NULL;
    }
    if (!text_rest(line).length || *line.at == '#')
        return true;
    if (!(more = array_grow(l->lesson, &l->room, l->count + 1, sizeof *l->lesson)))
        return false;
    l->lesson = more;
    if (read_lesson(&l->lesson[l->count], line))
        l->count++;
    else
        l->damaged++;
    return true;
}

/* Returns the length of a byte-order mark, which some editors put first. */
static size_t mark_bytes(const char *text) {
    return strncmp(text, "\xef\xbb\xbf", 3) ? 0 : 3;
}

/* Reads the text of the file; a missing file is empty. Returns NULL, or an error message. */
static const char *read_text(char path[STATEFILE_SIZE], char **text, size_t *length) {
    *text = NULL;
    *length = 0;
    if (!statefile_path(path, file_name))
        return *path ? "The folder for training.epd cannot be written."
                     : "The environment names no folder for training.epd.";
    if (!file_mark(path).exists)
        return NULL;
    if (file_read_all(path, text, length))
        return "The file training.epd cannot be read.";
    if (*length && strncmp(*text + mark_bytes(*text), heading, sizeof heading - 1))
        return "The file training.epd is not by the command train, and was not changed.";
    return NULL;
}

const char *lessons_read(Lessons *l) {
    char path[STATEFILE_SIZE], *text;
    size_t length;
    const char *error = read_text(path, &text, &length);
    Word rest = {text, length};

    if (!error && length)
        rest = (Word){text + mark_bytes(text), length - mark_bytes(text)};
    while (!error && rest.length)
        if (!add_line(l, text_until(&rest, '\n')))
            error = "There is not enough memory for the exercises.";
    free(text);
    return error;
}

void lessons_free(Lessons *l) {
    free(l->lesson);
    free(l->game);
    *l = (Lessons){.count = 0};
}

unsigned lessons_sides(const Lessons *l, uint32_t key, unsigned unknown) {
    unsigned sides = 0;

    for (size_t i = 0; i < l->games; i++)
        if (l->game[i].key == key)
            sides |= l->game[i].sides ? l->game[i].sides : unknown;
    return sides;
}

/* Returns true if a source, from Black's name on, has this name; a date may follow. */
static bool has_black(const char *source, const char *name) {
    const size_t length = strlen(name);
    const char *after = source + length;

    return strlen(source) >= length && word_is_any_case((Word){source, length}, name) &&
           (!*after || (!strncmp(after, ", ", 2) && !strstr(after + 2, ", ")));
}

bool lessons_is_by(const Lesson *l, const char *person) {
    static const char between[] = " - ";
    const bool white = position_turn(&l->position) == WHITE;

    if (!*person)
        return true;
    for (const char *at = l->source; (at = strstr(at, between)); at++)
        if (white ? word_is_any_case((Word){l->source, (size_t)(at - l->source)}, person)
                  : has_black(at + sizeof between - 1, person))
            return true;
    return false;
}

const Lesson *lessons_due(const Lessons *l, const char *person, int today) {
    const Lesson *found = NULL;

    for (size_t i = 0; i < l->count; i++) {
        const Lesson *one = &l->lesson[i];

        if (one->stage < LESSON_LEARNED && one->due <= today && lessons_is_by(one, person) &&
            (!found || one->due < found->due))
            found = one;
    }
    return found;
}

void lessons_answered(Lesson *l, bool right, int today) {
    static const int days[LESSON_STAGES] = {1, 3, 7, 21};

    if (!right)
        l->stage = 1;
    else
        l->stage = l->stage == LESSON_NEW ? LESSON_LEARNED : min(l->stage + 1, LESSON_LEARNED);
    l->due = today + (l->stage <= LESSON_STAGES ? days[l->stage - 1] : 0);
}

/* --- changes ---------------------------------------------------------------------------------- */

typedef struct {
    Word old;             /* the current text of the file */
    const Lesson *lesson; /* [count] to write */
    size_t count;
    bool replace;    /* replace equal exercises of the file; else leave them unchanged */
    LessonGame game; /* a game to mark as examined; no sides: none */
} Change;

/* Returns the index of the lesson on a line of the file; c->count if the line has none of these. */
static size_t lesson_of(const Change *c, Word whole) {
    const Word line = without_return(whole);
    Lesson old;
    size_t i = 0;

    if (!text_rest(line).length || *line.at == '#' || !read_lesson(&old, line))
        return c->count;
    while (i < c->count &&
           !(old.position.key == c->lesson[i].position.key && old.played == c->lesson[i].played))
        i++;
    return i;
}

/* Writes the line of a lesson with a new day and stage, and the rest unchanged. */
static bool write_schedule(FILE *file, Word line, const Lesson *l) {
    static const char mark[] = "c1 \"";
    Word head = line, tail;
    Text due = TEXT_OF(48);

    if (!text_split(&head, mark, &tail) || !memchr(tail.at, '"', tail.length))
        return write_lesson(file, l);
    (void)text_until(&tail, '"');
    text_addf(&due, "%sdue %s stage %d\"", mark, DAY_OF(l->due, '-'), l->stage);
    return fwrite(head.at, 1, head.length, file) == head.length && fputs(due.at, file) >= 0 &&
           fwrite(tail.at, 1, tail.length, file) == tail.length && fputc('\n', file) > 0;
}

static bool write_changed(void *context, FILE *file) {
    const Change *c = context;
    bool *found = calloc(c->count + 1, sizeof *found), good = found != NULL;
    Word rest = c->old;

    if (good && !rest.length)
        good = fprintf(file, "%s\n", heading) > 0;
    while (good && rest.length) {
        const Word line = text_until(&rest, '\n');
        const size_t at = lesson_of(c, line);

        found[at] = true;
        good = c->replace && at < c->count
                   ? write_schedule(file, line, &c->lesson[at])
                   : fwrite(line.at, 1, line.length, file) == line.length && fputc('\n', file) > 0;
    }
    for (size_t i = 0; good && i < c->count; i++)
        good = found[i] || write_lesson(file, &c->lesson[i]);
    if (good && c->game.sides)
        good = fprintf(file, "%s%08x %s\n", game_mark, (unsigned)c->game.key,
                       side_names[c->game.sides & LESSON_BOTH]) > 0;
    free(found);
    return good;
}

/* Locks the file, waiting ten seconds at most. Succeeds without a lock on systems without locks. */
static bool lock(int *fd, char path[STATEFILE_SIZE]) {
    enum { TRIES = 500, PAUSE_MS = 20 };
    LockStatus status = LOCK_FAILED;

    *fd = -1;
    if (!statefile_path(path, "training.lock"))
        return false;
    for (int i = 0; i < TRIES; i++) {
        Text error = TEXT_OF(200);

        status = lock_create(fd, path, &error);
        if (status != LOCK_BUSY)
            break;
        clock_sleep_ms(PAUSE_MS);
    }
    return status != LOCK_BUSY;
}

static const char *change(Change *c) {
    char path[STATEFILE_SIZE], lock_path[STATEFILE_SIZE], *text = NULL;
    const char *error = NULL;
    size_t length;
    int fd;

    if (!lock(&fd, lock_path))
        return "The file training.epd cannot be written now.";
    if (!(error = read_text(path, &text, &length))) {
        c->old = (Word){text, length};
        if (!file_write(path, false, write_changed, c))
            error = "The file training.epd cannot be written.";
    }
    free(text);
    if (fd >= 0)
        lock_remove(fd, lock_path);
    return error;
}

const char *lessons_add(LessonGame game, const Lesson *lesson, size_t count) {
    return change(&(Change){.lesson = lesson, .count = count, .game = game});
}

const char *lessons_update(const Lesson *lesson) {
    return change(&(Change){.lesson = lesson, .count = 1, .replace = true});
}
