# The page that shows a trace: its scripts have the right types and do what their tests say, and in
# a real Chromium all that it offers works, at all sizes, in dark and light, by the keyboard, with
# made-up recordings and with real ones, whose numbers are those of the report.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
binaries=$(built_products)
signpost=$binaries/signpost
runner=$binaries/ScenarioRunner
[[ -x $signpost && -x $runner ]] || fail "run swift build first"
python=$repository/.build/viewers/bin/python3
[[ -x $python ]] || fail "there is nothing to drive a browser with: scripts/setup.sh --tests"
command -v tsc > /dev/null || fail "there is nothing to check types with: scripts/setup.sh --tests"

"$repository/scripts/embed-page.mjs" --check || fail "the embedded files are not those of the page"
tsc --project "$repository/Sources/CTracePage/Page" > "$scratch/types" || fail "$(cat "$scratch/types")"
node --test "$repository/Tests/Page/" > "$scratch/scripts" 2>&1 || fail "$(cat "$scratch/scripts")"

# check WHAT…: runs checks in the browser.
check() {
  "$python" "$repository/Tests/Page/page_checks.py" "$@" > "$scratch/checks" 2>&1 \
    || fail "page_checks.py $1: $(tail -n 30 "$scratch/checks")"
}

mkdir "$scratch/samples"
check samples "$scratch/samples"

mkdir "$scratch/timeline"
"$python" "$repository/Tests/Page/timeline_checks.py" "$scratch/timeline" > "$scratch/checks" 2>&1 \
  || fail "timeline_checks.py: $(tail -n 30 "$scratch/checks")"

# record NAME [OPTION…] -- PROGRAM…: runs the program, and makes a page and both forms of the report
# of it.
record() {
  local name=$1
  shift
  "$signpost" record --quiet --subbuf-size 4M --output "$scratch/$name" "$@" \
    > "$scratch/$name.noted" 2> "$scratch/record.log" \
    || fail "recording $name ends with $?: $(cat "$scratch/record.log")"
  "$signpost" export "$scratch/$name" --format html --output "$scratch/$name.html" 2> /dev/null
  "$signpost" report "$scratch/$name" --json > "$scratch/$name.json"
  "$signpost" report "$scratch/$name" --format markdown --top 1000000 > "$scratch/$name.md"
}

# What caused what in several stores at a time, which the program has noted itself.
record causes -- "$runner" causes
check recording "$scratch/causes.html" "$scratch/causes.json" "$scratch/causes.md"
check causes "$scratch/causes.html" "$scratch/causes.noted"

# Everything else that a trace can hold: several processes, intervals, events, logs, values,
# observers.
scenarios=(nested-wrappers scoped-store effect-outlives-its-store overlapping-intervals
  intervals-that-end-in-every-way log-records observers "observer over budget" sends payloads budget
  state-differences-in-full)
# shellcheck disable=SC2016
record all --state-diffs -- sh -c '
  echo round | "$0" work --stores 2 --threads 2 --actions 300 || exit 1
  for scenario; do "$0" "$scenario" || exit 1; done
' "$runner" "${scenarios[@]}"
check recording "$scratch/all.html" "$scratch/all.json" "$scratch/all.md"
