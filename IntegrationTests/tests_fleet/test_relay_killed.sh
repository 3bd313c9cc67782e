# The relay daemon is killed and started again: both sides report the interrupted recording as
# incomplete, the program continues, and a new recording arrives in full.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../tests_signpost/work.sh"
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"

hosts=(alpha beta)
start_network
start_collecting
record_on alpha
work_on alpha
kill -KILL "$(relay_daemon)"
wait_until "the loss of the connection" has_line 'connection to the relay daemon .* is lost' \
  "$scratch/alpha.record.log"
wait_until "the death of the relay daemon" has_line 'the relay daemon died. Incomplete are 1' \
  "$scratch/collect.log"
restarted() { (($(grep -c 'collecting in' "$scratch/collect.log") == 2)); }
wait_until "another relay daemon" restarted

record_on beta
work_on beta
end_on beta
work_on alpha
end_on alpha 74
expect_said alpha 'the missing part is unknown'
has_line '"lossesAreKnown" : false' "$scratch/note-alpha/signpost.json" \
  || fail "$(cat "$scratch/note-alpha/signpost.json")"
stop_collecting 74

expect_note alpha 'The relay daemon died: the missing part is unknown'
figures_of beta
expect_equal "what beta sent" "[(852, True)]" \
  "$(figure '[(p["actions"], report["is_complete"]) for p in report["processes"]]')"
status=0
figures || status=$?
expect_equal "the exit code of the report of both" 65 "$status"
expect_equal "whether both are complete" False "$(figure 'report["is_complete"]')"
is_gone_from_fleet || fail "a relay daemon is left"
