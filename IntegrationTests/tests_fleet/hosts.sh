# A relay daemon and three hosts, each in a network and a host name of its own. Sourced after
# support.sh and work.sh.
#
# Needs root, and a kernel that lets it have namespaces; a test is skipped elsewhere.
#
# The test that sources this has the variables of support.sh and work.sh, and reads `waited`.
# shellcheck disable=SC2154,SC2034

hosts=(alpha beta gamma)

if ((EUID != 0)) || ! unshare --net --uts --mount true 2> /dev/null \
  || ! command -v ip > /dev/null; then
  echo "skipped: it takes root, network namespaces and ip"
  exit 0
fi

# keep_namespace NAME: a process that has namespaces of its own, and keeps them while it lives.
declare -A keeper
keep_namespace() {
  unshare --net --uts bash -c 'hostname "$0" && ip link set lo up && exec sleep 600' "$1" &
  keeper[$1]=$!
  background_pids+=("${keeper[$1]}")
  wait_until "the namespace of $1" namespace_is_ready "$1"
}
namespace_is_ready() {
  [[ $(nsenter --uts="/proc/${keeper[$1]}/ns/uts" hostname) == "$1" ]] \
    && nsenter --net="/proc/${keeper[$1]}/ns/net" ip link show lo up | grep -q lo
}

# on NAME COMMAND…: there.
on() {
  local name=$1
  shift
  nsenter --net="/proc/${keeper[$name]}/ns/net" --uts="/proc/${keeper[$name]}/ns/uts" "$@"
}

# start_network: the bridge is in the namespace of the relay, at 10.77.0.1; hosts are from .11 on.
start_network() {
  local number=11 host
  keep_namespace relay
  on relay ip link add bridge type bridge
  on relay ip address add 10.77.0.1/24 dev bridge
  on relay ip link set bridge up
  for host in "${hosts[@]}"; do
    keep_namespace "$host"
    on relay ip link add "$host" type veth peer name uplink netns "${keeper[$host]}"
    on relay ip link set "$host" master bridge up
    on "$host" ip address add "10.77.0.$number/24" dev uplink
    on "$host" ip link set uplink up
    number=$((number + 1))
  done
}

collect_environment=()

# disk_that STATEMENT: a statement in C that the relay daemon executes before each large write to a
# file of a trace; sets `collect_environment`.
disk_that() {
  "$(compiler)" -shared -fPIC -O2 -Wall -Wextra -Werror -o "$scratch/disk.so" -x c - << END
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

extern char *program_invocation_short_name;

ssize_t write(int file, const void *bytes, size_t count) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) real = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  struct stat status;
  if (count >= 4096 && program_invocation_short_name[0] == 'l' && fstat(file, &status) == 0 &&
      S_ISREG(status.st_mode)) {
    $1
  }
  return real(file, bytes, count);
}
END
  collect_environment=("LD_PRELOAD=$scratch/disk.so")
}

# start_collecting OPTION…: in the background; sets `collect_pid`. Messages go to collect.log.
start_collecting() {
  nsenter --net="/proc/${keeper[relay]}/ns/net" --uts="/proc/${keeper[relay]}/ns/uts" \
    env "${collect_environment[@]}" "$signpost" collect -o "$scratch/fleet" --listen 10.77.0.1 --insecure \
    --interval 100ms --json "$@" > "$scratch/collect.json" 2> "$scratch/collect.log" &
  collect_pid=$!
  background_pids+=("$collect_pid")
  wait_until "the relay daemon" has_line 'collecting in' "$scratch/collect.log"
}

# stop_collecting [STATUS]
stop_collecting() {
  local status=0
  kill -TERM "$collect_pid"
  wait "$collect_pid" || status=$?
  expect_equal "the exit code of collect" "${1:-0}" "$status"
}

# relay_daemon: the process id of the one that runs for `collect`.
relay_daemon() { pgrep -f "^[^ ]*lttng-relayd .*--output=$scratch/fleet/" || true; }

