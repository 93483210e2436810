#include "shim.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

int64_t plx_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// A missing attribute leaves the value as it is.
static int read_optional(
    const plx_stream *stream, plx_sensor sensor, unsigned axis, const char *attribute, double *value) {
    char file[PLX_VALUE_SIZE];
    if (!plx_axis_attribute(stream->directory, sensor, axis, attribute, file)) return 0;
    return plx_attribute_read_number(stream->directory, file, value);
}

/// The ends of the axis' type, where the kernel names one.
static void read_ends(const plx_stream *stream, plx_sensor sensor, unsigned index, plx_axis *axis) {
    char file[PLX_VALUE_SIZE], type[PLX_VALUE_SIZE];
    plx_format format;
    snprintf(file, sizeof file, "scan_elements/in_%s_type", plx_axis_name(sensor, index));
    if (plx_attribute_read(stream->directory, file, type, sizeof type) < 0) return;
    if (plx_format_parse(type, &format) == 0) plx_axis_limit(axis, format);
}

static int describe_axis(plx_stream *stream, plx_sensor sensor, unsigned index, plx_axis *axis) {
    char file[PLX_VALUE_SIZE];
    const char *name = plx_axis_name(sensor, index);
    snprintf(file, sizeof file, stream->mode == PLX_POLL ? "in_%s_raw" : "scan_elements/in_%s_en", name);
    if (!plx_attribute_exists(stream->directory, file)) return -ENXIO;
    *axis = (plx_axis){.scale = 1, .offset = 0};
    read_ends(stream, sensor, index, axis);
    int result = read_optional(stream, sensor, index, "scale", &axis->scale);
    if (result == 0) result = read_optional(stream, sensor, index, "offset", &axis->offset);
    return result;
}

static int describe_axes(plx_stream *stream) {
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        plx_sensor sensor = plx_sensor_at(i);
        if (!(stream->sensors & sensor)) continue;
        for (unsigned axis = 0; axis < PLX_AXES; axis++) {
            int result = describe_axis(stream, sensor, axis, &stream->axes[i][axis]);
            if (result < 0) return result;
        }
    }
    return 0;
}

static int start(plx_stream *stream, plx_context *context, double rate_hz) {
    stream->directory = plx_directory_open(stream->id);
    if (stream->directory < 0) return stream->directory == -ENOENT ? -ENODEV : stream->directory;
    int result = describe_axes(stream);
    if (result < 0) return result;
    if (stream->mode == PLX_POLL) return plx_poll_start(stream, rate_hz);
    if (stream->mode == PLX_LOAN) return plx_loan_start(stream, rate_hz);
    return plx_buffer_start(stream, context, rate_hz);
}

int plx_stream_open(
    plx_context *context, const char *id, uint32_t sensors, plx_mode mode, double rate_hz,
    plx_stream *_Nullable *_Nonnull stream) {
    *stream = NULL;
    if (!(rate_hz >= 0.1 && rate_hz <= 10000)) return -EINVAL;
    if (sensors == 0 || (sensors & ~(uint32_t)(PLX_ACCEL | PLX_GYRO)) != 0) return -ENXIO;
    if (!plx_is_device_id(id)) return -ENODEV;
    plx_stream *made = calloc(1, sizeof *made);
    if (made == NULL) return -ENOMEM;
    made->mode = mode;
    made->sensors = sensors;
    snprintf(made->id, sizeof made->id, "%s", id);
    made->directory = -1;
    made->descriptor = -1;
    int result = start(made, context, rate_hz);
    if (result < 0) {
        plx_stream_close(made);
        return result;
    }
    *stream = made;
    return 0;
}

int plx_stream_descriptor(const plx_stream *stream) {
    return stream->descriptor;
}

int plx_stream_read(plx_stream *stream, plx_scan *scans, size_t capacity) {
    switch (stream->mode) {
        case PLX_POLL: return plx_poll_read(stream, scans, capacity);
        case PLX_LOAN: return plx_loan_read(stream, scans, capacity);
        default: return plx_records_read(stream, stream->descriptor, scans, capacity);
    }
}

void plx_stream_raise(plx_stream *stream, double rate_hz) {
    if (stream->mode == PLX_POLL && plx_buffer_runs(stream->directory)) return;
    stream->rate_hz = 0;
    plx_rates_raise(stream, rate_hz);
    plx_timer_pace(stream, rate_hz);
}

int plx_stream_revive(plx_stream *stream, int cycles_rate) {
    return stream->mode == PLX_POLL ? 0 : plx_buffer_revive(stream, cycles_rate != 0);
}

/// The largest scale of a sensor.
static double step(const plx_axis axes[PLX_AXES]) {
    double largest = 0;
    for (unsigned i = 0; i < PLX_AXES; i++) largest = fmax(largest, fabs(axes[i].scale));
    return largest;
}

plx_stream_status plx_stream_get_status(const plx_stream *stream) {
    return (plx_stream_status){
        .mode = stream->mode,
        .clock = stream->clock,
        .rate_hz = stream->rate_hz,
        .accel_step = step(stream->axes[0]),
        .gyro_step = step(stream->axes[1]),
        .trigger = stream->trigger,
        .lost = stream->mode == PLX_POLL ? plx_poll_lost(stream) : 0,
    };
}

void plx_stream_close(plx_stream *stream) {
    switch (stream->mode) {
        case PLX_POLL: plx_poll_stop(stream); break;
        case PLX_LOAN: plx_loan_stop(stream); break;
        default: plx_buffer_stop(stream);
    }
    // A buffer that somebody has started since keeps its pace.
    if (!plx_buffer_runs(stream->directory)) plx_note_put_back(&stream->note, stream->directory);
    // Not before the device has let go of it.
    if (stream->has_timer) plx_timer_remove(stream->id);
    plx_note_free(&stream->note);
    if (stream->directory >= 0) close(stream->directory);
    free(stream);
}

#pragma clang assume_nonnull end
