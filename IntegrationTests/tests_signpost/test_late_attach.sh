# A session that starts later receives the stores and the effects of an idle program: one
# effect that began without a session, and one that an earlier session has recorded. No session's
# report counts anything twice.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

binaries=$(built_products)
[[ -x $binaries/ScenarioRunner && -x $binaries/signpost ]] || fail "run swift build first"

# The events so far of a session that goes on.
events_so_far() {
  lttng_client rotate "$1" > "$scratch/rotate.log" 2>&1 || true
  babeltrace2 "$scratch/trace-$1" 2> /dev/null \
    | sed -E 's/^.* composable:([a-z_]+): \{ cpu_id = [0-9]+ \}, /\1 /' > "$scratch/so-far" || true
}
has_heard() { events_so_far "$1" && [[ $(grep -c "^$2 " "$scratch/so-far") -ge $3 ]]; }

# in_short NAME EVENT…: these events of a session, without ids and lines, each once.
in_short() {
  local name=$1
  shift
  events "$name" | grep -E "^($(IFS='|' && echo "$*")) " \
    | sed -E 's/(store|parent|effect|action|cause|child) = [0-9]+, //g; s/line = [0-9]+/line/
        s/age = [0-9]+/age/'
}
# ages NAME EVENT: those that a session's events of a kind say, in milliseconds, in order.
ages() { events "$1" | sed -nE "s/^$2 .* age = ([0-9]+)[0-9]{6} .*/\1/p"; }
ids() { events "$1" | sed -nE "s/^$2 \{ $3 = ([0-9]+).*/\1/p" | sort -n | uniq; }

start_daemon
traced_in_background "$binaries/ScenarioRunner" live
wait_until "the program" has_line '^running$' "$scratch/program.log"

start_session first
wait_until "the first session's effect" has_heard first effect_begin 1
wait_until "the first session's stores" has_heard first store_created 2

start_session second
wait_until "the second session's effect" has_heard second effect_begin 1
wait_until "the second session's stores" has_heard second store_created 2
stop_session first

sleep 1
start_session third
wait_until "the third session's effect" has_heard third effect_begin 1
wait_until "the third session's stores" has_heard third store_created 2
stop_session second

# A session receives another state dump on request.
dumped=$(events_so_far third && grep -c '^effect_begin ' "$scratch/so-far")
lttng_client regenerate --session=third statedump > "$scratch/lttng.log" 2>&1 \
  || fail "$(cat "$scratch/lttng.log")"
wait_until "the effect once more" has_heard third effect_begin $((dumped + 1))
wait_until "the stores once more" has_heard third store_created $((2 * dumped + 2))

exec 3>&-
wait "$program_pid"
stop_session third

for session in first second third; do
  [[ $(events "$session" | grep -c '^schema ') -ge 1 ]] || fail "no schema in session $session"
  expect_equal "stores announced to session $session" \
    '{ feature = "Outer", file = "Scenarios/Scenario.swift", line, announced = 1, age }
{ feature = "Feature", file = "Scenarios/Scenario.swift", line, announced = 1, age }' \
    "$(in_short "$session" store_created | sed 's/^store_created //' | awk '!seen[$0]++')"
  expect_equal "stores of session $session" "$(ids first store_created store)" \
    "$(ids "$session" store_created store)"
  expect_equal "the effect of session $session" "$(ids first effect_begin effect)" \
    "$(ids "$session" effect_begin effect)"
  expect_equal "the begin in session $session" \
    'effect_begin { prefix = "", name = "child.feature.run", announced = 1, age }' \
    "$(in_short "$session" effect_begin | uniq)"
  "$binaries/signpost" report --json "$scratch/trace-$session" > "$scratch/report" \
    || fail "the report of session $session ends with $?"
  for fact in '"stores_created" : 2' '"started" : 1' '"repeated_begins" : 0'; do
    has_line "$fact" "$scratch/report" || fail "session $session: not $fact in $(cat "$scratch/report")"
  done
done

# The end belongs to the begin that was announced, and so does the action that the effect sent.
effect=$(ids third effect_begin effect)
expect_equal "the end" "$effect" "$(ids third effect_end effect)"
expect_equal "how it ended" 'effect_end { outcome = ( "finished" : container = 0 ), outputs = 1 }' \
  "$(in_short third effect_end)"
[[ $(events third | grep -c "^action_begin .* cause = $effect,") == 2 ]] \
  || fail "what the effect sent does not name it: $(events third)"
# The age of the effect is the same for each session: in the third it includes the second of waiting
# before.
sort -nc <(ages first effect_begin) || fail "the effect gets younger: $(ages first effect_begin)"
youngest=$(ages third effect_begin | head -1)
((youngest >= 1000)) || fail "the effect is $youngest ms old"
duration=$(sed -n 's/^.*"total_ns" : \([0-9]*\).*/\1/p' "$scratch/report" | sort -n | tail -1)
((duration >= 1000000000)) || fail "the effect took $duration ns: $(cat "$scratch/report")"
has_line '"finished" : 1' "$scratch/report" || fail "no end in $(cat "$scratch/report")"
