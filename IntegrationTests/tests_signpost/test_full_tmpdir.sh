# The directory for sockets and logs is made in the first place that has room: TMPDIR, or else /tmp.
# Where no place has room, the full disk is named.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export HOME=$scratch LTTNG_HOME=$scratch LTTNG_UST_REGISTER_TIMEOUT=-1
unset XDG_RUNTIME_DIR XDG_STATE_HOME
cd "$scratch"
mkdir full
mount -t tmpfs -o size=1m tmpfs full
head -c 2M /dev/zero > full/ballast 2> /dev/null || true

TMPDIR=$scratch/full "$signpost" start night -o trace 2> start.log || fail "start: $(cat start.log)"
"$runner" work <<< round > output
TMPDIR=$scratch/full "$signpost" stop night 2> stop.log || fail "stop: $(cat stop.log)"
"$signpost" report trace > report.txt || fail "report: $(cat report.txt)"
has_line '^ScenarioRunner' report.txt || fail "nothing was recorded: $(cat report.txt)"

status=0
# The program itself may be below /tmp.
# shellcheck disable=SC2016
TMPDIR=/tmp unshare --mount --propagation private bash -c '
  mount --bind "${1%/*}" /mnt && mount --bind full /tmp && exec "/mnt/${1##*/}" start night
' bash "$signpost" 2> start.log || status=$?
expect_equal "the status of start" 73 "$status"
has_line '/tmp: No space left on device' start.log || fail "$(cat start.log)"
umount full
