# Snapshots that overlap, chunks, copies, and any set of them: each event counts once.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
here=$repository/IntegrationTests/tests_signpost
source "$here/work.sh"

# A flight recorder whose buffers hold some rounds of work: snapshots overlap, and have gaps.
start_recording flight --no-report --snapshot --recording "flight$$" --subbuf-size 16K --num-subbuf 8 --
for pause in 0 0 1 3 0 1; do
  for ((round = 0; round <= pause; round++)); do tell round result; done
  "$signpost" snapshot "flight$$" > /dev/null
done
exec 3>&-
wait "$program_pid" || fail "record ends with $?: $(cat "$scratch/record.log")"

start_recording chunks --no-report --rotate 64K --subbuf-size 16K --num-subbuf 8 --
number_of_chunks() { find "$scratch/trace-chunks/archives" -mindepth 1 -maxdepth 1 2> /dev/null | wc -l; }
works_until_rotated() {
  tell round result
  (($(number_of_chunks) >= 4))
}
wait_until "four chunks" works_until_rotated
exec 3>&-
wait "$program_pid" || fail "record ends with $?: $(cat "$scratch/record.log")"

# Reads random sets of parts, and as many packets in one file for each stream.
python3 "$here/parts.py" "$signpost" "$scratch/parts" "$scratch/trace-flight" \
  "$scratch/trace-chunks" || fail "see above"
