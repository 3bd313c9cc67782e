# Recordings of running programs share a session daemon: the first one starts it, and the last one
# stops it, also when recorders start while another is leaving.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export HOME=$scratch TMPDIR=$scratch
unset XDG_RUNTIME_DIR LTTNG_HOME

daemon_serves() { lttng --no-sessiond list > /dev/null 2>&1; }
nothing_is_left() {
  [[ -z $(lttng_processes) && -z $(ls -d /run/lttng/signpost* 2> /dev/null) ]] \
    && ! ls -d "$scratch"/signpost-?????? 2> /dev/null
}
is_complete() { grep -q '"reason" : "complete"' "$scratch/trace-$1/signpost.json"; }
start() { "$signpost" start "$1" -o "$scratch/trace-$1" 2> "$scratch/$1.log" || fail "$(cat "$scratch/$1.log")"; }
stop() { "$signpost" stop "$1" 2> "$scratch/$1.log" || fail "$(cat "$scratch/$1.log")"; }

# Two at the same moment have one daemon, which the first to leave leaves alone.
"$signpost" start one -o "$scratch/trace-one" 2> "$scratch/one.log" &
start two
wait $! || fail "$(cat "$scratch/one.log")"
expect_equal "the number of daemons" 1 "$(pgrep -cx lttng-sessiond)"
stop one
daemon_serves || fail "the daemon was taken from a recording that uses it"
start three
kill -KILL "$("$signpost" status two --json | sed -n 's/.*"pid" : \([0-9]*\).*/\1/p')"
watchdogs() { pgrep -cf signpost-watchdog; }
only_one_watchdog() { [[ $(watchdogs) == 1 ]]; }
wait_until "the clean-up after the recorder that was killed" only_one_watchdog
stop three
wait_until "the end of the daemon" nothing_is_left
{ is_complete one && is_complete three; } || fail "a recording is incomplete"

# Root without mount namespaces has no private daemon: recordings of programs share one as well.
"$signpost" start beside -o "$scratch/trace-beside" 2> "$scratch/start.log"
setpriv --bounding-set=-sys_admin -- "$signpost" record --no-report -o "$scratch/trace-program" -- \
  "$runner" work <<< round > /dev/null 2> "$scratch/record.log" || fail "$(cat "$scratch/record.log")"
grep -q 'root can have no private session daemon here' "$scratch/record.log" \
  || fail "$(cat "$scratch/record.log")"
daemon_serves || fail "the daemon was taken from a recording that uses it"
stop beside
wait_until "the end of the daemon" nothing_is_left
setpriv --bounding-set=-sys_admin -- "$signpost" record --no-report -o "$scratch/trace-alone" -- \
  "$runner" work <<< round > /dev/null 2> "$scratch/record.log" || fail "$(cat "$scratch/record.log")"
wait_until "the end of the daemon" nothing_is_left
for name in program alone; do
  is_complete "$name" || fail "the recording '$name' is incomplete"
  report "$name"
  expect_fact losses.events 0
  [[ $(fact events.total) -gt 1000 ]] || fail "too little was recorded: $(cat "$scratch/report")"
done

# The watchdog of the last recording has seen that the daemon has no session, and is held before it
# ends the daemon: a recorder that starts then waits, and has a daemon of its own.
mkdir "$scratch/bin"
cat > "$scratch/bin/lttng" << SCRIPT
#!/bin/sh
if [ -e "$scratch/hold" ] && [ "\$*" = "--no-sessiond --mi xml list" ]; then
  answer=\$("$(command -v lttng)" "\$@")
  : > "$scratch/looked"
  while [ -e "$scratch/hold" ]; do sleep 0.02; done
  printf '%s\n' "\$answer"
  exit
