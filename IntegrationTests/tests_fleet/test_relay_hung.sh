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
before=$(date +%s%N)
end_on alpha 74
waited=$((($(date +%s%N) - before) / 1000000))
((waited > 2000)) || fail "it did not wait: $waited ms"
has_line 'took nothing for 2 s' "$scratch/alpha.record.log" \
  || fail "$(cat "$scratch/alpha.record.log")"
has_line 'the missing part is unknown' "$scratch/alpha.record.log" \
  || fail "$(cat "$scratch/alpha.record.log")"
rm "$scratch/hangs"
stop_collecting 74
