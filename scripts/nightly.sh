#!/usr/bin/env bash
# Runs the variants of tests that take hours, in stages. A stage that has passed for the same files
# is not repeated: after an interruption or a failure, the next run goes on with the others.
#
#   nightly.sh [STAGE…]    all stages, or those with these names
#   nightly.sh --list      prints the names
#
# SCALE multiplies the numbers of random programs: 0.001 tries all stages in minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scale=${SCALE:-1}
stages=(
  engine observation layouts layouts-without-metadata payloads findings whatif shrink thread-sanitizer
  address-sanitizer kills soak links released-layouts demo other-platforms mutants tagged
  release docs
)
state=.build-nightly/passed

if [[ ${1:-} == --list ]]; then
  printf '%s\n' "${stages[@]}"
  exit
fi
for name; do
  [[ " ${stages[*]} " == *" $name "* ]] || {
    printf 'nightly: no stage %s; stages are: %s\n' "$name" "${stages[*]}" >&2
    exit 64
  }
done
if (($# > 0)); then stages=("$@"); fi
mkdir -p "$state"

# times NUMBER: the number by the scale, at least 1.
times() { awk -v number="$1" -v scale="$scale" 'BEGIN { n = int(number * scale); print n < 1 ? 1 : n }'; }

# Other files, or another scale, are another run.
run=$(
  {
    git ls-files -z --cached --others --exclude-standard -- Package.swift Sources Tests \
      | xargs -0 sh -c 'for file; do [ ! -f "$file" ] || printf "%s\n" "$file"; done' sh \
      | git hash-object --stdin-paths
    printf '%s\n' "$scale"
  } | git hash-object --stdin
)

export COMPOSABLE_WITHOUT_MACROS=1 COMPOSABLE_WITHOUT_TOOLS=1

# Random programs are optimised, and take a tenth of the time.
tests() {
  local module=${1%%.*}
  COMPOSABLE_ONLY_TESTS=$module swift test --configuration release -Xswiftc -enable-testing \
    --disable-xctest --scratch-path ".build-nightly/$module" --filter "^$1"
}

# sanitized KIND: the tests of scripts/sanitized-tests.txt, with as many programs as without. Before
# a fork, a thread holds all locks of dependencies, which are more than the 64 for which
# ThreadSanitizer looks for deadlocks: with more, it stops the process in the middle of a test.
sanitized() {
  TSAN_OPTIONS=detect_deadlocks=0 SIGNPOST_TRACING=0 \
    COMPOSABLE_ONLY_TESTS=$(paste -sd , scripts/sanitized-tests.txt) \
    swift test --sanitize="$1" --disable-xctest --scratch-path ".build-nightly/$1"
}

# integration FILTER: integration tests, with the products of all of the package.
integration() {
  env -u COMPOSABLE_WITHOUT_MACROS -u COMPOSABLE_WITHOUT_TOOLS swift build \
    && env -u COMPOSABLE_WITHOUT_MACROS -u COMPOSABLE_WITHOUT_TOOLS \
      IntegrationTests/run-tests.sh "$1" \
    && printf 'Test run with 1 test passed\n'
}

# The cases call each other by way of a name.
# shellcheck disable=SC2317
stage() {
  case $1 in
    engine)
      ENGINE_PROGRAMS=$(times 1000000) ENGINE_ORDERS=$(times 100000) \
        tests EngineTests.RandomProgramTests
      ;;
    observation) OBSERVATION_MODEL_RUNS=$(times 10000) tests CoreTests.ObservationModelTests ;;
    layouts) LAYOUT_PROGRAMS=$(times 10000) tests CoreTests.LayoutTests ;;
    layouts-without-metadata)
      COMPOSABLE_RUNTIME_METADATA=off LAYOUT_PROGRAMS=$(times 10000) tests CoreTests.LayoutTests
      ;;
    payloads)
      env -u COMPOSABLE_WITHOUT_MACROS MACRO_PAYLOADS=all COMPOSABLE_ONLY_TESTS=MacrosTests \
        swift test --disable-xctest --scratch-path .build-nightly/MacrosTests \
        --filter '^MacrosTests.PayloadTests'
      ;;
    findings)
      local build=(
        env -u COMPOSABLE_WITHOUT_TOOLS swift build --configuration release
        --scratch-path .build-nightly/findings
      )
      "${build[@]}" --product signpost && "${build[@]}" --product MistakenProgram \
        && swift build --package-path Examples --scratch-path .build-nightly/examples \
        && scripts/calibrate-findings.sh "$(times 10)" "$("${build[@]}" --show-bin-path)" \
          .build-nightly/examples/debug
      ;;
    whatif)
      local build=(
        env -u COMPOSABLE_WITHOUT_TOOLS swift build --configuration release
        --scratch-path .build-nightly/findings
      )
      "${build[@]}" --product signpost && "${build[@]}" --product ChangedProgram \
        && scripts/calibrate-whatif.sh "$(times 5)" "$("${build[@]}" --show-bin-path)"
      ;;
    shrink) SHRINK_SECONDS=60 tests SignpostTestSupportTests.ShrinkTests ;;
    thread-sanitizer)
      ENGINE_PROGRAMS=$(times 10000) OBSERVATION_MODEL_RUNS=$(times 400) \
        LAYOUT_PROGRAMS=$(times 400) sanitized thread
      ;;
    address-sanitizer)
      ENGINE_PROGRAMS=$(times 10000) OBSERVATION_MODEL_RUNS=$(times 400) \
        LAYOUT_PROGRAMS=$(times 400) ASAN_OPTIONS=detect_leaks=1 \
        LSAN_OPTIONS=suppressions=$PWD/scripts/leaks.supp:print_suppressions=0 sanitized address
      ;;
    kills) KILL_START=0 KILL_ROUNDS=$(times 100) integration test_kills ;;
    soak)
      env -u COMPOSABLE_WITHOUT_MACROS -u COMPOSABLE_WITHOUT_TOOLS swift build --product signpost \
        && env -u COMPOSABLE_WITHOUT_MACROS -u COMPOSABLE_WITHOUT_TOOLS swift build \
          --product ScenarioRunner \
        && scripts/alone.sh scripts/soak.py --minutes "$(times 15)" --deploy-every 2 \
          --csv .build-nightly/soak.csv "$(swift build --show-bin-path)" \
        && printf 'Test run with 1 test passed\n'
      ;;
    links) integration tests_docs/test_links ;;
    released-layouts)
      integration tests_core/test_layouts &&
        COUNT=$(times 24) integration tests_core/test_enum_layouts
      ;;
    # From nothing, as on a machine that has never built it.
    demo)
      rm -rf .build-demo && env -u COMPOSABLE_WITHOUT_TOOLS scripts/demo.sh .build-nightly/traces \
        && printf 'Test run with 1 test passed\n'
      ;;
    other-platforms) scripts/other-platforms.sh && printf 'Test run with 1 test passed\n' ;;
    mutants)
      # Also ends as passed when the time is over: mutants that survive are no failure of a test.
      swift test --package-path Tests/Mutants --scratch-path .build-mutants/generator-tests \
        --disable-xctest \
        && SAMPLE=$(times 500) MINUTES=120 scripts/mutants.py
      ;;
    tagged) scripts/package-tests/tagged.sh ;;
    docs)
      env -u COMPOSABLE_WITHOUT_MACROS -u COMPOSABLE_WITHOUT_TOOLS scripts/docs.sh \
        && printf 'Test run with 1 test passed\n'
      ;;
    release)
      # Of the latest commit: twice, with the same bytes.
      env -u COMPOSABLE_WITHOUT_MACROS -u COMPOSABLE_WITHOUT_TOOLS \
        scripts/release.sh --build .build-nightly/packages \
        && printf 'Test run with 1 test passed\n'
      ;;
  esac
}

passed=0
failed=0
for name in "${stages[@]}"; do
  if [[ $(cat "$state/$name" 2> /dev/null) == "$run" ]]; then
    printf '==> %s: has passed already\n' "$name"
    passed=$((passed + 1))
    continue
  fi
  printf '\n==> %s\n' "$name"
  start=$SECONDS
  log=.build-nightly/$name.log
  if stage "$name" < /dev/null 2>&1 | tee "$log" && grep -q 'Test run with [1-9]' "$log"; then
    printf '%s\n' "$run" > "$state/$name"
    passed=$((passed + 1))
    outcome=passed
  else
    failed=$((failed + 1))
    outcome=FAILED
  fi
  printf '<== %s: %s after %d min\n' "$name" "$outcome" $(((SECONDS - start) / 60))
done
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
