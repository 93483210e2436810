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
    /// The kernel fills a buffer at the sensor's pace: on the device's own trigger where it has one, else as
    /// it is, whatever trigger is attached.
    PLX_BUFFER,
    /// The kernel fills a buffer without the device's own trigger, as drivers with a FIFO can.
    PLX_FIFO,
    /// The kernel fills a buffer at the pace of a timer that the shim makes and removes.
    PLX_TIMER,
    /// A thread of the shim reads `in_*_raw` at its own pace.
    PLX_POLL,
    /// The kernel fills the buffer that another program has set up and switched off: with the elements,
    /// trigger, length and clock that this left, so that it can go on at any moment.
    PLX_LOAN,
} plx_mode;

typedef enum plx_clock : uint32_t {
    /// The device has no timestamps, or not on a clock that can be compared.
    PLX_CLOCK_OTHER,
    PLX_CLOCK_MONOTONIC,
    PLX_CLOCK_BOOTTIME,
} plx_clock;

/// What a device of a context offers. The strings live as long as the context; empty where there is none.
typedef struct plx_device_info {
    const char *id;
    const char *name;
    const char *label;
    /// `location` as cros-ec gives it.
    const char *location;
    /// The sensors that have x, y and z.
    uint32_t sensors;
    /// How many of the three axes each sensor has.
    uint8_t accel_axes, gyro_axes;
    /// The kernel's mount matrices as text.
    const char *accel_matrix;
    const char *gyro_matrix;
    /// Whether the device has scan elements for each axis of `sensors`.
    uint8_t has_buffer;
} plx_device_info;

/// One reading of a device.
typedef struct plx_scan {
    /// When it was measured, on the clock that plx_stream_status names; 0 where the kernel gave none. A
    /// polled scan has the middle of its reading here and in arrival_ns.
    int64_t timestamp_ns;
    /// CLOCK_MONOTONIC at which the shim had it. Scans that waited together share it.
    int64_t arrival_ns;
    /// The plx_sensor values that this scan holds. One whose three axes stand at the lowest value of their
    /// type says by that it has none, and is left out.
    uint32_t sensors;
    /// Those of them with an axis at the end of its type.
    uint32_t saturated;
    /// (raw + offset) x scale, in the sensor's own axes and sign: m/s2. Zero without an accelerometer.
    double accel[3];
    /// rad/s. Zero without a gyroscope.
    double gyro[3];
} plx_scan;

/// How a stream reads.
typedef struct plx_stream_status {
    plx_mode mode;
    /// The clock of the timestamps. The device may still not keep to it, as some HID hubs do not.
    plx_clock clock;
    /// Sampling rate that the device names: the lower one where its sensors differ, 0 where it names none.
    double rate_hz;
    /// The largest of each sensor's scales: what its values move by at least, in SI units.
    double accel_step, gyro_step;
    /// Trigger in use, empty where there is none. Lives as long as the stream.
    const char *trigger;
    /// Scans lost because nobody read them in time. In buffer mode always 0: the kernel does not tell.
    uint64_t lost;
} plx_stream_status;

/// Looks at the machine. Sets `*context`, which plx_context_free frees. -ENOENT where the kernel has no IIO
/// device.
int plx_context_create(plx_context *_Nullable *_Nonnull context);

/// Streams of the context are closed before.
void plx_context_free(plx_context *context);

size_t plx_context_count(const plx_context *context);

/// Describes device `index`, less than the count.
plx_device_info plx_context_device(const plx_context *context, size_t index);

/// The id of the device because of which libiio refuses all: it has a channel that libiio cannot name. Empty
/// where there is none.
const char *plx_context_obstacle(const plx_context *context);

/// Starts streaming the `sensors` of the device `id` by `mode`, at the next rate not below `rate_hz` that
/// the device offers, and notes what it changes. Sets `*stream`, which plx_stream_close frees. Only buffers
/// of one's own need libiio.
///
/// In poll mode `rate_hz` is also the pace of reading, and where a buffer runs the device's rates stay. The
/// first reading happens later, so that its errors come from plx_stream_read. Settings are read and written
/// at once: a hub that does not answer holds this up, and plx_stream_close, for as long as its driver waits.
///
/// -ENODEV: no such device. -ENXIO: it has not these sensors, or not in a buffer, or no trigger of its own
/// that PLX_FIFO could leave out, or they are not enabled in the buffer that PLX_LOAN is to use. -ENOTSUP:
/// libiio refuses, see plx_context_obstacle. -ENOENT: the kernel has no timers for PLX_TIMER. -EBUSY:
/// another has the buffer, or left it on; nothing was touched. -EACCES: no permission. -EBADMSG: a scale or
/// an offset is no number. -EINVAL: the rate is not in 0.1...10000, or the kernel refuses to start, as it
/// does without a trigger. Other values are the kernel's.
int plx_stream_open(
    plx_context *context, const char *id, uint32_t sensors, plx_mode mode, double rate_hz,
    plx_stream *_Nullable *_Nonnull stream);

/// Readable while scans wait, or when polling has failed. The stream closes it. In buffer mode it stays
/// silent when the device is gone: a read tells.
int plx_stream_descriptor(const plx_stream *stream);

/// Copies up to `capacity` scans, oldest first. Returns how many, 0 when none waits, or -errno: -ENODEV when
/// the device is gone. In poll mode an error that lasts comes after the scans before it, and again with each
/// call: -EBUSY where the driver refuses raw reads while a buffer runs.
int plx_stream_read(plx_stream *stream, plx_scan *scans, size_t capacity);

plx_stream_status plx_stream_get_status(const plx_stream *stream);

/// Raises the sampling rates while the stream runs, but in poll mode not those of a buffer that runs. The
/// pace of polling stays. A timer that was made without the right to set its pace gets it then.
void plx_stream_raise(plx_stream *stream, double rate_hz);

/// Switches a buffer that has gone silent off and on, where `cycles_rate` with another sampling rate in
/// between. -EBUSY where somebody else has switched it off meanwhile; in poll mode nothing is done.
int plx_stream_revive(plx_stream *stream, int cycles_rate);

/// Stops, and puts scan elements, length, watermark, trigger, clock and rates back as they were found, but in
/// poll mode not while a buffer runs by then. Does not wait for a slow reading.
void plx_stream_close(plx_stream *stream);

/// Like plx_stream_close, but leaves a buffer on loan running for the program that has claimed it.
void plx_stream_hand_over(plx_stream *stream);

/// Whether a trigger was made by the driver of the device with this `name` and `id`, to sample by: not one
/// for motion or a peak.
int plx_trigger_is_own(const char *trigger, const char *name, const char *id);

/// Notes what plx_stream_open may change on the device `id`, as lines `PATH VALUE`, for
/// plx_settings_put_back. Returns the length of `text`, or -errno: -ENOENT where there is no such device,
/// -ENOSPC where it does not fit.
int plx_settings_note(const char *id, char *text, size_t capacity);

/// Puts back what was noted when the program could not. `had_buffer`: whether a buffer that runs is its own,
/// which is stopped first, or -EBUSY where somebody has the device open. Beside another's buffer all stays as
/// it is. -ENODEV where `id` names no device.
int plx_settings_put_back(const char *id, const char *text, int had_buffer);

#pragma clang assume_nonnull end
