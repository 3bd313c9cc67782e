# A running program is observed: every action and effect of it is in the figures, both end together,
# and nothing is left behind.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

binaries=$(built_products)
[[ -x $binaries/ScenarioRunner && -x $binaries/signpost ]] || fail "run swift build first"
export TMPDIR=$scratch
unset XDG_RUNTIME_DIR

# top NAME OPTION… -- PROGRAM…: its output goes to NAME.json, its messages to NAME.log.
top() {
  local name=$1
  shift
  "$binaries/signpost" top --json --interval 100ms "$@" > "$scratch/$name.json" 2> "$scratch/$name.log"
}

# value NAME EXPRESSION: of the last line, of which the expression calls the object `top`.
value() {
  tail -n 1 "$scratch/$1.json" | python3 -c "import json, sys; top = json.loads(sys.stdin.read()); print($2)"
}

expect_clean() {
  local left
  left=$(find "$scratch" -mindepth 1 -maxdepth 1 -name 'signpost-*' ! -name 'signpost-top-*')
  expect_equal "what is left" "" "$left"
  ! pgrep -f "$scratch/signpost-" > /dev/null || fail "left: $(pgrep -fa "$scratch/signpost-")"
}

# Everything that a program did before it ended, and how it ended.
top burst -- "$binaries/ScenarioRunner" burst 2000 || fail "top ends with $?: $(cat "$scratch/burst.log")"
expect_equal "how it ends" ended "$(value burst "top['state']")"
expect_equal "the version" 1 "$(value burst "top['version']")"
expect_equal "actions" 2000 "$(value burst "top['actions']['total']")"
expect_equal "names" "[('burst', 'increment', 2000)]" \
  "$(value burst "[(row['prefix'], row['name'], row['durations']['total']) for row in top['action_rows']]")"
expect_equal "percentiles in order" True \
  "$(value burst "0 < top['actions']['p50_ns'] <= top['actions']['p99_ns'] <= top['actions']['max_ns']")"
expect_equal "losses" 0 "$(value burst "top['losses']['events'] + top['losses']['packets']")"
expect_equal "the process" "[False]" "$(value burst "[one['is_alive'] for one in top['processes']]")"
expect_clean

# The exit code is the program's, and its output is kept in a file.
status=0
top output -- sh -c 'echo to the output; echo to the error >&2; exit 3' || status=$?
expect_equal "exit code" 3 "$status"
file=$(sed -n "s/^signpost: the program's output is in //p" "$scratch/output.log")
expect_equal "what the program prints" $'to the output\nto the error' "$(cat "$file")"
expect_clean

# A program that goes on ends with top, and its effects are seen to run.
mkfifo "$scratch/input"
exec 9<> "$scratch/input"
printf 'effect\n' >&9
"$binaries/signpost" top --json --interval 100ms --program-output "$scratch/work.out" -- \
  "$binaries/ScenarioRunner" work < "$scratch/input" > "$scratch/work.json" 2> "$scratch/work.log" &
background_pids+=($!)
wait_until "an effect that runs" has_line '"alive":1' "$scratch/work.json"
expect_equal "the oldest effect" True "$(value work "top['effects']['oldest']['age_ns'] >= 0")"
pid=$(value work "top['pid']")
kill -TERM "${background_pids[0]}"
status=0
wait "${background_pids[0]}" || status=$?
background_pids=()
expect_equal "exit code after SIGTERM" 143 "$status"
is_gone "$pid" || fail "the program goes on"
expect_clean

# Killed, it leaves nothing either.
"$binaries/signpost" top --json --interval 100ms --program-output /dev/null -- \
  "$binaries/ScenarioRunner" work < "$scratch/input" > "$scratch/killed.json" 2> "$scratch/killed.log" &
background_pids+=($!)
wait_until "a first line" has_line running "$scratch/killed.json"
pid=$(value killed "top['pid']")
kill -KILL "${background_pids[0]}"
nothing_is_left() { ! pgrep -f "$scratch/signpost-" > /dev/null; }
wait_until "the daemons to end" nothing_is_left
kill -KILL "$pid"
