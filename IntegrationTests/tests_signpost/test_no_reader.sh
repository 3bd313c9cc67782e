# The command records where the libraries that read traces and write databases are damaged or
# absent, and says which one is needed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

needed=$(readelf -d "$signpost" | awk '/\(NEEDED\)/')
[[ $needed == *libc.so* ]] || fail "readelf shows no libraries of $signpost at all"
for library in babeltrace sqlite curl lttng; do
  [[ $needed != *lib$library* ]] || fail "the command links $library: $needed"
done

build program << 'C'
#include "CLTTng.h"

int main(void) {
  composable_schema_do(COMPOSABLE_SCHEMA_VERSION, "0.1.0", "test");
  composable_action_begin_do(7, 0, 0, 1, "app", "tap");
  composable_action_end_do(7, composable_state_changed_yes, composable_effect_kind_none);
  return 3;
}
C

# The loader finds these first, and takes none of them for a library.
mkdir "$scratch/lib"
: > "$scratch/lib/libbabeltrace2.so.0"
: > "$scratch/lib/libsqlite3.so.0"

# without STATUS WHAT COMMAND…: runs the command without the libraries; its messages are in
# said.log.
without() {
  local expected=$1 what=$2 status=0
  shift 2
  LD_LIBRARY_PATH=$scratch/lib "$signpost" "$@" > "$scratch/output" 2> "$scratch/said.log" || status=$?
  expect_equal "the exit status of $what without libraries" "$expected" "$status"
}

says() { has_line "$1" "$scratch/said.log" || fail "it does not say “$1”: $(cat "$scratch/said.log")"; }

without 0 "--help" --help
without 3 "record" record --output "$scratch/trace" -- "$scratch/program"
says 'Reading traces needs libbabeltrace2.*apt-get install libbabeltrace2-0'
without 69 "report" report "$scratch/trace"
says 'Reading traces needs libbabeltrace2.*apt-get install libbabeltrace2-0'

# The recording is complete.
"$signpost" report --json "$scratch/trace" > "$scratch/report.json"
has_line '"composable" : 3' "$scratch/report.json" || fail "$(cat "$scratch/report.json")"

rm "$scratch/lib/libbabeltrace2.so.0"
without 69 "export to a database" export "$scratch/trace" --format sqlite --output "$scratch/trace.db"
says 'SQLite cannot write databases.*apt-get install libsqlite3-0'
[[ ! -e $scratch/trace.db ]] || fail "a database was left behind"
without 0 "export to CSV" export "$scratch/trace" --format csv --output "$scratch/trace.csv"
