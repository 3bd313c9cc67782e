# A thousand threads with a store each: nothing is lost unaccounted, and no id is given twice.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

work=(--stores 2 --threads 1000 --actions 20)
expect_work "${work[@]}"
start_daemon
contexts=(vtid)
start_session threads --subbuf-size=4M --num-subbuf=8
traced "$runner" work "${work[@]}" --count > "$scratch/program.log" <<< round
stop_session threads
expect_results
expect_equal "events lost" 0 "$lost"
events threads > "$scratch/events"
emitted=$(sed -n 's/^emitted=//p' "$scratch/program.log")
# Events that the recorder does not receive: the schema, and the store that waits for commands.
expect_equal "events" "$((emitted + 3))" "$(wc -l < "$scratch/events")"
expect_equal "halves" "" "$(halves_of_events < "$scratch/events")"
expect_equal "actions" "$(sed -n 's/^result .* actions=\([0-9]*\) .*/\1/p' <<< "$expected")" \
  "$(grep -c '^action_begin .* prefix = "job"' "$scratch/events")"
threads=$(sed -nE 's/^action_begin .*vtid = ([0-9]+) .*/\1/p' "$scratch/events" | sort -u | wc -l)
((threads >= 1000)) || fail "actions came from $threads threads only"

expect_equal "ids that are given twice" "" "$(repeated_ids < "$scratch/events")"
report threads
expect_fact is_complete true
expect_fact processes.0.stores_alive 0
