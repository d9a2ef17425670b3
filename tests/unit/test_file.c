/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of file.h: temporary names next to a file, several writers of one file, folders, pipes. */
#define _DEFAULT_SOURCE
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests.h"

static char folder[] = "/tmp/alula-file-XXXXXX";
static int synced_folders;

/* Replaces the library function. */
int fsync(int fd) {
    struct stat info;

    synced_folders += !fstat(fd, &info) && S_ISDIR(info.st_mode);
    return (int)syscall(SYS_fsync, fd);
}

static mode_t mode_at_first; /* mode of a file before fchmod() */

/* Replaces the library function. */
int fchmod(int fd, mode_t mode) {
    struct stat info;

    mode_at_first = fstat(fd, &info) ? 0777 : info.st_mode & 0777;
    return (int)syscall(SYS_fchmod, fd, mode);
}

static const char *swapped; /* the next access() turns this file into a pipe */

/* Replaces the library function. */
int access(const char *path, int mode) {
    const char *swap = swapped;

    swapped = NULL;
    if (swap && (remove(swap) || mkfifo(swap, 0600)))
        ck_abort_msg("no pipe");
    return faccessat(AT_FDCWD, path, mode, 0);
}

static void enter_folder(void) {
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static void leave_folder(void) {
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");

    ck_assert(file && fputs(text, file) >= 0 && !fclose(file));
}

static void check_text(const char *path, const char *wanted) {
    char *text;
    size_t length;

    ck_assert_pstr_eq(file_read_all(path, &text, &length), NULL);
    ck_assert_str_eq(text, wanted);
    free(text);
}

static void print_new(FILE *file, const void *context) {
    (void)context;
    fputs("new\n", file);
}

static bool write_new(void *context, FILE *file) {
    (void)context;
    return fputs("new\n", file) >= 0;
}

/* Other files and links with the name of the unfinished file are left alone. */
START_TEST(names_beside) {
    char words[200], beside[64];
    Text error = text_in(words, sizeof words);

    enter_folder();
    snprintf(beside, sizeof beside, "b.%ld.new", (long)getpid());
    put("victim", "mine\n");
    put("c.new", "mine, too\n");
    ck_assert(!symlink("victim", "a.new") && !symlink("victim", beside));
    CLAIM(file_output("a", print_new, NULL, &error), "%s", words);
    CLAIM(file_output("c", print_new, NULL, &error), "%s", words);
    ck_assert(file_write("b", false, write_new, NULL));
    check_text("a", "new\n");
    check_text("b", "new\n");
    check_text("c", "new\n");
    check_text("victim", "mine\n");
    check_text("c.new", "mine, too\n");
    ck_assert(!remove("a") && !remove("b") && !remove("c") && !remove("victim"));
    ck_assert(!remove("a.new") && !remove("c.new") && !remove(beside));
    leave_folder();
}

/* Exactly the files of killed processes are removed, up to the last number. */
START_TEST(sweep) {
    enter_folder();
    put("a", "old\n");
    put("a.new", "half");
    put("a.new.3", "half");
    put("a.new.99", "half");
    put("a.new.x", "mine\n");
    put("b.new", "mine\n");
    ck_assert(!symlink("a", "a.new.2") && !mkdir("a.new.4", 0777));
    file_output_sweep("a");
    file_output_sweep("nothing");
    check_text("a", "old\n");
    check_text("a.new.x", "mine\n");
    check_text("b.new", "mine\n");
    ck_assert(access("a.new", F_OK) && access("a.new.3", F_OK) && access("a.new.99", F_OK));
    ck_assert(!remove("a.new.2") && !remove("a.new.4"));
    ck_assert(!remove("a") && !remove("a.new.x") && !remove("b.new"));
    leave_folder();
}

/* The new version of a private file is private from the start. */
static bool check_private(void *context, FILE *file) {
    struct stat info;

    *(bool *)context = !fstat(fileno(file), &info) && !(info.st_mode & 077);
    return fputs("new\n", file) >= 0;
}

START_TEST(permissions) {
    bool private = false;
    struct stat info;

    umask(022);
    enter_folder();
    put("a", "old\n");
    ck_assert_int_eq(chmod("a", 0600), 0);
    ck_assert(file_write("a", true, check_private, &private) && private);
    ck_assert_int_eq(mode_at_first, 0600);
    check_text("a", "old\nnew\n");
    ck_assert(!stat("a", &info) && (info.st_mode & 0777) == 0600);
    ck_assert_int_eq(remove("a"), 0);
    leave_folder();
}

/* Several processes can append to one file without losing data. */
START_TEST(several_writers) {
    enum { WRITERS = 4, ROUNDS = 25 };
    char *text;
    size_t length;

    enter_folder();
    for (int i = 0; i < WRITERS; i++) {
        const pid_t child = fork();

        ck_assert_int_ge(child, 0);
        for (int k = 0; !child && k < ROUNDS; k++)
            if (!file_write("a", true, write_new, NULL))
                _exit(1);
        if (!child)
            _exit(0);
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;

        ck_assert(wait(&status) > 0 && !status);
    }
    ck_assert_pstr_eq(file_read_all("a", &text, &length), NULL);
    ck_assert_uint_eq(length, WRITERS * ROUNDS * strlen("new\n"));
    free(text);
    ck_assert_int_eq(remove("a"), 0);
    leave_folder();
}

/* A new name is on the disk only after its folder is synced. */
START_TEST(folder_is_synced) {
    char words[200];
    Text error = text_in(words, sizeof words);

    enter_folder();
    synced_folders = 0;
    ck_assert(file_write("a", false, write_new, NULL));
    ck_assert_int_eq(synced_folders, 1);
    ck_assert(file_output("a", print_new, NULL, &error));
    ck_assert_int_eq(synced_folders, 2);
    ck_assert_int_eq(remove("a"), 0);
    leave_folder();
}

/* A pipe without a reader leads to an error message after some time. */
START_TEST(unread_pipe) {
    char words[200] = "";
    Text error = text_in(words, sizeof words);

    enter_folder();
    ck_assert_int_eq(mkfifo("pipe", 0600), 0);
    alarm(60);
    ck_assert(!file_output("pipe", print_new, NULL, &error));
    alarm(0);
    CLAIM(strstr(words, "pipe: cannot be made: "), "%s", words);
    ck_assert_int_eq(remove("pipe"), 0);
    leave_folder();
}

/* A file that becomes a pipe while it is being opened is rejected. */
START_TEST(becomes_a_pipe) {
    enter_folder();
    for (int add = 0; add < 2; add++) {
        put("a", "x");
        swapped = "a";
        ck_assert(!file_write("a", add, write_new, NULL));
        ck_assert_int_eq(errno, EINVAL);
        ck_assert_int_eq(remove("a"), 0);
    }
    put("a", "x");
    swapped = "a";
    ck_assert(!file_can_write("a"));
    ck_assert_int_eq(remove("a"), 0);
    leave_folder();
}

/*
 * The first free name of NAME-2 to NAME-999; dots of folders and leading dots do not start an
 * extension.
 */
START_TEST(free_names) {
    static const char *const names[][2] = {
        {"a.pgn", "a-2.pgn"},     {"a", "a-2"},
        {"a.b.pgn", "a.b-2.pgn"}, {"./a", "./a-2"},
        {"../x.y/a", NULL},       {".hidden", ".hidden-2"},
        {"./.a", "./.a-2"},       {"none/a.pgn", "none/a-2.pgn"},
    };
    char path[32];

    enter_folder();
    for (size_t i = 0; i < ROWS(names); i++) {
        strcpy(path, names[i][0]);
        ck_assert(file_free_name(path, sizeof path));
        if (names[i][1])
            ck_assert_str_eq(path, names[i][1]);
    }
    for (int n = 2; n < 1000; n++) {
        snprintf(path, sizeof path, "a-%d.pgn", n);
        put(path, "");
        if (n == 500 || n == 998) {
            strcpy(path, "a.pgn");
            ck_assert(file_free_name(path, sizeof path));
            ck_assert_str_eq(path, n == 500 ? "a-501.pgn" : "a-999.pgn");
        }
    }
    strcpy(path, "a.pgn");
    ck_assert(!file_free_name(path, sizeof path));
    strcpy(path, "b.pgn");
    ck_assert(!file_free_name(path, sizeof "b-2.pgn" - 1));
    strcpy(path, "b.pgn");
    ck_assert(file_free_name(path, sizeof "b-2.pgn"));
    for (int n = 2; n < 1000; n++) {
        snprintf(path, sizeof path, "a-%d.pgn", n);
        ck_assert_int_eq(remove(path), 0);
    }
    leave_folder();
}

int main(void) {
    return tests_run("file");
}
