/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes on POSIX systems. */
#define _GNU_SOURCE /* pipe2(), as in POSIX.1-2024; sched_setaffinity() */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

#include "base/clock.h"
#include "process_internal.h"
#include "tools/common/tool.h"

enum { SLICE_MS = 50 };

/* Opens a pipe whose ends are closed by exec in a child. */
static int closed_pipe(int ends[2]) {
#ifdef __APPLE__ /* no pipe2(): another thread that forks now may inherit the ends */
    if (pipe(ends))
        return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#else
    return pipe2(ends, O_CLOEXEC);
#endif
}

/* --- the reaper ------------------------------------------------------------------------------- */

/*
 * Runs the reaper: tracks groups that start (+) and end (-), and kills the remaining ones when the
 * pipe is closed.
 */
static void reaper_main(int from) {
    pid_t *group = NULL, pid;
    size_t count = 0;
    ssize_t got;

    while ((got = read(from, &pid, sizeof pid)) != 0) {
        if (got < 0 && errno != EINTR)
            break;
        if (got != (ssize_t)sizeof pid)
            continue;
        if (pid > 0) {
            group = memory_grow(group, count + 1, sizeof *group);
            group[count++] = pid;
            continue;
        }
        for (size_t i = 0; i < count; i++)
            if (group[i] == -pid)
                group[i--] = group[--count];
    }
    for (size_t i = 0; i < count; i++)
        kill(-group[i], SIGKILL);
    _exit(0);
}

/*
 * Makes this process adopt orphans: a child that left its engine's group, as daemons do, survives
 * the group. On Linux it then becomes our child when its parent ends, and can be found.
 */
static void adopt_orphans(void) {
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

/* Returns the children of all threads of this process; none if the system cannot list them. */
static pid_t *children(size_t *count) {
    pid_t *list = NULL;
    glob_t found;

    *count = 0;
    if (glob("/proc/self/task/*/children", 0, NULL, &found))
        return NULL;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        FILE *file = fopen(found.gl_pathv[i], "re");
        int pid;

        while (file && fscanf(file, "%d", &pid) == 1) {
            list = memory_grow(list, *count + 1, sizeof *list);
            list[(*count)++] = pid;
        }
        if (file)
            fclose(file);
    }
    globfree(&found);
    return list;
}

static bool is_among(const pid_t *list, size_t count, pid_t pid) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == pid)
            return true;
    return false;
}

/*
 * Kills processes that engines left behind, but not children from before reaper_start(). Returns
 * true if there were any.
 */
static bool kill_orphans(const Reaper *r) {
    bool any = false;
    size_t count;
    pid_t *list = children(&count);

    for (size_t i = 0; i < count; i++)
        if (!is_among(r->earlier, r->earlier_count, list[i])) {
            kill(list[i], SIGKILL);
            any |= waitpid(list[i], NULL, 0) == list[i];
        }
    free(list);
    return any;
}

/* Adds Debian's folders of chess programs to PATH; root and scripts often lack them. */
static void search_games(void) {
    const char *path = getenv("PATH");
    char *all = NULL;
    size_t size;
    FILE *text = open_memstream(&all, &size);

    if (!text)
        return;
    fprintf(text, "%s:/usr/local/games:/usr/games", path ? path : "/bin:/usr/bin");
    if (!fclose(text))
        setenv("PATH", all, true);
    free(all);
}

const char *reaper_start(Reaper *r) {
    int ends[2];

    r->errors = false;
    search_games();
    if (closed_pipe(ends))
        return strerror(errno);
    r->earlier = children(&r->earlier_count);
    r->pid = fork();
    if (r->pid < 0)
        return strerror(errno);
    if (!r->pid) {
        const int null = open("/dev/null", O_RDWR);

        setsid();
        for (int fd = 0; fd < 3 && null >= 0; fd++)
            dup2(null, fd);
        close(ends[1]);
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        reaper_main(ends[0]);
    }
    signal(SIGPIPE, SIG_IGN); /* write() reports the end of an engine */
    adopt_orphans();
    close(ends[0]);
    r->pipe = ends[1];
    return NULL;
}

void reaper_end(Reaper *r) {
    close(r->pipe);
    while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    while (kill_orphans(r))
        ; /* also reap orphans of the killed processes */
    free(r->earlier);
}

static void reaper_notify(const Reaper *r, pid_t pid) {
    ssize_t wrote = write(r->pipe, &pid, sizeof pid);

    (void)wrote; /* nothing can be done if the reaper is gone */
}

/* --- starting -------------------------------------------------------------------------------- */

/* Looks a name up in PATH, where an empty entry means the current folder. */
char *process_look_up(const char *name) {
    const char *path = getenv("PATH"), *folder = path ? path : "/bin:/usr/bin";
    const size_t room = strlen(folder) + strlen(name) + 2;
    char *found;

    if (strchr(name, '/'))
        return memory_text(name, strlen(name));
    found = memory_new(room, 1);
    for (;;) {
        const size_t length = strcspn(folder, ":");
        Text t = text_in(found, room);
        struct stat status;

        text_add_word(&t, (Word){folder, length});
        text_add(&t, length ? "/" : "");
        text_add(&t, name);
        if (!stat(found, &status) && S_ISREG(status.st_mode) && !access(found, X_OK))
            return found;
        if (!folder[length])
            break;
        folder += length + 1;
    }
    free(found);
    return NULL;
}

