# The schema is the first event of a process, whichever of its threads records first. A session that
# starts while the program runs receives it before the state dump.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build threads << 'C'
#include "CLTTng.h"
#include <pthread.h>
static pthread_barrier_t barrier;
static void *emit(void *number) {
  pthread_barrier_wait(&barrier);
  for (int pass = 0; pass < 10; pass++) {
    if (composable_schema_probes() != composable_schema_emitted()) composable_schema_emit("1.2.3");
    composable_effect_output_do((uint64_t)(uintptr_t)number, "done");
  }
  return NULL;
}
int main(void) {
  enum { count = 16 };
  pthread_t threads[count];
  pthread_barrier_init(&barrier, NULL, count);
  for (uintptr_t number = 0; number < count; number++) {
    pthread_create(&threads[number], NULL, emit, (void *)(number + 1));
  }
  for (int number = 0; number < count; number++) pthread_join(threads[number], NULL);
  return 0;
}
C
build late << 'C'
#define _GNU_SOURCE
#include "CLTTng.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>
static atomic_bool has_started, is_stopped_by_backtracer;
static void note(void) {
  // Swift's backtracer stops threads with SIGPROF. Signals of the program are for other threads.
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  is_stopped_by_backtracer = !sigismember(&mask, SIGPROF) && sigismember(&mask, SIGUSR1);
  has_started = true;
}
int main(void) {
  composable_set_session_handler("1.2.3", note);
  puts("running");
  fflush(stdout);
  while (!has_started) usleep(1000);
  if (!is_stopped_by_backtracer) return 3;
  composable_store_created_do(1, 0, "Feature", "App/App.swift", 1, true, 5);
  puts("announced");
  fflush(stdout);
  return getchar() == EOF ? 0 : 1;
}
C

start_daemon
contexts=(vpid)
start_session threads
for _ in {1..10}; do traced "$scratch/threads"; done
stop_session threads
expect_equal "lost events" 0 "$lost"
expect_equal "the first events of processes, and how many there are" "$(yes "schema 161" | head -10)" \
  "$(events threads | awk '
    { match($0, /vpid = [0-9]+/); process = substr($0, RSTART, RLENGTH) }
    !(process in first) { first[process] = $1 }
    { count[process]++ }
    END { for (process in first) print first[process], count[process] }
  ')"

contexts=()
traced_in_background "$scratch/late"
wait_until "the program" has_line '^running$' "$scratch/program.log"
start_session late
wait_until "the announcement" has_line '^announced$' "$scratch/program.log"
exec 3>&-
wait "$program_pid"
stop_session late
expect_equal "the events of a session that started later" "schema store_created" \
  "$(events late | cut -d' ' -f1 | paste -sd ' ')"
