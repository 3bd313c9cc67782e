# Sessions start and stop in the middle of a program's actions: the program goes on, and each trace
# decodes to its end and has whole intervals but for those at its edges. Each has the schema, and
# that before the announcements which follow it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

binaries=$(built_products)
[[ -x $binaries/ScenarioRunner && -x $binaries/signpost ]] || fail "run swift build first"

is_registered() { lttng_client list --userspace | grep -q ScenarioRunner; }
has_grown() { [[ $(du -sk "$scratch/trace-$1" | cut -f1) -gt 1000 ]]; }

start_daemon
traced_in_background "$binaries/ScenarioRunner" burst 100000000000
wait_until "the program's registration" is_registered
for session in first second third; do
  start_session "$session" --subbuf-size=512K --num-subbuf=64
  wait_until "events of session $session" has_grown "$session"
  stop_session "$session"
  kill -0 "$program_pid" 2> /dev/null || fail "the program ended: $(cat "$scratch/program.log")"

  events "$session" > "$scratch/events"
  expect_equal "the first of the schema and the announcements of session $session" schema \
    "$(grep -E -m 1 '^schema |announced = 1' "$scratch/events" | cut -d' ' -f1)"
  "$binaries/signpost" report "$scratch/trace-$session" > "$scratch/report" \
    || fail "the report of session $session ends with $?"
  if ((lost == 0)); then
    begins=$(grep -c '^action_begin ' "$scratch/events")
    ends=$(grep -c '^action_end ' "$scratch/events")
    ((begins > 1000)) || fail "session $session has only $begins actions"
    ((begins - ends <= 1 && ends - begins <= 1)) \
      || fail "session $session has $begins begins and $ends ends"
  fi
done
