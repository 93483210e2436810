// What the files of the shim share.
#pragma once

#define _GNU_SOURCE

#include "CIIODecode.h"
#include "CIIOShim.h"
#include "CIIOText.h"

#include <iio.h>

#pragma clang assume_nonnull begin

enum {
    PLX_SENSORS = 2,
    /// Most elements of a record.
    PLX_ELEMENTS = 64,
};

// Attributes are read and written as files below an open directory: it goes on naming the same device when
// another takes over its number, and libiio hides most of `buffer/` and `scan_elements/`.

/// Whether it can be a device's, and no other file's.
bool plx_is_device_id(const char *id);

/// Opens the sysfs directory of the device `id`. Returns a descriptor, or -errno.
int plx_directory_open(const char *id);

/// Reads `path` without its line end. Returns 0, or -errno.
int plx_attribute_read(int directory, const char *path, char *value, size_t size);

/// Reads a number. Returns 0, or -errno: -EBADMSG where there is none.
int plx_attribute_read_number(int directory, const char *path, double *number);

/// Returns 0, or -errno: -EINVAL for a value that no attribute can have had.
int plx_attribute_write(int directory, const char *path, const char *value);

typedef int plx_attribute_visit(void *context, int directory, const char *path);

/// Visits the attributes of `folder` whose names end with `suffix` until a visit fails. Returns 0, or -errno.
int plx_attribute_for_each(
    int directory, const char *folder, const char *suffix, plx_attribute_visit *visit, void *context);

/// Attributes as they were found, in the order in which they are put back.
typedef struct plx_note {
    struct plx_noted *_Nullable entries;
    size_t count;
} plx_note;

/// Notes `path` with its present value, unless it is noted. An attribute that does not exist needs no note.
/// Returns 0, or -errno.
int plx_note_add(plx_note *note, int directory, const char *path);

/// Notes what a buffer needs set, but for the rates.
int plx_note_add_buffer(plx_note *note, int directory);

/// Writes what has changed since, as far as it can be written.
void plx_note_put_back(const plx_note *note, int directory);

void plx_note_free(plx_note *note);

/// What the kernel calls one axis, as in `accel_x`; 0...2 stand for x, y and z.
const char *plx_axis_name(plx_sensor sensor, unsigned axis);

/// Sets `path` to the file that holds `attribute` for one axis: its own, or shared by the sensor's axes, by
/// all inputs or by the device.
bool plx_axis_attribute(
    int directory, plx_sensor sensor, unsigned axis, const char *attribute, char *path);

/// Whether the device of the directory has the file.
bool plx_attribute_exists(int directory, const char *path);

/// The device as libiio sees it, which is asked when it is first needed; NULL where libiio refuses.
const struct iio_device *_Nullable plx_context_device_of_libiio(plx_context *context, const char *id);

/// Why libiio would make no context of a machine with this device: a scan element that it cannot name.
bool plx_is_obstacle(int directory);

struct plx_stream {
    plx_mode mode;
    uint32_t sensors;
    char id[32];
    int directory;
    plx_note note;
    plx_axis axes[PLX_SENSORS][PLX_AXES];
    double rate_hz;
    plx_clock clock;
    char trigger[PLX_VALUE_SIZE];
    bool has_timer;
    /// Readable while scans wait; the buffer's or ours.
    int descriptor;

    const struct iio_device *_Nullable device;
    struct iio_buffer *_Nullable buffer;
    /// Whether the buffer is another's, and on for us.
    bool is_loan_on;
    plx_element elements[PLX_ELEMENTS];
    size_t element_count;
    const plx_element *_Nullable timestamp;
    size_t record_size;
    /// What has come of a record that is not whole yet, at the start of `bytes`.
    size_t pending;
    uint8_t bytes[4096];

    struct plx_poller *_Nullable poller;
};

/// The plx_sensor at `index` of `axes`.
static inline plx_sensor plx_sensor_at(unsigned index) {
    return index == 0 ? PLX_ACCEL : PLX_GYRO;
}

int64_t plx_now_ns(void);

/// The attribute that switches a buffer on and off.
extern const char plx_buffer_switch[];

/// The clock of the device's timestamps as it is set now.
plx_clock plx_clock_present(int directory);

/// Whether the device's buffer runs, for whomever.
bool plx_buffer_runs(int directory);

/// Opens the device's node with `access`, O_RDONLY or O_RDWR. Returns a descriptor, or -errno: -EBUSY where
/// somebody has it.
int plx_node_open(const char *id, int access);

/// Whether the node could be opened. Returns 0, or -errno.
int plx_node_try(const char *id);

/// Raises the sampling rates of the stream's sensors to the wanted one and notes what it changes.
void plx_rates_raise(plx_stream *stream, double wanted_hz);

/// Sets the sensors' rates to others and back, which wakes some that have gone silent.
void plx_rates_cycle(const plx_stream *stream);

/// Writes a rate for the attribute `path`; printf would use the decimal point of the process's locale.
int plx_rate_write(int directory, const char *path, double rate_hz);

/// Gives the device a trigger by the stream's mode.
int plx_trigger_attach(plx_stream *stream, double rate_hz);

/// Sets the pace of the stream's timer, if it has one.
void plx_timer_pace(const plx_stream *stream, double rate_hz);

/// Removes the timer that was made for the device `id`, if any.
void plx_timer_remove(const char *id);

int plx_buffer_start(plx_stream *stream, plx_context *context, double rate_hz);
/// Finds the elements of a record as they are enabled now.
int plx_buffer_lay_out(plx_stream *stream);
/// Reads what waits at the node.
int plx_records_read(plx_stream *stream, int node, plx_scan *scans, size_t capacity);

int plx_loan_start(plx_stream *stream, double rate_hz);
int plx_loan_read(plx_stream *stream, plx_scan *scans, size_t capacity);
void plx_loan_stop(plx_stream *stream);

int plx_buffer_revive(plx_stream *stream, bool cycles_rate);
void plx_buffer_stop(plx_stream *stream);

int plx_poll_start(plx_stream *stream, double rate_hz);
int plx_poll_read(plx_stream *stream, plx_scan *scans, size_t capacity);
uint64_t plx_poll_lost(const plx_stream *stream);
void plx_poll_stop(plx_stream *stream);

#pragma clang assume_nonnull end
