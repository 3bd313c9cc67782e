# Limits of a process and of its namespaces: the message names the cause, the status is not 0 if
# nothing was recorded, and no process, file or directory stays behind.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"

build writer << 'C'
#include "CLTTng.h"
#include <stdlib.h>
#include <unistd.h>
int main(int count, char **arguments) {
  long most = count > 1 ? atol(arguments[1]) : 1;
  composable_schema_emit("1.0.0");
  for (long number = 1; number <= most; number++) {
    composable_store_created_do(number, 0, "Feature", "Module/File.swift", 2, false, 0);
    // The buffers are emptied meanwhile.
    if (number % 2000 == 0) usleep(1000);
  }
  return 0;
}
C

export TMPDIR=$scratch/temporary
mkdir "$TMPDIR"

# expect_record STATUS MESSAGE COMMAND…: runs a command with the recorder as `$record`.
expect_record() {
  local expected=$1 message=$2 status=0
  shift 2
  rm -rf "$scratch/trace"
  record="$signpost record --no-report --subbuf-size=64K --num-subbuf=4 --output $scratch/trace --" \
    writer=$scratch/writer timeout 100 "$@" > "$scratch/output" 2> "$scratch/errors" || status=$?
  expect_equal "the status of $*: $(cat "$scratch/errors")" "$expected" "$status"
  has_line "$message" "$scratch/errors" || fail "no “$message”: $(cat "$scratch/errors")"
  ((expected == 0 || expected == 74)) || [[ ! -e $scratch/trace ]] || fail "$*: a trace is left"
  # LTTng keeps the files that programs wait at.
  expect_equal "files that $* leaves" "" \
    "$(find "$TMPDIR" /dev/shm -mindepth 1 ! -name 'lttng-ust-wait-*')"
  expect_equal "processes that $* leaves" "" "$(lttng_processes)"
}

expect_record 69 'a process may open 60 files here' bash -c 'ulimit -n 60; $record $writer'
# A low limit of the program is none for the daemons.
expect_record 0 'the trace is in' bash -c 'ulimit -S -n 40; $record $writer'
expect_record 69 'a file may have 100 KiB here' bash -c 'ulimit -f 100; $record $writer'
expect_record 74 'files may not become larger here' bash -c 'ulimit -f 2000; $record $writer 300000'
status=0
"$signpost" report "$scratch/trace" > "$scratch/report" 2> "$scratch/errors" || status=$?
expect_equal "the status of the report" 65 "$status"
has_line '^Files could not become larger' "$scratch/report" || fail "$(head -5 "$scratch/report")"

for format in csv sqlite; do
  status=0
  (ulimit -f 10; "$signpost" export --format "$format" --output "$TMPDIR/spans" "$scratch/trace") \
    2> "$scratch/errors" || status=$?
  expect_equal "the status of an export that is too large" 71 "$status"
  has_line "“$TMPDIR/spans” could not be written to its end" "$scratch/errors" \
    || fail "$(cat "$scratch/errors")"
  expect_equal "files of the export" "" "$(ls "$TMPDIR")"
done

mkdir "$scratch/gone"
cd "$scratch/gone"
rmdir "$scratch/gone"
expect_record 0 'the trace is in' bash -c '$record $writer'
expect_record 73 'the working directory was removed' "$signpost" record --output trace -- "$scratch/writer"
expect_record 73 'the working directory was removed' "$signpost" record -- "$scratch/writer"
cd "$scratch"

expect_record 0 'the trace is in' unshare --user --map-root-user bash -c '$record $writer'
expect_record 69 'this user namespace has no uid' unshare --user bash -c '$record $writer'

# Helpers of a session daemon that dies while it starts.
mkdir "$scratch/bin"
cat > "$scratch/bin/lttng-sessiond" << 'SH'
#!/bin/sh
sleep 100 &
exit 1
SH
chmod +x "$scratch/bin/lttng-sessiond"
expect_record 69 'the session daemon ended with code 1' \
  bash -c 'PATH=$(dirname "$writer")/bin:$PATH; $record $writer'
expect_equal "helpers" "" "$(pgrep -a -x sleep || true)"

mount -o remount,ro /dev/shm
expect_record 69 '/dev/shm, which .* Read-only file system' bash -c '$record $writer'
