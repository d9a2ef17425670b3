/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the command train: exercises from games, answers, days, and the saved file. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/console/console.h"
#include "protocol/console/lessons.h"

#include "dialogue.h"

static const Protocol *const protocols[] = {&console_protocol, NULL};

static char folder[] = "/tmp/alula-training-XXXXXX";

#define GAME(white, black, moves)                                                                  \
    "[Event \"?\"]\n[White \"" white "\"]\n[Black \"" black "\"]\n[Date \"2026.11.20\"]\n\n" moves \
    "\n\n"
#define BLUNDER "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Bc4+ d5 5. Bxd5+ Qxd5 6. exd5 0-1"

static void write_file(const char *name, const char *text) {
    char path[300];
    FILE *file;

    snprintf(path, sizeof path, "%s/alula", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/alula/%s", folder, name);
    ck_assert((file = fopen(path, "wb")));
    ck_assert(fputs(text, file) >= 0 && !fclose(file));
}

/* Returns the text of a file in the state folder, to be freed; "" if there is none. */
static char *text_of(const char *name) {
    char path[300], *text = calloc(1, 1 << 16);
    FILE *file;

    snprintf(path, sizeof path, "%s/alula/%s", folder, name);
    ck_assert_ptr_nonnull(text);
    if ((file = fopen(path, "rb"))) {
        text[fread(text, 1, (1 << 16) - 1, file)] = '\0';
        fclose(file);
    }
    return text;
}

static bool file_has(const char *name, const char *words) {
    char *text = text_of(name);
    const bool has = strstr(text, words);

    free(text);
    return has;
}

static void fresh_state(void) {
    static const char *const names[] = {"training.epd", "games.pgn", "training.lock"};
    char path[300];

    for (size_t i = 0; i < ROWS(names); i++) {
        snprintf(path, sizeof path, "%s/alula/%s", folder, names[i]);
        remove(path);
    }
    setenv("ALULA_DATE", "2026-11-28", 1);
}

/* Starts a console whose searches are short, for slow builds. */
static void start(Talk *t) {
    talk_start(t, protocols, NULL);
    talk_send(t, "sd 5");
}

/* Runs a console with these lines, and checks its output. */
static void hear(const char *const *lines, const char *said) {
    static Talk t;

    start(&t);
    for (int i = 0; lines[i]; i++) {
        talk_send(&t, lines[i]);
        talk_wait(&t);
    }
    CLAIM(!said || strstr(t.said, said), "not said: %s\nbut:\n%s", said, t.said);
    talk_end(&t);
}

#define HEAR(said, ...) hear((const char *const[]){__VA_ARGS__, NULL}, said)

/*
 * Mistakes of the user in saved games become exercises; a wrong answer brings them back after some
 * days.
 */
START_TEST(weeks) {
    static const struct {
        const char *date, *answer, *said, *kept;
    } rows[] = {
        {"2026-11-28", "Qxf7+", "\nLoses the queen on f7 to 3... Kxf7.\n",
         "due 2026-11-29 stage 1"},
        {"2026-11-28", NULL, "1 exercise will return, the next on 2026-11-29.", "stage 1"},
        {"2026-11-29", "(best)", "1 right, 0 wrong.", "due 2026-12-02 stage 2"},
        {"2026-12-01", NULL, "the next on 2026-12-02.", "stage 2"},
        {"2026-12-05", "(best)", "the next on 2026-12-12.", "due 2026-12-12 stage 3"},
        {"2026-12-31", "a3", "Wrong: 3. a3 ", "due 2027-01-01 stage 1"},
        {"2027-02-28", "(best)", "Right: ", "due 2027-03-03 stage 2"},
        {"2027-03-03", "(best)", "Right: ", "due 2027-03-10 stage 3"},
        {"2027-03-10", "(best)", "Right: ", "due 2027-03-31 stage 4"},
        {"2027-04-01", "(best)", "That is all for today: 1 right, 0 wrong.", "stage 5"},
        {"2037-01-01", NULL, "There is no new mistake.", "stage 5"},
    };

    write_file("games.pgn", GAME("Anna", "Alula 1.1 (level 1200)", BLUNDER));
    for (size_t i = 0; i < ROWS(rows); i++) {
        const char *answer = rows[i].answer;
        Lessons l = {.count = 0};

        tests_row_is(rows[i].date);
        setenv("ALULA_DATE", rows[i].date, 1);
        if (answer && !strcmp(answer, "(best)")) {
            Text best = TEXT_OF(NOTATION_SIZE);

            ck_assert_ptr_null(lessons_read(&l));
            ck_assert_uint_eq(l.count, 1);
            notation_write_san(&best, &l.lesson[0].position, l.lesson[0].line[0]);
            HEAR(rows[i].said, "train", best.at);
            lessons_free(&l);
        } else if (answer) {
            HEAR(rows[i].said, "train", answer);
        } else {
            HEAR(rows[i].said, "train");
        }
        CLAIM(file_has("training.epd", rows[i].kept), "not kept: %s", rows[i].kept);
    }
}

/* Answers all exercises of the day by the best move or by the mistake. Returns their number. */
static size_t answer_all(Talk *t, bool right) {
    size_t count = 0;

    talk_send(t, "train");
    talk_wait(t);
    for (;; count++) {
        Text move = TEXT_OF(NOTATION_SIZE);
        Lessons l = {.count = 0};
        const Lesson *due;

        ck_assert_ptr_null(lessons_read(&l));
        if ((due = lessons_due(&l, "", lessons_today())))
            notation_write_san(&move, &due->position, right ? due->line[0] : due->played);
        lessons_free(&l);
        if (!due)
            return count;
        talk_send(t, move.at);
        talk_wait(t);
        if (!right)
            talk_send(t, "solution");
        talk_wait(t);
    }
}

/* Weeks of games and of training, each day in a new console. */
START_TEST(replayed_weeks) {
    enum { NONE, WRONG, RIGHT };
    static const struct {
        const char *date, *lines[8];
        int train;
        const char *said;
    } rows[] = {
        {"2026-11-23",
         {"setboard r1bqk2r/pppp1ppp/2n5/8/8/5Q2/PPPP1PPP/RNB1K2R w KQkq - 0 1", "Qxf7+", "resign",
          "games"},
         NONE,
         "1  2026.11.23  White  lost     1000"},
        {"2026-11-23", {NULL}, WRONG, "the next on 2026-11-24."},
        {"2026-11-24",
         {"setboard 7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "Ra7", "Rb8", "games won"},
         RIGHT,
         "1  2026.11.24  White  won      1000"},
        {"2026-11-25", {"e4", "resign", "games lost"}, RIGHT, "the next on 2026-11-27."},
        {"2026-11-26",
         {"score"},
         RIGHT,
         "You won 1, drew 0 and lost 2 of 3 games against me: 33 %"},
        {"2026-11-27", {"games 3", "pgn"}, RIGHT, "[Date \"2026.11.23\"]"},
        {"2026-11-28", {NULL}, RIGHT, "the next on 2026-12-04."},
        {"2026-12-04", {NULL}, RIGHT, "the next on 2026-12-25."},
        {"2026-12-24", {NULL}, RIGHT, "the next on 2026-12-25."},
        {"2026-12-25", {NULL}, RIGHT, " right, 0 wrong."},
        {"2026-12-26", {NULL}, RIGHT, "There is no new mistake."},
    };
    static const bool asked[ROWS(rows)] = {
        [1] = true, [2] = true, [5] = true, [7] = true, [9] = true};
    size_t all = 0;

    for (size_t i = 0; i < ROWS(rows); i++) {
        static Talk t;
        size_t answered = 0;

        tests_row_is(rows[i].date);
        setenv("ALULA_DATE", rows[i].date, 1);
        start(&t);
        talk_send(&t, "autosave on");
        talk_send(&t, "elo 1000");
        for (int k = 0; k < ROWS(rows[i].lines) && rows[i].lines[k]; k++) {
            talk_send(&t, rows[i].lines[k]);
            talk_wait(&t);
        }
        if (rows[i].train)
            answered = answer_all(&t, rows[i].train == RIGHT);
        if (rows[i].train == WRONG)
            all = answered;
        CLAIM(strstr(t.said, rows[i].said), "not said: %s\nbut:\n%s", rows[i].said, t.said);
        CLAIM(answered == (asked[i] ? all : 0), "%d exercises, not %d:\n%s", (int)answered,
              (int)all, t.said);
        talk_end(&t);
    }
    CLAIM(all > 0, "no mistake was found");
}

/* With a file, a player can be named; only mistakes of that player become exercises. */
START_TEST(named_player) {
    write_file("club.pgn", GAME("Anna", "Smith, J.", BLUNDER) GAME("Eve", "Smith, J.", BLUNDER));
    HEAR("Eve - Smith, J., 2026.11.20: 3. Qxf7+ was a mistake.", "train alula/club.pgn eve");
    CLAIM(!file_has("training.epd", "Anna"), "not Eve's");
    fresh_state();
    HEAR("That file has no new game of Bob.", "train alula/club.pgn Bob");
    HEAR("cannot read", "train alula/none.pgn");
}

/* Each side of a game is examined when it is first named, whatever exercises are due for others. */
START_TEST(named_sides) {
    static const char file[] = "train alula/club.pgn ";
    static const struct {
        const char *name, *said;
        bool old; /* the marks of games are first changed to those of an earlier version */
    } rows[] = {
        {"Smith, Eve", ": 3. a3 was a mistake.", false},
        {"smith, eve", ": 3. a3 was a mistake.", false},
        {"Smith", "That file has no new game of Smith.\nThere is no new mistake.", false},
        {"mith, Eve", "That file has no new game of mith, Eve.", false},
        {"Smith, Bob", ": 2... Qh4 was a mistake.", true},
        {"Bob", "That file has no new game of Bob.", false},
        {"SMITH, BOB", ": 2... Qh4 was a mistake.", false},
    };

    write_file("club.pgn", GAME("Smith, Eve", "Smith, Bob", "1. e4 e5 2. Nf3 Qh4 3. a3 *"));
    for (size_t i = 0; i < ROWS(rows); i++) {
        Text line = TEXT_OF(80);

        tests_row_is(rows[i].name);
        if (rows[i].old) {
            char *text = text_of("training.epd"), *side = strstr(text, " white\n");

            ck_assert(side && !side[7]);
            memcpy(side, "\n", 2);
            write_file("training.epd", text);
            free(text);
        }
        text_addf(&line, "%s%s", file, rows[i].name);
        HEAR(rows[i].said, line.at);
    }
}

/* A wrong answer is explained without the solution, and a second try does not count. */
START_TEST(second_try) {
    static const char *const kept = "due 2026-11-29 stage 1";
    static Talk t;

    write_file("games.pgn", GAME("Anna", "Alula", BLUNDER) GAME("Eve", "Alula", BLUNDER));
    start(&t);
    talk_send(&t, "train");
    talk_wait(&t);
    talk_send(&t, "Qxf7");
    talk_wait(&t);
    CLAIM(strstr(t.said, "Wrong: 3. Qxf7+ Kxf7 (") && !strstr(t.said, "Better is") &&
              !strstr(t.said, "Best is") && strstr(t.said, "Loses the queen on f7") &&
              strstr(t.said, "The exercise returns on 2026-11-29. Try once more"),
          "said:\n%s", t.said);
    CLAIM(file_has("training.epd", kept), "does not count");
    talk_send(&t, "Qxh7");
    talk_wait(&t);
    CLAIM(strstr(t.said, "Wrong: 3. Qxh7 Rxh7 (") && strstr(t.said, "). Better is 3. "),
          "said:\n%s", t.said);
    CLAIM(strstr(t.said, "0 right, 1 wrong."), "counted twice:\n%s", t.said);
    talk_end(&t);
    setenv("ALULA_DATE", "2026-11-29", 1);
    HEAR("Best is 3. ", "train", "solution");
    CLAIM(file_has("training.epd", "due 2026-11-30 stage 1"), "the solution counts as wrong");
}

/* Moves typed before an exercise was shown are not answers to it. */
START_TEST(typed_ahead) {
    static Talk t;

    write_file("games.pgn",
               GAME("Anna", "Alula", BLUNDER) GAME("Anna", "Alula", "1. f3 e5 2. g4 Qh4# 0-1"));
    start(&t);
    t.f.out.terminal = true;
    talk_send(&t, "train");
    talk_send(&t, "h4");
    talk_wait(&t);
    CLAIM(strstr(t.said, "h4 does not count: "), "said:\n%s", t.said);
    CLAIM(strstr(t.said, "2. g4 was a mistake"), "said:\n%s", t.said);
    t.hold = true;
    talk_send(&t, "g4");
    talk_send(&t, "a3");
    talk_wait(&t);
    CLAIM(strstr(t.said, "a3 does not count: you typed it before I asked."), "said:\n%s", t.said);
    t.hold = true;
    talk_send(&t, "solution");
    talk_send(&t, "Qxf7");
    talk_wait(&t);
    CLAIM(!strstr(t.said, "Wrong: 3. Qxf7"), "said:\n%s", t.said);
    talk_send(&t, "Qxf7");
    talk_wait(&t);
    CLAIM(strstr(t.said, "Wrong: 3. Qxf7"), "said:\n%s", t.said);
    talk_end(&t);
}

/* Unknown lines are kept; another file of that name is not touched. */
START_TEST(edited_file) {
    static const char foreign[] = "my own notes\n";

    write_file("games.pgn", GAME("Anna", "Alula", BLUNDER));
    HEAR("Find a better move for White.", "train");
    {
        char *text = text_of("training.epd"), edited[4096];

        ck_assert_ptr_nonnull(strstr(text, "; c0 "));
        memcpy(strstr(text, "c0 \"Anna"), "c0 \"A;na", 8); /* a remark of the user */
        snprintf(edited, sizeof edited, "\xef\xbb\xbf%sthis line is damaged\n# a remark\n", text);
        write_file("training.epd", edited);
        free(text);
    }
    HEAR("1 line of training.epd is not understood and left unchanged.", "train", "Qxf7+");
    CLAIM(file_has("training.epd", "stage 1") && file_has("training.epd", "c0 \"A;na - Alula") &&
              file_has("training.epd", "\nthis line is damaged\n# a remark\n"),
          "lost");
    write_file("training.epd", foreign);
    HEAR("training.epd is not by the command train, and was not changed.", "train");
    CLAIM(file_has("training.epd", foreign) && !file_has("training.epd", "#"), "changed");
}

/* An answer given by a hint comes again; an answer played by Alula does not count. */
START_TEST(helped_answer) {
    static Talk t;
    Text best = TEXT_OF(NOTATION_SIZE);
    Lessons l = {.count = 0};

    write_file("games.pgn", GAME("Anna", "Alula", BLUNDER) GAME("Alula", "Alula", BLUNDER));
    HEAR("1 exercise will return", "train", "Qxf7+", "solution");
    ck_assert_ptr_null(lessons_read(&l));
    ck_assert_uint_eq(l.count, 1);
    setenv("ALULA_DATE", "2026-11-30", 1);
    start(&t);
    talk_send(&t, "train");
    talk_wait(&t);
    talk_send(&t, "hint");
    talk_wait(&t);
    notation_write_san(&best, &l.lesson[0].position, l.lesson[0].line[0]);
    talk_send(&t, best.at);
    talk_wait(&t);
    CLAIM(strstr(t.said, "this counts as wrong and returns."), "said:\n%s", t.said);
    CLAIM(file_has("training.epd", "due 2026-12-01 stage 1"), "learned with a hint");
    talk_end(&t);
    lessons_free(&l);
}

/* Two consoles answer at the same time: both answers are kept. */
START_TEST(two_consoles) {
    static Talk a, b;

    write_file("games.pgn",
               GAME("Anna", "Alula", BLUNDER) GAME("Anna", "Alula", "1. f3 e5 2. g4 Qh4# 0-1"));
    start(&a);
    talk_send(&a, "train"); /* the second game, the latest one */
    talk_wait(&a);
    ck_assert(strstr(a.said, "2. g4 was a mistake"));
    start(&b);
    talk_send(&b, "train");
    talk_wait(&b);
    talk_send(&b, "g4");
    talk_wait(&b);
    talk_send(&b, "solution");
    talk_wait(&b);
    ck_assert(strstr(b.said, "3. Qxf7+ was a mistake"));
    talk_send(&a, "h4");
    talk_wait(&a);
    talk_send(&b, "Qxf7");
    talk_wait(&b);
    CLAIM(file_has("training.epd", "am g4; ") && file_has("training.epd", "am Qxf7+; "), "lost");
    talk_end(&a);
    talk_end(&b);
}

/*
 * Other commands during training are refused with a reason; the training does not change the game
 * on the board.
 */
START_TEST(other_commands) {
    static const char *const later[] = {"train", "e4", "undo", "exit"};
    static Talk t;

    HEAR("There is no mistake to train: play a game first, or name a PGN file.", "train");
    write_file("page.html", "<p>no game</p>\n");
    HEAR("There are no games in that file.", "train alula/page.html");
    HEAR("There are no exercises yet", "puzzles alula/mine");
    write_file("games.pgn", GAME("Anna", "Alula", BLUNDER));
    HEAR("My move: 1... ", "train", "new", "sd 1", "e4");
    HEAR("1 exercise, in alula/mine.epd and .pgn.", "puzzles alula/mine");
    CLAIM(file_has("mine.epd", "am Qxf7+; bm ") && file_has("mine.pgn", "{Played: 3. Qxf7+}"),
          "not written");
    HEAR("The training has ended. 1 exercise will return; it is due now.\nA new game: you play "
         "White.",
         "train", "exit");
    HEAR("This is an exercise: answer with a move, or type \"exit\" to end the training.", "train",
         "go");
    HEAR("1 exercise, in alula/mine.epd and .pgn.", "train", "Qxf7+", "puzzles alula/mine");
    CLAIM(file_has("mine.epd", " stage 1"), "not replaced");
    write_file("mine.pgn", GAME("Anna", "Alula", BLUNDER));
    HEAR("The file alula/mine.pgn has more than your exercises, and was not changed",
         "puzzles alula/mine");
    CLAIM(file_has("mine.pgn", "Anna"), "lost");
    HEAR("There is no exercise on the board", "solution");
    HEAR("The training has ended already. (Type \"quit\" to leave Alula.)", "train", "exit");
    start(&t);
    for (size_t i = 0; i < ROWS(later); i++) {
        talk_send(&t, later[i]);
        talk_wait(&t);
    }
    CLAIM(!strstr(t.said, "ended already"), "exit does not leave the program:\n%s", t.said);
    talk_end(&t);
    HEAR(NULL, "train", "stop", "quit");
    write_file("games.pgn", "my shopping list\n");
    HEAR("games.pgn is not a PGN file.", "train");
    CLAIM(file_has("games.pgn", "my shopping list\n"), "changed");
}

/* Conversion of dates to days and back. */
START_TEST(calendar) {
    static const char *const dates[] = {"1970-01-01", "1999-12-31", "2000-02-29", "2024-02-29",
                                        "2026-11-28", "2100-03-01", "9999-12-31"};

    for (size_t i = 0; i < ROWS(dates); i++) {
        setenv("ALULA_DATE", dates[i], 1);
        ck_assert_str_eq(DAY_OF(lessons_today(), '-'), dates[i]);
    }
    setenv("ALULA_DATE", "2000-03-01", 1);
    ck_assert_int_eq(lessons_today(), 11017);
}

int main(void) {
    char command[64];
    int status;

    if (!mkdtemp(folder) || chdir(folder) || setenv("XDG_STATE_HOME", folder, 1))
        return EXIT_FAILURE;
    status = tests_run_with("training", fresh_state, NULL);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) ? EXIT_FAILURE : status;
}
