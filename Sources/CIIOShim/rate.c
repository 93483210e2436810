#include "shim.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#pragma clang assume_nonnull begin

/// Whether the shim can write it.
static bool is_rate(double rate_hz) {
    return rate_hz >= 1e-6 && rate_hz <= 1e9;
}

static void format_rate(double rate_hz, char text[PLX_VALUE_SIZE]) {
    uint64_t micro = (uint64_t)llround(rate_hz * 1e6);
    snprintf(text, PLX_VALUE_SIZE, "%" PRIu64 ".%06" PRIu64, micro / 1000000, micro % 1000000);
}

int plx_rate_write(int directory, const char *path, double rate_hz) {
    char text[PLX_VALUE_SIZE];
    format_rate(rate_hz, text);
    return plx_attribute_write(directory, path, text);
}

/// Chooses from `[min step max]`.
static bool choose_from_range(const char *offered, double wanted_hz, double *rate_hz) {
    double range[3];
    for (unsigned i = 0; i < 3; i++) {
        if (!plx_number_parse(offered, &offered, &range[i])) return false;
    }
    double steps = range[1] > 0 ? ceil((wanted_hz - range[0]) / range[1]) : 0;
    *rate_hz = fmin(range[0] + fmax(steps, 0) * range[1], range[2]);
    return is_rate(*rate_hz);
}

/// Chooses from `a b c`, in any order, the text as the driver writes it.
static bool choose_from_list(
    const char *offered, double wanted_hz, double *rate_hz, char text[PLX_VALUE_SIZE]) {
    const char *end;
    double candidate;
    *rate_hz = 0;
    for (; plx_number_parse(offered, &end, &candidate); offered = end) {
        if (!is_rate(candidate)) continue;
        bool is_larger = candidate > *rate_hz, is_enough = candidate >= wanted_hz;
        if (*rate_hz < wanted_hz ? !is_larger : is_larger || !is_enough) continue;
        *rate_hz = candidate;
        offered += strspn(offered, " ");
        snprintf(text, PLX_VALUE_SIZE, "%.*s", (int)(end - offered), offered);
    }
    return *rate_hz > 0;
}

double plx_rate_choose(const char *offered, double wanted_hz, char text[PLX_VALUE_SIZE]) {
    double rate_hz;
    bool is_range = offered[0] == '[';
    if (!is_range && choose_from_list(offered, wanted_hz, &rate_hz, text)) return rate_hz;
    if (!is_range || !choose_from_range(offered + 1, wanted_hz, &rate_hz)) rate_hz = wanted_hz;
    format_rate(rate_hz, text);
    return rate_hz;
}

/// Chooses from what the device offers.
static double choose(int directory, const char *file, double wanted_hz, char text[PLX_VALUE_SIZE]) {
    // Some drivers have a rate for each type beside one list for all.
    char own[PLX_VALUE_SIZE], offered[PLX_VALUE_SIZE];
    snprintf(own, sizeof own, "%s_available", file);
    int result = plx_attribute_read(directory, own, offered, sizeof offered);
    if (result == -ENOENT) {
        result = plx_attribute_read(directory, "sampling_frequency_available", offered, sizeof offered);
    }
    return plx_rate_choose(result == 0 ? offered : "", wanted_hz, text);
}

/// Returns the rate that the device then names, 0 where it names none.
static double raise(plx_stream *stream, const char *file, double wanted_hz) {
    double present_hz;
    int result = plx_attribute_read_number(stream->directory, file, &present_hz);
    if (result < 0 && result != -EBADMSG) return 0;
    if (result < 0 || present_hz < 0) present_hz = 0;
    if (present_hz >= wanted_hz) return present_hz;

    char text[PLX_VALUE_SIZE];
    if (choose(stream->directory, file, wanted_hz, text) <= present_hz) return present_hz;
    if (plx_note_add(&stream->note, stream->directory, file) < 0) return present_hz;
    plx_attribute_write(stream->directory, file, text);
    // Drivers round, and hubs clamp.
    return plx_attribute_read_number(stream->directory, file, &present_hz) == 0 ? fmax(present_hz, 0) : 0;
}

void plx_rates_raise(plx_stream *stream, double wanted_hz) {
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        plx_sensor sensor = plx_sensor_at(i);
        char file[PLX_VALUE_SIZE];
        if (!(stream->sensors & sensor)) continue;
        if (!plx_axis_attribute(stream->directory, sensor, 0, "sampling_frequency", file)) continue;
        double rate_hz = raise(stream, file, wanted_hz);
        if (rate_hz > 0 && (stream->rate_hz == 0 || rate_hz < stream->rate_hz)) stream->rate_hz = rate_hz;
    }
}

void plx_rates_cycle(const plx_stream *stream) {
    for (unsigned i = 0; i < PLX_SENSORS; i++) {
        plx_sensor sensor = plx_sensor_at(i);
        char file[PLX_VALUE_SIZE], present[PLX_VALUE_SIZE], other[PLX_VALUE_SIZE];
        double rate_hz;
        if (!(stream->sensors & sensor)) continue;
        if (!plx_axis_attribute(stream->directory, sensor, 0, "sampling_frequency", file)) continue;
        if (plx_attribute_read(stream->directory, file, present, sizeof present) < 0) continue;
        if (!plx_number_parse(present, NULL, &rate_hz) || !is_rate(rate_hz / 2)) continue;
        choose(stream->directory, file, rate_hz / 2, other);
        plx_attribute_write(stream->directory, file, other);
        plx_attribute_write(stream->directory, file, present);
    }
}

#pragma clang assume_nonnull end
