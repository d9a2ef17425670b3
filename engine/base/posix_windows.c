/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <windows.h>

#include <errno.h>
#include <shellapi.h>
#include <stdarg.h>
#include <string.h>

#include "checksum.h"

/* --- characters and errors ------------------------------------------------------------------- */

wchar_t *windows_wide(const char *text) {
    UINT page = CP_UTF8;
    int room = MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide;

    if (!room)
        room = MultiByteToWideChar(page = CP_ACP, 0, text, -1, NULL, 0);
    wide = malloc((size_t)room * sizeof *wide + sizeof *wide);
    if (!wide)
        errno = ENOMEM;
    else if (!MultiByteToWideChar(page, 0, text, -1, wide, room))
        *wide = L'\0';
    return wide;
}

char *windows_utf8(const wchar_t *wide) {
    const int room = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = malloc((size_t)room + 1);

    if (!text)
        errno = ENOMEM;
    else if (!WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, room, NULL, NULL))
        *text = '\0';
    return text;
}

int windows_errno(unsigned long error) {
    static const struct {
        DWORD error;
        int number;
    } known[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_INVALID_DRIVE, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_BAD_EXE_FORMAT, ENOEXEC},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].error == error)
            return known[i].number;
    return EIO;
}

/* Sets errno and returns -1. */
static int fail(void) {
    errno = windows_errno(GetLastError());
    return -1;
}

/* --- starting -------------------------------------------------------------------------------- */

static char **environment; /* NAME=VALUE, and NULL at the end */
static UINT page_before;
static DWORD mode_before;

static HANDLE console(void) {
    return GetStdHandle(STD_ERROR_HANDLE);
}

static void restore_console(void) {
    SetConsoleOutputCP(page_before);
    if (mode_before)
        SetConsoleMode(console(), mode_before);
}

/* Enables UTF-8 and escape sequences such as "erase line"; the old state is restored at exit. */
static void prepare_console(void) {
    if (!(page_before = GetConsoleOutputCP()))
        return;
    SetConsoleOutputCP(CP_UTF8);
    if (GetConsoleMode(console(), &mode_before))
        SetConsoleMode(console(), mode_before | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    atexit(restore_console);
}

/* Converts strings to UTF-8, with a NULL after the last one. Returns NULL if memory runs out. */
static char **convert(wchar_t **wide, size_t count) {
    char **text = calloc(count + 1, sizeof *text);

    for (size_t i = 0; text && i < count; i++)
        if (!(text[i] = windows_utf8(wide[i])))
            return NULL;
    return text;
}

static bool read_environment(void) {
    wchar_t *block = GetEnvironmentStringsW(), *at = block;
    wchar_t **entry = NULL;
    size_t count = 0;

    for (; at && *at; at += wcslen(at) + 1)
        count++;
    if ((entry = calloc(count + 1, sizeof *entry))) {
        at = block;
        for (size_t i = 0; i < count; i++, at += wcslen(at) + 1)
            entry[i] = at;
        environment = convert(entry, count);
    }
    free(entry);
    if (block)
        FreeEnvironmentStringsW(block);
    return environment != NULL;
}

char *windows_getenv(const char *name) {
    const size_t length = strlen(name);

    for (char **entry = environment; entry && *entry; entry++)
        if (!_strnicmp(*entry, name, length) && (*entry)[length] == '=')
            return *entry + length + 1;
    return NULL;
}

bool windows_start(int *argc, char ***argv) {
    int words = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &words);
    char **word = wide ? convert(wide, (size_t)words) : NULL;

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        _setmode(fd, _O_BINARY);
    prepare_console();
    LocalFree(wide);
    if (!word || !read_environment())
        return false;
    *argc = words;
    *argv = word;
    return true;
}

/* --- files ----------------------------------------------------------------------------------- */

static HANDLE handle_of(int fd) {
    return (HANDLE)_get_osfhandle(fd);
}

/* Joins the halves of a 64-bit number. */
static uint64_t joined(DWORD high, DWORD low) {
    return (uint64_t)high << 32 | low;
}

