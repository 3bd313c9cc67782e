# Each process of a recording is killed at each of its steps: no process, socket, directory or
# shared memory is left, the program ends as it would alone, and the trace is read up to its last
# complete packet. KILL_ROUNDS is the number of rounds; each has other pairs of a step and a
# process, and all pairs are in 60 rounds.
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
#include <unistd.h>
int main(void) {
  composable_schema_emit("1.0.0");
  for (int number = 1; number <= 2000; number++) {
    composable_store_created_do(number, 0, "Feature", "Module/File.swift", 2, false, 0);
    if (number % 100 == 0) usleep(1000);
  }
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

left() {
  lttng_processes
  pgrep -af signpost-watchdog || true
  find "$TMPDIR" /run/lttng -mindepth 1 -maxdepth 1 -name 'signpost*'
  find /dev/shm -mindepth 1 ! -name 'lttng-ust-wait-*'
}
nothing_is_left() { [[ -z $(left) ]]; }

# kill_at STEP NAME: records the program.
kill_at() {
  local step=$1 name=$2 status=0
  rm -rf "$scratch/trace"
  SIGNPOST_AT_STEP="$step:touch $scratch/reached; kill -KILL \$(${targets[$name]})" \
    timeout 100 "$signpost" record --no-report --subbuf-size 64K --num-subbuf 4 -o "$scratch/trace" \
    -- "$scratch/writer" > "$scratch/output" 2> "$scratch/errors" || status=$?
  [[ -e $scratch/reached ]] || fail "$step was not reached: $(cat "$scratch/errors")"
  rm "$scratch/reached"
  case $status in
    7 | 69 | 74 | 137) ;;
    *) fail "$name killed at $step: the status is $status: $(cat "$scratch/errors")" ;;
  esac
  wait_until "the clean-up after $name was killed at $step: $(left)" nothing_is_left
  [[ -d $scratch/trace ]] || return 0
  status=0
  "$signpost" report "$scratch/trace" > "$scratch/report" 2> "$scratch/errors" || status=$?
  case $status in
    0 | 65 | 66 | 67) ;;
    *) fail "$name killed at $step: the report ends with $status: $(cat "$scratch/errors")" ;;
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
