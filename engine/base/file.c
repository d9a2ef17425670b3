/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE     700 /* realpath(), strdup() */
#define _FILE_OFFSET_BITS 64  /* books may be larger than 2 GB */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "lock.h"
#include "util.h"

#ifndef _WIN32
#define O_BINARY 0
#endif

bool file_guard_standard(void) {
#ifndef _WIN32
    /* open() returns the lowest free descriptor, so go upward from 0 */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            return false;
#endif
    return true;
}

/* --- reading --------------------------------------------------------------------------------- */

FILE *file_open_plain(const char *path) {
    struct stat info;

    if (stat(path, &info))
        return NULL;
    if (!S_ISREG(info.st_mode)) {
        errno = EINVAL;
        return NULL;
    }
    return fopen(path, "rb");
}

const char *file_open(FILE **out, const char *path) {
    *out = file_open_plain(path);
    return *out              ? NULL
           : errno == ENOENT ? "there is no such file"
           : errno == EINVAL ? "this is not a regular file"
                             : "the file cannot be opened";
}

const char *file_read_stream(FILE *file, char **text, size_t *length) {
    enum { PART = 1 << 16 };
    size_t room = 0, got;

    *text = NULL;
    *length = 0;
    do {
        char *more = array_grow(*text, &room, *length + PART, 1);

        if (!more)
            return strerror(ENOMEM);
        *text = more;
        got = fread(*text + *length, 1, room - *length - 1, file);
        *length += got;
        (*text)[*length] = '\0';
    } while (got);
    return ferror(file) ? strerror(errno) : NULL;
}

/* Reads and closes a file; NULL means that it could not be opened. */
static const char *read_and_close(FILE *file, char **text, size_t *length) {
    const char *error;

    *length = 0;
    *text = NULL;
    if (!file)
        return strerror(errno);
    error = file_read_stream(file, text, length);
    fclose(file);
    return error;
}

const char *file_read_all(const char *path, char **text, size_t *length) {
    return read_and_close(fopen(path, "rb"), text, length);
}

const char *file_read_descriptor(int fd, char **text, size_t *length) {
    const int copy = dup(fd);
    FILE *file = copy < 0 ? NULL : fdopen(copy, "rb");

    if (!file && copy >= 0)
        close(copy);
    return read_and_close(file, text, length);
}

bool file_read_line(FILE *file, char *line, size_t size, bool *whole) {
    size_t length = 0;
    int c;

    *whole = true;
    while ((c = getc(file)) != EOF && c != '\n') {
        if (c && length + 1 < size)
            line[length++] = (char)c;
        else
            *whole = false;
    }
    line[length] = '\0';
    return c != EOF || length;
}

/* --- replacing ------------------------------------------------------------------------------- */

struct FileOutput {
    const char *path;
    char *target;     /* file to replace, links followed; NULL: write to the path itself */
    char *beside;     /* temporary name of the new file */
    bool made_target; /* an empty file was made for a dangling link */
    bool replaces;    /* the target existed before */
    int folder;       /* descriptor of the target's folder, locked; or -1 */
    void *lock;       /* lock of the target on Windows; or NULL */
    FILE *file;
};

bool file_is_replaceable(const char *path) {
    struct stat info;

    return stat(path, &info) || S_ISREG(info.st_mode);
}

/* Creates the target of a dangling link. */
static bool make_target(const char *path) {
    FILE *file = fopen(path, "ab");

    return file && !fclose(file);
}

static void release(FileOutput *o, bool good) {
    if (o->made_target && !good)
        remove(o->target);
#ifdef _WIN32
    windows_unlock_path(o->lock);
#else
    if (o->folder >= 0)
        close(o->folder);
#endif
    free(o->target);
    free(o->beside);
}

/* Returns the folder of a path, to be freed; NULL if there is not enough memory. */
static char *folder_of(const char *path) {
    const char *end = strrchr(path, '/');
    char *name = strdup(end ? path : ".");

    if (name && end)
        name[end == path ? 1 : end - path] = '\0';
    return name;
}

#ifndef _WIN32
/* Opens the folder of a path. Returns -1 if that fails. */
static int open_folder(const char *path) {
    char *name = folder_of(path);
    const int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;

    free(name);
    return fd;
}

