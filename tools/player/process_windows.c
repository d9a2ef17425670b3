/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes on Windows. */
#include <windows.h>

#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/util.h"
#include "process_internal.h"
#include "tools/common/tool.h"

enum { SLICE_MS = 50, SEND_MS = 2000, KILL_MS = 5000, PIPE_BYTES = 1 << 16, BLOCK_BYTES = 4096 };

/* Our end of a pipe. Reading into `block` continues in the background. */
typedef struct ProcessPipe {
    HANDLE handle;
    OVERLAPPED io; /* the event is set when there is data, or at the end */
    bool reading, ended;
    size_t start, end; /* of the data in the block */
    char block[BLOCK_BYTES];
} ProcessPipe;

/* --- the reaper ------------------------------------------------------------------------------- */

const char *reaper_start(Reaper *r) {
    r->errors = false;
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); /* no crash dialogs */
    return NULL;
}

void reaper_end(Reaper *r) {
    (void)r;
}

/* --- pipes ----------------------------------------------------------------------------------- */

/* Opens a pipe whose other end can be inherited. Returns NULL, with GetLastError(), on failure. */
static ProcessPipe *pipe_open(HANDLE *theirs, bool we_read) {
    static atomic_uint number;
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    ProcessPipe *pipe = memory_new(1, sizeof *pipe);
    wchar_t name[64];

    *theirs = INVALID_HANDLE_VALUE;
    _snwprintf(name, sizeof name / sizeof *name, L"\\\\.\\pipe\\alula-%lu-%u",
               GetCurrentProcessId(), atomic_fetch_add(&number, 1));
    pipe->handle = CreateNamedPipeW(name,
                                    (we_read ? PIPE_ACCESS_INBOUND : PIPE_ACCESS_OUTBOUND) |
                                        FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                    PIPE_TYPE_BYTE | PIPE_WAIT, 1, PIPE_BYTES, PIPE_BYTES, 0, NULL);
    if (pipe->handle != INVALID_HANDLE_VALUE)
        *theirs = CreateFileW(name,
                              we_read ? GENERIC_WRITE | FILE_READ_ATTRIBUTES
                                      : GENERIC_READ | FILE_WRITE_ATTRIBUTES,
                              0, &inherited, OPEN_EXISTING, 0, NULL);
    pipe->io.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (*theirs != INVALID_HANDLE_VALUE && pipe->io.hEvent)
        return pipe;
    if (pipe->handle != INVALID_HANDLE_VALUE)
        CloseHandle(pipe->handle);
    if (*theirs != INVALID_HANDLE_VALUE)
        CloseHandle(*theirs);
    if (pipe->io.hEvent)
        CloseHandle(pipe->io.hEvent);
    *theirs = INVALID_HANDLE_VALUE;
    free(pipe);
    return NULL;
}

static void pipe_close(ProcessPipe **pipe) {
    DWORD n;

    if (!*pipe)
        return;
    if ((*pipe)->reading) {
        CancelIoEx((*pipe)->handle, &(*pipe)->io);
        GetOverlappedResult((*pipe)->handle, &(*pipe)->io, &n, TRUE);
    }
    CloseHandle((*pipe)->handle);
    CloseHandle((*pipe)->io.hEvent);
    free(*pipe);
    *pipe = NULL;
}

/* Starts reading, unless there is data; returns true if there is data now, or at the end. */
static bool pipe_is_ready(ProcessPipe *pipe) {
    DWORD n = 0;

    if (pipe->start < pipe->end || pipe->ended)
        return true;
    if (!pipe->reading) {
        pipe->reading = ReadFile(pipe->handle, pipe->block, BLOCK_BYTES, NULL, &pipe->io) ||
                        GetLastError() == ERROR_IO_PENDING;
        pipe->ended = !pipe->reading;
    }
    if (pipe->reading && GetOverlappedResult(pipe->handle, &pipe->io, &n, FALSE)) {
        pipe->reading = false;
        pipe->start = 0;
        pipe->end = n;
    } else if (pipe->reading && GetLastError() != ERROR_IO_INCOMPLETE) {
        pipe->reading = false;
        pipe->ended = true;
    }
    return pipe->start < pipe->end || pipe->ended;
}

