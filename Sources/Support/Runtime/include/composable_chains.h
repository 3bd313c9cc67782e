// Chains of actions, which an instrument records from their start to their last consequence, or
// leaves out entirely.

#ifndef COMPOSABLE_CHAINS_H
#define COMPOSABLE_CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// No decision, as all chains are recorded.
static const uint8_t composable_chain_undecided = 0;
/// The chain is recorded.
static const uint8_t composable_chain_recorded = 1;
/// The chain is left out: this, or a greater number.
static const uint8_t composable_chain_left_out = 2;
/// The chain is left out as the rate is exceeded, and its actions are counted by their names.
static const uint8_t composable_chain_over_rate = 3;

/// Whether instruments leave out the actions of a chain.
static inline bool composable_leaves_out_chain(uint8_t chain) {
  return chain >= composable_chain_left_out;
}

/// The id that stands for an action of a chain that is left out.
static const uint64_t composable_left_out_id = UINT64_MAX;
/// The id that stands for an action without an id, of a chain that is recorded.
static const uint64_t composable_recorded_id = UINT64_MAX - 1;

/// The rule by which an instrument records chains. Never freed.
struct composable_chain_rule {
  /// Decides on a chain that starts now.
  uint8_t (*_Nonnull start)(void);
  /// Counts an action of a chain, unless `NULL`. Only an action over the rate has a name, which is
  /// never freed.
  void (*_Nullable count)(const char *_Nullable name, uint8_t chain);
};

extern const struct composable_chain_rule *_Nullable composable_rule_of_chains;

/// The rule by which chains are recorded; `NULL` if all are.
static inline const struct composable_chain_rule *_Nullable composable_get_chain_rule(void) {
  return __atomic_load_n(&composable_rule_of_chains, __ATOMIC_RELAXED);
}

/// Sets the rule by which chains are recorded, `NULL` to record all.
static inline void composable_set_chain_rule(const struct composable_chain_rule *_Nullable rule) {
  __atomic_store_n(&composable_rule_of_chains, rule, __ATOMIC_RELEASE);
}

#endif
