# An export is written where the file system has no hard links, and replaces no file there unless
# asked to. Ctrl-C while a damaged trace is read leaves no temporary directory.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
start_daemon
signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"

build events << 'C'
#include "CLTTng.h"
int main(void) {
  composable_schema_do(COMPOSABLE_SCHEMA_VERSION, "0.1.0", "test");
  for (int action = 1; action <= 20000; action++) {
    composable_action_begin_do(action, 0, 0, 1, "app", "tap");
    composable_action_end_do(action, 1, 0);
  }
}
C
start_session links
traced "$scratch/events"
stop_session links

cat > "$scratch/link.c" << 'C'
#include <errno.h>
int link(const char *from, const char *to) {
  (void)from, (void)to;
  errno = EPERM;
  return -1;
}
C
clang -shared -fPIC -o "$scratch/link.so" "$scratch/link.c"
export_spans() {
  LD_PRELOAD=$scratch/link.so "$signpost" export --format csv --output "$scratch/spans.csv" \
    "$scratch/trace-links" "$@" > /dev/null 2> "$scratch/errors"
}
export_spans || fail "export ends with $?: $(cat "$scratch/errors")"
(($(wc -l < "$scratch/spans.csv") > 20000)) || fail "spans: $(head -3 "$scratch/spans.csv")"
cp "$scratch/spans.csv" "$scratch/before"
! export_spans || fail "an existing file was replaced"
cmp "$scratch/before" "$scratch/spans.csv"
expect_equal "files of the export" "spans.csv" "$(cd "$scratch" && echo spans.*)"

# It waits for its reader while it reads the trace.
stream=$(find "$scratch/trace-links" -name 'channel_*' -size +8k ! -path '*index*' | head -1)
truncate -s -100 "$stream"
mkdir "$scratch/temporary"
mkfifo "$scratch/pipe"
TMPDIR=$scratch/temporary "$signpost" events "$scratch/trace-links" > "$scratch/pipe" \
  2> "$scratch/errors" &
reader=$!
exec 4< "$scratch/pipe"
head -c 100 <&4 > /dev/null
[[ -n $(ls "$scratch/temporary") ]] || fail "there is no temporary directory to remove"
# A process in the background ignores SIGINT.
kill -TERM "$reader"
wait "$reader" || true
expect_equal "temporary directories" "" "$(ls "$scratch/temporary")"
