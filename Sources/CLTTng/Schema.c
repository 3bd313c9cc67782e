// Emits `schema`: before the first other event, and for sessions that start later.

// For the name of the program.
#define _GNU_SOURCE

#include "Schema.h"

#include "Sampling.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

COMPOSABLE_EXPORT
const void *composable_schema_emitted_probes = NULL;

static pthread_mutex_t emission_lock = PTHREAD_MUTEX_INITIALIZER;

static void record(const char *library) {
  if (!composable_schema_enabled()) return;
  // LTTng's context has the name of a thread, and this is the name of the program on any thread.
  composable_schema_do(COMPOSABLE_SCHEMA_VERSION, library, program_invocation_short_name);
  composable_sampling_emit();
}

/// The number of resets.
static _Atomic uint64_t forgotten_count;

COMPOSABLE_EXPORT
void composable_schema_emit(const char *library) {
  pthread_mutex_lock(&emission_lock);
  uint64_t count;
  do {
    count = atomic_load(&forgotten_count);
    const void *probes = composable_schema_probes();
    if (probes == composable_schema_emitted()) break;
    record(library);
    // Only now: a thread that reads this goes on to emit other events.
    __atomic_store_n(&composable_schema_emitted_probes, probes, __ATOMIC_SEQ_CST);
    // Again if a session has started meanwhile, for which it may have been too early.
  } while (atomic_load(&forgotten_count) != count);
  pthread_mutex_unlock(&emission_lock);
}

void composable_schema_forget(void) {
  // In this order: `composable_schema_emit` writes the second and then reads the first, so that it
  // either reads this or is overwritten by it.
  atomic_fetch_add(&forgotten_count, 1);
  __atomic_store_n(&composable_schema_emitted_probes, NULL, __ATOMIC_SEQ_CST);
}

/// A forked child is another process to LTTng, and lacks the threads that may hold the lock.
static void forget_in_child(void) {
  pthread_mutex_init(&emission_lock, NULL);
  __atomic_store_n(&composable_schema_emitted_probes, NULL, __ATOMIC_RELAXED);
}

__attribute__((constructor)) static void watch_forks(void) {
  pthread_atfork(NULL, NULL, forget_in_child);
}
