# A stream that is cut off is read in place: the temporary directory may be small, and the recording
# is not changed. Lost events are a failure where that is asked for.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"

build burst << 'C'
#include "CLTTng.h"
#include <stdlib.h>

int main(int count, char **arguments) {
  uint64_t actions = strtoull(arguments[count - 1], NULL, 10);
  composable_schema_do(COMPOSABLE_SCHEMA_VERSION, "0.1.0", "test");
  for (uint64_t id = 7; id < 7 + actions; id++) {
    composable_action_begin_do(id, 0, 0, 1, "app", "tick");
    composable_action_end_do(id, composable_state_changed_yes, composable_effect_kind_none);
  }
  return 0;
}
C

# record NAME STATUS OPTION…: 50,000 actions.
record() {
  local name=$1 expected=$2 status=0
  shift 2
  "$signpost" record --no-report --output "$scratch/$name" "$@" -- "$scratch/burst" 50000 \
    > "$scratch/$name.log" 2>&1 || status=$?
  [[ $status == "$expected" ]] || fail "recording ends with $status: $(cat "$scratch/$name.log")"
}

# events_of NAME STATUS OPTION…: how many events a report has.
events_of() {
  local name=$1 expected=$2 status=0
  shift 2
  # No file that this writes may be larger than 64 KiB.
  (ulimit -f 64 && TMPDIR=$scratch/tmp "$signpost" report --json "$scratch/$name" "$@") \
    > "$scratch/report.json" 2> "$scratch/report.log" || status=$?
  [[ $status == "$expected" ]] || fail "the report ends with $status: $(cat "$scratch/report.log")"
  sed -nE 's/^ *"composable" : ([0-9]+),$/\1/p' "$scratch/report.json"
}

mkdir "$scratch/tmp"
record whole 0 --blocking --subbuf-size 64K --num-subbuf 64 --fail-on-loss
expect_equal "the events" 100001 "$(events_of whole 0 --fail-on-loss)"

# The trace with its largest stream cut by 10,000 bytes.
cp -r "$scratch/whole" "$scratch/cut"
stream=$(find "$scratch/cut" -name 'composable_*' -size +100k -not -name '*.idx' | head -n 1)
truncate --size=-10000 "$stream"
touch --date='2020-01-01' "$stream"
before=$(sha256sum "$stream")
events=$(events_of cut 65)
((events > 99000 && events < 100001)) || fail "$events events are left"
expect_equal "damage" 1 "$(grep -c "$stream: " "$scratch/report.log")"
has_line ': it was cut off$' "$scratch/report.log" \
  || fail "no reason: $(cat "$scratch/report.log")"
expect_equal "the stream" "$before" "$(sha256sum "$stream")"
expect_equal "what is left in TMPDIR" "" "$(ls -A "$scratch/tmp")"

# Buffers that are far too small.
record lossy 0 --subbuf-size 4K --num-subbuf 2
events=$(events_of lossy 0)
((events < 100001)) || fail "nothing was lost"
expect_equal "the events with --fail-on-loss" "$events" "$(events_of lossy 79 --fail-on-loss)"
record lossy-too 79 --subbuf-size 4K --num-subbuf 2 --fail-on-loss
has_line 'lacks events that were lost' "$scratch/lossy-too.log" || fail "$(cat "$scratch/lossy-too.log")"
