#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/// How often the calling thread has asked for memory, as far as `plx_counts_allocations`.
uint64_t plx_allocations(void);

/// False under a sanitizer, which has malloc to itself.
bool plx_counts_allocations(void);

#endif
