// Detects sessions that start while the program runs.

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "Schema.h"

// LTTng's thread holds a lock when it reports a session, which constructors of libraries with
// tracepoints also take, under the dynamic linker's lock. Anything that may wait for the linker
// there, such as the first use of a thread-local variable, `dlsym`, or the first task of a program,
// or for room in a buffer, can deadlock the process. So an existing thread does the work.
enum { dump_stack_size = 256 * 1024 };

static _Atomic uint64_t session_count = 1;
static const char *_Atomic schema_library;
static void (*_Atomic session_handler)(void);

static sem_t session_has_started;
static atomic_bool is_notified;
static atomic_bool has_thread;

static void *dump_states(void *unused) {
  (void)unused;
  for (;;) {
    while (sem_wait(&session_has_started) != 0) {}
    // A single state dump serves all sessions that have started so far.
    while (sem_trywait(&session_has_started) == 0) {}
    // The schema precedes the events of the state dump, also if no other event is emitted.
    composable_schema_emit(atomic_load(&schema_library));
    atomic_load(&session_handler)();
  }
  return NULL;
}

/// Blocks the signals that the program handles on threads of its own. Those raised by a fault are
/// not blocked: a handler that reports crashes runs on the thread that crashes. Swift's backtracer
/// stops all other threads with SIGPROF, which libdispatch does not block in its threads either.
static void block_signals(sigset_t *before) {
  static const int open[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGPROF};
  sigset_t signals;
  sigfillset(&signals);
  for (size_t index = 0; index < sizeof open / sizeof *open; index++) {
    sigdelset(&signals, open[index]);
  }
  pthread_sigmask(SIG_SETMASK, &signals, before);
}

/// Starts the thread that dumps states, unless it runs already, or has nothing to do: without LTTng
/// a program has no additional thread. If it cannot be started, later events are recorded
/// nevertheless.
static void start_thread(void) {
  if (!atomic_load(&is_notified) || !atomic_load(&session_handler)) return;
  if (atomic_exchange(&has_thread, true)) return;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, dump_stack_size);
  sigset_t before;
  block_signals(&before);
  pthread_t thread;
  bool has_started = pthread_create(&thread, &attributes, dump_states, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  // The new thread keeps the name of the thread that starts it: traces name a process by its
  // threads.
  if (!has_started) atomic_store(&has_thread, false);
}

void composable_session_did_start(void *data, struct lttng_ust_session *session) {
  (void)data;
  (void)session;
  atomic_fetch_add(&session_count, 1);
  composable_schema_forget();
  // A forked child has this thread of LTTng's, but not the one that dumps states.
  if (atomic_load(&has_thread)) sem_post(&session_has_started);
}

void composable_session_starts_are_notified(void) {
  atomic_store(&is_notified, true);
  start_thread();
}

COMPOSABLE_EXPORT
uint64_t composable_session_count(void) {
  return atomic_load(&session_count);
}

COMPOSABLE_EXPORT
void composable_set_session_handler(const char *library, void (*handler)(void)) {
  atomic_store(&schema_library, library);
  atomic_store(&session_handler, handler);
  start_thread();
}

static void forget_in_child(void) {
  sem_init(&session_has_started, 0, 0);
  atomic_store(&has_thread, false);
}

// The first constructor, as those that register the provider need the semaphore.
__attribute__((constructor(101))) static void prepare(void) {
  sem_init(&session_has_started, 0, 0);
  pthread_atfork(NULL, NULL, forget_in_child);
}
