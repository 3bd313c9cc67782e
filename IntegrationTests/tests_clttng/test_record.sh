# Every event arrives with its values, in order. The events that do not fit into a full buffer are
# counted: recorded + lost = emitted.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build program << 'C'
#include "CLTTng.h"
int main(void) {
  const uint64_t largest = UINT64_MAX;
  if (!composable_schema_enabled() || !composable_store_created_enabled()
      || !composable_store_released_enabled() || !composable_action_begin_enabled()
      || !composable_action_end_enabled() || !composable_effect_begin_enabled()
      || !composable_effect_output_enabled() || !composable_effect_end_enabled()
      || !composable_interval_begin_enabled() || !composable_interval_end_enabled()
      || !composable_event_enabled() || !composable_log_enabled()
      || !composable_schema_probes()) {
    return 1;
  }
  composable_schema_do(COMPOSABLE_SCHEMA_VERSION, "1.2.3", "test");
  composable_store_created_do(1, 0, "App.Feature", "App/App.swift", 42, false, 0);
  composable_store_created_do(largest, largest, "", "", UINT32_MAX, true, INT64_MAX);
  composable_action_begin_do(3, 4, 5, 6, "App", "child.presented.buttonTapped");
  composable_action_begin_do(largest, largest, largest, largest, "", "Zähler \u2192 \U0001F600");
  composable_action_end_do(3, composable_state_changed_unknown, composable_effect_kind_none);
  composable_action_end_do(4, composable_state_changed_no, composable_effect_kind_run);
  composable_action_end_do(5, composable_state_changed_yes, composable_effect_kind_send);
  composable_action_end_do(6, composable_state_changed_yes, composable_effect_kind_merge);
  composable_action_end_do(7, composable_state_changed_yes, composable_effect_kind_concatenate);
  composable_action_end_do(8, composable_state_changed_yes, composable_effect_kind_cancel);
  composable_effect_begin_do(9, 3, "App", "refresh", false, 0);
  composable_effect_begin_do(10, 0, "", "load", true, -1);
  composable_effect_output_do(9, "refreshed");
  composable_effect_end_do(9, composable_effect_outcome_finished, 1);
  composable_effect_end_do(10, composable_effect_outcome_cancelled, 0);
  composable_effect_end_do(11, composable_effect_outcome_failed, UINT32_MAX);
  composable_store_released_do(1, 0, "App.Feature", "App/App.swift", 42);
  composable_interval_begin_do(12, 0, "app", "network", "fetch", "a \"message\"", true);
  composable_interval_begin_do(largest, largest, "", "", "", "", false);
  composable_interval_end_do(12, 0, "app", "network", "fetch", composable_interval_outcome_finished, "done");
  composable_interval_end_do(13, 7, "app", "", "fetch", composable_interval_outcome_cancelled, "");
  composable_interval_end_do(14, 7, "app", "", "fetch", composable_interval_outcome_failed, "");
  composable_interval_end_do(15, 7, "app", "", "fetch", composable_interval_outcome_abandoned, "");
  composable_event_do(7, "app", "network", "response", "");
  composable_log_do(composable_log_level_trace, "", "", "", "", 0);
  composable_log_do(composable_log_level_debug, "app", "m", "", "", 0);
  composable_log_do(composable_log_level_info, "app", "m", "", "", 0);
  composable_log_do(composable_log_level_notice, "app", "m", "", "", 0);
  composable_log_do(composable_log_level_warning, "app", "m", "", "", 0);
  composable_log_do(composable_log_level_error, "app", "m", "", "", 0);
  composable_log_do(
      composable_log_level_critical, "app", "Fehler", "a=1", "App/App.swift", UINT32_MAX);
  return 0;
}
C
build burst << 'C'
#include "CLTTng.h"
#include <stdlib.h>
int main(int count, char **arguments) {
  uint64_t last = count > 1 ? strtoull(arguments[1], NULL, 10) : 0;
  for (uint64_t id = 1; id <= last; id++) {
    composable_effect_output_do(id, "a name of 24 characters.");
  }
  return 0;
}
C

