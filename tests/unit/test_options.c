/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of options.h: valid rows of the option table, setting options by name, and
 * settings saved and loaded.
 */
#define _POSIX_C_SOURCE 200809L
#include "protocol/options.h"

#include <unistd.h>

#include "protocol/limits.h"
#include "protocol/statefile.h"
#include "tests.h"

START_ROWS(valid_rows, OPTION_COUNT) {
    const OptionRow *row = &option_table[_i];

    ck_assert(row->name && *row->name && row->help && *row->help);
    /* some GUIs cannot handle blanks, and others handle these options themselves */
    ck_assert_ptr_null(strpbrk(row->name, " \t=\"'"));
    ck_assert_int_le(row->min, row->preset);
    ck_assert_int_le(row->preset, row->max);
    if (row->kind == OPTION_CHECK)
        ck_assert(row->min == 0 && row->max == 1);
    for (int i = 0; i < _i; i++)
        ck_assert(!word_is_any_case(word_of(row->name), option_table[i].name));
}

/* The form of CECP; XBoard expects the blank after an empty text. */
static const struct {
    const char *name, *cecp, *uci;
} written[] = {
    {"MoveOverhead", "MoveOverhead -spin 30 0 5000", "spin default 30 min 0 max 5000"},
    {"BookVariety", "BookVariety -slider 100 0 1000", "spin default 100 min 0 max 1000"},
    {"AcceptDraws", "AcceptDraws -check 1", "check default true"},
    {"LimitStrength", "LimitStrength -check 0", "check default false"},
    {"Level",
     "Level -combo *Full /// Novice (400) /// Beginner (800) /// Casual (1200) /// Club (1600) /// "
     "Expert (2000) /// Master (2400) /// Auto",
     "combo default Full var Full var Novice var Beginner var Casual var Club var Expert var "
     "Master var Auto"},
    {"OpeningMoves", "OpeningMoves -string ", "string default <empty>"},
    {"BookFile", "BookFile -file ", "string default <empty>"},
    {"SyzygyPath", "SyzygyPath -path ", "string default <empty>"},
    {"ClearHash", "ClearHash -button", "button"},
    {"SaveSettings", "SaveSettings -save", "button"},
};

START_ROWS(one_of_each_kind, ROWS(written)) {
    char cecp[256], uci[256], whole[300];
    Text text = text_in(cecp, sizeof cecp);
    OptionId id = 0;
    OptionRow row;

    while (strcmp(option_table[id].name, written[_i].name) != 0)
        id++;
    options_write_cecp(&text, &option_table[id]);
    ck_assert_str_eq(cecp, written[_i].cecp);
    row = option_table[id];
    if (!row.uci_name) /* not announced in UCI, but written in this form */
        row.uci_name = row.name;
    text = text_in(uci, sizeof uci);
    options_write_uci(&text, &row);
    snprintf(whole, sizeof whole, "option name %s type %s", row.uci_name, written[_i].uci);
    ck_assert_str_eq(uci, whole);
}

