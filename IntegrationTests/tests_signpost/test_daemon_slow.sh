# The daemon notices late that a program has ended, as on a busy machine. `record` waits for that:
# only then are the descriptions of the program's events complete. If that takes too long for the
# user, the recording is reported as incomplete.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

# freeze: stops the daemon's threads that look after programs.
freeze() {
  local daemon
  daemon=$(pgrep -P "$program_pid" -x lttng-sessiond)
  rm -f "$scratch/thaw" "$scratch/frozen"
  mkfifo "$scratch/thaw"
  exec 4<> "$scratch/thaw"
  exec 5> "$scratch/thaw" 4>&-
  python3 "$(dirname "${BASH_SOURCE[0]}")/freeze_threads.py" "$daemon" "UST application" \
    < "$scratch/thaw" > "$scratch/frozen" 2>&1 3>&- 5>&- &
  freezer_pid=$!
  background_pids+=("$freezer_pid")
  wait_until "the daemon's threads to stop" has_line '^frozen$' "$scratch/frozen"
}
thaw() {
  exec 5>&-
  wait "$freezer_pid"
}
is_waiting() { has_line 'waiting until LTTng has completed the trace of ScenarioRunner' "$scratch/record.log"; }

work=(--stores 1 --threads 1 --actions 20)
expect_work "${work[@]}"

start_recording late -- "${work[@]}"
tell round result
freeze
exec 3>&-
wait_until "record to wait for the daemon" is_waiting
! is_gone "$program_pid" || fail "record has not waited"
thaw
status=0
wait "$program_pid" || status=$?
expect_equal "the exit code" 0 "$status"
expect_results
report late
expect_fact is_complete true
expect_equal "the actions" "$(sed -n 's/.*actions=\([0-9]*\).*/\1/p' <<< "$expected")" \
  "$(fact processes.0.actions)"

start_recording given-up -- "${work[@]}"
tell round result
freeze
exec 3>&-
wait_until "record to wait for the daemon" is_waiting
kill -TERM "$program_pid"
wait_until "the question" has_line 'once more to leave it incomplete' "$scratch/record.log"
kill -TERM "$program_pid"
wait_until "the answer" has_line 'leaving the trace incomplete' "$scratch/record.log"
thaw
status=0
wait "$program_pid" || status=$?
expect_equal "the exit code after giving up" $((128 + 15)) "$status"
