/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For BUILD=msan: the memory sanitizer of clang 14 does not know that stat64() and the like write
 * their result. The linker puts these in their place (--wrap); __real_... are those of the C
 * library.
 */
#include <sanitizer/msan_interface.h>
#include <sys/stat.h>

int __real_stat64(const char *path, struct stat *info);
int __real_lstat64(const char *path, struct stat *info);
int __real_fstat64(int fd, struct stat *info);
int __wrap_stat64(const char *path, struct stat *info);
int __wrap_lstat64(const char *path, struct stat *info);
int __wrap_fstat64(int fd, struct stat *info);

static int written(int failed, struct stat *info) {
    if (!failed)
        __msan_unpoison(info, sizeof *info);
    return failed;
}

int __wrap_stat64(const char *path, struct stat *info) {
    return written(__real_stat64(path, info), info);
}

int __wrap_lstat64(const char *path, struct stat *info) {
    return written(__real_lstat64(path, info), info);
}

int __wrap_fstat64(int fd, struct stat *info) {
    return written(__real_fstat64(fd, info), info);
}
