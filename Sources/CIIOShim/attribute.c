#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

int plx_directory_open(const char *id) {
    char path[PLX_VALUE_SIZE];
    snprintf(path, sizeof path, "/sys/bus/iio/devices/%s", id);
    int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return directory < 0 ? -errno : directory;
}

int plx_attribute_read(int directory, const char *path, char *value, size_t size) {
    int file = openat(directory, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -errno;
    ssize_t length = read(file, value, size - 1);
    int result = length < 0 ? -errno : 0;
    close(file);
    if (result < 0) return result;
    // Linux 6.1 ends some values with a NUL behind the line end.
    while (length > 0 && (value[length - 1] == '\n' || value[length - 1] == '\0')) length--;
    value[length] = '\0';
    return 0;
}

int plx_attribute_read_number(int directory, const char *path, double *number) {
    char value[PLX_VALUE_SIZE];
    int result = plx_attribute_read(directory, path, value, sizeof value);
    if (result < 0) return result;
    return plx_number_parse(value, NULL, number) ? 0 : -EBADMSG;
}

int plx_attribute_write(int directory, const char *path, const char *value) {
    char line[PLX_VALUE_SIZE + 1];
    // The kernel never sees a write of nothing: the line end is what makes an empty value arrive.
    int length = snprintf(line, sizeof line, "%s\n", value);
    int file = openat(directory, path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (file < 0) return -errno;
    int result = write(file, line, (size_t)length) < 0 ? -errno : 0;
    close(file);
    return result;
}

bool plx_number_parse(const char *text, const char *_Nullable *_Nullable end, double *number) {
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0) return false;
    char *stop;
    *number = strtod_l(text, &stop, plain);
    freelocale(plain);
    if (end != NULL) *end = stop;
    return stop != text && isfinite(*number);
}

struct plx_noted {
    char *path;
    char *value;
};

int plx_note_add(plx_note *note, int directory, const char *path) {
    char value[PLX_VALUE_SIZE];
    int result = plx_attribute_read(directory, path, value, sizeof value);
    if (result < 0) return result == -ENOENT ? 0 : result;
    struct plx_noted *entries = reallocarray(note->entries, note->count + 1, sizeof *entries);
    if (entries == NULL) return -ENOMEM;
    note->entries = entries;
    struct plx_noted entry = {strdup(path), strdup(value)};
    if (entry.path == NULL || entry.value == NULL) {
        free(entry.path);
        free(entry.value);
        return -ENOMEM;
    }
    entries[note->count++] = entry;
    return 0;
}

void plx_note_put_back(const plx_note *note, int directory) {
    for (size_t i = 0; i < note->count; i++) {
        const struct plx_noted *entry = &note->entries[i];
        char value[PLX_VALUE_SIZE];
        int result = plx_attribute_read(directory, entry->path, value, sizeof value);
        if (result == 0 && strcmp(value, entry->value) == 0) continue;
        plx_attribute_write(directory, entry->path, entry->value);
    }
}

void plx_note_free(plx_note *note) {
    for (size_t i = 0; i < note->count; i++) {
        free(note->entries[i].path);
        free(note->entries[i].value);
    }
    free(note->entries);
    *note = (plx_note){0};
}

#pragma clang assume_nonnull end
