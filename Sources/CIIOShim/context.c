#include "shim.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

/// What describes a device, as text.
typedef struct plx_device {
    char id[32];
    char name[PLX_VALUE_SIZE], label[PLX_VALUE_SIZE], location[PLX_VALUE_SIZE];
    char matrices[PLX_SENSORS][PLX_VALUE_SIZE];
    uint8_t axes[PLX_SENSORS];
    bool has_buffer, is_obstacle;
} plx_device;

struct plx_context {
    /// Made when it is first needed.
    struct iio_context *_Nullable libiio;
    size_t count;
    plx_device *_Nullable devices;
};

static void read_or_empty(int directory, const char *file, char value[PLX_VALUE_SIZE]) {
    if (plx_attribute_read(directory, file, value, PLX_VALUE_SIZE) < 0) value[0] = '\0';
}

static void describe_sensor(plx_device *device, int directory, unsigned index) {
    plx_sensor sensor = plx_sensor_at(index);
    char file[PLX_VALUE_SIZE];
    unsigned elements = 0;
    for (unsigned axis = 0; axis < PLX_AXES; axis++) {
        snprintf(file, sizeof file, "in_%s_raw", plx_axis_name(sensor, axis));
        bool is_readable = plx_attribute_exists(directory, file);
        snprintf(file, sizeof file, "scan_elements/in_%s_en", plx_axis_name(sensor, axis));
        bool is_element = plx_attribute_exists(directory, file);
        device->axes[index] += is_readable || is_element;
        elements += is_element;
    }
    if (device->axes[index] < PLX_AXES) return;
    if (elements < PLX_AXES) device->has_buffer = false;
    if (plx_axis_attribute(directory, sensor, 0, "mount_matrix", file)) {
        read_or_empty(directory, file, device->matrices[index]);
    }
}

static void describe(plx_device *device, int directory) {
    read_or_empty(directory, "name", device->name);
    read_or_empty(directory, "label", device->label);
    read_or_empty(directory, "location", device->location);
    device->has_buffer = true;
    for (unsigned i = 0; i < PLX_SENSORS; i++) describe_sensor(device, directory, i);
    if (device->axes[0] < PLX_AXES && device->axes[1] < PLX_AXES) device->has_buffer = false;
    device->is_obstacle = plx_is_obstacle(directory);
}

/// Adds the device of a directory entry. One that goes away meanwhile is none.
static int add(plx_context *context, const char *id) {
    int directory = plx_directory_open(id);
    if (directory < 0) return 0;
    plx_device *devices = reallocarray(context->devices, context->count + 1, sizeof *devices);
    if (devices != NULL) {
        context->devices = devices;
        plx_device *device = &devices[context->count++];
        *device = (plx_device){0};
        snprintf(device->id, sizeof device->id, "%s", id);
        describe(device, directory);
    }
    close(directory);
    return devices == NULL ? -ENOMEM : 0;
}

/// Triggers are listed beside the devices, and so is the kernel module that makes them from user space.
static bool is_device(const struct dirent *entry) {
    static const char prefix[] = "iio:device";
    size_t length = strlen(entry->d_name);
    return strncmp(entry->d_name, prefix, strlen(prefix)) == 0 && length > strlen(prefix) && length < 32;
}

static int by_number(const void *left, const void *right) {
    const plx_device *a = left, *b = right;
    return strverscmp(a->id, b->id);
}

int plx_context_create(plx_context *_Nullable *_Nonnull context) {
    *context = NULL;
    DIR *entries = opendir("/sys/bus/iio/devices");
    if (entries == NULL) return -errno;
    plx_context *made = calloc(1, sizeof *made);
    int result = made == NULL ? -ENOMEM : 0;
    const struct dirent *entry;
    while (result == 0 && (entry = readdir(entries)) != NULL) {
        if (is_device(entry)) result = add(made, entry->d_name);
    }
    closedir(entries);
    if (result < 0) {
        if (made != NULL) plx_context_free(made);
        return result;
    }
    if (made->count > 0) qsort(made->devices, made->count, sizeof *made->devices, by_number);
    *context = made;
    return 0;
}

void plx_context_free(plx_context *context) {
    if (context->libiio != NULL) iio_context_destroy(context->libiio);
    free(context->devices);
    free(context);
}

size_t plx_context_count(const plx_context *context) {
    return context->count;
}

plx_device_info plx_context_device(const plx_context *context, size_t index) {
    const plx_device *device = &context->devices[index];
    uint32_t sensors = 0;
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        if (device->axes[i] == PLX_AXES) sensors |= plx_sensor_at(i);
    }
    return (plx_device_info){
        .id = device->id,
        .name = device->name,
        .label = device->label,
        .location = device->location,
        .sensors = sensors,
        .accel_axes = device->axes[0],
        .gyro_axes = device->axes[1],
        .accel_matrix = device->matrices[0],
        .gyro_matrix = device->matrices[1],
        .has_buffer = device->has_buffer,
    };
}

const char *plx_context_obstacle(const plx_context *context) {
    for (size_t i = 0; i < context->count; i++) {
        if (context->devices[i].is_obstacle) return context->devices[i].id;
    }
    return "";
}

const struct iio_device *_Nullable plx_context_device_of_libiio(plx_context *context, const char *id) {
    if (context->libiio == NULL) context->libiio = iio_create_local_context();
    if (context->libiio == NULL) return NULL;
    for (unsigned i = 0; i < iio_context_get_devices_count(context->libiio); i++) {
        const struct iio_device *device = iio_context_get_device(context->libiio, i);
        if (strcmp(iio_device_get_id(device), id) == 0) return device;
    }
    return NULL;
}

#pragma clang assume_nonnull end
