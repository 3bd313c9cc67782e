// Ids that are unique within the process, and the clock of the events that carry them.

#ifndef COMPOSABLE_IDENTIFIERS_H
#define COMPOSABLE_IDENTIFIERS_H

#include <stdint.h>
#include <time.h>

#include "composable_frame.h"

extern __thread uint64_t composable_next_id;
extern __thread uint64_t composable_last_id;

/// Reserves the next block of ids for this thread and returns its first.
uint64_t composable_reserve_ids(void);

/// An id that is unique within the process, never 0. Threads draw from blocks of their own, so that
/// no cache line is shared; ids therefore have no order across threads.
static inline uint64_t composable_make_id(void) {
  uint64_t id = composable_next_id;
  if (__builtin_expect(id < composable_last_id, 1)) {
    composable_next_id = id + 1;
    return id;
  }
  return composable_reserve_ids();
}

/// An id for the action that a frame's store is processing: the first time the id of its send
/// event, if emitted, and otherwise a new one.
static inline uint64_t composable_take_action_id(struct composable_frame *_Nullable frame) {
  uint64_t sent = frame ? frame->action : 0;
  if (__builtin_expect(sent == 0, 1)) return composable_make_id();
  frame->action = 0;
  return sent;
}

/// The monotonic clock, in nanoseconds.
static inline uint64_t composable_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// The monotonic clock as of the kernel's last tick, some milliseconds ago, which costs a fraction
/// of reading it.
static inline uint64_t composable_last_tick(void) {
  struct timespec tick;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &tick);
  return (uint64_t)tick.tv_sec * 1000000000u + (uint64_t)tick.tv_nsec;
}

#endif
