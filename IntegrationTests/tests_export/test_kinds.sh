# Every format shows every kind of trace: nested, announced, open, lost, foreign, damaged, of
# several processes and of several hosts. Recorded by LTTng, and read by the readers of each format.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/exports.sh"

build demo << 'C'
#include "CLTTng.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void begin(uint64_t action, uint64_t parent, const char *prefix, const char *name) {
  composable_action_begin_do(action, 0, parent, 1, prefix, name);
}
static void end(uint64_t action, uint8_t effect) {
  composable_action_end_do(action, composable_state_changed_yes, effect);
}
static void start(void) {
  composable_schema_do(COMPOSABLE_SCHEMA_VERSION, "0.1.0", "test");
  composable_store_created_do(1, 0, "Counter", "Demo/main.swift", 7, false, 0);
}

static void nested(void) {
  start();
  composable_send_do(7, 0, 1, 0, false, "tap", 0);
  begin(7, 0, "app", "tap");
  begin(8, 7, "row", "tap");
  begin(9, 8, "cell", "tap");
  end(9, composable_effect_kind_none);
  end(8, composable_effect_kind_run);
  end(7, composable_effect_kind_run);
  composable_effect_begin_do(20, 8, "row", "tap", false, 0);
  composable_effect_output_do(20, "loaded");
  composable_send_do(10, 20, 1, 0, false, "loaded", 0);
  composable_action_begin_do(10, 20, 0, 1, "app", "loaded");
  end(10, composable_effect_kind_none);
  composable_effect_end_do(20, composable_effect_outcome_finished, 1);
  composable_observe_begin_do(1, "Demo/View.swift", 3, 10, "app", "loaded", "App.count", 1);
  composable_observe_end_do(1, "Demo/View.swift", 3);
  composable_interval_begin_do(30, 0, "app", "network", "fetch", "", false);
  composable_interval_end_do(30, 0, "app", "network", "fetch", composable_interval_outcome_failed, "");
  composable_store_released_do(1, 0, "Counter", "Demo/main.swift", 7);
}

static void announced(void) {
  composable_schema_do(COMPOSABLE_SCHEMA_VERSION, "0.1.0", "test");
  composable_store_created_do(1, 0, "Counter", "Demo/main.swift", 7, true, 5000000);
  composable_effect_begin_do(20, 0, "", "poll", true, 20000000);
  composable_effect_begin_do(21, 0, "", "watch", true, -1);
  // Once more, as for a second session.
  composable_effect_begin_do(20, 0, "", "poll", true, 20000000);
  composable_effect_end_do(20, composable_effect_outcome_cancelled, 0);
  composable_effect_end_do(21, composable_effect_outcome_finished, 0);
  composable_store_released_do(1, 0, "Counter", "Demo/main.swift", 7);
}

static void left_open(void) {
  start();
  begin(7, 0, "app", "tap");
  end(7, composable_effect_kind_run);
  composable_effect_begin_do(20, 7, "app", "tap", false, 0);
  composable_interval_begin_do(30, 0, "app", "network", "fetch", "", false);
  begin(8, 0, "app", "wait");
  begin(9, 8, "row", "wait");
}

// Ids as the program itself draws them, so that no format can distinguish processes by them.
static void burst(uint64_t count) {
  start();
  for (uint64_t id = 7; id < 7 + count; id++) {
    begin(id, 0, "app", "tick");
    end(id, composable_effect_kind_none);
  }
}

int main(int count, char **arguments) {
  const char *kind = count > 1 ? arguments[1] : "";
  if (!strcmp(kind, "nested")) nested();
  else if (!strcmp(kind, "announced")) announced();
  else if (!strcmp(kind, "open")) left_open();
  else if (!strcmp(kind, "burst")) burst(strtoull(arguments[2], NULL, 10));
  else return 64;
  return 0;
}
C
cp "$scratch/demo" "$scratch/worker"

# record NAME ARGUMENT…
record() {
  local name=$1
  shift
  "$signpost" record --quiet --output "$scratch/$name" -- "$@" > "$scratch/record.log" 2>&1 \
    || fail "recording ends with $?: $(cat "$scratch/record.log")"
}

# read_kind KIND TRACE [STATUS]: the contents of all formats, in $scratch/shown.
read_kind() {
  kind=$1
  export_all "$2" "${3:-0}"
  read_exports shown "$scratch/exports" > "$scratch/shown"
}

# shown FORMAT
shown() { sed -n "s/^$1: //p" "$scratch/shown" | LC_ALL=C sort; }

