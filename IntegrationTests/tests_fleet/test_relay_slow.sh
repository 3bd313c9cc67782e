# The disk of the relay daemon is slow: the recording waits for it as long as it takes anything,
# longer than it may take nothing, and everything arrives.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../tests_signpost/work.sh"
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"

# Each time the relay daemon writes to a file of a trace takes a while.
"$(compiler)" -shared -fPIC -O2 -Wall -Wextra -Werror -o "$scratch/slow_disk.so" -x c - << 'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

extern char *program_invocation_short_name;

ssize_t write(int file, const void *bytes, size_t count) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) real = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  struct stat status;
  if (count >= 4096 && program_invocation_short_name[0] == 'l' && fstat(file, &status) == 0 &&
      S_ISREG(status.st_mode))
    usleep(60000);
  return real(file, bytes, count);
}
END

hosts=(alpha)
start_network
small_socket_buffers
collect_environment=("LD_PRELOAD=$scratch/slow_disk.so")
start_collecting
work=(--threads 2 --actions 800 --count)
record_on alpha --relay-timeout 1s --subbuf-size 1M
work_on alpha
before=$(date +%s%N)
end_on alpha
waited=$((($(date +%s%N) - before) / 1000000))
((waited > 1000)) || fail "the disk is not slow enough to show anything: $waited ms"
has_line 'no event was lost' "$scratch/alpha.record.log" || fail "$(cat "$scratch/alpha.record.log")"
stop_collecting
figures_of alpha
expect_equal "recorded" "$(emitted_on alpha)" "$(figure 'report["events"]["composable"]')"
expect_equal "whether it is complete" True "$(figure 'report["is_complete"]')"
