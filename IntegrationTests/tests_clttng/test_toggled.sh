# Sessions start and stop, one after the other and overlapping, while a program records from several
# threads: it runs on, each trace decodes, and the list of sessions is seen to change.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build program << 'C'
#include "CLTTng.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>
static atomic_bool stop;
static void *emit(void *argument) {
  uint64_t thread = (uint64_t)argument;
  for (uint64_t id = 1; !atomic_load(&stop); id++) {
    if (composable_action_begin_enabled()) {
      composable_action_begin_do(id, thread, 0, 0, "App", "tick");
    }
    if (composable_action_end_enabled()) {
      composable_action_end_do(id, composable_state_changed_yes, composable_effect_kind_none);
    }
    usleep(20);
  }
  return NULL;
}
int main(void) {
  pthread_t threads[2];
  for (uint64_t index = 0; index < 2; index++) {
    pthread_create(&threads[index], NULL, emit, (void *)(index + 1));
  }
  // One character asks for the sessions as they are, which may be the same as when asked last.
  const void *seen = NULL;
  setbuf(stdout, NULL);
  puts("running");
  while (getchar() != EOF) {
    const void *now = composable_schema_probes();
    puts(!now ? "none" : now == seen ? "same" : "other");
    seen = now;
  }
  atomic_store(&stop, true);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  puts("to the end");
  return 0;
}
C

answers=1
# expect_sessions ANSWER: the sessions, as the program sees them.
expect_sessions() {
  printf x >&3
  answers=$((answers + 1))
  wait_until "an answer" has_lines "$answers"
  expect_equal "the sessions as the program sees them" "$1" \
    "$(sed -n "${answers}p" "$scratch/program.log")"
}
has_lines() { (($(wc -l < "$scratch/program.log") >= $1)); }

# has_events NAME: whether the session has received something from both threads.
has_events() {
  [[ $(du -sb "$scratch/trace-$1" | cut -f1) -gt 100000 ]]
}

check_trace() {
  local text
  text=$(events "$1")
  expect_equal "lines of session $1 that are no event of the program" "" \
    "$(grep -Ev '^action_(begin|end) \{ action = [0-9]+, ' <<< "$text" | head -5)"
  expect_equal "threads in session $1" "1 2" \
    "$(sed -nE 's/.* cause = ([0-9]+), .*/\1/p' <<< "$text" | sort -u | paste -sd ' ')"
}

start_daemon
traced_in_background "$scratch/program"
wait_until "the program" has_line '^running$' "$scratch/program.log"
expect_sessions none

for round in 1 2 3 4 5 6; do
  start_session "round$round" --subbuf-size=16384
  wait_until "events of round $round" has_events "round$round"
  expect_sessions other
  expect_sessions same
  stop_session "round$round"
  expect_sessions none
done

start_session outer --subbuf-size=16384
expect_sessions other
for round in 1 2 3; do
  start_session "inner$round" --subbuf-size=16384
  expect_sessions other
  wait_until "events of session inner$round" has_events "inner$round"
  stop_session "inner$round"
  expect_sessions other
done
wait_until "events of the outer session" has_events outer
stop_session outer

exec 3>&-
wait "$program_pid"
expect_equal "the last words of the program" "to the end" "$(tail -1 "$scratch/program.log")"
for name in round{1..6} inner{1..3} outer; do
  check_trace "$name"
done
