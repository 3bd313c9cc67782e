// The current read of a dependency, and the reset of defaults.

#ifndef COMPOSABLE_DEPENDENCIES_H
#define COMPOSABLE_DEPENDENCIES_H

#include <stdint.h>

extern __thread void *_Nullable composable_dependency_read;

/// The thread's innermost read of a dependency in progress, if any.
static inline void *_Nullable composable_get_dependency_read(void) {
  return composable_dependency_read;
}

/// Makes `read` this thread's innermost read of a dependency.
static inline void composable_set_dependency_read(void *_Nullable read) {
  composable_dependency_read = read;
}

extern __thread uint64_t composable_dependency_use_count;

/// Notes that this thread looks at the dependencies of the moment, or may do so later.
static inline void composable_note_dependency_use(void) {
  composable_dependency_use_count++;
}

/// The number of noted uses by this thread: a different number shows that code in between used
/// dependencies.
static inline uint64_t composable_dependency_uses(void) {
  return composable_dependency_use_count;
}

/// Resets dependencies with each test of XCTest, in a program that contains the module that
/// observes XCTest.
void composable_observe_tests_if_possible(void);

#endif
