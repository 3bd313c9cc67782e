# Sessions made by hand, in each way that the documentation describes: the report names the program,
# although its main thread emits no event.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"

# A thread with the name of one of libdispatch's emits everything.
build by-hand << 'C'
#define _GNU_SOURCE
#include "CLTTng.h"
#include <pthread.h>
#include <stdio.h>
static void *work(void *unused) {
  (void)unused;
  pthread_setname_np(pthread_self(), "-qos.overcommit");
  composable_schema_emit("1.0.0");
  composable_store_created_do(1, 0, "Feature", "Module/File.swift", 2, false, 0);
  composable_store_released_do(1, 0, "Feature", "Module/File.swift", 2);
  return NULL;
}
int main(void) {
  pthread_t thread;
  puts("running");
  fflush(stdout);
  int key = getchar();
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return key == EOF ? 1 : 0;
}
C

# by_hand SESSION: runs the program in a session whose commands are the lines of standard input, and
# sets `process`, the program as the report names it.
by_hand() {
  local session=$1 line words
  sessions+=("$session")
  # The client notes its session in the home directory, which other tests use, too.
  local HOME=$scratch/home
  lttng_client create "$session" --output="$scratch/trace-$session" > "$scratch/lttng.log"
  while IFS= read -r line; do
    read -ra words <<< "$line"
    lttng_client "${words[@]}" >> "$scratch/lttng.log" 2>&1 \
      || { cat "$scratch/lttng.log" >&2; fail "$session: lttng $line"; }
  done
  traced_in_background "$scratch/by-hand"
  wait_until "the program" has_line '^running$' "$scratch/program.log"
  printf 'x' >&3
  wait "$program_pid" || fail "$session: the program failed"
  exec 3>&-
  # Not `stop_session`, which lists it: the daemon of LTTng 2.13.9 crashes when it lists excluded
  # events.
  lttng_client destroy "$session" >> "$scratch/lttng.log" 2>&1 \
    || { cat "$scratch/lttng.log" >&2; fail "session $session does not go away"; }
  "$signpost" report --json "$scratch/trace-$session" > "$scratch/report.json" \
    || fail "$session: no report"
  process=$(python3 -c '
import json, sys
report = json.load(open(sys.argv[1]))
for process in report["processes"]:
    known = "with" if "vpid" in process else "without"
    print(process["name"], known, "pid,", process["stores_created"], "store")
' "$scratch/report.json")
}

start_daemon

# The shortest one, and the contexts of Documentation/TraceSchema.md.
by_hand short << 'LTTNG'
enable-event -u composable:*
add-context -u -t vpid -t vtid -t procname
start
LTTNG
expect_equal "the shortest session" "by-hand with pid, 1 store" "$process"

# Documentation/Guides/ComingFromLTTng.md
by_hand guide << 'LTTNG'
enable-channel --userspace --subbuf-size=4M --num-subbuf=8 composable
enable-event --userspace --channel=composable composable:*
add-context --userspace --channel=composable --type=vpid --type=vtid --type=procname
start
LTTNG
expect_equal "the guide's session" "by-hand with pid, 1 store" "$process"

# Documentation/TraceSchema.md: state differences, events that are left out, no contexts.
by_hand values << 'LTTNG'
enable-event --userspace composable:* --exclude composable:log,composable:action_payload
enable-event --userspace composable_values:state_diff
start
LTTNG
expect_equal "the session without contexts" "by-hand without pid, 1 store" "$process"

by_hand threads << 'LTTNG'
enable-event --userspace composable:*
add-context --userspace --type=vtid
add-context --userspace --type=vpid --type=procname
start
LTTNG
expect_equal "the session with contexts" "by-hand with pid, 1 store" "$process"

# Buffers of each process: LTTng itself names the process.
by_hand buffers << 'LTTNG'
enable-channel --userspace --buffers-pid composable
enable-event --userspace --channel=composable composable:*
add-context --userspace --channel=composable --type=vtid --type=procname
start
LTTNG
expect_equal "the session with buffers of each process" "by-hand with pid, 1 store" "$process"
