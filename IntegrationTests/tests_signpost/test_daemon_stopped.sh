# The session daemon is stopped, and so is the consumer that empties its buffers: the program does
# not wait for them. Once they go on, the session can be stopped, and lost nothing unaccounted.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

expect_work
start_daemon
start_work --count
start_session stopped --subbuf-size=4096 --num-subbuf=2
tell round result
pkill -STOP -g "$daemon_pid"
for _ in 1 2 3; do tell round result; done
pkill -CONT -g "$daemon_pid"
tell round result
end_work
stop_session stopped
((lost > 0)) || fail "the consumer was not stopped"
report stopped
expect_fact losses.events "$lost"
# Not received by the recorder: the schema, however often it is emitted, and the replay of the store
# that waits for commands.
emitted=$(awk -F= '/^emitted=/ { sum += $2 } END { print sum }' "$scratch/program.log")
expect_equal "recorded + lost" "$((emitted + $(number_of schema stopped) + 2))" "$(($(fact events.composable) + lost))"
