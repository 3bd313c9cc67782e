# Instructions are counted under callgrind, the same each time; an operation that takes more of them
# is a regression; where there is no valgrind they are unavailable; nothing is left behind.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/bench.sh"
command -v valgrind > /dev/null || fail "valgrind is missing: sudo apt-get install valgrind"
mkdir "$scratch/temporary"
export TMPDIR=$scratch/temporary

commit_thresholds --instructions --suite known
has_line '"known/arithmetic": [0-9]' Benchmarks/Thresholds/thresholds.json \
  || fail "$(cat Benchmarks/Thresholds/thresholds.json)"
expect_status "the same instructions" 0 "$bench" --quick --check --suite known
expect_status "more instructions" 2 env BENCH_FIXTURE=slower "$bench" --quick --check --suite known
has_line '^REGRESSION   known/arithmetic: instructions per operation ' "$scratch/output" \
  || fail "$(cat "$scratch/output")"

# Another toolchain's are left alone.
sed -i -E 's/"(callgrind|hardware), Swift [^,"]*/"\1, Swift 5.0/' Benchmarks/Thresholds/thresholds.json
expect_status "another toolchain" 0 "$bench" --quick --check --suite known
has_line '^instructions are not compared: ' "$scratch/output" || fail "$(cat "$scratch/output")"

mkdir "$scratch/bin"
ln -s "$(command -v env)" "$scratch/bin/env"
expect_status "no valgrind" 0 env PATH="$scratch/bin" "$bench" --quick --suite known --instructions
if ! has_line ' [0-9.,]* *unavailable$' "$scratch/output"; then
  # The processor may count them itself, and then nothing is missing.
  [[ ! -s $scratch/errors ]] || fail "$(cat "$scratch/output" "$scratch/errors")"
else
  has_line 'instructions cannot be counted: strip cannot be run' "$scratch/errors" \
    || fail "$(cat "$scratch/errors")"
fi
expect_equal "what is left behind" "" "$(ls "$TMPDIR")"

# Ended in the middle of it.
"$bench" --quick --suite known --instructions > "$scratch/output" 2>&1 &
pid=$!
background_pids+=("$pid")
is_counting() { ls "$TMPDIR"/bench.*/profile* > /dev/null 2>&1; }
wait_until "callgrind" is_counting || true
kill -TERM "$pid" 2> /dev/null || true
wait "$pid" || true
expect_equal "what is left behind by a run that was ended" "" "$(ls "$TMPDIR")"
