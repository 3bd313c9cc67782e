# A rotated recording: old chunks are removed, each chunk is a trace, all together are one. A flight
# recorder writes the events before the end of a killed program.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
here=$repository/IntegrationTests/tests_signpost
source "$here/work.sh"

number_of_chunk() {
  find "$scratch/trace-long/archives" -mindepth 1 -maxdepth 1 | sed 's/.*-//' | sort -n | tail -1
}
has_chunk() { [[ $(number_of_chunk 2> /dev/null || echo 0) -ge $1 ]]; }

start_recording long --no-report --rotate 1s --keep 2 --
tell begin working
wait_until "four chunks" has_chunk 3
tell end result
exec 3>&-
wait "$program_pid" || fail "record ends with $?: $(cat "$scratch/record.log")"
chunks=("$scratch"/trace-long/archives/*)
expect_equal "the number of chunks" 2 "${#chunks[@]}"
grep -q '"removedChunks" : [1-9]' "$scratch/trace-long/signpost.json" || fail "nothing was removed"

report long
expect_fact losses.events 0
expect_equal "the damage" "" "$(fact 'damage.*')"
all=$(fact events.total)
grep -q '^The oldest .* removed to keep within the limits' "$scratch/report" \
  || fail "the report does not say that chunks were removed: $(head -5 "$scratch/report")"
sum=0
for chunk in "${chunks[@]}"; do
  rm -rf "$scratch/trace-chunk"
  cp -r "$chunk" "$scratch/trace-chunk"
  report chunk
  expect_fact losses.events 0
  grep -q '^Chunk .* of a rotated recording' "$scratch/report" || fail "$(head -5 "$scratch/report")"
  sum=$((sum + $(fact events.total)))
done
expect_equal "the events of all chunks" "$all" "$sum"

# Below a size: the oldest chunks go as soon as the rest is too large.
"$signpost" record --max-size 4M --subbuf-size 64K --num-subbuf 64 -o "$scratch/refused" -- true \
  2> "$scratch/refused.log" && fail "buffers larger than the recording are accepted"
grep -q 'choose a larger --max-size' "$scratch/refused.log" || fail "$(cat "$scratch/refused.log")"
# One round at a time: a chunk ends some time after it is large enough, and a program that works all
# the time writes more than the limit meanwhile.
works_until_removed() {
  tell round result
  has_line '"removedChunks" : [1-9]' "$scratch/trace-$1/signpost.json"
}
# stays_within NAME MIB OPTION…: records until chunks were removed; sets `size`, in KiB.
stays_within() {
  start_recording "$1" --no-report --blocking --max-size "$2M" "${@:3}" --
  wait_until "chunks of $1 that were removed" works_until_removed "$1"
  exec 3>&-
  wait "$program_pid" || fail "record ends with $?: $(cat "$scratch/record.log")"
  size=$(du -sk "$scratch/trace-$1" | cut -f1)
  ((size <= $2 << 10)) || fail "the recording $1 takes $size KiB"
}
stays_within limited 16
((size > 8 << 10)) || fail "the recording takes only $size KiB"
report limited
expect_fact losses.events 0
expect_equal "the damage" "" "$(fact 'damage.*')"
[[ $(fact events.total) -gt 1000 ]] || fail "too little is left: $(cat "$scratch/report")"
grep -q '^The oldest .* removed to keep within the limits' "$scratch/report" \
  || fail "the report does not say that chunks were removed: $(head -5 "$scratch/report")"

# A chunk ends at half of the limit, also if its time has not come.
stays_within hourly 8 --rotate 1h

# Signals, which the recorder passes on, do not keep it from that.
start_recording signalled --no-report --blocking --max-size 8M --
(while kill -CONT "$program_pid"; do sleep 0.02; done) 2> /dev/null 3>&- &
background_pids+=("$!")
wait_until "chunks of signalled that were removed" works_until_removed signalled
exec 3>&-
wait "$program_pid" || fail "record ends with $?: $(cat "$scratch/record.log")"

# LTTng's timer ends a chunk, and the recorder is stopped before it has looked.
late=late-$$
"$signpost" start "$late" --rotate 1s --keep 1 --output "$scratch/trace-late" -- \
  bash -c 'trap "exit 0" TERM; echo round | "$0" work > /dev/null; while :; do sleep 0.1; done' "$runner" \
  2> "$scratch/start.log" || fail "start: $(cat "$scratch/start.log")"
recorder=$("$signpost" status "$late" --json | sed -n 's/^.*"pid" : \([0-9]*\),*$/\1/p')
kill -STOP "$recorder"
has_late_chunk() { [[ -n $(find "$scratch/trace-late/archives" -mindepth 1 -maxdepth 1 2> /dev/null) ]]; }
wait_until "a chunk of LTTng's" has_late_chunk
kill -TERM "$recorder"
kill -CONT "$recorder"
wait_until "the end of the recorder" is_gone "$recorder"
for chunk in "$scratch"/trace-late/archives/*; do
  [[ -f $chunk/signpost.json ]] || fail "a chunk has no manifest: $(find "$chunk")"
done
expect_equal "the number of chunks" 1 "$(find "$scratch/trace-late/archives" -mindepth 1 -maxdepth 1 | wc -l)"

# The output of a program in the background is beside the chunks, and ends none of them.
loud=loud-$$
"$signpost" start "$loud" --rotate 2M --output "$scratch/trace-loud" -- \
  bash -c 'head -c 3M /dev/zero; for _ in {1..8}; do "$0" burst 200; sleep 0.3; done' "$runner" \
  2> "$scratch/start.log" || fail "start: $(cat "$scratch/start.log")"
has_ended() { grep -q '"ended"' "$scratch/trace-loud/signpost.json"; }
wait_until "the end of the loud program" has_ended
expect_equal "chunks of a loud program" 0 \
  "$(find "$scratch/trace-loud/archives" -mindepth 1 -maxdepth 1 2> /dev/null | wc -l)"

status=0
"$signpost" record --quiet --snapshot -o "$scratch/crash" -- \
  bash -c 'echo round | "$0" work; kill -KILL $$' "$runner" > /dev/null 2> "$scratch/crash.log" \
  || status=$?
expect_equal "the exit code of a program that was killed" 137 "$status"
"$signpost" report "$scratch"/crash/snapshot-* > "$scratch/report" || fail "$(cat "$scratch/crash.log")"
grep -q '^Snapshot 1, written as the program failed' "$scratch/report" || fail "$(cat "$scratch/report")"
