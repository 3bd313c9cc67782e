#include "CBenchLoops.h"

#include <signal.h>
#include <sys/prctl.h>

#include "CLTTng.h"

/// Not reused for events of a later batch. Each loop counts on in a register.
static uint64_t next_id = 1;

static inline void begin(
    uint64_t action, uint64_t parent, const char *prefix, const char *name
) {
  if (composable_action_begin_enabled()) {
    composable_action_begin_do(action, 0, parent, 1, prefix, name);
  }
}

static inline void end(uint64_t action, composable_effect_kind effect) {
  if (composable_action_end_enabled()) {
    composable_action_end_do(action, composable_state_changed_yes, effect);
  }
}

void raw_actions(int64_t count, const char *prefix, const char *name) {
  uint64_t id = next_id;
  for (int64_t pass = 0; pass < count; pass++) {
    uint64_t action = id++;
    begin(action, 0, prefix, name);
    end(action, composable_effect_kind_none);
  }
  next_id = id;
}

void raw_nested_actions(int64_t count, const char *prefix, const char *name) {
  uint64_t id = next_id;
  for (int64_t pass = 0; pass < count; pass++) {
    uint64_t outer = id++;
    uint64_t inner = id++;
    begin(outer, 0, prefix, name);
    begin(inner, outer, prefix, name);
    end(inner, composable_effect_kind_none);
    end(outer, composable_effect_kind_none);
  }
  next_id = id;
}

void raw_effects(int64_t count, const char *prefix, const char *name) {
  uint64_t id = next_id;
  for (int64_t pass = 0; pass < count; pass++) {
    uint64_t action = id++;
    uint64_t effect = id++;
    begin(action, 0, prefix, name);
    end(action, composable_effect_kind_run);
    if (composable_effect_begin_enabled()) {
      composable_effect_begin_do(effect, action, prefix, name, false, 0);
    }
    if (composable_effect_end_enabled()) {
      composable_effect_end_do(effect, composable_effect_outcome_finished, 0);
    }
  }
  next_id = id;
}

void raw_sends(int64_t count, const char *prefix, const char *name) {
  uint64_t id = next_id;
  for (int64_t pass = 0; pass < count; pass++) {
    uint64_t action = id++;
    if (composable_send_enabled()) composable_send_do(action, 0, 1, 0, false, name, 0);
    begin(action, 0, prefix, name);
    end(action, composable_effect_kind_none);
  }
  next_id = id;
}

void raw_intervals(int64_t count) {
  uint64_t id = next_id;
  for (int64_t pass = 0; pass < count; pass++) {
    uint64_t interval = id++;
    if (composable_interval_begin_enabled()) {
      composable_interval_begin_do(interval, 0, "bench", "category", "name", "", true);
    }
    if (composable_interval_end_enabled()) {
      composable_interval_end_do(
          interval, 0, "bench", "category", "name", composable_interval_outcome_finished, "");
    }
  }
  next_id = id;
}

void raw_points(int64_t count) {
  for (int64_t pass = 0; pass < count; pass++) {
    if (composable_event_enabled()) {
      composable_event_do(0, "bench", "category", "name", "");
    }
  }
}

void raw_logs(int64_t count) {
  for (int64_t pass = 0; pass < count; pass++) {
    if (composable_log_enabled()) {
      composable_log_do(
          composable_log_level_info, "bench", "message", "", "BenchSuites/SignposterSuite.swift", 1);
    }
  }
}

void end_with_parent(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
}
