# A session daemon that signpost has not started loses its consumer: LTTng starts no other one. Each
# recording that needs the daemon names it and the command that restarts it, and a recording in the
# background resumes after that.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export HOME=$scratch LTTNG_HOME=$scratch TMPDIR=$scratch LTTNG_UST_REGISTER_TIMEOUT=-1
unset XDG_RUNTIME_DIR XDG_STATE_HOME
cd "$scratch"

start_own_daemon() {
  setsid lttng-sessiond --no-kernel > daemon.log 2>&1 &
  daemon=$!
  background_pids+=("$daemon")
  wait_until "the session daemon" lttng --no-sessiond list
}
has_advice() {
  grep -q "session daemon, process $daemon, records nothing .*: kill $daemon && lttng-sessiond --background" "$1"
}

start_own_daemon
"$signpost" start night -o trace 2> start.log || fail "start: $(cat start.log)"
"$runner" work <<< round > output
wait_until "the trace" test -d trace/ust
kill -KILL "$(pgrep -P "$daemon" -f lttng-consumerd)"
recorder_is_gone() { ! "$signpost" status night > /dev/null 2>&1; }
wait_until "the end of the recorder" recorder_is_gone
has_advice trace/recorder.log || fail "no advice: $(cat trace/recorder.log)"
! grep -q 'is resumed' trace/recorder.log || fail "it is resumed in vain: $(cat trace/recorder.log)"

# refused STATUS ARGUMENT…: a recording by that daemon is refused, with the advice.
refused() {
  local expected=$1 status=0
  shift
  "$signpost" "$@" 2> refused.log || status=$?
  expect_equal "the status of $*: $(cat refused.log)" "$expected" "$status"
  has_advice refused.log || fail "$*: no advice: $(cat refused.log)"
}
refused 69 start night
refused 69 record --duration 1s -o refused
refused 69 record --use-daemon -o refused -- "$runner" work
[[ ! -e refused ]] || fail "a refused recording leaves a directory"

# As the advice says.
kill "$daemon"
wait_until "the end of the session daemon" is_gone_or_zombie "$daemon"
start_own_daemon
"$signpost" start night 2> start.log || fail "start: $(cat start.log)"
"$runner" work <<< round > output
"$signpost" stop night 2> stop.log || fail "stop: $(cat stop.log)"
# The earlier part is damaged where the consumer died.
"$signpost" report trace > report.txt 2> report.errors || true
has_line "^Nothing was recorded from .*: LTTng's consumer had died" report.txt || fail "$(head report.txt)"
has_line '^2 processes: ScenarioRunner' report.txt || fail "$(cat report.txt)"

# A program that is recorded by such a daemon goes on, and its recorder has the advice.
mkfifo input
exec 3<> input
"$signpost" record --use-daemon --no-report -o program -- "$runner" work < input > output 2> record.log 3>&- &
recorder=$!
background_pids+=("$recorder")
wait_until "the program" has_line '^ready$' output
echo round >&3
wait_until "its work" has_line '^result' output
kill -KILL "$(pgrep -P "$daemon" -f lttng-consumerd)"
wait_until "the message" has_line "consumer, which writes the trace, died" record.log
has_advice record.log || fail "no advice: $(cat record.log)"
exec 3>&-
status=0
wait "$recorder" || status=$?
expect_equal "the status of record" 74 "$status"
has_line "LTTng's consumer, which writes the trace, died during the recording" record.log \
  || fail "the end: $(cat record.log)"
! has_line 'session daemon died' record.log || fail "it lives: $(cat record.log)"
has_line '"reason" : "consumerDied"' program/signpost.json || fail "$(cat program/signpost.json)"
