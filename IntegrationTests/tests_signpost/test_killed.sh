# A recorder that is killed leaves no daemon, session, file or shared memory, in whatever way it
# records; the program goes on. Where shared memory is small, each way says that buffers are.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
mkdir "$scratch/tmp"
export HOME=$scratch TMPDIR=$scratch/tmp
unset XDG_RUNTIME_DIR LTTNG_HOME

mkfifo "$scratch/input"
exec 3<> "$scratch/input"
shared_memory() { df --output=used /dev/shm | tail -n 1; }
records() { (($(shared_memory) > 1024)); }
# The relay daemon that recordings are sent to, and its directory, belong to the test itself.
relay=none
collecting=none
daemons() { lttng_processes | grep -v "^$relay " || true; }
watchdogs() { pgrep -af signpost-watchdog || true; }
files() { find "$TMPDIR" /run/lttng -mindepth 1 -maxdepth 1 -name 'signpost*' \
  ! -path "$collecting"; }
nothing_is_left() {
  left=$(daemons; files)
  (($(shared_memory) < 1024)) || left+=" $(shared_memory) KiB of shared memory"
  echo "$left"
  [[ -z $left ]]
}

program=("$runner" work)
start_target() {
  "${program[@]}" < "$scratch/input" > "$scratch/target.log" 2>&1 3>&- &
  target=$!
  wait_until "the program" has_line '^ready$' "$scratch/target.log"
}

# killed NAME OPTION…: runs the command until it records, and kills it.
killed() {
  local name=$1 recorder
  shift
  rm -rf "$scratch/trace"
  "$signpost" "$@" < "$scratch/input" > "$scratch/output" 2> "$scratch/log" 3>&- &
  recorder=$!
  if [[ $name == start ]]; then
    wait "$recorder" || fail "start: $(cat "$scratch/log")"
    recorder=$("$signpost" status --json | sed -n 's/.*"pid" : \([0-9]*\).*/\1/p')
  fi
  wait_until "what '$name' records: $(cat "$scratch/log")" records
  # A recording of any number of processes always has small buffers.
  [[ $name == start ]] || grep -q 'the buffers are small' "$scratch/log" \
    || fail "'$name' does not say that buffers are small: $(cat "$scratch/log")"
  ${while_killed:-} kill -KILL "$recorder"
  wait "$recorder" 2> /dev/null || true
  wait_until "the clean-up after '$name'" nothing_is_left
  # The recorded program continues.
  pgrep -x ScenarioRunner > /dev/null || fail "'$name' took the program with it"
  pkill -KILL -x ScenarioRunner
}

to=(-o "$scratch/trace")
killed record record "${to[@]}" -- "${program[@]}"
killed blocking record --blocking --follow-forks "${to[@]}" -- "${program[@]}"
killed snapshot record --on-slow 50ms "${to[@]}" -- "${program[@]}"
killed rotate record --rotate 1s "${to[@]}" -- "${program[@]}"
killed top top --json --program-output /dev/null -- "${program[@]}"
start_target
killed attach record --attach "$target" "${to[@]}"
# The lock of the recorder may last longer than its pipe to the watchdog, as on a busy machine.
held_lock() {
  flock -s /run/lttng/signpost.lock sh -c "touch '$scratch/held'; sleep 1" 3>&- &
  wait_until "the lock" test -e "$scratch/held"
  "$@"
}
start_target
while_killed=held_lock killed attach record --attach "$target" "${to[@]}"
start_target
killed "attached flight recorder" record --attach ScenarioRunner --on-slow 50ms "${to[@]}"
start_target
killed start start night "${to[@]}"
start_target
killed "top of a process" top --json "$target"

"$signpost" collect -o "$scratch/fleet" > "$scratch/collect.log" 2>&1 3>&- &
collect=$!
listens() { pgrep -x lttng-relayd && ss -Hltn | grep -q ':5342 '; }
wait_until "the relay daemon" listens
relay=$(pgrep -x lttng-relayd)
collecting=$(files)
killed relay record --relay 127.0.0.1 -o "$scratch/note" -- "${program[@]}"
relay=none
collecting=none
kill -KILL "$collect"
relay_is_gone() { [[ -z $(lttng_processes) && -z $(files) ]]; }
wait_until "the clean-up after collect" relay_is_gone
expect_equal "the watchdogs that are left" "" "$(watchdogs)"
