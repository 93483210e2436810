// iio-sensor-proxy sets a hub's buffer up when it starts and switches it on while a client of its own
// claims the sensor. It writes length and switch then, takes elements and trigger for granted, and opens the
// node at once. While nobody claims, the buffer can serve us as it is. A node that is open is nobody else's,
// so it is opened at each tick of a timer only and for no longer than a reading takes: a claim that finds it
// open is answered 0.7 s later, and complains.
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/timerfd.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

/// As often as a scan comes.
static int start_timer(double rate_hz) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (timer < 0) return -errno;
    int64_t period_ns = (int64_t)(1e9 / rate_hz);
    struct timespec period = {.tv_sec = period_ns / 1000000000, .tv_nsec = period_ns % 1000000000};
    struct itimerspec times = {.it_interval = period, .it_value = period};
    if (timerfd_settime(timer, 0, &times, NULL) == 0) return timer;
    int error = errno;
    close(timer);
    return -error;
}

/// The length that iio-sensor-proxy gives a buffer. When it claims one it writes the length again, which
/// tells of the claim; another would be refused while the buffer runs, and nothing would tell.
static bool has_proxy_length(int directory) {
    double length;
    return plx_attribute_read_number(directory, "buffer/length", &length) == 0 && length == 128;
}

int plx_loan_start(plx_stream *stream, double rate_hz) {
    if (plx_buffer_runs(stream->directory)) return -EBUSY;
    if (!has_proxy_length(stream->directory)) return -ENXIO;
    int result = plx_buffer_lay_out(stream);
    if (result == 0) result = plx_node_try(stream->id);
    if (result < 0) return result;
    stream->clock = plx_clock_present(stream->directory);
    plx_attribute_read(
        stream->directory, "trigger/current_trigger", stream->trigger, sizeof stream->trigger);
    plx_rates_raise(stream, rate_hz);
    result = start_timer(stream->rate_hz > 0 ? stream->rate_hz : rate_hz);
    if (result < 0) return result;
    stream->descriptor = result;
    result = plx_attribute_write(stream->directory, plx_buffer_switch, "1");
    stream->is_loan_on = result == 0;
    return result;
}

int plx_loan_read(plx_stream *stream, plx_scan *scans, size_t capacity) {
    uint64_t ticks;
    if (read(stream->descriptor, &ticks, sizeof ticks) < 0) return errno == EAGAIN ? 0 : -errno;
    int node = plx_node_open(stream->id, O_RDONLY);
    // A claim comes, which its owner's writes tell.
    if (node == -EBUSY) return 0;
    if (node == -ENOENT || node == -ENXIO) return -ENODEV;
    if (node < 0) return node;
    int result = plx_records_read(stream, node, scans, capacity);
    close(node);
    return result;
}

void plx_loan_stop(plx_stream *stream) {
    if (stream->is_loan_on) plx_attribute_write(stream->directory, plx_buffer_switch, "0");
    if (stream->descriptor >= 0) close(stream->descriptor);
}

void plx_stream_hand_over(plx_stream *stream) {
    // The rates are the claimer's matter again, though its buffer runs.
    if (stream->is_loan_on) plx_note_put_back(&stream->note, stream->directory);
    stream->is_loan_on = false;
    plx_stream_close(stream);
}

#pragma clang assume_nonnull end
