#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

enum {
    /// Readings in a row that fail before the stream does.
    MOST_FAILURES = 10,
    /// Bytes of scans that wait for a slow reader.
    PIPE_SIZE = 4096,
    STACK_SIZE = 64 * 1024,
};

/// What stream and thread share; the last to let go frees it. The files and the writing end are the thread's.
typedef struct plx_poller {
    atomic_uint owners;
    atomic_bool stopped;
    atomic_int error;
    _Atomic uint64_t lost;
    uint32_t sensors;
    int64_t period_ns;
    int writing_end;
    plx_axis axes[PLX_SENSORS][PLX_AXES];
    /// The `in_*_raw` files, kept open.
    int files[PLX_SENSORS][PLX_AXES];
} plx_poller;

static void close_files(plx_poller *poller) {
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        for (unsigned axis = 0; axis < PLX_AXES; axis++) {
            if (poller->files[i][axis] >= 0) close(poller->files[i][axis]);
        }
    }
    if (poller->writing_end >= 0) close(poller->writing_end);
}

static void let_go(plx_poller *poller) {
    if (atomic_fetch_sub(&poller->owners, 1) == 1) free(poller);
}

static int read_raw(int file, double *raw) {
    char text[64];
    ssize_t length = pread(file, text, sizeof text - 1, 0);
    if (length < 0) return -errno;
    text[length] = '\0';
    return plx_number_parse(text, NULL, raw) ? 0 : -EBADMSG;
}

static int read_scan(const plx_poller *poller, plx_scan *scan) {
    *scan = (plx_scan){0};
    int64_t begin_ns = plx_now_ns();
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        if (!(poller->sensors & plx_sensor_at(i))) continue;
        double raw[PLX_AXES];
        for (unsigned axis = 0; axis < PLX_AXES; axis++) {
            int result = read_raw(poller->files[i][axis], &raw[axis]);
            if (result < 0) return result;
        }
        plx_scan_set(scan, i, poller->axes[i], raw);
    }
    scan->timestamp_ns = begin_ns + (plx_now_ns() - begin_ns) / 2;
    scan->arrival_ns = scan->timestamp_ns;
    return 0;
}

/// Sleeps until the next time on the grid that is still to come.
static void wait_for_next(int64_t *next_ns, int64_t period_ns) {
    int64_t late_ns = plx_now_ns() - *next_ns;
    *next_ns += late_ns < 0 ? period_ns : (late_ns / period_ns + 1) * period_ns;
    struct timespec next = {.tv_sec = *next_ns / 1000000000, .tv_nsec = *next_ns % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL) == EINTR) continue;
}

/// Returns the error that ended it, 0 when it was stopped.
static int run(plx_poller *poller) {
    int64_t next_ns = plx_now_ns();
    unsigned failures = 0;
    while (!atomic_load(&poller->stopped)) {
        plx_scan scan;
        int result = read_scan(poller, &scan);
        if (result < 0) {
            failures++;
            if (result == -ENODEV || failures == MOST_FAILURES) return result;
        } else {
            failures = 0;
            ssize_t written = write(poller->writing_end, &scan, sizeof scan);
            if (written < 0 && errno != EAGAIN) return -errno;
            if (written < 0) atomic_fetch_add(&poller->lost, 1);
        }
        wait_for_next(&next_ns, poller->period_ns);
    }
    return 0;
}

static void *_Nullable thread_main(void *argument) {
    plx_poller *poller = argument;
    pthread_setname_np(pthread_self(), "plx-poll");
    atomic_store(&poller->error, run(poller));
    close_files(poller);
    let_go(poller);
    return NULL;
}

static int start_thread(plx_poller *poller) {
    pthread_attr_t attributes;
    int result = pthread_attr_init(&attributes);
    if (result != 0) return -result;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // The minimum covers what the runtime keeps on each stack.
    pthread_attr_setstacksize(&attributes, (size_t)PTHREAD_STACK_MIN + STACK_SIZE);
    // The thread inherits the mask. Signals are the program's, and SIGPIPE comes when the reader has gone.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    result = pthread_create(&thread, &attributes, thread_main, poller);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return -result;
}

static int open_files(plx_poller *poller, const plx_stream *stream) {
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        if (!(stream->sensors & plx_sensor_at(i))) continue;
        for (unsigned axis = 0; axis < PLX_AXES; axis++) {
            char name[PLX_VALUE_SIZE];
            snprintf(name, sizeof name, "in_%s_raw", plx_axis_name(plx_sensor_at(i), axis));
            int file = openat(stream->directory, name, O_RDONLY | O_CLOEXEC);
            if (file < 0) return -errno;
            poller->files[i][axis] = file;
        }
    }
    return 0;
}

static int open_pipe(plx_poller *poller, plx_stream *stream) {
    int ends[2];
    if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) < 0) return -errno;
    stream->descriptor = ends[0];
    poller->writing_end = ends[1];
    fcntl(ends[1], F_SETPIPE_SZ, PIPE_SIZE);
    return 0;
}

static plx_poller *_Nullable new_poller(const plx_stream *stream, double rate_hz) {
    plx_poller *poller = calloc(1, sizeof *poller);
    if (poller == NULL) return NULL;
    atomic_init(&poller->owners, 2);
    poller->sensors = stream->sensors;
    memcpy(poller->axes, stream->axes, sizeof poller->axes);
    poller->period_ns = (int64_t)(1e9 / rate_hz);
    poller->writing_end = -1;
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        for (unsigned axis = 0; axis < PLX_AXES; axis++) poller->files[i][axis] = -1;
    }
    return poller;
}

int plx_poll_start(plx_stream *stream, double rate_hz) {
    plx_poller *poller = new_poller(stream, rate_hz);
    if (poller == NULL) return -ENOMEM;
    int result = open_files(poller, stream);
    if (result == 0) result = open_pipe(poller, stream);
    if (result == 0) {
        // A neighbour's buffer keeps its pace.
        if (!plx_buffer_runs(stream->directory)) plx_rates_raise(stream, rate_hz);
        result = start_thread(poller);
    }
    if (result < 0) {
        close_files(poller);
        free(poller);
        return result;
    }
    stream->poller = poller;
    stream->clock = PLX_CLOCK_MONOTONIC;
    return 0;
}

int plx_poll_read(plx_stream *stream, plx_scan *scans, size_t capacity) {
    if (capacity == 0) return 0;
    size_t most = PIPE_SIZE / sizeof *scans;
    ssize_t length;
    do {
        length = read(stream->descriptor, scans, (capacity < most ? capacity : most) * sizeof *scans);
    } while (length < 0 && errno == EINTR);
    if (length < 0) return errno == EAGAIN ? 0 : -errno;
    if (length == 0) return atomic_load(&stream->poller->error);
    return (int)((size_t)length / sizeof *scans);
}

uint64_t plx_poll_lost(const plx_stream *stream) {
    return atomic_load(&stream->poller->lost);
}

void plx_poll_stop(plx_stream *stream) {
    if (stream->poller != NULL) {
        atomic_store(&stream->poller->stopped, true);
        let_go(stream->poller);
    }
    if (stream->descriptor >= 0) close(stream->descriptor);
}

#pragma clang assume_nonnull end
