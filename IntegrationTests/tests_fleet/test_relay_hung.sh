# The disk of the relay daemon hangs, while the daemon still answers questions: the recording does
# not wait for it longer than it may take nothing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../tests_signpost/work.sh"
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"

hosts=(alpha)
start_network
small_socket_buffers
touch "$scratch/hangs"
disk_that "while (access(\"$scratch/hangs\", F_OK) == 0) usleep(10000);"
start_collecting
work=(--threads 2 --actions 800 --count)
record_on alpha --relay-timeout 2s --subbuf-size 1M
work_on alpha
end_on alpha 74
((waited > 2000)) || fail "it did not wait: $waited ms"
expect_said alpha 'took nothing for 2 s'
expect_said alpha 'the missing part is unknown'
rm "$scratch/hangs"
stop_collecting 74
