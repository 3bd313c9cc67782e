#!/usr/bin/env bash
# Uses an installed signpost once for each of its commands, and prints a word for each: its name, or
# its name with FAILED and the status. The program to record is ./program, the example Counter; the
# output of each command is in <name>.log.
set -uo pipefail

# session SECONDS: the commands of a user of the program.
session() {
  printf '+\n+\nfact\nwait\n'
  sleep "$1"
  printf -- '-\n'
}

try() {
  local name=$1
  if "use_$name" > "$name.log" 2>&1; then
    printf ' %s' "$name"
  else
    printf ' %s:FAILED(%d)' "$name" $?
  fi
}

use_version() { signpost --version; }
use_doctor() { signpost doctor; }
use_record() { session 1 | signpost record --output recorded -- ./program --fact-delay 20; }
use_attach() {
  session 8 | ./program --fact-delay 20 > program.output &
  sleep 2
  signpost record --attach program --duration 3s --output attached
  local status=$?
  wait
  return "$status"
}
use_snapshot() {
  session 10 | ./program --fact-delay 20 > program.output &
  sleep 1
  local directory status
  signpost start ring --attach program --snapshot --output ring && sleep 2 \
    && directory=$(signpost snapshot ring) && signpost report "$directory"
  status=$?
  signpost stop ring || status=$?
  wait
  return "$status"
}
use_top() {
  # It ends before the session does.
  signpost top --json --count 2 --program-output top.output -- ./program --fact-delay 20 < <(session 4)
}
use_report() { signpost report recorded; }
use_findings() { signpost findings recorded; }
use_path() { signpost path recorded; }
use_whatif() { signpost whatif recorded 'action * = 50%'; }
use_blame() { signpost blame recorded; }
use_races() { signpost races recorded; }
use_events() { signpost events recorded | grep -q incrementButtonTapped; }
use_diff() { signpost diff recorded recorded; }
use_export() {
  signpost export recorded --format perfetto --output recorded.pftrace \
    && signpost export recorded --format sqlite --output recorded.sqlite && test -s recorded.pftrace
}
use_profile() {
  session 1 | signpost record --cpu-profile --output profiled -- ./program --fact-delay 20 \
    && signpost report profiled --functions
}
use_view() {
  signpost view recorded --no-open > view.output 2>&1 &
  local viewer=$! url='' status
  for ((tries = 0; tries < 100; tries++)); do
    url=$(grep -oE 'http://[^ ]+' view.output | head -1)
    [[ -n $url ]] && break
    sleep 0.1
  done
  curl --fail --silent --show-error --location --output page.html "$url" && grep -qi '<html' page.html
  status=$?
  kill -INT "$viewer"
  wait "$viewer"
  return "$status"
}

for name in version doctor record attach snapshot top report findings path whatif blame races events diff export profile view; do
  try "$name"
done
printf '\n'
