# The directory of a recording in the background cannot be noted by its name: start says so, and how
# the recording is resumed without. A service without HOME has the home directory of its user.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export TMPDIR=$scratch/tmp LTTNG_UST_REGISTER_TIMEOUT=-1
unset XDG_RUNTIME_DIR XDG_STATE_HOME LTTNG_HOME
mkdir "$TMPDIR" "$scratch/home"
cd "$scratch"

kill_recorder() {
  kill -KILL "$("$signpost" status "$1" --json | sed -n 's/^.*"pid" : \([0-9]*\),*$/\1/p')"
}

mount -t tmpfs -o ro tmpfs "$scratch/home"
export HOME=$scratch/home
"$signpost" start night -o trace 2> start.log || fail "start: $(cat start.log)"
has_line "directory of night cannot be noted in $HOME/.local/state/signpost/night: Read-only" start.log \
  || fail "no message: $(cat start.log)"
remedy=$(sed -n 's/^.*does not find it: signpost //p' start.log)
expect_equal "the remedy" "start night --output $scratch/trace" "$remedy"
"$runner" work <<< round > output
kill_recorder night
# shellcheck disable=SC2086
"$signpost" $remedy 2> start.log || fail "the remedy: $(cat start.log)"
has_line 'night is resumed' start.log || fail "the remedy: $(cat start.log)"
"$signpost" stop night 2> stop.log || fail "stop: $(cat stop.log)"

# Programs of other users than root register in the home directory.
chmod 755 "$scratch"
chmod 1777 "$TMPDIR"
status=0
setpriv --reuid 12345 --regid 12345 --clear-groups "$signpost" start other -o "$TMPDIR/other" \
  2> start.log || status=$?
expect_equal "the status without a place for the session daemon" 69 "$status"
expect_equal "the message about it" \
  "signpost: programs register with a session daemon in $HOME/.lttng, which cannot be written to: Read-only file system. Set LTTNG_HOME to another directory, for the programs as well." \
  "$(cat start.log)"
umount "$scratch/home"

# The home directory of root is in the list of users.
mount --bind "$scratch/home" "$(getent passwd 0 | cut -d: -f6)"
unset HOME
"$signpost" start day -o day 2> start.log || fail "start: $(cat start.log)"
! has_line 'cannot be noted' start.log || fail "start: $(cat start.log)"
kill_recorder day
status=0
"$signpost" status day 2> status.log || status=$?
has_line 'To resume it: signpost start day' status.log || fail "status: $(cat status.log)"
"$signpost" stop day 2> stop.log || fail "stop: $(cat stop.log)"
has_line "its trace is in $scratch/day" stop.log || fail "stop: $(cat stop.log)"
