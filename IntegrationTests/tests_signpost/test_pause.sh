# A recording in the background stays below a quarter of the free space, pauses while the disk is
# full of other files, and continues when there is room; its report says when nothing was recorded.
# Processes that record nothing have small buffers.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export HOME=$scratch LTTNG_HOME=$scratch TMPDIR=$scratch LTTNG_UST_REGISTER_TIMEOUT=-1
unset XDG_RUNTIME_DIR XDG_STATE_HOME

build idle << 'C'
#include "CLTTng.h"
#include <unistd.h>
int main(void) {
  composable_schema_emit("1.0.0");
  char byte;
  return read(STDIN_FILENO, &byte, 1) != 0;
}
C

mkdir "$scratch/disk"
mount -t tmpfs -o size=64m tmpfs "$scratch/disk"
"$signpost" start night -o "$scratch/disk/trace" 2> "$scratch/start.log" \
  || fail "start: $(cat "$scratch/start.log")"
grep -q 'the latest 1[56][.0-9]* MiB are kept, a quarter of the free space' "$scratch/start.log" \
  || fail "no limit: $(cat "$scratch/start.log")"
status() { "$signpost" status night --json | sed -n "s/^.*\"$1\" : \\([^,]*\\),*$/\\1/p"; }
has() { [[ $(status "$1" 2> /dev/null) == "$2" ]]; }

shared_memory() { df --output=used -k /dev/shm | tail -n 1; }
before=$(shared_memory)
mkfifo "$scratch/idle.input"
for ((number = 0; number < 6; number++)); do
  "$scratch/idle" < "$scratch/idle.input" &
  background_pids+=("$!")
done
exec 4> "$scratch/idle.input"
wait_until "six processes" has processes_running 6
taken=$((($(shared_memory) - before) / 6))
((taken < 2000)) || fail "an idle process takes $taken KiB of shared memory"
exec 4>&-
wait_until "their ends" has processes_running 0

"$runner" work <<< round > "$scratch/output"
room=$(df --output=avail -k "$scratch/disk" | tail -n 1)
fallocate -l "$((room - 3000))K" "$scratch/disk/filler"
wait_until "the pause" has is_paused true
"$runner" work <<< round > "$scratch/output.unrecorded"
grep -q 'waits for room' <("$signpost" status night) || fail "$("$signpost" status night)"
rm "$scratch/disk/filler"
wait_until "the continuation" has is_paused false
"$runner" work <<< round > "$scratch/output"
"$signpost" stop night 2> "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"

ln -s "$scratch/disk/trace" "$scratch/trace-night"
report night
grep -q '^Nothing was recorded from .*: the disk was full' "$scratch/report" \
  || fail "$(head -5 "$scratch/report")"
expect_fact is_complete false
expect_equal "recorded programs" 2 "$(grep -c '^processes\.[0-9]*\.name "ScenarioRunner"' "$scratch/facts")"
umount "$scratch/disk"
