/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A library to preload (LD_PRELOAD, Linux with glibc): calls of one kind fail.
 *
 *   FAULT=KIND     alloc, write, flush, sync, rename, close, open, thread, fork
 *   FAULT_AT=N     the N-th call fails, counted from 1; 0: none does
 *   FAULT_FROM=1   and every one after it
 *   FAULT_COUNT=F  a file of 8 bytes that gets the number of calls, however the program ends
 *
 * Programs that are started by the program run without it. stdio does not call write() where it can
 * be seen, so its functions are counted themselves, with the error indicator set.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef enum { ALLOC, WRITE, FLUSH, SYNC, RENAME, CLOSE, OPEN, THREAD, FORK, KINDS } Kind;

static const char *const names[KINDS] = {"alloc", "write", "flush",  "sync", "rename",
                                         "close", "open",  "thread", "fork"};

static Kind chosen = KINDS;
static uint64_t at;
static bool from_there;
static _Atomic uint64_t local, *calls = &local;

/* Does this call fail? */
static bool fails(Kind kind) {
    uint64_t number;

    if (kind != chosen)
        return false;
    number = atomic_fetch_add(calls, 1) + 1;
    return at && (number == at || (from_there && number > at));
}

__attribute__((constructor)) static void start(void) {
    const char *kind = getenv("FAULT"), *number = getenv("FAULT_AT"), *file = getenv("FAULT_COUNT");
    Kind wanted = 0;

    while (kind && wanted < KINDS && strcmp(kind, names[wanted]))
        wanted++;
    at = number ? strtoull(number, NULL, 10) : 0;
    from_there = getenv("FAULT_FROM") != NULL;
    if (file) {
        const long fd = syscall(SYS_openat, AT_FDCWD, file, O_RDWR);
        const long map = fd < 0 ? -1
                                : syscall(SYS_mmap, NULL, sizeof *calls, PROT_READ | PROT_WRITE,
                                          MAP_SHARED, fd, 0L);
        if (map != -1)
            calls = (_Atomic uint64_t *)map;
        if (fd >= 0)
            syscall(SYS_close, fd);
    }
    unsetenv("LD_PRELOAD");
    unsetenv("FAULT");
    chosen = kind ? wanted : KINDS;
}

/* The function behind ours. */
#define NEXT(name) (__extension__(__typeof__(&name)) next(#name))

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);

    if (!found)
        abort();
    return found;
}

/* --- memory ---------------------------------------------------------------------------------- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void *no_memory(void) {
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size) {
    return fails(ALLOC) ? no_memory() : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails(ALLOC) ? no_memory() : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return fails(ALLOC) ? no_memory() : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return fails(ALLOC) ? no_memory() : __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    void *block = fails(ALLOC) ? NULL : __libc_memalign(alignment, size);

    if (block)
        *out = block;
    return block ? 0 : ENOMEM;
}

void *mmap(void *where, size_t length, int protection, int flags, int fd, off_t offset) {
    if (fails(ALLOC)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, where, length, protection, flags, fd, offset);
}

/* --- files ----------------------------------------------------------------------------------- */

static int disk_full(void) {
    errno = ENOSPC;
    return -1;
}

/* The error indicator of a stream. */
static void mark(FILE *file) {
    file->_flags |= 0x20; /* _IO_ERR_SEEN of glibc */
    errno = ENOSPC;
}

ssize_t write(int fd, const void *bytes, size_t count) {
    return fails(WRITE) ? disk_full() : syscall(SYS_write, fd, bytes, count);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file) {
    if (fails(WRITE)) {
        mark(file);
        return 0;
    }
    return NEXT(fwrite)(bytes, size, count, file);
}

int fputs(const char *text, FILE *file) {
    if (fails(WRITE)) {
        mark(file);
        return EOF;
    }
    return NEXT(fputs)(text, file);
}

int fputc(int c, FILE *file) {
    if (fails(WRITE)) {
        mark(file);
        return EOF;
    }
    return NEXT(fputc)(c, file);
}

int vfprintf(FILE *file, const char *format, va_list arguments) {
    if (fails(WRITE)) {
        mark(file);
        return -1;
    }
    return NEXT(vfprintf)(file, format, arguments);
}

int fprintf(FILE *file, const char *format, ...) {
    va_list arguments;
    int result;

    va_start(arguments, format);
    result = vfprintf(file, format, arguments);
    va_end(arguments);
    return result;
}

/* The same with _FORTIFY_SOURCE. */
int __vfprintf_chk(FILE *file, int flag, const char *format, va_list arguments);
int __fprintf_chk(FILE *file, int flag, const char *format, ...);

int __vfprintf_chk(FILE *file, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vfprintf(file, format, arguments);
}

int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
    va_list arguments;
    int result;

    (void)flag;
    va_start(arguments, format);
    result = vfprintf(file, format, arguments);
    va_end(arguments);
    return result;
}

int fflush(FILE *file) {
    if (fails(FLUSH)) {
        if (file)
            mark(file);
        errno = ENOSPC;
        return EOF;
    }
    return NEXT(fflush)(file);
}

int fsync(int fd) {
    return fails(SYNC) ? disk_full() : (int)syscall(SYS_fsync, fd);
}

int ftruncate(int fd, off_t length) {
    return fails(SYNC) ? disk_full() : (int)syscall(SYS_ftruncate, fd, length);
}

int rename(const char *old, const char *new) {
    return fails(RENAME) ? disk_full() : NEXT(rename)(old, new);
}

int renameat(int from, const char *old, int to, const char *new) {
    return fails(RENAME) ? disk_full() : NEXT(renameat)(from, old, to, new);
}

int link(const char *old, const char *new) {
    return fails(RENAME) ? disk_full() : NEXT(link)(old, new);
}

/* The file is closed, as the real one does after an error. */
int fclose(FILE *file) {
    const bool failing = fails(CLOSE);
    const int result = NEXT(fclose)(file);

    if (!failing)
        return result;
    errno = EIO;
    return EOF;
}

static int refuse(void) {
    errno = EMFILE;
    return -1;
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    mode_t mode;

    va_start(arguments, flags);
    mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return fails(OPEN) ? refuse() : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    va_list arguments;
    mode_t mode;

    va_start(arguments, flags);
    mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return fails(OPEN) ? refuse() : (int)syscall(SYS_openat, folder, path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) {
    if (fails(OPEN)) {
        errno = EMFILE;
        return NULL;
    }
    return NEXT(fopen)(path, mode);
}

FILE *fdopen(int fd, const char *mode) {
    if (fails(OPEN)) {
        errno = EMFILE;
        return NULL;
    }
    return NEXT(fdopen)(fd, mode);
}

/* --- threads and processes ------------------------------------------------------------------- */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
    return fails(THREAD) ? EAGAIN : NEXT(pthread_create)(thread, attributes, run, argument);
}

pid_t fork(void) {
    if (fails(FORK)) {
        errno = EAGAIN;
        return -1;
    }
    return NEXT(fork)();
}
