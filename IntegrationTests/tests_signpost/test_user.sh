# Root records a program that runs as another user: the trace is root's, and no one but that user
# can register with the private session daemon, whose other sockets are closed to that user as well.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
here=$repository/IntegrationTests/tests_signpost
source "$here/work.sh"

if ((EUID != 0)); then
  status=0
  "$signpost" record --user bin -- true 2> "$scratch/record.log" || status=$?
  expect_equal "the exit code of --user without root" 64 "$status"
  grep -q 'Only root can run a program as another user' "$scratch/record.log"
  exit 0
fi

# Only the directories that signpost closes are closed to the users.
chmod 711 "$scratch"
mkdir -m 1777 "$scratch/tmp"
export TMPDIR=$scratch/tmp
unset XDG_RUNTIME_DIR LTTNG_HOME
cp "$runner" "$scratch/runner"
chmod 755 "$scratch/runner"
as() {
  local user=$1
  shift
  setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups -- "$@"
}
as bin "$scratch/runner" work < /dev/null > /dev/null 2>&1 \
  || { echo "skipped: other users cannot run programs of $binaries"; exit 0; }

mkfifo "$scratch/input"
exec 3<> "$scratch/input"
"$signpost" record --verbose --user bin -o "$scratch/trace-user" -- \
  sh -c 'id -un; id -Gn; echo "$HOME"; exec "$0" work' "$scratch/runner" \
  < "$scratch/input" > "$scratch/program.log" 2> "$scratch/record.log" 3>&- &
program_pid=$!
background_pids+=("$program_pid")
wait_until "the program" has_line '^ready$' "$scratch/program.log"
expect_equal "the user, the groups and the home of the program" \
  "$(printf '%s\n' bin "$(id -Gn bin)" "$(getent passwd bin | cut -d: -f6)")" \
  "$(head -3 "$scratch/program.log")"

# The files of the user, of others, and of root alone.
open=("$TMPDIR"/signpost-user-*)
private=("$TMPDIR"/signpost-??????)
expect_equal "the directories of the recording" "1 1" "${#open[@]} ${#private[@]}"
[[ -S ${open[0]}/.lttng/$(cd "${private[0]}/.lttng" && ls -d lttng-ust-sock-*) ]] \
  || fail "the program's socket is missing"
as bin ls "${open[0]}/.lttng" > /dev/null || fail "the user cannot reach the daemon"
expect_equal "what is open to the user" \
  "$(cd "${private[0]}/.lttng" && ls -d lttng-ust-sock-*)" "$(ls "${open[0]}/.lttng")"
for user in bin daemon; do
  for path in "${private[0]}" "${private[0]}/.lttng" "$scratch/trace-user"; do
    as "$user" test -x "$path" && fail "$user reaches $path"
  done
done
as bin touch "${open[0]}/.lttng/new" 2> /dev/null && fail "the directory can be written to"
as daemon ls "${open[0]}" > /dev/null 2>&1 && fail "another user reaches the daemon"
# An instrumented program of another user is not recorded, though it knows where the daemon is.
LTTNG_HOME=${open[0]} as daemon "$scratch/runner" work <<< round > "$scratch/intruder.log" 2>&1
grep -q '^result ' "$scratch/intruder.log" || fail "the other program: $(cat "$scratch/intruder.log")"

tell round result
exec 3>&-
wait "$program_pid" || fail "record ends with $?: $(cat "$scratch/record.log")"
report user
expect_fact losses.events 0
[[ $(fact events.total) -gt 1000 ]] || fail "too little was recorded: $(cat "$scratch/report")"
expect_equal "the processes that were recorded" 1 "$(grep -c '^processes\..*\.vpid' "$scratch/facts")"
expect_equal "what of the trace is not root's" "" "$(find "$scratch/trace-user" ! -user root)"
expect_equal "what is left" "" "$(ls -A "$TMPDIR")"

# A flight recorder shares buffers between the processes of a user.
"$signpost" record --quiet --snapshot --user bin -o "$scratch/flight" -- \
  sh -c 'echo round | "$0" work; kill -KILL $$' "$scratch/runner" > /dev/null \
  2> "$scratch/record.log" || true
ln -s "$scratch"/flight/snapshot-* "$scratch/trace-snapshot"
report snapshot
[[ $(fact events.total) -gt 1000 ]] || fail "the snapshot lacks events: $(cat "$scratch/record.log")"

# The program's processor time is sampled from its first instruction on, and the samples are root's.
may_sample=false
if perf record -q -e cpu-clock -o /dev/null -- true > /dev/null 2>&1; then
  may_sample=true
  cp "$binaries/ProfiledProgram" "$scratch/profiled"
  chmod 755 "$scratch/profiled"
  "$signpost" record --quiet --user bin --cpu-profile -o "$scratch/trace-profile" -- \
    sh -c 'id -un; id -Gn; grep -E "^(Uid|Gid|CapEff|CapAmb):" /proc/self/status; exec "$0"' \
    "$scratch/profiled" > "$scratch/program.log" 2> "$scratch/record.log" \
    || fail "record with samples ends with $?: $(cat "$scratch/record.log")"
  id=$(id -u bin)
  gid=$(id -g bin)
  expect_equal "the user of the sampled program" \
    "$(printf '%s\n' bin "$(id -Gn bin)" "Uid: $id $id $id $id" "Gid: $gid $gid $gid $gid" \
      "CapEff: 0000000000000000" "CapAmb: 0000000000000000")" \
    "$(head -6 "$scratch/program.log" | tr -s '\t' ' ')"
  "$signpost" report --functions --name search "$scratch/trace-profile" > "$scratch/report" \
    || fail "no functions: $(cat "$scratch/report")"
  has_line '^searchIndex' "$scratch/report" || fail "not sampled: $(cat "$scratch/report")"
  expect_equal "what of the samples is not root's" "" "$(find "$scratch/trace-profile" ! -user root)"
  expect_equal "what is left" "" "$(ls -A "$TMPDIR")"
fi

# A user that cannot reach the program, and one that does not exist.
mkdir -m 700 "$scratch/closed"
cp "$scratch/runner" "$scratch/closed/runner"
options=('')
if $may_sample; then options+=(--cpu-profile); fi
for option in "${options[@]}"; do
  status=0
  "$signpost" record --user bin ${option:+"$option"} -o "$scratch/none" -- \
    "$scratch/closed/runner" 2> "$scratch/record.log" || status=$?
  expect_equal "the exit code for a program that is closed to the user $option" 126 "$status"
  grep -q "can't run .*runner as bin: Permission denied" "$scratch/record.log" \
    || fail "$(cat "$scratch/record.log")"
  [[ ! -e $scratch/none ]] || fail "a directory was left behind"
done
status=0
"$signpost" record --user no-such-user -- true 2> "$scratch/record.log" || status=$?
expect_equal "the exit code for a user that does not exist" 64 "$status"
expect_equal "what is left" "" "$(ls -A "$TMPDIR")"
