// How a record of an IIO buffer is laid out and read, up to the scan. Pure: no device is touched.
#pragma once

#include "CIIOShim.h"

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// How one element of a record is stored.
typedef struct plx_format {
    /// Bits that count, 1...storage_bits.
    uint8_t bits;
    /// 8, 16, 32 or 64.
    uint8_t storage_bits;
    /// Bits below those that count, less than storage_bits.
    uint8_t shift;
    /// Values in the element, at least 1.
    uint8_t repeat;
    uint8_t is_signed;
    uint8_t is_big_endian;
} plx_format;

/// One element of a record.
typedef struct plx_element {
    /// Its place in the kernel's order.
    uint32_t index;
    /// Where it starts, in bytes.
    uint32_t offset;
    plx_format format;
} plx_element;

/// Parses `scan_elements/*_type`, as in `le:s12/16X2>>4`. Returns 0, or -EINVAL for what is no such text or
/// cannot be stored.
int plx_format_parse(const char *text, plx_format *format);

/// Sorts `elements` by index and sets their offsets as the kernel packs them: each at a multiple of its own
/// size. Returns the size of a record, which is a multiple of the largest element.
size_t plx_layout(plx_element *elements, size_t count);

/// Reads the first value of the element that starts at `bytes`. An unsigned value of 64 bits keeps its
/// pattern.
int64_t plx_decode(plx_format format, const uint8_t *bytes);

enum { PLX_AXES = 3 };

/// What the value of one axis means.
typedef struct plx_axis {
    double scale, offset;
    /// The ends of its type; both 0 where the kernel names no type.
    int64_t lowest, highest;
    /// In buffer mode, from the stream's elements.
    const plx_element *_Nullable element;
} plx_axis;

/// Sets the ends of the axis' type.
void plx_axis_limit(plx_axis *axis, plx_format format);

/// Puts the values of the sensor at `index`, 0 for PLX_ACCEL and 1 for PLX_GYRO, into the scan, unless they
/// are a marker.
void plx_scan_set(plx_scan *scan, unsigned index, const plx_axis *axes, const double *raw);

#pragma clang assume_nonnull end
