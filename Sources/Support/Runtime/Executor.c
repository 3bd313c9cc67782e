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

// The function that every hop to the main actor asks for its executor, and its hook.
typedef struct {
  uint64_t identity, implementation;
} composable_executor;
typedef __attribute__((swiftcall)) composable_executor (*composable_get_executor)(void);
typedef __attribute__((swiftcall)) composable_executor (*composable_get_executor_hook)(
    composable_get_executor original);

extern composable_get_executor_hook swift_task_getMainExecutor_hook __attribute__((weak));
extern __attribute__((swiftcall)) uint64_t swift_task_getJobTaskId(void *job)
    __attribute__((weak));
extern __attribute__((swiftcall)) bool swift_task_isCancelled(void *task) __attribute__((weak));
extern __attribute__((swiftcall)) void *swift_task_getCurrent(void) __attribute__((weak));

/// The run of a program whose jobs are chosen, on the thread that runs them; `NULL` on others.
__thread void *composable_chosen_run;
static composable_get_executor_hook composable_earlier_executor_hook;
static composable_take_job composable_taker;
static composable_executor composable_chosen_executor;

__attribute__((swiftcall)) static composable_executor composable_main_executor_of_run(
    composable_get_executor original) {
  if (composable_chosen_run != NULL) return composable_chosen_executor;
  composable_get_executor_hook earlier = composable_earlier_executor_hook;
  return earlier != NULL ? earlier(original) : original();
}

/// Jobs that were handed to the main executor while it ran all of them.
static uint64_t composable_main_jobs;
static bool composable_is_serial;

__attribute__((swiftcall)) static void composable_count_main_job(
    void *job, composable_enqueue original) {
  __atomic_fetch_add(&composable_main_jobs, 1, __ATOMIC_RELAXED);
  original(job);
}

__attribute__((swiftcall)) static void composable_enqueue_on_main(
    void *job, composable_enqueue original) {
  composable_take_job taker = __atomic_load_n(&composable_taker, __ATOMIC_ACQUIRE);
  if (taker != NULL && taker(composable_chosen_run, job)) return;
  if (__atomic_load_n(&composable_is_serial, __ATOMIC_ACQUIRE)) {
    swift_task_enqueueMainExecutor(job);
  } else {
    original(job);
  }
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

bool composable_set_executor_hooks(bool is_serial, composable_take_job taker) {
  if (&swift_task_enqueueGlobal_hook == NULL || swift_task_enqueueMainExecutor == NULL) {
    return false;
  }
  __atomic_store_n(&composable_is_serial, is_serial, __ATOMIC_RELEASE);
  __atomic_store_n(&composable_taker, taker, __ATOMIC_RELEASE);
  if (&swift_task_enqueueMainExecutor_hook != NULL) {
    // Earlier jobs were not counted.
    __atomic_fetch_add(&composable_main_jobs, 1, __ATOMIC_RELAXED);
    __atomic_store_n(
        &swift_task_enqueueMainExecutor_hook, is_serial ? composable_count_main_job : NULL,
        __ATOMIC_RELEASE);
  }
  __atomic_store_n(
      &swift_task_enqueueGlobal_hook,
      is_serial || taker != NULL ? composable_enqueue_on_main : NULL, __ATOMIC_RELEASE);
  return true;
}

bool composable_set_chosen_executor(uint64_t identity, uint64_t implementation) {
  if (&swift_task_getMainExecutor_hook == NULL || swift_task_getJobTaskId == NULL
      || swift_task_isCancelled == NULL) {
    return false;
  }
  composable_chosen_executor = (composable_executor){identity, implementation};
  if (swift_task_getMainExecutor_hook != composable_main_executor_of_run) {
    composable_earlier_executor_hook = swift_task_getMainExecutor_hook;
    __atomic_store_n(
        &swift_task_getMainExecutor_hook, composable_main_executor_of_run, __ATOMIC_RELEASE);
  }
  return true;
}

void composable_set_chosen_run(void *run) { composable_chosen_run = run; }

uint64_t composable_task_of_job(void *job) { return swift_task_getJobTaskId(job); }

composable_job_kind composable_kind_of_job(void *job) {
  // The kind is the lowest byte of the flags, which follow the object's header and two words of
  // the scheduler.
  enum { words_before_flags = 4, mask_of_kind = 0xff, kind_of_task = 0, kind_of_wake = 195 };
  uint32_t flags = *(const uint32_t *)((const uintptr_t *)job + words_before_flags);
  switch (flags & mask_of_kind) {
  case kind_of_task: return composable_job_of_task;
  case kind_of_wake: return composable_job_wakes_task;
  default: return composable_job_of_actor;
  }
}

bool composable_is_child_task(void *job) {
  enum { words_before_flags = 4, is_child = 1u << 24 };
  uint32_t flags = *(const uint32_t *)((const uintptr_t *)job + words_before_flags);
  return (flags & is_child) != 0;
}

bool composable_is_task_cancelled(void *job) { return swift_task_isCancelled(job); }

void *composable_current_task(void) {
  return swift_task_getCurrent != NULL ? swift_task_getCurrent() : NULL;
}

uintptr_t composable_suspension_of_task(const void *task) {
  // The function follows the header, two words of the scheduler, the flags and two more words.
  enum { words_before_function = 7 };
  return ((const uintptr_t *)task)[words_before_function];
}

uint64_t composable_main_job_count(void) {
  return __atomic_load_n(&composable_main_jobs, __ATOMIC_RELAXED);
}

bool composable_counts_main_jobs(void) {
  return &swift_task_enqueueGlobal_hook != NULL && &swift_task_enqueueMainExecutor_hook != NULL
      && __atomic_load_n(&composable_is_serial, __ATOMIC_ACQUIRE)
      && __atomic_load_n(&swift_task_enqueueGlobal_hook, __ATOMIC_ACQUIRE)
          == composable_enqueue_on_main
      && __atomic_load_n(&swift_task_enqueueMainExecutor_hook, __ATOMIC_ACQUIRE)
          == composable_count_main_job;
}

static uint64_t composable_main_executor;
static uint64_t composable_main_implementation;

void composable_set_main_executor(uint64_t identity, uint64_t implementation) {
  if (composable_chosen_run != NULL) return;
  __atomic_store_n(&composable_main_implementation, implementation, __ATOMIC_RELAXED);
  __atomic_store_n(&composable_main_executor, identity, __ATOMIC_RELEASE);
}

bool composable_is_on_main_actor(void) {
  // A run has another executor: the caller asks it.
  if (composable_chosen_run != NULL) return false;
  uint64_t identity = __atomic_load_n(&composable_main_executor, __ATOMIC_ACQUIRE);
  return identity != 0 && swift_task_isCurrentExecutor != NULL
      && swift_task_isCurrentExecutor(
          identity, __atomic_load_n(&composable_main_implementation, __ATOMIC_RELAXED));
}
