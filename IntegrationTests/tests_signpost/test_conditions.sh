# A flight recorder writes a snapshot when an effect fails, when many actions wait, and when a
# process has much memory; no more than --max-snapshots allows in an hour.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export HOME=$scratch LTTNG_HOME=$scratch TMPDIR=$scratch
unset XDG_RUNTIME_DIR XDG_STATE_HOME

# Each letter of its input is an event, or memory.
build program << 'C'
#include "CLTTng.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static volatile char *memory;
int main(void) {
  composable_schema_emit("1.0.0");
  composable_store_created_do(1, 0, "Shop.State", "Shop.swift", 1, false, 0);
  uint64_t effect = 2;
  for (int letter; (letter = getchar()) != EOF;) {
    if (letter >= '0' && letter <= '9') composable_send_do(0, 0, 1, letter - '0', false, "tap", 0);
    if (strchr("fcd", letter)) {
      composable_effect_begin_do(++effect, 0, "shop", "load", false, 0);
      composable_effect_end_do(
          effect,
          letter == 'f' ? composable_effect_outcome_failed
          : letter == 'c' ? composable_effect_outcome_cancelled
                          : composable_effect_outcome_finished,
          0);
    }
    if (letter == 'm') {
      const size_t size = 100 << 20;
      memory = malloc(size);
      for (size_t index = 0; index < size; index += 4096) memory[index] = 1;
    }
  }
  return 0;
}
C

mkfifo "$scratch/input"
exec 3<> "$scratch/input"
"$scratch/program" < "$scratch/input" 3>&- &
program=$!
background_pids+=("$program")
# with_cause CAUSE DIRECTORY: the manifests of the snapshots that have it.
with_cause() { grep -l "\"cause\" : \"$1\"" "$scratch/$2"/snapshot-*/signpost.json || true; }
of_cause() { with_cause "$@" | wc -l; }
# again LETTER CAUSE: has the program do it once more, as conditions rest after a snapshot.
again() {
  printf '%s' "$1" >&3
  (($(of_cause "$2" flight) > 0))
}
# expect_cause CAUSE REMARK: the report of the snapshot has the remark.
expect_cause() {
  local directory
  directory=$(dirname "$(with_cause "$1" flight | head -n 1)")
  "$signpost" report "$directory" > "$scratch/report" || fail "report: $(cat "$scratch/report")"
  has_line "^Snapshot [0-9]*, written as $2 at " "$scratch/report" \
    || fail "$1: $(head -5 "$scratch/report")"
  "$signpost" events "$directory" > "$scratch/events" 2> "$scratch/errors"
}

"$signpost" start flight --attach program --on-failed-effect --on-queue 3 --on-memory 64M \
  --snapshot-pause 1ms --max-snapshots 100/h -o "$scratch/flight" 2> "$scratch/start.log" \
  || fail "start: $(cat "$scratch/start.log")"
# A request is answered by a look at all snapshots: the conditions have not held.
printf '012cd' >&3
is_recorded() {
  "$signpost" events "$("$signpost" snapshot flight)" > "$scratch/events" 2> "$scratch/errors"
  has_line finished "$scratch/events"
}
wait_until "the events" is_recorded
for cause in queue effect memory slow; do
  expect_equal "snapshots by $cause" 0 "$(of_cause "$cause" flight)"
done
wait_until "the snapshot of a queue" again 3 queue
expect_cause queue 'many actions were waiting (--on-queue 3)'
wait_until "the snapshot of a failed effect" again f effect
expect_cause effect 'an effect failed (--on-failed-effect)'
has_line 'failed' "$scratch/events" || fail "no failed effect: $(cat "$scratch/events")"
printf m >&3
large() { (($(of_cause memory flight) > 0)); }
wait_until "the snapshot of the memory" large
expect_cause memory 'a process had much memory (--on-memory 64M)'
"$signpost" stop flight 2> "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"
# The memory was above the limit all the time since.
expect_equal "snapshots of the memory" 1 "$(of_cause memory flight)"

"$signpost" start hourly --attach program --on-failed-effect --snapshot-pause 1ms \
  --max-snapshots 2/h -o "$scratch/hourly" 2> "$scratch/start.log" \
  || fail "start: $(cat "$scratch/start.log")"
is_limited() {
  printf f >&3
  has_line 'wrote 2 snapshots .* within an hour, the limit of --max-snap' \
    "$scratch/hourly/recorder.log"
}
wait_until "the limit" is_limited
printf f >&3
"$signpost" stop hourly 2> "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"
expect_equal "snapshots in an hour" 2 "$(of_cause effect hourly)"

# A program that the recorder starts, and a condition that the recorded events cannot show.
cat > "$scratch/until-snapshot" << 'END'
printf 0m
until ls "$1"/snapshot-*/signpost.json > /dev/null 2>&1; do sleep 0.1; done
END
"$signpost" record --quiet --on-memory 64M -o "$scratch/started" -- \
  bash -c 'bash "$1/until-snapshot" "$1/started" | "$1/program"' bash "$scratch" \
  > "$scratch/record.log" 2>&1 || fail "record: $(cat "$scratch/record.log")"
expect_equal "snapshots of a program's memory" 1 "$(of_cause memory started)"
status=0
"$signpost" record --on-queue 3 --loglevel info -- true 2> "$scratch/errors" || status=$?
expect_equal "the status without sends" 64 "$status"
has_line 'leaves out the sends of --on-queue' "$scratch/errors" || fail "$(cat "$scratch/errors")"
! lttng_processes | grep lttng- || fail "these are left: $(lttng_processes)"
