# The disk of the relay daemon is slow. The recording waits for longer than --relay-timeout, as long
# as the daemon still accepts data, and loses nothing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../tests_signpost/work.sh"
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"

hosts=(alpha)
start_network
small_socket_buffers
disk_that 'usleep(60000);'
start_collecting
work=(--threads 2 --actions 800 --count)
record_on alpha --relay-timeout 1s --subbuf-size 1M
work_on alpha
end_on alpha
((waited > 1000)) || fail "the disk is not slow enough to show anything: $waited ms"
expect_said alpha 'no event was lost'
stop_collecting
figures_of alpha
expect_equal "recorded" "$(emitted_on alpha)" "$(figure 'report["events"]["composable"]')"
expect_equal "whether it is complete" True "$(figure 'report["is_complete"]')"
