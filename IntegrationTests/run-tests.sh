#!/usr/bin/env bash
# Runs tests_*/test_*.sh, which test from outside a process: two at a time, as most of them wait for
# daemons and programs most of the time, and a third one while the processors have time for it.
#
#   run-tests.sh [FILTER…]     all tests but the long ones of `make nightly`, or tests whose path
#                              contains one of the filters
#   run-tests.sh --with-builds, --without-builds
#                              all tests but the long ones that build, and that do not
#   run-tests.sh --needs       runs nothing; prints each test and its needs: "builds" if it builds,
#                              "products" if it runs products of `swift build`, or "nothing"
#
# JOBS says how many run at a time, whatever the processors do; CC chooses the compiler;
# SIGNPOST_KEEP_TRACES=1 keeps the directory of a test that fails.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# SwiftPM lets one process at a time build in a directory, so tests that build run one after the
# other.
builds() {
  case $1 in
    tests_docs/test_prose.sh) return 1 ;;
    # It links the objects of a build, which another build may replace meanwhile.
    tests_signpost/test_two_copies.sh) ;;
    tests_bench/* | tests_core/* | tests_docs/* | tests_example/* | tests_install/* | tests_readme/*) ;;
    *) return 1 ;;
  esac
}

# Tests that build for minutes, for themselves alone: `make nightly` runs them, and a filter that
# matches.
takes_long() {
  case $1 in
    tests_core/test_layouts.sh | tests_docs/test_links.sh) ;;
    *) return 1 ;;
  esac
}

# runs_products FILE: whether a test, or a file that it sources, asks where the products are. All
# tests source support.sh.
runs_products() {
  local file
  ! grep -qE 'built_(products|example)' "$1" || return 0
  while IFS= read -r file; do
    file=${file/'$(dirname "${BASH_SOURCE[0]}")'/${1%/*}}
    file=${file/'$here'/${1%/*}}
    file=${file/'$repository'/$here/..}
    if [[ $file != */support.sh ]] && runs_products "$file"; then return 0; fi
  done < <(sed -nE 's/^source "(.*)"$/\1/p' "$1")
  return 1
}

if [[ ${1:-} == --needs ]]; then
  for test in "$here"/tests_*/test_*.sh; do
    name=${test#"$here"/}
    if builds "$name"; then
      printf '%s builds\n' "$name"
    elif runs_products "$test"; then
      printf '%s products\n' "$name"
    else
      printf '%s nothing\n' "$name"
    fi
  done
  exit
fi

if [[ -z ${SIGNPOST_TEST_ALONE:-} ]]; then
  exec "$here/../scripts/alone.sh" env SIGNPOST_TEST_ALONE=1 "$0" "$@"
fi
jobs=${JOBS:-2}
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
trap 'interrupted 130' INT
trap 'interrupted 143' TERM

# Where the built products are, for all tests: SwiftPM takes a second to print it.
if [[ -z ${BINARIES:-} ]]; then
  BINARIES=$(swift build --package-path "$here/.." --show-bin-path)
  export BINARIES
fi

# The running tests by process id: name and start time.
declare -A names=() starts=()
building_process=

# Tests that receive a signal still take their session daemons down, and are waited for.
interrupted() {
  trap '' INT TERM
  if ((${#names[@]} > 0)); then
    kill -TERM "${!names[@]}" 2> /dev/null || true
    wait "${!names[@]}" || true
  fi
  exit "$1"
}

is_wanted() {
  local filter
  (($# > 1)) || return 0
  for filter in "${@:2}"; do
    [[ $1 == *"$filter"* ]] && return 0
  done
  return 1
}

# start NAME: sets `started`, a process id. A test that takes longer does not end; the slowest takes
# a third of it, and all that wait for it would be lost.
start() {
  timeout --kill-after=30 900 bash "$here/$1" > "$logs/${1//\//-}" 2>&1 < /dev/null &
  started=$!
  names[$started]=$1
  starts[$started]=$SECONDS
}

# Whether one more test can run: in the last ten seconds, processes seldom waited for a processor.
# Without the kernel's figures of that, no third test runs.
has_room() {
  local running=${#names[@]} pressure=
  ((running >= jobs)) || return 0
  [[ -z ${JOBS:-} ]] && ((running == jobs)) || return 1
  pressure=$(sed -nE 's/^some avg10=([0-9]+)\..*/\1/p' /proc/pressure/cpu 2> /dev/null) || return 1
  [[ -n $pressure ]] && ((pressure < 20))
}

part=
case ${1:-} in
  --with-builds | --without-builds)
    part=$1
    shift
    ;;
esac
building=()
others=()
for test in "$here"/tests_*/test_*.sh; do
  name=${test#"$here"/}
  is_wanted "$name" "$@" || continue
  (($# > 0)) || ! takes_long "$name" || continue
  if builds "$name"; then
    [[ $part == --without-builds ]] || building+=("$name")
  else
    [[ $part == --with-builds ]] || others+=("$name")
  fi
done

passed=0
failed=0
while ((${#building[@]} + ${#others[@]} + ${#names[@]} > 0)); do
  while has_room; do
    if [[ -z $building_process ]] && ((${#building[@]} > 0)); then
      start "${building[0]}"
      building=("${building[@]:1}")
      building_process=$started
    elif ((${#others[@]} > 0)); then
      start "${others[0]}"
      others=("${others[@]:1}")
    else
      break
    fi
  done

  status=0
  wait -n -p ended || status=$?
  name=${names[$ended]}
  took=$((SECONDS - starts[$ended]))
  unset "names[$ended]" "starts[$ended]"
  if [[ $ended == "$building_process" ]]; then building_process=; fi
  if ((status == 0)); then
    printf 'passed  %s (%d s)\n' "$name" "$took"
    passed=$((passed + 1))
  else
    printf 'FAILED  %s (%d s)\n' "$name" "$took"
    if ((status == 124)); then printf '        did not end within 900 s\n'; fi
    sed 's/^/        /' "$logs/${name//\//-}"
    failed=$((failed + 1))
  fi
done

printf '%d passed, %d failed\n' "$passed" "$failed"
if ((passed + failed == 0)); then
  printf 'no test matches: %s\n' "$*" >&2
  exit 64
fi
((failed == 0))