fi
exec "$(command -v lttng)" "\$@"
SCRIPT
chmod +x "$scratch/bin/lttng"
PATH=$scratch/bin:$PATH start last
: > "$scratch/hold"
"$signpost" stop last 2> "$scratch/stop.log" &
stopping=$!
wait_until "the watchdog's look at the sessions" test -e "$scratch/looked"
"$signpost" record --verbose --duration 200ms -o "$scratch/trace-next" 2> "$scratch/next.log" &
next=$!
goes_on() { is_gone_or_zombie "$next" || grep -qE 'waiting for the end|recording every' "$scratch/next.log"; }
wait_until "the next recorder" goes_on
rm "$scratch/hold"
wait "$stopping" || fail "$(cat "$scratch/stop.log")"
wait "$next" || fail "the next recording ends with $?: $(cat "$scratch/next.log")"
grep -q 'started a session daemon' "$scratch/next.log" || fail "$(cat "$scratch/next.log")"
{ is_complete last && is_complete next; } || fail "a recording is incomplete: $(cat "$scratch/next.log")"
wait_until "the end of the daemon" nothing_is_left

# Two recordings share a daemon, and its log. The full disk of one is no failure of the other. The
# recorder of the first is stopped, so that it cannot react before the disk is full. The metadata is
# on the disk before: LTTng 2.13 may hang for ever if it cannot write that, with all its sessions.
mkdir "$scratch/small"
mount -t tmpfs -o size=16m none "$scratch/small"
start_unrecorded_work
"$signpost" record --attach "$program_pid" --no-report -o "$scratch/small/trace" \
  2> "$scratch/small.log" 3>&- &
small=$!
"$signpost" record --attach "$program_pid" --no-report -o "$scratch/trace-large" \
  2> "$scratch/large.log" 3>&- &
large=$!
background_pids+=("$small" "$large")
wait_until "the first recording" has_line 'recording .*ScenarioRunner' "$scratch/small.log"
wait_until "the second recording" has_line 'recording .*ScenarioRunner' "$scratch/large.log"
metadata_is_written() {
  local size
  size=$(find "$1" -name metadata -printf '%s\n' 2> /dev/null) && [[ -n $size && $size == "$metadata" ]] \
    && return
  metadata=$size
  sleep 2
  return 1
}
metadata=
wait_until "the metadata of the first recording" metadata_is_written "$scratch/small/trace"
kill -STOP "$small"
head -c 32M /dev/zero > "$scratch/small/filler" 2> /dev/null || true
tell round result
kill -CONT "$small"
status=0
wait "$small" || status=$?
expect_equal "the status on a full disk: $(cat "$scratch/small.log")" 74 "$status"
grep -q 'No space left on device' "$scratch/small.log" || fail "$(cat "$scratch/small.log")"
exec 3>&-
wait "$program_pid" || fail "the program ends with $?"
wait "$large" || fail "the other recording ends with $?: $(cat "$scratch/large.log")"
is_complete large || fail "$(cat "$scratch/trace-large/signpost.json")"
wait_until "the end of the daemon" nothing_is_left
umount "$scratch/small"

# A daemon that starts late ends with the recorder that has started it: whether that waits in vain,
# or is interrupted while it waits.
mkdir "$scratch/late"
printf '#!/bin/sh\nexec sleep 1000\n' > "$scratch/late/lttng-sessiond"
chmod +x "$scratch/late/lttng-sessiond"
late_daemon_runs() { pgrep -fx 'sleep 1000' > /dev/null; }
late_daemon_is_gone() { ! late_daemon_runs; }
for end in 69 143; do
  PATH=$scratch/late:$PATH "$signpost" record --duration 1h -o "$scratch/trace-late" \
    2> "$scratch/late.log" &
  recorder=$!
  wait_until "the late daemon" late_daemon_runs
  [[ $end == 69 ]] || kill -TERM "$recorder"
  status=0
  wait "$recorder" || status=$?
  expect_equal "the end without a daemon: $(cat "$scratch/late.log")" "$end" "$status"
  wait_until "the end of the late daemon" late_daemon_is_gone
  wait_until "the end of all" nothing_is_left
done
