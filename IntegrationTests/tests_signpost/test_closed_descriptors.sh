# A program that closes all descriptors above 2, as daemons do, ends as it does unrecorded.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"

build daemon << 'C'
#define _GNU_SOURCE
#include "CLTTng.h"
#include <stdio.h>
#include <unistd.h>
int main(void) {
  composable_schema_emit("1.0.0");
  for (int descriptor = 3; descriptor < 1024; descriptor++) close(descriptor);
  composable_store_created_do(1, 0, "Feature", "Module/File.swift", 2, false, 0);
  composable_store_released_do(1, 0, "Feature", "Module/File.swift", 2);
  puts("done");
  return 3;
}
C

status=0
timeout 60 "$signpost" record --no-report --output "$scratch/trace" -- "$scratch/daemon" \
  > "$scratch/output" 2> "$scratch/errors" || status=$?
expect_equal "the exit code; $(cat "$scratch/errors")" 3 "$status"
expect_equal "the output" "done" "$(cat "$scratch/output")"
"$signpost" report "$scratch/trace" > "$scratch/report" || fail "no report"
has_line "1 store created, 1 released" "$scratch/report" || fail "$(head -5 "$scratch/report")"

# A session by hand, as Documentation/FailureModes.md describes it.
start_daemon
start_session by-hand
status=0
LD_PRELOAD=liblttng-ust-fd.so.1 traced "$scratch/daemon" > "$scratch/output" || status=$?
expect_equal "the exit code in a session by hand" 3 "$status"
stop_session by-hand
expect_equal "the events of the session by hand" 3 "$(events by-hand | wc -l)"
