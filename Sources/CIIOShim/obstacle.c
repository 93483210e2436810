#include "shim.h"

#include <string.h>

#pragma clang assume_nonnull begin

/// Whether libiio 0.24 takes it for the second part of a channel's name.
static bool is_modifier(const char *text, int length) {
    static const char *const modifiers[] = {
        "x", "y", "z", "x&y", "x&z", "y&z", "x&y&z", "x|y", "x|z", "y|z", "x|y|z", "sqrt(x^2+y^2)",
        "x^2+y^2+z^2", "both", "ir", "clear", "red", "green", "blue", "uv", "duv", "quaternion", "ambient",
        "object", "from_north_magnetic", "from_north_true", "from_north_magnetic_tilt_comp",
        "from_north_true_tilt_comp", "running", "jogging", "walking", "still", "sqrt(x^2+y^2+z^2)", "i", "q",
        "co2", "voc", "pm1", "pm2p5", "pm4", "pm10", "ethanol", "h2", "o2",
    };
    for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++) {
        if ((int)strlen(modifiers[i]) != length) continue;
        if (strncmp(modifiers[i], text, (size_t)length) == 0) return true;
    }
    return false;
}

/// Elements are called `in_TYPE`, `in_TYPE_MODIFIER` or, with a number in it, `in_TYPE0_NAME`.
static bool is_strange(const char *name, const char *end) {
    bool is_input = strncmp(name, "in_", 3) == 0, is_output = strncmp(name, "out_", 4) == 0;
    if (!is_input && !is_output) return true;
    const char *type = name + (is_input ? 3 : 4);
    const char *modifier = end > type ? memchr(type, '_', (size_t)(end - type)) : NULL;
    if (modifier == NULL || (modifier[-1] >= '0' && modifier[-1] <= '9')) return false;
    return !is_modifier(modifier + 1, (int)(end - modifier - 1));
}

static int check_element(void *found, int directory, const char *path) {
    (void)directory;
    const char *name = path + strlen("scan_elements/");
    if (is_strange(name, path + strlen(path) - strlen("_en"))) *(bool *)found = true;
    return 0;
}

bool plx_is_obstacle(int directory) {
    bool found = false;
    plx_attribute_for_each(directory, "scan_elements", "_en", check_element, &found);
    return found;
}

#pragma clang assume_nonnull end
