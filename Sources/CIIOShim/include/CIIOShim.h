// Accelerometers and gyroscopes through libiio.
//
// A device that streams is a descriptor that becomes readable while scans wait, whether the kernel fills a
// buffer or a thread of the shim reads the attributes. Functions return 0, a count, or -errno.
#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The IIO devices of this machine at one moment.
typedef struct plx_context plx_context;

/// One device that streams.
typedef struct plx_stream plx_stream;

typedef enum plx_sensor : uint32_t {
    PLX_ACCEL = 1,
    PLX_GYRO = 2,
} plx_sensor;

typedef enum plx_mode : uint32_t {
    /// The kernel fills a buffer at the sensor's pace.
    PLX_BUFFER,
    /// A thread of the shim reads `in_*_raw` at its own pace.
    PLX_POLL,
} plx_mode;

/// What a device of a context offers. The strings live as long as the context; empty where there is none.
typedef struct plx_device_info {
    const char *id;
    const char *name;
    const char *label;
    /// `location` as cros-ec gives it.
    const char *location;
    /// The sensors that have x, y and z.
    uint32_t sensors;
    /// The kernel's mount matrices as text.
    const char *accel_matrix;
    const char *gyro_matrix;
    /// Whether the device has scan elements for each axis of `sensors`.
    uint8_t has_buffer;
} plx_device_info;

/// One reading of a device.
typedef struct plx_scan {
    /// The kernel's time of the scan on the clock that plx_stream_status names; 0 where it gave none.
    int64_t timestamp_ns;
    /// CLOCK_MONOTONIC at which the shim had it.
    int64_t arrival_ns;
    /// The plx_sensor values that this scan holds.
    uint32_t sensors;
    uint32_t reserved;
    /// (raw + offset) x scale, in the sensor's own axes and sign: m/s2.
    double accel[3];
    /// rad/s.
    double gyro[3];
} plx_scan;

/// How a stream reads.
typedef struct plx_stream_status {
    plx_mode mode;
    /// Whether timestamps are on CLOCK_MONOTONIC.
    uint8_t monotonic;
    /// Sampling rate that the device names, 0 where it names none.
    double rate_hz;
    /// Trigger in use, empty where there is none. Lives as long as the stream.
    const char *trigger;
    /// Scans lost because nobody read them in time.
    uint64_t lost;
} plx_stream_status;

/// Looks at the machine. Sets `*context`, which plx_context_free frees. -ENOENT where the kernel has no IIO
/// device.
int plx_context_create(plx_context *_Nullable *_Nonnull context);

void plx_context_free(plx_context *context);

size_t plx_context_count(const plx_context *context);

/// Describes device `index`. -EINVAL past the end.
int plx_context_device(const plx_context *context, size_t index, plx_device_info *info);

/// Starts streaming the `sensors` of the device `id` by `mode` at `rate_hz` or the next rate above it that
/// the device offers, and notes what it changes. Sets `*stream`, which plx_stream_close frees; the context
/// must outlive it.
///
/// -ENODEV: no such device. -ENXIO: not these sensors. -EBUSY: another has the buffer, or raw reads are refused while
/// one runs. -EACCES: no permission. Other values are the kernel's.
int plx_stream_open(
    plx_context *context, const char *id, uint32_t sensors, plx_mode mode, double rate_hz,
    plx_stream *_Nullable *_Nonnull stream);

/// Readable while scans wait. The stream closes it.
int plx_stream_descriptor(const plx_stream *stream);

/// Copies up to `capacity` scans, oldest first. Returns how many, 0 when none waits, or -errno: -ENODEV when
/// the device is gone.
int plx_stream_read(plx_stream *stream, plx_scan *scans, size_t capacity);

void plx_stream_get_status(const plx_stream *stream, plx_stream_status *status);

/// Stops, and puts trigger, rate, clock, length and scan elements back as they were found. Never blocks on a
/// slow read.
void plx_stream_close(plx_stream *stream);

#pragma clang assume_nonnull end
