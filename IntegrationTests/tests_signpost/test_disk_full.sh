# The disk becomes full while a program is recorded. The recording reports that and ends; the
# program continues, the written part is reported, and the exit code is 74.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

# Disks of 16 MiB, seen by the test alone.
if ((EUID != 0)) || ! unshare --mount true 2> /dev/null; then
  printf 'not tested: it takes root, and mount namespaces\n' >&2
  exit 0
fi
if [[ ${1-} != mounted ]]; then
  exec unshare --mount --propagation private bash "${BASH_SOURCE[0]}" mounted
fi
disk=$scratch/disk
mkdir "$disk"
mount -t tmpfs -o size=16m tmpfs "$disk"

# expect_full NAME OPTION…: a program that records more than there is room for.
expect_full() {
  local name=$1 status=0
  shift
  "$signpost" record --subbuf-size 64K --num-subbuf 8 --output "$disk/$name" "$@" -- \
    "$runner" burst 400000 > "$scratch/$name.output" 2> "$scratch/$name.log" || status=$?
  expect_equal "the exit code with $name" 74 "$status"
  has_line 'the disk is full' "$scratch/$name.log" || fail "$(cat "$scratch/$name.log")"
  has_line '"reason" : "diskFull"' "$disk/$name/signpost.json" \
    || fail "the manifest: $(cat "$disk/$name/signpost.json")"
  [[ ! -e $disk/$name/.room ]] || fail "the file that keeps room for the manifest is still there"
  status=0
  "$signpost" report "$disk/$name" > "$scratch/report" 2> "$scratch/errors" || status=$?
  expect_equal "the exit code of the report with $name" 65 "$status"
  # If not even the description of the events could be written, the report is that nothing can be
  # read.
  if [[ $name == small && ! -s $scratch/report ]]; then
    has_line 'the disk was full' "$scratch/errors" || fail "the errors: $(cat "$scratch/errors")"
    has_line 'Nothing of it could be read' "$scratch/errors" || fail "$(cat "$scratch/errors")"
    return
  fi
  has_line 'the disk was full' "$scratch/report" || fail "the report: $(head "$scratch/report")"
  if has_line 'still being written' "$scratch/errors" || has_line 'nothing lost' "$scratch/report"; then
    fail "the report: $(cat "$scratch/report" "$scratch/errors")"
  fi
  has_line ' [1-9][0-9,]* actions' "$scratch/report" || fail "nothing is left: $(cat "$scratch/report")"
  rm -rf "${disk:?}/$name"
}

expect_full plain
expect_full waiting --blocking
# Almost no room from the start: LTTng may fail to write before the recorder sees it.
head -c $((15 << 20)) /dev/zero > "$disk/ballast"
expect_full small
umount "$disk"

# A snapshot for which there is no room is not called complete, and leaves room for its manifest.
mount -t tmpfs -o size=1m tmpfs "$disk"
status=0
"$signpost" record --snapshot --subbuf-size 256K --num-subbuf 8 --output "$disk/flight" -- \
  bash -c '"$0" burst 100000 > /dev/null; exit 3' "$runner" 2> "$scratch/flight.log" || status=$?
expect_equal "the exit code with a snapshot" 3 "$status"
has_line 'the disk was full: snapshot 1 (the program failed), in .*, is cut off' "$scratch/flight.log" \
  || fail "$(cat "$scratch/flight.log")"
has_line '"reason" : "diskFull"' "$disk"/flight/snapshot-*/signpost.json || fail "the snapshot: $(ls "$disk"/flight/*)"
status=0
"$signpost" report "$disk"/flight/snapshot-* > "$scratch/report" 2>&1 || status=$?
expect_equal "the exit code of its report" 65 "$status"
umount "$disk"
