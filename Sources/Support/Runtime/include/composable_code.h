#ifndef COMPOSABLE_CODE_H
#define COMPOSABLE_CODE_H

#include <stdbool.h>

/// Whether an address lies in the code of the program, or of a library that is loaded.
bool composable_is_code(const void *address);

#endif
