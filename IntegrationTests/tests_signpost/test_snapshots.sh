# Each request for a snapshot is answered by one that was written after the request. A program that
# is ended on request has not failed; one that crashes, or is killed by others, has.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export HOME=$scratch LTTNG_HOME=$scratch TMPDIR=$scratch LTTNG_UST_REGISTER_TIMEOUT=-1
unset XDG_RUNTIME_DIR XDG_STATE_HOME
cd "$scratch"

snapshots() { find "$1" -mindepth 1 -maxdepth 1 -name 'snapshot-*' | sort; }

cat > program << END
#!/bin/sh
"$runner" work <<INPUT > /dev/null
round
INPUT
echo at work
trap 'exit 3' TERM
while :; do sleep 0.1; done
END
chmod +x program

"$signpost" start flight --snapshot -o flight -- ./program 2> start.log || fail "start: $(cat start.log)"
wait_until "the program" has_line '^at work$' flight/recorder.log
# The recorder is stopped: all requests are there when it continues.
recorder=$("$signpost" status flight --json | sed -n 's/^.*"pid" : \([0-9]*\),*$/\1/p')
private=$(dirname "$(grep -l "\"pid\":$recorder" "$scratch"/signpost-*/recorder.json)")
kill -STOP "$recorder"
requests=()
for number in 1 2 3 4; do
  "$signpost" snapshot flight > "answer-$number" &
  requests+=("$!")
done
requested() { (($(find "$private" -name 'snapshot-*' | wc -l) >= $1)); }
wait_until "four requests" requested 4
kill -CONT "$recorder"
for request in "${requests[@]}"; do wait "$request" || fail "a request ends with $?"; done
first=$(snapshots flight)
expect_equal "snapshots of four requests at the same time" 1 "$(grep -c . <<< "$first")"
for number in 1 2 3 4; do
  expect_equal "answer $number" "$scratch/$first" "$(cat "answer-$number")"
done

# A request while a snapshot is being written has another one.
daemon=$(pgrep -P "$recorder" -x lttng-sessiond)
kill -STOP "$daemon"
"$signpost" snapshot flight > answer-1 &
requests=("$!")
wait_until "the first snapshot" pgrep -P "$recorder" -f 'snapshot record'
"$signpost" snapshot flight > answer-2 &
requests+=("$!")
wait_until "the second request" test -e "$private/snapshot-$!"
kill -CONT "$daemon"
for request in "${requests[@]}"; do wait "$request" || fail "a request ends with $?"; done
expect_equal "snapshots of two further requests" 3 "$(snapshots flight | wc -l)"
[[ $(cat answer-1) != "$(cat answer-2)" ]] || fail "a request has an earlier snapshot: $(cat answer-2)"
for number in 1 2; do [[ -f $(cat "answer-$number")/signpost.json ]] || fail "no snapshot"; done

before=$(snapshots flight)
"$signpost" stop flight 2> stop.log || fail "stop: $(cat stop.log)"
expect_equal "snapshots of a program that stop has ended" "$before" "$(snapshots flight)"
! has_line 'the program failed' flight/recorder.log || fail "$(cat flight/recorder.log)"

# fails NAME STATUS COMMAND: a flight recorder of a program that ends by itself writes a snapshot.
fails() {
  local status=0
  "$signpost" record --quiet --snapshot -o "$1" -- \
    bash -c 'echo round | "$0" work > /dev/null; '"$3" "$runner" 2> record.log || status=$?
  expect_equal "the status of $1" "$2" "$status"
  expect_equal "the snapshots of $1" 1 "$(snapshots "$1" | wc -l)"
  "$signpost" report "$1"/snapshot-* > report.txt || fail "report: $(cat report.txt)"
  has_line '^Snapshot 1, written as the program failed' report.txt || fail "$(head -5 report.txt)"
}
fails crash 139 'kill -SEGV $$'
fails error 1 'exit 1'
fails killed 143 'kill -TERM $$'

# Events that were overwritten before a snapshot are no losses.
status=0
"$signpost" record --quiet --snapshot --fail-on-loss --subbuf-size 64K --num-subbuf 4 -o judged -- \
  bash -c '"$0" burst 100000 > /dev/null
    kill -USR1 $PPID
    while ! compgen -G "judged/snapshot-*/signpost.json" > /dev/null; do sleep 0.1; done' \
  "$runner" 2> record.log || status=$?
expect_equal "the status of a complete snapshot: $(cat record.log)" 0 "$status"
expect_equal "the snapshots that were judged" 1 "$(snapshots judged | wc -l)"
