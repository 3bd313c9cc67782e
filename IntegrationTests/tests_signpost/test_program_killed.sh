# A program is killed while it records: its trace is readable up to there, and the recording says
# how the program ended.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

start_recording killed --subbuf-size 64K --num-subbuf 64 --
tell effect "in effect"
tell begin working
wait_until "events" has_grown killed 300
program=$(sed -nE 's/^.* started .* as process ([0-9]+)$/\1/p' "$scratch/record.log")
kill -KILL "$program"
status=0
wait "$program_pid" || status=$?
exec 3>&-

expect_equal "the exit code of the recording" 137 "$status"
has_line "ScenarioRunner was killed by SIGKILL" "$scratch/record.log" \
  || fail "$(cat "$scratch/record.log")"
report killed
expect_fact processes.0.vpid "$program"
expect_equal "the effect that was cut off" 1 "$(sed -n '/^running_effects.*name "wait"$/p' "$scratch/facts" | wc -l)"
events killed > "$scratch/events"
(($(grep -c '^action_begin ' "$scratch/events") > 1000)) || fail "few actions"
# Four threads at most send actions at a time: two on their own, the main actor, and effects.
expect_equal "halves but those of the end" "" \
  "$(halves_of_events < "$scratch/events" | grep -vE '^action begun [0-9]$|^effect begun [0-9]+$' || true)"
has_line "Effects still running at the end" "$scratch/report" || fail "$(head -5 "$scratch/report")"
