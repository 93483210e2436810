#include "shim.h"

#include <errno.h>
#include <stdlib.h>
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
    const plx_stream *stream, const plx_axis *axis, const char *attribute, double *value) {
    const char *file = plx_attribute_file(stream->device, axis->channel, attribute);
    return file == NULL ? 0 : plx_attribute_read_number(stream->directory, file, value);
}

static int find_axes(plx_stream *stream) {
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        plx_sensor sensor = plx_sensor_at(i);
        if (!(stream->sensors & sensor)) continue;
        for (unsigned axis = 0; axis < PLX_AXES; axis++) {
            struct iio_channel *channel = plx_axis_channel(stream->device, sensor, axis);
            if (channel == NULL) return -ENXIO;
            if (stream->mode == PLX_BUFFER && !iio_channel_is_scan_element(channel)) return -ENXIO;
            plx_axis *found = &stream->axes[i][axis];
            *found = (plx_axis){.channel = channel, .scale = 1, .offset = 0};
            int result = read_optional(stream, found, "scale", &found->scale);
            if (result == 0) result = read_optional(stream, found, "offset", &found->offset);
            if (result < 0) return result;
        }
    }
    return 0;
}

static int start(plx_stream *stream, double rate_hz) {
    stream->directory = plx_directory_open(iio_device_get_id(stream->device));
    if (stream->directory < 0) return stream->directory;
    int result = find_axes(stream);
    if (result < 0) return result;
    return stream->mode == PLX_BUFFER ? plx_buffer_start(stream, rate_hz) : plx_poll_start(stream, rate_hz);
}

int plx_stream_open(
    plx_context *context, const char *id, uint32_t sensors, plx_mode mode, double rate_hz,
    plx_stream *_Nullable *_Nonnull stream) {
    *stream = NULL;
    if (!(rate_hz >= 0.1 && rate_hz <= 10000)) return -EINVAL;
    if (sensors == 0 || (sensors & ~(uint32_t)(PLX_ACCEL | PLX_GYRO)) != 0) return -ENXIO;
    const struct iio_device *device = plx_context_find(context, id);
    if (device == NULL) return -ENODEV;
    plx_stream *made = calloc(1, sizeof *made);
    if (made == NULL) return -ENOMEM;
    made->mode = mode;
    made->sensors = sensors;
    made->device = device;
    made->directory = -1;
    made->descriptor = -1;
    int result = start(made, rate_hz);
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
    return stream->mode == PLX_BUFFER ? plx_buffer_read(stream, scans, capacity)
                                      : plx_poll_read(stream, scans, capacity);
}

plx_stream_status plx_stream_get_status(const plx_stream *stream) {
    return (plx_stream_status){
        .mode = stream->mode,
        .clock = stream->clock,
        .rate_hz = stream->rate_hz,
        .trigger = stream->trigger,
        .lost = stream->mode == PLX_POLL ? plx_poll_lost(stream) : 0,
    };
}

void plx_stream_close(plx_stream *stream) {
    if (stream->mode == PLX_BUFFER) {
        plx_buffer_stop(stream);
    } else {
        plx_poll_stop(stream);
    }
    // A buffer that somebody has started since keeps its pace.
    if (!plx_buffer_runs(stream->directory)) plx_note_put_back(&stream->note, stream->directory);
    plx_note_free(&stream->note);
    if (stream->directory >= 0) close(stream->directory);
    free(stream);
}

#pragma clang assume_nonnull end
