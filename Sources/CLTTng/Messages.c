#include "CLTTng.h"
#include "Environment.h"
#include "LTTngLoader.h"

COMPOSABLE_EXPORT
bool composable_is_asked_to_record_messages(void) {
  return composable_read_switch("SIGNPOST_MESSAGES") != composable_switch_off;
}