# expect_spans: the expected contents of each format with spans, on standard input: spans, gaps,
# damage. `signpost events` has no line for a missing end, for any reason, nor for damage. Only
# tables and timelines have a place for damage.
expect_spans() {
  local expected format
  expected=$(LC_ALL=C sort)
  for format in "${span_formats[@]}"; do
    if [[ $format == otlp ]]; then
      expect_equal "what $format shows of a trace that is $kind" \
        "$(grep -v '^damage: ' <<< "$expected" || true)" "$(shown "$format")"
    else
      expect_equal "what $format shows of a trace that is $kind" "$expected" "$(shown "$format")"
    fi
  done
  expect_equal "the events of a trace that is $kind" \
    "$(grep -v '^damage: ' <<< "$expected" | sed -E 's/, (stillOpen|endLost)/, open/' \
      | LC_ALL=C sort || true)" "$(shown events)"
}

# expect_stacks: the expected contents of the formats with stacks, on standard input.
expect_stacks() {
  local expected format
  expected=$(LC_ALL=C sort)
  for format in speedscope folded; do
    expect_equal "what $format shows of a trace that is $kind" "$expected" "$(shown "$format")"
  done
}

# in_report PATTERN: a line of the report for people, whose lines are put together.
in_report() {
  tr -s ' \n' ' ' < "$scratch/exports/report.txt" | grep -qE -- "$1" \
    || fail "the report of a trace that is $kind has no \"$1\": $(cat "$scratch/exports/report.txt")"
}

# said PATTERN COUNT: how many of the commands said so.
said() {
  expect_equal "how many commands said \"$1\" of a trace that is $kind" "$2" \
    "$(grep -cE -- "$1" "$scratch/exports/messages" || true)"
}

# ---- Nested ----

record nested "$scratch/demo" nested
read_kind nested "$scratch/nested"
expect_spans << 'SPANS'
demo: action [app] tap, whole
demo: action [row] tap, whole, in [app] tap
demo: action [cell] tap, whole, in [row] tap
demo: action [app] loaded, whole
demo: effect [row] tap, whole, finished
demo: observer Demo/View.swift:3, whole
demo: interval fetch, whole, failed
demo: store Counter, whole
SPANS
expect_stacks << 'STACKS'
demo > [app] tap
demo > [app] tap > [row] tap
demo > [app] tap > [row] tap > [cell] tap
demo > [app] loaded
STACKS
in_report ', 2 actions, 1 effect, .* nothing lost'
# All of them agree on the numbers, and so does babeltrace2.
expect_same_counts "$scratch/nested"
has_line 'actions 2, intervals 4, effects 1, effect arrows 1, sends 2, self [1-9]' <(echo "$counted") \
  || fail "what is counted: $counted"

# ---- Announced ----

record announced "$scratch/demo" announced
read_kind announced "$scratch/announced"
expect_spans << 'SPANS'
demo: effect poll, announced, cancelled
demo: effect watch, announced, finished
demo: store Counter, announced
SPANS
expect_stacks < /dev/null
in_report ', 0 actions, 2 effects, .* nothing lost'
# 20 ms of the one that says its age, and nothing of the other.
awk -F , '
  $1 == "effect" && $6 == "poll" && $9 > 20e6 && $9 < 10e9 { known++ }
  $1 == "effect" && $6 == "watch" && $9 == "" && $7 == "" { unknown++ }
  END { exit known != 1 || unknown != 1 }
' "$scratch/exports/trace.csv" || fail "durations: $(cat "$scratch/exports/trace.csv")"

# expect_open_program: the trace of `demo open`, and nothing else.
expect_open_program() {
  expect_spans << 'SPANS'
demo: action [app] tap, whole
demo: action [app] wait, stillOpen
demo: action [row] wait, stillOpen, in [app] wait
demo: effect [app] tap, stillOpen
demo: interval fetch, stillOpen
demo: store Counter, stillOpen
SPANS
  expect_stacks <<< 'demo > [app] tap'
}

# ---- Open ----

record open "$scratch/demo" open
read_kind open "$scratch/open"
expect_open_program
in_report 'Effects still running at the end .*\[app\] tap'

# ---- Several processes ----

