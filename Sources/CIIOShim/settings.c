#include "shim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

struct plx_noted {
    char *path;
    char *value;
};

static int insert(void *context, const char *path, const char *value) {
    plx_note *note = context;
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

int plx_note_add(plx_note *note, int directory, const char *path) {
    char value[PLX_VALUE_SIZE];
    for (size_t i = 0; i < note->count; i++) {
        if (strcmp(note->entries[i].path, path) == 0) return 0;
    }
    int result = plx_attribute_read(directory, path, value, sizeof value);
    if (result < 0) return result == -ENOENT ? 0 : result;
    return insert(note, path, value);
}

static int add(void *note, int directory, const char *path) {
    return plx_note_add(note, directory, path);
}

// A shorter length lowers the watermark, so length comes first.
static const char *const _Nonnull single_paths[] = {
    "buffer/length", "buffer/watermark", "trigger/current_trigger", "current_timestamp_clock",
};
enum { SINGLE_PATHS = sizeof single_paths / sizeof *single_paths };

/// Files of which a device has several.
static const struct {
    const char *folder, *suffix;
} elements = {"scan_elements", "_en"}, rates = {".", "sampling_frequency"};

int plx_note_add_buffer(plx_note *note, int directory) {
    int result = plx_attribute_for_each(directory, elements.folder, elements.suffix, add, note);
    for (size_t i = 0; result == 0 && i < SINGLE_PATHS; i++) {
        result = plx_note_add(note, directory, single_paths[i]);
    }
    return result;
}

static bool is_one_of(const char *path, const char *folder, const char *suffix) {
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0 || path[length] != '/') return false;
    const char *name = path + length + 1;
    if (strchr(name, '/') != NULL || strlen(name) < strlen(suffix)) return false;
    return strcmp(name + strlen(name) - strlen(suffix), suffix) == 0;
}

/// Whether it is noted where a device has it. Links lead from a device's directory all over sysfs.
static bool is_setting(const char *path) {
    for (size_t i = 0; i < SINGLE_PATHS; i++) {
        if (strcmp(path, single_paths[i]) == 0) return true;
    }
    return is_one_of(path, elements.folder, elements.suffix) || is_one_of(path, rates.folder, rates.suffix);
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

static int print(const plx_note *note, char *text, size_t capacity) {
    size_t length = 0;
    for (size_t i = 0; i < note->count; i++) {
        const struct plx_noted *entry = &note->entries[i];
        int added = snprintf(text + length, capacity - length, "%s %s\n", entry->path, entry->value);
        if (added < 0 || (size_t)added >= capacity - length) return -ENOSPC;
        length += (size_t)added;
    }
    return (int)length;
}

int plx_settings_note(const char *id, char *text, size_t capacity) {
    int directory = plx_directory_open(id);
    if (directory < 0) return directory;
    plx_note note = {0};
    int result = plx_note_add_buffer(&note, directory);
    // Without a buffer there are still rates.
    if (result == -ENOENT) result = 0;
    if (result == 0) result = plx_attribute_for_each(directory, rates.folder, rates.suffix, add, &note);
    if (result == 0) result = print(&note, text, capacity);
    plx_note_free(&note);
    close(directory);
    return result;
}

int plx_settings_parse(const char *text, plx_setting_visit *visit, void *context) {
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        char line[2 * PLX_VALUE_SIZE];
        if (length >= sizeof line) return -EINVAL;
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        char *value = strchr(line, ' ');
        if (value == NULL) return -EINVAL;
        *value++ = '\0';
        if (!is_setting(line) || strlen(value) >= PLX_VALUE_SIZE) return -EINVAL;
        int result = visit(context, line, value);
        if (result < 0) return result;
        text += length + (text[length] == '\n');
    }
    return 0;
}

int plx_settings_put_back(const char *id, const char *text, int had_buffer) {
    if (!plx_is_device_id(id)) return -ENODEV;
    plx_note note = {0};
    int directory = plx_directory_open(id);
    int result = directory < 0 ? directory : plx_settings_parse(text, insert, &note);
    bool is_running = result == 0 && plx_buffer_runs(directory);
    if (is_running && had_buffer) {
        result = plx_node_try(id);
        if (result == 0) result = plx_attribute_write(directory, plx_buffer_switch, "0");
        is_running = result < 0;
    }
    if (result == 0 && !is_running) {
        plx_note_put_back(&note, directory);
        plx_timer_remove(id);
    }
    plx_note_free(&note);
    if (directory >= 0) close(directory);
    return result;
}

#pragma clang assume_nonnull end