/*
 * Waits until no other process adds to a file in this folder, and locks the folder: the file itself
 * cannot be locked, as it will be replaced. Returns false with errno on a timeout, but true on
 * systems without such locks.
 */
static bool lock_folder(FileOutput *o) {
    enum { TRIES = 1000, PAUSE_MS = 10 };

    o->folder = open_folder(o->target);
    for (int i = 0; o->folder >= 0 && lock_file(o->folder, false) == LOCK_BUSY; i++) {
        if (i == TRIES) {
            errno = EBUSY;
            return false;
        }
        clock_sleep_ms(PAUSE_MS);
    }
    return true;
}
#else
static bool lock_folder(FileOutput *o) {
    enum { MOST_MS = 10000 };

    return (o->lock = windows_lock_path(o->target, MOST_MS)) != NULL;
}
#endif

/* Number of names to try for the new file, and bytes for a dot, any int and the NUL at the end. */
enum { BESIDE_MAX = 99, BESIDE_NUMBER = 12 };

/* Sets the i-th temporary name to try (i >= 1). `length` is the length of the first one. */
static void number_place(FileOutput *o, size_t length, int i) {
    o->beside[length] = '\0';
    if (i > 1)
        snprintf(o->beside + length, BESIDE_NUMBER, ".%d", i);
}

/*
 * Determines the target and the temporary name. Returns false with errno; the caller must release()
 * *o in any case.
 */
static bool find_place(FileOutput *o, const char *path, const char *suffix) {
    struct stat info;
    size_t room;

    *o = (FileOutput){.path = path, .folder = -1};
    if (!file_is_replaceable(path))
        return true;
    o->target = realpath(path, NULL);
    if (!o->target && errno == ENOENT) {
        if (lstat(path, &info))
            o->target = strdup(path);
        else if (!(o->target = realpath(path, NULL)) && make_target(path)) /* still dangling */
            o->made_target = (o->target = realpath(path, NULL)) != NULL;
    }
    if (!o->target)
        return false;
    o->replaces = !o->made_target && !access(o->target, F_OK);
    room = strlen(o->target) + strlen(suffix) + BESIDE_NUMBER;
    if (!(o->beside = malloc(room)))
        return false;
    snprintf(o->beside, room, "%s%s", o->target, suffix);
    return true;
}

size_t file_write_all(int fd, const void *bytes, size_t count) {
    size_t done = 0;

    while (done < count) {
        const unsigned part = (unsigned)min_size(count - done, 1 << 30); /* no size_t in Windows */
        const ssize_t n = write(fd, (const char *)bytes + done, part);

        if (n > 0)
            done += (size_t)n;
        else if (!n)
            errno = EIO;
        if (!n || (n < 0 && errno != EINTR))
            break;
    }
    return done;
}

int file_open_device(const char *path) {
#ifdef _WIN32
    return open(path, O_WRONLY | O_BINARY);
#else
    enum { TRIES = 500, PAUSE_MS = 10 };
    int fd;

    /* without O_NONBLOCK, open() would wait for a reader of the pipe forever */
    for (int i = 0; (fd = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)) < 0 && errno == ENXIO; i++)
        if (i == TRIES)
            return -1;
        else
            clock_sleep_ms(PAUSE_MS);
    if (fd >= 0)
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fd;
#endif
}

/*
 * Opens the new file, with the permissions of the old one. If a file of the temporary name exists,
 * which is not ours and may be a link, tries other names with a number. Returns false with errno.
 */
static bool open_place(FileOutput *o) {
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_BINARY;
    const size_t length = o->beside ? strlen(o->beside) : 0;
    int fd = o->beside ? -1 : file_open_device(o->path);

    for (int i = 1; o->beside && i <= BESIDE_MAX && fd < 0; i++) {
        number_place(o, length, i);
        if ((fd = open(o->beside, flags, o->replaces ? 0600 : 0666)) < 0 && errno != EEXIST)
            return false;
    }
    if (fd < 0)
        return false;
#ifndef _WIN32
    struct stat info;

    if (o->beside && o->replaces && !stat(o->target, &info) && fchmod(fd, info.st_mode & 0777)) {
        close(fd);
        remove(o->beside);
        return false;
    }
#endif
    if (!(o->file = fdopen(fd, "wb"))) {
        close(fd);
        if (o->beside)
            remove(o->beside);
    }
    return o->file != NULL;
}