# record_on HOST [OPTION…]: the program on a host, in the background, with the options in `work`;
# its commands come from $scratch/HOST.input, whose descriptor is in `input[HOST]`.
declare -A recorder input
work=(--threads 2)
record_environment=()
record_on() {
  local host=$1 descriptor
  shift
  mkfifo "$scratch/$host.input"
  exec {descriptor}<> "$scratch/$host.input"
  input[$host]=$descriptor
  # A descriptor that another host's program inherits would keep this one's input from ending.
  (
    for descriptor in "${input[@]}"; do exec {descriptor}>&-; done
    exec nsenter --net="/proc/${keeper[$host]}/ns/net" --uts="/proc/${keeper[$host]}/ns/uts" \
      env "${record_environment[@]}" \
      "$signpost" record --relay 10.77.0.1 --insecure -o "$scratch/note-$host" "$@" \
      -- "$runner" work "${work[@]}" \
      < "$scratch/$host.input" > "$scratch/$host.log" 2> "$scratch/$host.record.log"
  ) &
  recorder[$host]=$!
  background_pids+=("${recorder[$host]}")
  wait_until "the program on $host" has_line '^ready$' "$scratch/$host.log"
}

# work_on HOST: a round of work, to its end.
work_on() {
  local before
  before=$(grep -c '^result' "$scratch/$1.log" || true)
  echo round >&"${input[$1]}"
  wait_until "the work on $1" has_more_results "$1" "$before"
}
has_more_results() { (($(grep -c '^result' "$scratch/$1.log" || true) > $2)); }

# end_on HOST [STATUS]: the program's input ends, and the recording with it. Sets `waited`: for how
# many milliseconds.
end_on() {
  local status=0 descriptor=${input[$1]} before
  before=$(date +%s%N)
  exec {descriptor}>&-
  wait "${recorder[$1]}" || status=$?
  waited=$((($(date +%s%N) - before) / 1000000))
  [[ $status == "${2:-0}" ]] || cat "$scratch/$1.record.log" >&2
  expect_equal "the exit code of record on $1" "${2:-0}" "$status"
}

# expect_said HOST TEXT: in the messages of the recording there.
expect_said() {
  has_line "$2" "$scratch/$1.record.log" || fail "no $2 on $1: $(cat "$scratch/$1.record.log")"
}

# emitted_on HOST: how many events the program has emitted, if its work counts them, with three that
# its own listener does not observe: the schema, and the store that waits for commands.
emitted_on() { echo $(($(sed -n 's/^emitted=//p' "$scratch/$1.log" | tail -n 1) + 3)); }

# small_socket_buffers: so that little is on its way when something stands still.
small_socket_buffers() {
  local host
  for host in relay "${hosts[@]}"; do
    on "$host" sysctl -qw net.ipv4.tcp_wmem='4096 16384 16384' net.ipv4.tcp_rmem='4096 16384 16384'
  done
}

# expect_note HOST TEXT: in the note of the relay's side about the end of the recording of a host.
expect_note() {
  local file
  file=$(echo "$scratch"/fleet/*/"$1"/*/signpost.json)
  has_line "$2" "$file" || fail "no $2 in the note of $1: $(cat "$file")"
}

# figures_of HOST [STATUS]: the report of its recordings alone, for `figure`.
figures_of() {
  local status=0
  "$signpost" report "$scratch"/fleet/*/"$1" --json > "$scratch/report.json" \
    2> "$scratch/report.log" || status=$?
  expect_equal "the exit code of the report of $1" "${2:-0}" "$status"
}

# figure QUERY: of the report of the whole fleet, as jq or Python would say it.
figures() {
  "$signpost" report "$scratch/fleet" --json "$@" > "$scratch/report.json" 2> "$scratch/report.log"
}
figure() {
  python3 -c 'import json, sys
report = json.load(open(sys.argv[1]))
print(eval(sys.argv[2]))' "$scratch/report.json" "$1"
}

is_gone_from_fleet() { ! pgrep -f "output=$scratch/fleet" > /dev/null; }