start_daemon
start_session values
traced "$scratch/program"
stop_session values
expect_equal "lost events" 0 "$lost"
expect_equal "the events" "$(printf 'schema { version = %s, library = "1.2.3", program = "test" }\n' "$schema_version"
cat << 'EVENTS'
store_created { store = 1, parent = 0, feature = "App.Feature", file = "App/App.swift", line = 42, announced = 0, age = 0 }
store_created { store = 18446744073709551615, parent = 18446744073709551615, feature = "", file = "", line = 4294967295, announced = 1, age = 9223372036854775807 }
action_begin { action = 3, cause = 4, parent = 5, store = 6, prefix = "App", name = "child.presented.buttonTapped" }
action_begin { action = 18446744073709551615, cause = 18446744073709551615, parent = 18446744073709551615, store = 18446744073709551615, prefix = "", name = "Zähler → 😀" }
action_end { action = 3, state_changed = ( "unknown" : container = 0 ), effect = ( "none" : container = 0 ) }
action_end { action = 4, state_changed = ( "no" : container = 1 ), effect = ( "run" : container = 1 ) }
action_end { action = 5, state_changed = ( "yes" : container = 2 ), effect = ( "send" : container = 2 ) }
action_end { action = 6, state_changed = ( "yes" : container = 2 ), effect = ( "merge" : container = 3 ) }
action_end { action = 7, state_changed = ( "yes" : container = 2 ), effect = ( "concatenate" : container = 4 ) }
action_end { action = 8, state_changed = ( "yes" : container = 2 ), effect = ( "cancel" : container = 5 ) }
effect_begin { effect = 9, action = 3, prefix = "App", name = "refresh", announced = 0, age = 0 }
effect_begin { effect = 10, action = 0, prefix = "", name = "load", announced = 1, age = -1 }
effect_output { effect = 9, name = "refreshed" }
effect_end { effect = 9, outcome = ( "finished" : container = 0 ), outputs = 1 }
effect_end { effect = 10, outcome = ( "cancelled" : container = 1 ), outputs = 0 }
effect_end { effect = 11, outcome = ( "failed" : container = 2 ), outputs = 4294967295 }
store_released { store = 1, parent = 0, feature = "App.Feature", file = "App/App.swift", line = 42 }
interval_begin { interval = 12, id = 0, subsystem = "app", category = "network", name = "fetch", message = "a \"message\"", synchronous = 1 }
interval_begin { interval = 18446744073709551615, id = 18446744073709551615, subsystem = "", category = "", name = "", message = "", synchronous = 0 }
interval_end { interval = 12, id = 0, subsystem = "app", category = "network", name = "fetch", outcome = ( "finished" : container = 0 ), message = "done" }
interval_end { interval = 13, id = 7, subsystem = "app", category = "", name = "fetch", outcome = ( "cancelled" : container = 1 ), message = "" }
interval_end { interval = 14, id = 7, subsystem = "app", category = "", name = "fetch", outcome = ( "failed" : container = 2 ), message = "" }
interval_end { interval = 15, id = 7, subsystem = "app", category = "", name = "fetch", outcome = ( "abandoned" : container = 3 ), message = "" }
event { id = 7, subsystem = "app", category = "network", name = "response", message = "" }
log { level = ( "trace" : container = 0 ), label = "", message = "", metadata = "", file = "", line = 0 }
log { level = ( "debug" : container = 1 ), label = "app", message = "m", metadata = "", file = "", line = 0 }
log { level = ( "info" : container = 2 ), label = "app", message = "m", metadata = "", file = "", line = 0 }
log { level = ( "notice" : container = 3 ), label = "app", message = "m", metadata = "", file = "", line = 0 }
log { level = ( "warning" : container = 4 ), label = "app", message = "m", metadata = "", file = "", line = 0 }
log { level = ( "error" : container = 5 ), label = "app", message = "m", metadata = "", file = "", line = 0 }
log { level = ( "critical" : container = 6 ), label = "app", message = "Fehler", metadata = "a=1", file = "App/App.swift", line = 4294967295 }
EVENTS
)" "$(events values)"

# A burst into two small sub-buffers loses most of its events; the others are in order.
emitted=100000
start_session burst --subbuf-size=4096 --num-subbuf=2
traced "$scratch/burst" "$emitted"
stop_session burst
ids=$(events burst | sed -E 's/^effect_output \{ effect = ([0-9]+), .*/\1/')
recorded=$(wc -l <<< "$ids")
((lost > 0)) || fail "nothing was lost, so the count of lost events was not tried"
expect_equal "recorded + lost" "$emitted" "$((recorded + lost))"
expect_equal "the order of the events" "$(sort -n <<< "$ids")" "$ids"
