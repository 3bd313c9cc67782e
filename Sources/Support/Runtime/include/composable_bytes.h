// Comparison of values by their bytes.

#ifndef COMPOSABLE_BYTES_H
#define COMPOSABLE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/// Whether two values have the same bytes.
static inline bool composable_are_same_bytes(
    const void *_Nonnull lhs, const void *_Nonnull rhs, size_t size) {
  return memcmp(lhs, rhs, size) == 0;
}

#endif
