#!/usr/bin/env bash
# Measures the rules of `signpost findings` with real recordings. Each mistake of MistakenProgram is
# to be found, alone, at twice its threshold, and not at half of it, and not in the corrected
# program. Nothing is to be found in the examples, of which every second recording is made on a busy
# machine. At half of a threshold, a machine that others keep busy doubles durations.
#
#   calibrate-findings.sh RUNS PRODUCTS [EXAMPLES…]
#
# PRODUCTS is the directory of signpost and MistakenProgram, EXAMPLES are directories of examples;
# an example that is in none of them is left out, and named. ONLY=rule measures one rule, ONLY=Name
# one example.
set -euo pipefail
runs=$1
products=$(realpath "$2")
shift 2
examples=()
for directory; do examples+=("$(realpath "$directory")"); done
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scratch=$(mktemp -d)
busy=()
end_busy() {
  local pid
  for pid in "${busy[@]}"; do kill "$pid" 2> /dev/null || true; done
  busy=()
}
trap 'end_busy; rm -rf "$scratch"' EXIT

recordings=0
failures=0

# begin RUN: makes the machine busy for every second run.
begin() {
  local processor
  (($1 % 2 == 0)) || return 0
  for ((processor = 0; processor < $(nproc); processor++)); do
    (while :; do :; done) &
    busy+=("$!")
  done
}

# record PROGRAM…: `found` has the rules with findings, each once.
record() {
  local options=()
  if [[ " $* " == *' MISTAKE=hot-function '* ]]; then options=(--cpu-profile); fi
  rm -rf "$scratch/trace"
  "$products/signpost" record --quiet "${options[@]}" --output "$scratch/trace" -- "$@" > "$scratch/output" 2>&1 \
    || { printf '%s ends with %d\n' "$1" $? >&2; cat "$scratch/output" >&2; exit 1; }
  found=$("$products/signpost" findings "$scratch/trace" --json | python3 -c '
import json, sys
print(" ".join(sorted({finding["rule"] for finding in json.load(sys.stdin)["findings"]})))')
  recordings=$((recordings + 1))
}

# expect WHAT EXPECTED: compares `found`.
expect() {
  [[ $found == "$2" ]] && return 0
  failures=$((failures + 1))
  printf 'failed: %s: found “%s” instead of “%s”\n' "$1" "$found" "$2"
  "$products/signpost" findings "$scratch/trace" || true
  return 1
}

rules=$("$products/signpost" findings --rules --json | python3 -c '
import json, sys
print("\n".join(rule["id"] for rule in json.load(sys.stdin)))')

# Some rules have several mistakes, called RULE/MISTAKE.
for mistake in $rules long-waits/actor; do
  rule=${mistake%%/*}
  # Losses are not made on purpose.
  [[ $rule != lost-events && ${ONLY:-$rule} == "$rule" ]] || continue
  twice=0 half=0 corrected=0
  for ((run = 1; run <= runs; run++)); do
    record env MISTAKE="$mistake" LEVEL=2 "$products/MistakenProgram"
    if expect "$mistake at twice the threshold" "$rule"; then twice=$((twice + 1)); fi
    record env MISTAKE="$mistake" LEVEL=0.5 "$products/MistakenProgram"
    if expect "$mistake at half of the threshold" ''; then half=$((half + 1)); fi
    record env MISTAKE="$mistake" LEVEL=2 CORRECTED=1 "$products/MistakenProgram"
    if expect "$mistake, corrected" ''; then corrected=$((corrected + 1)); fi
  done
  printf '%-20s found at twice %d/%d, nothing at half %d/%d, nothing when corrected %d/%d\n' \
    "$mistake" "$twice" "$runs" "$half" "$runs" "$corrected" "$runs"
done

# The way to run an example, in a shell in a directory of its own.
# shellcheck disable=SC2016
commands='exec "$@" < ../input'
# shellcheck disable=SC2016
server='
  "$1" serve --port 0 --closing-time 1 --ledger ledger > address &
  until [ -s address ]; do sleep 0.1; done
  "$1" load "$(head -n 1 address)" --auctions "$2" --bids 1000 --seed 1 && sleep 1.5 && kill $! && wait
'
export session=$commands

# example NAME ARGUMENT…: a session of an example, whose commands are on standard input.
example() {
  local name=$1 program='' directory run clean=0
  shift
  cat > "$scratch/input"
  [[ ${ONLY:-$name} == "$name" ]] || return 0
  for directory in "${examples[@]}"; do
    if [[ -x $directory/$name ]]; then program=$directory/$name; fi
  done
  if [[ -z $program ]]; then
    printf '%-20s is not built\n' "$name"
    return
  fi
  for ((run = 1; run <= runs; run++)); do
    begin "$run"
    rm -rf "$scratch/files"
    mkdir "$scratch/files"
    # shellcheck disable=SC2016
    record sh -c 'cd "$1" && shift && eval "$session"' sh "$scratch/files" "$program" "$@"
    if expect "$name" ''; then clean=$((clean + 1)); fi
    end_busy
  done
  printf '%-20s nothing %d/%d\n' "$name" "$clean" "$runs"
}

example Counter --timer-interval 5 --fail-multiples-of 13 < <(scripts/demo-session.sh)
example NumberFactCounter << 'COMMANDS'
repeat 30 +
fact
wait
dismiss
repeat 10 -
fact
wait 5
dismiss
COMMANDS
example ShoppingList << 'COMMANDS'
add Bread
add Milk
repeat 20 add Apples
check 1
check 2
wait 1500
edit 3 Pears
filter
filter
COMMANDS
example HigherOrderReducers --settings settings.json << 'COMMANDS'
repeat 30 +
color
title Numbers
fact
wait
dismiss
repeat 5 -
COMMANDS
example TutorialCounter << 'COMMANDS'
repeat 50 +
timer
wait 2500
fact
wait 1500
timer
COMMANDS
example Todos --file list.json < Examples/todos.commands
example Search << 'COMMANDS'
search ber
wait 50
search berl
wait 500
open 1
wait 300
close
search p
wait 20
search pa
wait 20
search par
wait 600
clear
wait
COMMANDS
example SensorMemos --directory memos --interval 50 << 'COMMANDS'
record
choose 1
wait 1000
stop
play 1
wait 500
stop
COMMANDS
example FeatureWithDependencies << 'COMMANDS'
repeat 30 +
fact
wait
repeat 10 -
fact
wait
COMMANDS
example TicTacToe --code 1234 << 'COMMANDS'
email ben@example.com
password password
login
wait
code 1234
submit
wait
x Anna
o Ben
play
move 1 1
move 2 1
move 1 2
move 2 2
move 1 3
again
move 2 2
leave
logout
COMMANDS
# A server: many auctions, and few that are in demand.
session=$server
for auctions in 200 4; do example AuctionHouse "$auctions" < /dev/null; done
session=$commands
for study in counter two-counters bindings optional enum list shared alerts effects timers \
  cancellation long-living refresh web-socket throttling stack sheet load-then-present favorite \
  download recursion; do
  # The commands that the text of the study begins with.
  example CaseStudies --study "$study" --delay 20 --file tally.json <<< 'wait 1500'
done
example CaseStudies --delay 20 --file tally.json << 'COMMANDS'
open optional
toggle
start
wait 1500
toggle
close
open favorite
1
3
wait
ok
close
open stack
go 2/4/fact
load
wait
back
root
close
open recursion
add 2 Secret
COMMANDS

printf 'Test run with %d recordings, %d failures\n' "$recordings" "$failures"
((failures == 0))
