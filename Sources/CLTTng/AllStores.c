#include "CLTTng.h"
#include "Environment.h"
#include "LTTngLoader.h"

COMPOSABLE_EXPORT
bool composable_is_asked_to_trace_stores(void) {
  return composable_read_switch("SIGNPOST_STORES") == composable_switch_on;
}
