# AddressSanitizer and UndefinedBehaviorSanitizer find nothing while events are recorded, and
# valgrind, where it is installed, nothing while none are.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

cat > "$scratch/program.c" << 'C'
#include "CLTTng.h"
int main(void) {
  composable_schema_do(COMPOSABLE_SCHEMA_VERSION, "1.2.3", "test");
  composable_store_created_do(1, 0, "App.Feature", "App/App.swift", 42, true, 5);
  composable_action_begin_do(3, 4, 5, 6, "App", "child.presented.buttonTapped");
  composable_action_end_do(3, composable_state_changed_unknown, composable_effect_kind_none);
  composable_effect_begin_do(9, 3, "App", "refresh", true, 5);
  composable_effect_output_do(9, "refreshed");
  composable_effect_end_do(9, composable_effect_outcome_finished, 1);
  composable_store_released_do(1, 0, "App.Feature", "App/App.swift", 42);
  composable_interval_begin_do(5, 0, "app", "network", "fetch", "from home", true);
  composable_interval_end_do(
      5, 0, "app", "network", "fetch", composable_interval_outcome_failed, "not found");
  composable_event_do(7, "app", "network", "response", "404");
  composable_log_do(composable_log_level_error, "app", "failed", "code=404", "App/App.swift", 7);
  return 0;
}
C
compile "$scratch/program" -fsanitize=address,undefined -fno-sanitize-recover=all \
  "$scratch/program.c" "$provider"/*.c

start_daemon
start_session sanitized
traced "$scratch/program"
stop_session sanitized
expect_equal "the number of events" 12 "$(events sanitized | wc -l)"

if command -v valgrind > /dev/null; then
  # Debian 12's valgrind does not read the debug information of newer compilers.
  compile "$scratch/plain" -g0 "$scratch/program.c" "$provider"/*.c
  mkdir "$scratch/empty"
  LTTNG_HOME=$scratch/empty HOME=$scratch/empty \
    valgrind --quiet --error-exitcode=99 "$scratch/plain"
fi
