# A program records a part of its chains of actions, and every command that reads the recording says
# so. Options that cannot work are refused.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

binaries=$(built_products)
signpost=$binaries/signpost
program=$binaries/ScenarioRunner
[[ -x $program && -x $signpost ]] || fail "run swift build first"

# record NAME OPTION…: records 2,000 chains; messages go to NAME.messages.
record() {
  local name=$1
  shift
  "$signpost" record --output "$scratch/$name" "$@" -- "$program" chains 2000 4711 \
    > "$scratch/$name.out" 2> "$scratch/$name.messages" \
    || fail "recording $name ends with $?: $(cat "$scratch/$name.messages")"
}
contains() {
  grep -qF -- "$2" "$1" || fail "$1 lacks “$2”: $(head -30 "$1")"
}

record whole
record sample --sample 1/10
expect_equal "output of the program" "$(cat "$scratch/whole.out")" "$(cat "$scratch/sample.out")"
contains "$scratch/sample.messages" "Sampled 1/10"
if grep -q Sampled "$scratch/whole.messages"; then fail "a complete recording is called sampled"; fi

for command in report findings path events; do
  COLUMNS=200 "$signpost" "$command" "$scratch/sample" > "$scratch/text" 2>&1 \
    || fail "$command ends with $?: $(cat "$scratch/text")"
  contains "$scratch/text" "Sampled 1/10"
done
"$signpost" export "$scratch/sample" --format chrome -o "$scratch/chrome.json" 2> "$scratch/text" \
  || fail "export ends with $?"
contains "$scratch/text" "Sampled 1/10"
contains "$scratch/chrome.json" '"sampling"'
"$signpost" report "$scratch/sample" --format json > "$scratch/json"
python3 - "$scratch/json" << 'END' || fail "JSON"
import json, sys
report = json.load(open(sys.argv[1]))
sampling = report["sampling"]
assert sampling["sample"] == "1/10", sampling
assert sampling["estimated_chains"] == sampling["chains"] * 10, sampling
assert all(row["count"] % 10 == 0 for row in report["actions"]), report["actions"]
assert report["time"] == []
END
grep -q '"sample" : "1\\*/10"' "$scratch/sample/signpost.json" || fail "the manifest lacks the sample"
status=0
"$signpost" diff "$scratch/whole" "$scratch/sample" > "$scratch/text" 2>&1 || status=$?
contains "$scratch/text" "its counts are estimates"

record limited --max-rate 20/s
COLUMNS=200 "$signpost" report "$scratch/limited" > "$scratch/text"
contains "$scratch/text" "Left out by --max-rate:"
contains "$scratch/text" "started ("

# refused MESSAGE OPTION…
refused() {
  local message=$1 status=0
  shift
  "$signpost" record "$@" > "$scratch/text" 2>&1 || status=$?
  expect_equal "status of record $*" 64 "$status"
  contains "$scratch/text" "$message"
}
for part in 0 0% 3/2 2 half 1/0 -1; do
  refused "and '$part' is none" --sample="$part" -- true
done
refused "and '0/s' is none" --max-rate 0/s -- true
refused "runs has its own" --attach 1 --sample 1/10
refused "runs has its own" --duration 1s --max-rate 5/s
status=0
"$signpost" start sampled --sample 1/10 > "$scratch/text" 2>&1 || status=$?
expect_equal "status of start" 64 "$status"
contains "$scratch/text" "runs has its own"
