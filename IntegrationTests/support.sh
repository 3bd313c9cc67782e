# Common functions of the tests: a scratch directory, a compiler, and a private session daemon,
# which ends with the test. Sourced by each test, which runs under `set -euo pipefail`.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
provider=$repository/Sources/CLTTng
# Read by tests.
# shellcheck disable=SC2034
schema_version=$(sed -n 's/^#define COMPOSABLE_SCHEMA_VERSION //p' "$provider/include/ComposableSchema.h")
scratch=$(mktemp -d "${TMPDIR:-/tmp}/signpost-test.XXXXXX")
daemon_pid=
daemon_kind=
background_pids=()

fail() {
  printf 'failed: %s\n' "$1" >&2
  exit 1
}

# expect_equal WHAT EXPECTED ACTUAL
expect_equal() {
  if [[ $2 != "$3" ]]; then
    printf 'failed: %s (expected with -, found with +)\n' "$1" >&2
    diff <(printf '%s\n' "$2") <(printf '%s\n' "$3") | sed -n 's/^</-/p; s/^>/+/p' | head -60 >&2
    exit 1
  fi
}

# wait_until WHAT COMMAND…: polls until the command succeeds, and gives up after a minute.
wait_until() {
  local what=$1 deadline=$((SECONDS + 60))
  shift
  until "$@" > "$scratch/wait.log" 2>&1; do
    if ((SECONDS >= deadline)); then
      cat "$scratch/wait.log" >&2
      fail "waited a minute for $what"
    fi
    sleep 0.02
  done
}

is_gone() { ! kill -0 "$1" 2> /dev/null; }

group_is_gone() { ! pgrep -g "$1" > /dev/null; }

has_line() { grep -qs -- "$1" "$2"; }

