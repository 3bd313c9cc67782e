# A session daemon that hangs, as LTTng's may when a disk is full, is not called dead: the recording
# says that LTTng does not answer. Its daemon is replaced by the next recording.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export HOME=$scratch TMPDIR=$scratch
unset XDG_RUNTIME_DIR LTTNG_HOME

start() { "$signpost" start "$1" -o "$scratch/trace-$1" 2> "$scratch/$1.log" || fail "$(cat "$scratch/$1.log")"; }

start hung
hung=$(pgrep -x lttng-sessiond | head -n 1)
kill -STOP "$hung"
status=0
"$signpost" stop hung 2> "$scratch/stop.log" || status=$?
log=$scratch/trace-hung/recorder.log
expect_equal "the status: $(cat "$scratch/stop.log" "$log")" 74 "$status"
grep -q 'lttng did not answer in time' "$log" || fail "$(cat "$log")"
! grep -q 'died' "$log" "$scratch/stop.log" || fail "$(cat "$log" "$scratch/stop.log")"

start next
"$signpost" stop next 2> "$scratch/stop.log" || fail "$(cat "$scratch/stop.log")"
is_gone_or_zombie "$hung" || fail "the daemon that hangs is left"