# Two programs in sequence, with separate buffers.
record processes sh -c '"$0" nested && "$1" open' "$scratch/demo" "$scratch/worker"
read_kind "of several processes" "$scratch/processes"
expect_spans << 'SPANS'
demo: action [app] tap, whole
demo: action [row] tap, whole, in [app] tap
demo: action [cell] tap, whole, in [row] tap
demo: action [app] loaded, whole
demo: effect [row] tap, whole, finished
demo: observer Demo/View.swift:3, whole
demo: interval fetch, whole, failed
demo: store Counter, whole
worker: action [app] tap, whole
worker: action [app] wait, stillOpen
worker: action [row] wait, stillOpen, in [app] wait
worker: effect [app] tap, stillOpen
worker: interval fetch, stillOpen
worker: store Counter, stillOpen
SPANS
cp "$scratch/shown" "$scratch/shown.processes"
expect_stacks << 'STACKS'
demo > [app] tap
demo > [app] tap > [row] tap
demo > [app] tap > [row] tap > [cell] tap
demo > [app] loaded
worker > [app] tap
STACKS
in_report '2 processes: demo \([0-9]+\), worker \([0-9]+\)'
in_report 'Rows sum up all processes'

# In buffers that they share, distinguished by a context of each event.
start_daemon
contexts=(vpid vtid procname)
start_session shared
traced "$scratch/demo" nested
traced "$scratch/worker" open
stop_session shared
read_kind "of several processes in one stream" "$scratch/trace-shared"
expect_equal "what is shown of processes that share buffers" \
  "$(cat "$scratch/shown.processes")" "$(cat "$scratch/shown")"

# ---- Lost ----

# lost_in FORMAT: how many events a format says a process has lost.
lost_in() { shown "$1" | sed -nE "s/^$2: ([0-9]+) lost$/\\1/p"; }

contexts=(vpid vtid procname)
start_session lost --subbuf-size=4096 --num-subbuf=2
traced "$scratch/demo" burst 20000
stop_session lost
((lost > 0)) || fail "nothing was lost"
read_kind lost "$scratch/trace-lost"
said '^signpost: WARNING: the recording has lost events' 8
in_report 'WARNING: [0-9,]+ events were lost. All counts are lower bounds'
for format in "${span_formats[@]}" events; do
  expect_equal "lost events in $format" "$lost" "$(lost_in "$format" "unknown process")"
done
expect_stacks <<< 'demo [events lost] > [app] tick'

# The same in buffers of its own: then it is known whose events they are.
"$signpost" record --quiet --subbuf-size 4K --num-subbuf 2 --output "$scratch/lossy" -- \
  "$scratch/demo" burst 20000 > "$scratch/record.log" 2>&1 || true
read_kind "lost in buffers of its own" "$scratch/lossy"
lost=$(sed -nE 's/^.*"events" : ([0-9]+),$/\1/p' "$scratch/exports/trace.report" | sed -n 1p)
((lost > 0)) || fail "nothing was lost"
for format in "${span_formats[@]}" events; do
  expect_equal "lost events in $format" "$lost" "$(lost_in "$format" demo)"
done
expect_stacks <<< 'demo [events lost] > [app] tick'
# The remaining events add up, here as well.
expect_same_counts "$scratch/lossy"

# ---- Foreign ----

cat > "$scratch/foreign.c" << 'C'
#include <lttng/tracef.h>
int main(void) {
  lttng_ust_tracef("a %d", 1);
  lttng_ust_tracef("b %d", 2);
  return 0;
}
C
"$(compiler)" -o "$scratch/foreign" "$scratch/foreign.c" -llttng-ust -ldl
contexts=(vpid vtid procname)
start_session foreign
lttng_client enable-event --session=foreign --userspace --channel=channel 'lttng_ust_tracef:*' \
  > "$scratch/lttng.log"
traced "$scratch/foreign"
traced "$scratch/demo" open
stop_session foreign
read_kind foreign "$scratch/trace-foreign"
expect_open_program
in_report '10 events'

# With nothing else in it.
start_session stranger
lttng_client enable-event --session=stranger --userspace --channel=channel 'lttng_ust_tracef:*' \
  > "$scratch/lttng.log"
traced "$scratch/foreign"
stop_session stranger
read_kind "foreign all through" "$scratch/trace-stranger" 68
expect_spans < /dev/null
expect_stacks < /dev/null
said 'none of the provider composable' 10

# ---- Several hosts ----

