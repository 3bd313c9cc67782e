# A program of a followed name that is not recorded from its beginning is counted and named.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"

export HOME=$scratch LTTNG_HOME=$scratch TMPDIR=$scratch
unset XDG_RUNTIME_DIR XDG_STATE_HOME
cd "$scratch"
cp "$runner" Followed
"$signpost" start night --attach Followed --output night 2> start.log || fail "$(cat start.log)"
# It does not wait until the recorder has found it.
SIGNPOST_FOLLOW_TIMEOUT=0 ./Followed work <<< round > output 2>&1
# It waits.
SIGNPOST_FOLLOW_TIMEOUT=60000 ./Followed work <<< round >> output 2>&1
"$signpost" stop night 2> stop.log || fail "stop: $(cat stop.log)"
message='1 program was not recorded in time, .* is not in the trace: Followed ([0-9]*)\.'
has_line "$message" stop.log || fail "stop: $(cat stop.log)"
has_line "$message" night/recorder.log || fail "$(cat night/recorder.log)"
status=0
"$signpost" report night > report.log 2>&1 || status=$?
expect_equal "the status of the report" 0 "$status"
has_line "$message" <(tr '\n' ' ' < report.log) || fail "$(head -8 report.log)"