#ifdef __linux__
enum { SETS = 8 }; /* 8192 CPUs, the maximum of Linux */

/* Returns the first hardware thread of a CPU's core. */
static size_t core_of(size_t cpu) {
    char path[96];
    FILE *file;
    size_t first;

    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%zu/topology/thread_siblings_list",
             cpu);
    file = fopen(path, "r");
    if (!file || fscanf(file, "%zu", &first) != 1)
        first = cpu;
    if (file)
        fclose(file);
    return first;
}

size_t affinity_cpus(int **cpu) {
    cpu_set_t set[SETS], cores[SETS], others[SETS];
    size_t count = 0;

    *cpu = NULL;
    CPU_ZERO_S(sizeof set, set);
    CPU_ZERO_S(sizeof set, cores);
    CPU_ZERO_S(sizeof set, others);
    if (sched_getaffinity(0, sizeof set, set))
        return 0;
    *cpu = memory_new((size_t)CPU_COUNT_S(sizeof set, set), sizeof **cpu);
    for (size_t i = 0; i < SETS * CPU_SETSIZE; i++) {
        if (!CPU_ISSET_S(i, sizeof set, set))
            continue;
        if (CPU_ISSET_S(core_of(i), sizeof set, cores)) {
            CPU_SET_S(i, sizeof set, others);
        } else {
            CPU_SET_S(core_of(i), sizeof set, cores);
            (*cpu)[count++] = (int)i;
        }
    }
    for (size_t i = 0; i < SETS * CPU_SETSIZE; i++)
        if (CPU_ISSET_S(i, sizeof set, others))
            (*cpu)[count++] = (int)i;
    return count;
}

/* Binds this process to a CPU. Safe after fork(). Returns false with errno set. */
static bool affinity_bind(int cpu) {
    cpu_set_t set[SETS];

    CPU_ZERO_S(sizeof set, set);
    CPU_SET_S((size_t)cpu, sizeof set, set);
    return !sched_setaffinity(0, sizeof set, set);
}
#else
size_t affinity_cpus(int **cpu) {
    *cpu = NULL;
    return 0;
}

static bool affinity_bind(int cpu) {
    errno = ENOSYS;
    return false;
}
#endif