/* Acts like read(), but returns -1 if no data is available yet. */
static ssize_t pipe_take(ProcessPipe *pipe, char *to, size_t room) {
    size_t n;

    if (!pipe_is_ready(pipe))
        return -1;
    n = min_size(room, pipe->end - pipe->start);
    memcpy(to, pipe->block + pipe->start, n);
    pipe->start += n;
    return (ssize_t)n;
}

/* --- the command line ------------------------------------------------------------------------ */

/* Adds a word, quoted so that the usual C startup code of Windows reads it unchanged. */
static void add_argument(Text *line, const char *word) {
    const bool quoted = !*word || strpbrk(word, " \t\n\v\"");
    size_t slashes = 0;

    if (line->length)
        text_add_char(line, ' ');
    if (quoted)
        text_add_char(line, '"');
    for (const char *c = word; *c; c++) {
        if (*c == '"')
            for (size_t i = 0; i <= slashes; i++) /* single backslashes would escape the quote */
                text_add_char(line, '\\');
        slashes = *c == '\\' ? slashes + 1 : 0;
        text_add_char(line, *c);
    }
    for (size_t i = 0; quoted && i < slashes; i++)
        text_add_char(line, '\\');
    if (quoted)
        text_add_char(line, '"');
}

static wchar_t *command_line(char **word) {
    size_t room = 1;
    wchar_t *wide;
    char *text;
    Text line;

    for (char **w = word; *w; w++)
        room += 2 * strlen(*w) + 3;
    text = memory_new(room, 1);
    line = text_in(text, room);
    for (; *word; word++)
        add_argument(&line, *word);
    wide = windows_wide(text);
    free(text);
    return wide;
}

/*
 * Returns the full path of a program. Uses a path as it is; looks a name up in the folder of this
 * program, the current folder, those of the system and PATH; ".exe" is optional. Returns NULL if
 * there is no such program.
 */
static wchar_t *find_program(const char *name) {
    wchar_t *wide = windows_wide(name), *found = NULL;
    DWORD length, room;

    if (!wide)
        memory_fail();
    for (wchar_t *c = wide; *c; c++)
        if (*c == L'/')
            *c = L'\\';
    room = SearchPathW(NULL, wide, L".exe", 0, NULL, NULL);
    if (room) {
        found = memory_new((size_t)room + 1, sizeof *found);
        length = SearchPathW(NULL, wide, L".exe", room + 1, found, NULL);
        if (!length || length > room) {
            free(found);
            found = NULL;
        }
    }
    free(wide);
    return found;
}

char *process_look_up(const char *name) {
    wchar_t *found = find_program(name);
    char *path = NULL;

    if (found && !(path = windows_utf8(found)))
        memory_fail();
    free(found);
    return path;
}

/* --- starting -------------------------------------------------------------------------------- */

/*
 * Creates a job whose processes end when its last handle is closed, which also happens when we end.
 */
static HANDLE make_job(void) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE}};
    const HANDLE job = CreateJobObjectW(NULL, NULL);

    if (job)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

/* Creates a suspended process, so that it is in its job before it can start other processes. */
static bool create(PROCESS_INFORMATION *made, const wchar_t *program, wchar_t *line,
                   HANDLE theirs[3]) {
    STARTUPINFOEXW start = {.StartupInfo = {.cb = sizeof start,
                                            .dwFlags = STARTF_USESTDHANDLES,
                                            .hStdInput = theirs[0],
                                            .hStdOutput = theirs[1],
                                            .hStdError = theirs[2]}};
    SIZE_T size = 0;
    DWORD error;
    BOOL good;

    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    start.lpAttributeList = memory_new(size, 1);
    good = InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &size);
    if (good) {
        /* inherit its own pipes only: another engine's would never close */
        good =
            UpdateProcThreadAttribute(start.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                      theirs, 3 * sizeof *theirs, NULL, NULL) &&
            CreateProcessW(program, line, NULL, NULL, TRUE,
                           CREATE_NO_WINDOW | CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT, NULL,
                           NULL, &start.StartupInfo, made);
        error = GetLastError();
        DeleteProcThreadAttributeList(start.lpAttributeList);
        SetLastError(error);
    }
    free(start.lpAttributeList);
    return good != FALSE;
}

/* Opens a handle for standard error that discards all output. */
static HANDLE open_nothing(void) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};

    return CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                       OPEN_EXISTING, 0, NULL);
}

