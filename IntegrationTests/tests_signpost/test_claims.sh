# One recorder at a time has the name of a recording, and its directory: also while it starts, and
# where its files in TMPDIR are not seen. stop does not report the end of one that goes on.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"
export HOME=$scratch/home TMPDIR=$scratch/tmp
unset XDG_RUNTIME_DIR XDG_STATE_HOME LTTNG_HOME
mkdir "$HOME" "$TMPDIR" "$scratch/elsewhere"
cd "$scratch"

# expect_refusal STATUS PATTERN COMMAND…
expect_refusal() {
  local expected=$1 pattern=$2 status=0
  shift 2
  "$@" 2> refusal.log || status=$?
  expect_equal "the status of $*: $(cat refusal.log)" "$expected" "$status"
  has_line "$pattern" refusal.log || fail "$*: $(cat refusal.log)"
}

SIGNPOST_AT_STEP="hasWatchdog:touch held; until [ -e go ]; do sleep 0.02; done" \
  "$signpost" start night 2> start.log &
first=$!
wait_until "the first recorder" test -e held
expect_refusal 73 'night records already, by process [0-9]*: signpost stop night' "$signpost" start night
expect_refusal 73 'night records already, by process' \
  "$signpost" record --recording night -o trace -- true
expect_refusal 1 'The recorder of night, process [0-9]*, does not answer' "$signpost" stop night
touch go
wait "$first" || fail "start: $(cat start.log)"
expect_refusal 73 'night records already, to ' "$signpost" start night

export TMPDIR=$scratch/elsewhere
expect_refusal 1 'The recorder of night, process [0-9]*, does not answer' "$signpost" stop night
expect_refusal 73 'night records already, by process' "$signpost" start night
directory=$(echo signpost-trace-*)
"$signpost" status > status.log 2> refusal.log || fail "status ends with $?"
has_line 'The recorder of night, process [0-9]*, does not answer' refusal.log || fail "$(cat refusal.log)"
expect_equal "the output of status" "" "$(cat status.log)"
HOME=$scratch/elsewhere expect_refusal 73 "another recording is being made in $directory" \
  "$signpost" start night --output "$directory"

export TMPDIR=$scratch/tmp
# An interrupted recording keeps its name although a program is recorded by that name meanwhile.
"$signpost" start day 2> start.log || fail "start: $(cat start.log)"
interrupted=$(sed -n 's/^.*day records to \(.*\)\. To end.*/\1/p' start.log)
kill -KILL "$("$signpost" status day --json | sed -n 's/^.*"pid" : \([0-9]*\),*$/\1/p')"
"$signpost" start day -o program -- sleep 1000 2> start.log || fail "start: $(cat start.log)"
"$signpost" stop day 2> stop.log || fail "stop: $(cat stop.log)"
"$signpost" stop day 2> stop.log || fail "stop: $(cat stop.log)"
has_line "its trace is in $interrupted" stop.log || fail "stop: $(cat stop.log)"

"$signpost" status night > status.log || fail "the recorder is gone"
"$signpost" stop night 2> stop.log || fail "stop: $(cat stop.log)"
expect_equal "files of the name after its end" "" "$(find "$HOME/.local/state/signpost" -type f)"
