// The executors of Swift's tasks.

#ifndef COMPOSABLE_EXECUTOR_H
#define COMPOSABLE_EXECUTOR_H

#include <stdbool.h>

/// Makes the runtime of Swift's tasks hand everything meant for its thread pool to the main executor,
/// or stops that.
///
/// Returns `false`, and changes nothing, where the runtime has no hook for it.
bool composable_set_main_serial_executor(bool is_on);

/// Begins to count the jobs that this thread hands to the thread pool, by the same hook. Others must
/// not use the hook meanwhile.
void composable_begin_counting_jobs(void);

/// Stops counting.
///
/// Returns the number of jobs since then.
int composable_end_counting_jobs(void);

#endif
