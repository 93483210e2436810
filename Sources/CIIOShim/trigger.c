#include "shim.h"

#include <errno.h>
#include <string.h>

#pragma clang assume_nonnull begin

static const char attribute[] = "trigger/current_trigger";

/// Whether the device's own driver made the trigger, to sample by. Those for motion or a peak have other
/// names.
static bool is_own(const char *trigger, const struct iio_device *device) {
    const char *name = iio_device_get_name(device);
    size_t length = name == NULL ? 0 : strlen(name);
    if (length == 0 || strncmp(trigger, name, length) != 0 || trigger[length] != '-') return false;
    const char *rest = trigger + length + 1;
    if (strcmp(rest, "trigger") == 0 || strcmp(rest, "new-data") == 0) return true;
    if (strncmp(rest, "trig-", strlen("trig-")) == 0) return true;
    const char *number = iio_device_get_id(device) + strlen("iio:device");
    return strncmp(rest, "dev", strlen("dev")) == 0 && strcmp(rest + strlen("dev"), number) == 0;
}

static const char *_Nullable find_own(const struct iio_device *device) {
    const struct iio_context *context = iio_device_get_context(device);
    for (unsigned i = 0; i < iio_context_get_devices_count(context); i++) {
        const struct iio_device *other = iio_context_get_device(context, i);
        const char *name = iio_device_get_name(other);
        if (iio_device_is_trigger(other) && name != NULL && is_own(name, device)) return name;
    }
    return NULL;
}

int plx_trigger_attach(plx_stream *stream) {
    int result = plx_attribute_read(stream->directory, attribute, stream->trigger, sizeof stream->trigger);
    if (result == -ENOENT) return 0;
    if (result < 0) return result;
    if (is_own(stream->trigger, stream->device)) return 0;
    const char *own = find_own(stream->device);
    if (own == NULL) return 0;
    result = plx_attribute_write(stream->directory, attribute, own);
    if (result < 0) return result;
    return plx_attribute_read(stream->directory, attribute, stream->trigger, sizeof stream->trigger);
}

#pragma clang assume_nonnull end
