// Counts what the process asks its allocator for.

#ifndef COMPOSABLE_CALLOCATIONS_H
#define COMPOSABLE_CALLOCATIONS_H

#include <stdint.h>

#endif
