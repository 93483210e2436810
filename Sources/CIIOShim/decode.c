#include "CIIODecode.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#pragma clang assume_nonnull begin

static bool is_storable(unsigned bits, unsigned storage_bits, unsigned shift, unsigned repeat) {
    bool whole = storage_bits == 8 || storage_bits == 16 || storage_bits == 32 || storage_bits == 64;
    return whole && bits >= 1 && bits <= storage_bits && shift < storage_bits && repeat >= 1 && repeat <= 255;
}

int plx_format_parse(const char *text, plx_format *format) {
    char endian, sign;
    unsigned bits, storage_bits, shift, repeat = 1;
    int fields = sscanf(text, "%ce:%c%3u/%3u>>%3u", &endian, &sign, &bits, &storage_bits, &shift);
    if (fields != 5) {
        static const char repeated[] = "%ce:%c%3u/%3uX%3u>>%3u";
        fields = sscanf(text, repeated, &endian, &sign, &bits, &storage_bits, &repeat, &shift);
        if (fields != 6) return -EINVAL;
    }
    if ((endian != 'l' && endian != 'b') || (sign != 's' && sign != 'u')) return -EINVAL;
    if (!is_storable(bits, storage_bits, shift, repeat)) return -EINVAL;
    *format = (plx_format){
        .bits = (uint8_t)bits,
        .storage_bits = (uint8_t)storage_bits,
        .shift = (uint8_t)shift,
        .repeat = (uint8_t)repeat,
        .is_signed = sign == 's',
        .is_big_endian = endian == 'b',
    };
    return 0;
}

static int by_index(const void *left, const void *right) {
    uint32_t a = ((const plx_element *)left)->index, b = ((const plx_element *)right)->index;
    return (a > b) - (a < b);
}

static size_t round_up(size_t value, size_t unit) {
    return (value + unit - 1) / unit * unit;
}

size_t plx_layout(plx_element *elements, size_t count) {
    size_t end = 0, largest = 1;
    qsort(elements, count, sizeof *elements, by_index);
    for (size_t i = 0; i < count; i++) {
        size_t size = (size_t)elements[i].format.storage_bits / 8 * elements[i].format.repeat;
        size_t start = round_up(end, size);
        elements[i].offset = (uint32_t)start;
        end = start + size;
        if (size > largest) largest = size;
    }
    return round_up(end, largest);
}

int64_t plx_decode(plx_format format, const uint8_t *bytes) {
    size_t size = format.storage_bits / 8;
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) {
        value = value << 8 | bytes[format.is_big_endian ? i : size - 1 - i];
    }
    unsigned unused = 64 - format.bits;
    value = value >> format.shift << unused;
    return format.is_signed ? (int64_t)value >> unused : (int64_t)(value >> unused);
}

#pragma clang assume_nonnull end
