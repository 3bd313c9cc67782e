# A program that starts others and ends, as daemons do: `record` goes on until all have ended,
# unless it is asked not to, and leaves no zombie to process 1. Its exit code is the program's, also
# where its messages cannot be written.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

work=(--stores 1 --threads 1 --actions 20)
expect_work "${work[@]}"

# record_starter NAME OPTION… -- COMMAND…: the program starts the work in the background and ends
# with 3.
record_starter() {
  local name=$1 options=()
  shift
  while [[ $1 != -- ]]; do
    options+=("$1")
    shift
  done
  shift
  rm -f "$scratch/input" "$scratch/program.log"
  mkfifo "$scratch/input"
  exec 3<> "$scratch/input"
  "$signpost" record --verbose -o "$scratch/trace-$name" "${options[@]}" -- \
    sh -c '"$@" <&3 & exit 3' sh "$@" 3< "$scratch/input" \
    > "$scratch/program.log" 2> "$scratch/record.log" &
  program_pid=$!
  background_pids+=("$program_pid")
  wait_until "the program" has_line '^ready$' "$scratch/program.log"
}
expect_end() {
  local status=0
  wait "$program_pid" || status=$?
  expect_equal "the exit code of $1" 3 "$status"
}

for starter in env "setsid --fork"; do
  name=${starter%% *}
  # shellcheck disable=SC2086
  record_starter "$name" -- $starter "$runner" work "${work[@]}"
  wait_until "the starter's end" has_line 'sh ended, and .* recording until all have ended' \
    "$scratch/record.log"
  tell round result
  exec 3>&-
  expect_end "$name"
  expect_results
  report "$name"
  expect_fact is_complete true
  expect_equal "actions" "$(sed -n 's/.*actions=\([0-9]*\).*/\1/p' <<< "$expected")" \
    "$(fact processes.0.actions)"
done

record_starter without --no-wait -- "$runner" work "${work[@]}"
expect_end without
tell_untraced() { printf 'round\n' >&3; }
tell_untraced
exec 3>&-
wait_until "the result of what goes on" has_line '^result' "$scratch/program.log"

# The awaited descendant receives the first signal, and not the second one.
record_starter left -- sh -c 'trap "echo had it" TERM; "$@" <&3 & while ! wait; do :; done' sh \
  "$runner" work "${work[@]}"
wait_until "the starter's end" has_line 'recording until all have ended' "$scratch/record.log"
kill -TERM "$program_pid"
wait_until "the question" has_line 'once more to end the recording without' "$scratch/record.log"
wait_until "the signal" has_line '^had it$' "$scratch/program.log"
kill -TERM "$program_pid"
expect_end left
exec 3>&-
report left 0

# Standard error is a pipe without a reader.
status=0
"$signpost" record -o "$scratch/trace-pipe" -- sh -c 'exit 3' 2>&1 | true || status=${PIPESTATUS[0]}
expect_equal "the exit code with a closed pipe" 3 "$status"

# Process 1 of this namespace waits for its own child only.
if unshare --pid --fork --mount-proc true 2> /dev/null; then
  cat > "$scratch/first.py" << 'P'
import os, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
states = []
for pid in filter(str.isdigit, os.listdir("/proc")):
    with open(f"/proc/{pid}/stat") as file:
        name, rest = file.read().rsplit(")", 1)
    if rest.split()[0] == "Z":
        states.append(name)
print(status, states)
P
  expect_equal "zombies" "0 []" "$(unshare --pid --fork --mount-proc python3 "$scratch/first.py" \
    "$signpost" record --no-report -q -o "$scratch/trace-zombies" -- "$runner" work "${work[@]}" \
    < /dev/null | tail -n 1)"
fi
