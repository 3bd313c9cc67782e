# Sessions start and stop while the program is in the middle of a reducer, and of an effect. The
# program continues, with the same result. Every end in a trace has its begin there, except for the
# action during which a session started; interrupted spans are marked.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

# facts_of KEY…: these facts of the last report, on one line.
facts_of() {
  local key
  for key; do printf '%s=%s ' "${key##*.}" "$(fact "$key")"; done
}
has_heard() {
  lttng_client rotate "$1" > "$scratch/rotate.log" 2>&1 || true
  [[ $(babeltrace2 "$scratch/trace-$1" 2> /dev/null | grep -c " composable:$2: ") -ge 1 ]]
}

expect_work
start_daemon
start_work

# A session starts in the middle of a reducer, and one stops there.
start_session before
tell reduce "in reduce"
start_session within
stop_session before
tell "continue reduce" continued
tell round result
stop_session within
expect_equal "halves before" "action begun 1" "$(halves before)"
report before
expect_equal "what the report says is cut off" 1 "$(sed -n 's/^actions\.[0-9]*\.open //p' "$scratch/facts" | paste -sd+ | bc)"
expect_equal "halves within" "action ended 1" "$(halves within)"
report within
expect_fact unmatched.action_ends 1
has_line "1 action ended whose begin is not in the trace" "$scratch/report" \
  || fail "$(tail -5 "$scratch/report")"

# A session starts and stops there.
tell reduce "in reduce"
start_session short
stop_session short
tell "continue reduce" continued
expect_equal "halves of a session within a reducer" "" "$(halves short)"

# The same in an effect.
start_session before-effect
tell effect "in effect"
start_session within-effect
wait_until "the effect's announcement" has_heard within-effect effect_begin
stop_session before-effect
tell "continue effect" continued
tell round result
stop_session within-effect
expect_equal "halves before the end of an effect" "effect begun 1" "$(halves before-effect)"
report before-effect
expect_fact running_effects.0.name '"wait"'
expect_equal "halves after the announcement of an effect" "" "$(halves within-effect)"
report within-effect
expect_fact is_complete true

tell effect "in effect"
start_session short-effect
wait_until "the effect's announcement" has_heard short-effect effect_begin
stop_session short-effect
tell "continue effect" continued
expect_equal "halves of a session within an effect" "effect begun 1" "$(halves short-effect)"
end_work