/* Names are found, ignoring case; other words are not found. */
START_ROWS(found_by_name, OPTION_COUNT) {
    char name[32];
    Text text = text_in(name, sizeof name);

    for (const char *c = option_table[_i].name; *c; c++)
        text_add_char(&text, *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
    ck_assert_int_eq(options_find(word_of(name)), _i);
    text_add_char(&text, '=');
    ck_assert_int_eq(options_find(word_of(name)), OPTION_COUNT);
    ck_assert_int_eq(options_find(word_of("")), OPTION_COUNT);
}

/* Every kind is in the table. */
START_ROWS(kind_is_known, OPTION_COUNT) {
    bool found = false;

    for (int i = 0; i < ROWS(written); i++)
        for (OptionId id = 0; id < OPTION_COUNT; id++)
            found |= !strcmp(option_table[id].name, written[i].name) &&
                     option_table[id].kind == option_table[_i].kind;
    ck_assert_msg(found, "%s", option_table[_i].name);
}

static const struct {
    const char *name, *value;
    bool good;
    OptionId id;
    int64_t result;
} settings[] = {
    {"MoveOverhead", "0", true, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "5000", true, OPTION_MOVE_OVERHEAD, 5000},
    {"moveoverhead", "77", true, OPTION_MOVE_OVERHEAD, 77},
    {"MOVEOVERHEAD", "78", true, OPTION_MOVE_OVERHEAD, 78},
    {"MoveOverhead", "5001", false, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "-1", false, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "", false, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "many", false, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "12x", false, OPTION_MOVE_OVERHEAD, 0},
    {"MoveOverhead", "99999999999999999999", false, OPTION_MOVE_OVERHEAD, 0},
    {"Resign", "1", true, OPTION_RESIGN, 1},
    {"Resign", "0", true, OPTION_RESIGN, 0},
    {"Resign", "true", true, OPTION_RESIGN, 1},
    {"Resign", "FALSE", true, OPTION_RESIGN, 0},
    {"Resign", "2", false, OPTION_RESIGN, 0},
    {"Resign", "yes", false, OPTION_RESIGN, 0},
    {"Resign", "", false, OPTION_RESIGN, 0},
    {"ResignScore", "300", true, OPTION_RESIGN_SCORE, 300},
    {"ResignScore", "299", false, OPTION_RESIGN_SCORE, 0},
    {"AcceptDraws", "0", true, OPTION_ACCEPT_DRAWS, 0},
    {"MultiPV", "256", true, OPTION_MULTIPV, 256},
    {"MultiPV", "0", false, OPTION_MULTIPV, 0},
    {"BookFile", "/a b:/c=d", true, OPTION_BOOK_FILE, 0},
    {"BookFile", "", true, OPTION_BOOK_FILE, 0},
    {"SyzygyPath", "/a b:/c=d", true, OPTION_SYZYGY_PATH, 0},
    {"SyzygyProbeLimit", "0", true, OPTION_SYZYGY_PROBE_LIMIT, 0},
    {"SyzygyProbeLimit", "8", false, OPTION_SYZYGY_PROBE_LIMIT, 0},
    {"SyzygyProbeDepth", "0", false, OPTION_SYZYGY_PROBE_DEPTH, 0},
    {"Syzygy50MoveRule", "false", true, OPTION_SYZYGY_FIFTY_MOVES, 0},
    {"BookVariety", "1000", true, OPTION_BOOK_VARIETY, 1000},
    {"BookVariety", "1001", false, OPTION_BOOK_VARIETY, 0},
    {"OpeningMoves", "1. e4 e5", true, OPTION_OPENING_MOVES, 0},
    {"Level", "", false, OPTION_LEVEL, 0},
    {"Level", "1", false, OPTION_LEVEL, 0},
    {"Level", "Grandmaster", false, OPTION_LEVEL, 0},
    {"SaveSettings", "", true, OPTION_SAVE_SETTINGS, 0},
    {"ClearHash", "", true, OPTION_CLEAR_HASH, 0},
    {"Clear Hash", "", false, OPTION_CLEAR_HASH, 0},
    {"ResignScor", "300", false, OPTION_RESIGN_SCORE, 0},
    {"", "1", false, OPTION_RESIGN, 0},
};

START_ROWS(set, ROWS(settings)) {
    const Word name = tests_copy(word_of(settings[_i].name));
    const Word value = tests_copy(word_of(settings[_i].value));
    Options options, before;
    OptionId id = OPTION_COUNT;
    const char *error;

    options_init(&options);
    before = options;
    for (int i = 0; i < OPTION_COUNT; i++)
        ck_assert_int_eq(options.value[i], option_table[i].preset);
    error = options_set(&options, name, value, &id);
    ck_assert_int_eq(!error, settings[_i].good);
    if (!error) {
        ck_assert_int_eq(id, settings[_i].id);
        if (option_is_text(&option_table[id])) {
            ck_assert_str_eq(options.text[id], settings[_i].value);
            memset(options.text[id], 0, sizeof options.text[id]);
        } else {
            ck_assert_int_eq(options.value[id], settings[_i].result);
            options.value[id] = before.value[id];
        }
    }
    /* all others are unchanged */
    ck_assert(!memcmp(&options, &before, sizeof options));
    tests_free(name);
    tests_free(value);
}

static const struct {
    const char *level, *limit, *elo;
    int skill, rating;
} strengths[] = {
    {"Full", "off", "1500", 20, 0},     {"Novice", "off", "1500", 20, 400},
    {"Beginner", "on", "2000", 3, 800}, {"casual", "off", "700", 0, 1200},
    {"CLUB", "on", "700", 20, 1600},    {"Expert", "off", "1500", 20, 2000},
    {"Master", "on", "400", 20, 2400},  {"Full", "on", "1000", 20, 1000},
    {"Full", "on", "1000", 3, 1000},    {"Full", "off", "1000", 3, 760},
};

/* The rating does not depend on the order in which the options are set, and survives saving. */
START_ROWS(rating, ROWS(strengths)) {
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const char *names[] = {"Level", "LimitStrength", "Elo"};
    const char *values[] = {strengths[_i].level, strengths[_i].limit, strengths[_i].elo};
    char path[] = "/tmp/alula-rating-XXXXXX";

    for (int k = 0; k < 6; k++) {
        Options options, read;
        OptionId id;

        options_init(&options);
        options.skill = strengths[_i].skill;
        for (int i = 0; i < 3; i++)
            ck_assert_ptr_null(options_set(&options, word_of(names[orders[k][i]]),
                                           word_of(values[orders[k][i]]), &id));
        ck_assert_int_eq(options_rating(&options), strengths[_i].rating);
        strcpy(path, "/tmp/alula-rating-XXXXXX");
        ck_assert_int_ge(mkstemp(path), 0);
        remove(path);
        ck_assert_ptr_null(settings_write(&options, path));
        options_init(&read);
        read.skill = 7;
        read.value[OPTION_LEVEL] = 1;
        ck_assert_ptr_null(settings_read(&read, path));
        ck_assert_int_eq(options_rating(&read), strengths[_i].rating);
        remove(path);
    }
}

/* --- files of settings ----------------------------------------------------------------------- */

static void fill(const char *path, const char *text) {
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

/* Saved settings are read back unchanged; Level and the name of the file are not saved. */
START_TEST(settings_round_trip) {
    static const char *const lines[] = {"Resign=1",           "Elo=2222",
                                        "LimitStrength=1",    "MultiPV=5",
                                        "OwnBook=1",          "OpeningMoves=1. e4 e5",
                                        "EvalFile=/a b:/c=d", "BookFile=/x.bin"};
    char path[] = "/tmp/alula-settings-XXXXXX";
    Options out, in;
    OptionId id;

    ck_assert_int_ge(mkstemp(path), 0);
    remove(path);
    options_init(&out);
    options_init(&in);
    for (int i = 0; i < ROWS(lines); i++) {
        const char *equals = strchr(lines[i], '=');
        ck_assert_ptr_null(options_set(&out, (Word){lines[i], (size_t)(equals - lines[i])},
                                       word_of(equals + 1), &id));
    }
    /* a missing file is no error */
    ck_assert_ptr_null(settings_read(&in, path));
    ck_assert_ptr_null(settings_write(&out, path));
    ck_assert_ptr_null(settings_read(&in, path));
    ck_assert(!memcmp(&in, &out, sizeof in));
    /* a new file is written */
    options_init(&out);
    ck_assert_ptr_null(settings_write(&out, path));
    ck_assert_ptr_null(settings_read(&in, path));
    ck_assert(!memcmp(&in, &out, sizeof in));
    remove(path);
}

/* Rejected files: no line is applied, and only settings files are overwritten. */
static const struct {
    const char *text;
    bool ours;
} files[] = {
    {"", false},
    {"Resign=1\n", false},
    {"a letter\n", false},
    {"# Alula settings\nResign=1\nElo=99\n", true},
    {"# Alula settings\nResign=1\nthis is none\n", true},
    {"# Alula settings\nResign=1\nUnknown=1\n", true},
    {"# Alula settings\nResign=1\nSettingsFile=/etc/passwd\n", true},
    {"# Alula settings\nResign=1\nSaveSettings=\n", true},
};

START_ROWS(wrong_file, ROWS(files)) {
    char path[] = "/tmp/alula-settings-XXXXXX";
    Options options, before;

    ck_assert_int_ge(mkstemp(path), 0);
    fill(path, files[_i].text);
    options_init(&options);
    before = options;
    ck_assert_ptr_nonnull(settings_read(&options, path));
    ck_assert(!memcmp(&options, &before, sizeof options));
    ck_assert_int_eq(!settings_write(&options, path), files[_i].ours);
    remove(path);
}

/* Comments, blanks and the case of names are ignored. */
START_TEST(written_by_hand) {
    char path[] = "/tmp/alula-settings-XXXXXX";
    Options options;

    ck_assert_int_ge(mkstemp(path), 0);
    fill(path, "# Alula settings\r\n\n# mine\n resign = true \r\nmultipv=4");
    options_init(&options);
    ck_assert_ptr_null(settings_read(&options, path));
    ck_assert_int_eq(options.value[OPTION_RESIGN], 1);
    ck_assert_int_eq(options.value[OPTION_MULTIPV], 4);
    remove(path);
    ck_assert_ptr_nonnull(settings_write(&options, ""));
    ck_assert_ptr_nonnull(settings_write(&options, "/no/such/folder/settings"));
    ck_assert_ptr_nonnull(settings_read(&options, "/"));
}

/*
 * A comment may have any length, and no part of it is read as an option. Other lines may not be too
 * long.
 */
START_TEST(long_lines) {
    static const char *const before[] = {"# Alula settings ", "# Alula settings\nResign=1\n# ",
                                         "# Alula settings\nResign=1\nBookFile="};
    static const char *const after[] = {" MultiPV=2\nResign=1\n", "\tMultiPV=2\n", "\nMultiPV=2\n"};
    char path[] = "/tmp/alula-settings-XXXXXX";
    static char text[4 * OPTION_TEXT_SIZE];

    ck_assert_int_ge(mkstemp(path), 0);
    for (int i = 0; i < ROWS(before); i++)
        for (int length = OPTION_TEXT_SIZE - 100; length < OPTION_TEXT_SIZE + 200; length++) {
            const bool good = i < 2 || length <= OPTION_TEXT_SIZE + 54;
            Options options;

            snprintf(text, sizeof text, "%s%*d%s", before[i], length, 0, after[i]);
            fill(path, text);
            options_init(&options);
            ck_assert_int_eq(!settings_read(&options, path), good);
            ck_assert_int_eq(options.value[OPTION_RESIGN], good);
            ck_assert_int_eq(options.value[OPTION_MULTIPV], i == 2 && good ? 2 : 1);
        }
    remove(path);
}

/* The longest text, and a text that is one byte longer. */
START_TEST(text_lengths) {
    char text[OPTION_TEXT_SIZE];
    Options options;
    OptionId id;

    memset(text, 'x', sizeof text);
    options_init(&options);
    for (size_t more = 0; more < 2; more++) {
        const Word value = {text, sizeof text - 1 + more};

        ck_assert_int_eq(!options_set(&options, word_of("BookFile"), value, &id), !more);
        ck_assert_uint_eq(strlen(options.text[OPTION_BOOK_FILE]), sizeof text - 1);
    }
}

/* A NUL byte does not end a line. */
START_TEST(nul_byte) {
    static const char text[] = "# Alula settings\nMultiPV=3\0junk\nResign=1\n";
    char path[] = "/tmp/alula-settings-XXXXXX";
    const int number = mkstemp(path);
    Options options, before;

    ck_assert_int_ge(number, 0);
    ck_assert_int_eq(write(number, text, sizeof text - 1), (ssize_t)sizeof text - 1);
    close(number);
    options_init(&options);
    before = options;
    ck_assert_ptr_nonnull(settings_read(&options, path));
    ck_assert(!memcmp(&options, &before, sizeof options));
    remove(path);
}

/* The rating of a person after games against level Auto. */
static const struct {
    AutoLevel before;
    int points, rating;
} results[] = {
    {{1200, 0}, 2, 1360},   {{1200, 0}, 1, 1200},           {{1200, 0}, 0, 1040},
    {{1200, 1}, 2, 1280},   {{1200, 7}, 2, 1220},           {{1200, 8}, 0, 1180},
    {{1200, 500}, 2, 1220}, {{LEVEL_MAX, 9}, 2, LEVEL_MAX}, {{LEVEL_MIN, 0}, 0, LEVEL_MIN},
};

START_ROWS(auto_level, ROWS(results)) {
    const AutoLevel after = autolevel_after(results[_i].before, results[_i].points);

    ck_assert_int_eq(after.rating, results[_i].rating);
    ck_assert_int_eq(after.games, results[_i].before.games + 1);
}

/* The rating is saved in a file; after an unreadable file it starts again. */
static const struct {
    const char *text;
    AutoLevel found;
} kept[] = {
    {"1310 7\n", {1310, 7}},
    {"", {AUTOLEVEL_FIRST, 0}},
    {"9999 7\n", {AUTOLEVEL_FIRST, 0}},
    {"1310\n", {AUTOLEVEL_FIRST, 0}},
    {"x\n", {AUTOLEVEL_FIRST, 0}},
    {"1310 -1\n", {AUTOLEVEL_FIRST, 0}},
};

START_ROWS(auto_level_is_kept, ROWS(kept)) {
    char folder[] = "/tmp/alula-level-XXXXXX", path[STATEFILE_SIZE], old[STATEFILE_SIZE];
    const AutoLevel none = {.games = 0}, next = {1450, 8};
    AutoLevel level;
    bool damaged;

    ck_assert(mkdtemp(folder) && !setenv("XDG_STATE_HOME", folder, 1));
    ck_assert_int_eq(autolevel_read(&none, NULL).rating, AUTOLEVEL_FIRST);
    ck_assert_int_eq(autolevel_read(&next, NULL).rating, next.rating);
    ck_assert(statefile_path(path, "level-auto") && statefile_path(old, "level-auto.old"));
    fill(path, kept[_i].text);
    level = autolevel_read(&none, &damaged);
    ck_assert_int_eq(level.rating, kept[_i].found.rating);
    ck_assert_int_eq(level.games, kept[_i].found.games);
    ck_assert_int_eq(damaged, !level.games);
    ck_assert(autolevel_keep(&next));
    ck_assert_int_eq(!access(old, R_OK), damaged); /* a damaged file is not lost */
    level = autolevel_read(&none, &damaged);
    ck_assert(level.rating == next.rating && level.games == next.games && !damaged);
    remove(path);
    remove(old);
    ck_assert(statefile_path(path, "") && !rmdir(path) && !rmdir(folder));
}

/* Settings keep Auto; a rating of version 1.0 is noticed. */
START_TEST(level_in_settings) {
    char path[] = "/tmp/alula-settings-XXXXXX";
    Options out, in;

    ck_assert_int_ge(mkstemp(path), 0);
    remove(path);
    options_init(&out);
    out.value[OPTION_LEVEL] = LEVEL_AUTO;
    ck_assert_ptr_null(settings_write(&out, path));
    options_init(&in);
    ck_assert_ptr_null(settings_read(&in, path));
    ck_assert(options_adapts(&in) && !in.dated && !in.value[OPTION_LIMIT_STRENGTH]);
    fill(path, "# Alula settings\nLimitStrength=1\nElo=1400\n");
    ck_assert_ptr_null(settings_read(&in, path));
    ck_assert(!options_adapts(&in) && in.dated);
    ck_assert_int_eq(options_rating(&in), 1400);
    fill(path, "# Alula settings\nLimitStrength=0\nElo=1400\n");
    ck_assert_ptr_null(settings_read(&in, path));
    ck_assert(!in.dated);
    fill(path, "# Alula settings\nLevel=Auto\nLimitStrength=1\nElo=1400\n");
    ck_assert_ptr_null(settings_read(&in, path));
    ck_assert(options_adapts(&in) && !in.dated);
    fill(path, "# Alula settings\nLevel=Club\n");
    ck_assert_ptr_null(settings_read(&in, path));
    ck_assert_int_eq(options_rating(&in), 1600);
    fill(path, "# Alula settings\nLevel=Fool\n");
    ck_assert_ptr_nonnull(settings_read(&in, path));
    remove(path);
}

int main(void) {
    return tests_run("options");
}
