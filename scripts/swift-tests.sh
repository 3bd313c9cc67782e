#!/usr/bin/env bash
# Builds the tests of a package and runs those that use Swift Testing.
#
#   swift-tests.sh DIRECTORY [--built] [--beside MODULE]… [--filter PATTERN] OPTION…
#
# DIRECTORY receives a JUnit file and the events of each process. The tests of each MODULE run in a
# process of their own, beside the others. --built: the tests are built already. OPTIONS are options
# of `swift build`.
set -euo pipefail

directory=$1
shift
beside=()
selection=()
options=()
is_built=
package=.
while (($# > 0)); do
  case $1 in
    --built) is_built=1 ;;
    --beside)
      beside+=("$2")
      shift
      ;;
    --filter)
      selection+=("$1" "$2")
      shift
      ;;
    --package-path)
      package=$2
      options+=("$1" "$2")
      shift
      ;;
    *) options+=("$1") ;;
  esac
  shift
done

# Folders of builds may be shared with another package: a plan that is kept there could be its plan.
[[ -n $is_built ]] || swift build --build-tests --disable-build-manifest-caching \
  ${options[@]+"${options[@]}"}
# `swift test` plans the build again before it runs tests. If another SwiftPM writes the plan of the
# same folder at that moment, it finds no tests. So the tests are run without it.
name=$(sed -nE 's/^  name: "(.*)",$/\1/p' "$package/Package.swift")
tests=$(swift build --show-bin-path --ignore-lock ${options[@]+"${options[@]}"})
tests+=/${name}PackageTests.xctest

# run NAME OPTION…: runs tests, and leaves their reports in files of the name.
run() {
  "$tests" --testing-library swift-testing "${@:2}" --xunit-output "$directory/$1.xml" \
    --event-stream-output-path "$directory/$1.events" --event-stream-version 0
}

# Each in a process group of its own: others than these do not receive an interruption.
set -m
processes=()
# The trap below calls it.
# shellcheck disable=SC2317,SC2329
interrupt() {
  for process in "${processes[@]}"; do kill -INT -- "-$process" 2> /dev/null || true; done
}
trap interrupt INT TERM

for module in ${beside[@]+"${beside[@]}"}; do
  selection+=(--skip "^$module\\.")
  run "$module" --filter "^$module\\." &
  processes+=($!)
done
run others ${selection[@]+"${selection[@]}"} &
processes+=($!)

status=0
for process in "${processes[@]}"; do
  ended=0
  wait "$process" || ended=$?
  # A signal ends `wait` before the process does.
  while kill -0 "$process" 2> /dev/null; do wait "$process" || ended=$?; done
  ((ended == 0)) || status=$ended
done
exit "$status"
