# LTTng holds a lock while it reports that a session starts, and constructors of libraries wait for
# that lock under one of the dynamic linker's. The handler of sessions may wait for the linker
# nevertheless: libraries are opened and closed in a loop while a session is toggled thousands of
# times.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/toggle.sh"

build_library
build program -ldl << 'C'
#include "CLTTng.h"
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static const char *path;
static atomic_int calls, mistakes;
static void open_and_close(void) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library || !dlsym(library, "library_value") || dlclose(library) != 0) mistakes++;
}
// A thread of a program would have been given this signal, had the handler's not blocked it.
static void handler(void) {
  sigset_t signals;
  pthread_sigmask(SIG_BLOCK, NULL, &signals);
  if (!sigismember(&signals, SIGTERM) || sigismember(&signals, SIGSEGV)) mistakes++;
  open_and_close();
  calls++;
}
int main(int count, char **arguments) {
  if (count != 2) return 64;
  path = arguments[1];
  setbuf(stdout, NULL);
  composable_set_session_handler("1.2.3", handler);
  uint64_t before = composable_session_count();
  puts("running");
  struct pollfd input = {.fd = 0, .events = POLLIN};
  int opened = 0;
  while (poll(&input, 1, 0) == 0) {
    open_and_close();
    opened++;
  }
  printf("sessions %s, handler %s, libraries %s, mistakes %d\n",
      composable_session_count() - before >= 2000 ? "thousands" : "few",
      calls > 10 ? "many" : "few", opened > 1000 ? "thousands" : "few", mistakes);
  // The last session is served as well.
  int served = calls;
  puts("waiting");
  for (int pass = 0; pass < 60000 && calls == served; pass++) usleep(1000);
  puts(calls > served ? "served" : "not served");
  return 0;
}
C

start_daemon
traced_in_background timeout --signal=ABRT 50 "$scratch/program" "$scratch/library.so"
wait_until "the program" has_line '^running$' "$scratch/program.log"
start_session toggled
toggle toggled 2000
exec 3>&-
wait_until "the loop" has_line '^waiting$' "$scratch/program.log"
toggle toggled 1
wait "$program_pid" || fail "exit code $?: $(cat "$scratch/program.log")"
expect_equal "the output" "running
sessions thousands, handler many, libraries thousands, mistakes 0
waiting
served" "$(cat "$scratch/program.log")"
lttng_client destroy toggled > "$scratch/lttng.log"

# Without LTTng's library, or in a process that is not traced, there is no thread more.
build threads << 'C'
#include "CLTTng.h"
#include <stdio.h>
#include <string.h>
static void handler(void) {}
int main(void) {
  composable_set_session_handler("1.2.3", handler);
  FILE *status = fopen("/proc/self/status", "r");
  char line[256];
  while (status && fgets(line, sizeof line, status)) {
    if (strncmp(line, "Threads:", 8) == 0) fputs(line, stdout);
  }
  return 0;
}
C
expect_equal "threads of a program that is not traced" "Threads:	1" \
  "$(SIGNPOST_TRACING=0 traced "$scratch/threads")"
