# Sessions of other daemons do not record Bench. Where it is to be recorded, a row that a foreign
# session records has no number, no verdict and no patch; the table says whose session it is, also
# if it started after the row was set up.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/bench.sh"

commit_thresholds
start_daemon --system-socket
start_session other
owner="of uid $EUID (session daemon [0-9]*, /.*/lttng-ust-sock-[0-9]*)\$"

# beside_session COMMAND…: runs a command that finds the daemon, and waits for it.
beside_session() {
  env ${program_home:+"LTTNG_HOME=$program_home"} LTTNG_UST_REGISTER_TIMEOUT=-1 \
    "${program_namespace[@]}" "$@"
}

# at_gate ENVIRONMENT… : starts a run that waits after its first row was set up.
at_gate() {
  rm -f "$scratch/gate" "$scratch/gate.reached"
  traced_in_background env BENCH_FIXTURE=gate BENCH_GATE="$scratch/gate" "$@" \
    "$bench" --quick --suite gate
  wait_until "the gate" test -e "$scratch/gate.reached"
}

# pass_gate WHAT EXPECTED: lets it go on, and compares its exit code.
pass_gate() {
  local status=0
  touch "$scratch/gate"
  wait "$program_pid" || status=$?
  ((status == $2)) || fail "$1: exit code $status instead of $2: $(cat "$scratch/program.log")"
}

is_registered() { lttng_client list --userspace | grep -q "^PID: $program_pid "; }

# ---- By default

expect_status "beside a session" 0 beside_session "$bench" --quick --check
at_gate
if is_registered; then fail "Bench is registered with a daemon of the machine"; fi
pass_gate "beside a session, at the gate" 0
if has_line 'not measured' "$scratch/program.log"; then fail "$(cat "$scratch/program.log")"; fi

# ---- Recorded from the start

export SIGNPOST_TRACING=1
expect_status "a recorded check" 75 beside_session "$bench" --quick --check --json "$scratch/out.json"
for row in known/object 'known/arithmetic, four times' memory/objects async/task; do
  has_line "^$row: not measured: traced by session other $owner" "$scratch/output" \
    || fail "nothing of $row: $(cat "$scratch/output")"
  has_line "^$row: not judged: traced by session other " "$scratch/output" \
    || fail "no verdict of $row: $(cat "$scratch/output")"
done
if grep -E '^(REGRESSION|improvement|new|gone) |^diff --git|git apply|^object |four against' \
  "$scratch/output"; then fail "a recorded row has a number or a verdict"; fi
if has_line '"median"' "$scratch/out.json"; then fail "a number: $(cat "$scratch/out.json")"; fi
expect_status "a recorded update" 75 beside_session "$bench" --quick --update
git diff --exit-code > /dev/null || fail "thresholds were written for rows that were not measured"
stop_session other

# ---- Recorded from the middle on

at_gate
wait_until "the registration" is_registered
start_session later
pass_gate "recorded from the middle on" 75
for row in before behind after; do
  has_line "^gate/$row: not measured: traced by session later $owner" "$scratch/program.log" \
    || fail "nothing of $row: $(cat "$scratch/program.log")"
done
stop_session later
expect_status "without a session" 0 beside_session "$bench" --quick --check
