#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // secure_getenv
#endif

#include "CCore.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <strings.h>

enum { composable_id_block = 4096 };

__thread struct composable_frame *composable_current_frame;
__thread uint64_t composable_next_id;
__thread uint64_t composable_last_id;
__thread uint64_t composable_action;
__thread uint64_t composable_changed_store;
__thread uint64_t composable_announced_action;
__thread void *composable_dependency_read;
__thread uint8_t composable_reading;
uint64_t composable_observed[composable_observed_words];
int64_t composable_observed_count;
int composable_recorders;

static const int composable_no_session;
const int *composable_sessions = &composable_no_session;
const int *composable_send_sessions = &composable_no_session;
const int *composable_scope_sessions = &composable_no_session;
const int *composable_observer_sessions = &composable_no_session;

static _Atomic uint64_t composable_reserved_ids = 1;

uint64_t composable_reserve_ids(void) {
  uint64_t first = atomic_fetch_add_explicit(
      &composable_reserved_ids, composable_id_block, memory_order_relaxed);
  composable_next_id = first + 1;
  composable_last_id = first + composable_id_block;
  return first;
}

// In a module for tests, which most programs do not contain. Weak: then it is null.
extern void composable_observe_tests(void) __attribute__((weak));

void composable_observe_tests_if_possible(void) {
  if (composable_observe_tests) composable_observe_tests();
}

// In the module that traces, which a program may contain without mentioning it. Weak, as above.
extern void composable_trace_stores(void) __attribute__((weak));

void composable_trace_stores_if_asked(void) {
  // A set-uid program does not listen to the environment of whoever starts it.
  const char *value = secure_getenv("SIGNPOST_STORES");
  bool is_asked = value
      && (strcasecmp(value, "1") == 0 || strcasecmp(value, "on") == 0
          || strcasecmp(value, "yes") == 0 || strcasecmp(value, "true") == 0);
  if (is_asked && composable_trace_stores) composable_trace_stores();
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define COMPOSABLE_THREAD_SANITIZER
#endif
#endif

#ifdef COMPOSABLE_THREAD_SANITIZER
void __tsan_acquire(void *address);
void __tsan_release(void *address);

void composable_did_lock(const void *address) {
  __tsan_acquire((void *)address);
}

void composable_will_unlock(const void *address) {
  __tsan_release((void *)address);
}
#else
void composable_did_lock(const void *address) {
  (void)address;
}

void composable_will_unlock(const void *address) {
  (void)address;
}
#endif
