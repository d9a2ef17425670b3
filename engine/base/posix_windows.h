/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replacements for POSIX calls that Windows lacks, or provides without UTF-8 names. In a build for
 * Windows the compiler includes this header before every file, so the rest of the program can be
 * written for POSIX. All names are UTF-8; all files are binary, can be renamed and removed while
 * open, and are not inherited by child processes. Errors are reported in errno.
 */
#ifndef ALULA_POSIX_WINDOWS_H
#define ALULA_POSIX_WINDOWS_H

#include <direct.h>
#include <dirent.h>
#include <fcntl.h>
#include <io.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/*
 * Sets up the command line in UTF-8, standard input and output in binary mode, and a UTF-8 console.
 * Must be called first in main(). Returns false if memory runs out.
 */
bool windows_start(int *argc, char ***argv);

/*
 * Converts a text from UTF-8 or, if invalid, from the system's character set. The caller frees the
 * result; NULL with errno on failure.
 */
wchar_t *windows_wide(const char *text);

/* Converts a text to UTF-8. The caller frees the result; NULL with errno on failure. */
char *windows_utf8(const wchar_t *wide);

/* Returns the errno value for GetLastError(). */
int windows_errno(unsigned long error);

/*
 * Locks the full path of a file that other processes may append to, waiting up to `ms`. Returns
 * NULL with errno on failure (EBUSY: timeout). The same thread must unlock it.
 */
void *windows_lock_path(const char *path, int ms);
void windows_unlock_path(void *lock);

/* --- files ----------------------------------------------------------------------------------- */

struct windows_stat {
    uint64_t st_dev, st_ino;
    int64_t st_size, st_mtime;
    unsigned st_mode;
    struct timespec st_mtim;
};

int windows_stat(const char *path, struct windows_stat *out);
int windows_fstat(int fd, struct windows_stat *out);
int windows_open(const char *path, int flags, ...);
FILE *windows_fopen(const char *path, const char *mode);
FILE *windows_tmpfile(void);
int windows_access(const char *path, int mode);
int windows_remove(const char *path);
int windows_rename(const char *from, const char *to);
int windows_mkdir(const char *path, int mode);
char *windows_realpath(const char *path, char *out); /* `out` must be NULL */
int windows_ftruncate(int fd, int64_t size);
int windows_fsync(int fd);
ssize_t windows_pread(int fd, void *bytes, size_t count, int64_t offset);
ssize_t windows_pwrite(int fd, const void *bytes, size_t count, int64_t offset);
int windows_flock(int fd, int operation);
int windows_isatty(int fd); /* a console, not NUL */
char *windows_getenv(const char *name);

#undef stat
#undef fstat
#undef ftruncate
#undef lseek
#define stat           windows_stat
#define lstat          windows_stat /* links are followed */
#define fstat          windows_fstat
#define open           windows_open
#define fopen          windows_fopen
#define tmpfile        windows_tmpfile
#define access         windows_access
#define remove         windows_remove
#define unlink         windows_remove
#define rename         windows_rename
#define mkdir          windows_mkdir
#define realpath       windows_realpath
#define ftruncate      windows_ftruncate
#define lseek          _lseeki64
#define fsync          windows_fsync
#define pread          windows_pread
#define pwrite         windows_pwrite
#define flock          windows_flock
#define isatty         windows_isatty
#define getenv         windows_getenv
#define getc_unlocked  getc
#define S_ISSOCK(mode) 0
#define LOCK_EX        1
#define LOCK_NB        2
#define LOCK_UN        4
#define O_DIRECTORY    0x1000000 /* unused by other flags */
#define O_CLOEXEC      _O_NOINHERIT

/* --- folders --------------------------------------------------------------------------------- */

struct windows_dirent {
    char d_name[3 * 260];
};
typedef struct WindowsFolder WindowsFolder;

WindowsFolder *windows_opendir(const char *path);
struct windows_dirent *windows_readdir(WindowsFolder *folder);
int windows_closedir(WindowsFolder *folder);

#define DIR      WindowsFolder
#define dirent   windows_dirent
#define opendir  windows_opendir
#define readdir  windows_readdir
#define closedir windows_closedir

#endif
