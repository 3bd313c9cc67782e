# Recordings of a program before and after one of its actions became slower: the action is found by
# its name, recordings that are the same show no change, and those that have lost events are
# refused.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

# Three times the work: more than the effect of a busy machine.
for run in 1 2 3 4 5 6 7; do
  ROUNDS=250 "$signpost" record --quiet --output "$scratch/before-$run" -- \
    "$binaries/PlantedProgram" > /dev/null
  ROUNDS=250 PLANTED=search:3 "$signpost" record --quiet --output "$scratch/after-$run" -- \
    "$binaries/PlantedProgram" > /dev/null
done

signpost_ends_with 2 diff --before "$scratch"/before-* --after "$scratch"/after-*
has_line '^Worse: 7 recordings before, 7 recordings after$' "$scratch/diff" \
  || fail "no verdict: $(cat "$scratch/diff")"
has_line '^\[workshop\] search  *p50 ' "$scratch/diff" \
  || fail "the slower action is not named: $(cat "$scratch/diff")"

# Saved reports are compared as recordings are.
for set in before after; do
  for run in 1 2 3 4 5 6 7; do
    "$signpost" report --json "$scratch/$set-$run" > "$scratch/$set-$run.json"
  done
done
signpost_ends_with 2 diff --json --before "$scratch"/before-*.json --after "$scratch"/after-*.json
cp "$scratch/diff" "$scratch/of-reports"
signpost_ends_with 2 diff --json --before "$scratch"/before-[0-9] --after "$scratch"/after-[0-9]
expect_equal "the comparison of reports and of recordings" \
  "$(cat "$scratch/diff")" "$(cat "$scratch/of-reports")"

signpost_ends_with 0 diff --before "$scratch"/before-*.json --after "$scratch"/before-*.json
signpost_ends_with 4 diff --before "$scratch"/after-*.json --after "$scratch"/before-*.json
has_line '^Better: ' "$scratch/diff" || fail "not better: $(cat "$scratch/diff")"

# A pair has no verdict, but limits hold.
signpost_ends_with 0 diff "$scratch/before-1" "$scratch/after-1"
has_line '^No verdict: ' "$scratch/diff" || fail "a pair has a verdict: $(cat "$scratch/diff")"
echo '{"limits": [{"kind": "action", "name": "sea*", "metric": "p50_ns", "max": 1}]}' \
  > "$scratch/limits.json"
signpost_ends_with 2 diff --thresholds "$scratch/limits.json" "$scratch/before-1" "$scratch/after-1"
echo '{"limits": [{"metric": "p50_ns"}]}' > "$scratch/limits.json"
signpost_ends_with 64 diff --thresholds "$scratch/limits.json" "$scratch/before-1" "$scratch/after-1"
has_line 'neither max nor max_ratio' "$scratch/errors" \
  || fail "the error does not name the limit: $(cat "$scratch/errors")"

# A gate that could not judge has not passed.
echo '{"limits": [{"name": "nothing", "metric": "p50_ns", "max": 1}]}' > "$scratch/limits.json"
signpost_ends_with 3 diff --thresholds "$scratch/limits.json" "$scratch/before-1" "$scratch/after-1"
has_line 'limit 1 applies to no row' "$scratch/errors" || fail "no reason: $(cat "$scratch/errors")"
signpost_ends_with 3 diff --map nothing=workshop "$scratch/before-1" "$scratch/after-1"
has_line 'the prefix nothing of --map' "$scratch/errors" || fail "no reason: $(cat "$scratch/errors")"

# Lost events: refused, unless asked for.
"$signpost" record --quiet --subbuf-size 4K --num-subbuf 2 --output "$scratch/lossy" -- \
  "$binaries/ScenarioRunner" burst 100000 > /dev/null
signpost_ends_with 65 diff "$scratch/lossy" "$scratch/lossy"
has_line 'has lost events' "$scratch/errors" || fail "no reason: $(cat "$scratch/errors")"
signpost_ends_with 0 diff --allow-incomplete "$scratch/lossy" "$scratch/lossy"
