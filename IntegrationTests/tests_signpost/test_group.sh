# A member of the group `tracing` records by the session daemon of root: the recorder reports the
# death of that daemon and ends, whether it waits for processes or for a program.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate

signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"
group=$(getent group tracing | cut -d: -f3 || true)
[[ -n $group ]] || { echo "skipped: there is no group tracing"; exit 0; }
unset XDG_RUNTIME_DIR XDG_STATE_HOME LTTNG_HOME
mkdir -m 777 "$scratch/home"
chmod 711 "$scratch"
export HOME=$scratch/home TMPDIR=$scratch/home
cd "$HOME"
as_member() {
  exec setpriv --reuid bin --regid "$(id -g bin)" --groups "$(id -g bin),$group" -- "$@"
}
(as_member "$signpost" --version) > /dev/null 2>&1 \
  || { echo "skipped: other users cannot run programs of this tree"; exit 0; }

serve() {
  lttng-sessiond --no-kernel --background > "$scratch/daemon.log" 2>&1
  wait_until "the daemon" lttng --no-sessiond list
}
kill_daemon() { kill -KILL "$(cat /var/run/lttng/lttng-sessiond.pid)"; }

# expect_end NAME: the recorder ends, and says why.
expect_end() {
  local status=0
  wait_until "the end of the recorder" is_gone "$recorder"
  wait "$recorder" || status=$?
  expect_equal "the status of $1" 74 "$status"
  has_line 'The session daemon died' "$scratch/$1.log" || fail "$1: $(cat "$scratch/$1.log")"
}

serve
as_member "$signpost" record -o registered --duration 1h > "$scratch/registered.log" 2>&1 &
recorder=$!
background_pids+=("$recorder")
wait_until "the recorder" has_line 'recording every instrumented process' "$scratch/registered.log"
[[ ! -e $HOME/.lttng/lttng-sessiond.pid ]] || fail "it is a daemon of the user"
kill_daemon
expect_end registered

serve
as_member "$signpost" record --use-daemon -o program -- \
  sh -c 'echo started; until [ -e "$0" ]; do sleep 0.05; done' "$scratch/go" \
  > "$scratch/program.log" 2>&1 &
recorder=$!
background_pids+=("$recorder")
wait_until "the program" has_line '^started' "$scratch/program.log"
kill_daemon
wait_until "the report" has_line 'The session daemon died' "$scratch/program.log"
touch "$scratch/go"
expect_end program