# Two machines, as far as LTTng can see, on which the processes have the same id.
# on_host NAME KIND
on_host() {
  local namespaces=(unshare --uts --pid --fork --mount-proc) status=75
  ((EUID == 0)) || namespaces+=(--map-root-user)
  # The next process of the namespace is the one after the last, unless a thread of a daemon comes
  # first.
  for _ in {1..30}; do
    rm -rf "$scratch/hosts/$1"
    status=0
    "${namespaces[@]}" bash -c '
      hostname "$1" && exec "$2" record --quiet --output "$3" -- \
        sh -c "echo 4241 > /proc/sys/kernel/ns_last_pid; \"\$@\" & wait \$!" - \
        sh -c "[ \$\$ = 4242 ] || exit 75; exec \"\$@\"" - "$4" "$5"
    ' - "$1" "$signpost" "$scratch/hosts/$1" "$scratch/demo" "$2" > "$scratch/record.log" 2>&1 \
      || status=$?
    ((status == 75)) || break
  done
  ((status == 0)) || fail "recording on $1 ends with $status: $(cat "$scratch/record.log")"
}
mkdir "$scratch/hosts"
on_host alpha nested
on_host beta open
read_kind "of several hosts" "$scratch/hosts"
expect_spans << 'SPANS'
demo on alpha: action [app] tap, whole
demo on alpha: action [row] tap, whole, in [app] tap
demo on alpha: action [cell] tap, whole, in [row] tap
demo on alpha: action [app] loaded, whole
demo on alpha: effect [row] tap, whole, finished
demo on alpha: observer Demo/View.swift:3, whole
demo on alpha: interval fetch, whole, failed
demo on alpha: store Counter, whole
demo on beta: action [app] tap, whole
demo on beta: action [app] wait, stillOpen
demo on beta: action [row] wait, stillOpen, in [app] wait
demo on beta: effect [app] tap, stillOpen
demo on beta: interval fetch, stillOpen
demo on beta: store Counter, stillOpen
SPANS
expect_stacks << 'STACKS'
demo on alpha > [app] tap
demo on alpha > [app] tap > [row] tap
demo on alpha > [app] tap > [row] tap > [cell] tap
demo on alpha > [app] loaded
demo on beta > [app] tap
STACKS
in_report '2 processes: demo \(4242\) on alpha, demo \(4242\) on beta'

# ---- Damaged ----

# A stream with several packets.
"$signpost" record --quiet --subbuf-size 4K --num-subbuf 64 --output "$scratch/sound" -- \
  "$scratch/demo" burst 300 > "$scratch/record.log" 2>&1 || fail "$(cat "$scratch/record.log")"
# largest TRACE: its largest stream.
largest() {
  find "$1" -type f -name 'composable*' -not -path '*/index/*' -printf '%s %p\n' | sort -n \
    | sed -n '$s/^[0-9]* //p'
}
# damaged NAME: a copy of the trace; sets `trace` and `stream`.
damaged() {
  trace=$scratch/$1
  cp -r "$scratch/sound" "$trace"
  stream=$(largest "$trace")
}
# expect_damage PATTERN: all formats describe the damage, and show the remaining actions: equal
# numbers, fewer than recorded, and none without metadata.
expect_damage() {
  local format numbers
  for format in html perfetto chrome sqlite csv; do
    expect_equal "the damage in $format of a trace with $kind" 1 \
      "$(shown "$format" | grep -cE "^damage: $1" || true)"
  done
  numbers=$(
    for format in "${span_formats[@]}" events; do
      shown "$format" | grep -cF 'demo: action [app] tick, whole' || true
    done | sort -u
  )
  expect_equal "how many numbers of actions there are of a trace with $kind" 1 \
    "$(wc -l <<< "$numbers")"
  left=$numbers
  # The file's name, with its description, in the messages of each command.
  said "$1" 10
}

damaged cut
size=$(stat -c %s "$stream")
((size > 3 * 4096)) || fail "the stream has only $size bytes"
truncate --size $((size - 4096 - 2000)) "$stream"
read_kind "a stream that is cut off" "$trace" 65
expect_damage 'the file ends at byte [0-9]+, in the middle of the packet'
((left > 0 && left < 300)) || fail "$left actions are left"
expect_stacks <<< 'demo [trace damaged] > [app] tick'
in_report 'WARNING: the trace is damaged'

damaged overwritten
dd if=/dev/zero of="$stream" bs=4096 seek=1 count=1 conv=notrunc status=none
read_kind "a packet that is overwritten" "$trace" 65
expect_damage 'from byte 4096 on it does not continue with a packet'
((left > 0 && left < 300)) || fail "$left actions are left"
expect_stacks <<< 'demo [trace damaged] > [app] tick'

damaged described
metadata=$(find "$trace" -type f -name metadata)
truncate --size $(($(stat -c %s "$metadata") / 2)) "$metadata"
read_kind "metadata that is cut off" "$trace" 65
expect_damage 'the metadata is cut off'
expect_equal "actions without metadata" 0 "$left"
expect_stacks < /dev/null
