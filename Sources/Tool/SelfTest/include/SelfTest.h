#ifndef SELF_TEST_H
#define SELF_TEST_H

#include <stdbool.h>

/// Set in the environment of the process that emits the events of a self-test.
#define SIGNPOST_SELF_TEST_VARIABLE "SIGNPOST_SELF_TEST"

/// Emits two events, the begin and the end of an interval; false if no session records them.
bool signpost_self_test_emit(void);

#endif