/* Flushes, syncs and closes the new file. Returns false with errno. */
static bool finish(FileOutput *o) {
    int error = fflush(o->file) || ferror(o->file) ? errno ? errno : EIO : 0;

    if (!error && o->beside && fsync(fileno(o->file)))
        error = errno;
    if (fclose(o->file) && !error)
        error = errno;
    errno = error;
    return !error;
}

/* Renames the file, and syncs the folder so that the new name survives a crash. */
static bool put_in_place(const FileOutput *o) {
#ifdef _WIN32
    return !rename(o->beside, o->target);
#else
    const int fd = open_folder(o->target);
    const bool good = !rename(o->beside, o->target);
    const int why = errno;

    if (good && fd >= 0)
        fsync(fd); /* not supported by all file systems; the file is complete in any case */
    if (fd >= 0)
        close(fd);
    errno = why;
    return good;
#endif
}

/* Removes the new file and preserves errno. */
static void discard(const FileOutput *o) {
    const int why = errno;

    remove(o->beside);
    errno = why;
}

/* Copies a file. Completes a last line without a line end, and then appends an empty line. */
static bool copy(FILE *to, FILE *from) {
    char buffer[4096], last = '\n';
    size_t n;

    while ((n = fread(buffer, 1, sizeof buffer, from))) {
        if (fwrite(buffer, 1, n, to) != n)
            return false;
        last = buffer[n - 1];
    }
    return !ferror(from) && (last == '\n' || fputs("\n\n", to) >= 0);
}

/*
 * Returns true if the path is a regular, writable file or does not exist; otherwise false with
 * errno.
 */
static bool may_write(const char *path) {
    if (!file_is_replaceable(path)) {
        errno = EINVAL;
        return false;
    }
    return !access(path, W_OK) || errno == ENOENT;
}

bool file_write(const char *path, bool add, FileWriter *write_it, void *context) {
    char suffix[32];
    FILE *before = NULL;
    FileOutput o;
    bool good;

    if (!may_write(path))
        return false;
    snprintf(suffix, sizeof suffix, ".%ld.new", (long)getpid());
    good = find_place(&o, path, suffix);
    if (good && !o.target) { /* the path has become a device or pipe */
        errno = EINVAL;
        good = false;
    }
    good = good && (!add || lock_folder(&o));
    if (good && add) /* another process may have created the file */
        o.replaces = !access(o.target, F_OK);
    good = good && (!add || !o.replaces || (before = file_open_plain(o.target))) && open_place(&o);
    if (good) {
        good = (!before || copy(o.file, before)) && write_it(context, o.file);
        good = finish(&o) && good;
    }
    if (before)
        fclose(before);
    if (o.file && !(good && put_in_place(&o))) {
        good = false;
        discard(&o);
    }
    release(&o, good);
    return good;
}

/* Returns true if new files may be created in the folder of this path. */
static bool may_make_beside(const char *path) {
#ifdef _WIN32
    return *path != '\0';
#else
    char *folder = folder_of(path);
    const bool good = folder && !access(folder, W_OK | X_OK);

    free(folder);
    return good;
#endif
}

static bool is_place_good(const char *path) {
    FileOutput o;
    bool good = find_place(&o, path, "") && o.target && may_make_beside(o.target);

    release(&o, false);
    return good;
}

bool file_can_write(const char *path) {
    return may_write(path) && is_place_good(path);
}

static bool complain(Text *error, const char *path, const char *what) {
    return text_fail(error, "%s: cannot be %s: %s", path, what, strerror(errno));
}

FileOutput *file_output_open(const char *path, Text *error) {
    FileOutput *o = calloc(1, sizeof *o);

    if (o && find_place(o, path, ".new") && open_place(o))
        return o;
    complain(error, path, "made");
    if (o)
        release(o, false);
    free(o);
    return NULL;
}

FILE *file_output_stream(FileOutput *o) {
    return o->file;
}

