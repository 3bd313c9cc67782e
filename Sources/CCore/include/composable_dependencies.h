// What reads of dependencies keep, and when defaults begin anew.

#ifndef COMPOSABLE_DEPENDENCIES_H
#define COMPOSABLE_DEPENDENCIES_H

extern __thread void *_Nullable composable_dependency_read;

/// What this thread's innermost read of a dependency keeps, if one is under way.
static inline void *_Nullable composable_get_dependency_read(void) {
  return composable_dependency_read;
}

/// Makes `read` this thread's innermost read of a dependency.
static inline void composable_set_dependency_read(void *_Nullable read) {
  composable_dependency_read = read;
}

/// Has dependencies begin anew with each test of XCTest, in a program that contains the module that
/// knows XCTest.
void composable_observe_tests_if_possible(void);

#endif
