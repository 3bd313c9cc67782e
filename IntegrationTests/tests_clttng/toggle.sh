# Sessions that start and stop faster than the command lttng is started, and a library with events
# of its own. Sourced by tests after support.sh.
#
# The test that sources this has the variables of support.sh.
# shellcheck disable=SC2154

# build_library: a library whose constructors and destructors take LTTng's lock.
build_library() {
  cat > "$scratch/library.h" << 'C'
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER library
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "library.h"
#if !defined(LIBRARY_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define LIBRARY_H
#include <lttng/tracepoint.h>
LTTNG_UST_TRACEPOINT_EVENT(
    library, event, LTTNG_UST_TP_ARGS(int, value),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int, value, value)))
#endif
#include <lttng/tracepoint-event.h>
C
  cat > "$scratch/library.c" << 'C'
#define LTTNG_UST_TRACEPOINT_DEFINE
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#include "library.h"
int library_value;
C
  compile "$scratch/library.so" -shared -I"$scratch" "$scratch/library.c" -llttng-ust
}

# toggle SESSION COUNT: starts and stops it that often.
toggle() {
  if [[ ! -x $scratch/toggle ]]; then
    cat > "$scratch/toggle.c" << 'C'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments) {
  void *library = dlopen("liblttng-ctl.so.0", RTLD_NOW);
  if (count != 3 || !library) return 64;
  int (*start)(const char *) = (int (*)(const char *))dlsym(library, "lttng_start_tracing");
  int (*stop)(const char *) = (int (*)(const char *))dlsym(library, "lttng_stop_tracing_no_wait");
  if (!start || !stop) return 69;
  stop(arguments[1]);
  for (int left = atoi(arguments[2]); left > 0; left--) {
    int started = start(arguments[1]), stopped = stop(arguments[1]);
    if (started < 0 || stopped < 0) {
      printf("%d toggles left: started %d, stopped %d\n", left, started, stopped);
      return 1;
    }
  }
  return 0;
}
C
    compile "$scratch/toggle" "$scratch/toggle.c" -ldl
  fi
  beside_daemon timeout 50 "$scratch/toggle" "$@" > "$scratch/toggle.log" 2>&1 \
    || fail "session $1 does not start and stop: $(cat "$scratch/toggle.log")"
}
