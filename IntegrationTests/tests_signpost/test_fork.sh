# A program makes other processes in every way there is. They go on; those that become another
# program are recorded like any other; a fork that goes on is recorded where LTTng's library for
# that is preloaded, and else records nothing. The parent's own events are the same in all cases.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

work=(--stores 1 --threads 1 --actions 20)
expect_work "${work[@]}"

# The child's result is the result of the work without tasks: half of the stores.
make_children() {
  local kind
  for kind in fork daemon exec spawn; do tell "$kind" "child 0"; done
  wait_until "both forks" has_answered "child result" 1
  tell round result
  expect_equal "the results of the children" 1 \
    "$(grep '^child result ' "$scratch/program.log" | sort -u | wc -l)"
}

# by_process NAME EVENT: how many of an event each process has, by its first event.
by_process() {
  events "$1" | awk -v event="$2" '
    match($0, /vpid = [0-9]+/) {
      process = substr($0, RSTART, RLENGTH)
      if (!(process in number)) { number[process] = ++count; first[count] = $1 }
      if ($1 == event) events[number[process]]++
    }
    END { for (i = 1; i <= count; i++) print first[i], events[i] + 0 }
  '
}

start_daemon
contexts=(vpid)
for preloaded in no yes; do
  start_session "$preloaded"
  library=
  [[ $preloaded == no ]] || library=liblttng-ust-fork.so.1
  LD_PRELOAD=$library start_work "${work[@]}"
  make_children
  end_work
  stop_session "$preloaded"
  expect_equal "events lost" 0 "$lost"
  expect_equal "halves, with preloading: $preloaded" "" "$(halves "$preloaded")"
done
# The parent: its stores' actions twice or once, by wrappers. Then the forks, if at all, and
# programs.
expect_equal "actions of each process, without" \
  "schema 54"$'\n'"schema 100"$'\n'"schema 100" "$(by_process no action_begin)"
expect_equal "actions of each process, with" \
  "schema 54"$'\n'"schema 25"$'\n'"schema 25"$'\n'"schema 100"$'\n'"schema 100" \
  "$(by_process yes action_begin)"

# Buffers of each process, as `signpost record` has them.
start_recording recorded --follow-forks -- "${work[@]}"
make_children
end_work
report recorded
expect_fact is_complete true
expect_equal "the processes of the recording" "5" "$(grep -c '^processes\..*\.vpid ' "$scratch/facts")"
for number in 0 1 2 3 4; do expect_fact "processes.$number.schema_version" "$(fact schema_versions.0)"; done
for key in action_ends effect_ends repeated_begins; do expect_fact "unmatched.$key" 0; done
