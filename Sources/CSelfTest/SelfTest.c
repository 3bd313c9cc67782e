#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // program_invocation_short_name
#endif

#include "SelfTest.h"

#include <CLTTng.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// Answers the provider, which asks when the program starts: the command itself is not traced, or
/// recordings of all that a daemon serves would have it in them. The tests of the command contain
/// it, and are programs like any other.
bool composable_program_is_traced(void) {
  if (strcmp(program_invocation_short_name, "signpost") != 0) return true;
  return getenv(SIGNPOST_SELF_TEST_VARIABLE) != NULL;
}

bool signpost_self_test_emit(void) {
  if (!composable_interval_begin_enabled()) return false;
  composable_interval_begin_do(1, 1, "signpost", "doctor", "self-test", "");
  composable_interval_end_do(
      1, 1, "signpost", "doctor", "self-test", composable_interval_outcome_finished, "");
  return true;
}
