// Records `schema`: before the first other event, and for sessions that start later.

#include "Schema.h"

#include <pthread.h>
#include <stdbool.h>

COMPOSABLE_EXPORT
const void *composable_schema_told_probes = NULL;

static pthread_mutex_t telling = PTHREAD_MUTEX_INITIALIZER;

static void record(const char *library) {
  if (composable_schema_enabled()) composable_schema_do(COMPOSABLE_SCHEMA_VERSION, library);
}

COMPOSABLE_EXPORT
void composable_schema_tell(const char *library) {
  pthread_mutex_lock(&telling);
  const void *probes = composable_schema_probes();
  if (probes != composable_schema_told()) {
    record(library);
    // Only now: a thread that sees this goes on to record other events.
    __atomic_store_n(&composable_schema_told_probes, probes, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&telling);
}

void composable_schema_announce(const char *library) {
  // A thread that holds the lock may have recorded it too early for the session, and may wait for room
  // in a buffer, for which this one must not wait.
  bool is_locked = pthread_mutex_trylock(&telling) == 0;
  const void *probes = composable_schema_probes();
  record(library);
  if (!is_locked) return;
  __atomic_store_n(&composable_schema_told_probes, probes, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&telling);
}

/// A fork is another process to LTTng, and none of the threads that may hold the lock are in it.
static void forget_in_child(void) {
  pthread_mutex_init(&telling, NULL);
  __atomic_store_n(&composable_schema_told_probes, NULL, __ATOMIC_RELAXED);
}

__attribute__((constructor)) static void watch_forks(void) {
  pthread_atfork(NULL, NULL, forget_in_child);
}
