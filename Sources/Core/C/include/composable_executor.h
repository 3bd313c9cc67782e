// The executors of Swift's tasks.

#ifndef COMPOSABLE_EXECUTOR_H
#define COMPOSABLE_EXECUTOR_H

#include <stdbool.h>
#include <stdint.h>

/// Redirects all jobs for the thread pool of Swift's tasks to the main executor, or stops that.
///
/// Returns `false`, and changes nothing, if the runtime has no hook for it.
bool composable_set_main_serial_executor(bool is_on);

/// Whether all jobs go to the main executor and are counted on the way.
bool composable_counts_main_jobs(void);

/// The number of jobs that went to the main executor while they were counted. It also changes when
/// counting begins or ends.
uint64_t composable_main_job_count(void);

/// Begins to count the jobs that this thread hands to the thread pool, by the same hook. Others
/// must not use the hook meanwhile.
void composable_begin_counting_jobs(void);

/// Stops counting.
///
/// Returns the number of jobs since then.
int composable_end_counting_jobs(void);

/// Records the main actor's executor, which is the same for as long as the process runs: the two
/// words of an `UnownedSerialExecutor`.
void composable_set_main_executor(uint64_t identity, uint64_t implementation);

/// Whether the caller is on the main actor's executor. `false` also where that is not known yet, or
/// where only the executor itself can tell: `MainActor.preconditionIsolated()` has to be asked
/// then, which takes four times as long.
bool composable_is_on_main_actor(void);

#endif
