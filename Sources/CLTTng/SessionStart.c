// Notices sessions that start while the program runs.

#include <stdatomic.h>
#include <unistd.h>

#include "Schema.h"

static _Atomic uint64_t session_count = 1;
static const char *_Atomic schema_library;
static void (*_Atomic session_handler)(void);
static _Atomic pid_t handler_owner;

void composable_session_did_start(void *data, struct lttng_ust_session *session) {
  (void)data;
  (void)session;
  atomic_fetch_add(&session_count, 1);
  void (*handler)(void) = atomic_load(&session_handler);
  // A forked child has this thread of LTTng's, but none of those that would do the work.
  if (handler && atomic_load(&handler_owner) == getpid()) {
    // Here, as this is the first that this process gets to do after the session records: a thread that
    // was about to record something may still be earlier.
    composable_schema_announce(atomic_load(&schema_library));
    handler();
  }
}

COMPOSABLE_EXPORT
uint64_t composable_session_count(void) {
  return atomic_load(&session_count);
}

COMPOSABLE_EXPORT
void composable_set_session_handler(const char *library, void (*handler)(void)) {
  atomic_store(&handler_owner, getpid());
  atomic_store(&schema_library, library);
  atomic_store(&session_handler, handler);
}