clean_up() {
  local status=$? pid
  trap - EXIT INT TERM HUP
  set +e
  for pid in "${background_pids[@]}"; do
    kill -KILL "$pid" 2> /dev/null
    wait "$pid" 2> /dev/null
  done
  if [[ -n $daemon_pid ]]; then
    kill -TERM "$daemon_pid" 2> /dev/null
    for _ in {1..500}; do
      group_is_gone "$daemon_pid" && break
      sleep 0.02
    done
    kill -KILL -- "-$daemon_pid" 2> /dev/null
    wait "$daemon_pid" 2> /dev/null
  elif [[ $daemon_kind == system ]]; then
    for pid in "${sessions[@]}"; do
      lttng_client destroy "$pid" > /dev/null 2>&1
    done
  fi
  if ((status != 0)) && [[ ${SIGNPOST_KEEP_TRACES:-0} == 1 ]]; then
    printf 'kept: %s\n' "$scratch" >&2
  else
    rm -rf "$scratch"
  fi
  exit "$status"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# built_products: the directory of the products of `swift build`. SwiftPM takes a second to print
# it, so run-tests.sh asks for it once for all tests.
built_products() {
  printf '%s\n' "${BINARIES:-$(swift build --package-path "$repository" --show-bin-path)}"
}

# built_example NAME: the program of an example that was built last, in the place of the package as
# `make test` does, or in a place of its own. Nothing if there is none.
built_example() {
  local candidate latest=
  for candidate in "$(built_products)/$1" "$repository"/Examples/.build/{debug,release}/"$1"; do
    if [[ -x $candidate && ( -z $latest || $candidate -nt $latest ) ]]; then latest=$candidate; fi
  done
  printf '%s\n' "$latest"
}

# ---- Programs --------------------------------------------------------------------------------

compiler() {
  local candidate
  for candidate in ${CC:-} clang gcc cc; do
    if command -v "$candidate" > /dev/null; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  fail "no C compiler: sudo apt-get install clang, or set CC"
}

# compile OUTPUT ARGUMENT…: compiles with the warnings that the provider must not have.
compile() {
  local output=$1
  shift
  "$(compiler)" -O2 -g -fPIC -pthread -Wall -Wextra -Werror \
    -I"$provider" -I"$provider/include" -o "$output" "$@"
}

# build NAME [ARGUMENT…]: a program with the provider inside, from the C source on standard input.
build() {
  local name=$1
  shift
  cat > "$scratch/$name.c"
  compile "$scratch/$name" "$scratch/$name.c" "$provider"/*.c "$@"
}

# traced COMMAND…: runs a program so that it finds this test's daemon, and waits for it as long as
# it takes, because a busy machine must not decide whether the first events are recorded.
traced() {
  env ${program_home:+"LTTNG_HOME=$program_home"} LTTNG_UST_REGISTER_TIMEOUT=-1 timeout 120 "$@"
}

# traced_in_background COMMAND…: the same; sets `program_pid`. Descriptor 3 leads to the program's
# standard input, which ends when 3 is closed; its standard output goes to program.log.
traced_in_background() {
  rm -f "$scratch/input" "$scratch/program.log"
  mkfifo "$scratch/input"
  exec 3<> "$scratch/input"
  env ${program_home:+"LTTNG_HOME=$program_home"} LTTNG_UST_REGISTER_TIMEOUT=-1 \
    "${program_namespace[@]}" "$@" < "$scratch/input" > "$scratch/program.log" 2>&1 3>&- &
  program_pid=$!
  background_pids+=("$program_pid")
}

# isolate: goes on in a view of the system that has the processes of this test alone, no session
# daemon that serves, a network of its own, and 64 MiB of shared memory, all of it free. Called
# right after this file is sourced; a test that cannot have that ends here.
isolate() {
  [[ -z ${SIGNPOST_TEST_ISOLATED:-} ]] || return 0
  local status=0 namespaces=(
    unshare --mount --pid --net --fork --kill-child --mount-proc --propagation private
  )
  if ((EUID != 0)) || ! mkdir -p /run/lttng || ! "${namespaces[@]}" true 2> /dev/null; then
    echo "skipped: no namespaces here"
    exit 0
  fi
  SIGNPOST_TEST_ISOLATED=1 "${namespaces[@]}" bash -c '
    mount -t tmpfs tmpfs /run/lttng && mount -t tmpfs -o size=64m tmpfs /dev/shm \
      && ip link set lo up && exec bash "$0"' \
    "$(realpath "$0")" || status=$?
  exit "$status"
}

# lttng_processes: the processes of LTTng in the namespace of this test.
lttng_processes() { pgrep -a lttng || true; }

# ---- Session daemon --------------------------------------------------------------------------

program_home=
sessions=()

lttng_client() { beside_daemon lttng --no-sessiond "$@"; }

# beside_daemon COMMAND…: runs a client of this test's daemon where it finds it.
beside_daemon() {
  case $daemon_kind in
    namespace)
      # The root as well: in a change root, entering a mount namespace alone leads out of it.
      nsenter --mount="/proc/$daemon_pid/ns/mnt" --root="/proc/$daemon_pid/root" "$@"
      ;;
    home) LTTNG_HOME=$program_home "$@" ;;
    system) "$@" ;;
  esac
}

daemon_answers() {
  if [[ -n $daemon_pid ]] && is_gone "$daemon_pid"; then
    cat "$scratch/daemon.log" >&2
    fail "the session daemon ended at once"
  fi
  [[ -z $1 || -S $1 ]] && lttng_client list
}

# A daemon that only this test talks to. A user's daemon lives where LTTNG_HOME says; root's always
# lives in /run/lttng, which a mount namespace replaces. Where root may not have one, as in a
# container without privileges, the system's own place has to do.
#
# Programs find root's daemon at a socket in LTTNG_HOME. One that outlives the daemon is not woken
# by the next one there, which root's daemon does for /run/lttng alone:
# `start_daemon --system-socket` serves there, and programs that are started in the background see
# it in a namespace of their own.
program_namespace=()
start_daemon() {
  local socket=
  mkdir -p "$scratch/home/.lttng" "$scratch/run"
  chmod 700 "$scratch/home" "$scratch/run"
  if ((EUID != 0)); then
    daemon_kind=home
    program_home=$scratch/home
    socket=$program_home/.lttng/client-lttng-sessiond
    LTTNG_HOME=$program_home setsid lttng-sessiond > "$scratch/daemon.log" 2>&1 3>&- &
    daemon_pid=$!
  elif mkdir -p /run/lttng && unshare --mount mount --bind "$scratch/run" /run/lttng 2> /dev/null
  then
    daemon_kind=namespace
    program_home=$scratch/home
    socket=$scratch/run/client-lttng-sessiond
    local namespace=(
      unshare --mount --propagation private
      bash -c 'mount --bind "$0" /run/lttng && exec "$@"' "$scratch/run"
    )
    local command=(lttng-sessiond --no-kernel)
    if [[ ${1:-} == --system-socket ]]; then
      program_namespace=("${namespace[@]}")
    else
      command+=(--apps-sock="$program_home/.lttng/lttng-ust-sock-8")
    fi
    setsid "${namespace[@]}" "${command[@]}" > "$scratch/daemon.log" 2>&1 3>&- &
    daemon_pid=$!
  else
    daemon_kind=system
    if ! lttng_client list > /dev/null 2>&1; then
      setsid lttng-sessiond --no-kernel > "$scratch/daemon.log" 2>&1 3>&- &
      daemon_pid=$!
    fi
  fi
  wait_until "the session daemon" daemon_answers "$socket"
}

# start_session NAME [CHANNEL OPTION…]: records every event of the provider, with the fields in
# `contexts`.
contexts=()
start_session() {
  local name=$1 context
  shift
  sessions+=("$name")
  {
    lttng_client create "$name" --output="$scratch/trace-$name"
    lttng_client enable-channel --session="$name" --userspace "$@" channel
    lttng_client enable-event --session="$name" --userspace --channel=channel 'composable:*'
    for context in "${contexts[@]}"; do
      lttng_client add-context --session="$name" --userspace --channel=channel --type="$context"
    done
    lttng_client start "$name"
  } > "$scratch/lttng.log" 2>&1 || { cat "$scratch/lttng.log" >&2; fail "no session $name"; }
}

# stop_session NAME: sets `lost`, the number of events LTTng had to discard.
stop_session() {
  lttng_client stop "$1" > "$scratch/lttng.log" 2>&1 \
    || { cat "$scratch/lttng.log" >&2; fail "session $1 does not stop"; }
  # Where a packet says less than the one before it, LTTng takes its counter for one that has gone
  # all the way round, and is half the range of numbers too high.
  local count
  lost=0
  while read -r count; do
    lost=$((lost + (count & 0x7fffffffffffffff)))
  done < <(lttng_client list "$1" | awk '/Discarded events:/ { print $3 }')
  lttng_client destroy "$1" > "$scratch/lttng.log" 2>&1 \
    || { cat "$scratch/lttng.log" >&2; fail "session $1 does not go away"; }
}

# events NAME: the trace of a session, one event per line, as `event { fields }`, with the contexts
# that `contexts` names before the fields: the thread, which `signpost record` asks for, is left out
# otherwise.
events() {
  local thread='\{ vtid = [0-9]+ \}, '
  [[ ${#contexts[@]} == 0 ]] || thread=
  babeltrace2 "$scratch/trace-$1" 2> "$scratch/babeltrace.log" \
    | sed -E 's/^.* composable:([a-z_]+): \{ cpu_id = [0-9]+ \}, ('"$thread"')?/\1 /' \
    || { cat "$scratch/babeltrace.log" >&2; fail "the trace of session $1 does not decode"; }
}
