# Other files take the last byte of the disk of a recording in the background, so that LTTng fails
# to write, and then they are removed: after the recorder has looked at the disk, or before that.
# The recording goes on, each part of it is readable, and the status and the report name the gap.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export HOME=$scratch LTTNG_HOME=$scratch TMPDIR=$scratch
unset XDG_RUNTIME_DIR XDG_STATE_HOME

# Writes several packets per second, for as long as it runs.
build busy << 'C'
#include "CLTTng.h"
#include <time.h>
int main(void) {
  composable_schema_emit("1.0.0");
  uint64_t store = 1;
  composable_store_created_do(store, 0, "Busy.State", "Busy.swift", 1, false, 0);
  for (uint64_t action = 2;;) {
    for (int count = 0; count < 4; count++, action++) {
      composable_action_begin_do(action, 0, 0, store, "busy", "ticked");
      composable_action_end_do(action, 2, 0);
    }
    nanosleep(&(struct timespec){0, 1000000}, 0);
  }
}
C

status() { "$signpost" status night --json | sed -n "s/^.*\"$1\" : \\([^,]*\\),*$/\\1/p"; }
has() { [[ $(status "$1" 2> /dev/null) == "$2" ]]; }
# actions: their number in the report, so far.
actions() {
  { "$signpost" report --json "$scratch/disk/trace" 2> /dev/null || true; } \
    | sed -n 's/^      "actions" : \([0-9]*\),*$/\1/p' | awk '{ sum += $1 } END { print sum + 0 }'
}
has_more_actions_than() { (($(actions) > $1)); }

# expect_continuation SIZE WHEN: a disk of that size is emptied before or after the recorder looks.
expect_continuation() {
  local recorder before
  mkdir -p "$scratch/disk"
  mount -t tmpfs -o size="$1" tmpfs "$scratch/disk"
  "$scratch/busy" &
  background_pids+=("$!")
  local program=$!
  "$signpost" start night -o "$scratch/disk/trace" --attach busy 2> "$scratch/start.log" \
    || fail "start: $(cat "$scratch/start.log")"
  wait_until "some actions" has_more_actions_than 0
  recorder=$(status pid)
  # Stopped, it does not see how the disk fills up.
  kill -STOP "$recorder"
  head -c 1G /dev/zero > "$scratch/disk/filler" 2> /dev/null || true
  wait_until "an error of LTTng" grep -q 'No space left' /run/lttng/signpost.log
  if [[ $2 == before ]]; then
    rm "$scratch/disk/filler"
    kill -CONT "$recorder"
  else
    kill -CONT "$recorder"
    wait_until "the pause" has is_paused true
    has losses_are_known false || fail "the pause: $("$signpost" status night)"
    rm "$scratch/disk/filler"
  fi
  wait_until "the continuation" has resumptions 1
  has is_paused false || fail "$("$signpost" status night)"
  has losses_are_known false || fail "$("$signpost" status night)"
  "$signpost" status night | grep -q 'lost .* an unknown number of events' \
    || fail "$("$signpost" status night)"
  before=$(actions)
  wait_until "further actions" has_more_actions_than "$before"
  kill "$program"
  "$signpost" stop night 2> "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"

  ln -sfn "$scratch/disk/trace" "$scratch/trace-night"
  report night 65
  grep -q '^Nothing was recorded from .*: the disk was full; an unknown number of events' \
    "$scratch/report" || fail "no gap: $(head -9 "$scratch/report")"
  ! grep -q 'recording ends there\|known to be lost\|nothing lost' "$scratch/report" \
    || fail "$(head -9 "$scratch/report")"
  has_line 'losses unknown' "$scratch/report" || fail "$(head -9 "$scratch/report")"
  expect_fact is_complete false
  expect_equal "parts" 2 "$(grep -c '^processes\.[0-9]*\.name "busy"' "$scratch/facts")"
  # The second one was resumed for all that has happened.
  has_line '^processes\.1\.actions [1-9]' "$scratch/facts" \
    || fail "nothing later: $(cat "$scratch/facts")"
  ! lttng_processes | grep lttng- || fail "these are left: $(lttng_processes)"
  umount "$scratch/disk"
}

expect_continuation 200m before
expect_continuation 24m after
