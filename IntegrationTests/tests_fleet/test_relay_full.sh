# The disk of the relay daemon becomes full: both sides say so, the programs go on, and the report
# of each recording says that the missing part is unknown, also of one of which nothing arrived.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../tests_signpost/work.sh"

# A disk of 4 MiB, seen by the test alone.
if ((EUID == 0)) && unshare --mount true 2> /dev/null && [[ ${1-} != mounted ]]; then
  exec unshare --mount --propagation private bash "${BASH_SOURCE[0]}" mounted
fi
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"
mkdir "$scratch/fleet"
mount -t tmpfs -o size=4m tmpfs "$scratch/fleet"

hosts=(alpha beta)
start_network
start_collecting
record_on alpha --subbuf-size 256K
record_on beta
work_on beta
echo begin >&"${input[alpha]}"
wait_until "the disk to be full" has_line 'the disk is full, and recordings that send are cut off' \
  "$scratch/collect.log"
echo end >&"${input[alpha]}"
for host in "${hosts[@]}"; do
  end_on "$host" 74
  expect_said "$host" 'connection to the relay daemon .* is lost: it ended, or cannot write'
  expect_said "$host" 'the missing part is unknown'
done
stop_collecting 74
has_line '2 recordings are incomplete' "$scratch/collect.log" || fail "$(cat "$scratch/collect.log")"

for host in "${hosts[@]}"; do
  expect_note "$host" 'The disk of the relay daemon was full: the missing part is unknown'
done
figures_of alpha 65
expect_equal "whether it is complete" False "$(figure 'report["is_complete"]')"
expect_equal "whether anything of it is there" True "$(figure 'report["events"]["composable"] > 0')"
umount "$scratch/fleet"
