// SPDX-License-Identifier: GPL-3.0-or-later
// For the linker: a web worker has no files, so all file calls fail. (The stubs of emscripten's -sFILESYSTEM=0 report
// success.)
const refused = {};
for (const name of ["__syscall_chmod", "__syscall_faccessat", "__syscall_fchmod", "__syscall_fcntl64", "__syscall_fstat64",
                    "__syscall_fstatat64", "__syscall_getcwd", "__syscall_ioctl", "__syscall_lstat64", "__syscall_open",
                    "__syscall_readlink", "__syscall_rename", "__syscall_rmdir", "__syscall_stat64", "__syscall_unlink"])
    refused[name] = function() { return -44; }; // ENOENT
for (const name of ["fd_close", "fd_fdstat_get", "fd_read", "fd_seek", "fd_sync", "fd_write"])
    refused[name] = function() { return 8; }; // EBADF
refused.environ_get = function() { return 0; };
refused.environ_sizes_get = function(count, size) {
    HEAP32[count >> 2] = HEAP32[size >> 2] = 0;
    return 0;
};
for (const name in refused)
    refused[name + "__deps"] = [];
mergeInto(LibraryManager.library, refused);
