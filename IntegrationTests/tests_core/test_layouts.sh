# States of all layouts change as their reducers define, and a read while a reducer changes one ends
# the program, in debug and release builds. SEED chooses other programs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

seed=${SEED:-20250914}
count=${COUNT:-100}

# build OPTION…: as other tests and Bench do, so that most of it is there already.
build() {
  swift build --package-path "$repository" --product LayoutRunner "$@" > "$scratch/build.log" 2>&1 \
    || { cat "$scratch/build.log" >&2; fail "LayoutRunner does not build: $*"; }
}

# check RUNNER PROGRAMS STEP: every process that reads ends with the message of the engine; all ways
# to read, or each STEPth.
check() {
  local reads read output status started=$SECONDS
  "$1" "$seed" "$2" || fail "$1, seed $seed"
  reads=$("$1" reads)
  ((reads > 0)) || fail "$1 names no reads"
  for ((read = 0; read < reads; read += $3)); do
    status=0
    output=$("$1" read "$read" 2>&1) || status=$?
    if ((status <= 128)) || [[ $output != *"was read while one of its reducers is running"* ]]; then
      fail "$1 read $read: status $status, $output"
    fi
  done
  echo "$1: $2 programs, $((reads / $3)) reads, $((SECONDS - started)) s"
}

ulimit -c 0
export SWIFT_BACKTRACE=enable=no
build
check "$repository/.build/debug/LayoutRunner" $((count / 5)) 3
build -c release
check "$repository/.build/release/LayoutRunner" "$count" 1
