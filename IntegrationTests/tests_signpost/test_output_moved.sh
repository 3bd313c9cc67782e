# The directory of a recording is removed, renamed or emptied while it records. The recorder notices
# it: the recording of a program ends, a recording in the background goes on in a new directory at
# the same place, and a flight recorder makes its directory again.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export HOME=$scratch LTTNG_HOME=$scratch TMPDIR=$scratch/tmp LTTNG_UST_REGISTER_TIMEOUT=-1
unset XDG_RUNTIME_DIR XDG_STATE_HOME
mkdir "$TMPDIR"
cd "$scratch"

programs() {
  "$signpost" report "$1" > report.txt 2> report.errors || true
  grep -c '^ScenarioRunner ([0-9]*)$' report.txt || true
}
round() { "$runner" work <<< round > output; }
# removes NAME FILE…: while the recorder of that name is stopped, as it looks at any moment.
removes() {
  local pid
  pid=$("$signpost" status "$1" --json | sed -n 's/^.*"pid" : \([0-9]*\),*$/\1/p')
  kill -STOP "$pid"
  rm -rf "${@:2}"
  kill -CONT "$pid"
}

# A recording in the background, in each way.
"$signpost" start night -o trace 2> start.log || fail "start: $(cat start.log)"
round
mv trace monday
wait_until "the recording after the directory was renamed" test -e trace/recorder.log
has_line "$scratch/trace was renamed to $scratch/monday" monday/recorder.log \
  || fail "$(cat monday/recorder.log)"
round
expect_equal "programs before the directory was renamed" 1 "$(programs monday)"
has_line '^Its directory was removed or renamed while it recorded' report.txt || fail "$(head -5 report.txt)"
[[ ! -e monday/.room ]] || fail "the reserve is left in the directory that was renamed"
removes night trace
wait_until "the recording after the directory was removed" test -e trace/recorder.log
wait_until "its reason" has_line "$scratch/trace was removed; the recording goes on here" trace/recorder.log
round
"$signpost" status night > status.log || fail "the recorder is gone"
removes night trace/*
wait_until "the recording after its files were removed" \
  has_line "the files in $scratch/trace were removed; the recording goes on here" trace/recorder.log
round
"$signpost" stop night 2> stop.log || fail "stop: $(cat stop.log)"
has_line "the trace is in $scratch/trace" stop.log || fail "stop: $(cat stop.log)"
expect_equal "programs after all that" 1 "$(programs trace)"

# LTTng makes chunks of the directory that is not there any more.
"$signpost" start rotated -o rotated --rotate 1s 2> start.log || fail "start: $(cat start.log)"
round
has_chunk() { [[ -n $(find "$1/archives" -mindepth 1 -maxdepth 1 2> /dev/null) ]]; }
wait_until "a chunk" has_chunk rotated
mv rotated rotated-before
wait_until "the recording after that" has_line recording rotated/recorder.log
round
wait_until "a chunk after that" has_chunk rotated
"$signpost" stop rotated 2> stop.log || fail "stop: $(cat stop.log)"
expect_equal "programs of the chunks before" 1 "$(programs rotated-before)"
expect_equal "programs of the chunks after" 1 "$(programs rotated)"

# A program goes on unrecorded, and its recorder reports where the trace is.
mkfifo input
# begins NAME OPTION…
begins() {
  local name=$1
  shift
  exec 3<> input
  rm -f output
  "$signpost" record --no-report "$@" -o "$name" -- "$runner" work < input > output 2> record.log 3>&- &
  recorder=$!
  background_pids+=("$recorder")
  wait_until "the program" has_line '^ready$' output
  echo round >&3
  wait_until "its work" has_line '^result' output
}
ends() {
  local status=0
  exec 3>&-
  wait "$recorder" || status=$?
  expect_equal "the status of record: $(cat record.log)" "$1" "$status"
}
begins program --recording web
mv program program-before
wait_until "the message" has_line "$scratch/program was renamed to $scratch/program-before" record.log
has_problem() { "$signpost" status web > status.log && has_line 'problem .*was renamed to' status.log; }
wait_until "the status" has_problem
echo round >&3
ends 74
has_line "the trace is in $scratch/program-before" record.log || fail "$(cat record.log)"
expect_equal "programs of the recording" 1 "$(programs program-before)"
[[ ! -e program ]] || fail "the directory is made again: $(find program)"

begins removed --recording web
removes web removed
wait_until "the message" has_line "$scratch/removed was removed" record.log
ends 74

# The snapshots of a flight recorder are taken away one by one, or all at once.
begins flight --snapshot --recording flight
"$signpost" snapshot flight > /dev/null || fail "no snapshot"
mv flight flight-before
second=$("$signpost" snapshot flight) || fail "no snapshot after the directory was renamed"
[[ $second == $scratch/flight/* && -f $second/signpost.json ]] || fail "the snapshot is $second"
removes flight flight
third=$("$signpost" snapshot flight) || fail "no snapshot after the directory was removed"
"$signpost" report "$third" > report.txt || fail "report: $(cat report.txt)"
has_line "$scratch/flight was removed; snapshots are written to $scratch/flight again" record.log \
  || fail "$(cat record.log)"
ends 0
