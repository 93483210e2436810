// Preloaded, makes each reading of an accelerometer's raw value take SLOW_READ_SECONDS, as a sensor hub that
// has gone to sleep may.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static void wait_for_hub(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return;
    path[length] = '\0';
    const char *name = strrchr(path, '/'), *seconds = getenv("SLOW_READ_SECONDS");
    if (name == NULL || seconds == NULL || strncmp(name, "/in_accel_", strlen("/in_accel_")) != 0) return;
    if (strcmp(path + length - strlen("_raw"), "_raw") != 0) return;
    struct timespec rest = {.tv_sec = atoi(seconds)};
    while (nanosleep(&rest, &rest) < 0) continue;
}

ssize_t read(int file, void *bytes, size_t count) {
    wait_for_hub(file);
    ssize_t (*next)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
    return next(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    wait_for_hub(file);
    ssize_t (*next)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread");
    return next(file, bytes, count, offset);
}
