# Buffers that are too small: the program continues, with the same result. Recorded and lost events
# add up to the emitted ones, by LTTng's count and in the report, and the report does not present
# the recorded ones as complete.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

work=(--stores 4 --threads 4 --actions 2000)
expect_work "${work[@]}"
emitted() { sed -n 's/^emitted=//p' "$scratch/program.log" | tail -n 1; }

start_daemon
# The program's own session, whose store is announced to it: not to be counted.
start_session full --subbuf-size=4096 --num-subbuf=2
traced "$runner" work "${work[@]}" --count > "$scratch/program.log" <<< round
stop_session full
expect_results
((lost > 0)) || fail "nothing was lost"
report full
recorded=$(fact events.composable)
expect_fact losses.events "$lost"
# Events that the recorder does not receive: the schema, and the store that waits for commands.
expect_equal "recorded + lost" "$(($(emitted) + 3))" "$((recorded + lost))"
expect_equal "the events that babeltrace2 reads" "$recorded" "$(events full | wc -l)"
expect_fact is_complete false
has_line "^WARNING: .* were lost. All counts are lower bounds, all percentiles estimates" \
  <(tr '\n' ' ' < "$scratch/report") || fail "no warning: $(head -5 "$scratch/report")"

# Overwritten instead: the last events stay. Those that are gone are not counted.
start_session overwritten --subbuf-size=4096 --num-subbuf=2 --overwrite
traced "$runner" work "${work[@]}" --count > "$scratch/program.log" <<< round
stop_session overwritten
expect_results
report overwritten
(($(fact events.composable) > 0)) || fail "nothing was recorded"
expect_fact is_complete false
expect_equal "whether a loss is known" true \
  "$( (($(fact losses.packets) + $(fact losses.uncounted_packets) > 0)) && echo true)"

# A flight recorder, whose buffers are looked at while the program goes on.
lttng_client create flight --snapshot --output="$scratch/trace-flight" > "$scratch/lttng.log"
sessions+=(flight)
lttng_client enable-channel --session=flight --userspace --subbuf-size=4096 --num-subbuf=4 channel \
  > "$scratch/lttng.log"
lttng_client enable-event --session=flight --userspace --channel=channel 'composable:*' \
  > "$scratch/lttng.log"
lttng_client start flight > "$scratch/lttng.log"
start_work "${work[@]}"
tell begin working
for number in 1 2 3; do
  lttng_client snapshot record --session=flight --name="shot$number" > "$scratch/lttng.log"
done
tell end result
end_work
lttng_client destroy flight > "$scratch/lttng.log"
for shot in "$scratch"/trace-flight/shot*; do
  babeltrace2 "$shot" > "$scratch/events" 2> "$scratch/babeltrace.log" \
    || fail "$(cat "$scratch/babeltrace.log")"
  has_line ' composable:action_begin: ' "$scratch/events" || fail "no action in ${shot##*/}"
done
