/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64
#include "filemap.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef _WIN32
#include <windows.h>

static void *map_file(int fd, size_t size) {
    HANDLE view = CreateFileMappingW((HANDLE)_get_osfhandle(fd), NULL, PAGE_READONLY, 0, 0, NULL);
    void *bytes = view ? MapViewOfFile(view, FILE_MAP_READ, 0, 0, size) : NULL;

    if (view)
        CloseHandle(view);
    return bytes;
}

static void unmap(FileMap *map) {
    UnmapViewOfFile(map->bytes);
}

#else
#include <sys/mman.h>

/* Returns NULL if the file cannot be mapped. */
static void *map_file(int fd, size_t size) {
    void *bytes = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);

    if (bytes == MAP_FAILED)
        return NULL;
    posix_madvise(bytes, size, POSIX_MADV_RANDOM);
    return bytes;
}

static void unmap(FileMap *map) {
    munmap((void *)(uintptr_t)map->bytes, map->size);
}
#endif

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
    int fd;

    *map = (FileMap){NULL, 0};
    if (!filemap_exists(path) ||
        (fd = open(path, O_RDONLY | O_CLOEXEC)) < 0) /* a pipe would block */
        return false;
    if (!fstat(fd, &info) && S_ISREG(info.st_mode) && info.st_size > 0 &&
        (uintmax_t)info.st_size <= SIZE_MAX)
        map->bytes = map_file(fd, (size_t)info.st_size);
    close(fd);
    if (map->bytes)
        map->size = (size_t)info.st_size;
    return map->bytes != NULL;
}

void filemap_close(FileMap *map) {
    if (map->bytes)
        unmap(map);
    *map = (FileMap){NULL, 0};
}
