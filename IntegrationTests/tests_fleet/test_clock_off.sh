# A host whose clock is minutes off: its events are off by exactly that, nothing is lost, and
# durations and causes are right.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../tests_signpost/work.sh"
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"

# Changes the clock for all processes of a host, LTTng's among them. It is ahead of the kernel's:
# with a clock behind it, each wait until a time of that clock would end at once.
"$(compiler)" -shared -fPIC -O2 -Wall -Wextra -Werror -o "$scratch/clock.so" -x c - << 'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long offset(void) {
  const char *text = getenv("CLOCK_OFFSET");
  return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int status = real(clock, time);
  if (status == 0 && clock == CLOCK_REALTIME) time->tv_sec += offset();
  return status;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
END

start_network
start_collecting
declare -A offset=([alpha]=0 [beta]=300 [gamma]=7200)
before=$(date +%s%N)
for host in "${hosts[@]}"; do
  # The boot id identifies the kernel's clock; each host has its own.
  cat /proc/sys/kernel/random/uuid > "$scratch/$host.boot"
  # shellcheck disable=SC2016
  record_environment=(
    "LD_PRELOAD=$scratch/clock.so" "CLOCK_OFFSET=${offset[$host]}"
    unshare --mount --propagation private
    bash -c 'mount --bind "$0" /proc/sys/kernel/random/boot_id && exec "$@"' "$scratch/$host.boot"
  )
  record_on "$host"
  work_on "$host"
  end_on "$host"
done
after=$(date +%s%N)
stop_collecting

figures
expect_equal "actions of each host" "[('alpha', 852), ('beta', 852), ('gamma', 852)]" \
  "$(figure 'sorted((p["host"], p["actions"]) for p in report["processes"])')"
expect_equal "whether all is complete" True "$(figure 'report["is_complete"]')"

for host in "${hosts[@]}"; do
  "$signpost" events "$scratch/fleet" --host "$host" --json > "$scratch/$host.events"
done
"$signpost" events "$scratch/fleet" --json > "$scratch/events"
python3 - "$scratch" "$before" "$after" << 'END' || fail "the times are wrong"
import json, sys

scratch, before, after = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])

def times(name):
    return [int(json.loads(line)["time_ns"]) for line in open(f"{scratch}/{name}")]

hosts = {}
for host, offset in (("alpha", 0), ("beta", 300), ("gamma", 7200)):
    hosts[host] = times(f"{host}.events")
    real = [time - offset * 10**9 for time in hosts[host]]
    assert real and before <= real[0] and real[-1] <= after, (host, before, real[0], after)
    assert real == sorted(real), host
# Together they are in the order of the clocks.
assert times("events") == hosts["alpha"] + hosts["beta"] + hosts["gamma"]
# No action takes minutes, whatever clocks say.
report = json.load(open(f"{scratch}/report.json"))
assert 0 < max(action["duration"]["max_ns"] for action in report["actions"]) < after - before
END
