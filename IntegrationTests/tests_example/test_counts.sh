# Each action of the demo's session is in the trace, under its name: as many as the example itself
# counted. Each action and each effect that begins also ends, and no payload is anywhere.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/example.sh"

"$repository/scripts/demo-session.sh" > "$scratch/commands"
start_daemon
start_session counter --subbuf-size=1M --num-subbuf=8
traced "$counter" --fail-multiples-of 13 --timer-interval 5 \
  --count-actions "$scratch/counts.json" < "$scratch/commands" > "$scratch/output"
stop_session counter
expect_equal "lost events" 0 "$lost"
events counter > "$scratch/events"

# count_names: turns lines of names into sorted lines of "name count".
count_names() { sort | uniq -c | awk '{ print $2, $1 }'; }

# in_trace EVENT: the names of the events of a kind, with their counts.
in_trace() {
  sed -nE "s/^$1 \{ .*prefix = \"counter\", name = \"([^\"]*)\"( \}|, announced = 0, .*)\$/\1/p" "$scratch/events" \
    | count_names
}

counted=$(sed -nE 's/^ *"(.*)" : ([0-9]+),?$/\1 \2/p' "$scratch/counts.json" | LC_ALL=C sort)
total=$(awk '{ sum += $2 } END { print sum }' <<< "$counted")
((total > 4000)) || fail "the session has only $total actions: $counted"
for name in decrementButtonTapped factButtonTapped factFailed factResponse incrementButtonTapped \
  timerTick toggleTimerButtonTapped; do
  has_line "^$name [1-9]" <(printf '%s\n' "$counted") || fail "no $name in the session: $counted"
done
expect_equal "actions in the trace" "$counted" "$(in_trace action_begin | LC_ALL=C sort)"

number_of() { grep -c "^$1 " "$scratch/events" || true; }
expect_equal "ends of actions" "$total" "$(number_of action_end)"
expect_equal "ends of effects" "$(number_of effect_begin)" "$(number_of effect_end)"

# Facts that arrive, fail, and are cancelled are distinguished.
facts=$(awk '$1 == "factButtonTapped" { print $2 }' <<< "$counted")
expect_equal "effects begun" \
  "$(printf 'factButtonTapped %d\ntoggleTimerButtonTapped 1' "$facts")" "$(in_trace effect_begin)"
outcomes=$(sed -nE 's/^effect_end \{ .*outcome = \( "([a-z]+)".*/\1/p' "$scratch/events" \
  | count_names)
responses=$(awk '$1 == "factResponse" { print $2 }' <<< "$counted")
failures=$(awk '$1 == "factFailed" { print $2 }' <<< "$counted")
expect_equal "outcomes of effects" \
  "$(printf 'cancelled %d\nfailed %d\nfinished %d' \
    $((facts - responses - failures + 1)) "$failures" "$responses")" "$outcomes"

# The texts of the facts, and their origin, stay with the program.
has_line '127.0.0.1' "$scratch/output" || fail "the session shows no failing fact"
if payloads=$(grep -E 'even|odd|prime|127\.0\.0\.1' "$scratch/events"); then
  fail "payloads in the trace: $payloads"
fi
