#!/usr/bin/env bash
# Counts the instructions of whole sessions of example programs, without tracing: the effect of a
# mechanism of the engine on a program, where Bench shows its effect on one operation.
#
#   sessions.sh EXAMPLES…
#
# Each EXAMPLES is a directory with release builds of Todos, TicTacToe and CaseStudies, for example
# of two branches:
#
#   swift build -c release --package-path Examples --product Todos
#
# Runs each session of Benchmarks/Sessions under callgrind, and the same program without a command,
# and prints the difference in millions of instructions for each directory. Another run differs by
# up to a percent, as effects wait for a clock.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A list of 1,000 todos, every third of which is completed.
python3 - "$scratch/rows.json" << 'PYTHON'
import json, sys, uuid
todos = [
    {
        "id": str(uuid.UUID(int=number)).upper(), "title": f"Number {number}", "note": "",
        "secondsFocused": 0, "isCompleted": number % 3 == 0,
    }
    for number in range(1000)
]
with open(sys.argv[1], "w") as file:
    json.dump(todos, file)
PYTHON

# Libdispatch waits with a constant mask, which valgrind 3.19 tries to change.
cat > "$scratch/sigsuspend.c" << 'C'
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return syscall(SYS_rt_sigsuspend, &copy, 8);
}
C
clang -shared -fPIC -o "$scratch/sigsuspend.so" "$scratch/sigsuspend.c"

# instructions COMMANDS PROGRAM ARGUMENT…: `counted` has the instructions of the process.
instructions() {
  local commands=$1 program=$2
  shift 2
  # Callgrind fails on the debug information of Swift programs.
  strip --strip-debug -o "$scratch/program" "$program"
  LD_PRELOAD=$scratch/sigsuspend.so valgrind --tool=callgrind \
    --callgrind-out-file="$scratch/profile" --log-file="$scratch/log" \
    -- "$scratch/program" "$@" < "$commands" > "$scratch/output" \
    || { cat "$scratch/log" >&2; exit 1; }
  counted=$(awk '$2 == "Collected" { print $4 }' "$scratch/log")
}

# count SESSION PROGRAM ARGUMENT…: millions of instructions of a session.
count() {
  local session=$1 all
  shift
  instructions "Benchmarks/Sessions/$session.commands" "$@"
  all=$counted
  instructions /dev/null "$@"
  awk -v count=$((all - counted)) 'BEGIN { printf "%12.2f", count / 1000000 }'
}

printf '%-14s' session
for examples in "$@"; do printf '%12s' "$(basename "$examples")"; done
printf '\n'
for session in todos rows tictactoe case-studies screens; do
  printf '%-14s' "$session"
  for examples in "$@"; do
    rm -f "$scratch/list.json" "$scratch/tally.json"
    case $session in
      todos) count "$session" "$examples/Todos" --file "$scratch/list.json" ;;
      rows)
        cp "$scratch/rows.json" "$scratch/list.json"
        count "$session" "$examples/Todos" --file "$scratch/list.json"
        ;;
      tictactoe) count "$session" "$examples/TicTacToe" ;;
      *) count "$session" "$examples/CaseStudies" --delay 20 --file "$scratch/tally.json" ;;
    esac
  done
  printf '\n'
done
