// Counts what the process asks its allocator for.
//
// A program that links this module has its malloc and relatives interposed, in all its threads and
// libraries. While nothing is counted each of them costs one branch more than before.

#ifndef COMPOSABLE_CALLOCATIONS_H
#define COMPOSABLE_CALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// What was counted between a start and a stop.
struct allocation_counts {
  /// Calls that handed out memory.
  int64_t allocations;
  /// The bytes these calls asked for.
  int64_t bytes;
  /// Allocations handed out less those given back.
  int64_t live_allocations;
  /// Bytes handed out less those given back, as the allocator rounds them.
  int64_t live_bytes;
};

/// Whether this build can count: the allocator must be glibc's, with no sanitizer in its place.
bool allocations_can_be_counted(void);

/// Starts counting from zero.
void allocations_start(void);

/// What was counted so far.
struct allocation_counts allocations_now(void);

/// Stops counting and says what was counted.
struct allocation_counts allocations_stop(void);

#endif
