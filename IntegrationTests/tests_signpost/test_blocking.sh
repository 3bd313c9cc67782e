# With --blocking the program waits for room instead of losing events; if no room is made any more,
# it continues once the longest wait is over.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

# From one thread: LTTng does not wait for a thread that is interrupted in the middle of an event
# while others fill all of the buffers.
work=(--threads 0 --actions 2000)
expect_work "${work[@]}"
start_recording whole --blocking --subbuf-size 4K --num-subbuf 2 -- "${work[@]}"
tell round result
end_work
report whole
expect_fact is_complete true
# The work's actions, and the actions of children under two wrappers.
expect_equal "actions" "$(sed -n 's/^result .* actions=\([0-9]*\) .*/\1/p' <<< "$expected")" \
  "$(events whole | grep -c '^action_begin .* prefix = "job"')"

expect_work
start_recording unattended --blocking --subbuf-size 4K --num-subbuf 2 --
tell round result
daemon=$(sed -nE 's/^.* session daemon ([0-9]+) answers$/\1/p' "$scratch/record.log")
consumer=$(pgrep -g "$daemon" -f lttng-consumerd | head -n 1)
kill -KILL "$consumer"
for _ in 1 2 3; do tell round result; done
end_work 74
has_line "LTTng's consumer, which writes the trace, died" "$scratch/record.log" \
  || fail "$(cat "$scratch/record.log")"
report unattended 65
