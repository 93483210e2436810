// iio-sensor-proxy sets a hub's buffer up when it starts and switches it on while a client of its own
// claims the sensor. It writes length and switch then and takes elements and trigger for granted. While
// nobody claims, the buffer can serve us as it is.
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#pragma clang assume_nonnull begin

static plx_clock present_clock(int directory) {
    char name[PLX_VALUE_SIZE];
    int result = plx_attribute_read(directory, "current_timestamp_clock", name, sizeof name);
    if (result < 0) return PLX_CLOCK_OTHER;
    if (strcmp(name, "monotonic") == 0) return PLX_CLOCK_MONOTONIC;
    return strcmp(name, "boottime") == 0 ? PLX_CLOCK_BOOTTIME : PLX_CLOCK_OTHER;
}

int plx_loan_start(plx_stream *stream, double rate_hz) {
    if (plx_buffer_runs(stream->directory)) return -EBUSY;
    int result = plx_buffer_lay_out(stream);
    if (result < 0) return result;
    stream->clock = present_clock(stream->directory);
    plx_attribute_read(
        stream->directory, "trigger/current_trigger", stream->trigger, sizeof stream->trigger);
    result = plx_node_open(stream->id, O_RDONLY);
    if (result < 0) return result;
    stream->descriptor = result;
    plx_rates_raise(stream, rate_hz);
    result = plx_attribute_write(stream->directory, plx_buffer_switch, "1");
    stream->is_loan_on = result == 0;
    return result;
}

void plx_stream_hand_over(plx_stream *stream) {
    // The rates are the claimer's matter again, though its buffer runs.
    if (stream->is_loan_on) plx_note_put_back(&stream->note, stream->directory);
    stream->is_loan_on = false;
    plx_stream_close(stream);
}

#pragma clang assume_nonnull end
