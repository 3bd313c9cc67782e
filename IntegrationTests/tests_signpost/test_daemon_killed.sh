# The session daemon is killed while a program works, and so is the consumer that empties its
# buffers. The program continues, with the same result. It registers with the next daemon, and a
# session there receives the live stores and effects. The interrupted recording is readable up to
# that point.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

consumers() { pgrep -g "$daemon_pid" -f lttng-consumerd; }
kill_daemon() {
  local pid=$daemon_pid
  kill -KILL "$pid"
  wait "$pid" 2> /dev/null || true
  wait_until "the end of the daemon's processes" group_is_gone "$pid"
}
has_metadata() { [[ -n $(find "$scratch/trace-$1" -name metadata -size +0) ]]; }
waiting_effect() {
  events "$1" | sed -nE 's/^effect_begin \{ effect = ([0-9]+), .* name = "wait" \}$/\1/p' | sort -u
}

expect_work
start_daemon --system-socket
start_work
tell effect "in effect"
start_session before
tell begin working
stop_session before

start_session cut-off --subbuf-size=64K
wait_until "events of the session that is cut off" has_grown cut-off
kill_daemon
tell round result

start_daemon --system-socket
wait_until "the program's registration" is_registered
start_session after --subbuf-size=64K --num-subbuf=256
wait_until "events after that" has_grown after
tell end result
tell "continue effect" continued
stop_session after
expect_equal "events lost after that" 0 "$lost"
expect_equal "the effect that ran all the time" "$(waiting_effect before)" "$(waiting_effect after)"
[[ $(halves after | grep -vE '^action (begun|ended) [0-4]$|^effect ended') == "" ]] \
  || fail "halves after that: $(halves after)"
report after

# Without the consumer, the buffers are not emptied.
start_session unattended --subbuf-size=64K
tell round result
consumer=$(consumers | head -n 1)
[[ -n $consumer ]] || fail "there is no consumer"
kill -KILL "$consumer"
wait_until "the end of the consumer" is_gone_or_zombie "$consumer"
tell round result
tell round result
kill_daemon
end_work

# A recording: the daemon is its own, and says which process it is.
start_recording recording --subbuf-size 64K --num-subbuf 64 --
tell begin working
wait_until "the recording's events" has_grown recording 1000
# The metadata follows within a tenth of a second, in which a fast program writes more than that.
wait_until "the recording's metadata" has_metadata recording
recorder_daemon=$(sed -nE 's/^.* session daemon ([0-9]+) answers$/\1/p' "$scratch/record.log")
[[ -n $recorder_daemon ]] || fail "no daemon in $(cat "$scratch/record.log")"
kill -KILL "$recorder_daemon"
tell round result
tell end result
end_work 74
has_line "the session daemon died during the recording" "$scratch/record.log" \
  || fail "$(cat "$scratch/record.log")"
has_line "the session daemon died, and what was in the buffers then is not in the" "$scratch/record.log" \
  || fail "the report does not say what is missing: $(cat "$scratch/record.log")"
! has_line "nothing lost" "$scratch/record.log" || fail "$(cat "$scratch/record.log")"
report recording 65
(($(number_of action_begin recording) > 1000)) || fail "few actions in the recording"
