#!/usr/bin/env bash
# Runs tests_*/test_*.sh, one after the other: what only shows from outside a process.
#
#   run-tests.sh [FILTER…]     only tests whose path contains one of the filters
#
# CC chooses the compiler; SIGNPOST_KEEP_TRACES=1 keeps the directory of a test that fails.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
log=$(mktemp)
child=
trap 'rm -f "$log"' EXIT
trap 'interrupted 130' INT
trap 'interrupted 143' TERM

# A test that is told to end still takes its session daemon down, and is waited for.
interrupted() {
  trap '' INT TERM
  if [[ -n $child ]]; then
    kill -TERM "$child" 2> /dev/null || true
    wait "$child" || true
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

passed=0
failed=0
for test in "$here"/tests_*/test_*.sh; do
  name=${test#"$here"/}
  is_wanted "$name" "$@" || continue
  started=$SECONDS
  bash "$test" > "$log" 2>&1 < /dev/null &
  child=$!
  if wait "$child"; then
    printf 'passed  %s (%d s)\n' "$name" $((SECONDS - started))
    passed=$((passed + 1))
  else
    printf 'FAILED  %s (%d s)\n' "$name" $((SECONDS - started))
    sed 's/^/        /' "$log"
    failed=$((failed + 1))
  fi
  child=
done

printf '%d passed, %d failed\n' "$passed" "$failed"
if ((passed + failed == 0)); then
  printf 'no test matches: %s\n' "$*" >&2
  exit 64
fi
((failed == 0))