static bool run(Process *p, const wchar_t *program, wchar_t *line, HANDLE theirs[3]) {
    PROCESS_INFORMATION made;

    if (!create(&made, program, line, theirs))
        return false;
    p->pid = (intptr_t)made.hProcess;
    if ((p->job = make_job()) && !AssignProcessToJobObject(p->job, made.hProcess)) {
        CloseHandle(p->job);
        p->job = NULL;
    }
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    return true;
}

size_t affinity_cpus(int **cpu) {
    *cpu = NULL;
    return 0;
}

const char *process_launch(Process *p, char **word, const int *cpu) {
    HANDLE theirs[3] = {INVALID_HANDLE_VALUE, INVALID_HANDLE_VALUE, INVALID_HANDLE_VALUE};
    wchar_t *program = find_program(*word), *line = program ? command_line(word) : NULL;
    DWORD error = program ? ERROR_NOT_ENOUGH_MEMORY : ERROR_FILE_NOT_FOUND;
    bool good = false;

    (void)cpu; /* affinity_cpus() has returned none */
    if (line) {
        p->in = pipe_open(&theirs[0], false);
        p->out = pipe_open(&theirs[1], true);
        if (p->reaper->errors)
            p->err = pipe_open(&theirs[2], true);
        if (!p->err)
            theirs[2] = open_nothing();
        good = p->in && p->out && run(p, program, line, theirs);
        error = GetLastError();
    }
    for (int i = 0; i < 3; i++)
        if (theirs[i] != INVALID_HANDLE_VALUE)
            CloseHandle(theirs[i]);
    free(program);
    free(line);
    if (good)
        return NULL;
    pipe_close(&p->in);
    pipe_close(&p->out);
    pipe_close(&p->err);
    return error == ERROR_FILE_NOT_FOUND && !strpbrk(*word, "/\\")
               ? "there is no such program next to this one or in PATH"
               : strerror(windows_errno(error));
}

/* --- talking --------------------------------------------------------------------------------- */

/* Reads available standard error, and keeps its tail; returns false if none is available. */
static bool hear(Process *p) {
    char part[PROCESS_SAID];
    const ssize_t n = p->err ? pipe_take(p->err, part, sizeof part) : -1;

    if (!n)
        pipe_close(&p->err);
    if (n <= 0)
        return false;
    process_heard(p, part, (size_t)n);
    return true;
}

/* Waits for an event, and polls the stop flag; returns false at the deadline or if stopped. */
static bool wait_for(Process *p, HANDLE event, int64_t deadline_us) {
    for (;;) {
        const int64_t left = deadline_us - clock_us();
        const DWORD slice = left > SLICE_MS * 1000 ? SLICE_MS
                            : left > 0             ? (DWORD)(left / 1000) + 1
                                                   : 0;
        HANDLE both[2] = {event, NULL};
        DWORD got;

        while (hear(p))
            ; /* starts the next read, which sets the event */
        if (p->err)
            both[1] = p->err->io.hEvent;
        got = WaitForMultipleObjects(p->err ? 2 : 1, both, FALSE, slice);
        if (got == WAIT_OBJECT_0)
            return true;
        if (left <= 0 || (p->stop && atomic_load(p->stop)))
            return false;
    }
}

ssize_t process_take(Process *p, char *to, size_t room) {
    return pipe_take(p->out, to, room);
}

bool process_wait(Process *p, int64_t deadline_us) {
    return pipe_is_ready(p->out) || wait_for(p, p->out->io.hEvent, deadline_us);
}

bool process_send(Process *p, const char *line) {
    const size_t length = strlen(line);
    char *text = memory_text(line, length + 1);
    DWORD sent = 0;
    bool pending;

    if (!p->in || p->ended) {
        free(text);
        return false;
    }
    text[length] = '\n';
    pending = WriteFile(p->in->handle, text, (DWORD)length + 1, NULL, &p->in->io) ||
              GetLastError() == ERROR_IO_PENDING;
    if (pending && !wait_for(p, p->in->io.hEvent, clock_us() + SEND_MS * 1000))
        CancelIoEx(p->in->handle, &p->in->io);
    /* do not blame the engine for its answers after a lost command */
    if (!pending || (!GetOverlappedResult(p->in->handle, &p->in->io, &sent, TRUE) &&
                     GetLastError() != ERROR_OPERATION_ABORTED))
        p->ended = true;
    free(text);
    return sent == length + 1;
}

