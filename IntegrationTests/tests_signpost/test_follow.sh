# A recording in the background follows the name of a program: instances that start later, and
# several at a time, from their first event. It is resumed after its recorder or the session daemon
# was killed, in the same directory, and its report says when nothing was recorded.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"

export HOME=$scratch LTTNG_HOME=$scratch TMPDIR=$scratch
unset XDG_RUNTIME_DIR XDG_STATE_HOME
# On a busy machine the recorder may take longer than a program waits for it.
export SIGNPOST_FOLLOW_TIMEOUT=60000

run_once() { "$runner" work <<< round > "$scratch/output.$1" 2>&1; }
status() { "$signpost" status night --json | sed -n "s/^.*\"$1\" : \\([^,]*\\),*$/\\1/p"; }
has() { [[ $(status "$1" 2> /dev/null) == "$2" ]]; }
# LTTng's consumer writes the last events of a program after its end: they are lost with it.
has_written() {
  local programs
  programs=$(
    find "$directory" -path '*ust/pid/FollowedRunner-*' -not -path '*/index/*' -type f \
      -not -name metadata -size +0 -printf '%h\n' | sort -u | wc -l
  )
  ((programs == $1))
}
nothing_is_left() {
  [[ -z $(lttng_processes) && -z $(find "$scratch" -maxdepth 1 -name 'signpost-??????') ]]
}

early_is_gone() { ! pgrep -f 'recording early' && [[ ! -e $scratch/early/.room ]]; }

cd "$scratch"
# Other tests run ScenarioRunner at the same time, so this one follows a copy by another name.
cp "$runner" FollowedRunner
runner=$scratch/FollowedRunner
"$signpost" start night --attach FollowedRunner 2> start.log || fail "start: $(cat start.log)"
expect_equal "processes before the first" 0 "$(status processes_running)"
grep -q 'every process called FollowedRunner' <("$signpost" status night) || fail "no name"
run_once 1
cp "$runner" other
# Not of that name, at the same time.
./other work <<< round > output.other
for number in 2 3; do run_once $number & replicas[number]=$!; done
for replica in "${replicas[@]}"; do wait "$replica"; done
wait_until "the counts" has processes_started 3
wait_until "the ends" has processes_running 0
directory=$(sed -n 's/^.*night records to \(.*\)\. To end.*/\1/p' start.log)

wait_until "the events of three programs" has_written 3
# After its recorder was killed, `start` with the same name resumes it, with the same options.
kill -KILL "$(status pid)"
wait_until "the clean-up after the recorder" nothing_is_left
mkdir elsewhere
(cd elsewhere && "$signpost" start night 2> ../start.log) || fail "resume: $(cat start.log)"
expect_equal "times that it was resumed" 1 "$(status resumptions)"
expect_equal "the directory" "$directory" "$(sed -n 's/^.*night records to \(.*\)\. To end.*/\1/p' start.log)"
run_once 4
wait_until "the end" has processes_started 1

# A recorder that is killed before its session starts, or before it has written all about itself,
# leaves a recording that the name resumes.
for step in hasLoadedSession hasStartedSession hasManifest; do
  ended=0
  SIGNPOST_AT_STEP="$step:ls -A early > early.files; kill -KILL \$PPID" \
    timeout 120 "$signpost" start --foreground early \
    --output "$scratch/early" > early.log 2>&1 || ended=$?
  expect_equal "the end of the recorder that is killed at $step" 137 "$ended"
  wait_until "the clean-up at $step" early_is_gone
done
has_line '^\.room$' early.files || fail "nothing to clean up in $(cat early.files)"
"$signpost" start early --output "$scratch/early" 2> early.log || fail "after kills: $(cat early.log)"
"$signpost" stop early 2> early.log || fail "stop: $(cat early.log)"
rm -rf early

wait_until "the events of the fourth program" has_written 4
# So is the session daemon: the recorder goes on with another, and records the selection of `set`.
"$signpost" set night --kind effects 2> set.log || fail "set: $(cat set.log)"
kill -KILL "$(pgrep -o -x lttng-sessiond)"
wait_until "the next part" has resumptions 2
expect_equal "the selection" '"--kind actions --kind effects --kind stores"' "$(status selection)"
run_once 5
wait_until "the events of the fifth program" has_written 5
# A second session daemon, of which the consumer dies.
kill -KILL "$(pgrep -o -x lttng-consumerd)"
wait_until "the next part" has resumptions 3
run_once 6
"$signpost" stop night 2> stop.log || fail "stop: $(cat stop.log)"
wait_until "the end of all" nothing_is_left
[[ ! -e .local/state/signpost/night ]] || fail "the name is taken after stop"

for number in 1 2 3 4 5 6; do
  grep -q '^result' "output.$number" || fail "program $number: $(cat "output.$number")"
done
ln -s "$directory" trace-night
# Streams may end in the middle of a packet where a process was killed.
status=0
"$signpost" report "$directory" > /dev/null 2>&1 || status=$?
[[ $status == 0 || $status == 65 ]] || fail "the report ends with $status"
report night "$status"
expect_equal "interruptions" 3 "$(grep -c '^Nothing was recorded from ' report)"
expect_equal "processes" 6 "$(grep -c '^processes\.[0-9]*\.name "FollowedRunner"' facts)"
expect_equal "other processes" 0 "$(grep -c '^processes\.[0-9]*\.name "other"' facts || true)"
expect_fact is_complete false
expect_fact losses.events 0
# From the first event: every store was created while it was recorded.
babeltrace2 "$directory" 2> /dev/null | grep 'store_created' > created
! grep -q 'announced = 1' created || fail "late: $(grep -c 'announced = 1' created) stores"
expect_equal "processes with stores" 6 \
  "$(find "$directory" -path '*ust/pid/*' -maxdepth 6 -name 'FollowedRunner-*' | wc -l)"

# A program that is deployed again and again stays within the limit, although no process writes as
# much as a chunk: LTTng's own rotation by size does not end a chunk then.
"$signpost" start deploys --attach FollowedRunner --max-size 4M --output "$scratch/deploys" \
  2> start.log || fail "start: $(cat start.log)"
for ((deployment = 0; deployment < 60; deployment++)); do "$runner" burst 2000; done
# It resumes after a rotation, too, and the chunk that was open becomes one of the complete ones.
kill -KILL "$("$signpost" status deploys --json | sed -n 's/^.*"pid" : \([0-9]*\),*$/\1/p')"
wait_until "the clean-up after the recorder" nothing_is_left
"$signpost" start deploys 2> start.log || fail "resume: $(cat start.log)"
expect_equal "open chunks of earlier sessions" "" "$(find deploys -mindepth 1 -maxdepth 1 -name '20*')"
"$runner" burst 2000
"$signpost" stop deploys 2> stop.log || fail "stop: $(cat stop.log)"
size=$(du -sk deploys | cut -f1)
((size <= 5 << 10)) || fail "the recording of a program that is deployed again takes $size KiB"
has_line '"removedChunks" : [1-9]' deploys/signpost.json || fail "$(cat deploys/signpost.json)"
# As a part of it was killed.
status=0
"$signpost" report deploys > deploys.text 2> deploys.errors || status=$?
[[ $status == 0 || $status == 65 ]] || fail "no report of the deployments: $(cat deploys.errors)"
has_line '^The oldest .* removed to keep within the limits' deploys.text || fail "$(head -5 deploys.text)"
