#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

/// Scans that the kernel keeps for a slow reader.
enum { KERNEL_SCANS = 64 };

const char plx_buffer_switch[] = "buffer/enable";

bool plx_buffer_runs(int directory) {
    double enabled;
    return plx_attribute_read_number(directory, plx_buffer_switch, &enabled) == 0 && enabled != 0;
}

int plx_node_open(const char *id, int access) {
    char node[PLX_VALUE_SIZE];
    snprintf(node, sizeof node, "/dev/%s", id);
    int descriptor = open(node, access | O_NONBLOCK | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int plx_node_try(const char *id) {
    // As libiio opens it.
    int descriptor = plx_node_open(id, O_RDWR);
    if (descriptor < 0) return descriptor;
    close(descriptor);
    return 0;
}

static const char clock_path[] = "current_timestamp_clock";

static const struct {
    const char *name;
    plx_clock clock;
} clocks[] = {{"monotonic", PLX_CLOCK_MONOTONIC}, {"boottime", PLX_CLOCK_BOOTTIME}};
enum { CLOCKS = sizeof clocks / sizeof *clocks };

plx_clock plx_clock_present(int directory) {
    char present[PLX_VALUE_SIZE];
    int result = plx_attribute_read(directory, clock_path, present, sizeof present);
    for (size_t i = 0; result == 0 && i < CLOCKS; i++) {
        if (strcmp(present, clocks[i].name) == 0) return clocks[i].clock;
    }
    return PLX_CLOCK_OTHER;
}

static plx_clock set_clock(int directory) {
    plx_clock present = PLX_CLOCK_OTHER;
    for (size_t i = 0; present == PLX_CLOCK_OTHER && i < CLOCKS; i++) {
        plx_attribute_write(directory, clock_path, clocks[i].name);
        present = plx_clock_present(directory);
    }
    return present;
}

/// libiio divides by the size of what is enabled, also where the kernel names a type that it cannot parse.
static int enable_channel(struct iio_channel *_Nullable channel) {
    if (channel == NULL) return -ENXIO;
    const struct iio_data_format *format = iio_channel_get_data_format(channel);
    if (format->length < 8 || format->repeat < 1) return -EINVAL;
    iio_channel_enable(channel);
    return 0;
}

/// All three axes always: HID hubs deliver the wrong one where some are left out.
static int choose_channels(plx_stream *stream) {
    for (unsigned i = 0; i < iio_device_get_channels_count(stream->device); i++) {
        iio_channel_disable(iio_device_get_channel(stream->device, i));
    }
    int result = 0;
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        if (!(stream->sensors & plx_sensor_at(i))) continue;
        for (unsigned axis = 0; result == 0 && axis < PLX_AXES; axis++) {
            const char *name = plx_axis_name(plx_sensor_at(i), axis);
            result = enable_channel(iio_device_find_channel(stream->device, name, false));
        }
    }
    struct iio_channel *timestamp = iio_device_find_channel(stream->device, "timestamp", false);
    if (result == 0 && timestamp != NULL) result = enable_channel(timestamp);
    return result;
}

static int enable(plx_stream *stream) {
    int result = choose_channels(stream);
    if (result == 0) result = iio_device_set_kernel_buffers_count(stream->device, KERNEL_SCANS);
    if (result < 0) return result;
    // One scan a block makes the watermark 1; the kernel's own queue has the length above.
    stream->buffer = iio_device_create_buffer(stream->device, 1, false);
    if (stream->buffer == NULL) return -errno;
    stream->descriptor = iio_buffer_get_poll_fd(stream->buffer);
    return stream->descriptor < 0 ? stream->descriptor : 0;
}

static int add_enabled_element(void *context, int directory, const char *path) {
    plx_stream *stream = context;
    char other[PLX_VALUE_SIZE + 8], type[PLX_VALUE_SIZE];
    double enabled, index;
    int result = plx_attribute_read_number(directory, path, &enabled);
    if (result < 0 || enabled == 0) return result;
    if (stream->element_count == PLX_ELEMENTS) return -EOVERFLOW;

    plx_element *element = &stream->elements[stream->element_count];
    int stem = (int)(strlen(path) - strlen("_en"));
    snprintf(other, sizeof other, "%.*s_index", stem, path);
    result = plx_attribute_read_number(directory, other, &index);
    if (result < 0) return result;
    if (index < 0 || index > UINT16_MAX) return -EINVAL;
    element->index = (uint32_t)index;
    snprintf(other, sizeof other, "%.*s_type", stem, path);
    result = plx_attribute_read(directory, other, type, sizeof type);
    if (result == 0) result = plx_format_parse(type, &element->format);
    if (result == 0) stream->element_count++;
    return result;
}

static const plx_element *_Nullable find_element(const plx_stream *stream, const char *name) {
    char file[PLX_VALUE_SIZE];
    double index;
    snprintf(file, sizeof file, "scan_elements/in_%s_index", name);
    if (plx_attribute_read_number(stream->directory, file, &index) < 0) return NULL;
    for (size_t i = 0; i < stream->element_count; i++) {
        if (stream->elements[i].index == index) return &stream->elements[i];
    }
    return NULL;
}

/// Reads back what is enabled, for a driver may add channels that it cannot separate.
int plx_buffer_lay_out(plx_stream *stream) {
    int result = plx_attribute_for_each(
        stream->directory, "scan_elements", "_en", add_enabled_element, stream);
    if (result < 0) return result;
    stream->record_size = plx_layout(stream->elements, stream->element_count);
    if (stream->record_size > sizeof stream->bytes) return -EOVERFLOW;
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        if (!(stream->sensors & plx_sensor_at(i))) continue;
        for (unsigned axis = 0; axis < PLX_AXES; axis++) {
            plx_axis *target = &stream->axes[i][axis];
            target->element = find_element(stream, plx_axis_name(plx_sensor_at(i), axis));
            if (target->element == NULL) return -ENXIO;
        }
    }
    stream->timestamp = find_element(stream, "timestamp");
    return 0;
}

