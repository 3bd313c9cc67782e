// The executors of Swift's tasks.

#ifndef COMPOSABLE_EXECUTOR_H
#define COMPOSABLE_EXECUTOR_H

#include <stdbool.h>
#include <stdint.h>

/// Takes a job before the thread pool of Swift's tasks receives it.
///
/// `run` is the run whose jobs are chosen on this thread, `NULL` on other threads. Returns whether
/// the job was taken.
typedef bool (*composable_take_job)(void *run, void *job);

/// Offers each job for the thread pool of Swift's tasks to `taker`, if that is not `NULL`, and
/// redirects the rest to the main executor, if `is_serial`.
///
/// Returns `false`, and changes nothing, if the runtime has no hook for it.
bool composable_set_executor_hooks(bool is_serial, composable_take_job taker);

/// Makes an executor, the two words of an `UnownedSerialExecutor`, the executor of the main actor
/// on each thread with a chosen run. It must live as long as the process, as the hook for it stays;
/// other threads are asked by an earlier hook, if there is one.
///
/// Returns `false` if the runtime lacks a hook or a function to choose the order of jobs.
bool composable_set_chosen_executor(uint64_t identity, uint64_t implementation);

extern __thread void *composable_chosen_run;

/// The run whose jobs are chosen on this thread, or `NULL`.
static inline void *composable_get_chosen_run(void) { return composable_chosen_run; }

/// Begins a run on this thread, or ends it with `NULL`.
void composable_set_chosen_run(void *run);

/// The id of the task that a job belongs to.
uint64_t composable_task_of_job(void *job);

typedef enum {
  composable_job_of_task,
  /// A turn of an actor.
  composable_job_of_actor,
  /// The job that a task leaves where it yields, and that wakes it again.
  composable_job_wakes_task,
} composable_job_kind;

composable_job_kind composable_kind_of_job(void *job);

/// Whether a job that is a task is the child of another, such as a task of a group. Its memory
/// may belong to its parent.
bool composable_is_child_task(void *job);

/// Whether a job that is a task has been cancelled.
bool composable_is_task_cancelled(void *job);

/// The task that this thread runs; `NULL` outside of tasks.
void *composable_current_task(void);

/// The code that resumes a task, which must be suspended: the same for all that wait at one place.
uintptr_t composable_suspension_of_task(const void *task);

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
