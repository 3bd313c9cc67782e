# The directory of a collection is removed, or renamed, while a recording arrives. `collect` reports
# it, and starts the relay daemon again, in a new directory. The sender reports that its recording
# is incomplete.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../tests_signpost/work.sh"
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"

hosts=(alpha beta gamma)
start_network
start_collecting
record_on alpha
work_on alpha
restarted() { (($(grep -c 'collecting in' "$scratch/collect.log") == $1)); }
kill -STOP "$collect_pid"
rm -rf "$scratch/fleet"
kill -CONT "$collect_pid"
wait_until "the message" has_line "$scratch/fleet was removed. Incomplete are 1" "$scratch/collect.log"
wait_until "another relay daemon" restarted 2
wait_until "the loss of the connection" has_line 'connection to the relay daemon .* is lost' \
  "$scratch/alpha.record.log"
work_on alpha
end_on alpha 74
expect_said alpha 'the missing part is unknown'

record_on beta
work_on beta
mv "$scratch/fleet" "$scratch/fleet-before"
wait_until "the message" has_line "$scratch/fleet was renamed to $scratch/fleet-before. Incomplete are 1" \
  "$scratch/collect.log"
wait_until "another relay daemon" restarted 3
work_on beta
end_on beta 74
has_line 'The collection was renamed: the missing part is unknown' \
  "$scratch"/fleet-before/*/beta/*/signpost.json || fail "$(find "$scratch/fleet-before")"
[[ -z $(find "$scratch/fleet-before" -name .room) ]] || fail "the reserve is left there"

record_on gamma
work_on gamma
end_on gamma
stop_collecting 74
figures_of gamma
expect_equal "whether gamma is complete" True "$(figure 'report["is_complete"]')"
is_gone_from_fleet || fail "a relay daemon is left"
