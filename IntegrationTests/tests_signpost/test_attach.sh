# A program that runs is recorded by its process id, from the background, and by a flight recorder;
# recorders that are killed leave no daemon, session or shared memory behind.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"

export HOME=$scratch LTTNG_HOME=$scratch TMPDIR=$scratch
unset XDG_RUNTIME_DIR
sockets=/run/lttng

nothing_is_left() {
  ! "$signpost" status | grep -q recorder && ! ls -d "$scratch"/signpost-?????? 2> /dev/null \
    && [[ ! -e $sockets/signpost ]] && ! lttng --no-sessiond list > /dev/null 2>&1
}

# start_top: shows the program in the background, and waits for figures of this run.
start_top() {
  rm -f "$scratch/top.json"
  "$signpost" top --json --interval 100ms "$program_pid" > "$scratch/top.json" 2> "$scratch/top.log" &
  top=$!
  background_pids+=("$top")
  wait_until "the figures" has_line running "$scratch/top.json"
}

# The program finds no daemon at first, and one when there is a recording.
start_unrecorded_work

# By process id, in the background; the name is taken then.
# Events are left out: LTTng must survive the question for its losses.
"$signpost" start night --attach "$program_pid" --no-logs -o "$scratch/trace-night" 2> "$scratch/start.log" \
  || fail "start ends with $?: $(cat "$scratch/start.log")"
"$signpost" start night 2> /dev/null && fail "one name was given to two recordings"
tell round result
"$signpost" status night --json > "$scratch/status"
grep -q '"discarded_events" : 0' "$scratch/status" || fail "status: $(cat "$scratch/status")"
grep -q "ScenarioRunner ($program_pid)" "$scratch/status" || fail "status: $(cat "$scratch/status")"
"$signpost" stop night 2> "$scratch/stop.log" || fail "stop ends with $?: $(cat "$scratch/stop.log")"
report night
expect_fact losses.events 0
expect_equal "the program's process id" "$program_pid" "$(fact processes.0.vpid)"
[[ $(fact events.total) -gt 1000 ]] || fail "too little was recorded: $(cat "$scratch/report")"
grep -q '"reason" : "complete"' "$scratch/trace-night/signpost.json" || fail "no end in signpost.json"
nothing_is_left || fail "stop left something behind"

# The message about processes that cannot be attached to names them, and the ones that can.
status=0
"$signpost" record --attach 1 -o "$scratch/none" 2> "$scratch/none.log" || status=$?
expect_equal "the exit code for a process that is not instrumented" 127 "$status"
[[ ! -e $scratch/none ]] || fail "a directory was left behind"
nothing_is_left || fail "a failure left something behind"

# A program that runs waits for room only if its environment lets it.
"$signpost" record --attach "$program_pid" --blocking --duration 100ms -o "$scratch/trace-blocking" \
  --no-report 2> "$scratch/blocking.log" || fail "record ends with $?: $(cat "$scratch/blocking.log")"
has_line 'only a program .* LTTNG_UST_ALLOW_BLOCKING=1 .* despite --blocking' "$scratch/blocking.log" \
  || fail "$(cat "$scratch/blocking.log")"

# A flight recorder: a slow action writes a snapshot, once, and so does a command.
"$signpost" start flight --attach ScenarioRunner --on-slow 50ms:job --max-snapshots 1 \
  -o "$scratch/flight" 2> "$scratch/start.log" || fail "start: $(cat "$scratch/start.log")"
has_snapshots() {
  [[ $(find "$scratch/flight" -path '*/snapshot-*/signpost.json' | wc -l) -eq $1 ]]
}
has_snapshots 0 || fail "there is a snapshot already"
tell reduce 'in reduce'
sleep 0.1
tell 'continue reduce' continued || true
wait_until "the snapshot of what was slow" has_snapshots 1
grep -q '"cause" : "slow"' "$scratch"/flight/snapshot-*/signpost.json || fail "the cause is wrong"
# Every command that reads it names the action, how long it took, and the rule.
cause='Snapshot 1, written as \[job\] hold took [0-9.]* m\?s (--on-slow 50ms:job) at '
"$signpost" events "$scratch"/flight/snapshot-* > "$scratch/events" 2> "$scratch/events.log"
"$signpost" export "$scratch"/flight/snapshot-* --format csv --output "$scratch/spans.csv" \
  2> "$scratch/export.log"
"$signpost" report "$scratch"/flight/snapshot-* > "$scratch/report"
"$signpost" report --json "$scratch"/flight/snapshot-* > "$scratch/report.json"
grep -q "^$cause" "$scratch/report" || fail "the report: $(head -3 "$scratch/report")"
grep -q "^    \"$cause" "$scratch/report.json" || fail "the JSON: $(head -60 "$scratch/report.json")"
for log in events export; do
  grep -q "^signpost: $cause" "$scratch/$log.log" || fail "$log: $(cat "$scratch/$log.log")"
done
grep -q 'reduce latency  \[job\] hold' "$scratch/events" || fail "the cause is not in the snapshot"
snapshot=$("$signpost" snapshot flight)
grep -q '"cause" : "command"' "$snapshot/signpost.json" || fail "the cause is wrong"
"$signpost" report "$snapshot" > "$scratch/report"
"$signpost" status flight | grep -q ', 2 snapshots$' || fail "status: $("$signpost" status flight)"
grep -q '^Snapshot 2, written by signpost snapshot' "$scratch/report" || fail "$(cat "$scratch/report")"

# The recorder is killed: its watchdog takes everything down, the daemon that it started too.
recorder=$("$signpost" status flight --json | sed -n 's/.*"pid" : \([0-9]*\).*/\1/p')
kill -KILL "$recorder"
wait_until "the clean-up after the recorder" nothing_is_left

# The session daemon dies while top shows the program: it has not ended, and nothing more is known.
start_top 3>&-
kill -KILL "$(pgrep -o -x lttng-sessiond)"
status=0
wait "$top" || status=$?
expect_equal "the status of top without the session daemon" 74 "$status"
has_line '"state":"failed"' "$scratch/top.json" || fail "$(tail -n 1 "$scratch/top.json")"
wait_until "the clean-up after top" nothing_is_left

exec 3>&-
wait "$program_pid"

# The end of a process is noticed although its parent does not reap it.
mkfifo "$scratch/second"
exec 4<> "$scratch/second"
sh -c '"$0" work < "$1" > "$2" 2>&1 4>&- & echo $! > "$3"; exec sleep 1000 4>&-' \
  "$runner" "$scratch/second" "$scratch/second.log" "$scratch/second.pid" &
background_pids+=("$!")
wait_until "the second program" has_line '^ready$' "$scratch/second.log"
program_pid=$(cat "$scratch/second.pid")
start_top 4>&-
exec 4>&-
wait_until "the end of top" is_gone "$top"
wait "$top" || fail "top ends with $?: $(cat "$scratch/top.log")"
[[ $(tail -n 1 "$scratch/top.json") == *'"state":"ended"'* ]] || fail "$(tail -n 1 "$scratch/top.json")"
expect_equal "the state of the second program" Z "$(ps -o state= -p "$program_pid")"
for command in "top --json" "record -o $scratch/none --attach"; do
  status=0
  # shellcheck disable=SC2086
  "$signpost" $command "$program_pid" > "$scratch/none.log" 2>&1 || status=$?
  expect_equal "the exit code of $command for a process that has ended" 127 "$status"
  has_line "there is no process $program_pid" "$scratch/none.log" || fail "$(cat "$scratch/none.log")"
done
