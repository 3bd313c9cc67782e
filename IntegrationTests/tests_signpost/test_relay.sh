# A program whose trace is sent to a relay daemon: --fail-on-loss judges the losses that LTTng has
# counted, and a recorder in the background keeps its messages on this machine.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export HOME=$scratch TMPDIR=$scratch
unset XDG_RUNTIME_DIR XDG_STATE_HOME LTTNG_HOME
cd "$scratch"

"$signpost" collect -o fleet > collect.json 2> collect.log &
collector=$!
background_pids+=("$collector")
wait_until "the relay daemon" has_line 'collecting in' collect.log

# record NAME STATUS OPTION… -- PROGRAM…
record() {
  local name=$1 expected=$2 status=0
  shift 2
  "$signpost" record --relay 127.0.0.1 "$@" > "$name.output" 2> "$name.log" || status=$?
  expect_equal "the status of $name: $(cat "$name.log")" "$expected" "$status"
}

record complete 0 --fail-on-loss -- "$runner" burst 1000
has_line 'no event was lost' complete.log || fail "$(cat complete.log)"
small=(--subbuf-size 4K --num-subbuf 2)
record lossy 0 "${small[@]}" -- "$runner" burst 100000
has_line ' events were discarded' lossy.log || fail "$(cat lossy.log)"
record judged 79 --fail-on-loss "${small[@]}" -- "$runner" burst 100000
record failed 3 --fail-on-loss "${small[@]}" -- sh -c '"$0" burst 100000; exit 3' "$runner"

mkdir background
(cd background && "$signpost" start sender --relay 127.0.0.1 -- \
  sh -c '"$0" burst 1000; echo at work; exec sleep 1000' "$runner") 2> start.log \
  || fail "start: $(cat start.log)"
directory=$(echo "$scratch"/background/signpost-trace-*)
has_line "sender records to the relay daemon at 127.0.0.1; its messages are in $directory\\." start.log \
  || fail "start: $(cat start.log)"
wait_until "the program" has_line 'at work' "$directory/recorder.log"
"$signpost" stop sender 2> stop.log || fail "stop: $(cat stop.log)"
has_line "the trace is at the relay daemon 127.0.0.1, in .*; the messages .* in $directory/recorder.log" \
  stop.log || fail "stop: $(cat stop.log)"
has_line 'no event was lost' "$directory/recorder.log" || fail "$(cat "$directory/recorder.log")"
has_line '"reason" : "complete"' "$directory/signpost.json" || fail "$(cat "$directory/signpost.json")"
kill -TERM "$collector"
wait "$collector" || fail "collect: $(cat collect.log)"