int plx_buffer_start(plx_stream *stream, plx_context *context, double rate_hz) {
    // libiio switches a running buffer off before it finds the node busy, so look first.
    if (plx_buffer_runs(stream->directory)) return -EBUSY;
    int result = plx_node_try(stream->id);
    if (result < 0) return result;
    stream->device = plx_context_device_of_libiio(context, stream->id);
    if (stream->device == NULL) return -ENOTSUP;
    result = plx_note_add_buffer(&stream->note, stream->directory);
    if (result < 0) return result;
    plx_rates_raise(stream, rate_hz);
    stream->clock = set_clock(stream->directory);
    result = plx_trigger_attach(stream, rate_hz);
    if (result == 0) result = enable(stream);
    if (result == 0) result = plx_buffer_lay_out(stream);
    return result;
}

int plx_buffer_revive(plx_stream *stream, bool cycles_rate) {
    // It is not ours any more.
    if (!plx_buffer_runs(stream->directory)) return -EBUSY;
    int result = plx_attribute_write(stream->directory, plx_buffer_switch, "0");
    if (result == 0 && cycles_rate) plx_rates_cycle(stream);
    if (result == 0) result = plx_attribute_write(stream->directory, plx_buffer_switch, "1");
    return result;
}

static plx_scan decode(const plx_stream *stream, const uint8_t *record, int64_t arrival_ns) {
    plx_scan scan = {.arrival_ns = arrival_ns};
    const plx_element *timestamp = stream->timestamp;
    if (timestamp != NULL) scan.timestamp_ns = plx_decode(timestamp->format, record + timestamp->offset);
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        if (!(stream->sensors & plx_sensor_at(i))) continue;
        double raw[PLX_AXES];
        for (unsigned axis = 0; axis < PLX_AXES; axis++) {
            const plx_element *element = stream->axes[i][axis].element;
            raw[axis] = (double)plx_decode(element->format, record + element->offset);
        }
        plx_scan_set(&scan, i, stream->axes[i], raw);
    }
    return scan;
}

int plx_records_read(plx_stream *stream, int node, plx_scan *scans, size_t capacity) {
    size_t most = sizeof stream->bytes / stream->record_size;
    size_t wanted = (capacity < most ? capacity : most) * stream->record_size;
    if (wanted == 0) return 0;
    ssize_t length;
    do {
        length = read(node, stream->bytes + stream->pending, wanted - stream->pending);
    } while (length < 0 && errno == EINTR);
    if (length < 0) return errno == EAGAIN ? 0 : -errno;
    // Elements were taken away behind our back.
    if (length == 0) return -EIO;

    int64_t arrival_ns = plx_now_ns();
    size_t available = stream->pending + (size_t)length;
    size_t count = available / stream->record_size;
    for (size_t i = 0; i < count; i++) {
        scans[i] = decode(stream, stream->bytes + i * stream->record_size, arrival_ns);
    }
    stream->pending = available % stream->record_size;
    memmove(stream->bytes, stream->bytes + count * stream->record_size, stream->pending);
    return (int)count;
}

void plx_buffer_stop(plx_stream *stream) {
    if (stream->buffer != NULL) iio_buffer_destroy(stream->buffer);
}

#pragma clang assume_nonnull end
