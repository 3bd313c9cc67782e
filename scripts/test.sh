#!/usr/bin/env bash
# Runs the linters and all tests but the long ones of nightly.sh, goes on after a failure, and ends
# with the time of each stage and the sum: "N passed, N failed". A stage that fails without naming a
# failed test, such as a build, counts as one failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ -z ${SIGNPOST_TEST_ALONE:-} ]]; then
  exec scripts/alone.sh env SIGNPOST_TEST_ALONE=1 scripts/test.sh "$@"
fi
logs=$(mktemp -d)
beside=
trap 'rm -rf "$logs"' EXIT
trap 'interrupted INT; exit 130' INT
trap 'interrupted TERM; exit 143' TERM

# The stages beside the others are in a process group of their own.
interrupted() {
  [[ -z $beside ]] || kill -"$1" -- "-$beside" 2> /dev/null || true
}

passed=0
failed=0
failures=()
# A line for each stage.
times=()
stages=0

# A stage that takes longer does not end. The slowest takes two thirds of it on two processors.
limit=$((35 * 60))
# TEST_MINUTES limits the whole run: stages that do not fit fail, and the run still reports the
# others.
end=${TEST_MINUTES:+$((TEST_MINUTES * 60))}

# stage NAME COMMAND…: runs a command; its output is shown, and kept in $logs/output and, for the
# warnings of compilers, in $logs/N.log. Sets `status`.
stage() {
  local name=$1 start=$SECONDS took outcome=ok left=$limit
  shift
  printf '\n==> %s\n' "$name"
  status=0
  if [[ -n $end ]] && ((end - SECONDS < left)); then left=$((end - SECONDS)); fi
  # `timeout` takes 0 for no limit.
  ((left > 0)) || left=1
  # An interruption ends a build of SwiftPM, and the tests: swift-tests.sh passes it on to them.
  timeout --foreground --signal=INT --kill-after=60 "$left" "$@" < /dev/null 2>&1 | tee "$logs/output" \
    || status=${PIPESTATUS[0]}
  ((status == 0)) || failures+=("$name")
  if ((status == 124)); then printf '%s did not end within %d s\n' "$name" "$left" >&2; fi
  stages=$((stages + 1))
  cp "$logs/output" "$logs/$stages.log"
  ((status == 0)) || outcome=FAILED
  took=$(printf '%d:%02d' $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60)))
  times+=("$(printf '%6s  %-6s  %s' "$took" "$outcome" "$name")")
  printf '<== %s: %s min\n' "$name" "$took"
}

# count PASSED FAILED: adds the counts of a stage that ended with `status`.
count() {
  passed=$((passed + $1))
  failed=$((failed + $2))
  if ((status != 0 && $2 == 0)); then
    failed=$((failed + 1))
  fi
}

# note_failures: adds lines of standard input to the closing ones.
note_failures() {
  local line
  while IFS= read -r line; do failures+=("  ${line:0:500}"); done
}

# A check that is one test by itself.
check() {
  stage "$@"
  count $((status == 0)) 0
}

# tests_in FILE: how many tests a JUnit file reports as passed and as failed; skipped ones are
# neither.
tests_in() {
  awk '
    /<testcase / { total++; isFailed = 0 }
    /<failure/ && !isFailed { isFailed = 1; failed++ }
    /<skipped/ { skipped++ }
    END { print total - failed - skipped, failed + 0 }
  ' "$1"
}

# failed_tests FILE: the failed tests of a JUnit file, a line of name and message each.
failed_tests() {
  awk '
    function text(line, attribute) {
      if (!match(line, attribute "=\"[^\"]*\"")) return ""
      line = substr(line, RSTART + length(attribute) + 2, RLENGTH - length(attribute) - 3)
      gsub(/&lt;/, "<", line); gsub(/&gt;/, ">", line); gsub(/&quot;/, "\"", line)
      gsub(/&apos;|&#39;/, "\047", line); gsub(/&#10;/, " ", line); gsub(/&#8594;/, "→", line); gsub(/&amp;/, "\\&", line)
      return line
    }
    /<testcase / { name = text($0, " classname") "." text($0, " name") }
    /<failure/ { print name ": " substr(text($0, " message"), 1, 2000) }
  ' "$1"
}

# unfinished_tests FILE: which tests and suites had begun and not ended, by the events that Swift
# Testing writes, a line of JSON each.
unfinished_tests() {
  awk '
    match($0, /"testID":"[^"]*"/) {
      id = substr($0, RSTART + 10, RLENGTH - 11)
      if (/"kind":"testStarted"/) begun[id]
      if (/"kind":"testEnded"/) delete begun[id]
    }
    END { for (id in begun) print id }
  ' "$1"
}

