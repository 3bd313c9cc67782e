# A trace of 3,000 streams is read by a process with a limit of 256 files, which it may raise: the
# report, the events and an export are the same as without that limit. The message about a limit
# that cannot be raised names it, and the remedy.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/exports.sh"

# A process with separate buffers, and as many copies of it as make that many streams.
"$signpost" record --quiet --subbuf-size 4K --num-subbuf 8 --output "$scratch/one" -- \
  "$binaries/ScenarioRunner" work --stores 1 --threads 1 --actions 5 <<< round \
  > "$scratch/record.log" 2>&1 || fail "$(cat "$scratch/record.log")"
one=$(dirname "$(find "$scratch/one" -type f -name metadata)")
streams=$(find "$one" -maxdepth 1 -name 'composable*' -type f | wc -l)
copies=$(((3000 + streams - 1) / streams))
"$readers" "$repository/Tests/Trace/Viewers/copies.py" "$one" "$scratch/many" "$copies"
expect_equal "streams" "$((copies * streams))" \
  "$(find "$scratch/many" -name 'composable*' -type f -not -path '*/index/*' | wc -l)"

ulimit -S -n "$(ulimit -H -n)"
"$signpost" events "$scratch/many" > "$scratch/events"
(
  ulimit -S -n 256
  "$signpost" events "$scratch/many" > "$scratch/events-256"
  "$signpost" report --json "$scratch/many" > "$scratch/report"
  "$signpost" export "$scratch/many" --format folded --output "$scratch/folded"
) > "$scratch/limited.log" 2>&1 || fail "with 256 files: $(cat "$scratch/limited.log")"
# Events of the same time are in the order in which their streams are read.
cmp <(sort "$scratch/events") <(sort "$scratch/events-256") || fail "the events differ with 256 files"
(($(wc -l < "$scratch/events") > 30 * copies)) || fail "few events: $(wc -l < "$scratch/events")"
# Each copy is counted once.
"$signpost" report --json "$scratch/one" > "$scratch/report-one"
"$signpost" export "$scratch/one" --format folded --output "$scratch/folded-one"
sum_of() { sed -nE "s/^ *\"$1\" : ([0-9]+),?$/\1/p" "$2" | awk '{ sum += $1 } END { printf "%.0f\n", sum }'; }
for fact in actions effects stores_created total children_made; do
  expect_equal "$fact in the report" "$(($(sum_of "$fact" "$scratch/report-one") * copies))" \
    "$(sum_of "$fact" "$scratch/report")"
done
nanoseconds() { awk '{ sum += $NF } END { printf "%.0f\n", sum }' "$1"; }
expect_equal "self times" "$(($(nanoseconds "$scratch/folded-one") * copies))" \
  "$(nanoseconds "$scratch/folded")"
awk '{ time = $1 + 0; if (time < latest) exit 1; latest = time }' "$scratch/events-256" \
  || fail "the events are not in the order of time"

status=0
(ulimit -n 40 && exec "$signpost" report "$scratch/many") > "$scratch/output" 2>&1 || status=$?
((status != 0)) || fail "3,000 streams are read with 40 files"
has_line "more streams than this process may open files: it has $((copies * streams)), .*ulimit -n 4096" \
  "$scratch/output" || fail "$(cat "$scratch/output")"
