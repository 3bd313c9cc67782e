#include "composable_dependencies.h"

__thread void *composable_dependency_read;
__thread uint64_t composable_dependency_use_count;

// In a module for tests, which most programs do not link. Weak: null then.
extern void composable_observe_tests(void) __attribute__((weak));

void composable_observe_tests_if_possible(void) {
  if (composable_observe_tests) composable_observe_tests();
}