bool file_output_close(FileOutput *o, bool complete, Text *error) {
    const bool stays = !complete && o->beside && o->replaces;
    bool good = finish(o) || !complete; /* an incomplete file is kept as it is */

    if (good && o->beside && !stays)
        good = put_in_place(o);
    if (!good)
        complain(error, o->path, "written");
    else if (stays)
        text_addf(error, "%s is unchanged; the incomplete new file is %s", o->path, o->beside);
    if (!good && o->beside)
        remove(o->beside);
    release(o, good);
    free(o);
    return good && !stays;
}

bool file_output(const char *path, FilePrinter *print, const void *context, Text *error) {
    FileOutput *o = file_output_open(path, error);

    if (!o)
        return false;
    print(o->file, context);
    return file_output_close(o, true, error);
}

void file_output_sweep(const char *path) {
    struct stat info;
    FileOutput o;

    if (find_place(&o, path, ".new") && o.beside) {
        const size_t length = strlen(o.beside);

        for (int i = 1; i <= BESIDE_MAX; i++) {
            number_place(&o, length, i);
            if (!lstat(o.beside, &info) && S_ISREG(info.st_mode))
                remove(o.beside);
        }
    }
    release(&o, false);
}

bool file_output_possible(const char *path, Text *error) {
    struct stat info;

    if (file_is_replaceable(path) ? is_place_good(path) : !access(path, W_OK)) {
        if (stat(path, &info) || !S_ISDIR(info.st_mode))
            return true;
        errno = EISDIR;
    }
    return complain(error, path, "made");
}

static bool is_same(const char *path, const struct stat *other) {
    struct stat info;

    return !stat(path, &info) && S_ISREG(info.st_mode) && info.st_dev == other->st_dev &&
           info.st_ino == other->st_ino;
}

bool file_output_hits(const char *path, const char *file) {
    struct stat info;
    FileOutput o;
    bool hit;

    if (strcmp(file, "-") ? stat(file, &info) : fstat(STDIN_FILENO, &info))
        return false;
    if (is_same(path, &info))
        return true;
    hit = find_place(&o, path, ".new") && o.beside && is_same(o.beside, &info);
    release(&o, false);
    return hit;
}

bool file_same_place(const char *a, const char *b) {
    const char *const path[] = {a, b};
    const char *name[2];
    char *folder[2];
    bool same;

    for (int i = 0; i < 2; i++) {
        const char *slash = strrchr(path[i], '/');
        char *copy = folder_of(path[i]);

        name[i] = slash ? slash + 1 : path[i];
        folder[i] = copy ? realpath(copy, NULL) : NULL;
        free(copy);
    }
    same = !strcmp(a, b) ||
           (folder[0] && folder[1] && !strcmp(folder[0], folder[1]) && !strcmp(name[0], name[1]));
    free(folder[0]);
    free(folder[1]);
    return same;
}

/* --- detecting changes ----------------------------------------------------------------------- */

FileMark file_mark(const char *path) {
    FileMark mark = {.exists = false};
    struct stat info;

    if (stat(path, &info))
        return mark;
    mark.exists = true;
    mark.device = (uint64_t)info.st_dev;
    mark.number = (uint64_t)info.st_ino;
    mark.size = (uint64_t)info.st_size;
    mark.seconds = info.st_mtime;
#ifdef __APPLE__
    mark.nanoseconds = info.st_mtimespec.tv_nsec;
#else
    mark.nanoseconds = info.st_mtim.tv_nsec;
#endif
    return mark;
}

bool file_is_unchanged(const char *path, const FileMark *then) {
    const FileMark now = file_mark(path);

    return now.exists == then->exists && now.device == then->device && now.number == then->number &&
           now.size == then->size && now.seconds == then->seconds &&
           now.nanoseconds == then->nanoseconds;
}

bool file_free_name(char *path, size_t room) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    char ending[64] = "";
    size_t stem = strlen(path);

    if (dot && dot > path && (!slash || dot > slash + 1) && strlen(dot) < sizeof ending) {
        memcpy(ending, dot, strlen(dot) + 1);
        stem = (size_t)(dot - path);
    }
    for (int n = 2; n < 1000; n++) {
        struct stat info;
        const int length = snprintf(path + stem, room - stem, "-%d%s", n, ending);

        if (length < 0 || (size_t)length >= room - stem)
            return false;
        if (stat(path, &info))
            return errno == ENOENT;
    }
    return false;
}
