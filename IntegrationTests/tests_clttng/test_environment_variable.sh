# SIGNPOST_TRACING turns tracing off for a process: nothing is recorded, no library is loaded, and
# events that a program has of its own are left alone.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build program << 'C'
#include "CLTTng.h"
#include <stdio.h>
#include <string.h>
int main(int count, char **arguments) {
  if (composable_schema_enabled()) {
    composable_schema_do(COMPOSABLE_SCHEMA_VERSION, count > 1 ? arguments[1] : "", "test");
  }
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[4096];
  int found = 0;
  while (maps && fgets(line, sizeof line, maps)) {
    found |= strstr(line, "liblttng-ust") != NULL;
  }
  puts(found ? "loaded" : "not loaded");
  return 0;
}
C

start_daemon
start_session values
expected=
for value in 0 off no false OFF False; do
  expect_equal "SIGNPOST_TRACING=$value" "not loaded" \
    "$(SIGNPOST_TRACING=$value traced "$scratch/program" "$value")"
done
for value in 1 on yes true '' 00; do
  expect_equal "SIGNPOST_TRACING=$value" "loaded" \
    "$(SIGNPOST_TRACING=$value traced "$scratch/program" "$value")"
  expected+="schema { version = $schema_version, library = \"$value\", program = \"test\" }"$'\n'
done
expect_equal "without the variable" "loaded" "$(traced "$scratch/program" unset)"
expected+="schema { version = $schema_version, library = \"unset\", program = \"test\" }"
stop_session values
expect_equal "lost events" 0 "$lost"
expect_equal "the events of those programs where tracing is on" "$expected" "$(events values)"

# A program with a provider of its own, linked against LTTng the usual way.
cat > "$scratch/own.h" << 'C'
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER own
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "own.h"
#if !defined(OWN_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define OWN_H
#include <lttng/tracepoint.h>
LTTNG_UST_TRACEPOINT_EVENT(
    own, event, LTTNG_UST_TP_ARGS(int, value),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int, value, value)))
#endif
#include <lttng/tracepoint-event.h>
C
cat > "$scratch/own.c" << 'C'
#define LTTNG_UST_TRACEPOINT_DEFINE
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#include "own.h"
#include "CLTTng.h"
int main(int count, char **arguments) {
  (void)arguments;
  lttng_ust_tracepoint(own, event, count);
  if (composable_schema_enabled()) {
    composable_schema_do(COMPOSABLE_SCHEMA_VERSION, "both", "test");
  }
  return 0;
}
C
# Either may come first in the program, and LTTng's constructors run in that order.
compile "$scratch/own-first" -I"$scratch" "$scratch/own.c" "$provider"/*.c -llttng-ust
compile "$scratch/own-last" -I"$scratch" "$provider"/*.c "$scratch/own.c" -llttng-ust
for program in own-first own-last; do
  start_session "$program"
  lttng_client enable-event --session="$program" --userspace --channel=channel 'own:*' \
    > "$scratch/lttng.log"
  SIGNPOST_TRACING=0 traced "$scratch/$program" 2
  traced "$scratch/$program" 2 3
  stop_session "$program"
  expect_equal "the events of $program" \
    "own:event 2 own:event 3 composable:schema both" \
    "$(babeltrace2 "$scratch/trace-$program" \
      | sed -E 's/^.* ([a-z]+:[a-z]+): .*(value|library) = "?([a-z0-9]+)"?(, program = "test")? \}$/\1 \3/' \
      | paste -sd ' ')"
done