static int describe(HANDLE file, struct windows_stat *out) {
    BY_HANDLE_FILE_INFORMATION info;
    const DWORD type = GetFileType(file);
    const int64_t unix_epoch = INT64_C(116444736000000000), second = 10000000;
    int64_t changed;

    memset(out, 0, sizeof *out);
    if (type == FILE_TYPE_CHAR || type == FILE_TYPE_PIPE) {
        out->st_mode = (type == FILE_TYPE_CHAR ? S_IFCHR : S_IFIFO) | S_IREAD | S_IWRITE;
        return 0;
    }
    if (!GetFileInformationByHandle(file, &info))
        return fail();
    changed =
        (int64_t)joined(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime) -
        unix_epoch;
    out->st_dev = info.dwVolumeSerialNumber;
    out->st_ino = joined(info.nFileIndexHigh, info.nFileIndexLow);
    out->st_size = (int64_t)joined(info.nFileSizeHigh, info.nFileSizeLow);
    out->st_mtime = changed / second;
    out->st_mtim.tv_sec = changed / second;
    out->st_mtim.tv_nsec = (long)(changed % second) * 100;
    out->st_mode = info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? S_IFDIR : S_IFREG;
    out->st_mode |= S_IREAD | S_IEXEC;
    out->st_mode |= info.dwFileAttributes & FILE_ATTRIBUTE_READONLY ? 0 : S_IWRITE;
    return 0;
}

