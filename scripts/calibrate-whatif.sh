#!/usr/bin/env bash
# Measures the predictions of `signpost whatif`. Each program of ChangedProgram is recorded, a
# change is predicted, and the program is recorded again with the change. Of the medians and the
# 95th percentiles of the waits, nine of ten have to be within 10 % of the prediction, and nine of
# ten within its bounds.
#
#   calibrate-whatif.sh RUNS PRODUCTS
#
# PRODUCTS is the directory of signpost and ChangedProgram. ONLY=program measures one program.
# PRIORITY=N runs the programs with another priority: other work on the machine makes them slower.
set -euo pipefail
runs=$1
products=$2
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

programs=(
  'query:effect [shop] queryChanged = 50%'
  'results:action queryEnded = 12ms'
  'rows:action row = 50%'
  'slower-rows:action row = 150%'
  'beside:effect priceOpened = 25%'
  'slower-beside:effect pictureOpened = 200%'
  'load:parallel load, loaded'
  'prepare:parallel prepare, prepare'
  'layout:observers ListView = 50%'
  'without-layout:without observers ListView'
  'audit:without actions audited'
  'requests:action request = 50%'
  'slower-requests:action request = 125%'
  'senders:action request = 50%'
  'typed:effect typed = 50%'
  'download:effect download = 50%'
  'steps:action step = 2ms'
  'two:effect queryChanged = 50%;action queryEnded = 1ms'
)

# record NAME VARIABLE…: the recording of the program is in $scratch/NAME.
record() {
  local name=$1
  shift
  rm -rf "${scratch:?}/$name"
  nice -n "${PRIORITY:-0}" env "$@" "$products/signpost" record --quiet --fail-on-loss \
    --output "$scratch/$name" -- "$products/ChangedProgram" > "$scratch/output" 2>&1 \
    || { printf '%s ends with %d\n' "$*" $? >&2; cat "$scratch/output" >&2; exit 1; }
}

for line in "${programs[@]}"; do
  program=${line%%:*}
  IFS=';' read -ra changes <<< "${line#*:}"
  [[ ${ONLY:-$program} == "$program" ]] || continue
  for ((run = 1; run <= runs; run++)); do
    record before PROGRAM="$program"
    record after PROGRAM="$program" CHANGED=1
    "$products/signpost" whatif "$scratch/before" "${changes[@]}" --json > "$scratch/predicted"
    # The waits of the second recording, as they are.
    "$products/signpost" whatif "$scratch/after" 'action * = 100%' --json > "$scratch/real"
    python3 -c '
import json, sys
program = sys.argv[1]
predicted, real = (json.load(open(path))["actions"] for path in sys.argv[2:])
row = max((row for row in predicted if row["origin"] == "outside"), key=lambda row: row["count"])
for figure in ("p50", "p95", "p99"):
    key = figure + "_ns"
    found = next(other for other in real if other["name"] == row["name"])["before"][key]
    values = [row[part][key] for part in ("before", "after", "after_low", "after_high")]
    print(program, figure, *values, found, row["replay_deviation"])
' "$program" "$scratch/predicted" "$scratch/real" >> "$scratch/figures"
  done
done

python3 - "$scratch/figures" << 'EOF'
import sys
from collections import defaultdict

rows = defaultdict(list)
for line in open(sys.argv[1]):
    program, figure, *values = line.split()
    rows[program, figure].append([float(value) for value in values])

def median(values):
    return sorted(values)[len(values) // 2]

counts = defaultdict(lambda: [0, 0, 0])
print(f"{'program':16} {'':4} {'before':>8} {'predicted':>9} {'bounds':>16} {'real':>8} {'error':>7}  "
      "within 10 %, bounds")
for (program, figure), runs in rows.items():
    errors = [predicted / real - 1 for _, predicted, _, _, real, _ in runs]
    near = sum(abs(error) <= 0.1 for error in errors)
    bounded = sum(low <= real <= high for _, _, low, high, real, _ in runs)
    for key in (figure, "p50 and p95") if figure != "p99" else (figure,):
        for place, number in enumerate((near, bounded, len(runs))):
            counts[key][place] += number
    before, predicted, low, high, real, _ = (median(column) / 1e6 for column in zip(*runs))
    bounds = f"{low:.1f} to {high:.1f}"
    print(f"{program:16} {figure:4} {before:8.1f} {predicted:9.1f} {bounds:>16} {real:8.1f} "
          f"{median(errors):+7.1%}  {near}/{len(runs)}, {bounded}/{len(runs)}")
deviation = max(values[5] for runs in rows.values() for values in runs)
print(f"replayed without the change: at most {deviation:.1%} beside the recorded percentiles")
for key, (near, bounded, number) in counts.items():
    print(f"{key}: within 10 % {near}/{number}, within the bounds {bounded}/{number}")
near, bounded, number = counts["p50 and p95"]
print(f"Test run with {number} predictions")
sys.exit(near * 10 < number * 9 or bounded * 10 < number * 9)
EOF
