# Mistakes end with 64 and suggest a correction; output for programs is readable by them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/bench.sh"
cd "$scratch"

for mistake in --unknown "--suite sent" "--filter nothing" "--filter (" "--rounds 0" "--time none" \
  "--baseline missing.json" "--check missing.json" "--check --update"; do
  # shellcheck disable=SC2086
  expect_status "$mistake" 64 "$bench" $mistake
  [[ -s $scratch/errors ]] || fail "$mistake: no message"
done
expect_status "no such suite" 64 "$bench" --suite sent
has_line 'known, memory, async' "$scratch/errors" || fail "$(cat "$scratch/errors")"

expect_status "the names" 0 "$bench" --list --suite memory
expect_equal "the names" memory/objects "$(cat "$scratch/output")"

expect_status "all reports" 0 "$bench" --quick --suite known --json out.json --markdown out.md
expect_equal "nothing but the table, which goes to standard output" "" "$(cat "$scratch/errors")"
has_line '^arithmetic ' "$scratch/output" || fail "$(cat "$scratch/output")"
if LC_ALL=C grep -q $'\x1b' "$scratch/output"; then fail "colours in a file"; fi
has_line '^| arithmetic | ' out.md || fail "$(cat out.md)"
expect_status "the baseline" 0 "$bench" --quick --suite known --baseline out.json
has_line 'before .* now .* change' "$scratch/output" || fail "$(cat "$scratch/output")"
expect_status "a directory in the way" 73 "$bench" --quick --suite known --json "$scratch"

# Exact counts.
expect_equal "allocations" "$(printf '%s\n' 0 0 1 0.5 0)" \
  "$(sed -n '/"allocations" : {/,/}/ s/.*"count" : \([0-9.]*\),*/\1/p' out.json | sed -n 1~2p)"

# Thresholds that cannot be read are never overwritten.
printf 'precious' > precious.json
expect_status "a damaged file" 65 "$bench" --quick --update precious.json
expect_equal "the damaged file" precious "$(cat precious.json)"

# Code that the optimiser removed has no time.
expect_status "a loop that was removed" 70 env BENCH_FIXTURE=removed "$bench" --quick --suite removed
has_line 'removed/loop: .*the optimiser removed' "$scratch/errors" || fail "$(cat "$scratch/errors")"

# A debug build says so, and does not judge.
swift build --package-path "$repository" --product BenchFixture > build.log 2>&1 \
  || { cat build.log >&2; fail "no debug build"; }
debug=$repository/.build/debug/BenchFixture
expect_status "a debug build" 0 "$debug" --quick --suite memory
has_line '^DEBUG BUILD' "$scratch/output" || fail "$(cat "$scratch/output")"
for option in --check --update; do
  expect_status "a debug build with $option" 64 "$debug" --quick $option
  has_line 'debug build' "$scratch/errors" || fail "$(cat "$scratch/errors")"
done
[[ ! -e Benchmarks ]] || fail "a debug build wrote thresholds"
