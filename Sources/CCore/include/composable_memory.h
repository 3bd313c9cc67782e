// Tests of addresses: whether memory can be read, and whether it is code.

#ifndef COMPOSABLE_MEMORY_H
#define COMPOSABLE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/// Whether the bytes from an address on are mapped, and may be read.
bool composable_is_readable(const void *_Nullable address, size_t count);

/// Whether an address lies in the code of the program or of a library that it has loaded.
bool composable_is_code(const void *_Nullable address);

#endif