/* Calls exec in the child, or reports errno; makes only calls that are safe after fork(). */
static void exec_child(char **word, const int in[2], const int out[2], int err, int report,
                       const Reaper *reaper, const int *cpu) {
    static const int reset[] = {SIGPIPE, SIGINT, SIGTERM, SIGXFSZ};
    struct sigaction action;
    const int to = err >= 0 ? err : open("/dev/null", O_WRONLY);
    sigset_t none;
    int error;
    ssize_t wrote;

    setpgid(0, 0);
    reaper_notify(reaper, getpid());
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    for (size_t i = 0; i < sizeof reset / sizeof *reset; i++)
        sigaction(reset[i], &action, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if ((!cpu || affinity_bind(*cpu)) && dup2(in[0], 0) >= 0 && dup2(out[1], 1) >= 0 &&
        (to < 0 || dup2(to, 2) >= 0))
        execvp(word[0], word);
    error = errno;
    wrote = write(report, &error, sizeof error);
    _exit(wrote == (ssize_t)sizeof error ? 127 : 126);
}

/* Returns the errno of the child if exec failed, or 0. */
static int read_exec_error(int from) {
    int error = 0;
    ssize_t got;

    do
        got = read(from, &error, sizeof error);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof error ? error : 0;
}

const char *process_launch(Process *p, char **word, const int *cpu) {
    int pipes[3][2], *const in = pipes[0], *const out = pipes[1], *const report = pipes[2];
    int err[2] = {-1, -1}, error;

    for (int i = 0; i < 3; i++)
        if (closed_pipe(pipes[i])) {
            error = errno;
            for (; i > 0; i--) {
                close(pipes[i - 1][0]);
                close(pipes[i - 1][1]);
            }
            return strerror(error);
        }
    if (p->reaper->errors && closed_pipe(err))
        err[0] = err[1] = -1; /* standard error is optional */
    p->pid = fork();
    if (!p->pid)
        exec_child(word, in, out, err[1], report[1], p->reaper, cpu);
    error = p->pid < 0 ? errno : 0;
    close(in[0]);
    close(out[1]);
    close(report[1]);
    if (err[1] >= 0)
        close(err[1]);
    p->in = in[1];
    p->out = out[0];
    p->err = err[0];
    if (p->pid > 0)
        error = read_exec_error(report[0]);
    close(report[0]);
    if (!error) {
        setpgid(p->pid, p->pid);
        fcntl(p->in, F_SETFL, O_NONBLOCK);
        fcntl(p->out, F_SETFL, O_NONBLOCK);
        if (p->err >= 0)
            fcntl(p->err, F_SETFL, O_NONBLOCK);
        return NULL;
    }
    close(p->in);
    close(p->out);
    if (p->err >= 0)
        close(p->err);
    if (p->pid > 0) {
        reaper_notify(p->reaper, -p->pid);
        while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    p->pid = 0;
    if (error == ENOENT && !strchr(word[0], '/'))
        return "there is no such program in PATH, /usr/local/games or /usr/games";
    return strerror(error);
}

/* --- talking --------------------------------------------------------------------------------- */

/* Reads available standard error, and keeps its tail; returns false if none is available. */
static bool hear(Process *p) {
    char part[PROCESS_SAID];
    const ssize_t n = p->err >= 0 ? read(p->err, part, sizeof part) : -1;

    if (p->err < 0)
        return false;
    if (n <= 0) {
        if (!n || (errno != EAGAIN && errno != EINTR)) {
            close(p->err);
            p->err = -1;
        }
        return false;
    }
    process_heard(p, part, (size_t)n);
    return true;
}

/* Waits for a pipe, and polls the stop flag; returns false at the deadline or if stopped. */
static bool wait_for_fd(Process *p, int fd, short events, int64_t deadline_us) {
    for (;;) {
        const int64_t left = deadline_us - clock_us();
        const int slice = left > SLICE_MS * 1000 ? SLICE_MS : left > 0 ? (int)(left / 1000) + 1 : 0;
        struct pollfd both[2] = {{fd, events, 0}, {p->err, POLLIN, 0}};

        if (poll(both, 2, slice) > 0 && both[1].revents)
            hear(p);
        if (both[0].revents)
            return true;
        if (left <= 0 || (p->stop && atomic_load(p->stop)))
            return false;
    }
}

bool process_send(Process *p, const char *line) {
    const size_t length = strlen(line);
    const int64_t deadline = clock_us() + 2000000;
    char *text = memory_text(line, length + 1);
    size_t sent = 0;

    text[length] = '\n';
    while (sent < length + 1 && !p->ended) {
        const ssize_t n = write(p->in, text + sent, length + 1 - sent);

        if (n > 0)
            sent += (size_t)n;
        else if (n < 0 && errno == EAGAIN ? !wait_for_fd(p, p->in, POLLOUT, deadline)
                                          : errno != EINTR)
            break;
    }
    free(text);
    /* do not blame the engine for its answers after a lost command */
    if (sent < length + 1 && errno != EAGAIN)
        p->ended = true;
    return sent == length + 1;
}

ssize_t process_take(Process *p, char *to, size_t room) {
    for (;;) {
        const ssize_t n = read(p->out, to, room);

        if (n >= 0)
            return n;
        if (errno == EAGAIN)
            return -1;
        if (errno != EINTR)
            return 0;
    }
}

bool process_wait(Process *p, int64_t deadline_us) {
    return wait_for_fd(p, p->out, POLLIN, deadline_us);
}

/* --- ending ---------------------------------------------------------------------------------- */

static bool has_exited(pid_t pid) {
    siginfo_t info;

    memset(&info, 0, sizeof info);
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid == pid;
}

void process_close_input(Process *p) {
    if (p->in >= 0)
        close(p->in);
    p->in = -1;
}

static int64_t processor_us(const struct rusage *used) {
    return ((int64_t)used->ru_utime.tv_sec + used->ru_stime.tv_sec) * 1000000 +
           used->ru_utime.tv_usec + used->ru_stime.tv_usec;
}

ProcessEnd process_end(Process *p, int64_t grace_ms) {
    const int64_t deadline = clock_ms() + grace_ms;
    ProcessEnd end = {0};
    struct rusage used;
    char drained[4096];
    int status = 0;

    if (!p->pid)
        return end;
    process_close_input(p);
    while (!has_exited(p->pid) && clock_ms() < deadline) {
        while (read(p->out, drained, sizeof drained) > 0 && clock_ms() < deadline)
            ; /* drain: a full pipe could block the exit */
        while (hear(p) && clock_ms() < deadline)
            ;
        clock_sleep_ms(2);
    }
    end.killed = !has_exited(p->pid);
    kill(p->pid, SIGKILL);
    kill(-p->pid, SIGKILL);
    reaper_notify(p->reaper, -p->pid);
    memset(&used, 0, sizeof used);
    while (wait4(p->pid, &status, 0, &used) < 0 && errno == EINTR)
        ;
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    end.processor_us = processor_us(&used);
    while (wait4(-p->pid, NULL, WNOHANG, &used) > 0) /* our children now, see adopt_orphans() */
        end.processor_us += processor_us(&used);
    for (int i = 0; i < 1000 && hear(p); i++)
        ; /* drain the pipe; a grandchild may write forever */
    process_last_line(p, end.said);
    if (p->err >= 0)
        close(p->err);
    close(p->out);
    free(p->buffer);
    *p = (Process){.reaper = p->reaper, .stop = p->stop};
    return end;
}
