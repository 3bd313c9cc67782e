# Bench measures the cost of recording under a session of its own: every emitted event is in the
# trace, and nothing is left behind, not even if Bench is killed. If LTTng's tools are missing, it
# names the package to install.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

bench=$(built_products)/Bench
[[ -x $bench ]] || fail "no $bench: run swift build first"

# Part of the command lines of everything that Bench starts for this test.
mark=${scratch##*/}
tmp=$scratch/tmp
search_path=$PATH
mkdir "$tmp" "$scratch/bin"

# bench_here ARGUMENT…: with all that is temporary in a place of this test's own.
bench_here() {
  env -u XDG_RUNTIME_DIR TMPDIR="$tmp" PATH="$search_path" "$bench" --rounds 3 --time 0.02 "$@"
}

# value OBJECT KEY: a number in the JSON that Bench wrote.
value() {
  awk -v object="\"$1\"" -v key="\"$2\"" '
    $1 == object { is_inside = 1 }
    is_inside && $1 == key { gsub(/[^0-9]/, "", $NF); print $NF; exit }
  ' "$scratch/bench.json"
}

nothing_is_left() { [[ -z $(ls -A "$tmp") ]] && ! pgrep -f -- "$mark" > /dev/null; }

# ---- Recorded, and counted

bench_here --suite recording --json "$scratch/bench.json" > "$scratch/table" 2> "$scratch/errors" \
  || fail "Bench ends with $?: $(cat "$scratch/errors")"
nothing_is_left || fail "left behind: $(ls -A "$tmp"; pgrep -fa -- "$mark")"
has_line "no event lost" "$scratch/table" || fail "the table does not say it: $(cat "$scratch/table")"
expect_equal "lost events" 0 "$(value events lost)"
for kind in actions effects; do
  (($(value emitted "$kind") > 100)) || fail "only $(value emitted "$kind") $kind were emitted"
  expect_equal "recorded $kind" "$(value emitted "$kind")" "$(value recorded "$kind")"
done
has_line '"name" : "recording/signpost: on, × the same in C"' "$scratch/bench.json" || fail "no figure"

# ---- Killed in the middle

bench_here --filter "recording/signpost/|$mark" --time 5 > "$scratch/killed" 2>&1 &
pid=$!
background_pids+=("$pid")
is_recording() { pgrep -f -- "--recorded-into.*$mark" && [[ -d $(echo "$tmp"/signpost-trace-*/ust) ]]; }
wait_until "the recorded process" is_recording
kill -KILL "$pid"
wait_until "everything to be taken down" nothing_is_left

# ---- Without LTTng's tools

search_path=$scratch/bin
status=0
bench_here --suite recording > "$scratch/table" 2> "$scratch/errors" || status=$?
expect_equal "status without LTTng" 69 "$status"
has_line "sudo apt-get install lttng-tools" "$scratch/errors" || fail "$(cat "$scratch/errors")"

# Unless the recording is requested by name, the other figures are measured.
bench_here --filter "signpost/(C|on)" > "$scratch/table" 2> "$scratch/errors" \
  || fail "Bench ends with $?: $(cat "$scratch/errors")"
has_line "^recording: not measured: .*sudo apt-get install lttng-tools" "$scratch/table" \
  || fail "$(cat "$scratch/table")"
has_line "^signpost/C" "$scratch/table" || fail "nothing was measured: $(cat "$scratch/table")"
