#include "shim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

bool plx_is_device_id(const char *id) {
    return strncmp(id, "iio:device", strlen("iio:device")) == 0 && strchr(id, '/') == NULL;
}

int plx_directory_open(const char *id) {
    char path[PLX_VALUE_SIZE];
    snprintf(path, sizeof path, "/sys/bus/iio/devices/%s", id);
    int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return directory < 0 ? -errno : directory;
}

bool plx_attribute_exists(int directory, const char *path) {
    return faccessat(directory, path, F_OK, 0) == 0;
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
    if (length < 0 || (size_t)length >= sizeof line) return -EINVAL;
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

int plx_attribute_for_each(
    int directory, const char *folder, const char *suffix, plx_attribute_visit *visit, void *context) {
    int descriptor = openat(directory, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    DIR *entries = fdopendir(descriptor);
    if (entries == NULL) {
        int result = -errno;
        close(descriptor);
        return result;
    }
    int result = 0;
    const struct dirent *entry;
    while (result == 0 && (entry = readdir(entries)) != NULL) {
        size_t length = strlen(entry->d_name);
        if (length < strlen(suffix) || strcmp(entry->d_name + length - strlen(suffix), suffix) != 0) continue;
        char path[PLX_VALUE_SIZE];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        result = visit(context, directory, path);
    }
    closedir(entries);
    return result;
}

#pragma clang assume_nonnull end
