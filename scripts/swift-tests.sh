#!/usr/bin/env bash
# Builds the tests of a package and runs those that use Swift Testing.
#
#   swift-tests.sh DIRECTORY [--beside MODULE]… OPTION…
#
# DIRECTORY receives a JUnit file and the events of each process. The tests of each MODULE run in a
# process of their own, beside the others. OPTIONS are options of `swift test`.
set -euo pipefail

directory=$1
shift
beside=()
options=()
while (($# > 0)); do
  case $1 in
    --beside)
      beside+=("$2")
      shift
      ;;
    *) options+=("$1") ;;
  esac
  shift
done

# run NAME OPTION…: runs tests, and leaves their reports in files of the name.
run() {
  swift test "${@:2}" --disable-xctest --xunit-output "$directory/$1.xml" \
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

if ((${#beside[@]} > 0)); then
  # The common options of `swift build` and `swift test`.
  common=()
  for ((place = 0; place < ${#options[@]}; place++)); do
    case ${options[place]} in
      --filter | --skip) place=$((place + 1)) ;;
      *) common+=("${options[place]}") ;;
    esac
  done
  swift build --build-tests ${common[@]+"${common[@]}"}
  # SwiftPM's lock lasts as long as the tests: two processes share a build, and build nothing.
  shared=(--skip-build --ignore-lock)
  for module in "${beside[@]}"; do
    options+=(--skip "^$module\\.")
    run "$module" ${common[@]+"${common[@]}"} "${shared[@]}" --filter "^$module\\." &
    processes+=($!)
  done
  options+=("${shared[@]}")
fi
run others ${options[@]+"${options[@]}"} &
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
