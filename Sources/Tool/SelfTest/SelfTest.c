#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // program_invocation_short_name
#endif

#include "SelfTest.h"

#include <CLTTng.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// Called by the provider when the program starts: the command itself is not traced, as every
/// recording of its daemon would contain it. The tests of the command link it, and are traced like
/// any other program.
bool composable_program_is_traced(void) {
  if (strcmp(program_invocation_short_name, "signpost") != 0) return true;
  return getenv(SIGNPOST_SELF_TEST_VARIABLE) != NULL;
}

bool signpost_self_test_emit(void) {
  if (!composable_interval_begin_enabled()) return false;
  composable_interval_begin_do(1, 1, "signpost", "doctor", "self-test", "", true);
  composable_interval_end_do(
      1, 1, "signpost", "doctor", "self-test", composable_interval_outcome_finished, "");
  return true;
}
