# A recording in the background can start its program: the output of the program is in the log, stop
# ends the program, and a program that cannot be started is an error of start, which leaves nothing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

binaries=$(built_products)
signpost=$binaries/signpost
runner=$binaries/ScenarioRunner
[[ -x $runner && -x $signpost ]] || fail "run swift build first"
name=start-$$

cat > "$scratch/program" << EOF
#!/bin/sh
"$runner" causes
echo "program at work"
trap 'echo "program ends"; exit 3' TERM
while :; do sleep 0.1; done
EOF
chmod +x "$scratch/program"

"$signpost" start "$name" -o "$scratch/trace" --all-stores -- "$scratch/program" 2> "$scratch/start.log" \
  || fail "start ends with $?: $(cat "$scratch/start.log")"
has_line "$name records to $scratch/trace" "$scratch/start.log" || fail "$(cat "$scratch/start.log")"
wait_until "the program's output" has_line 'program at work' "$scratch/trace/recorder.log"
"$signpost" status "$name" > "$scratch/status"
has_line "^$name: .*/program (" "$scratch/status" || fail "status: $(cat "$scratch/status")"
status=0
"$signpost" stop "${name}x" 2> "$scratch/stop.log" || status=$?
expect_equal "the status of an unknown name" 66 "$status"
has_line "Did you mean '$name'" "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"
"$signpost" stop "$name" 2> "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"
has_line 'program ends' "$scratch/trace/recorder.log" || fail "$(cat "$scratch/trace/recorder.log")"
"$signpost" report "$scratch/trace" > "$scratch/report" || fail "report: $(cat "$scratch/report")"
has_line 'ScenarioRunner' "$scratch/report" || fail "nothing was recorded: $(cat "$scratch/report")"

# In the foreground, for a service manager, it is stopped in the same way; the output is its own.
"$signpost" start --foreground "$name" -o "$scratch/foreground" --all-stores -- "$scratch/program" \
  > "$scratch/foreground.log" 2>&1 &
recorder=$!
background_pids+=("$recorder")
wait_until "the program's output" has_line 'program at work' "$scratch/foreground.log"
is_found() { "$signpost" status "$name" > "$scratch/status" 2>&1; }
wait_until "the recorder" is_found
"$signpost" stop "$name" 2> "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"
has_line 'program ends' "$scratch/foreground.log" || fail "$(cat "$scratch/foreground.log")"
status=0
wait "$recorder" || status=$?
expect_equal "the status of the program" 3 "$status"

# stop does not report the end of a recording that broke off as a success.
"$signpost" start "$name" -o "$scratch/broken" --all-stores -- "$scratch/program" 2> "$scratch/start.log" \
  || fail "start ends with $?: $(cat "$scratch/start.log")"
wait_until "the program's output" has_line 'program at work' "$scratch/broken/recorder.log"
recorder=$("$signpost" status "$name" --json | sed -n 's/^.*"pid" : \([0-9]*\),*$/\1/p')
kill -KILL "$(pgrep -P "$recorder" -x lttng-sessiond)"
status=0
"$signpost" stop "$name" 2> "$scratch/stop.log" || status=$?
expect_equal "the status of a recording that broke off" 74 "$status"
has_line 'The session daemon died' "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"
has_line "the trace is in $scratch/broken" "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"

status=0
"$signpost" start "$name" -o "$scratch/none" -- "$scratch/no-program" 2> "$scratch/start.log" || status=$?
expect_equal "the status without the program" 127 "$status"
has_line "there is no program" "$scratch/start.log" || fail "$(cat "$scratch/start.log")"
[[ ! -e $scratch/none ]] || fail "a directory without a recording is left"

# A start that is interrupted ends its recorder.
SIGNPOST_AT_STEP="hasWatchdog:touch $scratch/held
  until grep -q '^ShdPnd:.*4000\$' /proc/\$PPID/status; do sleep 0.02; done" \
  "$signpost" start "$name" -o "$scratch/interrupted" 2> "$scratch/start.log" &
starter=$!
background_pids+=("$starter")
wait_until "the recorder" test -e "$scratch/held"
kill -TERM "$starter"
wait_until "the end of start" is_gone "$starter"
status=0
wait "$starter" || status=$?
expect_equal "the status of an interrupted start" 143 "$status"
[[ ! -e $scratch/interrupted ]] || fail "an interrupted start leaves a directory"

# Without a process there is nothing to report.
"$signpost" start "$name" -o "$scratch/empty" --attach "no-program-$$" 2> "$scratch/start.log" \
  || fail "start: $(cat "$scratch/start.log")"
"$signpost" stop "$name" 2> "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"
has_line "no instrumented process was recorded.*$scratch/empty/recorder.log" "$scratch/stop.log" \
  || fail "stop: $(cat "$scratch/stop.log")"
