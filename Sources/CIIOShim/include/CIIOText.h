// What the texts of attributes and of notes say. Pure: no device is touched.
#pragma once

#include <stdbool.h>

#pragma clang assume_nonnull begin

enum {
    /// Longest attribute value that is kept, with its end.
    PLX_VALUE_SIZE = 1024,
};

/// Parses the number that `text` begins with, with a decimal point in every locale. Sets `*end` behind it.
bool plx_number_parse(const char *text, const char *_Nullable *_Nullable end, double *number);

/// Chooses from what a driver offers, as in `[min step max]` or `a b c`: the smallest rate that is not below
/// the wanted one, else the largest; the wanted one where it offers none. Sets `text` to what is to be
/// written.
double plx_rate_choose(const char *offered, double wanted_hz, char text[_Nonnull PLX_VALUE_SIZE]);

typedef int plx_setting_visit(void *context, const char *path, const char *value);

/// Visits the lines of what plx_settings_note noted until a visit fails. Returns 0, what that visit returned,
/// or -EINVAL for a line that is none of these: no other file is ever named.
int plx_settings_parse(const char *text, plx_setting_visit *visit, void *context);

#pragma clang assume_nonnull end
