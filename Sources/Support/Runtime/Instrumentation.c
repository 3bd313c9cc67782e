#include "composable_instrumentation.h"

#include "composable_chains.h"
#include "composable_reported_action.h"

int composable_listeners;
const struct composable_chain_rule *composable_rule_of_chains;
__thread const void *composable_change;
__thread void *composable_reads;
__thread struct composable_reported_action composable_open_action;

static const int composable_off;
const int *composable_action_switch = &composable_off;
const int *composable_send_switch = &composable_off;
const int *composable_scope_switch = &composable_off;
const int *composable_observer_switch = &composable_off;

// In the module that instruments stores, which a program may link without a reference to it. Weak:
// null in other programs.
extern void composable_set_up_instrumentation(void) __attribute__((weak));

void composable_load_instrumentation(void) {
  if (composable_set_up_instrumentation) composable_set_up_instrumentation();
}