/* --- ending ---------------------------------------------------------------------------------- */

void process_close_input(Process *p) {
    pipe_close(&p->in);
}

static bool has_exited(const Process *p) {
    return WaitForSingleObject((HANDLE)p->pid, 0) == WAIT_OBJECT_0;
}

/* Returns the processor time of the job; of the process alone if the system does not count jobs. */
static int64_t processor_us(const Process *p) {
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION used;
    FILETIME made, exited, kernel, user;
    int64_t all = 0, own = 0;

    if (p->job && QueryInformationJobObject(p->job, JobObjectBasicAccountingInformation, &used,
                                            sizeof used, NULL))
        all = used.TotalUserTime.QuadPart + used.TotalKernelTime.QuadPart;
    if (GetProcessTimes((HANDLE)p->pid, &made, &exited, &kernel, &user))
        own = ((int64_t)kernel.dwHighDateTime << 32 | kernel.dwLowDateTime) +
              ((int64_t)user.dwHighDateTime << 32 | user.dwLowDateTime);
    return max64(all, own) / 10;
}

/*
 * Returns the POSIX signal that corresponds to a system-defined exit status; 0 for other statuses.
 */
static int signal_of(DWORD status) {
    static const struct {
        DWORD status;
        int signal;
    } known[] = {
        {STATUS_ACCESS_VIOLATION, 11},
        {STATUS_STACK_OVERFLOW, 11},
        {STATUS_IN_PAGE_ERROR, 7},
        {STATUS_DATATYPE_MISALIGNMENT, 7},
        {STATUS_ILLEGAL_INSTRUCTION, 4},
        {STATUS_PRIVILEGED_INSTRUCTION, 4},
        {STATUS_INTEGER_DIVIDE_BY_ZERO, 8},
        {STATUS_INTEGER_OVERFLOW, 8},
        {STATUS_FLOAT_DIVIDE_BY_ZERO, 8},
        {STATUS_BREAKPOINT, 5},
        {0xC0000409, 6},
        {STATUS_CONTROL_C_EXIT, 2},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].status == status)
            return known[i].signal;
    return 0;
}

/* Closes the input, and waits for the process to exit. */
static void wait_for_exit(Process *p, int64_t deadline_us) {
    char drained[BLOCK_BYTES];

    process_close_input(p);
    while (!has_exited(p)) {
        const int64_t left = deadline_us - clock_us();
        HANDLE event[3] = {(HANDLE)p->pid};
        DWORD events = 1;

        if (left <= 0)
            return;
        if (pipe_take(p->out, drained, sizeof drained) > 0 || hear(p))
            continue; /* drain: a full pipe could block the exit */
        if (!p->out->ended)
            event[events++] = p->out->io.hEvent;
        if (p->err)
            event[events++] = p->err->io.hEvent;
        WaitForMultipleObjects(events, event, FALSE, (DWORD)min64(left / 1000 + 1, SLICE_MS));
    }
}

ProcessEnd process_end(Process *p, int64_t grace_ms) {
    ProcessEnd end = {0};
    DWORD status = 0;

    if (!p->pid)
        return end;
    wait_for_exit(p, clock_us() + grace_ms * 1000);
    end.killed = !has_exited(p);
    if (p->job)
        TerminateJobObject(p->job, PROCESS_KILLED);
    if (end.killed)
        TerminateProcess((HANDLE)p->pid, PROCESS_KILLED);
    WaitForSingleObject((HANDLE)p->pid, KILL_MS);
    GetExitCodeProcess((HANDLE)p->pid, &status);
    end.signal = end.killed ? PROCESS_KILLED : signal_of(status);
    end.status = end.signal ? 0 : (int)status;
    end.processor_us = processor_us(p);
    for (int i = 0; i < 1000 && hear(p); i++)
        ; /* drain the pipe */
    process_last_line(p, end.said);
    pipe_close(&p->err);
    pipe_close(&p->out);
    CloseHandle((HANDLE)p->pid);
    if (p->job)
        CloseHandle(p->job);
    free(p->buffer);
    *p = (Process){.reaper = p->reaper, .stop = p->stop};
    return end;
}
