# The page that shows a trace: its scripts pass their tests. In a real Chromium everything works at
# all sizes, in dark and light, by the keyboard, with generated recordings and with real ones, whose
# numbers match the report.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
binaries=$(built_products)
signpost=$binaries/signpost
runner=$binaries/ScenarioRunner
[[ -x $signpost && -x $runner ]] || fail "run swift build first"
python=$repository/.build/viewers/bin/python3
[[ -x $python ]] || fail "there is nothing to drive a browser with: scripts/setup.sh --tests"

"$repository/scripts/embed-page.mjs" --check || fail "the embedded files are not those of the page"
node --test "$repository/Tests/Trace/Page/" > "$scratch/scripts" 2>&1 \
  || fail "$(cat "$scratch/scripts")"

# check WHAT…: runs checks in the browser.
check() {
  "$python" "$repository/Tests/Trace/Page/page_checks.py" "$@" > "$scratch/checks" 2>&1 \
    || fail "page_checks.py $1: $(tail -n 30 "$scratch/checks")"
}

mkdir "$scratch/samples"
check samples "$scratch/samples"

mkdir "$scratch/timeline"
"$python" "$repository/Tests/Trace/Page/timeline_checks.py" "$scratch/timeline" \
  > "$scratch/checks" 2>&1 \
  || fail "timeline_checks.py: $(tail -n 30 "$scratch/checks")"

mkdir "$scratch/layout"
"$python" "$repository/Tests/Trace/Page/layout_checks.py" "$scratch/layout" \
  > "$scratch/checks" 2>&1 \
  || fail "layout_checks.py: $(grep '^failed' "$scratch/checks" || tail -n 30 "$scratch/checks")"

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
  "$signpost" report "$scratch/$name" --format markdown --limit all > "$scratch/$name.md"
}

# compare_paths NAME: the page finds the critical paths that the command finds, and prints how many.
compare_paths() {
  "$signpost" path "$scratch/$1" --json --limit 2000 > "$scratch/$1.paths"
  node "$repository/Tests/Trace/Page/path_checks.mjs" "$scratch/$1.html" "$scratch/$1.paths" \
    > "$scratch/paths" 2>&1 || fail "the paths of $1 differ: $(head -n 30 "$scratch/paths")"
}

# Causes in several concurrent stores, which the program has noted itself.
record causes -- "$runner" causes
check recording "$scratch/causes.html" "$scratch/causes.json" "$scratch/causes.md"
check causes "$scratch/causes.html" "$scratch/causes.noted"
compare_paths causes

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
compare_paths all
grep -Eq ' [1-9][0-9]* of them with observers' "$scratch/paths" || fail "no observers: $(cat "$scratch/paths")"

# The samples of a CPU profile, where perf may take some.
if "$signpost" record --quiet --cpu-profile --output "$scratch/profile" -- \
  "$binaries/ProfiledProgram" > /dev/null 2> "$scratch/record.log" && [[ -s $scratch/profile/cpu-profile ]]
then
  "$signpost" export "$scratch/profile" --format html --output "$scratch/profile.html" 2> /dev/null
  "$signpost" report "$scratch/profile" --functions --json > "$scratch/functions.json"
  check profile "$scratch/profile.html" "$scratch/functions.json"
fi