enum { SHARE_ALL = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

int windows_stat(const char *path, struct windows_stat *out) {
    wchar_t *wide = windows_wide(path);
    HANDLE file;
    int status;

    if (!wide)
        return -1;
    file = CreateFileW(wide, FILE_READ_ATTRIBUTES, SHARE_ALL, NULL, OPEN_EXISTING,
                       FILE_FLAG_BACKUP_SEMANTICS, NULL);
    status = file == INVALID_HANDLE_VALUE ? fail() : describe(file, out);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    free(wide);
    return status;
}

int windows_fstat(int fd, struct windows_stat *out) {
    return describe(handle_of(fd), out);
}

/* Returns the attributes of a file; INVALID_FILE_ATTRIBUTES with errno on failure. */
static DWORD attributes_of(const char *path) {
    wchar_t *wide = windows_wide(path);
    DWORD attributes = INVALID_FILE_ATTRIBUTES;

    if (wide && (attributes = GetFileAttributesW(wide)) == INVALID_FILE_ATTRIBUTES)
        fail();
    free(wide);
    return attributes;
}

static bool is_folder(const char *path) {
    const DWORD attributes = attributes_of(path);

    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY;
}

int windows_open(const char *path, int flags, ...) {
    const int way = flags & (O_RDONLY | O_WRONLY | O_RDWR);
    const DWORD access_to = way == O_RDONLY   ? GENERIC_READ
                            : way == O_WRONLY ? GENERIC_WRITE
                                              : GENERIC_READ | GENERIC_WRITE;
    const DWORD how = !(flags & O_CREAT) ? flags & O_TRUNC ? TRUNCATE_EXISTING : OPEN_EXISTING
                      : flags & O_EXCL   ? CREATE_NEW
                      : flags & O_TRUNC  ? CREATE_ALWAYS
                                         : OPEN_ALWAYS;
    wchar_t *wide = windows_wide(path);
    HANDLE file;
    int fd;

    if (!wide)
        return -1;
    file =
        CreateFileW(wide, access_to, SHARE_ALL, NULL, how,
                    flags & O_DIRECTORY ? FILE_FLAG_BACKUP_SEMANTICS : FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        fail();
        free(wide);
        if (errno == EACCES && is_folder(path))
            errno = EISDIR;
        return -1;
    }
    free(wide);
    fd = _open_osfhandle((intptr_t)file, (flags & O_APPEND) | _O_BINARY | _O_NOINHERIT |
                                             (way == O_RDONLY ? _O_RDONLY : 0));
    if (fd < 0)
        CloseHandle(file);
    return fd;
}

FILE *windows_fopen(const char *path, const char *mode) {
    const bool both = strchr(mode, '+') != NULL;
    const int way = both ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
    const int flags = *mode == 'w' ? O_CREAT | O_TRUNC : *mode == 'a' ? O_CREAT | O_APPEND : 0;
    const char words[] = {*mode, 'b', both ? '+' : '\0', '\0'};
    const int fd = windows_open(path, way | flags, 0666);
    FILE *file = fd < 0 ? NULL : _fdopen(fd, words);

    if (fd >= 0 && !file)
        _close(fd);
    return file;
}

/*
 * Opens a temporary file: the system's tmpfile() uses a folder where only administrators may write.
 */
FILE *windows_tmpfile(void) {
    wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
    FILE *file;
    int fd;

    if (!GetTempPathW(MAX_PATH + 1, folder) || !GetTempFileNameW(folder, L"alu", 0, name)) {
        fail();
        return NULL;
    }
    fd = _wopen(name, _O_RDWR | _O_BINARY | _O_TEMPORARY | _O_NOINHERIT);
    file = fd < 0 ? NULL : _fdopen(fd, "w+b");
    if (fd >= 0 && !file)
        _close(fd);
    return file;
}

int windows_access(const char *path, int mode) {
    const DWORD attributes = attributes_of(path);
    const char *dot = strrchr(path, '.');

    if (attributes == INVALID_FILE_ATTRIBUTES)
        return -1;
    if (mode & X_OK && !(attributes & FILE_ATTRIBUTE_DIRECTORY) &&
        (!dot || _stricmp(dot, ".exe") != 0)) {
        errno = EACCES;
        return -1;
    }
    errno = EACCES;
    return mode & W_OK && attributes & FILE_ATTRIBUTE_READONLY &&
                   !(attributes & FILE_ATTRIBUTE_DIRECTORY)
               ? -1
               : 0;
}

/*
 * Returns true, after a pause, if a failed call should be repeated: a virus scanner or an indexer
 * may have opened a new file for a moment.
 */
static bool is_passing(int try) {
    enum { TRIES = 10, PAUSE_MS = 20 };
    const DWORD error = GetLastError();

    if (try >= TRIES || (error != ERROR_SHARING_VIOLATION && error != ERROR_ACCESS_DENIED))
        return false;
    Sleep(PAUSE_MS);
    SetLastError(error);
    return true;
}

int windows_remove(const char *path) {
    wchar_t *wide = windows_wide(path);
    BOOL good = FALSE;

    if (!wide)
        return -1;
    for (int try = 1; !(good = DeleteFileW(wide)) && is_passing(try); try++)
        if (is_folder(path)) {
            SetLastError(ERROR_ACCESS_DENIED);
            break;
        }
    free(wide);
    return good ? 0 : fail();
}

int windows_rename(const char *from, const char *to) {
    wchar_t *old = windows_wide(from), *new = windows_wide(to);
    BOOL good = FALSE;

    if (old && new)
        for (int try = 1;
             !(good = MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) &&
             is_passing(try);
             try++)
            ;
    if (!good && old && new)
        fail();
    free(old);
    free(new);
    return good ? 0 : -1;
}

int windows_mkdir(const char *path, int mode) {
    wchar_t *wide = windows_wide(path);
    BOOL good;

    (void)mode;
    if (!wide)
        return -1;
    good = CreateDirectoryW(wide, NULL);
    free(wide);
    return good ? 0 : fail();
}

char *windows_realpath(const char *path, char *out) {
    wchar_t *wide = windows_wide(path), *full = wide ? _wfullpath(NULL, wide, 0) : NULL;
    char *text = full ? windows_utf8(full) : NULL;

    (void)out;
    if (wide && !full)
        errno = ENOENT;
    free(full);
    free(wide);
    return text;
}

int windows_ftruncate(int fd, int64_t size) {
    FILE_END_OF_FILE_INFO end;

    end.EndOfFile.QuadPart = size;
    return SetFileInformationByHandle(handle_of(fd), FileEndOfFileInfo, &end, sizeof end) ? 0
                                                                                          : fail();
}

int windows_fsync(int fd) {
    return FlushFileBuffers(handle_of(fd)) ? 0 : fail();
}

/* Reads or writes at this offset, and keeps the file position. */
static ssize_t transfer(int fd, void *to, const void *from, size_t count, int64_t offset) {
    const HANDLE file = handle_of(fd);
    const DWORD part = (DWORD)(count < 1 << 30 ? count : 1 << 30);
    const LARGE_INTEGER none = {.QuadPart = 0};
    OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    LARGE_INTEGER place;
    DWORD done = 0;
    BOOL good;

    if (!SetFilePointerEx(file, none, &place, FILE_CURRENT))
        return fail();
    good = to ? ReadFile(file, to, part, &done, &at) : WriteFile(file, from, part, &done, &at);
    if (!good && GetLastError() != ERROR_HANDLE_EOF)
        return fail();
    SetFilePointerEx(file, place, NULL, FILE_BEGIN);
    return (ssize_t)done;
}

ssize_t windows_pread(int fd, void *bytes, size_t count, int64_t offset) {
    return transfer(fd, bytes, NULL, count, offset);
}

ssize_t windows_pwrite(int fd, const void *bytes, size_t count, int64_t offset) {
    return transfer(fd, NULL, bytes, count, offset);
}

int windows_isatty(int fd) {
    DWORD mode;

    return GetConsoleMode(handle_of(fd), &mode) != 0;
}

/* --- locks ----------------------------------------------------------------------------------- */

/* Locks a byte beyond the end of any file: Windows keeps others from reading locked bytes. */
int windows_flock(int fd, int operation) {
    const HANDLE file = handle_of(fd);
    OVERLAPPED beyond = {.Offset = 0, .OffsetHigh = 0x40000000};

    if (operation & LOCK_UN)
        return UnlockFileEx(file, 0, 1, 0, &beyond) ? 0 : fail();
    if (LockFileEx(file,
                   LOCKFILE_EXCLUSIVE_LOCK | (operation & LOCK_NB ? LOCKFILE_FAIL_IMMEDIATELY : 0),
                   0, 1, 0, &beyond))
        return 0;
    if (GetLastError() != ERROR_IO_PENDING)
        return fail();
    errno = EWOULDBLOCK;
    return -1;
}

void *windows_lock_path(const char *path, int ms) {
    char *full = windows_realpath(path, NULL);
    wchar_t name[40];
    HANDLE mutex;
    DWORD got;

    if (!full)
        return NULL;
    for (char *c = full; *c; c++) /* names are case-insensitive */
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 'a' - 'A') : *c;
    _snwprintf(name, sizeof name / sizeof *name, L"Local\\alula-%08lx",
               (unsigned long)checksum_crc32(0, (const uint8_t *)full, strlen(full)));
    free(full);
    if (!(mutex = CreateMutexW(NULL, FALSE, name))) {
        fail();
        return NULL;
    }
    got = WaitForSingleObject(mutex, (DWORD)ms);
    if (got == WAIT_OBJECT_0 || got == WAIT_ABANDONED)
        return mutex;
    CloseHandle(mutex);
    errno = EBUSY;
    return NULL;
}

