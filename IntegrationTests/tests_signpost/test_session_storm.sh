# Sessions start and stop dozens of times, several at once, while stores work on several threads:
# the program has the same result, each trace decodes, no event is duplicated, and unmatched begins
# and ends are at the edges.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

lanes=3
rounds=8

# lane NUMBER: sessions one after the other, each for as long as it takes to see some events.
lane() {
  local round name
  for round in $(seq "$rounds"); do
    name=lane$1-$round
    {
      lttng_client create "$name" --output="$scratch/trace-$name"
      lttng_client enable-event --session="$name" --userspace 'composable:*'
      lttng_client start "$name"
      lttng_client stop "$name"
      lttng_client destroy --no-wait "$name"
    } > "$scratch/lane$1.log" 2>&1 || return 1
  done
}

expect_work --threads 4
start_daemon
start_work --threads 4
tell begin working
lane_pids=()
for number in $(seq "$lanes"); do
  sessions+=("lane$number")
  lane "$number" 3>&- &
  lane_pids+=("$!")
done
background_pids+=("${lane_pids[@]}")
for number in $(seq "$lanes"); do
  wait "${lane_pids[number - 1]}" || fail "lane $number: $(cat "$scratch/lane$number.log")"
done
tell end result
end_work

recorded=0
for directory in "$scratch"/trace-lane*; do
  name=${directory##*/trace-}
  events "$name" > "$scratch/events"
  halves=$(halves_of_events < "$scratch/events")
  # An interval of each of the threads and of the main actor can be cut off at each edge, with two
  # wrappers around it. Effects that run when a session starts are announced, or end before.
  ! grep -vE '^$|^action (begun|ended) [0-9]$|^action (begun|ended) 1[0-2]$|^effect (begun|ended) ' \
    <<< "$halves" || fail "halves of session $name: $halves"
  has_line '^action_begin ' "$scratch/events" && recorded=$((recorded + 1))
done
((recorded > lanes * rounds / 2)) || fail "only $recorded sessions recorded anything"
