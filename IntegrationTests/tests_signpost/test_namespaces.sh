# Two programs with the process id 1 in two PID namespaces, as in containers, whose events are in
# shared buffers: they are two processes, and one without the context pid_ns.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"

export HOME=$scratch LTTNG_HOME=$scratch TMPDIR=$scratch LTTNG_UST_REGISTER_TIMEOUT=-1
unset XDG_RUNTIME_DIR XDG_STATE_HOME

"$signpost" start flight --snapshot -o "$scratch/flight" 2> "$scratch/start.log" \
  || fail "start: $(cat "$scratch/start.log")"
# By hand, without namespaces.
{
  lttng create hand --output="$scratch/trace-hand"
  lttng enable-event --session=hand --userspace 'composable:*'
  lttng add-context --session=hand --userspace --type=vpid --type=procname
  lttng start hand
} > "$scratch/lttng.log" 2>&1 || fail "$(cat "$scratch/lttng.log")"

for replica in a b; do
  mkfifo "$scratch/input.$replica"
  unshare --pid --fork --mount-proc "$runner" work < "$scratch/input.$replica" \
    > "$scratch/replica.$replica" 2>&1 &
  background_pids+=("$!")
done
exec 5> "$scratch/input.a" 6> "$scratch/input.b"
for replica in a b; do
  wait_until "replica $replica" has_line '^ready$' "$scratch/replica.$replica"
done
# Both have stores of the same numbers now.
echo round >&5
echo round >&6
for replica in a b; do
  wait_until "the work of $replica" has_line '^result' "$scratch/replica.$replica"
done

snapshot=$("$signpost" snapshot flight)
ln -s "$snapshot" "$scratch/trace-flight"
report flight
expect_equal "processes with the id 1" 2 "$(grep -c '^processes\.[0-9]*\.vpid 1$' "$scratch/facts")"
expect_fact unmatched.repeated_begins 0
! grep -q 'with the same id' "$scratch/report" || fail "$(head -5 "$scratch/report")"

lttng stop hand > /dev/null
report hand
expect_equal "processes without namespaces" 1 \
  "$(grep -c '^processes\.[0-9]*\.vpid 1$' "$scratch/facts")"
lttng destroy hand > /dev/null

exec 5>&- 6>&-
wait "${background_pids[@]}" || fail "a replica failed"
"$signpost" stop flight 2> "$scratch/stop.log" || fail "stop: $(cat "$scratch/stop.log")"