void windows_unlock_path(void *lock) {
    if (!lock)
        return;
    ReleaseMutex(lock);
    CloseHandle(lock);
}

/* --- folders --------------------------------------------------------------------------------- */

struct WindowsFolder {
    HANDLE search;
    WIN32_FIND_DATAW found;
    bool first;
    struct windows_dirent entry;
};

WindowsFolder *windows_opendir(const char *path) {
    const size_t room = strlen(path) + 3;
    char *pattern = malloc(room);
    wchar_t *wide = NULL;
    WindowsFolder *folder = calloc(1, sizeof *folder);

    if (pattern) {
        snprintf(pattern, room, "%s/*", path);
        wide = windows_wide(pattern);
    }
    free(pattern);
    if (!folder || !wide) {
        errno = ENOMEM;
    } else {
        folder->search = FindFirstFileW(wide, &folder->found);
        folder->first = true;
        if (folder->search != INVALID_HANDLE_VALUE) {
            free(wide);
            return folder;
        }
        fail();
    }
    free(wide);
    free(folder);
    return NULL;
}

struct windows_dirent *windows_readdir(WindowsFolder *folder) {
    if (!folder->first && !FindNextFileW(folder->search, &folder->found))
        return NULL;
    folder->first = false;
    WideCharToMultiByte(CP_UTF8, 0, folder->found.cFileName, -1, folder->entry.d_name,
                        sizeof folder->entry.d_name, NULL, NULL);
    return &folder->entry;
}

int windows_closedir(WindowsFolder *folder) {
    FindClose(folder->search);
    free(folder);
    return 0;
}
