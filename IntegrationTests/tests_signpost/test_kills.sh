# Each process of a recording is killed at each of its steps: no process, socket, lock, directory,
# temporary file or shared memory is left, the program ends as it would alone, and the trace is read
# up to its last complete packet. KILL_ROUNDS is the number of rounds; each has other pairs of a
# step and a process, and all pairs are in 60 rounds.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"
mkdir "$scratch/tmp"
export HOME=$scratch TMPDIR=$scratch/tmp
unset XDG_RUNTIME_DIR LTTNG_HOME

build writer << 'C'
#include "CLTTng.h"
#include <fcntl.h>
#include <unistd.h>
int main(int count, char **arguments) {
  if (count < 2) return 1;
  close(creat(arguments[1], 0600));
  composable_schema_emit("1.0.0");
  for (int number = 1; number <= 2000; number++) {
    composable_store_created_do(number, 0, "Feature", "Module/File.swift", 2, false, 0);
    if (number % 100 == 0) usleep(1000);
  }
  unlink(arguments[1]);
  return 7;
}
C

steps=(
  hasWatchdog hasDirectory hasDaemonProcess daemonAnswers hasLoadedSession hasStartedSession
  hasManifest hasProgram programHasEnded hasStoppedSession tracesAreComplete hasEnd
)
declared=$(sed -n 's/^  case \([a-zA-Z]*\)$/\1/p' \
  "$repository/Sources/Recording/Recorder/RecordingStep.swift" | tr '\n' ' ')
expect_equal "the steps" "$declared" "${steps[*]} "

# The commands that find each process; the shell of a step is a child of the recorder.
declare -A targets=(
  [recorder]='echo $PPID'
  [watchdog]='pgrep -f signpost-watchdog'
  [daemon]='pgrep -x lttng-sessiond'
  [consumer]='pgrep -x lttng-consumerd'
  [program]='pgrep -x writer'
)
names=(recorder watchdog daemon consumer program)

# All of this is in the namespace of the test.
left() {
  lttng_processes
  pgrep -af 'signpost-watchdog|signpost record|/writer' || true
  find "$TMPDIR" "$HOME/.lttng" /run/lttng -mindepth 1 2> /dev/null || true
  find /dev/shm -mindepth 1 ! -name 'lttng-ust-wait-*'
  if [[ -d $scratch/trace ]]; then
    find "$scratch/trace" -name '*.new' -o -name 'signpost.json.*' -o -name .room
  fi
  grep FLOCK /proc/locks || true
}
nothing_is_left() { [[ -z $(left) ]]; }

# kill_at STEP NAME: records the program.
kill_at() {
  local step=$1 name=$2 status=0
  rm -rf "$scratch/trace" "$scratch/running"
  SIGNPOST_AT_STEP="$step:touch $scratch/reached; kill -KILL \$(${targets[$name]})" \
    timeout 100 "$signpost" record --no-report --subbuf-size 64K --num-subbuf 4 -o "$scratch/trace" \
    -- "$scratch/writer" "$scratch/running" > "$scratch/output" 2> "$scratch/errors" || status=$?
  [[ -e $scratch/reached ]] || fail "$step was not reached: $(cat "$scratch/errors")"
  rm "$scratch/reached"
  case $status in
    7 | 69 | 74 | 137) ;;
    *) fail "$name killed at $step: the status is $status: $(cat "$scratch/errors")" ;;
  esac
  wait_until "the clean-up after $name was killed at $step: $(left)" nothing_is_left
  [[ $name == program || ! -e $scratch/running ]] || fail "$name killed at $step: the program, too"
  [[ -d $scratch/trace ]] || return 0
  status=0
  "$signpost" report "$scratch/trace" > "$scratch/report" 2> "$scratch/errors" || status=$?
  case $status in
    0 | 65 | 66 | 67) ;;
    *) fail "$name killed at $step: the report ends with $status: $(cat "$scratch/errors")" ;;
  esac
  expect_stores "$step" "$name"
}

# expect_stores STEP NAME: the stores in the report are all that the packets on the disk have.
expect_stores() {
  local found packets
  found=$(
    { "$signpost" report "$scratch/trace" --json 2> /dev/null || true; } \
      | sed -n 's/^.*"stores_created" *: *\([0-9]*\).*/\1/p'
  )
  packets=$(babeltrace2 "$scratch/trace" 2> /dev/null | grep -c ' composable:store_created: ' || true)
  ((${found:-0} >= packets)) || fail "$2 killed at $1: $found of $packets stores"
  case $1 in
    tracesAreComplete | hasEnd) expect_equal "stores, $2 killed at $1" 2000 "$found" ;;
  esac
}

rounds=${KILL_ROUNDS:-5}
pairs=()
for step in "${steps[@]}"; do
  for name in "${names[@]}"; do pairs+=("$step $name"); done
done
# Neighbours differ in both.
for ((round = 0; round < rounds; round++)); do
  pair=${pairs[$(((round * 17 + ${KILL_START:-$((10#$(date +%j)))}) % ${#pairs[@]}))]}
  # shellcheck disable=SC2086
  kill_at $pair
done
