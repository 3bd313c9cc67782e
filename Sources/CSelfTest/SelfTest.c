#include "SelfTest.h"

#include <CLTTng.h>
#include <stdlib.h>

/// Answers the provider, which asks when the program starts: the command itself is not traced, or
/// recordings of all that a daemon serves would have it in them.
bool composable_program_is_traced(void) {
  return getenv(SIGNPOST_SELF_TEST_VARIABLE) != NULL;
}

bool signpost_self_test_emit(void) {
  if (!composable_interval_begin_enabled()) return false;
  composable_interval_begin_do(1, 1, "signpost", "doctor", "self-test", "");
  composable_interval_end_do(
      1, 1, "signpost", "doctor", "self-test", composable_interval_outcome_finished, "");
  return true;
}
