# The numbers of actions, effects, arrows and nanoseconds are the same in all formats, in the report
# and in the output of babeltrace2, for random programs: SEED selects them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/exports.sh"

seed=${SEED:-$RANDOM$RANDOM}
printf 'the programs are made with SEED=%s\n' "$seed" >&2

# Features of all layouts, with children, effects, merges and cancellations, from the tests of the
# engine. Nothing in them is wrapped, so that the stores are.
ENGINE_SEED=$seed ENGINE_PROGRAMS=100 "$signpost" record --quiet --all-stores --subbuf-size 1M \
  --output "$scratch/random" -- "$binaries/composable-signpostPackageTests.xctest" --testing-library swift-testing \
  --filter RandomProgramTests.engines_randomPrograms_agree > "$scratch/programs.log" 2>&1 \
  || fail "SEED=$seed: recording ends with $?: $(tail -n 20 "$scratch/programs.log")"
expect_same_counts "$scratch/random"
printf 'random programs: %s\n' "$counted" >&2
has_line '^actions [1-9][0-9]*, intervals [1-9][0-9]*, effects [1-9][0-9]*, ' <(echo "$counted") \
  || fail "SEED=$seed: the programs do little: $counted"

# Several stores and threads at a time, with nested wrappers, in as many processes.
RANDOM=$((seed % 32768))
for _ in 1 2 3; do
  printf '%s\n' "--stores $((1 + RANDOM % 4)) --threads $((RANDOM % 4)) --actions $((50 + RANDOM % 400))"
done > "$scratch/work"
# shellcheck disable=SC2016
"$signpost" record --quiet --subbuf-size 1M --output "$scratch/work-trace" -- sh -c '
  while read -r options; do
    # shellcheck disable=SC2086
    echo round | "$0" work $options || exit 1
  done < "$1"
' "$binaries/ScenarioRunner" "$scratch/work" > "$scratch/programs.log" 2>&1 \
  || fail "SEED=$seed: recording ends with $?: $(tail -n 20 "$scratch/programs.log")"
expect_same_counts "$scratch/work-trace"
printf 'work: %s\n' "$counted" >&2
actions=$(sed -E 's/^actions ([0-9]+), intervals ([0-9]+), .*/\1 \2/' <<< "$counted")
((${actions#* } > ${actions% *})) || fail "SEED=$seed: nothing is nested: $counted"

# Causes in several stores, with names and cases of all kinds.
"$signpost" record --quiet --output "$scratch/causes" --subbuf-size 4M -- \
  "$binaries/ScenarioRunner" causes > "$scratch/noted" 2> "$scratch/programs.log" \
  || fail "recording ends with $?: $(cat "$scratch/programs.log")"
expect_same_counts "$scratch/causes"
printf 'causes: %s\n' "$counted" >&2
# The program's own notes have a line for each effect.
expect_equal "effects as the program has noted them" "$(grep -cE '^ *effect ' "$scratch/noted")" \
  "$(sed -E 's/^.* effects ([0-9]+), .*/\1/' <<< "$counted")"
