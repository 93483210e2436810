#include "shim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

typedef struct plx_device {
    const struct iio_device *iio;
    uint32_t sensors;
    bool has_buffer;
    char location[PLX_VALUE_SIZE];
    char matrices[PLX_SENSORS][PLX_VALUE_SIZE];
} plx_device;

struct plx_context {
    struct iio_context *iio;
    size_t count;
    plx_device devices[];
};

struct iio_channel *_Nullable plx_axis_channel(
    const struct iio_device *device, plx_sensor sensor, unsigned axis) {
    static const enum iio_modifier modifiers[PLX_AXES] = {IIO_MOD_X, IIO_MOD_Y, IIO_MOD_Z};
    enum iio_chan_type type = sensor == PLX_ACCEL ? IIO_ACCEL : IIO_ANGL_VEL;
    for (unsigned i = 0; i < iio_device_get_channels_count(device); i++) {
        struct iio_channel *channel = iio_device_get_channel(device, i);
        if (iio_channel_is_output(channel) || iio_channel_get_type(channel) != type) continue;
        if (iio_channel_get_modifier(channel) == modifiers[axis]) return channel;
    }
    return NULL;
}

const char *_Nullable plx_attribute_file(
    const struct iio_device *device, const struct iio_channel *channel, const char *attribute) {
    const char *found = iio_channel_find_attr(channel, attribute);
    if (found != NULL) return iio_channel_attr_get_filename(channel, found);
    found = iio_device_find_attr(device, attribute);
    if (found != NULL) return found;

    // libiio takes `in_mount_matrix` for the attribute `matrix` of a channel `mount`.
    char head[32];
    const char *underscore = strchr(attribute, '_');
    if (underscore == NULL) return NULL;
    snprintf(head, sizeof head, "%.*s", (int)(underscore - attribute), attribute);
    channel = iio_device_find_channel(device, head, false);
    if (channel == NULL) return NULL;
    found = iio_channel_find_attr(channel, underscore + 1);
    return found == NULL ? NULL : iio_channel_attr_get_filename(channel, found);
}

static void read_or_empty(int directory, const char *_Nullable file, char value[PLX_VALUE_SIZE]) {
    if (file == NULL || plx_attribute_read(directory, file, value, PLX_VALUE_SIZE) < 0) value[0] = '\0';
}

static void describe(plx_device *device) {
    int directory = plx_directory_open(iio_device_get_id(device->iio));
    device->has_buffer = true;
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        plx_sensor sensor = plx_sensor_at(i);
        const struct iio_channel *axes[PLX_AXES];
        unsigned found = 0, elements = 0;
        for (unsigned axis = 0; axis < PLX_AXES; axis++) {
            axes[axis] = plx_axis_channel(device->iio, sensor, axis);
            if (axes[axis] == NULL) continue;
            found++;
            if (iio_channel_is_scan_element(axes[axis])) elements++;
        }
        if (found < PLX_AXES) continue;
        device->sensors |= sensor;
        if (elements < PLX_AXES) device->has_buffer = false;
        const char *file = plx_attribute_file(device->iio, axes[0], "mount_matrix");
        read_or_empty(directory, file, device->matrices[i]);
    }
    if (device->sensors == 0) device->has_buffer = false;
    read_or_empty(directory, iio_device_find_attr(device->iio, "location"), device->location);
    if (directory >= 0) close(directory);
}

/// Triggers are listed beside the devices, and so is the kernel module that makes them from user space.
static bool is_sensor(const struct iio_device *device) {
    return strncmp(iio_device_get_id(device), "iio:device", strlen("iio:device")) == 0;
}

int plx_context_create(plx_context *_Nullable *_Nonnull context) {
    *context = NULL;
    struct iio_context *iio = iio_create_local_context();
    if (iio == NULL) return -errno;
    unsigned count = iio_context_get_devices_count(iio);
    plx_context *made = calloc(1, sizeof *made + count * sizeof *made->devices);
    if (made == NULL) {
        iio_context_destroy(iio);
        return -ENOMEM;
    }
    made->iio = iio;
    for (unsigned i = 0; i < count; i++) {
        const struct iio_device *device = iio_context_get_device(iio, i);
        if (!is_sensor(device)) continue;
        made->devices[made->count].iio = device;
        describe(&made->devices[made->count++]);
    }
    *context = made;
    return 0;
}

void plx_context_free(plx_context *context) {
    iio_context_destroy(context->iio);
    free(context);
}

size_t plx_context_count(const plx_context *context) {
    return context->count;
}

static const char *or_empty(const char *_Nullable text) {
    return text == NULL ? "" : text;
}

plx_device_info plx_context_device(const plx_context *context, size_t index) {
    const plx_device *device = &context->devices[index];
    return (plx_device_info){
        .id = iio_device_get_id(device->iio),
        .name = or_empty(iio_device_get_name(device->iio)),
        .label = or_empty(iio_device_get_label(device->iio)),
        .location = device->location,
        .sensors = device->sensors,
        .accel_matrix = device->matrices[0],
        .gyro_matrix = device->matrices[1],
        .has_buffer = device->has_buffer,
    };
}

const struct iio_device *_Nullable plx_context_find(const plx_context *context, const char *id) {
    for (size_t i = 0; i < context->count; i++) {
        if (strcmp(iio_device_get_id(context->devices[i].iio), id) == 0) return context->devices[i].iio;
    }
    return NULL;
}

#pragma clang assume_nonnull end
