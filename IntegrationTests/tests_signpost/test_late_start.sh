# A session daemon that needs longer than the three seconds that LTTng's library waits by default,
# as if many programs started at once: the program waits, and is recorded from its first event on.
# One that does not wait so long is counted and named.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"

build started << 'C'
#include "CLTTng.h"
#include <stdio.h>
int main(int count, char **arguments) {
  composable_schema_emit("1.0.0");
  composable_store_created_do(1, 0, "Feature", "Module/File.swift", 2, false, 0);
  composable_store_released_do(1, 0, "Feature", "Module/File.swift", 2);
  puts(arguments[count - 1]);
  return 0;
}
C

# The recorder is the shell's parent, and the daemon its child. It stops, and goes on.
cat > "$scratch/starts.sh" << 'SH'
daemon=$(pgrep -P $PPID lttng-sessiond) || exit 9
kill -STOP "$daemon"
LTTNG_UST_REGISTER_TIMEOUT=1 "$1" early
(sleep 3.5; kill -CONT "$daemon") &
"$1" patient
wait
SH

"$signpost" record --no-report --output "$scratch/trace" -- bash "$scratch/starts.sh" "$scratch/started" \
  > "$scratch/output" 2> "$scratch/errors" || fail "record ends with $?: $(cat "$scratch/errors")"
expect_equal "the programs" $'early\npatient' "$(cat "$scratch/output")"
message='1 program was not recorded in time, .* is not in the trace: started ([0-9]*)\.'
has_line "$message" "$scratch/errors" || fail "$(cat "$scratch/errors")"

# Nothing of the only program is recorded.
status=0
"$signpost" record --no-report --output "$scratch/nothing" -- bash -c '
  daemon=$(pgrep -P $PPID lttng-sessiond); kill -STOP "$daemon"
  LTTNG_UST_REGISTER_TIMEOUT=1 "$0" late; kill -CONT "$daemon"' "$scratch/started" \
  > "$scratch/output" 2> "$scratch/errors" || status=$?
expect_equal "the status if nothing was recorded; $(cat "$scratch/errors")" 74 "$status"
has_line '1 program was not recorded' "$scratch/errors" || fail "$(cat "$scratch/errors")"

"$signpost" report "$scratch/trace" > "$scratch/report" || fail "the report ends with $?"
has_line "$message" <(tr '\n' ' ' < "$scratch/report") || fail "$(head -5 "$scratch/report")"
has_line "1 store created, 1 released" "$scratch/report" || fail "$(head -5 "$scratch/report")"
has_line "nothing known to be lost" "$scratch/report" || fail "$(head -5 "$scratch/report")"
status=0
"$signpost" report --fail-on-loss "$scratch/trace" > "$scratch/report" 2> "$scratch/errors" || status=$?
expect_equal "the status with --fail-on-loss" 79 "$status"

# A program does not wait for files that are no marks of a recorder: to open a FIFO can block.
mkdir -p "$scratch/home/.lttng/signpost-follow"
mkfifo "$scratch/home/.lttng/signpost-follow/started" "$scratch/late"
expect_equal "the program beside FIFOs" alone "$(
  LTTNG_HOME=$scratch/home SIGNPOST_LATE_STARTS=$scratch/late SIGNPOST_SELECTION=$scratch/late \
    LTTNG_UST_REGISTER_TIMEOUT=0 timeout 60 "$scratch/started" alone
)"
