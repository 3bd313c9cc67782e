// Counts the memory allocations of the process.
//
// A program that links this module has its malloc and relatives interposed, in all its threads and
// libraries. While counting is off each of them costs one branch more than before.

#ifndef COMPOSABLE_CALLOCATIONS_H
#define COMPOSABLE_CALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// The counts between a start and a stop.
struct allocation_counts {
  /// Calls that returned memory.
  int64_t allocations;
  /// The bytes requested by these calls.
  int64_t bytes;
  /// Allocations made minus allocations freed.
  int64_t live_allocations;
  /// Bytes allocated minus bytes freed, as rounded by the allocator.
  int64_t live_bytes;
};

/// Whether this build can count: the allocator must be glibc's, with no sanitizer in its place.
bool allocations_can_be_counted(void);

/// Starts counting from zero.
void allocations_start(void);

/// Whether counting is on.
bool allocations_are_counted(void);

/// The counts so far.
struct allocation_counts allocations_now(void);

/// Stops counting and returns the counts.
struct allocation_counts allocations_stop(void);

#endif
