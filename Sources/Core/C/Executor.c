#include "composable_executor.h"

#include <stddef.h>

// The hook that the runtime of Swift's tasks exports for this purpose: a function of our own that
// is called for each job before the thread pool receives it, and the function that enqueues on the
// main executor. Weak: a program without that runtime has no tasks either.
typedef __attribute__((swiftcall)) void (*composable_enqueue)(void *job);
typedef __attribute__((swiftcall)) void (*composable_enqueue_hook)(
    void *job, composable_enqueue original);

extern composable_enqueue_hook swift_task_enqueueGlobal_hook __attribute__((weak));
extern composable_enqueue_hook swift_task_enqueueMainExecutor_hook __attribute__((weak));
extern __attribute__((swiftcall)) void swift_task_enqueueMainExecutor(void *job)
    __attribute__((weak));
extern __attribute__((swiftcall)) bool swift_task_isCurrentExecutor(
    uint64_t identity, uint64_t implementation) __attribute__((weak));

/// Jobs that were handed to the main executor while it ran all of them.
static uint64_t composable_main_jobs;

__attribute__((swiftcall)) static void composable_count_main_job(
    void *job, composable_enqueue original) {
  __atomic_fetch_add(&composable_main_jobs, 1, __ATOMIC_RELAXED);
  original(job);
}

__attribute__((swiftcall)) static void composable_enqueue_on_main(
    void *job, composable_enqueue original) {
  (void)original;
  swift_task_enqueueMainExecutor(job);
}

static __thread int composable_counted_jobs;
static composable_enqueue_hook composable_hook_before_counting;

__attribute__((swiftcall)) static void composable_count_job(
    void *job, composable_enqueue original) {
  composable_counted_jobs += 1;
  original(job);
}

void composable_begin_counting_jobs(void) {
  composable_counted_jobs = 0;
  if (&swift_task_enqueueGlobal_hook == NULL) return;
  composable_hook_before_counting = __atomic_exchange_n(
      &swift_task_enqueueGlobal_hook, composable_count_job, __ATOMIC_ACQ_REL);
}

int composable_end_counting_jobs(void) {
  if (&swift_task_enqueueGlobal_hook != NULL) {
    __atomic_store_n(
        &swift_task_enqueueGlobal_hook, composable_hook_before_counting, __ATOMIC_RELEASE);
  }
  return composable_counted_jobs;
}

bool composable_set_main_serial_executor(bool is_on) {
  if (&swift_task_enqueueGlobal_hook == NULL || swift_task_enqueueMainExecutor == NULL) {
    return false;
  }
  composable_enqueue_hook hook = is_on ? composable_enqueue_on_main : NULL;
  if (&swift_task_enqueueMainExecutor_hook != NULL) {
    // Earlier jobs were not counted.
    __atomic_fetch_add(&composable_main_jobs, 1, __ATOMIC_RELAXED);
    __atomic_store_n(
        &swift_task_enqueueMainExecutor_hook, is_on ? composable_count_main_job : NULL,
        __ATOMIC_RELEASE);
  }
  __atomic_store_n(&swift_task_enqueueGlobal_hook, hook, __ATOMIC_RELEASE);
  return true;
}

uint64_t composable_main_job_count(void) {
  return __atomic_load_n(&composable_main_jobs, __ATOMIC_RELAXED);
}

bool composable_counts_main_jobs(void) {
  return &swift_task_enqueueGlobal_hook != NULL && &swift_task_enqueueMainExecutor_hook != NULL
      && __atomic_load_n(&swift_task_enqueueGlobal_hook, __ATOMIC_ACQUIRE)
          == composable_enqueue_on_main
      && __atomic_load_n(&swift_task_enqueueMainExecutor_hook, __ATOMIC_ACQUIRE)
          == composable_count_main_job;
}

static uint64_t composable_main_executor;
static uint64_t composable_main_implementation;

void composable_set_main_executor(uint64_t identity, uint64_t implementation) {
  __atomic_store_n(&composable_main_implementation, implementation, __ATOMIC_RELAXED);
  __atomic_store_n(&composable_main_executor, identity, __ATOMIC_RELEASE);
}

bool composable_is_on_main_actor(void) {
  uint64_t identity = __atomic_load_n(&composable_main_executor, __ATOMIC_ACQUIRE);
  return identity != 0 && swift_task_isCurrentExecutor != NULL
      && swift_task_isCurrentExecutor(
          identity, __atomic_load_n(&composable_main_implementation, __ATOMIC_RELAXED));
}
