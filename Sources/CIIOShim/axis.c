#include "shim.h"

#include <stdio.h>
#include <string.h>

#pragma clang assume_nonnull begin

const char *plx_axis_name(plx_sensor sensor, unsigned axis) {
    static const char *const names[PLX_SENSORS][PLX_AXES] = {
        {"accel_x", "accel_y", "accel_z"},
        {"anglvel_x", "anglvel_y", "anglvel_z"},
    };
    return names[sensor == PLX_ACCEL ? 0 : 1][axis];
}

bool plx_axis_attribute(
    int directory, plx_sensor sensor, unsigned axis, const char *attribute, char *path) {
    const char *name = plx_axis_name(sensor, axis);
    const struct {
        const char *prefix;
        int length;
    } owners[] = {{name, (int)strlen(name)}, {name, (int)strcspn(name, "_")}};
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++) {
        snprintf(path, PLX_VALUE_SIZE, "in_%.*s_%s", owners[i].length, owners[i].prefix, attribute);
        if (plx_attribute_exists(directory, path)) return true;
    }
    snprintf(path, PLX_VALUE_SIZE, "in_%s", attribute);
    if (plx_attribute_exists(directory, path)) return true;
    snprintf(path, PLX_VALUE_SIZE, "%s", attribute);
    return plx_attribute_exists(directory, path);
}

void plx_axis_limit(plx_axis *axis, plx_format format) {
    axis->lowest = format.is_signed ? INT64_MIN >> (64 - format.bits) : 0;
    int unused = format.bits < 64 ? 63 - format.bits : 0;
    axis->highest = format.is_signed ? -(axis->lowest + 1) : INT64_MAX >> unused;
}

/// A hub says so that it has nothing to say.
static bool is_marker(const plx_axis *axes, const double *raw) {
    for (unsigned i = 0; i < PLX_AXES; i++) {
        if (axes[i].lowest >= 0 || raw[i] > (double)axes[i].lowest) return false;
    }
    return true;
}

static bool is_saturated(const plx_axis *axes, const double *raw) {
    for (unsigned i = 0; i < PLX_AXES; i++) {
        if (axes[i].lowest == axes[i].highest) continue;
        if (raw[i] <= (double)axes[i].lowest || raw[i] >= (double)axes[i].highest) return true;
    }
    return false;
}

void plx_scan_set(plx_scan *scan, unsigned index, const plx_axis *axes, const double *raw) {
    if (is_marker(axes, raw)) return;
    scan->sensors |= plx_sensor_at(index);
    if (is_saturated(axes, raw)) scan->saturated |= plx_sensor_at(index);
    double *values = index == 0 ? scan->accel : scan->gyro;
    for (unsigned i = 0; i < PLX_AXES; i++) values[i] = (raw[i] + axes[i].offset) * axes[i].scale;
}

#pragma clang assume_nonnull end
