# The relay daemon stands still. A recording that ends meanwhile gives it up after a while; of one
# that goes on until it moves again, recorded and lost events add up to those that the program
# emitted.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../tests_signpost/work.sh"
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"

hosts=(alpha beta)
start_network
small_socket_buffers
start_collecting
work=(--threads 2 --actions 4000 --count)
record_on alpha --subbuf-size 16K --num-subbuf 2
record_on beta --relay-timeout 1s
kill -STOP "$(relay_daemon)"
work_on alpha
work_on beta
end_on beta 74
expect_said beta 'took nothing for 1 s at the end'
expect_said beta 'the missing part is unknown'
kill -CONT "$(relay_daemon)"
end_on alpha
expect_said alpha '[0-9]* events were discarded'
stop_collecting 74
has_line 'beta/ScenarioRunner' "$scratch/collect.log" || fail "$(cat "$scratch/collect.log")"
! has_line 'alpha/ScenarioRunner' "$scratch/collect.log" || fail "$(cat "$scratch/collect.log")"

figures_of alpha
lost=$(figure 'report["losses"]["events"]')
((lost > 0)) || fail "nothing was lost"
expect_equal "recorded + lost" "$(emitted_on alpha)" \
  "$(($(figure 'report["events"]["composable"]') + lost))"
expect_note alpha "\"discardedEvents\" : $lost"
expect_note alpha '"reason" : "complete"'
figures_of beta 65
expect_equal "whether beta is complete" False "$(figure 'report["is_complete"]')"
expect_note beta 'before its end arrived: the missing part is unknown'
