# A flight recorder's state dumps do not overwrite other events, however many stores there are, and
# a snapshot of a busy program knows its stores.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"
export HOME=$scratch LTTNG_HOME=$scratch TMPDIR=$scratch LTTNG_UST_REGISTER_TIMEOUT=-1
unset XDG_RUNTIME_DIR XDG_STATE_HOME

# 1,000 stores, each dumped whenever a session starts or LTTng is asked for a dump; actions on
# command. One thread, so that there is one ring.
build program << 'C'
#include "CLTTng.h"
#include <stdio.h>
static void dump(void) {
  for (int store = 1; store <= 1000; store++) {
    composable_store_created_do(store, 0, "Feature", "Module/File.swift", 2, true, 1000);
  }
  puts("dumped");
  fflush(stdout);
}
int main(void) {
  composable_set_session_handler("1.0.0", dump);
  static int action;
  int count;
  puts("ready");
  fflush(stdout);
  while (scanf("%d", &count) == 1) {
    for (int end = action + count; action < end; action++) {
      composable_action_begin_do(action + 1, 0, 0, action % 1000 + 1, "app", "tap");
      composable_action_end_do(action + 1, 1, 0);
    }
    puts("acted");
    fflush(stdout);
  }
}
C

# 512 KiB of actions, and 256 KiB of dumps, of which each has 113 KB.
"$signpost" start flight --snapshot --subbuf-size 128K --num-subbuf 4 -o "$scratch/flight" \
  2> "$scratch/start.log" || fail "start: $(cat "$scratch/start.log")"
session=$(lttng --mi xml list | grep -o 'signpost-[0-9a-z-]*' | head -1)
mkfifo "$scratch/input"
exec 3<> "$scratch/input"
taskset -c 0 "$scratch/program" < "$scratch/input" > "$scratch/program.log" 2>&1 3>&- &
background_pids+=("$!")
answers() { (($(grep -c "^$1" "$scratch/program.log") >= $2)); }
wait_until "the first dump" answers dumped 1
echo 1000 >&3
wait_until "the actions" answers acted 1
for count in 2 3 4 5; do
  lttng regenerate statedump --session="$session" > "$scratch/lttng.log" 2>&1
  wait_until "dump $count" answers dumped $count
done
# Dumps of 565 KB in total have not overwritten them.
"$signpost" report --json "$("$signpost" snapshot flight)" > "$scratch/report"
grep -q '"actions" : 1000,*$' "$scratch/report" \
  || grep -q '"count" : 1000,*$' "$scratch/report" || fail "actions: $(head -80 "$scratch/report")"
# A busy program overwrites its actions, and not the stores.
echo 20000 >&3
wait_until "the actions" answers acted 2
snapshot=$("$signpost" snapshot flight)
babeltrace2 "$snapshot" > "$scratch/events"
expect_equal "stores in the last snapshot" 1000 \
  "$(grep -o 'store_created:.* store = [0-9]*' "$scratch/events" | sed 's/.* //' | sort -u | wc -l)"
! grep -q 'action_begin:.* action = 1,' "$scratch/events" || fail "the ring was not overwritten"
exec 3>&-
"$signpost" stop flight 2> "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"