# frames_in FILE: the first functions of this package in the stacks that a sanitizer has printed.
frames_in() {
  grep -aE '^ *#[0-9]+ .*/(Sources|Tests)/' "$1" \
    | sed -E 's/^ *#[0-9]+ (0x[0-9a-f]+ in )?(\S+).*\/((Sources|Tests)\/\S+).*/\3 \2/' \
    | head -n 6 | swift demangle --simplified
}

# swift_tests NAME OPTION…: counts the test functions in the files that Swift Testing writes, one
# for each process that runs tests.
swift_tests() {
  local report reports=$logs/reports counts="0 0" sum
  rm -rf "$reports"
  mkdir "$reports"
  stage "$1" scripts/swift-tests.sh "$reports" "${@:2}"
  if ((status == 124)); then
    for report in "$reports"/*.events; do
      while IFS= read -r test; do failures+=("  $test had begun and not ended"); done < <(
        unfinished_tests "$report"
      )
    done
  fi
  for report in "$reports"/*.xml; do
    [[ -f $report ]] || continue
    sum=$(tests_in "$report")
    counts="$((${counts% *} + ${sum% *})) $((${counts#* } + ${sum#* }))"
    while IFS= read -r failure; do failures+=("  $failure"); done < <(failed_tests "$report")
  done
  # An issue that no test is charged with, a leak, or a crash.
  if ((status != 0 && status != 124)) && [[ $counts == *" 0" ]]; then
    note_failures < <(
      grep -aE '«unknown»|ERROR: |SUMMARY: |WARNING: ThreadSanitizer|Fatal error|error: ' \
        "$logs/output" | head -n 10
      frames_in "$logs/output"
    )
  fi
  # A run without tests is a mistake somewhere.
  if [[ $counts == "0 0" ]] && ((status == 0)); then
    printf 'no test ran\n' >&2
    failures+=("$1")
    status=1
  fi
  # shellcheck disable=SC2086
  count $counts
}

# integration_tests NAME OPTION: runs a part of the integration tests.
integration_tests() {
  stage "$1" IntegrationTests/run-tests.sh "$2"
  local counts
  counts=$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$logs/output" | tail -n 1)
  # A failed test's name, and the end of its output, which run-tests.sh indents.
  note_failures < <(
    awk '
      function show(  first) {
        if (name == "") return
        print name
        for (first = count > 8 ? count - 8 : 0; first < count; first++) print lines[first]
        name = ""
      }
      /^(FAILED|passed)  / { show(); count = 0; if (/^FAILED/) name = $0; next }
      /^        / { lines[count++] = $0; next }
      { show() }
      END { show() }
    ' "$logs/output"
  )
  # shellcheck disable=SC2086
  count ${counts:-0 0}
}

# run_beside COMMAND: runs stages beside the following ones, with their output in a file.
run_beside() {
  printf '\nBeside the next stages, and shown after them: tests that wait more than they compute\n'
  set -m
  noting_results "$@" > "$logs/beside.txt" 2>&1 &
  beside=$!
  set +m
}

# noting_results COMMAND: runs stages with results of their own, and leaves these in files.
noting_results() {
  local logs=$logs/beside times=() failures=() passed=0 failed=0
  mkdir "$logs"
  "$@"
  printf '%s\0' "${times[@]}" > "$logs/times"
  ((${#failures[@]} == 0)) || printf '%s\0' "${failures[@]}" > "$logs/failures"
  printf '%d %d\n' "$passed" "$failed" > "$logs/counts"
}

# Waits for the stages beside the others, and adds their results.
finish_beside() {
  local lines=() counts='0 1'
  wait "$beside" || true
  beside=
  cat "$logs/beside.txt"
  if [[ -f $logs/beside/counts ]]; then
    counts=$(< "$logs/beside/counts")
  else
    failures+=("the stages beside the others ended early")
  fi
  passed=$((passed + ${counts% *}))
  failed=$((failed + ${counts#* }))
  if [[ -f $logs/beside/failures ]]; then
    mapfile -t -d '' lines < "$logs/beside/failures"
    failures+=("${lines[@]}")
  fi
  if [[ -f $logs/beside/times ]]; then
    mapfile -t -d '' lines < "$logs/beside/times"
    times+=("${lines[@]/%/ (beside others)}")
  fi
}

# Tests that use processors for a part of their time only: they wait for LTTng, for programs, and
# for each other. Random programs run all tasks of their process on one thread.
waiting_tests() {
  swift_tests "tests of the package" --beside EngineTests --beside SignpostToolTests
  MALLOC_PERTURB_=165 COMPOSABLE_RUNTIME_METADATA=off \
    swift_tests "tests without the runtime's metadata" --built --filter '^CoreTests\.'
  check "tests in XCTest" "$BINARIES/composable-signpostPackageTests.xctest"
  integration_tests "integration tests" --without-builds
}

# Builds with a sanitizer use all processors for minutes. ThreadSanitizer needs as long again, and
# is a stage of nightly.sh.
address_sanitizer() {
  # LTTng's own threads confuse the sanitizers, so tracing is off and the recorder listens alone.
  # The macros and the tools are left out, as swift-syntax and all the rest would be built once
  # more.
  local -x SIGNPOST_TRACING=0 COMPOSABLE_WITHOUT_MACROS=1 COMPOSABLE_WITHOUT_TOOLS=1
  local -x COMPOSABLE_ONLY_TESTS ASAN_OPTIONS=detect_leaks=1
  local -x LSAN_OPTIONS=suppressions=$PWD/scripts/leaks.supp:print_suppressions=0
  # Random programs take ten times as long, so there are fewer of them.
  local -x ENGINE_PROGRAMS=60 ENGINE_ORDERS=10 OBSERVATION_MODEL_RUNS=5 LAYOUT_PROGRAMS=10
  local -x EXPLORE_PROGRAMS=1
  COMPOSABLE_ONLY_TESTS=$(paste -sd , scripts/sanitized-tests.txt)
  swift_tests "tests under AddressSanitizer" --sanitize=address --scratch-path .build-asan \
    --beside EngineTests
}

check "lint" scripts/check.py --all
check "build" swift build --build-tests
# All integration tests use it: SwiftPM takes a second to print it, and longer while it builds.
BINARIES=$(swift build --show-bin-path)
export BINARIES
run_beside waiting_tests
address_sanitizer
# In the package's place, where swift-syntax and other common modules are built already.
limit=$((20 * 60)) swift_tests "tests of the examples" --package-path Examples --scratch-path .build
integration_tests "integration tests that build" --with-builds
finish_beside
# Alone, as it measures. An improvement (4) is shown and is no failure: a ratio may be better by
# chance.
# shellcheck disable=SC2016
check "Bench" bash -c 'swift run --configuration release Bench --quick --check || (($? == 4))'
if ((status != 0)); then
  note_failures < <(
    grep -aE '^(REGRESSION|Bench: |error: )|: not judged: ' "$logs/output" | head -n 20
  )
fi
check "warnings of compilers" scripts/warnings.sh "$logs"/*.log "$logs"/beside/*.log

printf '\nStages, in minutes:\n'
printf '%s\n' "${times[@]}"
printf '%6s  %-6s  %s\n\n' "$((SECONDS / 60)):$(printf '%02d' $((SECONDS % 60)))" '' 'in total'
for name in "${failures[@]}"; do printf 'FAILED: %s\n' "$name"; done
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
