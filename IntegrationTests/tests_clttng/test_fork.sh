# A child that shares its parent's memory or buffers for a moment, or for good, leaves the parent's
# trace alone; where LTTng's library for forks is preloaded, a fork is recorded as a process of its
# own.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build program << 'C'
#include "CLTTng.h"
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static int enabled(void) {
  return composable_schema_enabled() + composable_action_begin_enabled()
      + composable_action_end_enabled() + composable_log_enabled();
}
static void wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  printf("%s\n", status == 0 ? "well" : "not well");
}
int main(void) {
  setbuf(stdout, NULL);
  composable_action_begin_do(1, 0, 0, 0, "parent", "fork");
  pid_t child = fork();
  if (child == 0) {
    printf("enabled in a fork: %d, emitted: %d\n", enabled(), composable_schema_emitted() != NULL);
    if (composable_action_begin_enabled()) {
      composable_action_begin_do(1, 0, 0, 0, "child", "fork");
    }
    _exit(0);
  }
  wait_for(child);
  composable_action_end_do(1, composable_state_changed_no, composable_effect_kind_none);
  child = vfork();
  if (child == 0) {
    execl("/bin/true", "true", (char *)NULL);
    _exit(127);
  }
  wait_for(child);
  printf("enabled after that: %d\n", enabled());
  composable_action_begin_do(2, 0, 0, 0, "parent", "vfork");
  return 0;
}
C

start_daemon
start_session without
expect_equal "the output" "enabled in a fork: 0, emitted: 0
well
well
enabled after that: 4" "$(traced "$scratch/program")"
stop_session without
expect_equal "the events" 'action_begin { action = 1, cause = 0, parent = 0, store = 0, prefix = "parent", name = "fork" }
action_end { action = 1, state_changed = ( "no" : container = 1 ), effect = ( "none" : container = 0 ) }
action_begin { action = 2, cause = 0, parent = 0, store = 0, prefix = "parent", name = "vfork" }' \
  "$(events without)"

contexts=(vpid)
start_session with
expect_equal "the output" "enabled in a fork: 4, emitted: 0" \
  "$(LD_PRELOAD=liblttng-ust-fork.so.1 traced "$scratch/program" | grep fork:)"
stop_session with
expect_equal "processes" 2 "$(events with | sed -nE 's/.*vpid = ([0-9]+).*/\1/p' | sort -u | wc -l)"
expect_equal "the child's event" 1 "$(events with | grep -c 'prefix = "child"')"
