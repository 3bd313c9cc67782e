# The session daemon is killed while a program works, and so is the consumer that empties its buffers.
# The program goes on, to the same result; it registers with the next daemon, and a session there learns
# of what goes on.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

is_registered() { lttng_client list --userspace | grep -q ScenarioRunner; }
has_grown() { [[ $(du -sk "$scratch/trace-$1" 2> /dev/null | cut -f1) -gt 500 ]]; }
has_exited() { is_gone "$1" || [[ $(ps -o stat= -p "$1") == Z* ]]; }
consumers() { pgrep -g "$daemon_pid" -f lttng-consumerd || true; }

expect_work
start_daemon --system-socket
start_work
tell effect "in effect"
tell begin working

start_session first --subbuf-size=64K --num-subbuf=4
wait_until "events of the first session" has_grown first
# The daemon is stopped, so that it can not take down its consumer itself.
killed=$daemon_pid
kill -KILL "$killed"
wait "$killed" 2> /dev/null || true
wait_until "the end of its consumers" group_is_gone "$killed"
tell round result
expect_results

start_daemon --system-socket
wait_until "the program's registration" is_registered
start_session second --subbuf-size=64K --num-subbuf=4
wait_until "events of the second session" has_grown second

# Without the consumer, nobody empties the buffers.
wait_until "the consumer" test -n "$(consumers)"
for consumer in $(consumers); do
  kill -KILL "$consumer"
  wait_until "the end of the consumer" has_exited "$consumer"
done
tell round result
tell end result
tell "continue effect" continued
killed=$daemon_pid
kill -KILL "$killed"
wait "$killed" 2> /dev/null || true
wait_until "the end of the second daemon" group_is_gone "$killed"

# A third one, to see the end of what began under the first.
start_daemon --system-socket
wait_until "the program's registration" is_registered
start_session third
tell round result
end_work
stop_session third

for session in first second; do
  report "$session"
  (($(number_of action_begin "$session") > 0)) || fail "no action in session $session"
done
# What the second heard of, the first has heard of.
expect_equal "the effect that runs" \
  "$(events first | sed -nE 's/^effect_begin \{ effect = ([0-9]+), .* name = "wait" \}$/\1/p')" \
  "$(events second | sed -nE 's/^effect_begin \{ effect = ([0-9]+), .* name = "wait" \}$/\1/p')"
report third
expect_equal "halves in the third session" "" "$(halves third)"
expect_fact is_complete true
