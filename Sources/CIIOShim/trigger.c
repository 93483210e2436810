#include "shim.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

static const char attribute[] = "trigger/current_trigger";

int plx_trigger_is_own(const char *trigger, const char *name, const char *id) {
    size_t length = strlen(name);
    if (length == 0 || strncmp(trigger, name, length) != 0 || trigger[length] != '-') return false;
    const char *rest = trigger + length + 1;
    if (strcmp(rest, "trigger") == 0 || strcmp(rest, "new-data") == 0) return true;
    if (strncmp(rest, "trig-", strlen("trig-")) == 0) return true;
    const char *number = id + strlen("iio:device");
    return strncmp(rest, "dev", strlen("dev")) == 0 && strcmp(rest + strlen("dev"), number) == 0;
}

typedef bool trigger_test(const plx_stream *stream, const char *trigger);

/// Sets `id` and `name` to the first trigger of the machine that passes the test.
static bool find(
    const plx_stream *stream, trigger_test *test, char id[PLX_VALUE_SIZE], char name[PLX_VALUE_SIZE]) {
    DIR *entries = opendir("/sys/bus/iio/devices");
    if (entries == NULL) return false;
    bool found = false;
    const struct dirent *entry;
    while (!found && (entry = readdir(entries)) != NULL) {
        if (strncmp(entry->d_name, "trigger", strlen("trigger")) != 0) continue;
        int directory = plx_directory_open(entry->d_name);
        if (directory < 0) continue;
        found = plx_attribute_read(directory, "name", name, PLX_VALUE_SIZE) == 0 && test(stream, name);
        if (found) snprintf(id, PLX_VALUE_SIZE, "%s", entry->d_name);
        close(directory);
    }
    closedir(entries);
    return found;
}

static bool is_streams_own(const plx_stream *stream, const char *trigger) {
    char name[PLX_VALUE_SIZE];
    if (plx_attribute_read(stream->directory, "name", name, sizeof name) < 0) return false;
    return plx_trigger_is_own(trigger, name, stream->id);
}

static void name_timer(const char *id, char name[PLX_VALUE_SIZE]) {
    snprintf(name, PLX_VALUE_SIZE, "parallaxd-%s", id + strlen("iio:"));
}

/// The kernel makes a timer of a directory.
static void locate_timer(const char *id, char path[2 * PLX_VALUE_SIZE]) {
    char name[PLX_VALUE_SIZE];
    name_timer(id, name);
    snprintf(path, 2 * PLX_VALUE_SIZE, "/sys/kernel/config/iio/triggers/hrtimer/%s", name);
}

static bool is_streams_timer(const plx_stream *stream, const char *trigger) {
    char name[PLX_VALUE_SIZE];
    name_timer(stream->id, name);
    return strcmp(trigger, name) == 0;
}

static int pace_timer(const char *id, double rate_hz) {
    int directory = plx_directory_open(id);
    if (directory < 0) return directory;
    int result = plx_rate_write(directory, "sampling_frequency", rate_hz);
    close(directory);
    return result;
}

void plx_timer_pace(const plx_stream *stream, double rate_hz) {
    char id[PLX_VALUE_SIZE], name[PLX_VALUE_SIZE];
    if (stream->has_timer && find(stream, is_streams_timer, id, name)) pace_timer(id, rate_hz);
}

static int make_timer(plx_stream *stream, double rate_hz, char name[PLX_VALUE_SIZE]) {
    char path[2 * PLX_VALUE_SIZE], id[PLX_VALUE_SIZE];
    locate_timer(stream->id, path);
    // One that is there already was left by a program that was killed.
    if (mkdir(path, 0755) < 0 && errno != EEXIST) return -errno;
    stream->has_timer = true;
    if (!find(stream, is_streams_timer, id, name)) return -ENOENT;
    int result = pace_timer(id, rate_hz);
    // udev gives the right to it a moment later; until then a new one goes at 100 Hz.
    return result == -EACCES ? 0 : result;
}

void plx_timer_remove(const char *id) {
    char path[2 * PLX_VALUE_SIZE];
    locate_timer(id, path);
    rmdir(path);
}

/// Sets `wanted` to the trigger that the stream's mode asks for: empty for none. Returns 0, 1 where the
/// present one stays, or -errno.
static int choose(plx_stream *stream, double rate_hz, char wanted[PLX_VALUE_SIZE]) {
    char id[PLX_VALUE_SIZE];
    if (stream->mode == PLX_TIMER) return make_timer(stream, rate_hz, wanted);
    bool has_own = find(stream, is_streams_own, id, wanted);
    if (stream->mode == PLX_BUFFER) return has_own && !is_streams_own(stream, stream->trigger) ? 0 : 1;
    wanted[0] = '\0';
    return has_own ? 0 : -ENXIO;
}

int plx_trigger_attach(plx_stream *stream, double rate_hz) {
    char wanted[PLX_VALUE_SIZE];
    int result = plx_attribute_read(stream->directory, attribute, stream->trigger, sizeof stream->trigger);
    if (result == -ENOENT) return stream->mode == PLX_BUFFER ? 0 : -ENXIO;
    if (result == 0) result = choose(stream, rate_hz, wanted);
    if (result != 0) return result < 0 ? result : 0;
    result = plx_attribute_write(stream->directory, attribute, wanted);
    if (result < 0) return result;
    return plx_attribute_read(stream->directory, attribute, stream->trigger, sizeof stream->trigger);
}

#pragma clang assume_nonnull end
