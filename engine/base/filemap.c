/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64
#include "filemap.h"

#ifdef _WIN32
#include <windows.h>

enum { MAX_PATH_LENGTH = 4096 };

/* From UTF-8, or what the system's own character set makes of it. */
static bool widen(const char *path, wchar_t wide[MAX_PATH_LENGTH]) {
    return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, MAX_PATH_LENGTH) ||
           MultiByteToWideChar(CP_ACP, 0, path, -1, wide, MAX_PATH_LENGTH);
}

static DWORD attributes_of(const char *path) {
    wchar_t wide[MAX_PATH_LENGTH];
    return widen(path, wide) ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
}

bool filemap_exists(const char *path) {
    const DWORD attributes = attributes_of(path);
    return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY);
}

bool filemap_is_folder(const char *path) {
    const DWORD attributes = attributes_of(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

bool filemap_open(FileMap *map, const char *path) {
    wchar_t wide[MAX_PATH_LENGTH];
    LARGE_INTEGER size;
    HANDLE file, view;

    *map = (FileMap){NULL, 0};
    if (!widen(path, wide))
        return false;
    file = CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING,
                       FILE_FLAG_RANDOM_ACCESS, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return false;
    if (GetFileSizeEx(file, &size) && size.QuadPart > 0 && (uint64_t)size.QuadPart <= SIZE_MAX &&
        (view = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL))) {
        map->bytes = MapViewOfFile(view, FILE_MAP_READ, 0, 0, 0);
        map->size = map->bytes ? (size_t)size.QuadPart : 0;
        CloseHandle(view);
    }
    CloseHandle(file);
    return map->bytes != NULL;
}

void filemap_close(FileMap *map) {
    if (map->bytes)
        UnmapViewOfFile(map->bytes);
    *map = (FileMap){NULL, 0};
}

#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool filemap_exists(const char *path) {
    struct stat info;
    return !stat(path, &info) && S_ISREG(info.st_mode);
}

bool filemap_is_folder(const char *path) {
    struct stat info;
    return !stat(path, &info) && S_ISDIR(info.st_mode);
}

bool filemap_open(FileMap *map, const char *path) {
    struct stat info;
    void *bytes = MAP_FAILED;
    int fd;

    *map = (FileMap){NULL, 0};
    if (!filemap_exists(path)) /* a pipe would be waited for */
        return false;
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    if (!fstat(fd, &info) && S_ISREG(info.st_mode) && info.st_size > 0 &&
        (uintmax_t)info.st_size <= SIZE_MAX)
        bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (bytes == MAP_FAILED)
        return false;
    posix_madvise(bytes, (size_t)info.st_size, POSIX_MADV_RANDOM);
    *map = (FileMap){bytes, (size_t)info.st_size};
    return true;
}

void filemap_close(FileMap *map) {
    if (map->bytes)
        munmap((void *)(uintptr_t)map->bytes, map->size);
    *map = (FileMap){NULL, 0};
}
#endif
