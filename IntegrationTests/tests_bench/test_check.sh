# --check ends with 2 for regressions and 4 for improvements, names them, and prints a patch that
# git applies and that makes the next check pass.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/bench.sh"

thresholds=Benchmarks/Thresholds/thresholds.json
commit_thresholds
mkdir -p deeper/inside

expect_status "nothing changed" 0 "$bench" --quick --check
expect_status "from further inside" 0 env -C deeper/inside "$bench" --quick --check
expect_status "with a file" 0 "$bench" --quick --check "$thresholds"

expect_status "an allocation more" 2 env BENCH_FIXTURE=allocation "$bench" --quick --check
has_line '^REGRESSION   known/object: allocations per operation 1 → 2 (+100 %)' "$scratch/output" \
  || fail "$(cat "$scratch/output")"
git diff --exit-code > /dev/null || fail "--check changed a file"
sed -n '/^diff --git/,$p' "$scratch/output" > "$scratch/patch"
git apply "$scratch/patch"
expect_equal "what the patch changes" '1	1	'$thresholds "$(git diff --numstat)"
expect_status "the patched thresholds" 0 env BENCH_FIXTURE=allocation "$bench" --quick --check
expect_status "an allocation less" 4 "$bench" --quick --check
has_line '^improvement  known/object: allocations per operation 2 → 1 (-50 %)' "$scratch/output" \
  || fail "$(cat "$scratch/output")"
sed -n '/^diff --git/,$p' "$scratch/output" | patch --silent --strip=1
expect_equal "what the patch restores" "" "$(git diff)"

# Three times as slow, against the same operation done four times.
expect_status "slower" 2 env BENCH_FIXTURE=slower "$bench" --quick --check --filter 'one against'
has_line '^REGRESSION   known/one against four: ratio ' "$scratch/output" \
  || fail "$(cat "$scratch/output")"

expect_status "a benchmark more" 4 env BENCH_FIXTURE=newcomer "$bench" --quick --check
has_line '^new          newcomer/arithmetic: ' "$scratch/output" || fail "$(cat "$scratch/output")"
expect_status "recording it" 0 env BENCH_FIXTURE=newcomer "$bench" --update --quick
expect_status "a benchmark less" 4 "$bench" --quick --check
has_line '^gone         newcomer/arithmetic: ' "$scratch/output" || fail "$(cat "$scratch/output")"

# With a filter, only the measured figures are replaced.
expect_status "a part" 0 "$bench" --quick --check --suite memory
expect_status "a part of the update" 0 env BENCH_FIXTURE=allocation "$bench" --quick --update \
  --filter known/object
has_line '"newcomer/arithmetic": {"allocations":0,"bytes":0}' "$thresholds" \
  || fail "$(cat "$thresholds")"
has_line '"known/object": {"allocations":2,"bytes":48}' "$thresholds" || fail "$(cat "$thresholds")"
